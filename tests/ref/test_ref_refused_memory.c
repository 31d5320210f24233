/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where memory is refused to the reference itself it says SLP_MEMORY, and so does the judge:
 * nothing leaks, nothing half-made is left, and the same succeeds afterwards.  What FLINT asks for
 * is not refused: FLINT aborts.  A step asks for nothing but by FLINT. */
#define _GNU_SOURCE /* dl_iterate_phdr, in refused_memory.h */
#include "oracle/judge/judge.h"
#include "ref/ref.h"
#include "tests/support/refused_memory.h"

#include <stdio.h>

#ifdef SLP_FOREIGN_ALLOCATOR
int main(void)
{
    puts("1..1\nok 1 - refused # SKIP the allocator of this build is not the C library's");
    return 0;
}
#else

/* One of each system, with as many parameters as it takes. */
static const struct {
    const char *line;
    size_t requests; /* that ref_system_new makes: itself, each parameter, names of Casimirs; of a
                      * polynomial also the Hamiltonians, what is made of their terms, and the
                      * factors of a splitting */
} lines[] = {
    {"case id=a system=rigid-body scheme=tmk inertia=1,2,3 quad=1,1,1 lin=1,2,3 h=0.1 steps=1 "
     "x=1,2,3 dw=0,0,0,0",
     38},
    {"case id=b system=rigid-body-n scheme=isospectral-midpoint n=4 inertia=1,2,3,4,5,6 h=0.1 "
     "steps=1 x=1,2,3,4,5,6",
     47},
    {"case id=c system=heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 noise=1,0,0,0,0,0,0.5 h=0.1 "
     "steps=1 x=1,2,3,4,5,6 dw=0",
     45},
    {"case id=d system=point-vortices scheme=tmk gamma=1,-1 quad=1,1,1 h=0.1 steps=1 x=1,0,0,0,1,0 "
     "dw=0,0,0",
     4},
    {"case id=e system=zeitlin-sphere scheme=isospectral-midpoint n=3 amp=0.1 shell=1 h=0.1 "
     "steps=1 x=0.5,-0.5,0,1,0,0,1,0.25,0 dw=0,0,0,0,0,0,0,0",
     5},
    {"case id=f system=sine-euler scheme=isospectral-midpoint n=3 modes=1:1 amp=0.1 h=0.1 steps=1 "
     "x=0.5,-0.5,0,1,0,0,1,0.25,0 dw=0.125",
     5},
    {"case id=g system=canonical scheme=tmk model=kubo beta=0.3 h=0.4 steps=1 x=0.7,-0.4 dw=0.5",
     4},
    {"case id=h system=symplectic scheme=isospectral-midpoint n=2 quadratic=1,0,0,1,0,1 "
     "noise=1,0,0 h=0.1 steps=1 x=0.7,-0.4,1 dw=0",
     21},
    {"case id=i system=spins scheme=tmk bonds=1:2 exchange=1 dmi=0,0,1 field=0,0,1 "
     "anisotropy=1,0,0,1 noise=0.5 h=0.1 steps=1 x=0.5,0.25,1,1,0,0.5 dw=0,0,0,0,0,0",
     31},
    {"case id=k system=polynomial scheme=tmk algebra=so3 terms=0:0.5:1.1,1:2:3.1 h=0.1 steps=1 "
     "x=0.6,0,0.8 dw=0.1",
     20},
    {"case id=j system=mhd-sphere scheme=isospectral-midpoint n=3 amp=0.1 shell=1 h=0.1 steps=1 "
     "x=0.5,-0.5,0,1,0,0,1,0.25,0,0.25,-0.25,0,0.5,0,0,0,0.125,0 dw=0,0,0,0,0,0,0,0",
     5},
};
enum { LINES = sizeof lines / sizeof *lines, MOST_D = 18, PREC = 128 };

typedef struct subject {
    slp_case c;
    ref_system *sys;
    double answer[MOST_D];
    slp_status reported;
} subject;

