/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What rounding allows, law by law, is the number that props/LAWS.md derives and no other.  A
 * subject answers with an error of exactly known size; the margin that the law prints is compared
 * with error over allowance, the allowance computed here from the formulas of LAWS.md and of
 * oracle/judge/judge.md (6) and (7).  So an allowance that is larger or smaller is seen from both
 * sides, and an error of 0.9 of it holds where one of 1.1 falls. */
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine/engine.h"
#include "props/case/reference_step.h"
#include "tests/ref/thread_caches.h"

#define ROOT_TWO 1.4142135623730951

static const double u = 0x1p-53;

/* ---- A subject with an error of known size ---- */

typedef struct wrong {
    size_t at;            /* the coordinate that is off */
    double by;            /* by so much */
    const slp_case *from; /* only where the state asked for is this one; NULL: everywhere */
    bool stepped; /* what it is off from: the reference's answer, else the state itself (h = 0) */
    size_t last;  /* number of the last step, where alone it is off; 0: at every step */
} wrong;

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    const wrong *own = self->own;
    if (own->stepped) {
        prop_disposition became = prop_subject_ref.answer(r, note, &prop_subject_ref, c);
        if (became != PROP_ANSWERED) return became;
    } else {
        slp_result_clear(r);
        r->y.at = calloc(c->steps * c->d, sizeof *r->y.at);
        if (!r->y.at) abort();
        r->y.count = c->steps * c->d;
        for (size_t i = 0; i < r->y.count; i++) r->y.at[i] = c->x[i % c->d];
    }
    if (own->from && (own->from->d != c->d || memcmp(own->from->x, c->x, c->d * sizeof *c->x) != 0))
        return PROP_ANSWERED;
    for (size_t s = 0; s < c->steps; s++)
        if (!own->last || s + 1 == own->last) r->y.at[s * c->d + own->at] += own->by;
    return PROP_ANSWERED;
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

static void parse(slp_case *c, const char *line)
{
    slp_error err;
    slp_case_init(c);
    if (slp_case_parse(c, line, 1, &err) != SLP_OK) {
        slp_error_print(stderr, "a", &err);
        fail();
    }
}

static prop_outcome checked(prop_finding *found, const char *law, const slp_case *c, wrong *own)
{
    const prop_law *which = prop_law_find(law);
    const prop_subject subject = {.name = "wrong", .answer = answer, .has = has, .own = own};
    *found = (prop_finding){0};
    return which->check(found, which, &subject, c);
}

static double norm(const double *x, size_t d)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum = hypot(sum, x[i]);
    return sum;
}

/* ---- Steps of h = 0: the image is the state, the condition 1, |Xi| = 0 ---- */

