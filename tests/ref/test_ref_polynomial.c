/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Polynomials in the reference against their definition: generator and derivative, energy, the
 * Lipschitz constant, and honest binary64 ports of the generator against the sizes of its terms. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/terms.h"
#include "ref/system/coordinate_bracket.h"
#include "ref/system/given_algebra.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"
#include "tests/support/drawn_polynomial.h"

#include <math.h>
#include <stdlib.h>

enum { PREC = 256, ALGEBRAS = 7, DRAWS = 60 };

/* What a test needs of a case. */
typedef struct bench {
    slp_case *c;
    ref_system *sys;
    slong d, M;
    arb_ptr x, dx, h, dw, xi, pack;
} bench;

static void bench_init(bench *b, size_t algebra, size_t degree, uint64_t number)
{
    slp_draw from;
    slp_error err;
    slp_draw_init(&from, 7, number);
    drawn_polynomial(&b->c, algebra, "tmk", degree, &from);
    assert_int_equal(ref_system_new(&b->sys, b->c, &err), SLP_OK);
    b->d = (slong)b->c->d;
    b->M = (slong)b->c->M;
    b->x = _arb_vec_init(b->d);
    b->dx = _arb_vec_init(b->d);
    b->xi = _arb_vec_init(b->d);
    b->h = _arb_vec_init(1 + b->M);
    b->dw = b->h + 1;
    b->pack = _arb_vec_init(b->sys->pack_size);
    arb_set_d(b->h, b->c->h);
    for (slong k = 0; k < b->M; k++) arb_set_d(b->dw + k, b->c->dw[k]);
    for (slong i = 0; i < b->d; i++) {
        arb_set_d(b->x + i, b->c->x[i]);
        arb_set_d(b->dx + i, slp_draw_between(&from, -1, 1));
    }
    b->sys->table->freeze(b->pack, b->sys, b->h, b->dw, PREC);
}

static void bench_clear(bench *b)
{
    _arb_vec_clear(b->x, b->d);
    _arb_vec_clear(b->dx, b->d);
    _arb_vec_clear(b->xi, b->d);
    _arb_vec_clear(b->h, 1 + b->M);
    _arb_vec_clear(b->pack, b->sys->pack_size);
    ref_system_free(b->sys);
    slp_case_free(b->c);
}

/* How often coordinate i stands in the term. */
static ulong power_in(const slp_term *t, size_t i)
{
    ulong power = 0;
    for (size_t j = 0; j < t->degree; j++) power += t->index[j] == i;
    return power;
}

/* out = c m (m - 1) ... x^power: of each coordinate the power in the term, less one for each of
 * `without` (SIZE_MAX: none), with the factors of its derivative. */
static void derivative(arb_t out, const slp_term *t, arb_srcptr x, slong d, size_t without,
                       size_t other)
{
    arb_t factor;
    arb_init(factor);
    arb_set_d(out, t->c);
    for (size_t i = 0; i < (size_t)d; i++) {
        ulong power = power_in(t, i);
        for (int k = 0; k < 2; k++) {
            if ((k ? other : without) != i) continue;
            arb_mul_ui(out, out, power, PREC);
            if (power) power--;
        }
        arb_pow_ui(factor, x + i, power, PREC);
        arb_mul(out, out, factor, PREC);
    }
    arb_clear(factor);
}

/* out_i = sum_k f_k dH_k/dx_i / w_i, or its derivative along dx. */
static void defined(arb_ptr out, const bench *b, arb_srcptr dx)
{
    slp_term t;
    size_t count, weights;
    arb_t one, w;
    arb_init(one);
    arb_init(w);
    const double *list = slp_case_param(b->c, "terms", &count);
    const double *gamma = slp_case_param(b->c, "weights", &weights);
    const slp_algebra kind = b->c->system->algebra;
    _arb_vec_zero(out, b->d);
    for (size_t at = 0; slp_terms_next(&t, &at, list, count);)
        for (size_t i = 0; i < (size_t)b->d; i++)
            for (size_t j = 0; j < (dx ? (size_t)b->d : 1); j++) {
                derivative(one, &t, b->x, b->d, i, dx ? j : SIZE_MAX);
                arb_mul(one, one, b->h + t.k, PREC);
                if (dx) arb_mul(one, one, dx + j, PREC);
                arb_add(out + i, out + i, one, PREC);
            }
    for (slong i = 0; i < b->d; i++) {
        if (kind == SLP_SU2N && weights) {
            arb_set_d(w, gamma[i / 3]);
        } else if (kind == SLP_SUN) {
            arb_set_ui(w, i < 3 ? 1 : 2);
        } else if (kind == SLP_SP) { /* n = 4: a has 4 numbers, b and c each 11, 12, 22 */
            const bool diagonal = i == 4 || i == 6 || i == 7 || i == 9;
            arb_set_ui(w, diagonal ? 1 : 2);
        } else {
            arb_one(w);
        }
        arb_div(out + i, out + i, w, PREC);
    }
    arb_clear(one);
    arb_clear(w);
}

