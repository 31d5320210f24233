/* Who checks the checker: subjects with a planted fault, each of which the laws must catch within the default work, by
 * the law that is there for it; and the same subject without a fault, which must pass. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/prop.h"

typedef struct fault {
    const char *what;
    const char *law, *scheme; /* where it must be caught; scheme NULL: on isospectral-midpoint */
    void (*ask)(slp_case *c); /* bends the question of one step */
    void (*bend)(double *y, const slp_case *c, const double *x); /* bends the answer of one step */
} fault;

/* ---- The rigid body once more, for faults inside a step ---- */

static void cross(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void generator(double xi[3], const slp_case *c, const double x[3])
{
    size_t count, quad, lin;
    const double *inertia = slp_case_param(c, "inertia", &count);
    const double *c3 = slp_case_param(c, "quad", &quad);
    const double *chi = slp_case_param(c, "lin", &lin);
    for (int i = 0; i < 3; i++) {
        xi[i] = c->h * x[i] / inertia[i];
        if (quad) xi[i] += c->dw[i] * c3[i] * x[i];
        for (size_t k = 0; k < lin / 3; k++) xi[i] += c->dw[quad + k] * chi[3 * k + (size_t)i];
    }
}

/* x + sign/2 xi x x + quarter (xi.x) xi */
static void pulled(double out[3], const double xi[3], const double x[3], double sign,
                   double quarter)
{
    double turned[3];
    cross(turned, xi, x);
    for (int i = 0; i < 3; i++)
        out[i] = x[i] + sign * 0.5 * turned[i] + quarter * dot(xi, x) * xi[i];
}

/* Solves pulled(m; xi) = right by iteration. */
static void unpulled(double m[3], const double xi[3], const double right[3], double sign,
                     double quarter)
{
    double image[3];
    memcpy(m, right, 3 * sizeof *m);
    for (int n = 0; n < 200; n++) {
        pulled(image, xi, m, sign, quarter);
        for (int i = 0; i < 3; i++) m[i] += right[i] - image[i];
    }
}

static void variational(double y[3], const slp_case *c, const double x[3], double quarter,
                        double last)
{
    double one[3], two[3], half[3], xi[3], turned[3];
    memcpy(one, x, sizeof one);
    memcpy(two, x, sizeof two);
    for (int n = 0; n < 200; n++) {
        for (int i = 0; i < 3; i++) half[i] = 0.5 * (one[i] + two[i]);
        generator(xi, c, half);
        for (int i = 0; i < 3; i++) xi[i] *= 0.5;
        unpulled(one, xi, x, 1, quarter);
        pulled(turned, xi, one, -1, quarter);
        unpulled(two, xi, turned, 1, quarter);
    }
    pulled(y, xi, two, -1, last);
}

/* Without any quarter term the rule is two Cayley rotations, and keeps |x|: only the map is wrong. */
static void no_quarter(double *y, const slp_case *c, const double *x)
{
    variational(y, c, x, 0, 0);
}

static void no_last_quarter(double *y, const slp_case *c, const double *x)
{
    variational(y, c, x, 0.25, 0);
}

/* Implicit midpoint, iterated `rounds` times; generator at the start instead of the midpoint if frozen. */
static void midpoint(double *y, const slp_case *c, const double *x, int rounds, bool frozen)
{
    double m[3], xi[3], turned[3];
    memcpy(m, x, sizeof m);
    for (int n = 0; n <= rounds; n++) {
        generator(xi, c, frozen ? x : m);
        cross(turned, m, xi);
        for (int i = 0; i < 3; i++) {
            y[i] = x[i] + turned[i];
            m[i] = 0.5 * (x[i] + y[i]);
        }
    }
}

static void early(double *y, const slp_case *c, const double *x)
{
    midpoint(y, c, x, 3, false);
}

static void frozen_generator(double *y, const slp_case *c, const double *x)
{
    midpoint(y, c, x, 200, true);
}

static void ito(double *y, const slp_case *c, const double *x)
{
    double xi[3], turned[3];
    generator(xi, c, x);
    cross(turned, x, xi);
    for (int i = 0; i < 3; i++) y[i] = x[i] + turned[i];
}

/* ---- Faults at the edges ---- */

static void relative(double *y, const slp_case *c, const double *x)
{
    (void)c, (void)x;
    y[0] *= 1 + 1e-12;
    y[1] *= 1 + 1e-12;
}
static void swapped(double *y, const slp_case *c, const double *x)
{
    (void)c, (void)x;
    double kept = y[0];
    y[0] = y[1];
    y[1] = kept;
}
static void single_precision(double *y, const slp_case *c, const double *x)
{
    (void)x;
    for (size_t i = 0; i < c->d; i++) y[i] = (double)(float)y[i];
}
static void nothing_done(double *y, const slp_case *c, const double *x)
{
    memcpy(y, x, c->d * sizeof *y);
}
/* Keeps |x|, lowers the energy. */
static void friction(double *y, const slp_case *c, const double *x)
{
    double omega[3], a[3], b[3];
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    (void)x;
    for (int i = 0; i < 3; i++) omega[i] = y[i] / inertia[i];
    cross(a, y, omega);
    cross(b, y, a);
    double rate = 1e-5 * c->h / (1e-300 + sqrt(dot(y, y)) * sqrt(dot(omega, omega)));
    double before = sqrt(dot(y, y));
    for (int i = 0; i < 3; i++) y[i] += rate * b[i];
    double after = sqrt(dot(y, y));
    for (int i = 0; after > 0 && i < 3; i++) y[i] *= before / after;
}
/* Turns by `angle` about the third axis. */
static void turn(double *x, double angle)
{
    double c = cos(angle), s = sin(angle), kept = x[0];
    x[0] = c * x[0] - s * x[1];
    x[1] = s * kept + c * x[1];
}
/* The step seen through coordinates turned by O(h): symplectic, without drift, but of first order. */
static void turn_back(slp_case *c)
{
    turn(c->x, -0.5 * c->h);
}
static void turn_on(double *y, const slp_case *c, const double *x)
{
    (void)x;
    turn(y, 0.5 * c->h);
}
/* What 1e-13 breaks, far beyond rounding, is still not a scheme that breaks the law. */
static void slightly(double *y, const slp_case *c, const double *x)
{
    (void)x;
    for (size_t i = 0; i < c->d; i++) y[i] *= 1 + 1e-13;
}
static void breathing(double *y, const slp_case *c, const double *x)
{
    (void)x;
    double grow = 1 + 1e-10 * fabs(c->h);
    for (size_t i = 0; i < c->d; i++) y[i] *= grow;
}

static void flip_noise(slp_case *c)
{
    for (size_t i = 0; i < c->M; i++) c->dw[i] = -c->dw[i];
}
static void flip_all(slp_case *c)
{
    flip_noise(c);
    c->h = -c->h;
}
static void flip_step(slp_case *c)
{
    c->h = -c->h;
}
static void permute_noise(slp_case *c)
{
    if (c->M < 2) return;
    double kept = c->dw[0];
    c->dw[0] = c->dw[c->M - 1];
    c->dw[c->M - 1] = kept;
}
static void halve_noise(slp_case *c)
{
    for (size_t i = 0; i < c->M; i++) c->dw[i] /= 2;
}
static void as_printed(slp_case *c)
{
    c->scheme = slp_scheme_find("variational-cayley-printed");
}
static void as_corrected(slp_case *c)
{
    c->scheme = slp_scheme_find("variational-cayley");
}
static void as_tmk(slp_case *c)
{
    c->scheme = slp_scheme_find("tmk");
}
static void as_trapezoidal(slp_case *c)
{
    c->scheme = slp_scheme_find("trapezoidal");
}
static void as_midpoint(slp_case *c)
{
    c->scheme = slp_scheme_find("implicit-midpoint");
}

static const fault faults[] = {
    {"increments with the wrong sign", "agreement", NULL, flip_noise, NULL},
    {"increments halved", "agreement", NULL, halve_noise, NULL},
    {"bracket transposed", "agreement", "tmk", flip_all, NULL},
    {"step with the wrong sign", "agreement", "implicit-midpoint", flip_step, NULL},
    {"noise channels permuted", "agreement", NULL, permute_noise, NULL},
    {"quarter term dropped", "agreement", "variational-cayley", NULL, no_quarter},
    {"last quarter term dropped", "agreement", "variational-cayley", NULL, no_last_quarter},
    {"last quarter term dropped", "casimirs", "variational-cayley", NULL, no_last_quarter},
    {"last quarter term dropped", "spectrum", "variational-cayley", NULL, no_last_quarter},
    {"printed scheme for the corrected one", "agreement", "variational-cayley", as_printed, NULL},
    {"corrected scheme for the printed one", "energy", "variational-cayley-printed", as_corrected,
     NULL},
    {"Ito for Stratonovich", "agreement", "implicit-midpoint", NULL, ito},
    {"Ito for Stratonovich", "casimirs", NULL, NULL, ito},
    {"Ito for Stratonovich", "symmetry", "tmk", NULL, ito},
    {"iteration stopped early", "agreement", "implicit-midpoint", NULL, early},
    {"iteration stopped early", "energy", "implicit-midpoint", NULL, early},
    {"iteration stopped early", "symmetry", "implicit-midpoint", NULL, early},
    {"generator at the start instead of the stage", "agreement", "implicit-midpoint", NULL,
     frozen_generator},
    {"generator at the start instead of the stage", "symmetry", "implicit-midpoint", NULL,
     frozen_generator},
    {"relative error of 1e-12", "agreement", NULL, NULL, relative},
    {"relative error of 1e-12", "casimirs", NULL, NULL, relative},
    {"coordinates swapped", "agreement", "variational-cayley", NULL, swapped},
    {"single precision", "agreement", "tmk", NULL, single_precision},
    {"single precision", "spectrum", "tmk", NULL, single_precision},
    {"nothing done", "agreement", "tmk", NULL, nothing_done},
    {"nothing done", "casimirs", "trapezoidal", NULL, nothing_done},
    {"friction", "energy-near", NULL, NULL, friction},
    {"friction", "energy-near", "variational-cayley", NULL, friction},
    {"friction", "energy", "tmk", NULL, friction},
    {"norm growing", "casimirs", "tmk", NULL, breathing},
    {"trapezoidal for another", "casimirs", "tmk", as_trapezoidal, NULL},
    {"a scheme that keeps the Casimirs for one that must not", "casimirs", "trapezoidal", as_tmk,
     NULL},
    {"a scheme that all but keeps the Casimirs for one that must not", "casimirs", "trapezoidal",
     as_tmk, slightly},
    {"a conjugate of first order", "energy-near", NULL, turn_back, turn_on},
    {"a scheme that keeps the energy for one that must not", "energy", "trapezoidal", as_midpoint,
     NULL},
};

/* ---- The subjects ---- */

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    const fault *own = self->own;
    slp_case one;
    slp_result step;
    prop_disposition became = PROP_ANSWERED;
    slp_result_clear(r);
    r->y.at = calloc(c->steps * c->d, sizeof *r->y.at);
    assert_non_null(r->y.at);
    r->y.count = c->steps * c->d;
    slp_case_init(&one);
    slp_result_init(&step);
    const double *x = c->x;
    for (size_t s = 0; became == PROP_ANSWERED && s < c->steps; s++) {
        double *y = r->y.at + s * c->d;
        slp_case_copy(&one, c);
        one.steps = 1;
        slp_case_set_x(&one, x, c->d);
        if (c->M) slp_case_set_dw(&one, c->dw + s * c->M, c->M);
        if (own->ask) own->ask(&one);
        became = prop_subject_fast.answer(&step, note, &prop_subject_fast, &one);
        r->error = step.error;
        if (became != PROP_ANSWERED) break;
        memcpy(y, step.y.at, c->d * sizeof *y);
        if (own->bend) own->bend(y, &one, x);
        x = y;
    }
    slp_case_clear(&one);
    slp_result_clear(&step);
    return became;
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

/* Exit status of the laws on one subject, and what was printed. */
static int status_of(char **printed, const prop_subject *subject, const char *law,
                     const char *scheme)
{
    const prop_subject *subjects[] = {subject, NULL};
    size_t size;
    FILE *out = open_memstream(printed, &size);
    assert_non_null(out);
    prop_options options = {.subjects = subjects,
                            .law = law,
                            .system = "rigid-body",
                            .scheme = scheme,
                            .seed = 1,
                            .multiplier = 1,
                            .threads = 2,
                            .out = out};
    int status = prop_run(&options);
    fclose(out);
    return status;
}

static void every_fault_is_caught_by_the_law_that_is_there_for_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        fault own = faults[i];
        prop_subject subject = {.name = "planted", .answer = answer, .has = has, .own = &own};
        char *printed;
        const char *scheme = own.scheme ? own.scheme : "isospectral-midpoint";
        int status = status_of(&printed, &subject, own.law, scheme);
        if (status != 1) print_error("%s not caught by %s:\n%s", own.what, own.law, printed);
        assert_int_equal(status, 1);
        free(printed);
    }
}

