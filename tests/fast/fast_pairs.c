/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Small systems for the tests of the binary64 path, their flow and their Poisson tensor. */
#include "tests/support/cmocka.h"

#include "tests/fast/fast_pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const lines[FAST_PAIR_SYSTEMS] = {
    "case id=a system=rigid-body scheme=tmk inertia=2,1,0.7 quad=0.3,-0.2,0.4 lin=0.1,0.3,-0.2 "
    "h=0.4 steps=1 x=0.6,-0.5,0.7 dw=0.3,0.5,-0.4,0.6",
    "case id=b system=heavy-top scheme=tmk inertia=2,1.2,0.8 chi=0.3,-0.4,0.8 "
    "noise=0.2,-0.1,0.3,0,0.2,0.1,0.1,0.1,0.2,0,-0.3,0,0.2,-0.1 h=0.4 steps=1 "
    "x=0.6,-0.5,0.7,0.3,0.8,-0.4 dw=0.3,-0.5",
    "case id=c system=point-vortices scheme=tmk gamma=1,-0.5,2,0.75 quad=0.3,-0.2,0.4 h=0.8 "
    "steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1,-0.8,-0.5,0.2 dw=0.3,0.5,-0.4",
    "case id=d system=point-vortices scheme=tmk gamma=-2 quad=0.3,-0.2,0.4 h=0.8 steps=1 "
    "x=0.6,-0.5,0.7 dw=0.3,0.5,-0.4",
    "case id=e system=canonical scheme=tmk model=kubo beta=0.3 h=0.4 steps=1 x=0.7,-0.4 dw=0.5",
    "case id=f system=canonical scheme=tmk model=pendulum beta=0.3 gamma=-0.2 h=0.4 steps=1 "
    "x=1.1,-0.6 dw=0.5,0.7",
    "case id=g system=heavy-top scheme=tmk inertia=2,1.2,0.8 chi=0.3,-0.4,0.8 "
    "noise=0.2,-0.1,0.3,0.4,0.2,0.1,0,0.1,0.2,0,0,0,0,-0.1 h=0.4 steps=1 "
    "x=0.6,-0.5,0.7,0.3,0.8,-0.4 dw=0.3,-0.5",
    "case id=h system=spins scheme=tmk bonds=1:2,3:2,1:3 exchange=0.7,-0.4,0.3 "
    "dmi=0.2,-0.3,0.1,0,0.4,-0.2,0.1,0.1,-0.3 field=0.1,-0.2,0.4 anisotropy=0.3,0.5,-0.2,0.9 "
    "noise=0.3 h=0.4 steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1 "
    "dw=0.3,0.5,-0.4,0.2,-0.1,0.3,-0.2,0.6,0.1",
    "case id=i system=spins scheme=tmk bonds=1:2,3:2,1:3 exchange=0.7,-0.4,0.3 "
    "field=0.1,-0.2,0.4 anisotropy=0.3,0.5,-0.2,0.9 "
    "noise=0.3 h=0.4 steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1 "
    "dw=0.3,0.5,-0.4,0.2,-0.1,0.3,-0.2,0.6,0.1",
    "case id=j system=spins scheme=tmk bonds=1:2,3:2,1:3 exchange=0.7,-0.4,0.3 "
    "dmi=0.2,-0.3,0.1,0,0.4,-0.2,0.1,0.1,-0.3 field=0.1,-0.2,0.4 anisotropy=0.3,0.5,-0.2,0.9 "
    "noise=0.3 damping=0.25 h=0.4 steps=1 x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1 "
    "dw=0.3,0.5,-0.4,0.2,-0.1,0.3,-0.2,0.6,0.1"};

void fast_pair_read(fast_pair_system *p, const char *line)
{
    slp_error err;
    slp_case_init(&p->c);
    if (slp_case_parse(&p->c, line, 1, &err) || fast_system_new(&p->sys, &p->c, &err)) {
        slp_error_print(stderr, line, &err);
        abort();
    }
}

void fast_pair_open(fast_pair_system *p, size_t i)
{
    fast_pair_read(p, lines[i]);
}

