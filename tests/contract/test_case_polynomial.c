/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Polynomials in the exchange format: seven systems of one word, and their terms. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/case_exact.h"
#include "oracle/contract/case/terms.h"

#include <stdlib.h>
#include <string.h>

static char *printed(const slp_case *c)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_int_equal(slp_case_print(to, c), 0);
    fclose(to);
    text[size - 1] = 0;
    return text;
}

/* A case of the words between id and h; d numbers of x that sum to 0, M of dw. */
static slp_status parse(slp_case *c, const char *words, size_t d, size_t M, slp_error *err)
{
    char line[1 << 15];
    size_t used = (size_t)snprintf(line, sizeof line, "case id=a %s h=0x1p-8 steps=1 x=0", words);
    for (size_t i = 1; i < d; i++) used += (size_t)sprintf(line + used, ",0");
    if (M) used += (size_t)sprintf(line + used, " dw=1");
    for (size_t k = 1; k < M; k++) used += (size_t)sprintf(line + used, ",1");
    assert_lt(used, sizeof line);
    return slp_case_parse(c, line, 5, err);
}

static const struct {
    const char *words;
    slp_algebra algebra;
    size_t d, M;
} good[] = {
    {"algebra=so3 terms=0:1:1", SLP_SO3, 3, 0},
    {"algebra=so3 size=1 terms=0:1:1 noises=2", SLP_SO3, 3, 2},
    {"algebra=se3 terms=0:1:6,3:0.5:1.1", SLP_SE3, 6, 3},
    {"algebra=plane terms=0:1:1.1.2.2.1.1.2.2,1:-0:2", SLP_VECTOR, 2, 1},
    {"algebra=su2 size=2 terms=0:1:1.6", SLP_SU2N, 6, 0},
    {"algebra=su2 size=2 weights=1,-2 terms=0:1:1.6,2:1:3 noises=1", SLP_SU2N, 6, 2},
    {"algebra=so size=4 terms=0:1:6.6,1:1:1", SLP_SON, 6, 1},
    {"algebra=su size=3 terms=0:1:9.9,1:1:1", SLP_SUN, 9, 1},
    {"algebra=sp size=4 terms=1:1:10", SLP_SP, 10, 1},
};

static void each_algebra_is_read_and_printed(void **unused)
{
    slp_error err;
    slp_case c, again;
    (void)unused;
    slp_case_init(&c);
    slp_case_init(&again);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char words[256];
        snprintf(words, sizeof words, "system=polynomial scheme=implicit-midpoint %s",
                 good[i].words);
        if (parse(&c, words, good[i].d, good[i].M, &err) != SLP_OK)
            fail_msg("%s: %s: %s", words, err.field, err.text);
        assert_int_equal(c.system->algebra, good[i].algebra);
        assert_int_equal(c.d, good[i].d);
        assert_int_equal(c.M, good[i].M);
        char *text = printed(&c);
        assert_non_null(strstr(text, " system=polynomial scheme="));
        assert_int_equal(slp_case_parse(&again, text, 1, &err), SLP_OK);
        assert_ptr_equal(again.system, c.system);
        char *twice = printed(&again);
        assert_string_equal(text, twice);
        free(text);
        free(twice);
    }
    slp_case_clear(&c);
    slp_case_clear(&again);
}

/* The words of the schema are those of the table, each of one system, in both directions. */
static void words_are_those_of_the_table(void **unused)
{
    char words[256] = "";
    const slp_algebra_kind *kind;
    size_t count = 0;
    (void)unused;
    for (; (kind = slp_algebra_kind_at(count)); count++) {
        snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", count ? " " : "",
                 kind->word);
        size_t members = 0;
        for (size_t i = 0; slp_system_of_word("polynomial", i); i++)
            members += slp_system_of_word("polynomial", i)->algebra == kind->algebra;
        assert_int_equal(members, 1);
    }
    assert_string_equal(words, SLP_ALGEBRA_WORDS);
    assert_null(slp_system_of_word("polynomial", count));
    assert_null(slp_system_find("polynomial"));
    assert_string_equal(slp_system_word(slp_system_find("polynomial-su")), "polynomial");
    assert_string_equal(slp_system_word(slp_system_find("spins")), "spins");
    assert_null(slp_algebra_kind_of(SLP_SUN_DUAL));
    assert_int_equal(slp_algebra_coordinates(SLP_SUN_DUAL, 3), 0);
}

