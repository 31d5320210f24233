/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The golden vectors: all 40 digits of all 311 cases. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include <mpfr.h>
#include "ref/ref.h"
#include "tests/ref/thread_caches.h"

#include <stdlib.h>
#include <string.h>

enum { DIGITS = 40, PREC_CAP = 2048 };

/* The text of coordinate i in "... y=a,b,c", to be freed. */
static char *field(const char *line, size_t i)
{
    const char *at = strstr(line, " y=");
    char *text;
    size_t length;
    assert_non_null(at);
    at += 3;
    for (; i > 0; i--) {
        at = strchr(at, ',');
        assert_non_null(at);
        at++;
    }
    length = strcspn(at, ", ");
    text = malloc(length + 1);
    assert_non_null(text);
    memcpy(text, at, length);
    text[length] = 0;
    return text;
}

/* Both texts are the same number to the last of 40 digits. */
static bool same_digits(const char *a, const char *b)
{
    mpfr_t x;
    mpfr_exp_t e[2];
    char *digits[2];
    bool same;
    mpfr_init2(x, 300);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(mpfr_set_str(x, k ? b : a, 10, MPFR_RNDN), 0);
        digits[k] = mpfr_get_str(NULL, &e[k], 10, DIGITS, x, MPFR_RNDN);
    }
    same = strcmp(digits[0], digits[1]) == 0 && e[0] == e[1];
    mpfr_free_str(digits[0]);
    mpfr_free_str(digits[1]);
    mpfr_clear(x);
    return same;
}

typedef struct answer {
    slp_status status;
    arb_ptr y;
    slong d;
} answer;

static void forget_answer(answer *a)
{
    if (a->y) _arb_vec_clear(a->y, a->d);
    a->y = NULL;
}

static void solve(answer *a, const slp_case *c)
{
    const ref_scheme *scheme = ref_scheme_find(c->scheme->name);
    ref_system *sys = NULL;
    slp_error err;
    forget_answer(a);
    a->status = scheme ? ref_system_new(&sys, c, &err) : SLP_UNSUPPORTED;
    if (a->status != SLP_OK) return;
    assert_int_equal(c->steps, 1);
    a->d = (slong)c->d;
    a->y = _arb_vec_init(a->d);
    a->status = ref_carry(a->y, NULL, scheme, sys, c->x, c->h, c->dw, 1, DIGITS, PREC_CAP);
    ref_system_free(sys);
}

static void compare(const answer *a, const char *line, const char *id)
{
    for (slong i = 0; i < a->d; i++) {
        char *expected = field(line, (size_t)i), *got = ref_decimal(a->y + i, DIGITS);
        assert_non_null(got);
        if (!same_digits(got, expected))
            fail_msg("%s, coordinate %ld: %s, should be %s", id, (long)i + 1, got, expected);
        free(expected);
        free(got);
    }
}

static void forty_digits(const char *name, int cases)
{
    FILE *from = fopen(name, "r");
    slp_reader *reader;
    slp_case c;
    slp_result result;
    slp_error err;
    slp_record_kind kind;
    slp_status status;
    answer a = {.y = NULL};
    int compared = 0;
    assert_non_null(from);
    reader = slp_reader_new(from, name);
    slp_case_init(&c);
    slp_result_init(&result);
    while ((status = slp_reader_next(&kind, &c, &result, reader, &err)) == SLP_OK) {
        if (kind == SLP_RECORD_CASE) {
            solve(&a, &c);
            if (a.status != SLP_OK)
                fail_msg("%s (%s, %s): %s", c.id, c.system->name, c.scheme->name,
                         slp_status_word(a.status));
        } else if (kind == SLP_RECORD_RESULT) {
            compare(&a, slp_reader_line(reader), result.id);
            compared++;
        }
    }
    if (status != SLP_END) slp_error_print(stderr, "golden", &err);
    assert_int_equal(status, SLP_END);
    assert_int_equal(compared, cases);
    forget_answer(&a);
    slp_case_clear(&c);
    slp_result_clear(&result);
    slp_reader_free(reader);
    fclose(from);
}

static void special_systems(void **unused)
{
    (void)unused;
    forty_digits("tests/support/golden.slp", 254);
}

static void polynomials(void **unused)
{
    (void)unused;
    forty_digits("tests/support/golden_polynomial.slp", 57);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(special_systems),
                                       cmocka_unit_test(polynomials)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
