/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Classical spins on su(2)^n with exchange, Dzyaloshinskii-Moriya interaction (dmi), field,
 * anisotropy and damping: parameters in the exchange format, and drawing of cases.  How many spins
 * there are is told by the state, and by the bonds where no state is given yet. */
#include "oracle/contract/case/case_schema.h"
#include "oracle/contract/draw/draw.h"

#include <math.h>
#include <string.h>

/* Both ends of every bond are different whole numbers from 1 to *spins; where *spins = 0, it
 * becomes the largest. */
static slp_status read_bonds(size_t *spins, const slp_case *c, slp_error *err)
{
    size_t count, most = 0;
    const double *ends = slp_case_param(c, "bonds", &count);
    for (size_t i = 0; i < count; i++) {
        const double end = ends[i];
        if (!(end >= 1 && end == floor(end) && end <= SLP_MAX_LIST / 3))
            return slp_error_set(err, c->line, c->id, "bonds",
                                 "pair %zu names no spin; spins are counted from 1", i / 2 + 1);
        if (*spins && end > (double)*spins)
            return slp_error_set(err, c->line, c->id, "bonds",
                                 "pair %zu names spin %.0f, and x has %zu; give 3 numbers of x "
                                 "for each spin",
                                 i / 2 + 1, end, *spins);
        if (i % 2 && end == ends[i - 1])
            return slp_error_set(err, c->line, c->id, "bonds",
                                 "pair %zu binds spin %.0f to itself; give two different spins",
                                 i / 2 + 1, end);
        if ((size_t)end > most) most = (size_t)end;
    }
    if (*spins == 0) *spins = most;
    return SLP_OK;
}

/* 0 if the case does not give it. */
static double damping_of(const slp_case *c)
{
    size_t count;
    const double *damping = slp_case_param(c, "damping", &count);
    return count ? *damping : 0;
}

static slp_status shape(slp_case *c, slp_error *err)
{
    const size_t ends = slp_case_count(c, "bonds");
    size_t spins = c->x_count / 3;
    if (c->x_count % 3)
        return slp_error_set(err, c->line, c->id, "x",
                             "has %zu numbers, expected a multiple of 3: 3 for each spin",
                             c->x_count);
    if (read_bonds(&spins, c, err) ||
        slp_expect_count(err, c, "exchange", ends / 2, "one for each bond") ||
        slp_expect_count(err, c, "dmi", ends / 2 * 3, "a vector, 3 numbers, for each bond") ||
        slp_expect_count(err, c, "field", 3, "one vector for all spins") ||
        slp_expect_count(err, c, "anisotropy", 4, "K and the axis e1,e2,e3") ||
        slp_expect_count(err, c, "noise", 1, "one amplitude for all spins") ||
        slp_expect_count(err, c, "damping", 1, "one number for all spins"))
        return SLP_INPUT;
    if (damping_of(c) < 0)
        return slp_error_set(err, c->line, c->id, "damping",
                             "is below 0, and would add energy; give 0 or more");
    c->d = 3 * spins;
    c->M = slp_case_count(c, "noise") ? 3 * spins : 0;
    return SLP_OK;
}

/* Each bond; the anisotropy; field and noise together.  A bond with dmi has no flow of this kind:
 * it moves both spins about vectors that move themselves.  Nor has damping, whose Xi is quadratic
 * in x. */
static slp_status factors(size_t *count, const slp_case *c, slp_error *err)
{
    size_t dmis;
    const double *dmi = slp_case_param(c, "dmi", &dmis);
    for (size_t i = 0; i < dmis; i++)
        if (dmi[i] != 0)
            return slp_error_set(err, c->line, c->id, "dmi",
                                 "bond %zu has a dmi, and then no exact flow, which %s needs; set "
                                 "it to 0 or leave dmi out",
                                 i / 3 + 1, c->scheme ? c->scheme->name : "splitting");
    if (damping_of(c) != 0)
        return slp_error_set(err, c->line, c->id, "damping",
                             "damped spins have no exact flows, which %s needs; set it to 0 or "
                             "leave damping out",
                             c->scheme ? c->scheme->name : "splitting");
    *count = slp_case_count(c, "exchange") + (slp_case_count(c, "anisotropy") > 0) +
             (slp_case_count(c, "field") > 0 || slp_case_count(c, "noise") > 0);
    return SLP_OK;
}

static void make_zero(slp_case *c, const char *key)
{
    for (size_t p = 0; c->system->params[p].key; p++)
        if (strcmp(c->system->params[p].key, key) == 0)
            for (size_t i = 0; i < c->params[p].count; i++) c->params[p].at[i] = 0;
}

/* The damping becomes 0: Xi is then the gradient of the Hamiltonians again. */
static void make_hamiltonian(slp_case *c)
{
    make_zero(c, "damping");
}

static void leave_factors(slp_case *c)
{
    make_zero(c, "dmi");
    make_hamiltonian(c);
}

/* With damping a step is no Poisson map, and the energy falls.  Lengths are kept, for x_i moves
 * along x_i x Xi_i; and a reversed step undoes a step, for Xi(x; -h, -dW) = -Xi(x; h, dW). */
