/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The law of the orbit: results that keep every eigenvalue and Casimir but leave the orbit are seen
 * by this law alone, at whatever step. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include "ref/ref.h"
#include "tests/ref/thread_caches.h"
#include "tests/props/orbit_leaver.h"

#define BODY(n, x)     "system=rigid-body-n scheme=tmk n=" #n " x=" x
#define PLANE(n, q, x) "system=symplectic scheme=tmk n=" #n " quadratic=" q " x=" x
#define ONES_3         "1,0,0,1,0,1"
#define TOP(x)         "system=heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 x=" x

/* Axis 1 reversed. */
static void reflect(double *y, const slp_case *c)
{
    size_t count;
    const double *n = slp_case_param(c, "n", &count);
    for (size_t i = 0; i + 1 < (size_t)n[0]; i++) y[i] = -y[i];
}

/* Momenta reversed, X -> diag(I, -I) X diag(I, -I): b and c change sign. */
static void reverse_momenta(double *y, const slp_case *c)
{
    size_t count, m = (size_t)(slp_case_param(c, "n", &count)[0] / 2);
    for (size_t i = m * m; i < c->d; i++) y[i] = -y[i];
}

static void faster(double *y, const slp_case *c)
{
    (void)c;
    for (size_t i = 0; i < 3; i++) y[i] *= 1 + 0x1p-30;
}

static void faster_at_last(double *y, const slp_case *c)
{
    faster(y + (c->steps - 1) * c->d, c);
}

static void every_step_is_looked_at(void **state)
{
    (void)state;
    const char *body = "system=rigid-body scheme=tmk inertia=1,2,3 steps=4 x=1,-0.5,0.25";
    leaving_seen("orbit", PROP_HELD, NULL, body);
    leaving_seen("orbit", PROP_FAILED, faster_at_last, body);
    leaving_seen("orbit", PROP_FAILED, faster, body);
}

static void what_leaves_the_orbit_unseen_by_the_other_laws_is_seen(void **state)
{
    (void)state;
    const char *body = BODY(4, "1,2,-0.5,0.25,3,-1");
    leaving_seen("spectrum", PROP_HELD, reflect, body);
    leaving_seen("orbit", PROP_FAILED, reflect, body);
    leaving_seen("orbit", PROP_HELD, NULL, body);
    /* of odd size, or with a kernel, the reflected state is on the orbit */
    leaving_seen("orbit", PROP_HELD, reflect, BODY(5, "1,2,-0.5,0.25,3,-1,2,4,-2,1"));
    leaving_seen("orbit", PROP_HELD, reflect, BODY(4, "1,2,3,0,0,0"));
    const char *plane = PLANE(2, ONES_3, "0.5,2,-1"), *open = PLANE(2, ONES_3, "0.5,2,1");
    leaving_seen("casimirs", PROP_HELD, reverse_momenta, plane);
    leaving_seen("spectrum", PROP_HELD, reverse_momenta, plane);
    leaving_seen("orbit", PROP_FAILED, reverse_momenta, plane);
    leaving_seen("orbit", PROP_HELD, NULL, plane);
    leaving_seen("orbit", PROP_HELD, reverse_momenta, open); /* real eigenvalues have no sign */
    const char *top = TOP("1,2,2,0,0,0");
    leaving_seen("casimirs", PROP_HELD, faster, top);
    leaving_seen("orbit", PROP_FAILED, faster, top);
    leaving_seen("orbit", PROP_HELD, NULL, top);
    leaving_seen("orbit", PROP_FAILED, faster, TOP("1,2,2,0.5,0,1"));
    leaving_seen("orbit", PROP_HELD, NULL, TOP("1,2,2,0.5,0,1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_is_looked_at),
        cmocka_unit_test(what_leaves_the_orbit_unseen_by_the_other_laws_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