static void same(arb_srcptr a, arb_srcptr b, slong d, const bench *of, const char *what)
{
    for (slong i = 0; i < d; i++)
        if (!arb_overlaps(a + i, b + i) || mag_cmp_2exp_si(arb_radref(a + i), 10 - PREC) > 0)
            fail_msg("%s: %s of coordinate %ld", of->c->system->name, what, (long)i + 1);
}

static void each(void (*look)(bench *b, uint64_t number), size_t degree)
{
    const uint64_t draws = (uint64_t)(DRAWS * depth_multiplier()) + 1;
    for (size_t a = 0; a < ALGEBRAS; a++)
        for (uint64_t number = 0; number < draws; number++) {
            bench b;
            bench_init(&b, a, degree, number);
            look(&b, number);
            bench_clear(&b);
        }
    ref_thread_cleanup();
}

static void look_at_generator(bench *b, uint64_t number)
{
    (void)number;
    arb_ptr expected = _arb_vec_init(b->d);
    arb_t energy, sum;
    arb_init(energy);
    arb_init(sum);
    b->sys->table->generator(b->xi, b->sys, b->pack, b->x, PREC);
    defined(expected, b, NULL);
    same(b->xi, expected, b->d, b, "generator");
    b->sys->table->generator_tangent(b->xi, b->sys, b->pack, b->x, b->dx, PREC);
    defined(expected, b, b->dx);
    same(b->xi, expected, b->d, b, "derivative");
    slp_term t;
    size_t count;
    const double *list = slp_case_param(b->c, "terms", &count);
    for (size_t at = 0; slp_terms_next(&t, &at, list, count);) {
        derivative(expected, &t, b->x, b->d, SIZE_MAX, SIZE_MAX);
        if (t.k == 0) arb_add(sum, sum, expected, PREC);
    }
    ref_energy(energy, b->sys, b->x, PREC);
    same(energy, sum, 1, b, "energy");
    arb_clear(energy);
    arb_clear(sum);
    _arb_vec_clear(expected, b->d);
}

static void generator_and_derivative_are_as_defined(void **unused)
{
    (void)unused;
    each(look_at_generator, SLP_MAX_DEGREE);
}

/* |v| in the norm of the algebra */
static void norm_of(arb_t out, const bench *b, arb_srcptr v)
{
    mag_t size;
    mag_init(size);
    b->sys->algebra.norm(size, &b->sys->algebra, v);
    arf_set_mag(arb_midref(out), size);
    mag_zero(arb_radref(out));
    mag_clear(size);
}

/* y = x + (R/|dx|) s dx, for s in [-1, 1] */
static void point(arb_ptr y, const bench *b, double R, double s)
{
    arb_t size;
    arb_init(size);
    norm_of(size, b, b->dx);
    arb_inv(size, size, PREC);
    arb_mul_2exp_si(size, size, 20);
    arb_floor(size, size, PREC);
    arb_mul_2exp_si(size, size, -20); /* at most 1/|dx|, and exact */
    for (slong i = 0; i < b->d; i++) {
        arb_set_d(y + i, R * s);
        arb_mul(y + i, y + i, size, PREC);
        arb_mul(y + i, y + i, b->dx + i, PREC);
        arb_add(y + i, y + i, b->x + i, PREC);
    }
    arb_clear(size);
}

static double worst_share;

/* |Xi(y) - Xi(z)| <= lip |y - z| for two points of the ball; and lip is at most twice the largest
 * share that is found where the Hessian hardly changes in the ball. */
static void look_at_lipschitz(bench *b, uint64_t number)
{
    const double R = ldexp(1, -(int)(number % 12));
    arb_ptr y = _arb_vec_init(4 * b->d), z = y + b->d, fy = z + b->d, fz = fy + b->d;
    arb_t far, moved;
    mag_t lip, radius;
    arb_init(far);
    arb_init(moved);
    mag_init(lip);
    mag_init(radius);
    mag_set_d(radius, R);
    b->sys->table->generator_lipschitz(lip, b->sys, b->pack, b->x, radius);
    const double bound = mag_get_d(lip);
    for (int k = 0; k < 4; k++) {
        point(y, b, R, 1 - 0.5 * k);
        point(z, b, R, -1 + 0.25 * k);
        b->sys->table->generator(fy, b->sys, b->pack, y, PREC);
        b->sys->table->generator(fz, b->sys, b->pack, z, PREC);
        _arb_vec_sub(fy, fy, fz, b->d, PREC);
        _arb_vec_sub(y, y, z, b->d, PREC);
        norm_of(far, b, y);
        norm_of(moved, b, fy);
        arb_div(moved, moved, far, PREC);
        const double share = arf_get_d(arb_midref(moved), ARF_RND_DOWN) * (1 - 0x1p-20);
        if (share > bound) fail_msg("%s: %g above %g", b->c->system->name, share, bound);
        if (bound > 0) worst_share = fmax(worst_share, share / bound);
    }
    arb_clear(far);
    arb_clear(moved);
    mag_clear(lip);
    mag_clear(radius);
    _arb_vec_clear(y, 4 * b->d);
}

