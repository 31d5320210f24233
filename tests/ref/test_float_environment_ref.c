/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every function of ref/ref.h that computes, in hostile floating-point environments: the answers of
 * the default environment, bit for bit, and the caller's environment back.  All pairs of systems
 * and schemes, on drawn cases some of whose numbers are subnormal. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

#include "oracle/contract/draw/draw.h"
#include "oracle/judge/judge.h"
#include "ref/ref.h"
#include "tests/support/depth.h"
#include "tests/support/float_hostile.h"
#include "tests/support/drawn_system.h"

enum {
    PREC = 128,
    DIGITS = 20,
    CAP = 2048,
    ALL = 12 /* coordinates up to which tangents are asked */
};

/* `call` in the environment `under`, which must be there afterwards as it was before. */
#define UNDER(call)                                                                                \
    do {                                                                                           \
        if (!float_hostile_set(under)) break;                                                      \
        const float_hostile_state before = float_hostile_read();                                   \
        call;                                                                                      \
        const float_hostile_state after = float_hostile_read();                                    \
        float_hostile_clear();                                                                     \
        if (!float_hostile_same(&before, &after))                                                  \
            fail_msg("%s did not give back the environment \"%s\"", #call,                         \
                     float_hostile_name(under));                                                   \
    } while (0)

/* ---- What was answered, as text ----------------------------------------------------------- */

static void tell_balls(FILE *to, const char *name, arb_srcptr v, slong n)
{
    fprintf(to, "%s", name);
    for (slong i = 0; i < n; i++) {
        char *text = arb_dump_str(v + i);
        fprintf(to, " %s", text);
        flint_free(text);
    }
    fputc('\n', to);
}

static void tell_matrix(FILE *to, const char *name, const arb_mat_t A)
{
    for (slong i = 0; i < arb_mat_nrows(A); i++)
        tell_balls(to, name, arb_mat_entry(A, i, 0), arb_mat_ncols(A));
}

static void tell_complex(FILE *to, const char *name, const acb_mat_t A)
{
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong j = 0; j < acb_mat_ncols(A); j++) {
            tell_balls(to, name, acb_realref(acb_mat_entry(A, i, j)), 1);
            tell_balls(to, name, acb_imagref(acb_mat_entry(A, i, j)), 1);
        }
}

static void tell_doubles(FILE *to, const char *name, const double *v, size_t n)
{
    fprintf(to, "%s", name);
    for (size_t i = 0; i < n; i++) {
        char text[SLP_NUMBER_CHARS];
        slp_number_print(text, v[i]);
        fprintf(to, " %s", text);
    }
    fputc('\n', to);
}

static void print_outcome(FILE *to, const char *name, slp_status status,
                          const ref_certificate *cert)
{
    fprintf(to, "%s: %s", name, slp_status_word(status));
    if (cert && status == SLP_OK) {
        const double found[3] = {cert->L, cert->kappa, cert->defect};
        fprintf(to, " %u iterations, %d bits, Jacobian %d;", cert->iterations, (int)cert->prec,
                cert->by_jacobian);
        tell_doubles(to, "", found, 3);
    }
    fputc('\n', to);
}

/* ---- What is asked ------------------------------------------------------------------------ */

typedef struct asked {
    const slp_case *c;
    const ref_scheme *scheme;
    ref_system *sys;
    slong d, M;
    arb_ptr x, dW, y;
    arb_t h;
} asked;

static void ask_rounded(FILE *to, const asked *a, size_t under)
{
    double *next = calloc(a->c->d, sizeof *next), size = 0, condition = 0;
    ref_certificate cert = {0};
    slp_status status = SLP_OK;
    assert_non_null(next);
    UNDER(status = ref_step_round(next, &cert, a->scheme, a->sys, a->c->x, a->c->h, a->c->dw, CAP));
    print_outcome(to, "round", status, &cert);
    if (status == SLP_OK) tell_doubles(to, "y", next, a->c->d);
    UNDER(ref_generator_terms(&size, &condition, a->sys, a->x, a->h, a->dW));
    tell_doubles(to, "size", &size, 1);
    tell_doubles(to, "condition", &condition, 1);
    if (status == SLP_OK && a->c->steps == 1) {
        slp_result r;
        slp_verdict v;
        slp_result_init(&r);
        r.y = (slp_numbers){a->c->d, next};
        memset(&v, 0, sizeof v);
        UNDER(slp_judge(&v, a->c, &r));
        fprintf(to, "verdict: %s", slp_verdict_word(v.kind));
        tell_doubles(to, "", &v.ratio, 1);
        assert_true(v.kind == SLP_VERDICT_PASS || v.kind == SLP_VERDICT_UNABLE);
        assert_true(v.kind == SLP_VERDICT_UNABLE || v.ratio < 1);
    }
    free(next);
}