static const struct {
    const char *words, *field, *text;
    size_t d, M;
} wrong[] = {
    {"algebra=so3 terms=-1:1:1", "terms", "item 1 has a k", 3, 0},
    {"algebra=so3 terms=0:1:1,0.5:1:1", "terms", "item 2 has a k", 3, 0},
    {"algebra=so3 terms=2097153:1:1", "terms", "item 1 has a k", 3, 0},
    {"algebra=so3 terms=:1:1", "terms", "item 1 has a k", 3, 0},
    {"algebra=so3 terms=0:nan:1", "terms", "item 1 has a c", 3, 0},
    {"algebra=so3 terms=0:1e999:1", "terms", "item 1 has a c", 3, 0},
    {"algebra=so3 terms=0::1", "terms", "item 1 has a c", 3, 0},
    {"algebra=so3 terms=0:1:1,0:1", "terms", "item 2 is not k:c:i.j", 3, 0},
    {"algebra=so3 terms=7", "terms", "item 1 is not k:c:i.j", 3, 0},
    {"algebra=so3 terms=0:1:", "terms", "item 1 has an index", 3, 0},
    {"algebra=so3 terms=0:1:0", "terms", "item 1 has an index", 3, 0},
    {"algebra=so3 terms=0:1:1..2", "terms", "item 1 has an index", 3, 0},
    {"algebra=so3 terms=0:1:1.2:3", "terms", "item 1 has an index", 3, 0},
    {"algebra=so3 terms=0:1:3,0:1:1.4", "terms",
     "item 2 has an index that is no coordinate; they are counted from 1 to d = 3", 3, 0},
    {"algebra=so3 terms=0:1:1.1.1.1.1.1.1.1.1", "terms", "item 1 has no degree from 1 to 8", 3, 0},
    {"algebra=so3 terms=0:1:1,", "terms", "item 2 is not k:c:i.j", 3, 0},
    {"algebra=so3 terms=", "terms", "is empty", 3, 0},
    {"algebra=so3", "terms", "is missing", 3, 0},
    {"terms=0:1:1", "algebra", "is missing; give one of: so3 se3 plane su2 so su sp", 3, 0},
    {"algebra=so4 terms=0:1:1", "algebra", "'so4' is none of: so3 se3 plane su2 so su sp", 3, 0},
    {"algebra=so3 size=2 terms=0:1:1", "size", "whole number from 1 to 1", 3, 0},
    {"algebra=so terms=0:1:1", "size", "is missing", 3, 0},
    {"algebra=so size=1 terms=0:1:1", "size", "is 1; on so(n) give a number from 2", 3, 0},
    {"algebra=sp size=3 terms=0:1:1", "size", "even", 6, 0},
    {"algebra=su size=1025 terms=0:1:1", "size", "from 1 to 1024", 3, 0},
    {"algebra=su2 size=2 weights=1 terms=0:1:1", "weights", "expected 2", 6, 0},
    {"algebra=su2 size=2 weights=1,0 terms=0:1:1", "weights", "number 2 is zero", 6, 0},
    {"algebra=so3 weights=1 terms=0:1:1", "weights", "unknown key", 3, 0},
    {"algebra=so3 terms=0:1:1 noises=0.5", "noises", "whole number", 3, 0},
    {"algebra=so3 terms=0:1:1 noises=-1", "noises", "whole number", 3, 0},
    {"algebra=so3 terms=2:1:1", "dw", "expected steps*M = 2", 3, 1},
    {"algebra=so3 arithmetic=binary16 terms=0:0x1.001p0:1", "terms", "item 1", 3, 0},
};

