/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A stream of records, one line at a time: memory is that of one line and of the ids seen. */
#include "oracle/contract/case/case_exact.h"
#include "oracle/contract/case/case_ids.h"
#include "oracle/contract/case/case_sum.h"

#include <stdlib.h>
#include <string.h>

struct slp_reader {
    FILE *from;
    char *source;
    char *line; /* ends with a zero */
    size_t length, room, number;
    slp_ids *cases, *results;
    const slp_arithmetic *given; /* of cases that name none; NULL: binary64 */
    slp_arithmetic last;         /* of the last case */
    bool binary;                 /* it reads frames, and `line` is the text of one */
    slp_frame frame;
    bool keeps_changed; /* cases whose check word is wrong are no errors */
    bool keeps_stages;  /* lines "# stage " are no comments */
    slp_sum sum;        /* of the last case */
    slp_checksum checksum;
};

slp_reader *slp_reader_new(FILE *from, const char *source)
{
    if (!from) return NULL;
    slp_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->from = from;
    reader->last = *slp_arithmetic_binary64();
    reader->source = slp_span_copy((slp_span){source ? source : "", source ? strlen(source) : 0});
    reader->room = 4096;
    reader->line = calloc(reader->room, 1);
    reader->cases = slp_ids_new();
    reader->results = slp_ids_new();
    slp_checksum_begin(&reader->checksum);
    if (reader->source && reader->line && reader->cases && reader->results) return reader;
    slp_reader_free(reader);
    return NULL;
}

void slp_reader_free(slp_reader *reader)
{
    if (!reader) return;
    slp_frame_clear(&reader->frame);
    slp_ids_free(reader->cases);
    slp_ids_free(reader->results);
    free(reader->line);
    free(reader->source);
    free(reader);
}

const char *slp_reader_line(const slp_reader *reader)
{
    return reader ? reader->line : NULL;
}

const char *slp_reader_source(const slp_reader *reader)
{
    return reader ? reader->source : NULL;
}

void slp_reader_set_arithmetic(slp_reader *reader, const slp_arithmetic *a)
{
    if (!reader) return;
    reader->given = a;
    reader->last = *(a ? a : slp_arithmetic_binary64());
}

void slp_reader_set_binary(slp_reader *reader)
{
    reader->binary = true;
}

void slp_reader_keep_changed(slp_reader *reader)
{
    reader->keeps_changed = true;
}

void slp_reader_keep_stages(slp_reader *reader)
{
    reader->keeps_stages = true;
}

const slp_sum *slp_reader_sum(const slp_reader *reader)
{
    return &reader->sum;
}

int slp_reader_echo(FILE *to, slp_reader *reader, const slp_case *c)
{
    if (reader->binary) return slp_frame_echo(to, &reader->frame, c);
    return fprintf(to, "%s\n", reader->line) < 0 ? -1 : 0;
}

/* False if memory is refused. */
static bool append(slp_reader *reader, int byte)
{
    if (reader->length + 1 == reader->room) {
        char *line = realloc(reader->line, 2 * reader->room);
        if (!line) return false;
        reader->line = line;
        reader->room *= 2;
    }
    reader->line[reader->length++] = (char)byte;
    return true;
}

/* Reads one line without its newline (and without a carriage return before it).  The rest of a line
 * that is refused, or for which memory is, is passed over, so that the next call starts on the next
 * line. */
static slp_status read_line(slp_reader *reader, slp_error *err)
{
    size_t zero = 0, long_line = 0, at = 0;
    int byte;
    bool room = true;
    reader->length = 0;
    reader->number++;
    flockfile(reader->from);
    byte = getc_unlocked(reader->from);
    if (byte != EOF) ungetc(byte, reader->from);
    const bool frame = byte == 0x89;
    while ((byte = getc_unlocked(reader->from)) != EOF && byte != '\n') {
        at++;
        if (byte == 0 && !zero) zero = at;
        if (reader->length == SLP_MAX_LINE)
            long_line = 1;
        else if (!zero && room)
            room = append(reader, byte);
    }
    funlockfile(reader->from);
    reader->line[reader->length] = 0;
    if (ferror(reader->from))
        return slp_error_set(err, reader->number, NULL, NULL, "cannot be read: the stream failed");
    if (byte == EOF && at == 0) return SLP_END;
    if (frame)
        return slp_error_set(err, reader->number, NULL, NULL,
                             "begins with byte 89, as a frame of the binary form does; give "
                             "--form binary");
    if (!room) return slp_error_memory(err, reader->number, NULL, NULL, 2 * reader->room);
    if (zero)
        return slp_error_set(err, reader->number, NULL, NULL,
                             "byte %zu is zero; the format is plain text", zero);
    if (long_line)
        return slp_error_set(
            err, reader->number, NULL, NULL,
            "is longer than %d bytes, which no record needs; is a newline missing?", SLP_MAX_LINE);
    if (byte == EOF)
        return slp_error_set(
            err, reader->number, NULL, NULL,
            "ends without a newline: the file may have been cut; end it with one if it "
            "is whole");
    if (reader->length && reader->line[reader->length - 1] == '\r')
        reader->line[--reader->length] = 0;
    return SLP_OK;
}

