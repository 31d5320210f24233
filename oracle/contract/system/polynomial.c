/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Hamiltonians that are polynomials in the coordinates, on every algebra on which a program may
 * give its own: parameters in the exchange format.  There is one object an algebra, because the
 * algebra is a fact of a system; in text they are one system, `polynomial`, and `algebra` says
 * which. */
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw_polynomial.h"
#include "oracle/contract/case/split_terms.h"
#include "oracle/contract/case/terms.h"

static slp_status check_algebra(const slp_case *c, slp_error *err)
{
    size_t count;
    const double *word = slp_case_param(c, "algebra", &count);
    const slp_algebra_kind *given = count ? slp_algebra_kind_at((size_t)*word) : NULL;
    if (given && given->algebra == c->system->algebra) return SLP_OK;
    return slp_error_set(err, c->line, c->id, "algebra",
                         "is %s, and the case is one of %s; give %s, or make a case of another "
                         "system",
                         given ? given->word : "unknown", c->system->name,
                         slp_algebra_kind_of(c->system->algebra)->word);
}

/* *n = the size; 1 where the algebra has none. */
static slp_status read_size(size_t *n, const slp_case *c, slp_error *err)
{
    const slp_algebra_kind *kind = slp_algebra_kind_of(c->system->algebra);
    *n = 1;
    if (slp_expect_integer(n, err, c, "size", 1, kind->least ? kind->most : 1)) return SLP_INPUT;
    return kind->least ? slp_algebra_size_check(err, c->line, c->id, "size", kind, *n) : SLP_OK;
}

/* How many indices the terms of H_1, H_2, ... have in all. */
static size_t noise_indices(const double *terms, size_t count)
{
    slp_term term;
    size_t sum = 0;
    for (size_t at = 0; slp_terms_next(&term, &at, terms, count);) sum += term.k ? term.degree : 0;
    return sum;
}

static slp_status shape(slp_case *c, slp_error *err)
{
    size_t n, count, which, noises = 0;
    if (check_algebra(c, err) || read_size(&n, c, err) ||
        slp_expect_count(err, c, "weights", n, "one for each of the `size` copies of su(2)") ||
        slp_expect_nonzero(err, c, "weights") ||
        slp_expect_integer(&noises, err, c, "noises", 0, SLP_MAX_LIST))
        return SLP_INPUT;
    c->d = slp_algebra_coordinates(c->system->algebra, n);
    const double *terms = slp_case_param(c, "terms", &count);
    const char *fault = slp_terms_fault(&which, terms, count, c->d);
    if (fault)
        return slp_error_set(err, c->line, c->id, "terms", "item %zu %s = %zu", which, fault, c->d);
    c->M = slp_terms_noises(terms, count);
    if (noises > c->M) c->M = noises;
    const size_t indices = noise_indices(terms, count);
    if ((c->areas || c->area.count) && indices > SLP_MAX_BRACKET_INDICES)
        return slp_error_set(err, c->line, c->id, "area",
                             "is given, but the terms of the noises have %zu indices, and their "
                             "brackets as many as the square of that; at most %d are taken: leave "
                             "area out, or give fewer terms",
                             indices, SLP_MAX_BRACKET_INDICES);
    return SLP_OK;
}

/* As on Zeitlin's sphere: the coordinates of su(N) also hold multiples of the identity. */
static slp_status trace_free(const slp_case *c, const double *x, slp_error *err)
{
    size_t n;
    if (read_size(&n, c, err)) return SLP_INPUT;
    return slp_expect_trace_free(err, c, x, n);
}

static slp_status factors(size_t *count, const slp_case *c, slp_error *err)
{
    size_t n;
    *count = 0;
    return read_size(&n, c, err) ? SLP_INPUT : slp_split_terms(count, c, n, err);
}

/* No scheme keeps an energy of degree 3 or more exactly; on so(3) some that keep a quadratic one
 * do not keep a linear one. */
static bool is_kept(const slp_case *c, size_t degree)
{
    return degree == 2 || (degree == 1 && c->system->algebra != SLP_SO3);
}

static unsigned lacks(const slp_case *c)
{
    size_t count;
    slp_term term;
    bool kept = true;
    const double *terms = slp_case_param(c, "terms", &count);
    for (size_t at = 0; slp_terms_next(&term, &at, terms, count);)
        kept = kept && (term.k > 0 || term.c == 0 || is_kept(c, term.degree));
    return kept ? 0 : SLP_LAW_ENERGY;
}