/* margin = factor t / (K (u|x| + d 2^-1075)) where coordinate `at` is off by t */
static const struct still {
    const char *law, *fields;
    size_t at;
    double K, factor;
} stills[] = {
    {"casimirs", "rigid-body scheme=tmk inertia=1,2,3 h=0 steps=1 x=1,0,0", 0, 20, 1},
    {"casimirs", "rigid-body scheme=variational-cayley inertia=1,2,3 h=0 steps=1 x=1,0,0", 0, 36,
     1},
    {"casimirs", "heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 h=0 steps=1 x=0,0,0,0,1,0", 4, 24,
     1},
    /* Pi . Gamma, whose gradient is (Gamma, Pi) */
    {"casimirs", "heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 h=0 steps=1 x=1,0,0,1,0,0", 0, 24,
     1 / ROOT_TWO},
    {"casimirs", "point-vortices scheme=tmk gamma=1,2 h=0 steps=1 x=1,0,0,0,1,0", 4, 16, 1},
    {"casimirs", "rigid-body-n scheme=tmk n=4 h=0 steps=1 x=1,0,0,0,0,0", 0, 24, 1},
    {"casimirs", "zeitlin-sphere scheme=tmk n=2 h=0 steps=1 x=0,0,1,0", 2, 16 * ROOT_TWO, 1},
    {"casimirs", "sine-euler scheme=tmk n=3 h=0 steps=1 x=0,0,0,1,0,0,0,0,0", 3, 20 * ROOT_TWO, 1},
    {"casimirs", "symplectic scheme=tmk n=2 quadratic=1,0,0,1,0,1 h=0 steps=1 x=1,0,0", 0,
     16 * ROOT_TWO, 1},
    {"casimirs", "rigid-body scheme=tmk inertia=1,2,3 h=0 steps=1 x=0x1p-1040,0,0", 0, 20, 1},
    {"energy", "rigid-body scheme=implicit-midpoint inertia=1,2,3 h=0 steps=1 x=0,1,0", 1, 20, 1},
    /* J S_1.S_2 at a right angle: the gradient is (J S_2, J S_1) */
    {"dissipation",
     "spins scheme=implicit-midpoint bonds=1:2 exchange=2 damping=0.25 h=0 steps=1 "
     "x=1,0,0,0,1,0",
     3, 16, 1 / ROOT_TWO},
    {"dissipation", "spins scheme=tmk bonds=1:2 exchange=2 damping=0.25 h=0 steps=1 x=1,0,0,0,1,0",
     3, 16, 1 / ROOT_TWO},
    {"spectrum", "rigid-body scheme=tmk inertia=1,2,3 h=0 steps=1 x=0,0,1", 2, 20, 1},
    {"spectrum", "rigid-body-n scheme=tmk n=4 h=0 steps=1 x=1,0,0,0,0,0", 0, 24, 1},
    {"member", "zeitlin-sphere scheme=tmk n=3 h=0 steps=1 x=0,0,0,1,0,0,0,0,0", 1, 20 * ROOT_TWO,
     0.57735026918962573},
    /* the trace of Theta; 2 N rows */
    {"member",
     "mhd-sphere scheme=isospectral-midpoint n=3 h=0 steps=1 "
     "x=0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
     10, 32 * ROOT_TWO, 0.57735026918962573},
    /* Tr Theta^2, which is -2 Theta_12^2: the coordinate counts twice in value and in norm */
    {"casimirs", "mhd-sphere scheme=isospectral-midpoint n=2 h=0 steps=1 x=0,0,0,0,0,0,1,0", 6,
     24 * ROOT_TWO, 1},
    {"noether", "mhd-sphere scheme=isospectral-midpoint n=2 h=0 steps=1 x=0,0,1,0,0,0,0,0", 3,
     24 * ROOT_TWO, 1},
    {"noether", "rigid-body scheme=implicit-midpoint inertia=1,1,3 h=0 steps=1 x=1,0,0", 2, 20, 1},
    {"noether",
     "heavy-top scheme=implicit-midpoint inertia=1,1,3 chi=0,0,1 h=0 steps=1 x=1,0,0,0,1,0", 2, 24,
     1},
    {"noether", "rigid-body-n scheme=implicit-midpoint n=4 h=0 steps=1 x=0,1,0,0,0,0", 0, 24, 1},
    {"noether", "zeitlin-sphere scheme=implicit-midpoint n=2 h=0 steps=1 x=0,0,1,0", 3,
     16 * ROOT_TWO, 1},
    /* sum gamma_i x_i, whose gradient is (3, 4) in each direction */
    {"noether", "point-vortices scheme=implicit-midpoint gamma=3,4 h=0 steps=1 x=1,0,0,0,1,0", 0,
     16, 0.6},
    {"orbit", "rigid-body scheme=tmk inertia=1,2,3 h=0 steps=1 x=1,0,0", 0, 20, 1},
    {"orbit", "point-vortices scheme=tmk gamma=1,2 h=0 steps=1 x=1,0,0,0,1,0", 4, 16, 1},
    {"orbit", "heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 h=0 steps=1 x=0,0,0,0,1,0", 4, 24, 1},
    /* of Pi along Gamma 1 + 2|Pi|/|Gamma| is allowed */
    {"orbit", "heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 h=0 steps=1 x=0,0.5,0,0,1,0", 1, 24,
     0.5},
    {"orbit", "rigid-body-n scheme=tmk n=4 h=0 steps=1 x=1,0,0,0,0,0", 0, 24, 1},
    {"orbit", "zeitlin-sphere scheme=tmk n=2 h=0 steps=1 x=0,0,1,0", 2, 16 * ROOT_TWO, 1},
    /* S = 2 of the two projectors diag(1, 0) and diag(0, 1): sqrt(2) t in the matrix over sqrt(2) 4
     * r */
    {"orbit", "symplectic scheme=tmk n=2 quadratic=1,0,0,1,0,1 h=0 steps=1 x=1,0,0", 0,
     16 * ROOT_TWO, 0.25},
    /* the judge's own */
    {"agreement", "rigid-body scheme=tmk inertia=1,2,3 h=0 steps=1 x=1,0,0", 0, 20, 1},
    {"agreement", "rigid-body-n scheme=tmk n=4 h=0 steps=1 x=1,0,0,0,0,0", 2, 24, 1},
    {"agreement", "zeitlin-sphere scheme=tmk n=2 h=0 steps=1 x=0,0,1,0", 2, 16 * ROOT_TWO, 1},
    /* both answers are allowed r; there and back r + r */
    {"relations", "rigid-body scheme=tmk inertia=1,2,3 h=0 steps=1 x=1,0.5,0.25", 0, 20, 0.5},
    {"symmetry", "rigid-body scheme=tmk inertia=1,2,3 h=0 steps=1 x=1,0,0", 1, 20, 0.5},
    {"symmetry", "rigid-body-n scheme=implicit-midpoint n=4 h=0 steps=1 x=1,0,0,0,0,0", 3, 24, 0.5},
};

