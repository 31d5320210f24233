/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The smallest failing case: a subject that is wrong under one condition alone, and the simplest
 * case that has this condition, written by hand.  Every start ends there.
 * Calls the BLAS, for seconds. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#include "props/smaller/smaller.h"
#include "tests/ref/thread_caches.h"

/* Whether step s of a case is answered wrongly. */
typedef bool condition(const slp_case *c, size_t s);

typedef struct planted {
    condition *wrong;                    /* NULL: `change` */
    void (*change)(slp_case *c);         /* makes the case that is stepped in its place */
    size_t asked, lost_from, right_from; /* from these questions on: no answer; a right one */
    bool any_axis;                       /* nor does the condition say which noise it is */
    bool lost_smaller;                   /* cases of less than nine numbers get no answer */
    bool always;                         /* where it is not wrong, it is off by 2^-44 */
} planted;

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    planted *own = self->own;
    slp_case other;
    own->asked++;
    slp_result_clear(r);
    if ((own->lost_from && own->asked >= own->lost_from) ||
        (own->lost_smaller && c->d + c->dw_count < 9)) {
        snprintf(note, PROP_NOTE, "no answer in time");
        return PROP_UNRECEIVED;
    }
    slp_case_init(&other);
    assert_int_equal(slp_case_copy(&other, c), SLP_OK);
    const bool right = own->right_from && own->asked >= own->right_from;
    if (own->change && !right) own->change(&other);
    const prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, &other);
    slp_case_clear(&other);
    for (size_t s = 0; own->wrong && !right && r->y.count && s < c->steps; s++)
        for (size_t i = 0; (own->wrong(c, s) || own->always) && i < c->d; i++)
            r->y.at[s * c->d + i] *= own->wrong(c, s) ? 1 + 0x1p-6 : 1 + 0x1p-44;
    return became;
}

/* ---- Conditions ---------------------------------------------------------------------------- */

static bool has(const slp_case *c, const char *key)
{
    size_t count;
    const double *at = slp_case_param(c, key, &count);
    for (size_t i = 0; i < count; i++)
        if (at[i] != 0) return true;
    return false;
}

static bool with_quad_and_lin(const slp_case *c, size_t s)
{
    (void)s;
    return has(c, "quad") && has(c, "lin");
}

static bool in_step_2(const slp_case *c, size_t s)
{
    (void)c;
    return s == 1;
}

static bool with_a_bond_backwards(const slp_case *c, size_t s)
{
    size_t count;
    const double *ends = slp_case_param(c, "bonds", &count);
    (void)s;
    for (size_t i = 0; i < count; i += 2)
        if (ends[i] > ends[i + 1]) return true;
    return false;
}

static bool with_damping_and_noise(const slp_case *c, size_t s)
{
    (void)s;
    return has(c, "damping") && has(c, "noise");
}

static bool with_three_vortices(const slp_case *c, size_t s)
{
    (void)s;
    return c->d >= 9;
}

static bool with_four_rows_and_noise(const slp_case *c, size_t s)
{
    (void)s;
    return c->d >= 6 && has(c, "quad");
}

static bool with_five_rows(const slp_case *c, size_t s)
{
    (void)s;
    return c->d >= 25;
}

static bool with_a_cubic_noise(const slp_case *c, size_t s)
{
    size_t count;
    const double *terms = slp_case_param(c, "terms", &count);
    (void)s;
    for (size_t at = 0; at < count; at += 3 + (size_t)terms[at + 2])
        if (terms[at] > 0 && terms[at + 2] >= 3) return true;
    return false;
}

static bool with_a_second_area(const slp_case *c, size_t s)
{
    return c->areas > 1 && c->dw[s * c->M + c->M - c->areas + 1] != 0;
}

static void third_of_quad_is_wrong(slp_case *c)
{
    size_t count;
    const double *at = slp_case_param(c, "quad", &count);
    if (count < 3) return;
    const double quad[] = {at[0], at[1], at[2] * 1.001};
    assert_int_equal(slp_case_set_param(c, "quad", quad, 3, NULL), SLP_OK);
}

