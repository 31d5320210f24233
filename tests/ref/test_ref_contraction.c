/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Contraction constants are those that each scheme's file states, of the algebra's bounds on its
 * actions and the generator's own over the ball: no smaller, and no larger either, for a verdict's
 * unit grows with (1 + L)/(1 - L).  With lip(R), rho(R) = span Xi(x) + R lip(R), and size, slope of
 * an action at rho:
 *     tmk                  slope lip(R/2) |x| / 2 of exp, at rho(R/2)
 *     isospectral-midpoint size + slope lip (|x| + R) of the congruence less the identity
 *     canonical-midpoint   slope lip |x| of the congruence's inverse
 *     implicit-midpoint, trapezoidal   (size + slope lip (|x| + R)) / 2 of ad*
 *     spherical-midpoint   the same times the largest 1/sqrt(1 - (R/|x_i|)^2) over the vectors x_i
 *                          that are not 0; none where R reaches one of them
 *     variational          (slope (1 + size') + size slope') lip |x| / 4 of dtau^-1's inverse and
 *                          of tau ('), at rho/2.
 * Vortices' lip grows with R.  A bound has 30 bits and is rounded up fewer than 16 times, and
 * nowhere down: over many steps a product that is rounded down is seen, for then the constant is
 * once below what its factors give. */
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#include "ref/certificate/certificate.h"
#include "tests/ref/case_in_balls.h"

/* lip(R), rho(R) */
static void generator(double *lip, double *rho, ref_frame *f, double R)
{
    mag_t radius, lipschitz;
    mag_init(radius);
    mag_init(lipschitz);
    mag_set_ui(radius, (ulong)(16 * R));
    mag_mul_2exp_si(radius, radius, -4);
    f->sys->table->generator_lipschitz(lipschitz, f->sys, f->pack, f->x, radius);
    *lip = mag_get_d(lipschitz);
    *rho = mag_get_d(f->xi_span) + R * *lip;
    mag_clear(radius);
    mag_clear(lipschitz);
}

static void action(double *size, double *slope, const ref_frame *f, const ref_action *a, double rho)
{
    mag_t at, s, t;
    mag_init(at);
    mag_init(s);
    mag_init(t);
    mag_set_d_lower(at, rho);
    a->bound(s, t, f->algebra, at);
    *size = mag_get_d(s);
    *slope = mag_get_d(t);
    mag_clear(at);
    mag_clear(s);
    mag_clear(t);
}

static double stretch(const ref_frame *f, const char *scheme, double R)
{
    double most = 1;
    if (strcmp(scheme, "spherical-midpoint") != 0) return 1;
    for (slong i = 0; i < f->d; i += 3) {
        double length = 0;
        for (slong k = i; k < i + 3; k++)
            length = hypot(length, arf_get_d(arb_midref(f->x + k), ARF_RND_NEAR));
        if (length == 0) continue;
        most = fmax(most, R < length ? 1 / sqrt(1 - R / length * (R / length)) : INFINITY);
    }
    return most;
}

static double stated(ref_frame *f, const char *scheme, double R)
{
    const ref_algebra *g = f->algebra;
    double lip, rho, size, slope, turn, turn_slope, x = mag_get_d(f->x_span);
    generator(&lip, &rho, f, strcmp(scheme, "tmk") == 0 ? R / 2 : R);
    if (strcmp(scheme, "tmk") == 0) {
        action(&size, &slope, f, g->exponential, rho);
        return slope * lip * x / 2;
    }
    if (strcmp(scheme, "isospectral-midpoint") == 0) {
        action(&size, &slope, f, g->congruence_change, rho);
        return size + slope * lip * (x + R);
    }
    if (strcmp(scheme, "canonical-midpoint") == 0) {
        action(&size, &slope, f, g->congruence_inverse, rho);
        return slope * lip * x;
    }
    if (strncmp(scheme, "variational", 11) == 0) {
        bool exponential = strcmp(scheme, "variational-exp") == 0;
        action(&size, &slope, f, exponential ? g->dexp_dual : g->congruence_inverse, rho / 2);
        action(&turn, &turn_slope, f, exponential ? g->exponential : g->cayley, rho / 2);
        return (slope * (1 + turn) + size * turn_slope) * lip * x / 4;
    }
    action(&size, &slope, f, g->ad, rho);
    return (size + slope * lip * (x + R)) / 2 * stretch(f, scheme, R);
}

static const char *const schemes[] = {
    "tmk",         "isospectral-midpoint", "canonical-midpoint", "implicit-midpoint",
    "trapezoidal", "variational-cayley",   "variational-exp",    "spherical-midpoint"};

static const char *const systems[] = {
    "case id=a system=point-vortices scheme=tmk gamma=1,-2,0.5 quad=0.25,-0.5,0.125 h=0.125 "
    "steps=1 x=1,0.25,0,0,-1.5,0.5,-0.75,0,1 dw=0.25,-0.125,0.5",
    "case id=a system=rigid-body scheme=tmk inertia=1,2,4 quad=0.25,-0.5,0.125 h=-0.25 "
    "steps=1 x=1,0.25,-2 dw=0.25,-0.125,0.5",
    "case id=a system=rigid-body-n scheme=tmk n=4 inertia=1,2,4,3,5,6 quad=-0.5 h=0.125 steps=1 "
    "x=1,0.25,-2,0.5,0.75,-1 dw=0.25,-0.125,0.5,0,0.125,0.25",
    "case id=a system=zeitlin-sphere scheme=tmk n=3 amp=0.5 shell=2 h=0.125 steps=1 "
    "x=1,-2,1,0.5,0,0,0.25,0,-1 dw=0.5,0.25,-0.125,0,-0.25",
    "case id=a system=symplectic scheme=tmk n=2 quadratic=1,0.25,-0.5,1,0.5,1 noise=0.25,0.5,0 "
    "h=0.0625 steps=1 x=1,-0.5,0.25 dw=0.25",
    "case id=a system=canonical scheme=tmk model=kubo beta=0.5 h=0.125 steps=1 x=1,-2 dw=0.5",
    /* the shortest vector first, in the middle and last; at the second radius a ball reaches it */
    "case id=a system=spins scheme=tmk bonds=1:2,2:3 exchange=0.5,-0.25 h=0.125 steps=1 "
    "x=0.125,0,0.0625,1,0,0,0,0,2",
    "case id=a system=spins scheme=tmk bonds=1:2,2:3 exchange=0.5,-0.25 h=0.125 steps=1 "
    "x=1,0,0,0.125,0,0.0625,0,0,2",
    "case id=a system=spins scheme=tmk bonds=1:2,2:3 exchange=0.5,-0.25 h=0.125 steps=1 "
    "x=1,0,0,0,0,2,0.125,0,0.0625",
    /* a vector that is 0 stays, and is not asked */
    "case id=a system=spins scheme=tmk bonds=1:2,2:3 exchange=0.5,-0.25 h=0.125 steps=1 "
    "x=1,0,0,0,0,0,0.25,0,0.25"};

/* h and dW are `by`/1024 of the step's */
static int constants_of(const ref_exact_step *t, slong by)
{
    int compared = 0;
    arb_ptr dW = _arb_vec_init(1 + t->M), h = dW + t->M;
    for (slong i = 0; i <= t->M; i++) {
        arb_mul_si(dW + i, i < t->M ? t->dW + i : t->h, by, 128);
        arb_mul_2exp_si(dW + i, dW + i, -10);
    }
    mag_t L, R;
    mag_init(L);
    mag_init(R);
    for (size_t s = 0; s < sizeof schemes / sizeof *schemes; s++)
        for (ulong eighths = 0; eighths < 3; eighths++) {
            const ref_scheme *scheme = ref_scheme_find(schemes[s]);
            const double radius = (double)eighths / 8;
            ref_frame f;
            if (!ref_scheme_suits(scheme, t->sys)) continue;
            assert_true(ref_frame_init(&f, scheme, t->sys, t->x, h, dW, 128));
            mag_set_ui(R, eighths);
            mag_mul_2exp_si(R, R, -3);
            f.scheme->lipschitz(L, &f, R);
            double expected = stated(&f, schemes[s], radius);
            if (isfinite(expected)) {
                assert_ge(mag_get_d(L), expected * (1 - 0x1p-46));
                assert_le(mag_get_d(L), expected * (1 + 16 * 0x1p-28));
                compared++;
            } else {
                assert_true(mag_is_inf(L));
            }
            ref_frame_clear(&f);
        }
    mag_clear(L);
    mag_clear(R);
    _arb_vec_clear(dW, 1 + t->M);
    return compared;
}

static void constants_are_as_stated(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        ref_exact_step t;
        take(&t, systems[k]);
        for (slong by = 1024; by > 512; by -= 23) assert_ge(constants_of(&t, by), 6);
        put_back(&t);
    }
    ref_thread_cleanup();
}

/* The step that norms prove with L <= 1/2, and no other, as its certificate says: over steps 2^k
 * times as long. */
static int halves_of(ref_exact_step *t, int *longer)
{
    int shorter = 0;
    arb_ptr next = _arb_vec_init(ref_system_d(t->sys)), dW = _arb_vec_init(ref_system_M(t->sys));
    arb_t h;
    arb_init(h);
    for (size_t s = 0; s < sizeof schemes / sizeof *schemes; s++)
        for (slong k = -4; k <= 2; k += 2) {
            const ref_scheme *scheme = ref_scheme_find(schemes[s]);
            ref_certificate cert;
            arb_mul_2exp_si(h, t->h, k);
            for (slong i = 0; i < ref_system_M(t->sys); i++) arb_mul_2exp_si(dW + i, t->dW + i, k);
            const slp_status status = ref_step(next, &cert, scheme, t->sys, t->x, h, dW, 128);
            const bool half = status == SLP_OK && !cert.by_jacobian && cert.L <= 0.5;
            assert_int_equal(ref_step_contracts(scheme, t->sys, t->x, h, dW, 128), half);
            shorter += half;
            *longer += status == SLP_OK && !half;
        }
    _arb_vec_clear(next, ref_system_d(t->sys));
    _arb_vec_clear(dW, ref_system_M(t->sys));
    arb_clear(h);
    return shorter;
}

static void a_half_by_norms_is_told_without_the_step(void **unused)
{
    (void)unused;
    int longer = 0;
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        ref_exact_step t;
        take(&t, systems[k]);
        assert_gt(halves_of(&t, &longer), 0);
        assert_true(
            ref_step_contracts(ref_scheme_find("rkmk-rk4-exp"), t.sys, t.x, t.h, t.dW, 128));
        put_back(&t);
    }
    assert_gt(longer, 8);
    ref_thread_cleanup();
}