static void ask_carried(FILE *to, const asked *a, size_t under)
{
    const slong count = (slong)a->c->steps * a->d;
    arb_ptr y = _arb_vec_init(count);
    ref_certificate worst = {0};
    slp_status status = SLP_OK;
    UNDER(status = ref_carry(y, &worst, a->scheme, a->sys, a->c->x, a->c->h, a->c->dw,
                             (slong)a->c->steps, DIGITS, CAP));
    print_outcome(to, "carry", status, &worst);
    if (status == SLP_OK) {
        slong left = 0;
        UNDER(left = ref_bits_left(y, a->d));
        fprintf(to, "left %ld\n", (long)left);
        for (slong i = 0; i < count; i++) {
            char *text = NULL;
            UNDER(text = ref_decimal(y + i, DIGITS));
            fprintf(to, "decimal %s\n", text ? text : "none");
            free(text);
        }
    }
    _arb_vec_clear(y, count);
}

static void ask_step(FILE *to, asked *a, size_t under)
{
    ref_certificate cert = {0};
    slp_status status = SLP_OK;
    bool contracts = false;
    double kappa = 0;
    UNDER(status = ref_step(a->y, &cert, a->scheme, a->sys, a->x, a->h, a->dW, PREC));
    print_outcome(to, "step", status, &cert);
    if (status == SLP_OK) tell_balls(to, "next", a->y, a->d);
    UNDER(contracts = ref_step_contracts(a->scheme, a->sys, a->x, a->h, a->dW, PREC));
    fprintf(to, "contracts %d\n", contracts);
    if (a->d > ALL) return;
    UNDER(status = ref_step_other_solution(a->y, &kappa, a->scheme, a->sys, a->x, a->h, a->dW, NULL,
                                           PREC));
    print_outcome(to, "elsewhere", status, NULL);
    if (status == SLP_OK) {
        tell_doubles(to, "kappa", &kappa, 1);
        tell_balls(to, "next", a->y, a->d);
    }
}

static void ask_tangent(FILE *to, asked *a, size_t under)
{
    arb_mat_t D;
    ref_certificate cert = {0};
    slp_status status = SLP_OK;
    if (a->d > ALL) return;
    arb_mat_init(D, a->d, a->d);
    UNDER(status = ref_step_tangent(D, a->y, &cert, a->scheme, a->sys, a->x, a->h, a->dW, PREC));
    print_outcome(to, "tangent", status, &cert);
    if (status == SLP_OK) tell_matrix(to, "D", D);
    UNDER(status = ref_poisson_residual(D, a->scheme, a->sys, a->x, a->h, a->dW, PREC));
    print_outcome(to, "residual", status, NULL);
    if (status == SLP_OK) tell_matrix(to, "R", D);
    UNDER(ref_poisson_tensor(D, a->sys, a->x, PREC));
    tell_matrix(to, "B", D);
    arb_mat_clear(D);
}

static void ask_functions(FILE *to, asked *a, size_t under)
{
    const slong casimirs = ref_casimir_count(a->sys);
    arb_ptr values = _arb_vec_init(casimirs + 1);
    UNDER(ref_generator(a->y, a->sys, a->x, a->h, a->dW, PREC));
    tell_balls(to, "generator", a->y, a->d);
    UNDER(ref_field(a->y, a->sys, a->x, a->h, a->dW, PREC));
    tell_balls(to, "field", a->y, a->d);
    UNDER(ref_energy(values, a->sys, a->x, PREC));
    tell_balls(to, "energy", values, 1);
    UNDER(ref_casimirs(values, a->sys, a->x, PREC));
    tell_balls(to, "casimirs", values, casimirs);
    _arb_vec_clear(values, casimirs + 1);
}