static void begin(subject *s, const char *line)
{
    slp_error err;
    slp_case_init(&s->c);
    assert_int_equal(slp_case_parse(&s->c, line, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&s->sys, &s->c, &err), SLP_OK);
    s->reported = SLP_OK;
}

static void end(subject *s)
{
    ref_system_free(s->sys);
    slp_case_clear(&s->c);
    ref_thread_cleanup();
}

static slp_status make_system(void *with)
{
    slp_error err = {0};
    ref_system *sys;
    const slp_status status = ref_system_new(&sys, &((subject *)with)->c, &err);
    if (status == SLP_MEMORY) {
        unsigned long long bytes = 0;
        assert_null(sys);
        assert_int_equal(sscanf(err.text, "out of memory: %llu bytes", &bytes), 1);
        assert_true(bytes > 0);
        assert_string_equal(err.id, ((subject *)with)->c.id);
    }
    ref_system_free(sys);
    return status;
}

static slp_status turn(void *with)
{
    const subject *s = with;
    const slong n = ref_group_size(s->sys);
    ref_system *turned;
    acb_mat_t g;
    acb_mat_init(g, n, n);
    acb_mat_one(g);
    const slp_status status = ref_system_turned(&turned, s->sys, g, PREC);
    if (status != SLP_OK) assert_null(turned);
    if (status == SLP_OK) ref_system_free(turned);
    acb_mat_clear(g);
    return status;
}

static slp_status carry(void *with)
{
    const subject *s = with;
    arb_ptr y = _arb_vec_init((slong)s->c.d);
    const slp_status status = ref_carry(y, NULL, ref_scheme_find(s->c.scheme->name), s->sys, s->c.x,
                                        s->c.h, s->c.dw, 1, 20, REF_PREC_CAP);
    _arb_vec_clear(y, (slong)s->c.d);
    return status;
}

static slp_status step(void *with)
{
    subject *s = with;
    return ref_step_round(s->answer, NULL, ref_scheme_find(s->c.scheme->name), s->sys, s->c.x,
                          s->c.h, s->c.dw, REF_PREC_CAP);
}

/* Of an answer that is right, of one that is wrong, and of a reported error. */
static slp_status judge(void *with)
{
    subject *s = with;
    slp_verdict v;
    slp_result r;
    slp_result_init(&r);
    if (s->reported == SLP_OK) r.y = (slp_numbers){s->c.d, s->answer}; /* lent */
    r.error = s->reported;
    slp_judge(&v, &s->c, &r);
    if (v.kind == SLP_VERDICT_UNABLE && v.reason == SLP_MEMORY) return SLP_MEMORY;
    assert_int_equal(v.kind, s->reported == SLP_OK ? SLP_VERDICT_PASS : SLP_VERDICT_ERROR);
    return SLP_OK;
}

static void systems_are_whole_or_null(void **unused)
{
    size_t systems = 0, turned = 0;
    (void)unused;
    /* of a family, one line */
    for (size_t i = 0; ref_system_at(i); i++) {
        const slp_system *system = slp_system_find(ref_system_at(i));
        systems += slp_system_of_word(slp_system_word(system), 0) == system;
    }
    assert_int_equal(systems, LINES);
    for (size_t i = 0; i < LINES; i++) {
        subject s;
        begin(&s, lines[i].line);
        assert_int_equal(refuse_each(make_system, &s), lines[i].requests);
        if (turn(&s) == SLP_OK) turned += refuse_each(turn, &s);
        assert_int_equal(refuse_each(step, &s), 0);
        assert_int_equal(refuse_each(carry, &s), s.c.d); /* a text for each coordinate */
        assert_int_equal(refuse_each(judge, &s), lines[i].requests);
        end(&s);
    }
    assert_true(turned >= 2 * 4);
}

/* An error that is reported on a step that has a certificate: the judge computes its own path. */
static void a_reported_error_is_judged_with_memory(void **unused)
{
    subject s;
    (void)unused;
    begin(&s, "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0x1p-6 steps=2 x=1,2,3");
    s.reported = SLP_NO_CONVERGENCE;
    /* the system's requests, and a state for each of two steps */
    assert_int_equal(refuse_each(judge, &s), 30 + 2);
    end(&s);
}