static void no_fault_is_found_where_none_is(void **state)
{
    (void)state;
    fault none = {.what = "none"};
    prop_subject subject = {.name = "planted", .answer = answer, .has = has, .own = &none};
    char *printed;
    int status = status_of(&printed, &subject, NULL, NULL);
    if (status) print_error("%s", printed);
    assert_int_equal(status, 0);
    free(printed);
}

/* The hand-written steps above differ from the scheme by their fault alone. */
static void planted_steps_are_right_but_for_the_fault(void **state)
{
    (void)state;
    slp_case c;
    slp_result r;
    slp_error err;
    char note[PROP_NOTE];
    double y[3];
    slp_case_init(&c);
    slp_result_init(&r);
    assert_int_equal(
        slp_case_parse(&c,
                       "case id=a system=rigid-body scheme=variational-cayley "
                       "inertia=1,2,3 quad=0.1,0.2,0.3 h=0.03125 steps=1 x=1,-0.5,0.25 "
                       "dw=0.125,0.0625,-0.125",
                       1, &err),
        SLP_OK);
    prop_subject_fast.answer(&r, note, &prop_subject_fast, &c);
    variational(y, &c, c.x, 0.25, 0.25);
    for (int i = 0; i < 3; i++) assert_true(fabs(y[i] - r.y.at[i]) < 1e-14);
    c.scheme = slp_scheme_find("implicit-midpoint");
    prop_subject_fast.answer(&r, note, &prop_subject_fast, &c);
    midpoint(y, &c, c.x, 200, false);
    for (int i = 0; i < 3; i++) assert_true(fabs(y[i] - r.y.at[i]) < 1e-14);
    slp_case_clear(&c);
    slp_result_clear(&r);
}

