/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases from a file, found by id.  Results normally come in the order of the file; then the file is
 * read once and nothing is stored.  If a case is skipped, its file offset is stored in an index,
 * and the case is read again when its result comes.  So memory grows with the cases that wait for
 * their results, not with those judged. */
#include "oracle/judge/cases.h"
#include "oracle/contract/case/case_binary.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef struct passed_over {
    char *id; /* NULL after judge_cases_take */
    uint64_t key;
    off_t offset;
    size_t line;
} passed_over;

struct judge_cases {
    FILE *forward,
        *again; /* one is read in order, the other one seeks (opened when first needed) */
    char *path;
    slp_reader *reader;
    const slp_arithmetic *arithmetic; /* of cases that name none */
    bool ended, binary;
    passed_over *kept; /* in file order */
    size_t count, room, live;
    size_t *slots; /* open addressing by key: position in kept + 1, 0 empty */
    size_t slot_count, slots_used;
    size_t left; /* position of the next one to report as left */
    slp_case ahead;
};

slp_status judge_cases_open(judge_cases **cases, const char *path, slp_error *err)
{
    FILE *file = fopen(path, "r");
    judge_cases *made;
    *cases = NULL;
    if (!file)
        return slp_error_set(err, 0, NULL, "--cases", "cannot read %s: %s", path, strerror(errno));
    made = slp_need_pointer(calloc(1, sizeof *made));
    made->forward = file;
    made->path = slp_need_pointer(strdup(path));
    made->reader = slp_need_pointer(slp_reader_new(file, path));
    slp_case_init(&made->ahead);
    *cases = made;
    return SLP_OK;
}

void judge_cases_set_arithmetic(judge_cases *cases, const slp_arithmetic *a)
{
    cases->arithmetic = a;
    slp_reader_set_arithmetic(cases->reader, a);
}

void judge_cases_set_binary(judge_cases *cases)
{
    cases->binary = true;
    slp_reader_set_binary(cases->reader);
}

void judge_cases_close(judge_cases *cases)
{
    if (!cases) return;
    slp_reader_free(cases->reader);
    slp_case_clear(&cases->ahead);
    for (size_t i = 0; i < cases->count; i++) free(cases->kept[i].id);
    free(cases->kept);
    free(cases->slots);
    free(cases->path);
    fclose(cases->forward);
    if (cases->again) fclose(cases->again);
    free(cases);
}

static uint64_t key_of(const char *id)
{
    return slp_fnv(SLP_FNV, id, strlen(id));
}

static void put_in_slot(judge_cases *cases, size_t position)
{
    size_t mask = cases->slot_count - 1;
    size_t s = (size_t)cases->kept[position].key & mask;
    while (cases->slots[s] != 0) s = (s + 1) & mask;
    cases->slots[s] = position + 1;
    cases->slots_used++;
}

/* Removes the cases already taken, and makes new slots, at most a quarter full. */
static void repack(judge_cases *cases)
{
    size_t to = 0;
    for (size_t i = 0; i < cases->count; i++)
        if (cases->kept[i].id) cases->kept[to++] = cases->kept[i];
    cases->count = to;
    cases->room = 4 * to < 16 ? 16 : 2 * to;
    cases->kept = slp_need_pointer(realloc(cases->kept, cases->room * sizeof *cases->kept));
    for (cases->slot_count = 16; cases->slot_count < 2 * cases->room;) cases->slot_count *= 2;
    free(cases->slots);
    cases->slots = slp_need_pointer(calloc(cases->slot_count, sizeof *cases->slots));
    cases->slots_used = 0;
    for (size_t i = 0; i < cases->count; i++) put_in_slot(cases, i);
}

static void keep(judge_cases *cases, const slp_case *c, off_t offset)
{
    if (cases->count == cases->room) repack(cases);
    cases->kept[cases->count] =
        (passed_over){slp_need_pointer(strdup(c->id)), key_of(c->id), offset, c->line};
    put_in_slot(cases, cases->count++);
    cases->live++;
}

static passed_over *find_kept(const judge_cases *cases, const char *id)
{
    uint64_t key = key_of(id);
    size_t mask = cases->slot_count - 1;
    if (cases->live == 0) return NULL;
    for (size_t s = (size_t)key & mask; cases->slots[s] != 0; s = (s + 1) & mask) {
        passed_over *at = cases->kept + cases->slots[s] - 1;
        if (at->key == key && at->id && strcmp(at->id, id) == 0) return at;
    }
    return NULL;
}

/* The next case of the file; *offset is where reading it began (blank lines before it included), or
 * -1 where offsets mean nothing. */
static slp_status advance(slp_case *c, off_t *offset, judge_cases *cases, slp_error *err)
{
    SLP_CLEARED(slp_result) unused = {0};
    slp_record_kind kind = SLP_RECORD_OTHER;
    slp_status status = SLP_OK;
    while (status == SLP_OK && kind != SLP_RECORD_CASE) {
        *offset = ftello(cases->forward);
        status = slp_need_memory(slp_reader_next(&kind, c, &unused, cases->reader, err));
    }
    return status;
}

/* Reads again the case at an offset. */
static slp_status read_again(slp_case *c, judge_cases *cases, const passed_over *at, slp_error *err)
{
    slp_reader *reader;
    SLP_CLEARED(slp_result) unused = {0};
    slp_record_kind kind;
    slp_status status = SLP_INPUT;
    if (!cases->again) cases->again = fopen(cases->path, "r");
    if (at->offset < 0 || !cases->again || fseeko(cases->again, at->offset, SEEK_SET) != 0)
        return slp_error_set(err, at->line, at->id, "--cases",
                             "its result came out of order and %s cannot be read twice; give an "
                             "ordinary file, or results in the order of the cases",
                             cases->path);
    reader = slp_need_pointer(slp_reader_new(cases->again, cases->path));
    slp_reader_set_arithmetic(reader, cases->arithmetic);
    if (cases->binary) slp_reader_set_binary(reader);
    status = slp_need_memory(slp_reader_next(&kind, c, &unused, reader, err));
    slp_reader_free(reader);
    if (status == SLP_OK && (kind != SLP_RECORD_CASE || strcmp(c->id, at->id) != 0))
        status = SLP_END;
    if (status != SLP_OK)
        return slp_error_set(err, at->line, at->id, "--cases",
                             "%s changed while it was being read; run again", cases->path);
    c->line = at->line;
    return SLP_OK;
}

slp_status judge_cases_take(slp_case *c, judge_cases *cases, const char *id, slp_error *err)
{
    passed_over *at = find_kept(cases, id);
    if (at) {
        slp_status status = read_again(c, cases, at, err);
        free(at->id);
        at->id = NULL;
        cases->live--;
        return status;
    }
    while (!cases->ended) {
        off_t offset;
        slp_status status = advance(c, &offset, cases, err);
        if (status == SLP_END) cases->ended = true;
        if (status != SLP_OK) return status;
        if (strcmp(c->id, id) == 0) return SLP_OK;
        keep(cases, c, offset);
    }
    return SLP_END;
}

slp_status judge_cases_next_left(const char **id, judge_cases *cases, slp_error *err)
{
    off_t offset;
    slp_status status;
    while (cases->left < cases->count) {
        *id = cases->kept[cases->left++].id;
        if (*id) return SLP_OK;
    }
    if (cases->ended) return SLP_END;
    status = advance(&cases->ahead, &offset, cases, err);
    if (status == SLP_END) cases->ended = true;
    if (status == SLP_OK) *id = cases->ahead.id;
    return status;
}