/* The word a line starts with: a record, another lowercase word, or neither. */
static slp_status record_kind(slp_record_kind *kind, const slp_reader *reader, slp_error *err)
{
    slp_span word = {reader->line, strcspn(reader->line, " ")};
    if (slp_span_is(word, "case") || slp_span_is(word, "result")) {
        *kind = word.length == 4 ? SLP_RECORD_CASE : SLP_RECORD_RESULT;
        return SLP_OK;
    }
    const char *fault = NULL;
    for (size_t i = 0; i < word.length; i++)
        if ((word.at[i] < 'a' || word.at[i] > 'z') && (i == 0 || word.at[i] != '-'))
            fault =
                "starts with no record's name; a line is a case, a result, a # comment or blank";
    if (word.length == 0) fault = "starts with a space; a record starts in the first column";
    /* a misspelled "case" or "result" must not be skipped as another word */
    if (!fault && slp_edits(word, "case") <= 1)
        fault = "starts with an unknown word: did you mean case?";
    if (!fault && slp_edits(word, "result") <= 2)
        fault = "starts with an unknown word: did you mean result?";
    if (fault) return slp_error_set(err, reader->number, NULL, NULL, "%s", fault);
    *kind = SLP_RECORD_OTHER;
    return SLP_OK;
}

/* Reads a frame; its text becomes the line. */
static slp_status read_frame(slp_reader *reader, slp_error *err)
{
    slp_status status = slp_frame_read(&reader->frame, reader->from, ++reader->number, err);
    reader->length = 0;
    for (size_t i = 0; status == SLP_OK && i < reader->frame.length; i++)
        if (!append(reader, reader->frame.line[i]))
            status = slp_error_memory(err, reader->number, NULL, NULL, 2 * reader->room);
    reader->line[reader->length] = 0;
    reader->frame.line = reader->line;
    return status;
}

/* Looks at the check word of a case.  *changed: it is wrong, the reader keeps such cases, and c has
 * its id. */
static slp_status check_sum(bool *changed, slp_case *c, slp_reader *reader, slp_error *err)
{
    const slp_status status =
        slp_sum_check(&reader->sum, reader->line, reader->binary ? &reader->frame : NULL,
                      &reader->checksum, reader->number, err);
    *changed = status == SLP_INPUT && reader->keeps_changed && *err->id;
    if (!*changed) return status;
    c->line = reader->number;
    c->id = slp_span_copy((slp_span){err->id, strlen(err->id)});
    return c->id ? SLP_OK : slp_error_memory(err, reader->number, err->id, "id", 0);
}

static bool is_stage(const slp_reader *reader)
{
    static const char begins[] = "# stage ";
    return reader->keeps_stages && strncmp(reader->line, begins, sizeof begins - 1) == 0;
}

slp_status slp_reader_next(slp_record_kind *kind, slp_case *c, slp_result *r, slp_reader *reader,
                           slp_error *err)
{
    if (!kind || !c || !r || !reader)
        return slp_error_set(err, 0, NULL, NULL, "no reader or no place for a record was given");
    slp_case_clear(c);
    slp_result_clear(r);
    slp_status status;
    do {
        status = reader->binary ? read_frame(reader, err) : read_line(reader, err);
        if (status != SLP_OK) return status;
    } while (reader->length == 0 || (reader->line[0] == '#' && !is_stage(reader)));
    if (is_stage(reader)) *kind = SLP_RECORD_OTHER;
    status = is_stage(reader) ? SLP_OK : record_kind(kind, reader, err);
    if (status != SLP_OK || *kind == SLP_RECORD_OTHER) return status;
    bool is_case = *kind == SLP_RECORD_CASE;
    if (is_case) {
        bool changed;
        status = check_sum(&changed, c, reader, err);
        if (changed || status != SLP_OK) return status;
        status = reader->binary
                     ? slp_case_read_frame(c, &reader->frame, reader->number, reader->given, err)
                     : slp_case_read_in(c, reader->line, reader->number, reader->given, err);
        if (status != SLP_OK)
            slp_case_clear(c);
        else
            reader->last = *(c->arithmetic ? c->arithmetic : slp_arithmetic_binary64());
    } else {
        status = reader->binary
                     ? slp_result_read_frame(r, &reader->frame, reader->number, &reader->last, err)
                     : slp_result_read_in(r, reader->line, reader->number, &reader->last, err);
    }
    if (status != SLP_OK && !r->fault) return status;
    const char *id = is_case ? c->id : r->id;
    const slp_status added = slp_ids_add(is_case ? reader->cases : reader->results, id);
    if (added != SLP_OK) {
        /* with two results of one id, it is not clear which one is wrong */
        status = added == SLP_MEMORY
                     ? slp_error_memory(err, reader->number, id, "id", 0)
                     : slp_error_set(err, reader->number, id, "id",
                                     "names an earlier %s; every %s needs an id of its own",
                                     is_case ? "case" : "result", is_case ? "case" : "result");
        slp_case_clear(c);
        slp_result_clear(r);
    }
    return status;
}