static void increments_of_step_1_again(slp_case *c)
{
    for (size_t i = c->M; i < c->dw_count; i++) c->dw[i] = c->dw[i - c->M];
}

/* ---- Starts -------------------------------------------------------------------------------- */

/* The text of what is found from the n-th drawn case that fails. */
static char *reduced(planted own, const char *system, const char *scheme, bool areas, size_t n,
                     uint64_t questions)
{
    const prop_subject subject = {.name = "planted", .answer = answer, .own = &own};
    const prop_failures_limits limits = {questions, 600};
    prop_failures *all = prop_failures_new();
    slp_case c;
    slp_draw from;
    planted judged = own;
    judged.lost_from = judged.right_from = 0;
    judged.lost_smaller = false;
    const prop_subject other = {.name = "judged", .answer = answer, .own = &judged};
    slp_case_init(&c);
    for (uint64_t number = 0; prop_failures_count(all) == 0; number++) {
        char note[PROP_NOTE];
        slp_result r;
        slp_verdict v;
        slp_result_init(&r);
        assert_true(number < 1000);
        slp_draw_init(&from, 1, number);
        assert_int_equal(slp_draw_case(&c, slp_system_find(system), slp_scheme_find(scheme), &from,
                                       1 + (int)(number % 2)),
                         SLP_OK);
        if (areas) assert_int_equal(slp_draw_areas(&c, number), SLP_OK);
        answer(&r, note, &other, &c);
        slp_judge(&v, &c, &r);
        const bool begins = v.kind == SLP_VERDICT_FAIL && (!own.always || v.ratio > 1e6);
        if (begins && n-- == 0) prop_failures_add(all, &c, &v);
        slp_result_clear(&r);
    }
    prop_failures_reduce(all, &subject, &limits, NULL);
    char *text = prop_failures_text(all, "");
    prop_failures_free(all);
    slp_case_clear(&c);
    return text;
}

enum { STARTS = 6, QUESTIONS = 200 };

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the numbers of a list: the conditions do not say which of them is not 0. */
static void sort_list(char *line, const char *key)
{
    enum { MOST = 64 };
    char *words[MOST], copy[1024], *rest = NULL, *to = strstr(line, key);
    size_t count = 0;
    if (!to) return;
    to += strlen(key);
    snprintf(copy, sizeof copy, "%.*s", (int)strcspn(to, " "), to);
    for (char *at = strtok_r(copy, ",", &rest); at; at = strtok_r(NULL, ",", &rest)) {
        assert_true(count < MOST);
        words[count++] = at;
    }
    qsort(words, count, sizeof *words, compare);
    for (size_t i = 0; i < count; i++) {
        memcpy(to, words[i], strlen(words[i]));
        to += strlen(words[i]);
        if (i + 1 < count) *to++ = ',';
    }
}

/* Every start ends at one of two cases, alike but for what does not matter. */
static void ends_at(planted own, const char *system, const char *scheme, bool areas,
                    const char *expected, const char *alike)
{
    for (size_t n = 0; n < STARTS; n++) {
        char *text = reduced(own, system, scheme, areas, n, QUESTIONS);
        char line[1024];
        const char *at = strstr(text, "  case id=smallest-1 ");
        assert_non_null(at);
        at = strstr(at, " scheme=") + strlen(" scheme=");
        at += strcspn(at, " ") + 1;
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        sort_list(line, " x=");
        sort_list(line, " lin=");
        if (own.any_axis) sort_list(line, " quad=");
        if (own.any_axis) sort_list(line, " dw=");
        if (!alike || strcmp(line, alike) != 0) assert_string_equal(line, expected);
        assert_non_null(strstr(text, " questions):"));
        free(text);
    }
}

