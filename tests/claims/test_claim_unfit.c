/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Experiments that a quantity cannot be taken of are refused, under the field at fault and with the
 * remedy, each condition by itself; and what stands just inside is taken.  A quantity that goes on
 * all the same would print a number of something else. */
#include "tests/claims/claim_measured.h"

#define BODY_OF(scheme, lin, state, more)                                                          \
    "    system: rigid-body\n    scheme: " scheme "\n    parameters: {inertia: [1, 2, 3]" lin      \
    "}\n    h: 2^-3\n    state: " state "\n" more
#define PLAIN BODY("tmk")
#define TOP(inertia, chi, more)                                                                    \
    "    system: heavy-top\n    scheme: tmk\n    parameters: {inertia: [" inertia "], chi: [" chi  \
    "]}\n    h: 0.01\n    state: [0, 0, 1, 0, 0.6, 0.8]\n" more
#define SYMMETRIC TOP("0.25, 0.25, 1", "0, 0, 1", "")
#define KUBO                                                                                       \
    "    system: canonical\n    scheme: midpoint\n    parameters: {model: kubo}\n    h: 0.5\n"     \
    "    state: [1, 0]\n"
#define VORTICES(scheme)                                                                           \
    "    system: point-vortices\n    scheme: " scheme "\n    parameters: {gamma: [1, 1]}\n"        \
    "    h: 0.5\n    state: [1, 0, 0, 0, 1, 0]\n"
#define NOISY(more)                                                                                \
    BODY_OF("tmk", ", lin: [0, 0, 0.02]", "[0.5, -1, 0.75]", "    noise: wiener\n" more)

