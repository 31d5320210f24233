/* The golden vectors of the rigid body: all 40 digits, every scheme that this path has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/rigid.h"

#include <stdlib.h>
#include <string.h>

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
static void same_digits(const char *a, const char *b)
{
    mpfr_t x;
    mpfr_exp_t e[2];
    char *digits[2];
    mpfr_init2(x, 300);
    for (int k = 0; k < 2; k++) {
        assert_int_equal(mpfr_set_str(x, k ? b : a, 10, MPFR_RNDN), 0);
        digits[k] = mpfr_get_str(NULL, &e[k], 10, 40, x, MPFR_RNDN);
    }
    assert_string_equal(digits[0], digits[1]);
    assert_true(e[0] == e[1]);
    mpfr_free_str(digits[0]);
    mpfr_free_str(digits[1]);
    mpfr_clear(x);
}

static void forty_digits(void **unused)
{
    FILE *from = fopen("tests/golden.slp", "r");
    slp_reader *reader;
    slp_case c;
    slp_result result;
    slp_error err;
    slp_record_kind kind;
    slp_status status;
    arb_ptr y = NULL;
    const ref_scheme *scheme = NULL;
    int compared[RIGID_SCHEMES] = {0};
    (void)unused;
    assert_non_null(from);
    reader = slp_reader_new(from, "tests/golden.slp");
    slp_case_init(&c);
    slp_result_init(&result);
    while ((status = slp_reader_next(&kind, &c, &result, reader, &err)) == SLP_OK) {
        if (kind == SLP_RECORD_CASE && y) {
            _arb_vec_clear(y, 3);
            y = NULL;
        }
        if (kind == SLP_RECORD_CASE && strcmp(c.system->name, "rigid-body") == 0 &&
            (scheme = ref_scheme_find(c.scheme->name)) != NULL) {
            ref_system *sys;
            assert_int_equal(c.steps, 1);
            assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
            y = _arb_vec_init(3);
            assert_int_equal(ref_carry(y, NULL, scheme, sys, c.x, c.h, c.dw, 1, 40, REF_PREC_CAP),
                             SLP_OK);
            ref_system_free(sys);
        } else if (kind == SLP_RECORD_RESULT && y) {
            for (size_t i = 0; i < 3; i++) {
                char *expected = field(slp_reader_line(reader), i), *got = ref_decimal(y + i, 40);
                assert_non_null(got);
                same_digits(got, expected);
                free(expected);
                free(got);
            }
            for (int s = 0; s < RIGID_SCHEMES; s++)
                compared[s] += scheme == ref_scheme_find(rigid_schemes[s]);
        }
    }
    if (status != SLP_END) slp_error_print(stderr, "golden", &err);
    assert_int_equal(status, SLP_END);
    for (int s = 0; s < RIGID_SCHEMES; s++) assert_true(compared[s] >= 3);
    if (y) _arb_vec_clear(y, 3);
    slp_case_clear(&c);
    slp_result_clear(&result);
    slp_reader_free(reader);
    fclose(from);
}

static int forget(void **unused)
{
    (void)unused;
    mpfr_free_cache();
    ref_thread_cleanup();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forty_digits)};
    return cmocka_run_group_tests(tests, NULL, forget);
}