/* The energy's terms of which `lacks` speaks get the coefficient 0. */
static void make_hamiltonian(slp_case *c)
{
    for (size_t p = 0; c->system->params[p].key; p++) {
        const slp_numbers *list = &c->params[p];
        if (c->system->params[p].kind != SLP_PARAM_TERMS) continue;
        for (size_t at = 0; at < list->count; at += SLP_TERM_HEAD + (size_t)list->at[at + 2])
            if (list->at[at] == 0 && !is_kept(c, (size_t)list->at[at + 2])) list->at[at + 1] = 0;
    }
}

static void leave_factors(slp_case *c)
{
    size_t n;
    slp_error err;
    if (read_size(&n, c, &err)) return;
    for (size_t p = 0; c->system->params[p].key; p++)
        if (c->system->params[p].kind == SLP_PARAM_TERMS)
            slp_split_terms_leave(c->params[p].at, c->params[p].count, c->system->algebra, n);
}

#define COMMON(WORD)                                                                               \
    .name = "polynomial-" WORD, .family = "polynomial",                                            \
    .about = "Hamiltonians that are polynomials in the coordinates, on any algebra",               \
    .source = "the manual, Systems, polynomial", .shape = shape, .lacks = lacks, .areas = true,    \
    .factors = factors, .leave_factors = leave_factors, .noises_share_factors = true,              \
    .make_hamiltonian = make_hamiltonian, .draw = slp_draw_polynomial

#define ALGEBRA                                                                                    \
    {                                                                                              \
        "algebra", SLP_PARAM_WORD, true, SLP_ALGEBRA_WORDS,                                        \
            "so3, se3, plane (T*R), su2 (n copies), so, su or sp (matrices)"                       \
    }
#define TERMS                                                                                      \
    {                                                                                              \
        "terms", SLP_PARAM_TERMS, true, NULL,                                                      \
            "items k:c:i.j...: c x_i x_j ... of H_k; k = 0 is the energy, k = 1, 2, ... the "      \
            "noises"                                                                               \
    }
#define NOISES                                                                                     \
    {                                                                                              \
        "noises", SLP_PARAM_NUMBERS, false, NULL,                                                  \
            "M where it is more than the largest k: H of the others is 0"                          \
    }
#define SIZE(REQUIRED)                                                                             \
    {                                                                                              \
        "size", SLP_PARAM_NUMBERS, REQUIRED, NULL,                                                 \
            "n: copies of su(2), rows of so, su and sp; on so3, se3 and plane 1, or left out"      \
    }
#define WITHOUT_SIZE .params = {ALGEBRA, SIZE(false), TERMS, NOISES}
#define WITH_SIZE    .params = {ALGEBRA, SIZE(true), TERMS, NOISES}

enum {
    /* not SLP_LAW_ENERGY_NEAR: its window is a turn by |Xi|, and an orbit of a polynomial may take
     * many such turns to return */
    HAS_ENERGY = SLP_LAW_POISSON | SLP_LAW_SYMMETRY,
    HAS_CASIMIRS = HAS_ENERGY | SLP_LAW_ENERGY | SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC
};

const slp_system slp_system_polynomial_so3 = {
    COMMON("so3"),
    .algebra = SLP_SO3,
    .has = HAS_CASIMIRS | SLP_LAW_SPECTRUM,
    .only_quadratic_casimirs = true,
    WITHOUT_SIZE,
};

const slp_system slp_system_polynomial_se3 = {
    COMMON("se3"), .algebra = SLP_SE3, .has = HAS_CASIMIRS, .only_quadratic_casimirs = true,
    WITHOUT_SIZE,
};

const slp_system slp_system_polynomial_plane = {
    COMMON("plane"),
    .algebra = SLP_VECTOR,
    .has = HAS_ENERGY,
    WITHOUT_SIZE,
};

const slp_system slp_system_polynomial_su2 = {
    COMMON("su2"),
    .algebra = SLP_SU2N,
    .has = HAS_CASIMIRS | SLP_LAW_SPECTRUM,
    .only_quadratic_casimirs = true,
    .params = {ALGEBRA,
               SIZE(true),
               {"weights", SLP_PARAM_NUMBERS, false, NULL,
                "su2: n weights of the pairing, not 0; 1 when left out"},
               TERMS,
               NOISES},
};

const slp_system slp_system_polynomial_so = {
    COMMON("so"),
    .algebra = SLP_SON,
    .has = HAS_CASIMIRS | SLP_LAW_SPECTRUM,
    WITH_SIZE,
};

const slp_system slp_system_polynomial_su = {
    COMMON("su"),         .algebra = SLP_SUN, .has = HAS_CASIMIRS | SLP_LAW_SPECTRUM,
    .member = trace_free, WITH_SIZE,
};

const slp_system slp_system_polynomial_sp = {
    COMMON("sp"),
    .algebra = SLP_SP,
    .has = HAS_CASIMIRS | SLP_LAW_SPECTRUM,
    WITH_SIZE,
};