static const struct unfit {
    const char *experiment, *measure, *field, *words; /* field NULL: taken */
} table[] = {
    {SYMMETRIC, "quantity: cayley-derivative, quarter: 0.25", "system", "so(3)"},
    {BODY("variational-cayley"), "quantity: chord-drift", "scheme", "tmk, trapezoidal"},
    {BODY("tmk") "    samples: 32\n", "quantity: chord-drift", "samples", "at most 31"},
    {KUBO, "quantity: casimir-drift", "system", "canonical has no Casimirs here"},
    {PLAIN, "quantity: casimir-drift, index: 1", "index",
     "is at most 0: rigid-body has 1 here, counted from 0"},
    {TOP("0.25, 0.25, 1", "0, 0, 1", ""), "quantity: casimir-drift, index: 1", NULL, NULL},
    {TOP("0.25, 0.25, 1", "0, 0, 1", ""), "quantity: casimir-drift, index: 2", "index",
     "is at most 1: heavy-top has 2 here"},
    {PLAIN, "quantity: chord-drift, solver: chord-12", "solver", "chord-ITERATIONS-DIGITS"},
    {KUBO, "quantity: coadjoint-sign, of: lemma", "system", "rigid-body or heavy-top"},
    {PLAIN, "quantity: degree-count", "system", "zeitlin-sphere"},
    {PLAIN, "quantity: effective-potential", "system", "heavy-top"},
    {SYMMETRIC, "quantity: effective-potential", NULL, NULL},
    {TOP("0.25, 0.25, 1", "0, 0, 0", ""), "quantity: effective-potential", NULL, NULL},
    {TOP("0.25, 0.5, 1", "0, 0, 1", ""), "quantity: effective-potential", "inertia", "I1 = I2"},
    {TOP("0.5, 0.25, 1", "0, 0, 1", ""), "quantity: effective-potential", "inertia", "I1 = I2"},
    {TOP("0.25, 0.25, 1", "0.5, 0, 1", ""), "quantity: effective-potential", "inertia",
     "(0, 0, m)"},
    {TOP("0.25, 0.25, 1", "0, -0.5, 1", ""), "quantity: effective-potential", "inertia",
     "(0, 0, m)"},
    {TOP("0.25, 0.25, 1", "0, 0, -1", ""), "quantity: effective-potential", "inertia", "m >= 0"},
    {TOP("0.25, 0.25, 1", "0, 0, 1", "    samples: 4\n    steps: 10\n"),
     "quantity: ensemble-spread, size: 2", "system", "rigid body"},
    {BODY_OF("tmk", "", "{norm: [1, 2]}", "    samples: 4\n    steps: 10\n"),
     "quantity: ensemble-spread, size: 2", "system", "fixed initial state"},
    {PLAIN "    samples: 5\n    steps: 10\n", "quantity: ensemble-spread, size: 2", "samples",
     "times `size`"},
    {PLAIN "    samples: 4\n    steps: 9\n", "quantity: ensemble-spread, size: 2", "steps",
     "at least 10"},
    {NOISY("    samples: 4\n    steps: 10\n"), "quantity: ensemble-spread, size: 2", NULL, NULL},
    {SYMMETRIC, "quantity: euler-angles, of: meant", "system", "three coordinates"},
    {SYMMETRIC, "quantity: fundamental-group", "system", "SO(n) with n <= 16"},
    {PLAIN, "quantity: manakov-integrals", "system", "rigid-body-n"},
    {VORTICES("tmk"), "quantity: momentum-residual", "system", "su(N)"},
    {PLAIN, "quantity: solvable-step", "truncation", "must be truncated"},
    {NOISY("    truncation: 0\n"), "quantity: solvable-step", "truncation", "must be truncated"},
    {NOISY(""), "quantity: solver-limit, solver: chord-12, most: 4", "solver", "or certificate"},
    {BODY_OF("variational-cayley", ", lin: [0, 0, 0.02]", "[0.5, -1, 0.75]", "    noise: wiener\n"),
     "quantity: solver-limit, solver: chord-100-10, most: 4", "scheme", "tmk, trapezoidal"},
    {PLAIN, "quantity: solver-limit, solver: default, most: 4", "h", "with noise"},
    {PLAIN, "quantity: stage-contraction, of: meant", "system", "one noise"},
    {BODY_OF("tmk", ", lin: [0, 0, 1, 1, 0, 0]", "[0.5, -1, 0.75]", ""),
     "quantity: stage-contraction, of: meant", "system", "lin of three"},
    {PLAIN, "quantity: step-difference, against: nothing", "against", "unknown scheme"},
    {PLAIN, "quantity: step-difference, against: midpoint", "against", ""},
    {NOISY("    samples: 3\n    steps: 64\n"), "quantity: strong-order, coarsest: 0", "samples",
     "at least 4"},
    {NOISY("    samples: 4\n    steps: 64\n"),
     "quantity: strong-order, coarsest: 0, over: grid, against: implicit-midpoint", "against",
     "horizon only"},
    {PLAIN, "quantity: tolerance-reached", "scheme", "isospectral-midpoint"},
    {KUBO, "quantity: tolerance-reached", "scheme", "skew-Hermitian"},
    {"    system: symplectic\n    scheme: isospectral-midpoint\n"
     "    parameters: {n: 2, quadratic: [1, 0, 0, 1, 0, 1]}\n    h: 0.5\n    state: [1, 0, 0]\n",
     "quantity: tolerance-reached", "scheme", "skew-Hermitian"},
    {PLAIN, "quantity: vortex-variant, norm: meant, in: su2, of: step", "system", "point-vortices"},
    {NOISY("    samples: 2\n    steps: 64\n"), "quantity: weak-order, coarsest: 0", "samples",
     "must be at least"},
    {NOISY("    samples: 40\n    steps: 64\n"), "quantity: weak-order, coarsest: 6", "coarsest",
     "less than log2"},
    {NOISY("    samples: 40\n    steps: 64\n"), "quantity: weak-order, coarsest: -1", "coarsest",
     ""},
    {NOISY("    samples: 40\n    steps: 64\n"), "quantity: weak-order, coarsest: 5", "coarsest",
     "here 1 times, from 2^5 steps to 2^6"},
    {NOISY("    samples: 40\n    steps: 63\n"), "quantity: weak-order, coarsest: 0", "steps",
     "power of two"},
    {BODY_OF("tmk", ", lin: [0, 0, 0.02]", "[0.5, -1, 0.75]", "    samples: 40\n    steps: 64\n"),
     "quantity: weak-order, coarsest: 0", "noise", "must be wiener"},
    {"    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3]}\n    h: 2^-9\n"
     "    state: [0.5, -1, 0.75]\n    samples: 40\n    steps: 64\n",
     "quantity: strong-order, coarsest: 0", NULL, NULL},
    {"    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, 3], lin: [0, 0, "
     "1]}\n"
     "    h: {uniform: [0.1, 0.2]}\n    state: [0.5, -1, 0.75]\n    noise: wiener\n    samples: "
     "40\n"
     "    steps: 64\n",
     "quantity: weak-order, coarsest: 0", "h", "one number"},
    {PLAIN, "quantity: casimir-drift, index: 65", "index", ""},
    {PLAIN, "quantity: casimir-drift, index: 0.5", "index", ""},
    {PLAIN, "quantity: casimir-drift, index: -1", "index", ""},
    {PLAIN, "quantity: casimir-drift, stride: 0", "stride", ""},
    {PLAIN, "quantity: casimir-drift, stride: 1.5", "stride", ""},
    {PLAIN, "quantity: energy-drift, stride: 0", "stride", ""},
    {PLAIN, "quantity: energy-drift, stride: 2^31", "stride", ""},
    {PLAIN, "quantity: spectrum-drift, stride: 0", "stride", ""},
    {PLAIN, "quantity: spectrum-drift, stride: 1.5", "stride", ""},
    {PLAIN, "quantity: formula, over: run, largest: signed, formula: x1", "largest",
     "of a run is the largest absolute value"},
    {PLAIN, "quantity: formula, formula: x4", "formula", "x has the indices 1 to 3"},
    {PLAIN, "quantity: formula, formula: x", "formula", "'[' is expected"},
    {PLAIN, "quantity: formula, formula: chi1", "formula", "character 4: chi is no name"},
    {PLAIN, "quantity: formula, formula: x1 x2", "formula", "an operation or the end"},
    {PLAIN, "quantity: formula, formula: (x1", "formula", "')' is expected"},
    {PLAIN, "quantity: formula, formula: x1 +", "formula", "a name, a number"},
    {PLAIN, "quantity: formula, formula: 1.2.3", "formula", "a number is expected"},
    {PLAIN, "quantity: formula, formula: x1^x2", "formula", "a whole exponent"},
    {PLAIN, "quantity: formula, formula: x1^5000", "formula", "at most 4096"},
    {PLAIN, "quantity: formula, formula: 'x[1/2]'", "formula", "a whole number"},
    {PLAIN, "quantity: formula, formula: 'x[5000]'", "formula", "a whole number"},
    {PLAIN, "quantity: formula, formula: 'sum(i, 3, 1, x[i])'", "formula", "from 3 to 1"},
    {PLAIN, "quantity: formula, formula: 'sum(i, 1, 3, j)'", "formula", "j is no name"},
    {PLAIN, "quantity: formula, formula: 'sum(1, 1, 3, j)'", "formula", "a name"},
    {PLAIN,
     "quantity: formula, formula: 'A=1; B=1; C=1; D=1; E=1; F=1; G=1; H=1; I=1; J=1; K=1; L=1; "
     "M=1; N=1; O=1; P=1; Q=1; R=1; S=1; "
     "T=1; U=1; V=1; W=1; X=1; Y=1; Z=1; aa=1; ab=1; ac=1; ad=1; ae=1; ag=1; ai=1; 1"
     "'",
     "formula", "more than 32 names"},
    {PLAIN, "quantity: formula, formula: 'a = 1'", "formula", "';' is expected"},
    {PLAIN, "quantity: formula, formula: 'a = ; 1'", "formula", "a name, a number"},
    {PLAIN, "quantity: formula, formula: 'a = 1;'", "formula", "a name, a number"},
    {PLAIN,
     "quantity: formula, formula: '((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))"
     "))))))))))))))))))))))))'",
     "formula", "parentheses in each other"},
    {PLAIN, "quantity: ensemble-spread, size: 1", "size", ""},
    {PLAIN, "quantity: judged-steps, stride: 0", "stride", ""},
    {PLAIN, "quantity: chord-drift, level: 0", "level", ""},
    {PLAIN, "quantity: solver-limit, solver: default, most: 0", "most", ""},
    {PLAIN, "quantity: solver-limit, solver: default, most: 4, ratio: -1", "ratio", ""},
    {PLAIN, "quantity: strong-order, coarsest: 31", "coarsest", ""},
    {PLAIN, "quantity: tolerance-reached, tolerance: 2", "tolerance", ""},
    {PLAIN, "quantity: tolerance-reached, tolerance: 0", "tolerance", ""},
    {PLAIN, "quantity: zeitlin-sign, of: inverse", "system", "zeitlin-sphere"},
};

