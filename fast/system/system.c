/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Instances of systems: found by name, opened from a case. */
#include "fast/system/system.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/case/instance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The table of a system by its name, or of all systems of a family by their word in text. */
static const fast_system_table *find(const char *name)
{
    const slp_system *system = slp_system_find(name);
    if (system) name = slp_system_word(system);
    for (size_t i = 0; name && fast_system_registry[i]; i++)
        if (strcmp(fast_system_registry[i]->name, name) == 0) return fast_system_registry[i];
    return NULL;
}

double *fast_numbers(size_t count)
{
    return malloc((count ? count : 1) * sizeof(double));
}

double *fast_numbers_of(const double *from, size_t count)
{
    double *made = fast_numbers(count);
    if (made && count) memcpy(made, from, count * sizeof *made);
    return made;
}

slp_status fast_system_new(fast_system **sys, const slp_case *c, slp_error *err)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!sys) return slp_error_set(err, 0, NULL, NULL, "no place for the system was given");
    *sys = NULL;
    if (!c) return slp_error_set(err, 0, NULL, NULL, "no case was given");
    const char *fault = slp_float_rules_fault();
    if (fault) {
        slp_error_set(err, c->line, c->id, NULL, "the binary64 path cannot compute here: %s",
                      fault);
        return SLP_UNSUPPORTED;
    }
    const fast_system_table *table = c->system ? find(c->system->name) : NULL;
    if (!table) {
        slp_error_set(err, c->line, c->id, "system",
                      "the binary64 path has no system %s; `slp list systems` "
                      "shows those it has",
                      c->system ? c->system->name : "(none)");
        return SLP_UNSUPPORTED;
    }
    if (c->areas && !table->areas) {
        slp_error_set(err, c->line, c->id, "area",
                      "the binary64 path has no brackets of the noises of %s; leave area out",
                      table->name);
        return SLP_UNSUPPORTED;
    }
    slp_case shaped;
    slp_error refused;
    const slp_status checked = slp_case_shaped(&shaped, c, &refused);
    fast_system *made = calloc(1, sizeof *made);
    if (!made) return slp_error_memory(err, c->line, c->id, NULL, sizeof *made);
    made->table = table;
    slp_status status = table->open(made, &shaped, err);
    if (status == SLP_MEMORY) slp_error_memory(err, c->line, c->id, NULL, 0);
    if (status == SLP_OK && checked != SLP_OK) { /* what only the contract refuses */
        status = checked;
        if (err) *err = refused;
    }
    if (status) {
        fast_system_free(made);
        return status;
    }
    if (c->areas) made->areas = made->M * (made->M - 1) / 2;
    made->M += made->areas;
    *sys = made;
    return SLP_OK;
}

void fast_system_free(fast_system *sys)
{
    if (!sys) return;
    if (sys->own) sys->table->close(sys);
    free(sys);
}

size_t fast_system_d(const fast_system *sys)
{
    return sys ? sys->d : 0;
}

size_t fast_system_M(const fast_system *sys)
{
    return sys ? sys->M : 0;
}

size_t fast_system_areas(const fast_system *sys)
{
    return sys ? sys->areas : 0;
}

bool fast_has_system(const char *name)
{
    return find(name) != NULL;
}

const char *fast_system_at(size_t i)
{
    const slp_system *system;
    for (size_t k = 0; (system = slp_system_at(k)); k++)
        if (find(system->name) && i-- == 0) return system->name;
    return NULL;
}

double fast_energy(const fast_system *sys, const double *x)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    return sys && x ? sys->table->energy(sys, x) : NAN;
}

size_t fast_casimir_count(const fast_system *sys)
{
    return sys ? sys->casimirs : 0;
}

slp_status fast_casimirs(double *values, const fast_system *sys, const double *x)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!sys || !values || !x) return SLP_INPUT;
    const slp_status status = sys->table->casimir(values, sys, x);
    for (size_t i = 0; status != SLP_OK && i < sys->casimirs; i++) values[i] = NAN;
    return status;
}

slp_status fast_quantities(double *energies, double *casimirs, const fast_system *sys,
                           const double *x, size_t n)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!sys || !x) return SLP_INPUT;
    slp_status status = SLP_OK;
    for (size_t i = 0; i < n && status == SLP_OK; i++, x += sys->d) {
        if (energies) energies[i] = fast_energy(sys, x);
        if (casimirs) status = fast_casimirs(casimirs + i * sys->casimirs, sys, x);
    }
    return status;
}
