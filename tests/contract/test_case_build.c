/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A case built key by key is the one that its text gives; what text is refused for, a key is
 * refused for, with the key and a remedy; a refused key changes nothing. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *printed(const slp_case *c)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_int_equal(slp_case_print(to, c), 0);
    fclose(to);
    return text;
}

static void the_same_as_its_text(const slp_case *c, const char *line)
{
    slp_case read;
    slp_error err;
    slp_case_init(&read);
    assert_int_equal(slp_case_parse(&read, line, 0, &err), SLP_OK);
    char *one = printed(c), *two = printed(&read);
    assert_string_equal(one, two);
    free(one);
    free(two);
    slp_case_clear(&read);
}

static void keys_make_the_case_of_the_text(void **unused)
{
    slp_case *c;
    slp_error err;
    size_t d, M;
    const double inertia[] = {2, 1, 0.5}, quad[] = {0.1, 0.1, 0.2}, x[] = {0.6, 0, 0.8};
    const double dw[] = {0.25, 0.5, -0.125, 1, 2, 3}, h = 0x1p-8, two = 2;
    (void)unused;
    assert_int_equal(slp_case_new(&c, "rigid-body", "isospectral-midpoint", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_sizes(&d, &M, c, &err), SLP_OK);
    assert_true(d == 3 && M == 0);
    assert_int_equal(slp_case_set(c, "quad", quad, 3, &err), SLP_OK);
    assert_int_equal(slp_case_sizes(NULL, &M, c, &err), SLP_OK);
    assert_int_equal(M, 3);
    assert_int_equal(slp_case_set(c, "h", &h, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "steps", &two, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", x, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "dw", dw, 6, &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    the_same_as_its_text(c, "case id=case system=rigid-body scheme=isospectral-midpoint "
                            "inertia=2,1,0.5 quad=0.1,0.1,0.2 h=0x1p-8 steps=2 x=0.6,0,0.8 "
                            "dw=0.25,0.5,-0.125,1,2,3");
    /* a parameter that is removed, numbers that are the case's own, another id */
    assert_int_equal(slp_case_set(c, "quad", NULL, 0, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "dw", NULL, 0, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", c->x, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set_id(c, "own", &err), SLP_OK);
    assert_int_equal(slp_case_set_id(c, c->id, &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    the_same_as_its_text(c, "case id=own system=rigid-body scheme=isospectral-midpoint "
                            "inertia=2,1,0.5 h=0x1p-8 steps=2 x=0.6,0,0.8");
    slp_case_free(c);
    slp_case_free(NULL);
}

static void text_sets_words_and_pairs(void **unused)
{
    slp_case *c;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_case_new(&c, "canonical", "midpoint", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(c, "model", "pendulum", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(c, "beta", "0.5", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(c, "h", "0x1p-4", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(c, "x", "1,2", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(c, "dw", "3", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(c, "id", "p", &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    the_same_as_its_text(c, "case id=p system=canonical scheme=midpoint model=pendulum beta=0.5 "
                            "h=0x1p-4 steps=1 x=1,2 dw=3");
    assert_int_equal(slp_case_set_text(c, "model", "pend", &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "'pend' is none of: kubo pendulum"));
    assert_int_equal(slp_case_set_text(c, "x", "1,2,z", &err), SLP_INPUT);
    assert_string_equal(err.text, "item 3 is not a number");
    assert_int_equal(slp_case_set_text(c, "h", "1,2", &err), SLP_INPUT);
    assert_string_equal(err.field, "h");
    const double one = 1;
    assert_int_equal(slp_case_set(c, "model", &one, 1, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "is a word, one of: kubo pendulum; set it as text"));
    assert_int_equal(slp_case_check(c, &err), SLP_OK); /* nothing has changed */
    slp_case_free(c);
    assert_int_equal(slp_case_new(&c, "sine-euler", "isospectral-midpoint", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(c, "n", "3", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(c, "modes", "1:1,0:1", &err), SLP_OK);
    assert_int_equal(slp_case_set_text(c, "modes", "1,0", &err), SLP_INPUT);
    size_t count;
    assert_non_null(slp_case_param(c, "modes", &count));
    assert_int_equal(count, 4);
    const double odd[] = {1, 2, 3};
    assert_int_equal(slp_case_set(c, "modes", odd, 3, &err), SLP_OK); /* slp_case_check says so */
    assert_int_equal(slp_case_sizes(NULL, NULL, c, &err), SLP_INPUT);
    assert_string_equal(err.field, "modes");
    const double half[] = {1, 0.5}, large[] = {1, 1e200};
    assert_int_equal(slp_case_set(c, "modes", half, 2, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "number 2 of 2 is no whole number"));
    assert_int_equal(slp_case_set(c, "modes", large, 2, &err), SLP_INPUT);
    /* a case that is not checked prints, whatever it holds */
    assert_int_equal(slp_case_set_param(c, "modes", large, 2, &err), SLP_OK);
    char *text = printed(c);
    assert_non_null(strstr(text, " modes=0x1p+0:0x"));
    free(text);
    slp_case_free(c);
}

/* One wrong call: its status, the field and a part of the text. */
static void refused(slp_status status, const slp_error *err, const char *field, const char *text)
{
    assert_int_equal(status, SLP_INPUT);
    assert_string_equal(err->field, field);
    if (!strstr(err->text, text)) print_error("%s\n", err->text);
    assert_non_null(strstr(err->text, text));
}

static void wrong_names_have_a_remedy(void **unused)
{
    slp_case *c;
    slp_error err;
    (void)unused;
    refused(slp_case_new(&c, "rigid-bdy", "tmk", &err), &err, "system",
            "unknown system 'rigid-bdy' (did you mean rigid-body?); `slp list systems`");
    assert_null(c);
    refused(slp_case_new(&c, "rigid-body", "tmkk", &err), &err, "scheme",
            "unknown scheme 'tmkk' (did you mean tmk?)");
    refused(slp_case_new(&c, "canonical", "variational-cayley-printed", &err), &err, "scheme",
            "makes no sense on canonical");
    refused(slp_case_new(&c, NULL, "tmk", &err), &err, "system", "is missing");
    refused(slp_case_new(&c, "rigid-body", NULL, &err), &err, "scheme", "is missing");
    refused(slp_case_new_on(&c, NULL, "tmk", &err), &err, "system", "is missing");
    refused(slp_case_new(NULL, "rigid-body", "tmk", &err), &err, "", "no place");
    refused(slp_case_new_on(NULL, NULL, "tmk", &err), &err, "", "no place");
    assert_int_equal(slp_case_new(&c, "no", "tmk", NULL), SLP_INPUT); /* no err is wanted */
    assert_null(c);
}

static void wrong_values_change_nothing(void **unused)
{
    slp_case *c;
    slp_error err;
    const double x[] = {1, 2, 3}, wrong[] = {1, NAN, 3}, infinite = INFINITY, half = 0.5;
    const double zero = 0, many = SLP_MAX_LIST + 1.0;
    (void)unused;
    assert_int_equal(slp_case_new(&c, "rigid-body", "tmk", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", x, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "inertia", x, 3, &err), SLP_OK);
    refused(
        slp_case_set(c, "inerta", x, 3, &err), &err, "inerta",
        "unknown key (did you mean inertia?); rigid-body takes h steps x dw area inertia quad lin");
    refused(slp_case_set(c, "x", wrong, 3, &err), &err, "x", "number 2 of 3 is not finite");
    refused(slp_case_set(c, "inertia", wrong, 3, &err), &err, "inertia", "number 2 of 3");
    refused(slp_case_set(c, "h", &infinite, 1, &err), &err, "h", "not finite");
    refused(slp_case_set(c, "h", x, 2, &err), &err, "h", "has 2 numbers, must have one");
    refused(slp_case_set(c, "h", NULL, 0, &err), &err, "h", "has 0 numbers, must have one");
    refused(slp_case_set(c, "steps", &half, 1, &err), &err, "steps", "is 0.5; give a whole number");
    refused(slp_case_set(c, "steps", &zero, 1, &err), &err, "steps", "is 0; give");
    refused(slp_case_set(c, "steps", &many, 1, &err), &err, "steps", "give a whole number");
    refused(slp_case_set(c, "steps", x, 2, &err), &err, "steps", "must have one");
    refused(slp_case_set(c, "x", NULL, 3, &err), &err, "x", "has no numbers: NULL");
    refused(slp_case_set(c, "x", x, SLP_MAX_LIST + 1, &err), &err, "x", "at most 2097152 fit");
    refused(slp_case_set(c, NULL, x, 3, &err), &err, "", "no key");
    refused(slp_case_set(NULL, "x", x, 3, &err), &err, "", "no case");
    refused(slp_case_set_text(c, NULL, "1", &err), &err, "", "no key");
    refused(slp_case_set_text(c, "x", NULL, &err), &err, "x", "no text");
    refused(slp_case_set_text(NULL, "x", "1", &err), &err, "", "no case");
    refused(slp_case_set_id(c, "a b", &err), &err, "id", "printable ASCII");
    refused(slp_case_set_id(c, "", &err), &err, "id", "is empty");
    refused(slp_case_set_id(c, NULL, &err), &err, "id", "no id");
    refused(slp_case_set_id(NULL, "a", &err), &err, "id", "no case");
    refused(slp_case_sizes(NULL, NULL, NULL, &err), &err, "", "no case");
    assert_true(c->x_count == 3 && c->x[1] == 2 && c->steps == 1 && c->h == 0);
    assert_string_equal(c->id, "case");
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    slp_case_free(c);
}

static void presets_are_cases(void **unused)
{
    char name[SLP_MAX_ID];
    slp_error err;
    slp_case *c;
    uint64_t steps;
    size_t count = 0;
    (void)unused;
    for (; slp_preset_at(name, count); count++) {
        assert_ptr_equal(slp_preset_text(name), slp_preset_at(name, count));
        assert_int_equal(slp_case_new_preset(&c, &steps, name, &err), SLP_OK);
        assert_string_equal(c->id, name);
        assert_gt(steps, 1);
        assert_true(c->steps == 1);
        assert_gt(c->h, 0);
        for (size_t k = 0; k < c->M; k++) assert_true(c->dw[k] == 0);
        slp_case_free(c);
    }
    assert_gt(count, 20);
    assert_null(slp_preset_text("gbw"));
    assert_null(slp_preset_text(NULL));
    refused(slp_case_new_preset(&c, &steps, "gbw-rigid-bdy", &err), &err, "preset",
            "unknown preset 'gbw-rigid-bdy' (did you mean gbw-rigid-body?)");
    assert_null(c);
    refused(slp_case_new_preset(&c, NULL, NULL, &err), &err, "preset", "is missing");
    refused(slp_case_new_preset(NULL, NULL, "gbw-rigid-body", &err), &err, "", "no place");
    assert_int_equal(slp_case_new_preset(&c, NULL, "gbw-rigid-body", NULL), SLP_OK);
    slp_case_free(c);
}

static void the_library_says_what_it_is(void **unused)
{
    (void)unused;
    assert_string_equal(slp_version(), SLP_VERSION);
    assert_int_equal(slp_size_of("slp_case"), 0); /* its layout is private */
    assert_int_equal(slp_size_of("slp_error"), sizeof(slp_error));
    assert_int_equal(slp_size_of("slp_status"), sizeof(slp_status));
    assert_int_equal(slp_size_of("slp_numbers"), sizeof(slp_numbers));
    assert_int_equal(slp_size_of("slp_other") + slp_size_of(NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_make_the_case_of_the_text),
        cmocka_unit_test(text_sets_words_and_pairs),
        cmocka_unit_test(wrong_names_have_a_remedy),
        cmocka_unit_test(wrong_values_change_nothing),
        cmocka_unit_test(presets_are_cases),
        cmocka_unit_test(the_library_says_what_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
