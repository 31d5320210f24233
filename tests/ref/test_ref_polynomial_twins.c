/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Polynomials against their twins, the systems of the tables whose Hamiltonians are quadratic and
 * that have a generator of their own: the same steps on every scheme but splittings, with Levy
 * areas where the twin has them; proved as often, by Lipschitz bounds that are as sharp. */
#include "tests/support/cmocka.h"

#include "oracle/contract/draw/draw.h"
#include "ref/system/polynomial.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"
#include "props/case/twin.h"
#include "tests/support/drawn_system.h"

#include <math.h>

enum { PREC = 192, EACH = 3, MOST_COORDINATES = 36, SYSTEMS = 32 };

typedef struct tally {
    size_t pairs, exact, areas, proved, only_twin, only_other;
    double widest; /* ratio of Lipschitz bounds */
} tally;

/* The step of c at PREC bits; y: d numbers; *kappa: its condition. */
static slp_status step(arb_ptr y, double *kappa, ref_system **sys, const slp_case *c)
{
    slp_error err;
    ref_certificate cert;
    arb_t h;
    const slong d = (slong)c->d, M = (slong)c->M;
    arb_ptr x = _arb_vec_init(d + M), dw = x + d;
    arb_init(h);
    assert_int_equal(ref_system_new(sys, c, &err), SLP_OK);
    arb_set_d(h, c->h);
    for (slong i = 0; i < d; i++) arb_set_d(x + i, c->x[i]);
    for (slong k = 0; k < M; k++) arb_set_d(dw + k, c->dw[k]);
    const slp_status status =
        ref_step(y, &cert, ref_scheme_find(c->scheme->name), *sys, x, h, dw, PREC);
    *kappa = cert.kappa;
    arb_clear(h);
    _arb_vec_clear(x, d + M);
    return status;
}

/* Lipschitz bounds at x and its increments, R = |x| 2^-k. */
static double lipschitz(const ref_system *sys, const slp_case *c, int k)
{
    const slong d = (slong)c->d, M = (slong)c->M;
    arb_ptr all = _arb_vec_init(d + M + 1 + sys->pack_size), dw = all + d, h = dw + M, pack = h + 1;
    mag_t R, lip;
    mag_init(R);
    mag_init(lip);
    arb_set_d(h, c->h);
    for (slong i = 0; i < d; i++) arb_set_d(all + i, c->x[i]);
    for (slong i = 0; i < M; i++) arb_set_d(dw + i, c->dw[i]);
    sys->table->freeze(pack, sys, h, dw, PREC);
    sys->algebra.norm(R, &sys->algebra, all);
    mag_mul_2exp_si(R, R, -k);
    sys->table->generator_lipschitz(lip, sys, pack, all, R);
    const double value = mag_get_d(lip);
    mag_clear(R);
    mag_clear(lip);
    _arb_vec_clear(all, d + M + 1 + sys->pack_size);
    return value;
}

/* |x|, and the sizes of the generator's terms at x */
static double generator_size(double *norm, const ref_system *sys, const slp_case *c)
{
    double size, condition;
    const slong d = (slong)c->d, M = (slong)c->M;
    arb_ptr x = _arb_vec_init(d + M + 1), dw = x + d, h = dw + M;
    arb_set_d(h, c->h);
    for (slong i = 0; i < d; i++) arb_set_d(x + i, c->x[i]);
    for (slong k = 0; k < M; k++) arb_set_d(dw + k, c->dw[k]);
    ref_generator_terms(&size, &condition, sys, x, h, dw);
    *norm = 0;
    for (slong i = 0; i < d; i++) *norm = hypot(*norm, c->x[i]);
    _arb_vec_clear(x, d + M + 1);
    return size;
}

/* Both steps enclose one number, to 42 digits of the state where the condition kappa is 1.  A
 * twin with rounded coefficients has a generator that is off by at most 2^-53 of the sizes of its
 * terms, at each stage.  A bracket with it has at most twice the product of the norms. */
static void compare(arb_srcptr one, arb_srcptr two, const ref_system *twin, const slp_case *c,
                    double kappa, bool exact)
{
    double norm;
    arb_t far;
    const double size = generator_size(&norm, twin, c);
    const double rounded = 0x1p-52 * size * norm * kappa * c->scheme->stages;
    arb_init(far);
    for (size_t i = 0; i < c->d; i++) {
        arb_sub(far, one + i, two + i, PREC);
        if (exact ? !arb_contains_zero(far) ||
                        mag_get_d(arb_radref(far)) > 0x1p-140 * norm * kappa + 0x1p-1020
                  : fabs(arf_get_d(arb_midref(far), ARF_RND_NEAR)) > rounded)
            fail_msg("%s, %s, %s: coordinate %zu differs by %g of %g", c->id, c->system->name,
                     c->scheme->name, i + 1, arf_get_d(arb_midref(far), ARF_RND_NEAR), norm);
    }
    arb_clear(far);
}