static unsigned lacks(const slp_case *c)
{
    return damping_of(c) != 0 ? SLP_LAW_POISSON | SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR : 0;
}

/* ---- Drawing ------------------------------------------------------------------------------
 *
 * Level 1 must leave a certificate with |h| <= 2^-6 (oracle/contract/draw/case.c), where |dW| <=
 * 2^-3 * 4.1 = 0.51.  A spin has at most 4 bonds (2 of a chain that may be closed, 2 ends of bonds
 * across).  With lengths in [3/4, 5/4], |J| <= 1, |dmi| <= sqrt(3)/2, |B| <= sqrt(3), |K| <= 1, |e|
 * <= 5/4 and D <= 0.1
 *   |xi_i| <= 2^-6 (4 * 5/4 * (1 + 0.87) + 1.74 + 2 * 25/16 * 5/4) + 0.051 sqrt(3) <= 0.33,
 * and the Lipschitz constant of Xi is at most 2^-6 (4 sqrt(1 + 3/4) + 2 * 25/16) = 0.14: a stage
 * map contracts with about (0.33 + 5/4 * 0.14)/2 = 0.26.
 *
 * Damping lambda <= 1/4 adds lambda x_i x g_i to the part g_i of Xi_i that has no noise.  |g_i| <=
 * 0.24, and 1 + lambda [x] has the norm sqrt(1 + (5/16)^2) = 1.05, so that |xi_i| <= 0.24 * 1.05 +
 * 0.09 = 0.34; the Lipschitz constant is at most 0.14 * 1.05 + lambda |g_i| = 0.21, and a stage map
 * contracts with about (0.34 + 5/4 * 0.21)/2 = 0.31.  Scaling x by 2^k and J, dmi, K, lambda by
 * 2^-k leaves all of it as it is. */

enum { USUAL = 5, LARGE = 8, MANY = 191, MOST = 1024, ACROSS = 4, MOST_BONDS = MOST + ACROSS };

/* Bonds of an open or closed chain, each in either direction, and up to two across.  A single spin
 * has no bond, so there are at least two spins.  Returns how many bonds. */
static size_t draw_bonds(double ends[2 * MOST_BONDS], slp_draw *from, size_t n)
{
    size_t count = 0;
    const bool closed = n > 2 && slp_draw_chance(from, 1, 2);
    for (size_t i = 0; i + (closed ? 0 : 1) < n; i++, count++) {
        const size_t one = slp_draw_chance(from, 1, 4);
        ends[2 * count + one] = (double)i + 1;
        ends[2 * count + 1 - one] = (double)((i + 1) % n) + 1;
    }
    for (size_t more = (size_t)slp_draw_below(from, 2); more > 0; more--, count++) {
        const size_t a = (size_t)slp_draw_below(from, n);
        const size_t b = (a + 1 + (size_t)slp_draw_below(from, n - 1)) % n;
        ends[2 * count] = (double)a + 1;
        ends[2 * count + 1] = (double)b + 1;
    }
    return count;
}

/* Equal bonds of either sign, some of them zero, or any; the dmi is left out in half of the
 * cases. */
static slp_status draw_interaction(slp_case *c, slp_draw *from, size_t bonds, int scale)
{
    double exchange[MOST_BONDS], dmi[3 * MOST_BONDS];
    const uint64_t kind = slp_draw_below(from, 4);
    const double all = slp_draw_between(from, -1, 1);
    if (kind == 0) slp_draw_mark(from, SLP_DRAW_EQUAL);
    for (size_t b = 0; b < bonds; b++) {
        const double J = kind == 0                                  ? all
                         : kind == 1 && slp_draw_chance(from, 1, 2) ? 0
                                                                    : slp_draw_between(from, -1, 1);
        exchange[b] = ldexp(J, -scale);
        for (size_t k = 0; k < 3; k++)
            dmi[3 * b + k] = ldexp(slp_draw_between(from, -0.5, 0.5), -scale);
    }
    slp_status status = slp_case_set_param(c, "exchange", exchange, bonds, NULL);
    if (status != SLP_OK || slp_draw_chance(from, 1, 2)) return status;
    return slp_case_set_param(c, "dmi", dmi, 3 * bonds, NULL);
}

/* A field along the third axis or in general position, and an easy or hard axis. */
static slp_status draw_places(slp_case *c, slp_draw *from, int scale)
{
    double field[3] = {0, 0, slp_draw_between(from, -1, 1)}, axis[4] = {0, 0, 0, 1};
    const bool general = slp_draw_chance(from, 1, 2), oblique = slp_draw_chance(from, 1, 2);
    const bool in_field = !slp_draw_chance(from, 1, 3), easy = !slp_draw_chance(from, 1, 2);
    for (int k = 0; k < 2; k++)
        if (general) field[k] = slp_draw_between(from, -1, 1);
    axis[0] = ldexp(slp_draw_between(from, -1, 1), -scale);
    if (oblique) slp_draw_spin(axis + 1, from);
    slp_status status = SLP_OK;
    if (in_field) status = slp_case_set_param(c, "field", field, 3, NULL);
    if (status == SLP_OK && easy) status = slp_case_set_param(c, "anisotropy", axis, 4, NULL);
    return status;
}