static void allowances_are_as_derived(void **state)
{
    enum { UP = 200 }; /* all is scaled by 2^UP: subnormal numbers have few digits */
    (void)state;
    for (size_t k = 0; k < sizeof stills / sizeof *stills; k++) {
        const struct still *s = stills + k;
        char line[400];
        slp_case c;
        snprintf(line, sizeof line, "case id=a system=%s", s->fields);
        parse(&c, line);
        const double r = s->K * (ldexp(norm(c.x, c.d), UP - 53) + ldexp((double)c.d, UP - 1075));
        for (int side = 0; side < 2; side++) {
            wrong own = {.at = s->at, .from = &c};
            prop_finding found;
            /* the nearest error that the coordinate can have */
            own.by = ldexp((side ? 1.1 : 0.9) * r / s->factor, -UP);
            own.by = (c.x[s->at] + own.by) - c.x[s->at];
            const prop_outcome outcome = checked(&found, s->law, &c, &own);
            const double margin = s->factor * ldexp(own.by, UP) / r;
            if (outcome != (margin <= 1 ? PROP_HELD : PROP_FAILED) ||
                !(fabs(found.margin / margin - 1) < 1e-6) || (margin > 1) != side)
                fail_msg("%s on %s, off by %g: outcome %d, margin %.9g for %.9g: %s", s->law,
                         s->fields, own.by, outcome, found.margin, margin, found.note);
        }
        slp_case_clear(&c);
    }
}

/* The reference's own answers are allowed one correct rounding, u|y|, of the orbit. */
static void rounded_answers_are_allowed_a_rounding(void **state)
{
    (void)state;
    for (int k = 1; k <= 4; k++) {
        slp_case c;
        prop_finding found = {0};
        parse(&c, "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0 steps=1 x=1,0.5,0");
        wrong own = {.at = 1, .by = k * u};
        const prop_subject subject = {
            .name = "wrong", .answer = answer, .has = has, .own = &own, .certified = true};
        const prop_law *law = prop_law_find("orbit");
        /* |y| - |x| = x_2 t/|x|; |x|^2 = 1.25; the element is sought within 2^-29 */
        const double margin = 0.5 * k / 1.25 + 0x1p-29;
        const prop_outcome outcome = law->check(&found, law, &subject, &c);
        assert_int_equal(outcome, margin <= 1 ? PROP_HELD : PROP_FAILED);
        if (!(fabs(found.margin / margin - 1) < 1e-9))
            fail_msg("margin %.12g for %.12g", found.margin, margin);
        slp_case_clear(&c);
    }
}

/* ---- Steps that move: K + w (6n + (4 + M)q)|Xi|, and the condition ---- */

/* |Xi| of the rigid body's step without noise, judge.md (7): |h x/I| */
static double turning(const slp_case *c, const double *x)
{
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    double xi[3];
    for (int i = 0; i < 3; i++) xi[i] = c->h * x[i] / inertia[i];
    return norm(xi, 3);
}

/* kappa (K + 23 |Xi|) u|x| of the step from x to y; kappa from the reference's certificate at 256
 * bits. */
static double step_allowance(double *kappa, const slp_case *c, double h, const double *x,
                             const double *y)
{
    slp_case one;
    ref_exact_step exact_step;
    ref_certificate cert;
    slp_case_init(&one);
    prop_one_step(&one, c, x, 0);
    one.h = h;
    arb_ptr next = _arb_vec_init(3);
    assert_int_equal(ref_exact_step_init(&exact_step, &one, NULL), SLP_OK);
    assert_int_equal(ref_exact_step_image(next, &cert, &exact_step, 256), SLP_OK);
    const double bound = 20 + 23 * fmax(turning(&one, x), turning(&one, y));
    ref_exact_step_clear(&exact_step);
    slp_case_clear(&one);
    _arb_vec_clear(next, 3);
    *kappa = cert.kappa;
    return bound * cert.kappa * u * norm(x, 3);
}

