/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The polynomial that is the twin of a system whose Hamiltonians are quadratic and linear. */
#include "props/case/twin.h"
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/case_text.h"
#include "oracle/contract/case/terms.h"
#include "oracle/plumbing/allocate.h"
#include "ref/exact_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* PREC: a coefficient may be 2^-2100 of another that is added to it in the generator. */
enum { PREC = 2304, KEPT_BITS = 6 };

bool prop_twin_exists(const slp_case *c)
{
    size_t count;
    const double *model = slp_case_param(c, "model", &count);
    if (model && *model != 0) return false; /* the pendulum */
    return slp_algebra_kind_of(c->system->algebra) && !c->system->family &&
           !c->system->divides_by_lengths && !slp_case_lacks(c);
}

bool prop_twin_is_itself(const slp_case *c)
{
    ref_system *sys;
    if (slp_need_memory(ref_system_new(&sys, c, NULL)) != SLP_OK) return false;
    const bool same = ref_system_is_its_terms(sys);
    ref_system_free(sys);
    return same;
}

void prop_twin_round(slp_case *c)
{
    for (size_t p = 0; c->system->params[p].key; p++) {
        const char *key = c->system->params[p].key;
        const bool inertia = strcmp(key, "inertia") == 0;
        if (c->system->params[p].kind != SLP_PARAM_NUMBERS) continue;
        if (strcmp(key, "n") == 0 || strcmp(key, "shell") == 0) continue;
        for (size_t i = 0; i < c->params[p].count; i++) {
            int e;
            const double part = frexp(c->params[p].at[i], &e);
            c->params[p].at[i] =
                inertia ? ldexp(1, e) : ldexp(nearbyint(ldexp(part, KEPT_BITS)), e - KEPT_BITS);
        }
    }
}

/* w_i of the pairing, from the header of the contract. */
static double pairing_weight(const slp_case *c, size_t n, size_t i)
{
    const size_t m = n / 2;
    if (c->system->algebra == SLP_SUN) return i < n ? 1 : 2;
    if (c->system->algebra != SLP_SP || i < m * m) return c->system->algebra == SLP_SP ? 2 : 1;
    i = (i - m * m) % (m * (m + 1) / 2);
    for (size_t row = m; row > 0 && i >= row; row--) i -= row;
    return i == 0 ? 1 : 2;
}

static size_t size_of(const slp_case *c)
{
    size_t n = 1;
    if (slp_algebra_kind_of(c->system->algebra)->least == 0) return 1;
    while (slp_algebra_coordinates(c->system->algebra, n) < c->d) n++;
    return n;
}

typedef struct writer {
    double *list;
    size_t count;
    bool exact;
} writer;

/* Adds value x_i x_j, or value x_i if j = d, to H_k. */
static void write_term(writer *w, size_t k, const arb_t value, size_t i, size_t j, size_t d)
{
    if (arb_contains_zero(value)) return;
    const double c = arf_get_d(arb_midref(value), ARF_RND_NEAR);
    REF_LOCAL(arb, same);
    arb_set_d(same, c);
    w->exact = w->exact && arb_equal(same, value);
    double *to = w->list + w->count;
    to[0] = (double)k;
    to[1] = c;
    to[2] = j < d ? 2 : 1;
    to[SLP_TERM_HEAD] = (double)i + 1;
    if (j < d) to[SLP_TERM_HEAD + 1] = (double)j + 1;
    w->count += SLP_TERM_HEAD + (size_t)to[2];
}