static void what_is_no_polynomial_is_refused(void **unused)
{
    slp_error err;
    slp_case c;
    (void)unused;
    slp_case_init(&c);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char words[256];
        snprintf(words, sizeof words, "system=polynomial scheme=tmk %s", wrong[i].words);
        assert_int_equal(parse(&c, words, wrong[i].d, wrong[i].M, &err), SLP_INPUT);
        if (strcmp(err.field, wrong[i].field) != 0 || !strstr(err.text, wrong[i].text))
            fail_msg("%s: %s: %s", wrong[i].words, err.field, err.text);
        assert_string_equal(err.id, "a");
        assert_int_equal(err.line, 5);
    }
    assert_int_equal(
        parse(&c, "system=polynomial-so3 scheme=tmk algebra=so3 terms=0:1:1", 3, 0, &err),
        SLP_INPUT);
    assert_string_equal(err.field, "system");
    slp_case_clear(&c);
}

/* A list is full at 2 097 152 numbers, 4 for a term of degree 1. */
static void lists_have_an_end(void **unused)
{
    enum { TERM = 6, MOST = SLP_MAX_LIST / 4 };
    char *text = malloc((MOST + 1) * TERM + 1);
    slp_numbers list;
    size_t which;
    (void)unused;
    assert_non_null(text);
    for (size_t i = 0; i <= MOST; i++) memcpy(text + TERM * i, "0:1:1,", TERM);
    assert_null(slp_terms_parse(&list, &which, (slp_span){text, TERM * (size_t)MOST - 1}));
    assert_int_equal(list.count, SLP_MAX_LIST);
    free(list.at);
    const char *fault = slp_terms_parse(&list, &which, (slp_span){text, TERM * (MOST + 1UL) - 1});
    assert_non_null(strstr(fault, "a list holds at most 2097152 numbers"));
    assert_int_equal(which, MOST + 1);
    assert_null(list.at);
    /* nor is a term of degree 9 read where nothing checks the list afterwards */
    static const char nine[] = "0:1:1.1.1.1.1.1.1.1.1";
    fault = slp_terms_parse(&list, &which, (slp_span){nine, sizeof nine - 1});
    assert_non_null(fault);
    assert_non_null(strstr(fault, "has no degree from 1 to 8"));
    assert_null(list.at);
    free(text);
}

/* Brackets of two noises with 1024 indices in all are made, and of one more are not. */
static void brackets_have_an_end(void **unused)
{
    char words[1 << 14];
    slp_error err;
    slp_case c;
    (void)unused;
    for (int more = 0; more < 2; more++) {
        size_t used = (size_t)snprintf(words, sizeof words,
                                       "system=polynomial scheme=tmk "
                                       "algebra=so3 area=1 terms=1:1:1%s",
                                       more ? ".2" : "");
        for (int i = 1; i < SLP_MAX_BRACKET_INDICES; i++)
            used += (size_t)snprintf(words + used, sizeof words - used, ",2:1:%d", i % 3 + 1);
        slp_case_init(&c);
        assert_int_equal(parse(&c, words, 3, 2, &err), more ? SLP_INPUT : SLP_OK);
        if (more) assert_string_equal(err.field, "area");
        slp_case_clear(&c);
    }
}

