/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The binary form: drawn cases and their answers read back as they were written; a frame that is
 * cut, changed in one byte, of another version or of a wrong length is refused by name, and a wrong
 * length takes no memory; a state of su(1024) is read and written. */
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

#include "oracle/contract/case/case_binary.h"
#include "oracle/contract/draw/draw.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    char *at;
    size_t size;
} bytes;

static bytes written(const slp_case *c, const slp_result *r, bool text)
{
    bytes b = {NULL, 0};
    FILE *to = open_memstream(&b.at, &b.size);
    assert_non_null(to);
    if (c) assert_int_equal(text ? slp_case_print(to, c) : slp_case_write(to, c), 0);
    if (r) assert_int_equal(text ? slp_result_print(to, r) : slp_result_write(to, r), 0);
    assert_int_equal(fclose(to), 0);
    return b;
}

static slp_status read_one(slp_case *c, slp_result *r, const bytes *b, size_t size, slp_error *err)
{
    FILE *from = fmemopen(b->at, size, "r");
    slp_reader *reader = slp_reader_new(from, "frame");
    slp_record_kind kind;
    assert_true(from && reader);
    slp_reader_set_binary(reader);
    const slp_status status = slp_reader_next(&kind, c, r, reader, err);
    slp_reader_free(reader);
    fclose(from);
    return status;
}

static void same(const slp_case *c, const slp_result *r)
{
    slp_case again;
    slp_result answer;
    slp_error err;
    slp_case_init(&again);
    slp_result_init(&answer);
    const bytes frame = written(c, r, false), line = written(c, r, true);
    assert_int_equal(frame.size % 8, 0);
    assert_int_equal(read_one(&again, &answer, &frame, frame.size, &err), SLP_OK);
    const bytes said = written(c ? &again : NULL, r ? &answer : NULL, true);
    assert_string_equal(said.at, line.at);
    slp_case_clear(&again);
    slp_result_clear(&answer);
    free(frame.at);
    free(line.at);
    free(said.at);
}

static void draw(slp_case *c, size_t i)
{
    const slp_system *system;
    const slp_scheme *scheme = slp_scheme_find("isospectral-midpoint");
    slp_draw from;
    size_t systems = 0;
    while (drawn_system_at(systems)) systems++;
    do system = drawn_system_at(i++ % systems);
    while (!slp_pair_makes_sense(system, scheme, NULL));
    slp_draw_init(&from, 7, i);
    assert_int_equal(slp_draw_case(c, system, scheme, &from, 1 + (int)(i % 3)), SLP_OK);
}

static void what_is_written_is_read(void **unused)
{
    (void)unused;
    slp_case c;
    slp_result r;
    slp_error err;
    slp_case_init(&c);
    slp_result_init(&r);
    for (size_t i = 0; i < 200; i++) {
        draw(&c, i);
        same(&c, NULL);
    }
    static const char *const results[] = {
        "result id=a y=1,-0x0p+0,0x0.8p-1022 iterations=7", "result id=a error=no-convergence",
        "result id=a y=1,2 g=1,0,0,1 bits=80 prec=128",
        "result id=a y=0x1.00000000000000000001p+0,2" /* more than binary64 holds */};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        assert_int_equal(slp_result_parse(&r, results[i], 1, &err), SLP_OK);
        same(NULL, &r);
    }
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=rigid-body scheme=tmk arithmetic=binary128 "
                                    "inertia=1,2,3 h=0x1.00000000000000001p-3 steps=1 "
                                    "x=1,2,0x1.0000000000000000001p+0",
                                    1, &err),
                     SLP_OK);
    same(&c, NULL);
    slp_case_clear(&c);
    slp_result_clear(&r);
}