static void a_condition_on_two_keys(void **state)
{
    (void)state;
    ends_at((planted){.wrong = with_quad_and_lin}, "rigid-body", "isospectral-midpoint", false,
            "inertia=1,1,1 quad=0,0,1 lin=0,0,1 h=0 steps=1 x=0,0,1 dw=0,0,0,0", NULL);
    ends_at((planted){.wrong = with_damping_and_noise}, "spins", "isospectral-midpoint", false,
            "bonds=1:2 exchange=0 noise=1 damping=1 h=0 steps=1 x=0,0,0,0,0,1 dw=0,0,0,0,0,0",
            "bonds=2:1 exchange=0 noise=1 damping=1 h=0 steps=1 x=0,0,0,0,0,1 dw=0,0,0,0,0,0");
}

/* The small error is everywhere, also where there is no key. */
static void a_gross_error_beside_a_small_one(void **state)
{
    (void)state;
    ends_at((planted){.wrong = with_quad_and_lin, .always = true}, "rigid-body",
            "isospectral-midpoint", false,
            "inertia=1,1,1 quad=0,0,1 lin=0,0,1 h=0 steps=1 x=0,0,1 dw=0,0,0,0", NULL);
}

static void a_condition_on_steps(void **state)
{
    (void)state;
    ends_at((planted){.wrong = in_step_2}, "rigid-body", "tmk", false,
            "inertia=1,1,1 h=0 steps=2 x=0,0,1", NULL);
    ends_at((planted){.change = increments_of_step_1_again, .any_axis = true}, "rigid-body",
            "isospectral-midpoint", false,
            "inertia=1,1,1 quad=0,0,1 h=0 steps=2 x=0,1,1 dw=0,0,0,0,0,1",
            "inertia=1,1,1 lin=0,0,1 h=0 steps=2 x=0,0,1 dw=0,1");
}

static void spare_spins_and_bonds_go(void **state)
{
    (void)state;
    ends_at((planted){.wrong = with_a_bond_backwards}, "spins", "isospectral-midpoint", false,
            "bonds=2:1 exchange=0 h=0 steps=1 x=0,0,0,0,0,1", NULL);
}

static void vortices_and_rows_go(void **state)
{
    (void)state;
    ends_at((planted){.wrong = with_four_rows_and_noise}, "rigid-body-n", "isospectral-midpoint",
            false, "n=4 quad=1 h=0 steps=1 x=0,0,0,0,0,1 dw=0,0,0,0,0,0", NULL);
    ends_at((planted){.wrong = with_five_rows}, "zeitlin-sphere", "isospectral-midpoint", false,
            "n=5 h=0 steps=1 x=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1",
            "n=5 h=0 steps=1 x=-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1");
}

static void terms_go(void **state)
{
    (void)state;
    ends_at((planted){.wrong = with_a_cubic_noise}, "polynomial-so3", "tmk", false,
            "algebra=so3 terms=1:0:1.1.1 h=0 steps=1 x=0,0,1 dw=0", NULL);
}

static void areas_go(void **state)
{
    (void)state;
    ends_at((planted){.wrong = with_a_second_area}, "rigid-body", "isospectral-midpoint", true,
            "inertia=1,1,1 quad=0,0,0 h=0 steps=1 x=0,0,1 dw=0,0,0 area=0,1,0",
            "inertia=1,1,1 lin=0,0,0,0,0,0,0,0,0 h=0 steps=1 x=0,0,1 dw=0,0,0 area=0,1,0");
}

static void a_coefficient_that_is_wrong(void **state)
{
    (void)state;
    ends_at((planted){.change = third_of_quad_is_wrong}, "rigid-body", "isospectral-midpoint",
            false, "inertia=1,1,1 quad=0,0,1 h=0 steps=1 x=0,1,1 dw=0,0,1", NULL);
}

/* ---- How it ends ---------------------------------------------------------------------------- */