static const char *const moving =
    "case id=a system=rigid-body scheme=implicit-midpoint inertia=1,2,4 h=0.5 steps=1 "
    "x=0.75,-0.5,0.625";

/* The answer y of the subject to the one step. */
static void answered(double *y, const slp_case *c, wrong *own)
{
    const prop_subject subject = {.name = "wrong", .answer = answer, .has = has, .own = own};
    char note[PROP_NOTE];
    slp_result r;
    slp_result_init(&r);
    assert_int_equal(answer(&r, note, &subject, c), PROP_ANSWERED);
    memcpy(y, r.y.at, c->d * sizeof *y);
    slp_result_clear(&r);
}

/* |y|^2 and the energy, sum y_i^2/I_i, less what they were, over the allowance for |gradient| r. */
static void condition_and_generator_count(void **state)
{
    (void)state;
    for (int energy = 0; energy < 2; energy++)
        for (int k = 1; k <= 60; k += 8) {
            slp_case c;
            prop_finding found;
            double y[3], kappa;
            parse(&c, moving);
            wrong own = {.by = k * 0x1p-51, .from = &c, .stepped = true};
            answered(y, &c, &own);
            const double r = step_allowance(&kappa, &c, c.h, c.x, y);
            assert_gt(kappa, 1.3);
            long double change = 0;
            double gradient[3];
            for (int i = 0; i < 3; i++) {
                const double weight = energy ? 1. / (1 << i) : 1;
                change += (long double)weight * ((long double)y[i] - c.x[i]) *
                          ((long double)y[i] + c.x[i]);
                gradient[i] = 2 * weight * y[i];
            }
            const double margin = (double)fabsl(change) / (norm(gradient, 3) * r);
            const prop_outcome outcome = checked(&found, energy ? "energy" : "casimirs", &c, &own);
            assert_int_equal(outcome, margin <= 1 ? PROP_HELD : PROP_FAILED);
            if (!(fabs(found.margin / margin - 1) < 1e-3))
                fail_msg("margin %.9g for %.9g", found.margin, margin);
            slp_case_clear(&c);
        }
}

/* kappa_2 r_1 + r_2 */
static void the_way_back_is_allowed_what_both_steps_are(void **state)
{
    (void)state;
    for (int k = 20; k <= 400; k += 38) {
        slp_case c, back;
        prop_finding found;
        double y[3], z[3], gap[3], kappa;
        parse(&c, moving);
        slp_case_init(&back);
        wrong own = {.by = k * 0x1p-53, .from = &c, .stepped = true};
        answered(y, &c, &own);
        prop_one_step(&back, &c, y, 0);
        back.h = -c.h;
        answered(z, &back, &own);
        for (int i = 0; i < 3; i++) gap[i] = z[i] - c.x[i];
        const double first = step_allowance(&kappa, &c, c.h, c.x, y);
        const double second = step_allowance(&kappa, &c, -c.h, y, z);
        const double margin = norm(gap, 3) / (kappa * first + second);
        assert_int_equal(checked(&found, "symmetry", &c, &own),
                         margin <= 1 ? PROP_HELD : PROP_FAILED);
        if (!(fabs(found.margin / margin - 1) < 1e-6))
            fail_msg("margin %.9g for %.9g", found.margin, margin);
        slp_case_clear(&c);
        slp_case_clear(&back);
    }
}

/* ---- energy-near ---- */

/* A body at rest on its axis keeps its energy: N steps are allowed 2 K kappa u|x| |grad H0| N, and
 * the last is off by that much. */