bool fast_pair_makes_sense(size_t *factors, const fast_pair_system *p, const slp_scheme *scheme)
{
    slp_error err;
    *factors = 0;
    return slp_pair_makes_sense(p->c.system, scheme, NULL) &&
           (!scheme->splits || p->c.system->factors(factors, &p->c, &err) == SLP_OK);
}

void fast_pair_close(fast_pair_system *p)
{
    fast_system_free(p->sys);
    slp_case_clear(&p->c);
}

static void scaled_noise(double dw[12], const fast_pair_system *p, double scale)
{
    for (size_t k = 0; k < p->c.M; k++) dw[k] = scale * p->c.dw[k];
}

slp_status fast_pair_step(double *next, fast_report *report, const char *scheme,
                          const fast_pair_system *p, const double *x, double scale)
{
    const fast_scheme *s = fast_scheme_find(scheme);
    double dw[12], *room;
    if (!s || !(room = calloc(fast_step_work_size(s, p->sys), sizeof *room))) abort();
    scaled_noise(dw, p, scale);
    memcpy(next, x, p->c.d * sizeof *next);
    slp_status status = fast_step(next, report, s, p->sys, x, scale * p->c.h, dw, room);
    free(room);
    return status;
}

static void field(double *out, const fast_pair_system *p, const double *frozen, const double *x)
{
    const fast_system *sys = p->sys;
    double xi[FAST_PAIR_D], work[8 * FAST_PAIR_D];
    sys->table->generator(xi, NULL, sys, frozen, x, work);
    sys->algebra->coadjoint(out, sys->algebra, xi, x, work);
}

/* n steps of the explicit midpoint rule and a smoothing half step: an expansion in even powers of
 * 1/n. */
static void gragg(double *out, const fast_pair_system *p, const double *frozen, const double *x,
                  int n)
{
    const size_t d = p->c.d;
    double a[FAST_PAIR_D], b[FAST_PAIR_D], f[FAST_PAIR_D], h = 1.0 / n;
    memcpy(a, x, d * sizeof *a);
    field(f, p, frozen, a);
    for (size_t i = 0; i < d; i++) b[i] = a[i] + h * f[i];
    for (int k = 1; k < n; k++) {
        field(f, p, frozen, b);
        for (size_t i = 0; i < d; i++) {
            double next = a[i] + 2 * h * f[i];
            a[i] = b[i];
            b[i] = next;
        }
    }
    field(f, p, frozen, b);
    for (size_t i = 0; i < d; i++) out[i] = 0.5 * (a[i] + b[i] + h * f[i]);
}

void fast_pair_flow(double *out, const fast_pair_system *p, const double *x, double scale)
{
    enum { ROWS = 8 };
    const size_t d = p->c.d;
    double dw[12], frozen[64], row[ROWS][FAST_PAIR_D];
    scaled_noise(dw, p, scale);
    assert_le(p->sys->table->frozen_size(p->sys), sizeof frozen / sizeof *frozen);
    p->sys->table->freeze(frozen, p->sys, scale * p->c.h, dw);
    for (int k = 0; k < ROWS; k++) gragg(row[k], p, frozen, x, 4 * (k + 1));
    for (int j = 1; j < ROWS; j++)
        for (int k = ROWS - 1; k >= j; k--) {
            double ratio = (double)(k + 1) / (k + 1 - j);
            for (size_t i = 0; i < d; i++)
                row[k][i] += (row[k][i] - row[k - 1][i]) / (ratio * ratio - 1);
        }
    memcpy(out, row[ROWS - 1], d * sizeof *out);
}

void fast_pair_tensor(double *B, const fast_pair_system *p, const double *x)
{
    const fast_algebra *g = p->sys->algebra;
    const size_t d = g->d;
    double e[FAST_PAIR_D] = {0}, column[FAST_PAIR_D], work[8 * FAST_PAIR_D];
    size_t count;
    const double *gamma = slp_case_param(&p->c, "gamma", &count);
    for (size_t j = 0; j < d; j++) {
        e[j] = 1;
        g->coadjoint(column, g, e, x, work);
        e[j] = 0;
        for (size_t i = 0; i < d; i++)
            B[i * d + j] = gamma ? column[i] / gamma[i / 3] : column[i]; /* vortices */
    }
}