static void questions_are_limited(void **state)
{
    (void)state;
    const planted own = {.wrong = with_three_vortices};
    char *text = reduced(own, "point-vortices", "tmk", false, 0, 5);
    assert_non_null(strstr(text, "; more questions may find a simpler one):"));
    free(text);
    text = reduced(own, "point-vortices", "tmk", false, 0, 0);
    assert_null(strstr(text, "case id="));
    assert_non_null(strstr(text, "the failing case with the fewest numbers is id="));
    free(text);
}

static void a_port_that_falls_silent_keeps_what_was_found(void **state)
{
    (void)state;
    const planted own = {.wrong = with_quad_and_lin, .lost_from = 8};
    char *text = reduced(own, "rigid-body", "isospectral-midpoint", false, 0, QUESTIONS);
    /* seven answers, and three questions without one */
    assert_non_null(strstr(text, "; 10 questions; the port then gave no answer):"));
    assert_non_null(strstr(text, "case id=smallest-1 "));
    free(text);
    const planted silent = {.wrong = with_quad_and_lin, .lost_from = 1};
    text = reduced(silent, "rigid-body", "isospectral-midpoint", false, 0, QUESTIONS);
    assert_non_null(strstr(text, "failed, and now gets no answer"));
    free(text);
    const planted some = {.wrong = with_quad_and_lin, .lost_smaller = true};
    text = reduced(some, "rigid-body", "isospectral-midpoint", false, 0, QUESTIONS);
    assert_non_null(strstr(text, "case id=smallest-1 "));
    free(text);
}

static void a_port_that_fails_not_again_is_said_to(void **state)
{
    (void)state;
    for (size_t from = 1; from <= 4; from += 3) {
        const planted own = {.wrong = with_quad_and_lin, .right_from = from};
        char *text = reduced(own, "rigid-body", "isospectral-midpoint", false, 0, QUESTIONS);
        assert_non_null(strstr(text, "does not fail each time that it is asked"));
        assert_null(strstr(text, "case id="));
        free(text);
    }
}

/* What is kept of failures: few numbers, but no error that rounding may explain while there are
 * grosser ones. */
static void gross_failures_come_first(void **state)
{
    (void)state;
    prop_failures *all = prop_failures_new();
    slp_case c;
    slp_draw from;
    slp_verdict v = {.kind = SLP_VERDICT_FAIL, .bound = 20};
    slp_case_init(&c);
    const double ratios[] = {40, 1e6, 60};
    static const char *const ids[] = {"first", "gross", "last"};
    for (size_t i = 0; i < 3; i++) {
        slp_draw_init(&from, 1, 2 * i);
        assert_int_equal(
            slp_draw_case(&c, slp_system_find("rigid-body"), slp_scheme_find("tmk"), &from, 1),
            SLP_OK);
        assert_int_equal(slp_case_set_id(&c, ids[i], NULL), SLP_OK);
        v.ratio = ratios[i];
        prop_failures_add(all, &c, &v);
    }
    v.kind = SLP_VERDICT_PASS;
    prop_failures_add(all, &c, &v);
    assert_int_equal(prop_failures_count(all), 1);
    char *text = prop_failures_text(all, "; ask the port");
    assert_string_equal(text,
                        "the failing case with the fewest numbers is id=gross; ask the port\n");
    free(text);
    prop_failures_free(all);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_condition_on_two_keys),
        cmocka_unit_test(a_gross_error_beside_a_small_one),
        cmocka_unit_test(a_condition_on_steps),
        cmocka_unit_test(spare_spins_and_bonds_go),
        cmocka_unit_test(vortices_and_rows_go),
        cmocka_unit_test(terms_go),
        cmocka_unit_test(areas_go),
        cmocka_unit_test(a_coefficient_that_is_wrong),
        cmocka_unit_test(questions_are_limited),
        cmocka_unit_test(a_port_that_falls_silent_keeps_what_was_found),
        cmocka_unit_test(a_port_that_fails_not_again_is_said_to),
        cmocka_unit_test(gross_failures_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
