/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: a stream of records (oracle/contract/case/reader.c, case_parse.c, case_ids.c).
 *
 * Any bytes, read as a stream, end in records or errors.  A record taken prints to text that reads
 * back as the same text.  A line refused is named by its number, leaves nothing behind, and does
 * not keep the next line from being read; each line alone is judged as it is within the stream, but
 * for ids seen before. */
#include "tests/fuzz/fuzz.h"

#include "oracle/contract/case/case.h"

/* Prints, reads the text, prints again: both texts must be the same. */
static void round_trip(slp_record_kind kind, const slp_case *c, const slp_result *r)
{
    char *text[2] = {NULL, NULL};
    size_t length[2];
    slp_error err;
    slp_case case_again;
    slp_result result_again;
    slp_case_init(&case_again);
    slp_result_init(&result_again);
    for (int i = 0; i < 2; i++) {
        FILE *to = open_memstream(&text[i], &length[i]);
        HOLDS(to != NULL);
        int failed = kind == SLP_RECORD_CASE ? slp_case_print(to, i ? &case_again : c)
                                             : slp_result_print(to, i ? &result_again : r);
        HOLDS(fclose(to) == 0 && !failed);
        if (i) break;
        text[0][length[0] - 1] = 0;
        slp_status status = kind == SLP_RECORD_CASE
                                ? slp_case_parse(&case_again, text[0], 1, &err)
                                : slp_result_parse(&result_again, text[0], 1, &err);
        HOLDS(status == SLP_OK);
        text[0][length[0] - 1] = '\n';
    }
    HOLDS(length[0] == length[1] && memcmp(text[0], text[1], length[0]) == 0);
    free(text[0]);
    free(text[1]);
    slp_case_clear(&case_again);
    slp_result_clear(&result_again);
}

/* But the id of a result that is no answer. */
static bool nothing_held(const slp_case *c, const slp_result *r)
{
    for (int i = 0; i < SLP_MAX_PARAMS; i++)
        if (c->params[i].at) return false;
    return !c->id && !c->x && !c->dw && r->fault == (r->id != NULL) && !r->y.at && !r->g.at;
}

/* The line, read without the stream it stood in. */
static void alone(slp_record_kind kind, const char *line, size_t number, slp_status within,
                  const slp_error *said)
{
    slp_case c;
    slp_result r;
    slp_error err;
    slp_case_init(&c);
    slp_result_init(&r);
    slp_status status = kind == SLP_RECORD_CASE ? slp_case_parse(&c, line, number, &err)
                                                : slp_result_parse(&r, line, number, &err);
    if (within == SLP_OK) HOLDS(status == SLP_OK);
    if (status == SLP_INPUT) {
        HOLDS(within == SLP_INPUT && nothing_held(&c, &r));
        HOLDS(err.line == said->line && strcmp(err.id, said->id) == 0);
        const bool again =
            r.fault && strstr(said->text, "names an earlier"); /* of the stream alone */
        if (!again) HOLDS(strcmp(err.text, said->text) == 0 && strcmp(err.field, said->field) == 0);
    } else if (within == SLP_INPUT) {
        HOLDS(strcmp(said->field, "id") == 0 && strstr(said->text, "names an earlier"));
    }
    slp_case_clear(&c);
    slp_result_clear(&r);
}

/* How many lines the bytes hold, the last without its newline included. */
static size_t lines_in(const uint8_t *bytes, size_t count)
{
    size_t lines = 0;
    for (size_t i = 0; i < count; i++) lines += bytes[i] == '\n';
    return lines + (count > 0 && bytes[count - 1] != '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0) return 0;
    FILE *from = fmemopen((void *)(uintptr_t)bytes, count, "rb");
    HOLDS(from != NULL);
    slp_reader *reader = slp_reader_new(from, "fuzz");
    slp_case c;
    slp_result r;
    slp_record_kind kind;
    slp_error err;
    slp_status status;
    const size_t all = lines_in(bytes, count);
    size_t last = 0, turns = 0;
    slp_case_init(&c);
    slp_result_init(&r);
    memset(&err, 0, sizeof err);
    while ((status = slp_reader_next(&kind, &c, &r, reader, &err)) != SLP_END) {
        HOLDS(++turns <= all); /* every call takes at least a line */
        HOLDS(status == SLP_OK || status == SLP_INPUT);
        if (status == SLP_OK && kind == SLP_RECORD_OTHER) continue;
        const size_t line = status == SLP_INPUT       ? err.line
                            : kind == SLP_RECORD_CASE ? c.line
                                                      : r.line;
        HOLDS(line > last && line <= all);
        last = line;
        if (status == SLP_INPUT) HOLDS(err.text[0] && nothing_held(&c, &r));
        if (status == SLP_OK) round_trip(kind, &c, &r);
        const char *text = slp_reader_line(reader);
        const bool ended = !strstr(err.text, "without a newline") && !strstr(err.text, "is zero") &&
                           !strstr(err.text, "is longer than");
        if (status == SLP_OK || ended) {
            if (strncmp(text, "case ", 5) == 0) alone(SLP_RECORD_CASE, text, line, status, &err);
            if (strncmp(text, "result ", 7) == 0)
                alone(SLP_RECORD_RESULT, text, line, status, &err);
        }
        memset(&err, 0, sizeof err);
    }
    HOLDS(nothing_held(&c, &r));
    slp_reader_free(reader);
    fclose(from);
    return 0;
}
