/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Check words of cases: what is printed with one reads back, as a line and as a frame; each changed
 * byte of the line, and each changed number of a frame, is seen; the last line says how many there
 * are and their sum; words that are none are refused. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case_sum.h"

#include <stdlib.h>
#include <string.h>

static const char plain[] = "case id=a system=rigid-body scheme=tmk inertia=0x1p+0,0x1p+1,0x1p+2 "
                            "quad=0x1p-2,0x1p-3,0x1p-4 h=0x1p-3 steps=1 x=0x1p+0,0x1p-1,0x1p-2 "
                            "dw=0x1p-4,0x1p-5,0x1p-6";

/* The CRC-32 of FORMAT.md, bit by bit. */
static uint32_t crc(const char *at, size_t size)
{
    uint32_t sum = 0xffffffffu;
    for (size_t i = 0; i < size; i++) {
        sum ^= (unsigned char)at[i];
        for (int k = 0; k < 8; k++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

typedef struct bytes {
    char *at;
    size_t size;
} bytes;

static bytes written(const slp_case *c, slp_sums *all, bool last, bool binary)
{
    bytes b = {NULL, 0};
    FILE *to = open_memstream(&b.at, &b.size);
    assert_non_null(to);
    assert_int_equal((binary ? slp_case_write_sum : slp_case_print_sum)(to, c, all, last), 0);
    assert_int_equal(fclose(to), 0);
    return b;
}

static void a_line_has_the_crc_of_its_bytes(void **unused)
{
    slp_case c;
    slp_error err;
    slp_sums all = {0, 0};
    char wanted[512];
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, plain, 1, &err), SLP_OK);
    const uint32_t word = crc(plain, strlen(plain));
    const bytes first = written(&c, &all, false, false), last = written(&c, &all, true, false);
    snprintf(wanted, sizeof wanted, "%s sum=%lu\n", plain, (unsigned long)word);
    assert_string_equal(first.at, wanted);
    snprintf(wanted, sizeof wanted, "%s sum=%lu,2,%lu\n", plain, (unsigned long)word,
             (unsigned long)(uint32_t)(2 * word));
    assert_string_equal(last.at, wanted);
    const char *both[] = {first.at, last.at};
    for (int i = 0; i < 2; i++) {
        char *line = strdup(both[i]);
        line[strlen(line) - 1] = 0;
        slp_sum sum;
        assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
        assert_int_equal(slp_sum_check(&sum, line, NULL, NULL, 1, &err), SLP_OK);
        assert_true(sum.state == SLP_SUM_RIGHT && sum.word == word && sum.last == (i == 1));
        assert_true(i == 0 || (sum.count == 2 && sum.total == (uint32_t)(2 * word)));
        free(line);
    }
    free(first.at);
    free(last.at);
    slp_case_clear(&c);
}

static void each_changed_byte_is_seen(void **unused)
{
    slp_case c;
    slp_error err;
    slp_sums all = {0, 0};
    slp_sum sum;
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, plain, 1, &err), SLP_OK);
    const bytes line = written(&c, &all, false, false);
    line.at[line.size - 1] = 0;
    for (size_t i = strlen("case "); i < line.size - 1; i++)
        for (int way = 0; way < 3; way++) { /* another byte, one more, one less */
            char other[512];
            const char byte = line.at[i] == '1' ? '2' : '1';
            snprintf(other, sizeof other, "%.*s%.*s%s", (int)i, line.at, way < 2, &byte,
                     line.at + i + (way != 1));
            if (strcmp(other, line.at) == 0) continue;
            const slp_status status = slp_sum_check(&sum, other, NULL, NULL, 7, &err);
            const bool field = i >= strlen(plain) && !strstr(other, " sum=");
            if (field) { /* " sum=" itself is gone: a field that no system has */
                assert_int_equal(sum.state, SLP_SUM_NONE);
            } else {
                assert_int_equal(status, SLP_INPUT);
                assert_int_equal(sum.state, SLP_SUM_WRONG);
                assert_string_equal(err.field, "sum");
                assert_int_equal(err.line, 7);
            }
            assert_int_equal(slp_case_parse(&c, other, 7, &err), SLP_INPUT);
        }
    free(line.at);
    slp_case_clear(&c);
}

