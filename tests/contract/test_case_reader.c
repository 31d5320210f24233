/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Streams of records: what is passed over, what ends them, and hostile bytes. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case.h"

#include <stdlib.h>
#include <string.h>

#define BODY     " system=rigid-body scheme=tmk inertia=1,2,3 h=1 steps=1 x=1,0,0"
#define CASE(id) "case id=" id BODY "\n"

/* Reads all of text: "c" a case, "r" a result, "o" another record, "!N" an error in line N, "." the
 * end. */
static void outcome(char *seen, size_t room, const char *text, size_t length, slp_error *err)
{
    FILE *from = fmemopen((void *)(uintptr_t)text, length, "r");
    slp_reader *reader = slp_reader_new(from, "text");
    slp_case c;
    slp_result r;
    slp_record_kind kind;
    slp_status status;
    slp_case_init(&c);
    slp_result_init(&r);
    size_t used = 0;
    seen[0] = 0;
    do {
        slp_error fresh = {0};
        status = slp_reader_next(&kind, &c, &r, reader, &fresh);
        if (status == SLP_INPUT) *err = fresh;
        used +=
            (size_t)(status == SLP_INPUT ? snprintf(seen + used, room - used, "!%zu", fresh.line)
                                         : snprintf(seen + used, room - used, "%c",
                                                    status == SLP_END           ? '.'
                                                    : kind == SLP_RECORD_CASE   ? 'c'
                                                    : kind == SLP_RECORD_RESULT ? 'r'
                                                                                : 'o'));
    } while (status != SLP_END && used + 8 < room);
    slp_case_clear(&c);
    slp_result_clear(&r);
    slp_reader_free(reader);
    fclose(from);
}

static const struct {
    const char *text, *seen, *field, *says;
} streams[] = {
    {"\n", ".", "", ""},
    {"# only a comment\n\n", ".", "", ""},
    {CASE("a") "result id=a y=1,2,3\n", "cr.", "", ""},
    {"verdict id=a pass ratio=0.83 worst=1:2\nx-ray\n" CASE("a"), "ooc.", "", ""},
    {"case id=a" BODY "\r\nresult id=a y=1\r\n\r\n#\r\n", "cr.", "", ""},
    /* ids of cases and of results are two sets */
    {CASE("a") CASE("b") "result id=b y=1\nresult id=a y=1\n", "ccrr.", "", ""},
    {CASE("a1") CASE("a2") "\n" CASE("a1"), "cc!4.", "id", "names an earlier case"},
    {CASE("a1") CASE("a01") CASE("a001"), "ccc.", "", ""},
    {"result id=a y=1\nresult id=a y=2\n", "r!2.", "id", "names an earlier result"},
    /* a refused record leaves its id free, and the stream goes on */
    {"case id=a\n" CASE("a") CASE("b"), "!1cc.", "system", "is missing"},
    /* ends */
    {"case id=a" BODY, "!1.", "", "ends without a newline"},
    {CASE("a") "result id=a y=0x1.8p", "c!2.", "", "may have been cut"},
    {CASE("a") "#", "c!2.", "", "ends without a newline"},
    /* garbled first words */
    {"cse id=a" BODY "\n", "!1.", "", "did you mean case?"},
    {"caes id=a" BODY "\n", "!1.", "", "did you mean case?"},
    {"cases id=a" BODY "\n", "!1.", "", "did you mean case?"},
    {"resul id=a y=1\n", "!1.", "", "did you mean result?"},
    {"reslt id=a y=1\n", "!1.", "", "did you mean result?"},
    {"Case id=a" BODY "\n", "!1.", "", "starts with no record's name"},
    {"id=a" BODY "\n", "!1.", "", "starts with no record's name"},
    {"0x1p+0\n", "!1.", "", "starts with no record's name"},
    {"-case\n", "!1.", "", "starts with no record's name"},
    {"\xef\xbb\xbf" CASE("a"), "!1.", "", "starts with no record's name"},
    {" case id=a" BODY "\n", "!1.", "", "starts with a space"},
    {"\tcase id=a" BODY "\n", "!1.", "", "starts with no record's name"},
    {"case\tid=a" BODY "\n", "!1.", "", "starts with no record's name"},
};

static void streams_read_as_they_should(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        char seen[64];
        slp_error err = {0};
        outcome(seen, sizeof seen, streams[i].text, strlen(streams[i].text), &err);
        if (strcmp(seen, streams[i].seen) != 0 || strcmp(err.field, streams[i].field) != 0 ||
            !strstr(err.text, streams[i].says))
            fail_msg("%s\n  read as %s, not %s; field '%s': %s", streams[i].text, seen,
                     streams[i].seen, err.field, err.text);
    }
}

static void zero_bytes_are_refused(void **unused)
{
    static const char text[] = CASE("a") "case id=b\0" BODY "\n" CASE("c");
    (void)unused;
    char seen[64];
    slp_error err = {0};
    outcome(seen, sizeof seen, text, sizeof text - 1, &err);
    assert_string_equal(seen, "c!2c.");
    assert_non_null(strstr(err.text, "byte 10 is zero"));
}

/* A line longer than any record is refused without being held, and the next one is read. */
static void overlong_lines_are_refused(void **unused)
{
    (void)unused;
    FILE *from = tmpfile();
    assert_non_null(from);
    static char block[1 << 16];
    memset(block, '1', sizeof block);
    for (size_t i = 0; i < SLP_MAX_LINE / sizeof block + 2; i++)
        fwrite(block, 1, sizeof block, from);
    fputs("\n" CASE("a"), from);
    rewind(from);
    slp_reader *reader = slp_reader_new(from, "text");
    slp_case c;
    slp_result r;
    slp_record_kind kind;
    slp_error err;
    slp_case_init(&c);
    slp_result_init(&r);
    assert_int_equal(slp_reader_next(&kind, &c, &r, reader, &err), SLP_INPUT);
    assert_int_equal(err.line, 1);
    assert_non_null(strstr(err.text, "is longer than 134217728 bytes"));
    assert_int_equal(slp_reader_next(&kind, &c, &r, reader, &err), SLP_OK);
    assert_string_equal(c.id, "a");
    assert_int_equal(c.line, 2);
    assert_string_equal(slp_reader_line(reader), "case id=a" BODY);
    assert_string_equal(slp_reader_source(reader), "text");
    slp_case_clear(&c);
    slp_result_clear(&r);
    slp_reader_free(reader);
    fclose(from);
}

/* A stream that fails is an error, not an end. */
static void a_failing_stream_is_an_error(void **unused)
{
    (void)unused;
    FILE *from = fopen("/", "r"); /* a directory opens, but cannot be read */
    if (!from) skip();
    slp_reader *reader = slp_reader_new(from, "/");
    slp_case c;
    slp_result r;
    slp_record_kind kind;
    slp_error err;
    slp_case_init(&c);
    slp_result_init(&r);
    assert_int_equal(slp_reader_next(&kind, &c, &r, reader, &err), SLP_INPUT);
    assert_non_null(strstr(err.text, "cannot be read"));
    slp_case_clear(&c);
    slp_result_clear(&r);
    slp_reader_free(reader);
    slp_reader_free(NULL); /* as free takes it */
    reader = slp_reader_new(from, NULL);
    assert_string_equal(slp_reader_source(reader), "");
    slp_reader_free(reader);
    fclose(from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_read_as_they_should),
        cmocka_unit_test(zero_bytes_are_refused),
        cmocka_unit_test(overlong_lines_are_refused),
        cmocka_unit_test(a_failing_stream_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
