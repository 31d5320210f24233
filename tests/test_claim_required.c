/* What a claim must say of a measure: options without which a quantity means nothing are required, all others have a preset. */
#include "oracle/claim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const required[][2] = {
    {"canonical-residual", "of"},   {"cayley-derivative", "quarter"}, {"coadjoint-sign", "of"},
    {"energy-bound", "power"},      {"euler-angles", "of"},           {"linear-drift", "weights"},
    {"solver-limit", "solver"},     {"solver-limit", "most"},         {"stage-contraction", "of"},
    {"step-difference", "against"}, {"strong-order", "coarsest"},     {"top-integral", "of"},
    {"top-integral", "by"},         {"truncated-moment", "of"},       {"truncated-moment", "power"},
    {"vortex-variant", "norm"},     {"vortex-variant", "in"},         {"vortex-variant", "of"},
    {"weak-order", "coarsest"},     {"zeitlin-sign", "of"},
};

enum { COUNT = sizeof required / sizeof *required };

static bool listed(const char *quantity, const char *key)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(required[i][0], quantity) == 0 && strcmp(required[i][1], key) == 0) return true;
    return false;
}

static void required_options_are_these(void **unused)
{
    const slp_quantity *q;
    size_t seen = 0;
    (void)unused;
    for (size_t i = 0; (q = slp_quantity_at(i)); i++)
        for (size_t k = 0; k < SLP_QUANTITY_OPTIONS && q->options[k].key; k++) {
            if (q->options[k].required != listed(q->name, q->options[k].key))
                fail_msg("%s of %s", q->options[k].key, q->name);
            seen += q->options[k].required;
        }
    assert_int_equal(seen, COUNT);
}

/* ... and a measure without one is refused under its name. */
static void left_out_it_is_missed(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT; i++) {
        if (i > 0 && strcmp(required[i][0], required[i - 1][0]) == 0)
            continue; /* the first is missed */
        char text[1000];
        slp_claim claim;
        slp_error err;
        snprintf(text, sizeof text,
                 "id: sample\nsource: s\nlocator: l\nstatement: words\nexperiments:\n"
                 "  - {name: body, system: rigid-body, scheme: tmk, parameters: {inertia: [1, 2, "
                 "3]}, h: 0.25, "
                 "state: [1, 2, 4]}\n"
                 "measures:\n  - {name: m, quantity: %s, experiment: body}\n",
                 required[i][0]);
        assert_int_equal(slp_claim_read(&claim, text, "test", &err), SLP_INPUT);
        assert_string_equal(err.field, required[i][1]);
        assert_non_null(strstr(err.text, "is missing"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(required_options_are_these),
                                       cmocka_unit_test(left_out_it_is_missed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
