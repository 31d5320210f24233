/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: frames of the binary form (oracle/contract/case/binary.c).
 *
 * The first byte says what the rest is: b, the body of one frame, which gets a right head and a
 * right checksum, computed here bit by bit; anything else, a file.  Any bytes end in records or
 * errors.  A record taken is written to a frame that is read as the same record; one refused says
 * why.  A frame that is cut at any of a few places is refused. */
#include "tests/fuzz/fuzz.h"

#include "oracle/contract/case/case_binary.h"

static const size_t HEAD = 16, TAIL = 8;

static uint32_t crc_of(const uint8_t *bytes, size_t count)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static uint8_t *framed(const uint8_t *body, size_t count)
{
    uint8_t *frame = calloc(1, HEAD + count + TAIL);
    HOLDS(frame != NULL);
    memcpy(frame, "\x89SLP\1\0\0\0", 8);
    for (size_t i = 0; i < 8; i++) frame[8 + i] = (uint8_t)((uint64_t)count >> 8 * i);
    memcpy(frame + HEAD, body, count);
    const uint32_t crc = crc_of(frame, HEAD + count);
    for (size_t i = 0; i < 4; i++) frame[HEAD + count + i] = (uint8_t)(crc >> 8 * i);
    return frame;
}

typedef struct record {
    slp_case c;
    slp_result r;
    slp_record_kind kind;
    slp_status status;
    slp_error err;
} record;

static void next(record *to, slp_reader *reader)
{
    to->err = (slp_error){0};
    to->status = slp_reader_next(&to->kind, &to->c, &to->r, reader, &to->err);
}

static void clear(record *of)
{
    slp_case_clear(&of->c);
    slp_result_clear(&of->r);
}

/* The line of the record. */
static char *text_of(const record *of)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    HOLDS(to != NULL);
    if (of->kind == SLP_RECORD_CASE)
        slp_case_print(to, &of->c);
    else if (of->kind == SLP_RECORD_RESULT)
        slp_result_print(to, &of->r);
    HOLDS(fclose(to) == 0);
    return text;
}

static void round_trip(const record *of)
{
    char *bytes = NULL, *text = text_of(of);
    size_t size;
    record again = {.kind = SLP_RECORD_OTHER};
    FILE *to = open_memstream(&bytes, &size);
    HOLDS(to != NULL);
    HOLDS((of->kind == SLP_RECORD_CASE ? slp_case_write(to, &of->c)
                                       : slp_result_write(to, &of->r)) == 0);
    HOLDS(fclose(to) == 0);
    for (size_t cut = 0; cut <= 4; cut++) {
        const size_t left = cut ? size * (cut - 1) / 4 + 1 : size;
        if (cut && left >= size) continue;
        FILE *from = fmemopen(bytes, left, "r");
        slp_reader *reader = slp_reader_new(from, "frame");
        HOLDS(from && reader);
        slp_reader_set_binary(reader);
        next(&again, reader);
        HOLDS(cut ? again.status == SLP_INPUT : again.status == SLP_OK);
        if (!cut) {
            char *said = text_of(&again);
            HOLDS(strcmp(said, text) == 0);
            free(said);
        }
        clear(&again);
        slp_reader_free(reader);
        fclose(from);
    }
    free(bytes);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    enum { MOST = 64 };
    if (count < 2) return 0;
    const bool body = bytes[0] == 'b';
    uint8_t *file =
        body ? framed(bytes + 1, count - 1) : (uint8_t *)fuzz_text(bytes + 1, count - 1);
    FILE *from = fmemopen(file, body ? HEAD + count - 1 + TAIL : count - 1, "r");
    slp_reader *reader = slp_reader_new(from, "frames");
    record one = {.status = SLP_OK};
    HOLDS(from && reader);
    slp_reader_set_binary(reader);
    for (int i = 0; i < MOST && one.status == SLP_OK; i++) {
        next(&one, reader);
        HOLDS(one.status == SLP_OK || one.status == SLP_END || one.status == SLP_INPUT);
        HOLDS(one.status != SLP_INPUT || (one.err.text[0] && one.err.line == (size_t)i + 1));
        if (one.status == SLP_OK && one.kind != SLP_RECORD_OTHER) round_trip(&one);
        clear(&one);
    }
    slp_reader_free(reader);
    fclose(from);
    free(file);
    return 0;
}