/* H_k = b.x + x.Qx/2 with b = w Xi(0), Q e_j = w (Xi(e_j) - Xi(0)). */
static void write_hamiltonian(writer *w, size_t k, const ref_system *sys, const slp_case *c)
{
    const size_t d = c->d, n = size_of(c);
    const slong M = ref_system_M(sys);
    REF_LOCAL_VEC(arb, 1 + M, f);
    REF_LOCAL_VEC(arb, (slong)(3 * d), x);
    arb_ptr at = x + d, b = at + d;
    REF_LOCAL(arb, wide);
    arb_one(f + k);
    ref_generator(b, sys, x, f, f + 1, PREC);
    for (size_t i = 0; i < d; i++) {
        arb_set_d(wide, pairing_weight(c, n, i));
        arb_mul(wide, b + i, wide, PREC);
        write_term(w, k, wide, i, d, d);
    }
    for (size_t j = 0; j < d; j++) {
        arb_one(x + j);
        ref_generator(at, sys, x, f, f + 1, PREC);
        arb_zero(x + j);
        for (size_t i = 0; i <= j; i++) {
            arb_sub(at + i, at + i, b + i, PREC);
            arb_set_d(wide, pairing_weight(c, n, i));
            arb_mul(wide, at + i, wide, PREC);
            if (i == j) arb_mul_2exp_si(wide, wide, -1);
            write_term(w, k, wide, i, j, d);
        }
    }
}

static const slp_system *polynomial_on(slp_algebra algebra)
{
    const slp_system *s;
    for (size_t i = 0; (s = slp_system_of_word("polynomial", i)); i++)
        if (s->algebra == algebra) return s;
    return NULL;
}

/* The increments of c, and its areas if it has some. */
static slp_status give_noise(slp_case *made, const slp_case *c)
{
    SLP_CLEARED(slp_case) parted = {0};
    slp_error err;
    slp_status status = slp_case_copy(&parted, c);
    if (status == SLP_OK) status = slp_case_part_areas(&parted);
    if (status == SLP_OK && parted.dw_count)
        status = slp_case_set(made, "dw", parted.dw, parted.dw_count, &err);
    if (status == SLP_OK && parted.area.count)
        status = slp_case_set(made, "area", parted.area.at, parted.area.count, &err);
    return status;
}

static slp_status give_all(slp_case *made, const slp_case *c, const writer *w)
{
    const double size = (double)size_of(c), M = (double)(c->M - c->areas), steps = (double)c->steps;
    slp_error err;
    slp_status status = SLP_OK;
    if (slp_algebra_kind_of(c->system->algebra)->least)
        status = slp_case_set(made, "size", &size, 1, &err);
    if (status == SLP_OK) status = slp_case_set(made, "terms", w->list, w->count, &err);
    if (status == SLP_OK) status = slp_case_set(made, "noises", &M, 1, &err);
    if (status == SLP_OK) status = slp_case_set(made, "h", &c->h, 1, &err);
    if (status == SLP_OK) status = slp_case_set(made, "steps", &steps, 1, &err);
    if (status == SLP_OK) status = slp_case_set(made, "x", c->x, c->d, &err);
    if (status == SLP_OK) status = give_noise(made, c);
    return status == SLP_OK ? slp_case_check(made, &err) : status;
}

bool prop_twin_make(slp_case *twin, bool *exact, const slp_case *c)
{
    const size_t noises = c->M - c->areas;
    const slp_system *polynomial = polynomial_on(c->system->algebra);
    ref_system *sys;
    slp_error err;
    slp_case *made;
    writer w = {.exact = true};
    if (!polynomial || slp_need_memory(ref_system_new(&sys, c, &err)) != SLP_OK) return false;
    w.list =
        slp_allocate((noises + 1) * (c->d + 1) * (c->d + 1) * (SLP_TERM_HEAD + 2), sizeof *w.list);
    for (size_t k = 0; k <= noises; k++) write_hamiltonian(&w, k, sys, c);
    ref_system_free(sys);
    if (w.count == 0) { /* no Hamiltonian: 0 x_1 is none either */
        memcpy(w.list, (const double[]){0, 0, 1, 1}, 4 * sizeof *w.list);
        w.count = 4;
    }
    bool good =
        slp_need_memory(slp_case_new_on(&made, polynomial, c->scheme->name, &err)) == SLP_OK;
    if (good) {
        good = slp_need_memory(give_all(made, c, &w)) == SLP_OK && made->M == c->M;
        if (good) slp_need_memory(slp_case_copy(twin, made));
        slp_case_free(made);
    }
    free(w.list);
    *exact = w.exact;
    return good;
}