static void gradient(arb_ptr g, slong k, arb_srcptr x, slong prec, void *user)
{
    (void)prec, (void)user;
    for (slong i = 0; i < 6; i++)
        if (k)
            arb_one(g + i);
        else
            arb_set(g + i, x + i);
}

static void hessian(arb_ptr g, slong k, arb_srcptr x, arb_srcptr v, slong prec, void *user)
{
    (void)prec, (void)user, (void)x;
    for (slong i = 0; i < 6; i++)
        if (k)
            arb_zero(g + i);
        else
            arb_set(g + i, v + i);
}

static slp_status make_from_functions(void *with)
{
    const ref_functions functions = {.gradient = gradient, .hessian = hessian};
    slp_error err = {0};
    ref_system *sys;
    const slp_status status = ref_system_from_functions(&sys, with, &functions, &err);
    if (status == SLP_MEMORY) {
        assert_null(sys);
        assert_int_equal(strncmp(err.text, "out of memory", 13), 0);
    }
    ref_system_free(sys);
    return status;
}

static void systems_of_functions_are_whole_or_null(void **unused)
{
    slp_system *own;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_user_system_new(&own, "own", SLP_SU2N, 2, NULL, 1, &err), SLP_OK);
    assert_int_equal(refuse_each(make_from_functions, own), 4);
    slp_user_system_free(own);
}

static slp_status stay(double *next, const double *x, double h, const double *dW, void *user)
{
    (void)next, (void)x, (void)h, (void)dW, (void)user;
    return SLP_NO_CONVERGENCE;
}

static slp_status judge_function(void *with)
{
    subject *s = with;
    slp_verdict v;
    slp_error err = {0};
    slp_status status = slp_judge_function(&v, &s->c, stay, NULL, NULL, &err);
    if (status == SLP_OK) status = v.kind == SLP_VERDICT_UNABLE ? v.reason : SLP_OK;
    if (status == SLP_MEMORY) assert_true(v.kind == SLP_VERDICT_UNABLE && v.reason == SLP_MEMORY);
    return status;
}

static slp_status step_decimals(void *with)
{
    subject *s = with;
    char *text[3] = {NULL};
    const slp_status status = ref_step_decimals(text, NULL, ref_scheme_find(s->c.scheme->name),
                                                s->sys, s->c.x, s->c.h, s->c.dw, 20, REF_PREC_CAP);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(text[i] != NULL, status == SLP_OK);
        free(text[i]);
    }
    return status;
}

static void functions_and_texts_are_judged_with_memory(void **unused)
{
    subject s;
    (void)unused;
    begin(&s, "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0x1p-6 steps=2 x=1,2,3");
    assert_true(refuse_each(judge_function, &s) >= 1 + 3 + 1);
    assert_int_equal(refuse_each(step_decimals, &s), 3 + 3);
    end(&s);
}

/* Decimals: NULL, as where they are not decided. */
static slp_status write_decimal(void *with)
{
    char *text = ref_decimal(with, 5);
    const slp_status status = text ? SLP_OK : SLP_MEMORY;
    free(text);
    return status;
}

static void decimals_are_whole_or_null(void **unused)
{
    arb_t x;
    (void)unused;
    arb_init(x);
    assert_int_equal(refuse_each(write_decimal, x), 1); /* "0" */
    arb_set_d(x, -0.75);
    assert_int_equal(refuse_each(write_decimal, x), 1);
    arb_clear(x);
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(systems_are_whole_or_null),
                                       cmocka_unit_test(a_reported_error_is_judged_with_memory),
                                       cmocka_unit_test(systems_of_functions_are_whole_or_null),
                                       cmocka_unit_test(functions_and_texts_are_judged_with_memory),
                                       cmocka_unit_test(decimals_are_whole_or_null)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
