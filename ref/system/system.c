/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Instances of systems: found by name and made from a case's parameters; functions of a system that
 * do not depend on a scheme. */
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/case/instance.h"
#include "ref/system/system.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const ref_system_table *const ref_system_registry[];

enum { LEAST_PREC = 2 /* fewer bits make FLINT ask for all memory, and end */ };

/* name: of a system, or its word in text, which all systems of a family share */
static const ref_system_table *table_find(const char *name)
{
    const slp_system *system = slp_system_find(name);
    if (system) name = slp_system_word(system);
    for (const ref_system_table *const *t = ref_system_registry; name && *t; t++)
        if (strcmp((*t)->name, name) == 0) return *t;
    return NULL;
}

bool ref_has_system(const char *name)
{
    return table_find(name) != NULL;
}

const char *ref_system_at(size_t i)
{
    const slp_system *system;
    for (size_t k = 0; (system = slp_system_at(k)); k++)
        if (table_find(system->name) && i-- == 0) return system->name;
    return NULL;
}

/* Copies parameter number p of the case; SLP_DOMAIN if a number is not finite. */
static slp_status copy_param(ref_system *sys, size_t p, const slp_case *c, slp_error *err)
{
    const char *key = sys->table->keys[p];
    const double *at = slp_case_param(c, key, &sys->count[p]);
    if (sys->count[p] == 0) return SLP_OK;
    sys->param[p] = malloc(sys->count[p] * sizeof *at);
    if (!sys->param[p])
        return slp_error_memory(err, c->line, c->id, key, sys->count[p] * sizeof *at);
    memcpy(sys->param[p], at, sys->count[p] * sizeof *at);
    for (size_t i = 0; i < sys->count[p]; i++) {
        if (!isfinite(at[i])) {
            slp_error_set(err, c->line, c->id, key, "number %zu is not finite; give finite numbers",
                          i + 1);
            return SLP_DOMAIN;
        }
    }
    return SLP_OK;
}

static slp_status name_casimirs(ref_system *sys, const slp_case *c, slp_error *err)
{
    const size_t count = (size_t)sys->casimir_count + 1;
    sys->casimir_names = calloc(count, sizeof *sys->casimir_names);
    if (!sys->casimir_names)
        return slp_error_memory(err, c->line, c->id, NULL, count * sizeof *sys->casimir_names);
    for (slong i = 0; i < sys->casimir_count; i++)
        sys->table->casimir_name(sys->casimir_names[i], sys, i);
    return SLP_OK;
}

/* checked: the contract refuses the case too. */
static slp_status open_system(ref_system **out, const slp_case *c, bool checked, slp_error *err)
{
    if (!out) return slp_error_set(err, 0, NULL, NULL, "no place for the system was given");
    *out = NULL;
    if (!c) return slp_error_set(err, 0, NULL, NULL, "no case was given");
    const ref_system_table *table = c->system ? table_find(c->system->name) : NULL;
    slp_status status = SLP_OK;
    const char *fault = slp_float_rules_fault();
    ref_system *sys;
    if (fault) {
        slp_error_set(err, c->line, c->id, NULL, "the reference cannot compute here: %s", fault);
        return SLP_UNSUPPORTED;
    }
    if (!table) {
        slp_error_set(err, c->line, c->id, "system",
                      "the reference does not have %s; `slp list systems` names what it has",
                      c->system ? c->system->name : "a case without a system");
        return SLP_UNSUPPORTED;
    }
    slp_case shaped;
    slp_error refused;
    const slp_status by_contract = slp_case_shaped(&shaped, c, &refused);
    sys = calloc(1, sizeof *sys);
    if (!sys) return slp_error_memory(err, c->line, c->id, NULL, sizeof *sys);
    sys->table = table;
    sys->given_d = (slong)shaped.d;
    sys->has_areas = c->areas > 0;
    if (sys->has_areas && !table->areas) {
        slp_error_set(err, c->line, c->id, "area",
                      "the reference has no brackets of the noises of %s; leave area out",
                      table->name);
        free(sys);
        return SLP_UNSUPPORTED;
    }
    for (size_t p = 0; table->keys[p] && status == SLP_OK; p++) status = copy_param(sys, p, c, err);
    if (status == SLP_OK) status = table->read(sys, err);
    if (status == SLP_OK && checked && by_contract != SLP_OK) { /* what it alone refuses */
        status = by_contract;
        if (err) *err = refused;
    }
    if (status == SLP_OK && sys->has_areas) {
        sys->areas = sys->M * (sys->M - 1) / 2;
        sys->M += sys->areas;
    }
    if (status == SLP_OK) status = name_casimirs(sys, c, err);
    if (status != SLP_OK) {
        if (err) { /* `read` does not know the case */
            const slp_error said = *err;
            slp_error_set(err, c->line, c->id, said.field, "%s", said.text);
        }
        ref_system_free(sys);
        return status;
    }
    *out = sys;
    return SLP_OK;
}