static void ask_matrices(FILE *to, asked *a, size_t under)
{
    const slong n = ref_group_size(a->sys);
    acb_mat_t f, X;
    acb_ptr coefficients = _acb_vec_init(n + 1);
    ref_certificate cert = {0};
    ref_system *turned = NULL;
    slp_status status = SLP_OK;
    bool is = false;
    if (n == 0 || a->d > 3 * ALL) {
        _acb_vec_clear(coefficients, n + 1);
        return;
    }
    acb_mat_init(f, n, n);
    acb_mat_init(X, n, n);
    UNDER(status = ref_step_group(f, a->y, &cert, a->scheme, a->sys, a->x, a->h, a->dW, PREC));
    print_outcome(to, "group", status, &cert);
    if (status == SLP_OK) tell_complex(to, "f", f);
    UNDER(is = ref_group_cayley(f, a->sys, a->x, PREC));
    fprintf(to, "cayley %d\n", is);
    if (is) {
        tell_complex(to, "tau", f);
        UNDER(ref_spatial_momentum(a->y, a->sys, f, a->x, PREC));
        tell_balls(to, "momentum", a->y, a->d);
        UNDER(status = ref_step_canonical(f, X, &cert, a->sys, f, f, a->h, a->dW, PREC));
        print_outcome(to, "canonical", status, &cert);
        if (status == SLP_OK) tell_complex(to, "Q", f);
        acb_mat_one(f);
        UNDER(status = ref_system_turned(&turned, a->sys, f, PREC));
        print_outcome(to, "turned", status, NULL);
        if (status == SLP_OK) {
            UNDER(ref_generator(a->y, turned, a->x, a->h, a->dW, PREC));
            tell_balls(to, "generator turned", a->y, a->d);
            ref_system_free(turned);
        }
    }
    int c = 0;
    UNDER(c = ref_group_form(X, a->sys));
    fprintf(to, "form %d\n", c);
    if (c) tell_complex(to, "J", X);
    UNDER(is = ref_state_matrix(X, a->sys, a->x, PREC));
    fprintf(to, "matrix %d\n", is);
    if (is) tell_complex(to, "X", X);
    UNDER(is = ref_characteristic(coefficients, a->sys, a->x, PREC));
    fprintf(to, "characteristic %d\n", is);
    if (is)
        for (slong k = 0; k <= n; k++) {
            tell_balls(to, "p", acb_realref(coefficients + k), 1);
            tell_balls(to, "p", acb_imagref(coefficients + k), 1);
        }
    acb_mat_clear(f);
    acb_mat_clear(X);
    _acb_vec_clear(coefficients, n + 1);
}

/* All answers on c in the environment `under`, as text that the caller frees. */
static char *ask(const slp_case *c, size_t under)
{
    asked a = {.c = c, .scheme = ref_scheme_find(c->scheme->name)};
    slp_status status = SLP_OK;
    slp_error err;
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    assert_non_null(to);
    UNDER(status = ref_system_new(&a.sys, c, &err));
    print_outcome(to, "system", status, NULL);
    if (status == SLP_OK && a.sys) {
        a.d = ref_system_d(a.sys);
        a.M = ref_system_M(a.sys);
        a.x = _arb_vec_init(a.d);
        a.y = _arb_vec_init(a.d);
        a.dW = _arb_vec_init(a.M);
        arb_init(a.h);
        arb_set_d(a.h, c->h);
        for (slong i = 0; i < a.d; i++) arb_set_d(a.x + i, c->x[i]);
        for (slong k = 0; k < a.M; k++) arb_set_d(a.dW + k, c->dw[k]);
        ask_rounded(to, &a, under);
        ask_carried(to, &a, under);
        ask_step(to, &a, under);
        ask_functions(to, &a, under);
        ask_tangent(to, &a, under);
        ask_matrices(to, &a, under);
        _arb_vec_clear(a.x, a.d);
        _arb_vec_clear(a.y, a.d);
        _arb_vec_clear(a.dW, a.M);
        arb_clear(a.h);
        ref_system_free(a.sys);
    }
    fclose(to);
    return text;
}