/* ---- Faults of answering rather than of mathematics ---- */

static prop_disposition forgetful(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                  const slp_case *c)
{
    prop_disposition became = prop_subject_fast.answer(r, note, self, c);
    unsigned *calls = self->own;
    if (became == PROP_ANSWERED && ++*calls % 3 == 0) r->y.at[0] = nextafter(r->y.at[0], INFINITY);
    return became;
}
static prop_disposition short_of_one(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                     const slp_case *c)
{
    prop_disposition became = prop_subject_fast.answer(r, note, self, c);
    if (became == PROP_ANSWERED) r->y.count--;
    return became;
}
static prop_disposition not_a_number(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                     const slp_case *c)
{
    prop_disposition became = prop_subject_fast.answer(r, note, self, c);
    if (became == PROP_ANSWERED) r->y.at[r->y.count - 1] = NAN;
    return became;
}
static prop_disposition defeatist(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                  const slp_case *c)
{
    (void)self, (void)c;
    slp_result_clear(r);
    r->error = SLP_NO_CONVERGENCE;
    snprintf(note, PROP_NOTE, "no-convergence");
    return PROP_REFUSED;
}
static prop_disposition decliner(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                 const slp_case *c)
{
    (void)self, (void)c;
    slp_result_clear(r);
    r->error = SLP_UNSUPPORTED;
    note[0] = '\0';
    return PROP_DECLINED;
}