slp_status ref_system_new(ref_system **sys, const slp_case *c, slp_error *err)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    return open_system(sys, c, true, err);
}

slp_status ref_system_new_refused(ref_system **sys, const slp_case *c, slp_error *err)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    return open_system(sys, c, false, err);
}

void ref_system_free(ref_system *sys)
{
    if (!sys) return;
    if (sys->table->clear) sys->table->clear(sys);
    free(sys->casimir_names);
    for (size_t p = 0; p < SLP_MAX_PARAMS; p++) free(sys->param[p]);
    free(sys);
}

slong ref_system_d(const ref_system *sys)
{
    return sys ? sys->algebra.d : 0;
}

slong ref_system_M(const ref_system *sys)
{
    return sys ? sys->M : 0;
}

slong ref_system_areas(const ref_system *sys)
{
    return sys ? sys->areas : 0;
}

void ref_generator(arb_ptr xi, const ref_system *sys, arb_srcptr x, const arb_t h, arb_srcptr dW,
                   slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < LEAST_PREC) prec = LEAST_PREC;
    if (!xi || !sys) return;
    if (!x || !h || (sys->M && !dW)) {
        _arb_vec_indeterminate(xi, sys->algebra.d);
        return;
    }
    REF_LOCAL_VEC(arb, sys->pack_size, pack);
    REF_LOCAL_VEC(arb, sys->algebra.d, out);
    sys->table->freeze(pack, sys, h, dW, prec);
    sys->table->generator(out, sys, pack, x, prec);
    for (slong i = 0; i < sys->algebra.d; i++) arb_swap(xi + i, out + i);
}

void ref_field(arb_ptr field, const ref_system *sys, arb_srcptr x, const arb_t h, arb_srcptr dW,
               slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < LEAST_PREC) prec = LEAST_PREC;
    if (!field || !sys) return;
    if (!x) {
        _arb_vec_indeterminate(field, sys->algebra.d);
        return;
    }
    const ref_algebra *algebra = &sys->algebra;
    slong d = algebra->d;
    REF_LOCAL_VEC(arb, 2 * d + algebra->scratch, xi);
    arb_ptr out = xi + d, w = out + d;
    ref_generator(xi, sys, x, h, dW, prec);
    algebra->ad->apply(out, algebra, xi, x, w, prec);
    for (slong i = 0; i < d; i++) arb_swap(field + i, out + i);
}

void ref_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < LEAST_PREC) prec = LEAST_PREC;
    if (!energy) return;
    if (sys && x)
        sys->table->energy(energy, sys, x, prec);
    else
        arb_indeterminate(energy);
}

slong ref_casimir_count(const ref_system *sys)
{
    return sys ? sys->casimir_count : 0;
}

const char *ref_casimir_name(const ref_system *sys, slong i)
{
    return sys && i >= 0 && i < sys->casimir_count ? sys->casimir_names[i] : NULL;
}

void ref_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < LEAST_PREC) prec = LEAST_PREC;
    if (!values || !sys) return;
    if (x)
        sys->table->casimirs(values, sys, x, prec);
    else
        _arb_vec_indeterminate(values, sys->casimir_count);
}

void ref_poisson_tensor(arb_mat_t B, const ref_system *sys, arb_srcptr x, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < LEAST_PREC) prec = LEAST_PREC;
    if (!B || !sys) return;
    if (x)
        sys->algebra.tensor(B, &sys->algebra, x, prec);
    else
        arb_mat_indeterminate(B);
}