static void lipschitz_constants_hold(void **unused)
{
    (void)unused;
    worst_share = 0;
    each(look_at_lipschitz, SLP_MAX_DEGREE);
    print_message("# largest share of a Lipschitz constant: %.3f\n", worst_share);
    assert_gt(worst_share, 0.5);
}

/* ---- Honest ports ---- */

/* c m x^(m-1) ... of coordinate i in binary64: powers by repeated multiplication, any order. */
static double honest_product(const slp_term *t, const double *x, size_t i, bool last)
{
    double product = last ? 1 : t->c * (double)power_in(t, i);
    bool skipped = false;
    for (size_t j = 0; j < t->degree; j++) {
        if (t->index[j] == i && !skipped)
            skipped = true;
        else
            product *= x[t->index[j]];
    }
    return last ? product * (t->c * (double)power_in(t, i)) : product;
}

static double pairwise(const double *at, size_t count)
{
    if (count == 0) return 0;
    if (count == 1) return *at;
    return pairwise(at, count / 2) + pairwise(at + count / 2, count - count / 2);
}

/* Xi_i in binary64.  way 0: one Hamiltonian after the other, terms from left to right; 1: all
 * products in one list, summed pairwise, the coefficient last; 2: from right to left, each product
 * times its increment. */
static double honest(const bench *b, size_t i, int way, double w)
{
    slp_term t;
    size_t count, products = 0;
    const double *list = slp_case_param(b->c, "terms", &count);
    double all[64], sum = 0;
    for (size_t k = 0; k <= b->c->M; k++) {
        const double f = k ? b->c->dw[k - 1] : b->c->h;
        double here = 0;
        for (size_t at = 0; slp_terms_next(&t, &at, list, count);) {
            if (t.k != k || power_in(&t, i) == 0) continue;
            const double product = honest_product(&t, b->c->x, i, way == 1);
            here += product;
            all[products++] = product * f;
        }
        sum += f * here;
    }
    if (way == 1) return pairwise(all, products) / w;
    if (way == 2) {
        sum = 0;
        while (products > 0) sum += all[--products] / w;
        return sum;
    }
    return sum / w;
}

static double worst_port;

/* The error is within (4 + M) q u of the terms' sizes (oracle/judge/judge.md, 4). */
static void look_at_ports(bench *b, uint64_t number)
{
    double size, condition;
    (void)number;
    const size_t n = slp_algebra_kind_of(b->c->system->algebra)->least ? 4 : 1;
    (void)n;
    const double *gamma = slp_case_param(b->c, "weights", &(size_t){0});
    ref_generator_terms(&size, &condition, b->sys, b->x, b->h, b->dw);
    b->sys->table->generator(b->xi, b->sys, b->pack, b->x, PREC);
    for (int way = 0; way < 3; way++) {
        arb_t off;
        arb_init(off);
        double square = 0;
        for (slong i = 0; i < b->d; i++) {
            const double w = ref_pairing_weight(&b->sys->algebra, b->c->system->algebra,
                                                gamma ? gamma : (const double[]){1, 1, 1}, i);
            arb_set_d(off, honest(b, (size_t)i, way, w));
            arb_sub(off, off, b->xi + i, PREC);
            const double error = arf_get_d(arb_midref(off), ARF_RND_NEAR);
            square += error * error;
        }
        arb_clear(off);
        const double allowed = (4 + (double)b->M) * condition * 0x1p-53 * size;
        if (sqrt(square) > allowed)
            fail_msg("%s: port %d is off by %g of %g", b->c->system->name, way, sqrt(square),
                     allowed);
        if (allowed > 0) worst_port = fmax(worst_port, sqrt(square) / allowed);
    }
}

static void honest_ports_are_within_the_sizes(void **unused)
{
    (void)unused;
    worst_port = 0;
    each(look_at_ports, SLP_MAX_DEGREE);
    print_message("# largest error of a port: %.3f of what is allowed\n", worst_port);
    assert_gt(worst_port, 0.1);
}

