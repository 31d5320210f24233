/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ports of every arithmetic: honest ones pass, in software with the arithmetic's range and in what
 * the hardware has; the same ports with a fault of arithmetic are found.  The table of both is
 * printed; oracle/judge/judge.md has the one of
 * SLP_CHECK_MULTIPLIER=10. */
#include "tests/support/cmocka.h"

#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/judge/judge.h"
#include "tests/judge/arithmetic_port.h"
#include "tests/support/depth.h"

#include <flint/flint.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 6, CASES = 96, FAULTY = 60, TINY = 10 };

static const char *const pairs_of[PAIRS][2] = {{"rigid-body", "isospectral-midpoint"},
                                               {"rigid-body", "implicit-midpoint"},
                                               {"rigid-body", "tmk"},
                                               {"rigid-body", "rkmk-euler-cay"},
                                               {"rigid-body-n", "isospectral-midpoint"},
                                               {"canonical", "midpoint"}};

typedef struct outcome {
    int passed, failed, others, wider;
    double worst, share; /* of those that passed, or failed if there are such */
} outcome;

static int multiplier(void)
{
    const char *text = getenv("SLP_CHECK_MULTIPLIER");
    const int value = text ? atoi(text) : 1;
    return value > 0 ? value : 1;
}

/* The port answers a stream of drawn cases, as text, and the judge reads it. */
static outcome judge_port(const port_format *format, port_fault fault, int cases)
{
    slp_draw_pair pairs[PAIRS] = {{0}};
    outcome sum = {0};
    slp_arithmetic a;
    slp_case c;
    assert_int_equal(slp_arithmetic_parse(&a, format->arithmetic, NULL), SLP_OK);
    for (size_t i = 0; i < PAIRS; i++) {
        pairs[i].system = slp_system_find(pairs_of[i][0]);
        pairs[i].scheme = slp_scheme_find(pairs_of[i][1]);
    }
    slp_case_init(&c);
    for (int i = 0; i < cases; i++) {
        slp_mixed_class which;
        assert_int_equal(slp_draw_mixed_in(&c, &which, pairs, PAIRS, 5, (uint64_t)i, &a), SLP_OK);
        if (!port_has(&c)) continue;
        /* what underflows is in few cases: among more of them */
        if (fault == PORT_FLUSH && which != SLP_MIXED_TINY && i >= cases / TINY) continue;
        char *line = NULL;
        size_t size;
        FILE *to = open_memstream(&line, &size);
        slp_result r;
        slp_error err;
        slp_verdict v;
        port_answer(to, &c, format, fault);
        fclose(to);
        line[strcspn(line, "\n")] = 0;
        slp_result_init(&r);
        const slp_status status = slp_result_parse_in(&r, line, 1, &a, &err);
        if (status != SLP_OK && r.fault) {
            assert_true(r.fault);
            sum.failed++;
        } else if (status != SLP_OK) {
            sum.wider++;
        } else {
            slp_judge(&v, &c, &r);
            if (v.kind == SLP_VERDICT_FAIL && fault == PORT_HONEST)
                print_message("%s: %s, ratio %g of %g, kappa %g, step %zu\n", format->name, c.id,
                              v.ratio, v.bound, v.kappa, v.step);
            if (v.kind == SLP_VERDICT_PASS)
                sum.passed++;
            else if (v.kind == SLP_VERDICT_FAIL)
                sum.failed++;
            else
                sum.others++;
            if (v.kind == SLP_VERDICT_PASS || v.kind == SLP_VERDICT_FAIL) {
                sum.worst = fmax(sum.worst, v.ratio);
                sum.share = fmax(sum.share, v.ratio / v.bound);
            }
        }
        slp_result_clear(&r);
        free(line);
    }
    slp_case_clear(&c);
    return sum;
}

static void print(const char *name, const char *fault, const outcome *o)
{
    print_message("# %-28s %-20s ratio %9.3g, %9.3g of the bound; %4d pass, %4d fail, %3d other\n",
                  name, fault, o->worst, o->share, o->passed, o->failed, o->others + o->wider);
}

/* Under the sanitizers every second one is asked. */
static bool left_out(const port_format *format)
{
    return (size_t)(format - port_formats) % depth_stride(2) > 0;
}

static void honest_ports_pass(void **unused)
{
    (void)unused;
    for (const port_format *f = port_formats; f->name; f++) {
        if (left_out(f)) continue;
        const int cases = CASES * multiplier();
        const outcome o = judge_port(f, PORT_HONEST, cases);
        print(f->name, "honest", &o);
        assert_int_equal(o.failed, 0);
        assert_int_equal(o.wider, 0);
        assert_gt(o.passed * 3, cases);
        assert_gt(o.worst, 0.05);
    }
}

/* Sums in 8 bits instead of 11, or in 4 instead of 8, are below the bound: K has room for eight to
 * sixteen roundings.  So is rounding toward zero, which is at most twice as wrong. */
static int needed(const port_format *f, port_fault fault)
{
    const bool narrow =
        strncmp(f->arithmetic, "binary16", 8) == 0 || strncmp(f->arithmetic, "bfloat16", 8) == 0;
    if (fault == PORT_TOWARD_ZERO || fault == PORT_SINGLE_SUMS) return 0;
    return fault == PORT_FLUSH || !narrow;
}

static void faults_are_found(void **unused)
{
    static const struct {
        port_fault fault;
        const char *name;
    } faults[] = {{PORT_NARROW_SUMS, "narrower sums"},
                  {PORT_FLUSH, "flush to zero"},
                  {PORT_NARROW_CONSTANT, "narrower constant"},
                  {PORT_TOWARD_ZERO, "toward zero"},
                  {PORT_SINGLE_SUMS, "sums as stored"}};
    (void)unused;
    for (const port_format *f = port_formats; f->name; f++)
        for (size_t i = 0; i < sizeof faults / sizeof *faults && !f->apply; i++) {
            if (left_out(f)) continue;
            const port_fault fault = faults[i].fault;
            if (fault == PORT_SINGLE_SUMS && !strchr(f->arithmetic, '+')) continue;
            const outcome o =
                judge_port(f, fault, FAULTY * (fault == PORT_FLUSH ? TINY : 1) * multiplier());
            print(f->name, faults[i].name, &o);
            assert_ge(o.failed, needed(f, fault));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(honest_ports_pass),
                                       cmocka_unit_test(faults_are_found)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    mpfr_free_cache();
    return failed;
}