/* SLP_OK, or the message, of reading or of measuring. */
static slp_status tried(slp_error *err, const struct unfit *row)
{
    char text[3000], name[64] = "";
    slp_claim claim;
    sscanf(row->measure, "quantity: %63[a-z-]", name);
    const slp_quantity *quantity = slp_quantity_find(name);
    assert_non_null(quantity);
    snprintf(text, sizeof text,
             "id: sample\nsource: s\nlocator: l\nstatement: s\nexperiments:\n  - name: e\n%s"
             "measures:\n  - {name: m, experiment: e, %s}\n"
             "decide:\n  - verdict: confirmed\n    because: b\n    when: [{value: m.%s, is: below, "
             "bound: 1}]\n",
             row->experiment, row->measure, quantity->values[0].name);
    slp_status status = slp_claim_read(&claim, text, "test", err);
    if (status != SLP_OK) return status;
    const slp_experiment *e = &claim.experiment[0];
    slp_trial trial = {.experiment = e, .steps = e->steps.usual, .samples = e->samples.usual};
    slp_measurement m;
    memcpy(trial.number, claim.measure[0].number, sizeof trial.number);
    for (size_t k = 0; k < SLP_QUANTITY_OPTIONS; k++) trial.word[k] = claim.measure[0].word[k];
    slp_measurement_init(&m);
    status = quantity->measure(&m, &trial, err);
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
    return status;
}

static void each_is_refused_by_itself(void **unused)
{
    int wrong = 0;
    (void)unused;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct unfit *row = &table[i];
        slp_error err = {0};
        slp_status status = tried(&err, row);
        bool right = row->field ? status == SLP_INPUT && strcmp(err.field, row->field) == 0 &&
                                      strstr(err.text, row->words) && err.line > 0
                                : status == SLP_OK;
        if (right) continue;
        wrong++;
        print_message("%s%s: status %d, line %zu, %s: %s\n", row->experiment, row->measure, status,
                      err.line, err.field, err.text);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_refused_by_itself)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
