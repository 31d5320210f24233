/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* sp(2m, R) seen in other symplectic bases, time and state rescaled, noises in another order, the
 * opposite state run backwards.  A change of basis S that is orthogonal and leaves J as it is, or
 * turns its sign, maps the algebra to itself by X -> S X S^T, and [xi^T, X] with it; with S a
 * signed permutation each coordinate goes to one other, or to minus it. */
#include "props/relation/relation.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>

/* Where a coordinate of the image comes from. */
typedef struct source {
    size_t at;
    int sign;
} source;

enum { REVERSED, TURNED, REFLECTED };

static size_t half_size(size_t d)
{
    size_t m = 1;
    while (m * (2 * m + 1) < d) m++;
    return m;
}

/* Numbers of a_ij, and of b_ij and c_ij. */
static size_t place_a(size_t i, size_t j, size_t m)
{
    return i * m + j;
}

static size_t place_symmetric(size_t block, size_t i, size_t j, size_t m)
{
    const size_t row = i < j ? i : j, column = i < j ? j : i;
    return m * m + block * (m * (m + 1) / 2) + row * m + column - row * (row + 1) / 2;
}

/* REVERSED, the pairs (q_i, p_i) in the reverse order: every block with rows and columns reversed.
 * TURNED, S = J, q to p and p to -q: a to -a^T, b to -c, c to -b.
 * REFLECTED, S = diag(I, -I), the momenta reversed: b to -b, c to -c. */
static source *basis_sources(size_t d, int basis)
{
    const size_t m = half_size(d), last = m - 1;
    source *from = slp_allocate(d, sizeof *from);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            from[place_a(i, j, m)] = basis == REVERSED ? (source){place_a(last - i, last - j, m), 1}
                                     : basis == TURNED ? (source){place_a(j, i, m), -1}
                                                       : (source){place_a(i, j, m), 1};
            for (size_t block = 0; block < 2; block++)
                from[place_symmetric(block, i, j, m)] =
                    basis == REVERSED ? (source){place_symmetric(block, last - i, last - j, m), 1}
                    : basis == TURNED ? (source){place_symmetric(1 - block, i, j, m), -1}
                                      : (source){place_symmetric(block, i, j, m), -1};
        }
    return from;
}

/* Number of Q_kl in the upper triangle. */
static size_t entry_index(size_t k, size_t l, size_t d)
{
    const size_t row = k < l ? k : l, column = k < l ? l : k;
    return row * d + column - row * (row + 1) / 2;
}

static bool rename_all(slp_case *to, const slp_case *c, int basis)
{
    size_t entries, noises;
    const double *Q = slp_case_param(c, "quadratic", &entries),
                 *noise = slp_case_param(c, "noise", &noises);
    const size_t d = c->d;
    source *from = basis_sources(d, basis);
    double *renamed = slp_allocate(entries + noises, sizeof *renamed), *b = renamed + entries;
    for (size_t k = 0; k < d; k++) {
        to->x[k] = from[k].sign * c->x[from[k].at];
        for (size_t l = k; l < d; l++)
            renamed[entry_index(k, l, d)] =
                from[k].sign * from[l].sign * Q[entry_index(from[k].at, from[l].at, d)];
        for (size_t n = 0; n < noises; n += d) b[n + k] = from[k].sign * noise[n + from[k].at];
    }
    bool done = prop_set(to, "quadratic", renamed, entries) &&
                (noises == 0 || prop_set(to, "noise", b, noises));
    free(renamed);
    free(from);
    return done;
}

static bool reverse_pairs(slp_case *to, const slp_case *c)
{
    return half_size(c->d) > 1 && rename_all(to, c, REVERSED);
}

static bool turn_basis(slp_case *to, const slp_case *c)
{
    return rename_all(to, c, TURNED);
}

static bool reflect(slp_case *to, const slp_case *c)
{
    return rename_all(to, c, REFLECTED);
}

static bool run_faster(slp_case *to, const slp_case *c)
{
    return prop_scale_step(to, -1) && prop_scale_parameter(to, c, "quadratic", 2);
}

/* A quarter of the state and the same Xi.  A rule uses only the state and Xi, and is linear in the
 * state otherwise. */
static bool quarter_state(slp_case *to, const slp_case *c)
{
    for (size_t i = 0; i < c->d; i++) {
        to->x[i] = c->x[i] / 4;
        if (4 * to->x[i] != c->x[i]) return false;
    }
    return prop_scale_parameter(to, c, "quadratic", 4);
}

static bool noise_scaled(slp_case *to, const slp_case *c)
{
    return prop_double_noise(to, c, "noise");
}

static bool noises_reversed(slp_case *to, const slp_case *c)
{
    return prop_reverse_rows(to, c, "noise", c->d, 0);
}

const prop_relation prop_relations_symplectic[] = {
    {"symplectic", "pairs of coordinates in the reverse order", reverse_pairs, false, NULL},
    {"symplectic", "positions and momenta exchanged", turn_basis, false, NULL},
    {"symplectic", "momenta reversed", reflect, false, NULL},
    {"symplectic", "half the time, twice the quadratic form", run_faster, false, NULL},
    {"symplectic", "a quarter of the state, four times the quadratic form", quarter_state, false,
     NULL},
    {"symplectic", "twice the amplitude, half the increments", noise_scaled, false, NULL},
    {"symplectic", "noises in the reverse order", noises_reversed, false, NULL},
    /* the noises' generators do not depend on the state: Xi(-X; -h, dW) = Xi(X; h, dW) */
    {"symplectic", "the opposite state, backwards in time", prop_backwards, false, NULL},
    {.about = NULL}};