static void what_was_changed_is_refused(void **unused)
{
    (void)unused;
    slp_case c, got;
    slp_result r;
    slp_error err;
    slp_case_init(&c);
    slp_case_init(&got);
    slp_result_init(&r);
    draw(&c, 0);
    const bytes b = written(&c, NULL, false);
    assert_int_equal(read_one(&got, &r, &b, b.size, &err), SLP_OK);
    for (size_t size = 1; size < b.size; size++) {
        assert_int_equal(read_one(&got, &r, &b, size, &err), SLP_INPUT);
        if (!strstr(err.text, "is cut")) fail_msg("%zu bytes: %s", size, err.text);
    }
    for (size_t i = 0; i < b.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            b.at[i] = (char)(b.at[i] ^ 1 << bit);
            assert_int_equal(read_one(&got, &r, &b, b.size, &err), SLP_INPUT);
            b.at[i] = (char)(b.at[i] ^ 1 << bit);
        }
    static const struct {
        size_t at;
        int value;
        const char *field, *says;
    } rows[] = {{0, 'c', "", "does not begin with 89 53 4C 50"},
                {4, 2, "version", "2 is unknown; this program reads frames of version 1"},
                {8, 3, "length", "3 is none of a body"},
                {15, 0x40, "length", "is none of a body"},
                {11, 4, "", "is cut"}, /* 64 MiB that do not come */
                {20, 99, "checksum", "the frame was changed on its way"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char was = b.at[rows[i].at];
        if (i == 2) memset(b.at + 9, 0, 7);
        b.at[rows[i].at] = (char)rows[i].value;
        assert_int_equal(read_one(&got, &r, &b, b.size, &err), SLP_INPUT);
        if (strcmp(err.field, rows[i].field) != 0 || !strstr(err.text, rows[i].says))
            fail_msg("row %zu: %s: %s", i, err.field, err.text);
        assert_int_equal(err.line, 1);
        b.at[rows[i].at] = was;
        if (i == 2) {
            const bytes again = written(&c, NULL, false);
            memcpy(b.at, again.at, b.size);
            free(again.at);
        }
    }
    free(b.at);
    slp_case_clear(&c);
    slp_case_clear(&got);
    slp_result_clear(&r);
}

static void a_wrong_length_takes_no_memory(void **unused)
{
    (void)unused;
    unsigned char head[24] = {0x89, 'S', 'L', 'P', 1, 0, 0, 0, 0, 0, 0, 4}; /* 64 MiB */
    slp_frame frame = {0};
    slp_error err;
    FILE *from = fmemopen(head, sizeof head, "r");
    assert_non_null(from);
    assert_int_equal(slp_frame_read(&frame, from, 1, &err), SLP_INPUT);
    assert_le(frame.room, 1 << 21);
    slp_frame_clear(&frame);
    fclose(from);
}

/* Neither does a wrong length of a list. */
static void a_wrong_count_takes_no_memory(void **unused)
{
    (void)unused;
    enum { TEXT = 8, HAVE = 100 };
    unsigned char file[16 + 8 + TEXT + 16 + HAVE] = {0x89, 'S', 'L', 'P', 1, 0, 0, 0};
    unsigned char *at = file + 8;
    slp_frame frame = {0};
    slp_error err;
    at[3] = 1; /* 16 MiB, and the rest of the body */
    at[0] = 8 + TEXT + 16;
    at += 8;
    at[0] = TEXT;
    at[4] = 1; /* list */
    memcpy(at + 8, "result i", TEXT);
    memcpy(at + 8 + TEXT, "y", 1);
    at[8 + TEXT + 8 + 2] = 32; /* 2^21 numbers */
    FILE *from = fmemopen(file, sizeof file, "r");
    assert_non_null(from);
    assert_int_equal(slp_frame_read(&frame, from, 1, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "is cut"));
    assert_string_equal(frame.lists[0].key, "y");
    assert_in_range(frame.lists[0].room, HAVE, 1 << 21);
    slp_frame_clear(&frame);
    fclose(from);
}

/* The first number that is not finite is named, wherever it stands among others. */
static void a_number_that_is_not_finite_is_named(void **unused)
{
    (void)unused;
    enum { MANY = 20000 }; /* more than a piece */
    static const double wrong[] = {INFINITY, -INFINITY, NAN};
    static const char *const kind[] = {"is inf", "is -inf", "is nan"};
    static const size_t places[] = {0, 1, 6, 7, 8, 15, 8190, 8191, 8192, 19990, 19999};
    slp_result r, got;
    slp_case none;
    slp_error err;
    slp_result_init(&r);
    slp_result_init(&got);
    slp_case_init(&none);
    r.id = strdup("many");
    r.y = (slp_numbers){MANY, malloc(MANY * sizeof *r.y.at)};
    assert_true(r.id && r.y.at);
    for (size_t i = 0; i < MANY; i++)
        r.y.at[i] = i % 3 == 0 ? DBL_MAX : i % 3 == 1 ? -DBL_MAX : 0x1p-1074;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const double was = r.y.at[places[i]], last = r.y.at[MANY - 1];
        char item[40];
        r.y.at[MANY - 1] = NAN;
        r.y.at[places[i]] = wrong[i % 3];
        const bytes b = written(NULL, &r, false);
        assert_int_equal(read_one(&none, &got, &b, b.size, &err), SLP_INPUT);
        snprintf(item, sizeof item, "item %zu %s", places[i] + 1, kind[i % 3]);
        if (!strstr(err.text, item)) fail_msg("%s, expected %s", err.text, item);
        assert_true(got.fault && got.not_finite);
        assert_int_equal(got.fault_item, places[i] + 1);
        r.y.at[MANY - 1] = last;
        r.y.at[places[i]] = was;
        free(b.at);
    }
    const bytes b = written(NULL, &r, false);
    assert_int_equal(read_one(&none, &got, &b, b.size, &err), SLP_OK);
    assert_memory_equal(got.y.at, r.y.at, MANY * sizeof *r.y.at);
    free(b.at);
    slp_result_clear(&r);
    slp_result_clear(&got);
}

/* A state of su(1024): 2^20 numbers. */
static void large_states(void **unused)
{
    (void)unused;
    enum { MANY = 1 << 20 };
    slp_result r, got;
    slp_case none;
    slp_error err;
    slp_result_init(&r);
    slp_result_init(&got);
    slp_case_init(&none);
    r.id = strdup("large");
    r.y = (slp_numbers){MANY, malloc(MANY * sizeof *r.y.at)};
    assert_true(r.id && r.y.at);
    for (size_t i = 0; i < MANY; i++) r.y.at[i] = 1 / (double)(3 * i + 1);
    const bytes b = written(NULL, &r, false);
    assert_int_equal(read_one(&none, &got, &b, b.size, &err), SLP_OK);
    assert_int_equal(got.y.count, MANY);
    assert_memory_equal(got.y.at, r.y.at, MANY * sizeof *r.y.at);
    b.at[4000000] ^= 1;
    assert_int_equal(read_one(&none, &got, &b, b.size, &err), SLP_INPUT);
    assert_string_equal(err.field, "checksum");
    free(b.at);
    slp_result_clear(&r);
    slp_result_clear(&got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read),
                                       cmocka_unit_test(what_was_changed_is_refused),
                                       cmocka_unit_test(a_wrong_length_takes_no_memory),
                                       cmocka_unit_test(a_wrong_count_takes_no_memory),
                                       cmocka_unit_test(a_number_that_is_not_finite_is_named),
                                       cmocka_unit_test(large_states)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