static void same_answers(const char *right, const slp_case *c, size_t under)
{
    if (!float_hostile_set(under)) return;
    float_hostile_clear();
    char *now = ask(c, under);
    if (strcmp(now, right) != 0) {
        size_t at = 0, line = 0;
        for (; now[at] && now[at] == right[at]; at++)
            if (now[at] == '\n') line = at + 1;
        fail_msg("%s in \"%s\": %.200s\nis not %.200s", c->id, float_hostile_name(under),
                 now + line, right + line);
    }
    free(now);
}

static bool subnormal(const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (v[i] != 0 && v[i] < 0x1p-1022 && v[i] > -0x1p-1022) return true;
    return false;
}

/* A drawn case of this pair that has subnormal numbers, if one of the first has; not too large. */
static void draw(slp_case *c, const slp_system *system, const slp_scheme *scheme)
{
    for (uint64_t number = 0; number < 200; number++) {
        slp_draw from;
        slp_draw_init(&from, 29, number);
        assert_int_equal(slp_draw_case(c, system, scheme, &from, 2), SLP_OK);
        if (c->d <= 3 * ALL && c->steps <= 2 &&
            (subnormal(c->x, c->d) || subnormal(c->dw, c->steps * c->M) || subnormal(&c->h, 1)))
            return;
    }
}

/* Every pair in the worst environment, in the one that libraries leave most often, and in another.
 */
static void all_pairs(void **state)
{
    (void)state;
    const size_t count = float_hostile_count();
    size_t pairs = 0, with = 0, rounded = 0;
    for (size_t s = 0; drawn_system_at(s); s++)
        for (size_t k = 0; slp_scheme_at(k); k++) {
            if (!slp_pair_makes_sense(drawn_system_at(s), slp_scheme_at(k), NULL)) continue;
            slp_case c;
            slp_case_init(&c);
            draw(&c, drawn_system_at(s), slp_scheme_at(k));
            with += subnormal(c.x, c.d);
            char *right = ask(&c, 0);
            rounded += strstr(right, "round: ok") != NULL;
            same_answers(right, &c, count - 1);
            if (pairs % depth_stride(2) == 0) same_answers(right, &c, 1 + pairs / 2 % (count - 2));
            free(right);
            slp_case_clear(&c);
            pairs++;
        }
    ref_thread_cleanup();
    print_message("# %zu pairs, %zu with subnormal states, %zu rounded\n", pairs, with, rounded);
    assert_gt(pairs, 60);
    assert_gt(rounded, pairs / 2);
    assert_gt(with, pairs / 4);
}

/* The cases whose digits were wrong, in every environment. */
static void every_environment(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0x1p-4 steps=1 x=1,0x1p-1040,0",
        "case id=b system=rigid-body scheme=isospectral-midpoint inertia=1,2,3 "
        "quad=0.1,0x1p-1050,0.3 h=0x1p-1030 steps=1 x=0x1p-1030,0x1p-1040,3 dw=0x1p-1060,0.1,0.2",
        "case id=c system=point-vortices scheme=isospectral-midpoint gamma=1,2,0x1p-1030 h=0.25 "
        "steps=2 x=1,0,0,0,1,0,0,0.6,0.8",
        "case id=d system=canonical scheme=implicit-midpoint model=pendulum gamma=0x1p-1040 h=0.1 "
        "steps=1 x=0x1p-1050,1 dw=0.1"};
    for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        if (slp_case_parse(&c, lines[n], 1, &err) != SLP_OK)
            fail_msg("%s: %s", err.field, err.text);
        char *right = ask(&c, 0);
        if (n == 0) {
            assert_non_null(strstr(right, "decimal 8.4824553340831991448e-314\n"));
            assert_non_null(strstr(right, "decimal -2.6524945137472373695e-315\n"));
        }
        for (size_t i = 1; i < float_hostile_count(); i++) same_answers(right, &c, i);
        free(right);
        slp_case_clear(&c);
    }
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_environment),
                                       cmocka_unit_test(all_pairs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