static void energy_at_rest_is_allowed_its_roundings(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        slp_case c;
        prop_finding found;
        parse(&c, "case id=a system=rigid-body scheme=implicit-midpoint inertia=1,2,4 h=0.125 "
                  "steps=64 x=1,0,0");
        double kappa;
        wrong own = {.last = 64};
        const double r = step_allowance(&kappa, &c, c.h, c.x, c.x);
        /* H0 = x_1^2/2, of gradient x_1 = 1 */
        own.by = (1 + (side ? 1.1 : 0.9) * 64 * 2 * r) - 1;
        const double margin = own.by / (64 * 2 * r);
        const prop_outcome outcome = checked(&found, "energy-near", &c, &own);
        if (side) {
            assert_int_not_equal(outcome, PROP_HELD);
        } else {
            assert_int_equal(outcome, PROP_HELD);
            if (!(fabs(found.margin / margin - 1) < 1e-6))
                fail_msg("margin %.9g for %.9g", found.margin, margin);
        }
        slp_case_clear(&c);
    }
}

/* States whose energies are chosen: on the circle about the third axis, 40 to a turn at step size
 * h, of length such that the energy of state n is that of the start less A (1 - cos 2 angle)/2, A =
 * size (h/0.125)^order; the last state's is higher by `more`. */
typedef struct circle {
    double size, order, more;
} circle;

static double energy_below(const circle *own, double h, size_t n)
{
    const double angle = acos(-1) / 20 * (h / 0.125) * (double)n;
    return own->size * pow(h / 0.125, own->order) * (1 - cos(2 * angle)) / 2;
}

static prop_disposition answer_circle(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                      const slp_case *c)
{
    const circle *own = self->own;
    (void)note;
    slp_result_clear(r);
    r->y.count = c->steps * 3;
    r->y.at = calloc(r->y.count, sizeof *r->y.at);
    if (!r->y.at) abort();
    for (size_t n = 1; n <= c->steps; n++) {
        const double angle = acos(-1) / 20 * (c->h / 0.125) * (double)n;
        /* H0 = (x_1^2 + x_2^2/2)/2, 1/2 at the start */
        const double wanted = 0.5 - energy_below(own, c->h, n) + (n == c->steps ? own->more : 0);
        const double here = (pow(cos(angle), 2) + pow(sin(angle), 2) / 2) / 2;
        r->y.at[3 * (n - 1)] = cos(angle) * sqrt(wanted / here);
        r->y.at[3 * (n - 1) + 1] = sin(angle) * sqrt(wanted / here);
    }
    return PROP_ANSWERED;
}

static prop_outcome near_circle(prop_finding *found, circle *own)
{
    const prop_law *law = prop_law_find("energy-near");
    const prop_subject subject = {
        .name = "circle", .answer = answer_circle, .has = has, .own = own};
    slp_case c;
    parse(&c, "case id=a system=rigid-body scheme=implicit-midpoint inertia=1,2,4 h=0.125 "
              "steps=200 x=1,0,0");
    *found = (prop_finding){0};
    const prop_outcome outcome = law->check(found, law, &subject, &c);
    slp_case_clear(&c);
    return outcome;
}

/* A quarter of the largest second difference, that of A cos(2 angle)/2 at angles phi apart, A (1 -
 * cos 2 phi), may lie between two samples. */
static void energy_may_leave_its_range_by_a_quarter_of_the_curvature(void **state)
{
    (void)state;
    const double allowed = 0.25 * 0.01 * (1 - cos(acos(-1) / 10));
    for (int side = 0; side < 2; side++) {
        circle own = {.size = 0.01, .order = 2, .more = (side ? 1.1 : 0.9) * allowed};
        prop_finding found;
        const double margin = own.more / allowed;
        const prop_outcome outcome = near_circle(&found, &own);
        assert_int_equal(outcome, side ? PROP_FAILED : PROP_HELD);
        if (!(fabs(found.margin / margin - 1) < 1e-6))
            fail_msg("margin %.9g for %.9g", found.margin, margin);
    }
}

/* The range at h over that at h/2 is 4: of an order between 1 and 3. */
static void energy_ranges_are_of_order_two(void **state)
{
    static const double orders[] = {0.9, 1.1, 2.9, 3.1};
    (void)state;
    for (int k = 0; k < 4; k++) {
        circle own = {.size = 0.01, .order = orders[k]};
        prop_finding found;
        const prop_outcome outcome = near_circle(&found, &own);
        assert_int_equal(outcome, k == 0 || k == 3 ? PROP_FAILED : PROP_HELD);
        assert_lt(fabs(found.margin - fabs(orders[k] - 2)), 1e-3);
    }
}

/* ---- area ---- */

/* Two noises l_k . x, whose fields are V_k = l_k x x up to a sign, under rotations of a body
 * without drift; the answer to one of the eight steps is off. */