/* The sizes by hand: H_0 = 3 x_1 x_2^2 - 3 x_1 x_2^2 + x_3, H_1 = x_2^3, x = (1, 2, 4), h = 1/2,
 * dW = 1/4.  Coordinate 1: 12 h twice; 2: 12 h twice, and 12 dW, three times counted; 3: h. */
static void sizes_of_terms_that_cancel(void **unused)
{
    static const char line[] = "case id=a system=polynomial scheme=tmk algebra=so3 "
                               "terms=0:3:1.2.2,0:-3:2.1.2,0:1:3,1:1:2.2.2 h=0.5 steps=1 x=1,2,4 "
                               "dw=0.25";
    slp_case c;
    slp_error err;
    ref_system *sys;
    double size, condition;
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    arb_ptr all = _arb_vec_init(5);
    for (int i = 0; i < 3; i++) arb_set_d(all + i, c.x[i]);
    arb_set_d(all + 3, c.h);
    arb_set_d(all + 4, c.dw[0]);
    ref_generator_terms(&size, &condition, sys, all, all + 3, all + 4);
    const double first = 12, second = 12, third = 0.5, noise = 3;
    const double expected = sqrt(first * first + second * second + third * third) + noise;
    assert_lt(fabs(size / expected - 1), 1e-6);
    /* degree + count + 1: 3 + 2 + 1; 3 + (2 + 2 + 3) + 1, each x_2^2 counting twice; 1 + 1 + 1 */
    const double roundings = hypot(hypot(6 * 12, 11 * (12 + 3)), 3 * 0.5);
    assert_lt(fabs(condition / (roundings / (5 * expected)) - 1), 1e-6);
    _arb_vec_clear(all, 5);
    ref_system_free(sys);
    slp_case_clear(&c);
}

/* {x_a, x_b} at x is the Lie-Poisson tensor that the algebra itself computes. */
static void look_at_brackets(slp_algebra kind, slong n)
{
    static const double weights[] = {1, -2, 0.5};
    ref_algebra algebra;
    ref_bracket_part parts[REF_BRACKET_PARTS];
    arb_t sum, x_at;
    arb_mat_t tensor;
    ref_open_algebra(&algebra, kind, n, weights);
    const slong d = algebra.d;
    arb_ptr x = _arb_vec_init(d);
    arb_init(sum);
    arb_init(x_at);
    arb_mat_init(tensor, d, d);
    for (slong i = 0; i < d; i++) arb_set_si(x + i, i * i + 1);
    algebra.tensor(tensor, &algebra, x, PREC);
    for (slong a = 0; a < d; a++)
        for (slong b = 0; b < d; b++) {
            bool commute = true;
            arb_zero(sum);
            for (int p = ref_coordinate_bracket(parts, kind, n, a, b); p-- > 0;) {
                arb_set_si(x_at, parts[p].value_twice);
                commute = commute && parts[p].value_twice == 0;
                if (parts[p].at >= 0) arb_mul(x_at, x_at, x + parts[p].at, PREC);
                arb_add(sum, sum, x_at, PREC);
            }
            assert_true(commute == slp_coordinates_commute(kind, (size_t)n, (size_t)a, (size_t)b));
            arb_mul_2exp_si(sum, sum, -1);
            if (kind == SLP_SU2N) ref_divide_by_weight(sum, &algebra, kind, weights, a, PREC);
            if (!arb_overlaps(sum, arb_mat_entry(tensor, b, a)))
                fail_msg("kind %d, n = %ld: {x_%ld, x_%ld} is another", (int)kind, (long)n,
                         (long)a + 1, (long)b + 1);
        }
    arb_mat_clear(tensor);
    arb_clear(sum);
    arb_clear(x_at);
    _arb_vec_clear(x, d);
}

static void coordinates_have_their_brackets(void **unused)
{
    (void)unused;
    look_at_brackets(SLP_SO3, 1);
    look_at_brackets(SLP_SE3, 1);
    look_at_brackets(SLP_VECTOR, 1);
    look_at_brackets(SLP_SU2N, 3);
    for (slong n = 2; n <= 6; n++) {
        look_at_brackets(SLP_SON, n);
        look_at_brackets(SLP_SUN, n);
        if (n % 2 == 0) look_at_brackets(SLP_SP, n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_have_their_brackets),
        cmocka_unit_test(generator_and_derivative_are_as_defined),
        cmocka_unit_test(lipschitz_constants_hold),
        cmocka_unit_test(honest_ports_are_within_the_sizes),
        cmocka_unit_test(sizes_of_terms_that_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