static void steps_that_are_none_contract_nowhere(void **unused)
{
    (void)unused;
    const char *none[][2] = {
        {"case id=a system=rigid-body scheme=tmk inertia=1,2,4 h=0.125 steps=1 x=1,0.25,-2",
         "midpoint"},
        {"case id=a system=point-vortices scheme=tmk gamma=1,1 h=0.125 steps=1 x=1,0,0,2,0,0",
         "tmk"}};
    const slp_status why[] = {SLP_UNSUPPORTED, SLP_DOMAIN};
    for (int k = 0; k < 2; k++) {
        ref_exact_step t;
        take(&t, none[k][0]);
        const ref_scheme *scheme = ref_scheme_find(none[k][1]);
        arb_ptr next = _arb_vec_init(ref_system_d(t.sys));
        assert_int_equal(ref_step(next, NULL, scheme, t.sys, t.x, t.h, t.dW, 128), why[k]);
        assert_false(ref_step_contracts(scheme, t.sys, t.x, t.h, t.dW, 128));
        _arb_vec_clear(next, ref_system_d(t.sys));
        put_back(&t);
    }
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constants_are_as_stated),
                                       cmocka_unit_test(a_half_by_norms_is_told_without_the_step),
                                       cmocka_unit_test(steps_that_are_none_contract_nowhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