typedef struct tilted {
    double dw[2], by; /* the increments that it is off at, by so much in x_1 */
} tilted;

static prop_disposition answer_tilted(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                      const slp_case *c)
{
    const tilted *own = self->own;
    prop_disposition became = prop_subject_ref.answer(r, note, &prop_subject_ref, c);
    if (became == PROP_ANSWERED && memcmp(c->dw, own->dw, sizeof own->dw) == 0)
        r->y.at[0] += own->by;
    return became;
}

static void cross(long double *out, const double *a, const long double *b)
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double long_norm(const long double *v)
{
    return (double)sqrtl(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* What the law should find: margin = |S* - ab (DV_1 V_2 + DV_2 V_1)/2| over sum of weights r +
 * removed/2^6 + ab |[V_1, V_2]|/2^13. */
static double area_margin(const slp_case *c, tilted *own)
{
    size_t count;
    const double *l = slp_case_param(c, "lin", &count);
    const prop_subject subject = {
        .name = "tilted", .answer = answer_tilted, .has = has, .own = own};
    long double S[2][3] = {{0}}, x[3], inner[3], one[3], two[3], removed[3], off[3];
    double allowed = 0, d[2];
    for (int k = 0; k < 2; k++) { /* |DV|, Frobenius, is sqrt(2) |l| */
        int e;
        frexp(ROOT_TWO * norm(l + 3 * k, 3), &e);
        d[k] = ldexp(1, -8 - e);
    }
    for (int scale = 0; scale < 2; scale++)
        for (int sign = 0; sign < 4; sign++) {
            slp_case step;
            ref_exact_step exact_step;
            ref_certificate cert;
            char note[PROP_NOTE];
            slp_result r;
            arb_ptr next = _arb_vec_init(3);
            slp_case_init(&step);
            slp_result_init(&r);
            prop_one_step(&step, c, c->x, 0);
            step.h = 0;
            step.dw[0] = ldexp(sign & 1 ? -d[0] : d[0], -scale);
            step.dw[1] = ldexp(sign & 2 ? -d[1] : d[1], -scale);
            if (!scale && !sign) memcpy(own->dw, step.dw, sizeof own->dw);
            assert_int_equal(answer_tilted(&r, note, &subject, &step), PROP_ANSWERED);
            for (int i = 0; i < 3; i++)
                S[scale][i] += (sign == 0 || sign == 3 ? 0.25L : -0.25L) * r.y.at[i];
            assert_int_equal(ref_exact_step_init(&exact_step, &step, NULL), SLP_OK);
            assert_int_equal(ref_exact_step_image(next, &cert, &exact_step, 256), SLP_OK);
            const double xi = ldexp(d[0] * norm(l, 3) + d[1] * norm(l + 3, 3), -scale);
            allowed +=
                (scale ? 16. : 1.) / 12 * (20 + (18 + 6) * xi) * cert.kappa * u * norm(c->x, 3);
            ref_exact_step_clear(&exact_step);
            slp_result_clear(&r);
            slp_case_clear(&step);
            _arb_vec_clear(next, 3);
        }
    for (int i = 0; i < 3; i++) x[i] = c->x[i];
    cross(inner, l + 3, x);
    cross(one, l, inner);
    cross(inner, l, x);
    cross(two, l + 3, inner);
    for (int i = 0; i < 3; i++) {
        removed[i] = (4 * S[1][i] - S[0][i]) / 3;
        off[i] = (16 * S[1][i] - S[0][i]) / 3 - (one[i] + two[i]) / 2 * d[0] * d[1];
        one[i] = (one[i] - two[i]) * d[0] * d[1];
    }
    return long_norm(off) / (allowed + ldexp(long_norm(removed), -6) + ldexp(long_norm(one), -13));
}

/* Noises at right angles, where the bracket's share is what is allowed, and that of what was
 * removed where this is large; then noises nearly parallel, where roundings are a hundredth of it.
 */
static void area_is_allowed_three_parts(void **state)
{
    static const struct {
        const char *lin;
        double by[4];
    } cases[] = {{"1,0,0,0,0.75,0", {1e-9, 3e-9, 1e-8, 3e-7}},
                 {"1,0,0,1,0x1p-8,0", {1e-12, 1e-11, 3e-11, 1e-9}}};
    const prop_law *law = prop_law_find("area");
    int held = 0, fell = 0;
    (void)state;
    for (int k = 0; k < 2; k++)
        for (int n = 0; n < 4; n++) {
            char line[300];
            slp_case c;
            tilted own = {.by = cases[k].by[n]};
            const prop_subject subject = {
                .name = "tilted", .answer = answer_tilted, .has = has, .own = &own};
            prop_finding found = {0};
            snprintf(
                line, sizeof line,
                "case id=a system=rigid-body scheme=implicit-midpoint inertia=1,2,4 lin=%s h=0.125 "
                "steps=1 x=0.75,-0.5,0.625 dw=0.1,0.1",
                cases[k].lin);
            parse(&c, line);
            const double margin = area_margin(&c, &own);
            const prop_outcome outcome = law->check(&found, law, &subject, &c);
            if (outcome != (margin <= 1 ? PROP_HELD : PROP_FAILED) ||
                !(fabs(found.margin / margin - 1) < 1e-5))
                fail_msg("lin=%s, off by %g: outcome %d, margin %.9g for %.9g: %s", cases[k].lin,
                         own.by, outcome, found.margin, margin, found.note);
            held += outcome == PROP_HELD;
            fell += outcome == PROP_FAILED;
            slp_case_clear(&c);
        }
    assert_ge(held, 3);
    assert_ge(fell, 3);
}

/* ---- gibbs: R 2^-18 in a unit of time ---- */

/* own: by how much of R 2^-18 the mean of the law's function moves in a unit of time, besides what
 * the binary64 path's does.  The function is the cosine of a spin to the field, or of two spins
 * that an exchange joins. */
static prop_disposition moved_mean(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                   const slp_case *c)
{
    const double share = *(const double *)self->own;
    const prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    if (became != PROP_ANSWERED) return became;
    size_t count;
    const double noise = slp_case_param(c, "noise", &count)[0],
                 J = slp_case_param(c, "exchange", &count)[0],
                 *field = slp_case_param(c, "field", &count);
    double B = fabs(J);
    for (size_t k = 0; k < count; k++) B = fmax(B, fabs(field[k]));
    const double by = share * ldexp(noise * noise + 2 * B, -18) * c->h;
    for (size_t i = 0; i < c->d; i += J != 0 ? 6 : 3) {
        double *a = r->y.at + i;
        const double length = norm(c->x + i, 3);
        for (size_t k = 0; k < 3; k++) a[k] += length * by * (J != 0 ? a[3 + k] : field[k] != 0);
    }
    return became;
}

/* The binary64 path's own part is at most a quarter of what is allowed (C of 2 for 8). */
static void a_mean_may_move_by_what_the_quotients_leave(void **state)
{
    (void)state;
    const prop_law *law = prop_law_find("gibbs");
    int seen[2] = {0, 0};
    for (uint64_t number = 0; number < 8; number++)
        for (int much = 0; much < 2; much++) {
            double share = much ? 1.5 : 0.7;
            const prop_subject subject = {
                .name = "moved", .answer = moved_mean, .has = has, .own = &share};
            slp_draw from;
            slp_case c;
            prop_finding found = {0};
            slp_case_init(&c);
            slp_draw_init(&from, 5, number);
            assert_int_equal(slp_draw_case(&c, slp_system_find("spins"),
                                           slp_scheme_find("implicit-midpoint"), &from, 1),
                             SLP_OK);
            const prop_outcome outcome = law->check(&found, law, &subject, &c);
            slp_case_clear(&c);
            if (outcome == PROP_SKIPPED) continue;
            seen[much]++;
            if (outcome != (much ? PROP_FAILED : PROP_HELD) ||
                !(fabs(found.margin - share) <= 0.25))
                fail_msg("case %d: moved by %g of what is allowed: margin %g: %s", (int)number,
                         share, found.margin, found.note);
        }
    assert_gt(seen[0], 3);
    assert_gt(seen[1], 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allowances_are_as_derived),
        cmocka_unit_test(rounded_answers_are_allowed_a_rounding),
        cmocka_unit_test(condition_and_generator_count),
        cmocka_unit_test(the_way_back_is_allowed_what_both_steps_are),
        cmocka_unit_test(energy_at_rest_is_allowed_its_roundings),
        cmocka_unit_test(energy_may_leave_its_range_by_a_quarter_of_the_curvature),
        cmocka_unit_test(energy_ranges_are_of_order_two),
        cmocka_unit_test(area_is_allowed_three_parts),
        cmocka_unit_test(a_mean_may_move_by_what_the_quotients_leave),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