/* One choice says both: which noise (none, a zero amplitude, noise) and, for a quarter of the
 * cases, that there is damping; one case in 16 has damping=0.  A case without damping needs no
 * choice more than it did before there was damping. */
static slp_status draw_noise_and_damping(slp_case *c, slp_draw *from, int scale)
{
    const uint64_t choice = slp_draw_below(from, 64), kind = choice % 4, damped = choice / 4;
    const double amplitude = kind == 1 ? 0 : slp_draw_between(from, 0, 0.1);
    if (kind <= 1) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    slp_status status = kind == 0 ? SLP_OK : slp_case_set_param(c, "noise", &amplitude, 1, NULL);
    if (status != SLP_OK || damped < 11) return status;
    const double damping = damped == 11 ? 0 : ldexp(slp_draw_between(from, 0, 0.25), -scale);
    return slp_case_set_param(c, "damping", &damping, 1, NULL);
}

/* All spins alike, an equilibrium but for the noise and oblique fields; a spin that is 0; a
 * denormal coordinate; zeros of either sign. */
static void draw_details(double *x, slp_draw *from, size_t n, int level)
{
    const bool minus = slp_draw_chance(from, 1, 2);
    if (slp_draw_chance(from, 1, 8)) {
        slp_draw_mark(from, SLP_DRAW_AXIS);
        for (size_t i = 3; i < 3 * n; i++) x[i] = x[i - 3];
    }
    if (level > 1 && slp_draw_chance(from, 1, 8)) {
        const size_t i = (size_t)slp_draw_below(from, n);
        memset(x + 3 * i, 0, 3 * sizeof *x);
    }
    slp_draw_denormal(x, 3 * n, from, level);
    slp_draw_zeros(x, 3 * n, from, minus);
}

static slp_status draw(slp_case *c, slp_draw *from, int level)
{
    double x[3 * MOST], ends[2 * MOST_BONDS];
    size_t n = from->many    ? slp_draw_octave(from, USUAL + 1, MANY)
               : from->large ? USUAL + 1 + (size_t)slp_draw_below(from, LARGE - USUAL)
                             : 2 + (size_t)slp_draw_below(from, USUAL - 1);
    if (!slp_draw_wanted_size(&n, from, 2, MOST)) return SLP_DOMAIN;
    for (size_t i = 0; i < n; i++) slp_draw_spin(x + 3 * i, from);
    const int scale = slp_draw_scale(from, level);
    for (size_t i = 0; i < 3 * n; i++) x[i] = ldexp(x[i], scale);
    draw_details(x, from, n, level);
    const size_t bonds = draw_bonds(ends, from, n);
    slp_status status = slp_case_set_param(c, "bonds", ends, 2 * bonds, NULL);
    if (status == SLP_OK) status = draw_interaction(c, from, bonds, scale);
    if (status == SLP_OK) status = draw_places(c, from, scale);
    if (status == SLP_OK) status = draw_noise_and_damping(c, from, scale);
    if (status == SLP_OK) slp_draw_factors(c);
    return status == SLP_OK ? slp_case_set_x(c, x, 3 * n) : status;
}

const slp_system slp_system_spins = {
    .name = "spins",
    .about = "classical spins with exchange, dmi, field, anisotropy and damping, su(2)^n",
    .source = "classical Heisenberg model; damping: Landau and Lifshitz 1935",
    .algebra = SLP_SU2N,
    .vector = "spin",
    .areas = true,
    .has = SLP_LAW_CASIMIRS | SLP_LAW_QUADRATIC | SLP_LAW_SPECTRUM | SLP_LAW_POISSON |
           SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR | SLP_LAW_SYMMETRY,
    .only_quadratic_casimirs = true,
    .turns = true,
    .params = {{"bonds", SLP_PARAM_PAIRS, true, NULL,
                "pairs a:b of spins, counted from 1; x has 3 numbers for each spin"},
               {"exchange", SLP_PARAM_NUMBERS, true, NULL, "J of each bond: energy -J x_a.x_b"},
               {"dmi", SLP_PARAM_NUMBERS, false, NULL,
                "3 numbers a bond, D: energy -D.(x_a cross x_b)"},
               {"field", SLP_PARAM_NUMBERS, false, NULL, "B1,B2,B3: energy -B.x_i of each spin"},
               {"anisotropy", SLP_PARAM_NUMBERS, false, NULL,
                "K,e1,e2,e3: energy -K (x_i.e)^2 of each spin"},
               {"noise", SLP_PARAM_NUMBERS, false, NULL,
                "D: 3n noises, spin by spin and component by component, Hamiltonian -D x_ik"},
               {"damping", SLP_PARAM_NUMBERS, false, NULL,
                "lambda >= 0: adds lambda x_i x (x_i x grad_i H0) to dx_i/dt; lowers H0"}},
    .shape = shape,
    .draw = draw,
    .factors = factors,
    .noises_in_one_factor = true,
    .leave_factors = leave_factors,
    .lacks = lacks,
    .make_hamiltonian = make_hamiltonian,
};
