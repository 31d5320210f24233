/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Spheres drawn: state, increments and step at random, the system from the contract. */
#include "tests/support/cmocka.h"

#include "tests/ref/zeitlin_steps.h"
#include "tests/ref/rigid_body_steps.h"

enum { MOST = 6 };

static void sphere_init(sphere *s, slong N, slong shell, double a, uint64_t *state)
{
    double given = (double)shell;
    *s = (sphere){.N = N, .d = N * N, .shell = shell ? shell : (N + 1) / 2, .a = a};
    s->sys = hydro_system("zeitlin-sphere", (double)N, "amp", &s->a, a != 0, "shell", &given,
                          shell != 0);
    s->M = a != 0 ? s->d - s->shell * s->shell : 0;
    assert_int_equal(ref_system_M(s->sys), s->M);
    s->x = _arb_vec_init(4 * s->d);
    s->y = s->x + s->d;
    s->xi = s->y + s->d;
    s->other = s->xi + s->d;
    s->dW = _arb_vec_init(s->d + 3);
    s->h = s->dW + s->d;
    s->t = s->h + 1;
    s->u = s->t + 1;
    hydro_draw(s->x, N, state, 2);
    hydro_draw(s->y, N, state, 2);
    arb_set_d(s->h, rigid_between(state, -1, 1));
    for (slong k = 0; k < s->M; k++)
        arb_set_d(s->dW + k, k % 5 == 3 ? 0 : rigid_between(state, -1, 1));
    acb_mat_init(s->X, N, N);
    acb_mat_init(s->T, N, N);
    acb_mat_init(s->sum, N, N);
}

static void sphere_clear(sphere *s)
{
    ref_system_free(s->sys);
    _arb_vec_clear(s->x, 4 * s->d);
    _arb_vec_clear(s->dW, s->d + 3);
    acb_mat_clear(s->X);
    acb_mat_clear(s->T);
    acb_mat_clear(s->sum);
}

void sphere_eigenpair(sphere *s, slong l, slong m)
{
    arb_set(s->t, s->h);
    arb_set_d(s->u, s->a);
    if (s->M && l >= s->shell)
        arb_addmul(s->t, s->u, s->dW + l * l - s->shell * s->shell + l + m, SPHERE_PREC);
    arb_div_si(s->t, s->t, l * (l + 1), SPHERE_PREC);
    hydro_harmonic(s->T, s->N, l, m, SPHERE_PREC);
}

void sphere_for_each(void (*check)(sphere *s))
{
    uint64_t state = 61;
    for (slong N = 2; N <= MOST; N++)
        for (slong shell = 0; shell < N; shell++)
            for (int noise = 0; noise < 2; noise++) {
                sphere s;
                sphere_init(&s, N, shell, noise ? 0.625 : 0, &state);
                check(&s);
                sphere_clear(&s);
                if (!noise && shell) break;
            }
}