static void on_case(tally *seen, slp_case *twin, const slp_case *c)
{
    bool exact;
    ref_system *own, *other;
    assert_true(prop_twin_make(twin, &exact, c));
    arb_ptr y = _arb_vec_init(2 * (slong)c->d), two = y + c->d;
    double kappa;
    const slp_status twins = step(two, &kappa, &own, twin), status = step(y, &kappa, &other, c);
    assert_true(status == SLP_OK || status == SLP_UNABLE);
    assert_true(twins == SLP_OK || twins == SLP_UNABLE);
    seen->pairs++;
    seen->exact += exact;
    seen->areas += c->areas > 0;
    seen->only_twin += twins == SLP_UNABLE && status == SLP_OK;
    seen->only_other += twins == SLP_OK && status == SLP_UNABLE;
    if (status == SLP_OK && twins == SLP_OK) {
        seen->proved++;
        compare(y, two, own, c, kappa, exact);
    }
    for (int k = 0; k < 8; k += 7) {
        const double lip = lipschitz(other, c, k);
        if (lip > 0) seen->widest = fmax(seen->widest, lipschitz(own, twin, k) / lip);
    }
    _arb_vec_clear(y, 2 * (slong)c->d);
    ref_system_free(own);
    ref_system_free(other);
}

static void on_pair(tally *seen, const slp_system *system, const slp_scheme *scheme, int level)
{
    slp_case c, twin;
    slp_case_init(&c);
    slp_case_init(&twin);
    const uint64_t wanted = (uint64_t)(EACH * fmax(1, depth_multiplier()));
    for (uint64_t number = 0, used = 0; used < wanted && number < 20 * wanted; number++) {
        slp_error err;
        slp_draw from;
        slp_draw_init(&from, 35 + (uint64_t)level, number);
        assert_int_equal(slp_draw_case(&c, system, scheme, &from, level), SLP_OK);
        if (!prop_twin_exists(&c) || c.d > MOST_COORDINATES) continue;
        prop_twin_round(&c);
        if (slp_case_check(&c, &err) != SLP_OK) continue;
        if (number) assert_int_equal(slp_draw_areas(&c, number), SLP_OK);
        used++;
        on_case(seen, &twin, &c);
    }
    slp_case_clear(&c);
    slp_case_clear(&twin);
}

/* What it would be compared with is itself. */
static bool is_built_of_terms(const slp_system *system)
{
    slp_case c;
    slp_draw from;
    slp_error err;
    ref_system *sys;
    slp_case_init(&c);
    slp_draw_init(&from, 35, 0);
    assert_int_equal(slp_draw_case(&c, system, slp_scheme_at(0), &from, 1), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    const bool built = sys->table == &ref_system_polynomial;
    ref_system_free(sys);
    slp_case_clear(&c);
    return built;
}

static void twins_step_alike(void **unused)
{
    (void)unused;
    size_t systems = 0;
    for (size_t s = 0; drawn_system_at(s); s++) {
        const slp_system *system = drawn_system_at(s);
        tally seen[2] = {{0}, {0}};
        if (is_built_of_terms(system)) continue;
        for (size_t k = 0; slp_scheme_at(k); k++) {
            if (!slp_pair_makes_sense(system, slp_scheme_at(k), NULL)) continue;
            if (slp_scheme_at(k)->splits) continue;
            for (int level = 1; level <= 2; level++)
                on_pair(seen + level - 1, system, slp_scheme_at(k), level);
        }
        if (seen[0].pairs + seen[1].pairs == 0) continue;
        systems++;
        for (int level = 1; level <= 2; level++) {
            const tally *t = seen + level - 1;
            print_message("# %-15s level %d: %4zu steps, %4zu exact, %3zu with areas, %4zu proved; "
                          "unable: only the "
                          "twin %zu, only the other %zu; Lipschitz bound at most %.3f times\n",
                          system->name, level, t->pairs, t->exact, t->areas, t->proved,
                          t->only_twin, t->only_other, t->widest);
            assert_ge(t->proved * 4, 3 * t->pairs);
            assert_le(t->widest, 2);
            assert_le(t->only_twin * 100, t->pairs);
        }
        assert_true(!system->areas || seen[0].areas + seen[1].areas >= 10);
    }
    assert_int_equal(systems, 3);
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(twins_step_alike)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