static void check_disposition(prop_disposition (*what)(slp_result *, char[PROP_NOTE],
                                                       const prop_subject *, const slp_case *),
                              const char *law, const char *expected)
{
    unsigned calls = 0;
    prop_subject subject = {.name = "planted", .answer = what, .has = has, .own = &calls};
    char *printed;
    int status = status_of(&printed, &subject, law, "tmk");
    if (status != 1 || !strstr(printed, expected)) print_error("%s", printed);
    assert_int_equal(status, 1);
    assert_non_null(strstr(printed, expected));
    free(printed);
}

static void an_answer_that_depends_on_the_call_is_found(void **state)
{
    (void)state;
    check_disposition(forgetful, "determinism", "asked again");
}
static void an_answer_short_of_a_number_is_incomplete(void **state)
{
    (void)state;
    check_disposition(short_of_one, "casimirs", "incomplete: y has");
}
static void an_answer_that_is_no_number_is_incomplete(void **state)
{
    (void)state;
    check_disposition(not_a_number, "symmetry", "not finite");
}
static void giving_up_where_a_solution_is_proved_fails(void **state)
{
    (void)state;
    check_disposition(defeatist, "agreement", "error=no-convergence, where a solution is proved");
    check_disposition(defeatist, "casimirs", "error=no-convergence, where a solution is proved");
}
static void a_subject_that_offers_nothing_does_not_pass(void **state)
{
    (void)state;
    check_disposition(decliner, NULL, "nothing was checked");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_steps_are_right_but_for_the_fault),
        cmocka_unit_test(no_fault_is_found_where_none_is),
        cmocka_unit_test(every_fault_is_caught_by_the_law_that_is_there_for_it),
        cmocka_unit_test(an_answer_that_depends_on_the_call_is_found),
        cmocka_unit_test(an_answer_short_of_a_number_is_incomplete),
        cmocka_unit_test(an_answer_that_is_no_number_is_incomplete),
        cmocka_unit_test(giving_up_where_a_solution_is_proved_fails),
        cmocka_unit_test(a_subject_that_offers_nothing_does_not_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
