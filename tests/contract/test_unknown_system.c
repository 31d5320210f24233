/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases of a system or a scheme that neither path has, and systems that lack a parameter which
 * their own draws set: whoever is asked says so, by a status and words, and takes nothing for an
 * answer.  Within the contract's tables there is no such case, so these are made here: copies of a
 * system and a scheme under another name.
 * Calls the BLAS. */
#include "fast/fast.h"
#include "reports/claims/claim.h"
#include "oracle/command/run_path.h"
#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/judge/judge.h"
#include "oracle/simulate/path.h"
#include "props/engine/engine.h"

#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

/* ---- Copies under another name ---- */

typedef struct copies {
    slp_system system;
    slp_scheme scheme;
} copies;

/* Calls `ask` with each pair's small case twice: as a case of a copy of its system, and under a
 * copy of its scheme. */
static void each_case(void (*ask)(const slp_case *c, const slp_case *real))
{
    const slp_system *system;
    const slp_scheme *scheme;
    for (size_t i = 0; (system = drawn_system_at(i)); i++)
        for (size_t j = 0; (scheme = slp_scheme_at(j)); j++) {
            slp_case real, c;
            slp_draw from;
            copies of = {*system, *scheme};
            of.system.name = of.scheme.name = "elsewhere";
            slp_draw_init(&from, 3, j);
            slp_case_init(&real);
            slp_case_init(&c);
            if (slp_pair_makes_sense(system, scheme, NULL) &&
                slp_draw_case(&real, system, scheme, &from, 1) == SLP_OK) {
                slp_case_copy(&c, &real);
                c.system = &of.system;
                ask(&c, &real);
                c.system = system;
                c.scheme = &of.scheme;
                ask(&c, &real);
            }
            slp_case_clear(&real);
            slp_case_clear(&c);
        }
}

static unsigned asked;

static void run(const slp_case *c, const slp_case *real)
{
    slp_result r;
    char *text = NULL;
    size_t size = 0;
    (void)real;
    slp_result_init(&r);
    slp_run_fast(&r, c);
    assert_int_equal(r.error, SLP_UNSUPPORTED);
    slp_run_ref(&r, c, 256);
    assert_int_equal(r.error, SLP_UNSUPPORTED);
    slp_run_carried(&r, c, 256);
    assert_int_equal(r.error, SLP_UNSUPPORTED);
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    assert_int_equal(slp_run_digits(to, c, 20, 256), SLP_UNSUPPORTED);
    assert_int_equal(fclose(to), 0);
    assert_non_null(strstr(text, "error=unsupported"));
    assert_null(strstr(text, "y="));
    free(text);
    slp_result_clear(&r);
    asked++;
}

static void run_says_unsupported(void **unused)
{
    (void)unused;
    asked = 0;
    each_case(run);
    assert_gt(asked, 100);
}

static void simulate(const slp_case *c, const slp_case *real)
{
    (void)real;
    for (int fast = 0; fast < 2; fast++) {
        slp_path path;
        slp_error err = {0};
        assert_int_equal(slp_path_open(&path, c, fast, &err), SLP_UNSUPPORTED);
        assert_string_not_equal(err.text, "");
        slp_path_close(&path);
    }
}

static void a_trajectory_is_refused(void **unused)
{
    (void)unused;
    each_case(simulate);
}

/* Neither an answer nor an error of a port's is held against it, and none is confirmed. */
static void judge(const slp_case *c, const slp_case *real)
{
    slp_result r;
    slp_verdict v;
    slp_result_init(&r);
    slp_run_fast(&r, real);
    slp_judge(&v, c, &r);
    assert_int_equal(v.kind, SLP_VERDICT_UNSUPPORTED);
    r.error = SLP_NO_CONVERGENCE;
    slp_judge(&v, c, &r);
    assert_int_equal(v.kind, SLP_VERDICT_UNSUPPORTED);
    slp_result_clear(&r);
}

static void the_judge_judges_nothing(void **unused)
{
    (void)unused;
    each_case(judge);
}

/* ---- Laws ---- */

/* Answers as the binary64 path does on the case that was copied. */
static const slp_case *answered;

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    (void)self;
    slp_case own;
    slp_case_init(&own);
    slp_case_copy(&own, c);
    if (strcmp(own.system->name, "elsewhere") == 0) own.system = answered->system;
    if (strcmp(own.scheme->name, "elsewhere") == 0) own.scheme = answered->scheme;
    const prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, &own);
    slp_case_clear(&own);
    return became;
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self, (void)system, (void)scheme;
    return true;
}