static void built_in_memory(void **unused)
{
    static const double terms[] = {0, 0.5, 2, 3, 3, 1, -1, 1, 2}, x[] = {1, 2, 3}, dw = 0.5;
    static const struct {
        double list[5];
        size_t count;
        const char *text;
    } faults[] = {
        {{0, 1, 1}, 3, "item 1 is not"},         {{0, 1, 2, 1}, 4, "item 1 is not"},
        {{0, 1, 9, 1}, 4, "no degree"},          {{0, 1, 0, 1}, 4, "no degree"},
        {{0, 1, 1.5, 1}, 4, "no degree"},        {{0.5, 1, 1, 1}, 4, "has a k"},
        {{0, 1, 1, 0}, 4, "has an index"},       {{0, 1, 1, 1.5}, 4, "has an index"},
        {{0, 1, 1, 1, 7}, 5, "item 2 is not k"},
    };
    slp_case *c;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_case_new(&c, "polynomial", "tmk", &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "several algebras"));
    assert_int_equal(slp_case_new(&c, "polynomial-so3", "tmk", &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "terms", terms, 9, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", x, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "dw", &dw, 1, &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK); /* `algebra` is set with the system */
    char *text = printed(c);
    assert_non_null(strstr(text, " algebra=so3 terms=0:0x1p-1:3.3,1:-0x1p+0:2 h="));
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        assert_int_equal(slp_case_set(c, "terms", faults[i].list, faults[i].count, &err),
                         SLP_INPUT);
        if (!strstr(err.text, faults[i].text)) fail_msg("%zu: %s", i, err.text);
        assert_int_equal(slp_case_set_param(c, "terms", faults[i].list, faults[i].count, &err),
                         SLP_OK);
        assert_int_equal(slp_case_check(c, &err), SLP_INPUT);
        assert_string_equal(err.field, "terms");
    }
    assert_int_equal(slp_case_set_text(c, "terms", "0:0x1p-1:3.3,1:-1:2", &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
    char *again = printed(c);
    assert_string_equal(again, text);
    assert_int_equal(slp_case_set_text(c, "algebra", "su2", &err), SLP_OK);
    assert_int_equal(slp_case_check(c, &err), SLP_INPUT);
    assert_string_equal(err.field, "algebra");
    free(text);
    free(again);
    slp_case_free(c);
}

/* An energy of degree 3 is kept by no scheme; without these terms it is. */
static void what_an_energy_of_degree_3_lacks(void **unused)
{
    slp_error err;
    slp_case c;
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(parse(&c,
                           "system=polynomial scheme=tmk algebra=so3 "
                           "terms=0:1:1.2,1:1:1.2.3,0:0:1.1.1",
                           3, 1, &err),
                     SLP_OK);
    assert_int_equal(slp_case_lacks(&c), 0);
    assert_int_equal(parse(&c,
                           "system=polynomial scheme=tmk algebra=so3 "
                           "terms=0:1:1.2,1:1:1.2.3,0:2:1.1.1",
                           3, 1, &err),
                     SLP_OK);
    assert_int_equal(slp_case_lacks(&c), SLP_LAW_ENERGY);
    c.system->make_hamiltonian(&c);
    assert_int_equal(slp_case_check(&c, &err), SLP_OK);
    assert_int_equal(slp_case_lacks(&c), 0);
    char *text = printed(&c);
    assert_non_null(strstr(text, "terms=0:0x1p+0:1.2,1:0x1p+0:1.2.3,0:0x0p+0:1.1.1 h"));
    free(text);
    slp_case_clear(&c);
}

/* The numbers of a frame's list are those in memory. */
static void frames_hold_terms(void **unused)
{
    slp_error err;
    slp_case c, again;
    slp_frame frame = {0};
    char *bytes;
    size_t size;
    (void)unused;
    slp_case_init(&c);
    slp_case_init(&again);
    assert_int_equal(parse(&c,
                           "system=polynomial scheme=tmk algebra=so size=4 "
                           "terms=0:0.1:1.2,1:1:1.2.6,0:-0:1.1.1",
                           6, 1, &err),
                     SLP_OK);
    FILE *to = open_memstream(&bytes, &size);
    assert_int_equal(slp_case_write(to, &c), 0);
    fclose(to);
    FILE *from = fmemopen(bytes, size, "r");
    assert_int_equal(slp_frame_read(&frame, from, 1, &err), SLP_OK);
    assert_non_null(slp_frame_find(&frame, "terms"));
    assert_int_equal(slp_case_read_frame(&again, &frame, 1, NULL, &err), SLP_OK);
    char *one = printed(&c), *two = printed(&again);
    assert_string_equal(one, two);
    fclose(from);
    free(bytes);
    free(one);
    free(two);
    slp_frame_clear(&frame);
    slp_case_clear(&c);
    slp_case_clear(&again);
}

/* A decimal c stands for the number of a narrower arithmetic that prints as it. */
static void coefficients_of_a_narrower_arithmetic(void **unused)
{
    slp_error err;
    slp_case c;
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(parse(&c,
                           "system=polynomial scheme=tmk arithmetic=binary32 algebra=so3 "
                           "terms=0:0.1:1.2,1:0.5:3",
                           3, 1, &err),
                     SLP_OK);
    slp_term term;
    size_t count, at = 0;
    const double *list = slp_case_param(&c, "terms", &count);
    assert_true(slp_terms_next(&term, &at, list, count));
    assert_true(term.c == (double)0.1f && term.k == 0 && term.degree == 2);
    assert_true(term.index[0] == 0 && term.index[1] == 1);
    assert_true(slp_terms_next(&term, &at, list, count));
    assert_true(term.c == 0.5 && term.k == 1 && term.degree == 1 && term.index[0] == 2);
    assert_false(slp_terms_next(&term, &at, list, count));
    c.params[2].at[1] = 0.1;
    assert_int_equal(slp_case_check(&c, &err), SLP_INPUT);
    assert_string_equal(err.field, "terms");
    slp_case_clear(&c);
}

/* How many factors a splitting has; or, with count 0, what the refusal says. */
static void factors_of_splittings(void **unused)
{
    static const struct {
        const char *words;
        size_t d, M, count;
        const char *says;
    } cases[] = {
        {"algebra=so3 terms=0:1:1.1,0:2:2.2,1:1:1.1.1,0:1:3,1:1:2", 3, 1, 0,
         "items 3 and 5 of noise 1 do not commute"},
        {"algebra=so3 terms=0:1:1.1,0:2:2.2,1:1:1.1.1,0:1:3,2:1:1", 3, 2, 3, ""},
        {"algebra=so3 terms=0:1:1.1,0:0:1.2,0:2:3", 3, 0, 2, ""},
        {"algebra=so3 terms=0:1:3,0:1:2.1", 3, 0, 0,
         "item 2 has x_2 and x_1, which do not commute"},
        {"algebra=su2 size=4 terms=0:1:1.4,0:1:2.5,0:1:3.6,0:1:4.7,0:1:5.8,0:1:9.6,0:1:10.7", 12, 0,
         3, ""},
        {"algebra=se3 terms=0:1:1.1,0:1:2.2,0:1:4.5.6,1:1:1,1:2:6", 6, 1, 4, ""},
        {"algebra=se3 terms=0:1:1.4,0:1:1.5", 6, 0, 0, "x_1 and x_5"},
        {"algebra=plane terms=0:1:1.1.1,0:1:2.2,1:1:1", 2, 1, 3, ""},
        {"algebra=so size=4 terms=0:1:1.1,0:1:2.2,0:1:6.6,0:1:5.2", 6, 0, 2, ""},
        {"algebra=su size=3 terms=0:1:1.2,0:1:4.4,0:1:3.4,0:1:5.5", 9, 0, 3, ""},
        {"algebra=sp size=4 terms=0:1:5.6.7,0:1:8.10,0:1:1.4,0:1:5", 10, 0, 4, ""},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char words[512];
        slp_case c;
        slp_error err;
        snprintf(words, sizeof words, "system=polynomial scheme=splitting-lie %s", cases[i].words);
        slp_case_init(&c);
        const slp_status status = parse(&c, words, cases[i].d, cases[i].M, &err);
        if (cases[i].count && (status != SLP_OK || slp_case_maps(&c) != cases[i].count))
            fail_msg("%s: %zu factors, %s", words, slp_case_maps(&c), status ? err.text : "");
        if (!cases[i].count && (status != SLP_INPUT || !strstr(err.text, cases[i].says)))
            fail_msg("%s: %s", words, status ? err.text : "is not refused");
        slp_case_clear(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_algebra_is_read_and_printed),
        cmocka_unit_test(words_are_those_of_the_table),
        cmocka_unit_test(what_is_no_polynomial_is_refused),
        cmocka_unit_test(factors_of_splittings),
        cmocka_unit_test(lists_have_an_end),
        cmocka_unit_test(brackets_have_an_end),
        cmocka_unit_test(built_in_memory),
        cmocka_unit_test(what_an_energy_of_degree_3_lacks),
        cmocka_unit_test(frames_hold_terms),
        cmocka_unit_test(coefficients_of_a_narrower_arithmetic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
