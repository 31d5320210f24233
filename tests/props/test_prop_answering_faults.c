/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Faults of answering rather than of mathematics: answers that depend on the call, that are short,
 * that are no numbers, that give up, that offer nothing; each must be found and called by its name.
 */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ref/thread_caches.h"
#include "tests/props/planted_faults.h"
#include "ref/ref.h"

static prop_disposition forgetful(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                  const slp_case *c)
{
    prop_disposition became = prop_subject_fast.answer(r, note, self, c);
    double *calls = self->own;
    if (became == PROP_ANSWERED && fmod(++*calls, 3) == 0)
        r->y.at[0] = nextafter(r->y.at[0], INFINITY);
    return became;
}
/* Keeps the moments of inertia of the case before where the first and the last of them are the
 * same. */
static prop_disposition thrifty(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                const slp_case *c)
{
    double *kept = self->own;
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    if (count != 3) return prop_subject_fast.answer(r, note, self, c);
    if (kept[0] != inertia[0] || kept[2] != inertia[2]) memcpy(kept, inertia, 3 * sizeof *kept);
    slp_case other;
    slp_case_init(&other);
    slp_case_copy(&other, c);
    slp_error err;
    slp_case_set_param(&other, "inertia", kept, 3, &err);
    prop_disposition became = prop_subject_fast.answer(r, note, self, &other);
    slp_case_clear(&other);
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
    double kept[3] = {0}; /* or a number of calls */
    prop_subject subject = {.name = "planted", .answer = what, .has = planted_has, .own = kept};
    char *printed;
    int status = planted_status(&printed, &subject, law, "tmk");
    if (status != 1 || !strstr(printed, expected)) print_error("%s", printed);
    assert_int_equal(status, 1);
    assert_non_null(strstr(printed, expected));
    free(printed);
}

static void an_answer_that_depends_on_the_call_is_found(void **state)
{
    (void)state;
    check_disposition(forgetful, "determinism", "asked again");
    check_disposition(thrifty, "determinism", "asked again");
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
        cmocka_unit_test(an_answer_that_depends_on_the_call_is_found),
        cmocka_unit_test(an_answer_short_of_a_number_is_incomplete),
        cmocka_unit_test(an_answer_that_is_no_number_is_incomplete),
        cmocka_unit_test(giving_up_where_a_solution_is_proved_fails),
        cmocka_unit_test(a_subject_that_offers_nothing_does_not_pass),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