static const prop_subject anything = {.name = "anything", .answer = answer, .has = has};
static unsigned skipped;

static void apply(const slp_case *c, const slp_case *real)
{
    const prop_subject *subjects[] = {&prop_subject_ref, &prop_subject_fast, &anything};
    answered = real;
    for (size_t i = 0; prop_law_registry[i]; i++)
        for (size_t s = 0; s < 3; s++) {
            const prop_law *law = prop_law_registry[i];
            const prop_item item = {
                .law = law, .system = c->system, .scheme = c->scheme, .subject = subjects[s]};
            bool control;
            prop_finding found = {0};
            if (law->applies.subjects == PROP_LAW_NOISE || law->statistics.decides ||
                law->applies.subjects == PROP_LAW_COMPUTED ||
                (law->applies.subjects == PROP_LAW_REFERENCE && !subjects[s]->certified) ||
                !prop_law_concerns(&control, law, real->system, real->scheme))
                continue;
            const prop_outcome outcome = prop_apply_law(&found, &item, c);
            /* a path of this project must offer what the contract has: that alone is held against
             * it */
            if (outcome == PROP_FAILED &&
                !(subjects[s]->complete && strstr(found.note, "not offered")))
                fail_msg("%s by %s on %s/%s: %s", law->name, subjects[s]->name, real->system->name,
                         real->scheme->name, found.note);
            skipped += outcome == PROP_SKIPPED;
        }
}

static void no_law_fails(void **unused)
{
    (void)unused;
    skipped = 0;
    each_case(apply);
    print_message("# %u skipped\n", skipped);
    assert_gt(skipped, 500);
}

/* ---- Draws of systems that lack a parameter ---- */

/* The system without its parameter `key`. */
static slp_system without(const slp_system *system, size_t key)
{
    slp_system less = *system;
    for (size_t p = key; p < SLP_MAX_PARAMS; p++) less.params[p] = less.params[p + 1];
    return less;
}

static void draws_are_refused(void **unused)
{
    const slp_system *system;
    const slp_scheme *tmk = slp_scheme_find("tmk");
    (void)unused;
    for (size_t i = 0; (system = drawn_system_at(i)); i++)
        for (size_t key = 0; system->params[key].key; key++) {
            const slp_system less = without(system, key);
            const slp_draw_pair pair = {&less, tmk, 0, 0};
            unsigned refused = 0, mixed = 0;
            for (uint64_t number = 0; number < 96; number++) {
                slp_case c;
                slp_draw from;
                slp_mixed_class which;
                slp_case_init(&c);
                slp_draw_init(&from, 1, number);
                /* a draw that does not set this parameter makes a whole case */
                slp_status status = slp_draw_case(&c, &less, tmk, &from, 1 + (int)(number % 3));
                assert_true(status == SLP_OK || status == SLP_INPUT);
                refused += status == SLP_INPUT;
                status = slp_draw_mixed(&c, &which, &pair, 1, 1, number);
                assert_true(status == SLP_OK || status == SLP_INPUT);
                mixed += status == SLP_INPUT;
                slp_case_clear(&c);
            }
            if (!refused || !mixed)
                fail_msg("%s without %s: %u, %u refused", system->name, system->params[key].key,
                         refused, mixed);
        }
}

/* ---- Words beyond the last ---- */

static void words_beyond_the_last(void **unused)
{
    (void)unused;
    assert_string_equal(slp_claim_verdict_word(SLP_CLAIM_VERDICTS), "unknown");
    assert_string_equal(slp_predicate_word(SLP_PREDICATES), "unknown");
    assert_string_equal(slp_verdict_word(SLP_VERDICT_COUNT), "unknown");
    assert_string_equal(slp_draw_class_about(SLP_DRAW_CLASS_COUNT), "unknown class");
    assert_string_equal(prop_class_about(1000), "unknown class");
    assert_null(slp_quantity_at(1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_says_unsupported),     cmocka_unit_test(a_trajectory_is_refused),
        cmocka_unit_test(the_judge_judges_nothing), cmocka_unit_test(no_law_fails),
        cmocka_unit_test(draws_are_refused),        cmocka_unit_test(words_beyond_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