static void words_that_are_none_are_refused(void **unused)
{
    static const char *const ends[] = {" sum=",           " sum=x",
                                       " sum=-1",         " sum=+1",
                                       " sum=4294967296", " sum=1,",
                                       " sum=1,2",        " sum=1,2,",
                                       " sum=1,2,3,4",    " sum=1,2,3 h=1",
                                       " sum=1 sum=1",    " sum=0x1p+0",
                                       " sum=1,2,x",      " sum=1,2,4294967296"};
    char line[512];
    slp_error err;
    slp_sum sum;
    (void)unused;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(line, sizeof line, "%s%s", plain, ends[i]);
        assert_int_equal(slp_sum_check(&sum, line, NULL, NULL, 1, &err), SLP_INPUT);
        assert_int_equal(sum.state, SLP_SUM_WRONG);
        assert_string_equal(err.id, "a");
        assert_non_null(strstr(err.text, "is no check word"));
    }
}

/* Reads a frame, kept if it was changed. */
static slp_sum_state read_frame(slp_case *c, bytes b, bytes *echoed)
{
    slp_result r;
    slp_error err;
    slp_record_kind kind;
    slp_result_init(&r);
    FILE *from = fmemopen(b.at, b.size, "r");
    slp_reader *reader = slp_reader_new(from, "frame");
    assert_true(from && reader);
    slp_reader_set_binary(reader);
    slp_reader_keep_changed(reader);
    assert_int_equal(slp_reader_next(&kind, c, &r, reader, &err), SLP_OK);
    assert_int_equal(kind, SLP_RECORD_CASE);
    const slp_sum_state state = slp_reader_sum(reader)->state;
    if (state == SLP_SUM_RIGHT) {
        FILE *to = open_memstream(&echoed->at, &echoed->size);
        assert_int_equal(slp_reader_echo(to, reader, c), 0);
        fclose(to);
    }
    slp_reader_free(reader);
    fclose(from);
    return state;
}

/* Corrects the checksum of a whole frame. */
static void seal(bytes b)
{
    const uint32_t sum = crc(b.at, b.size - 8);
    for (size_t i = 0; i < 4; i++) b.at[b.size - 8 + i] = (char)(sum >> 8 * i & 255);
}

static void a_frame_has_the_word_of_text_and_lists(void **unused)
{
    slp_case c;
    slp_error err;
    slp_sums all = {0, 0};
    bytes again = {NULL, 0};
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, plain, 1, &err), SLP_OK);
    const bytes frame = written(&c, &all, true, true);
    assert_int_equal(read_frame(&c, frame, &again), SLP_SUM_RIGHT);
    assert_true(again.size == frame.size && memcmp(again.at, frame.at, frame.size) == 0);
    free(again.at);
    /* the lists end where the checksum begins; each of their numbers counts */
    for (size_t i = frame.size - 8 - 8 * 3; i < frame.size - 8; i++) {
        frame.at[i] ^= 1;
        seal(frame);
        assert_int_equal(read_frame(&c, frame, &again), SLP_SUM_WRONG);
        assert_string_equal(c.id, "a");
        assert_null(c.system);
        frame.at[i] ^= 1;
    }
    frame.at[24 + strlen("case id=a system=rigid-body scheme=tm")] = 'x'; /* and the text */
    seal(frame);
    assert_int_equal(read_frame(&c, frame, &again), SLP_SUM_WRONG);
    free(frame.at);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_line_has_the_crc_of_its_bytes),
                                       cmocka_unit_test(each_changed_byte_is_seen),
                                       cmocka_unit_test(words_that_are_none_are_refused),
                                       cmocka_unit_test(a_frame_has_the_word_of_text_and_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
