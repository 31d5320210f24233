/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The binary form: see oracle/contract/case/case_binary.h and oracle/FORMAT.md.
 *
 * A frame is
 *   bytes 0..3    89 53 4C 50
 *         4..7    the version, 1
 *         8..15   L, the length of the body, a multiple of 8
 *   the body:     T and K (4 bytes each); T bytes of text; zeros up to a multiple of 8; K lists: 8
 *                 bytes of key, ended by zeros; 8 bytes of count; count numbers
 *   8 bytes       CRC-32 of all bytes before, the upper half 0
 * All whole numbers are unsigned, lowest byte first. */
#include "oracle/contract/case/case_sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LITTLE /* numbers in memory are as in a frame */
#endif

static const unsigned char mark[4] = {0x89, 'S', 'L', 'P'};
/* PIECE bytes stay in the cache between copy, checksum and test.  A list of SLP_MAX_LIST numbers
 * takes memory twice: FIRST_PART bytes, then GROWTH times as many. */
enum { HEAD = 16, TAIL = 8, PIECE = 1 << 16, FIRST_PART = 1 << 20, GROWTH = 16 };

/* ---- Whole numbers ---- */

static uint64_t number_from_bytes(const unsigned char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes; i-- > 0;) value = value << 8 | at[i];
    return value;
}

static void number_to_bytes(unsigned char *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(value >> 8 * i);
}

static size_t padded(size_t size)
{
    return (size + 7) / 8 * 8;
}

/* ---- Writing ---- */

typedef struct writer {
    FILE *to; /* NULL: nothing is written, for the checksum alone */
    slp_checksum checksum;
} writer;

static void emit(writer *w, const void *bytes, size_t size)
{
    slp_checksum_add(&w->checksum, bytes, size);
    if (w->to) fwrite(bytes, 1, size, w->to);
}

static void emit_whole(writer *w, uint64_t value, int bytes)
{
    unsigned char text[8];
    number_to_bytes(text, value, bytes);
    emit(w, text, (size_t)bytes);
}

static void emit_numbers(writer *w, const double *at, size_t count)
{
#ifdef LITTLE
    const size_t most = PIECE / sizeof *at;
    for (size_t done = 0; done < count; done += most)
        emit(w, at + done, sizeof *at * (count - done < most ? count - done : most));
#else
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, at + i, sizeof bits);
        emit_whole(w, bits, 8);
    }
#endif
}

typedef struct out_list {
    const char *key;
    const double *at;
    size_t count;
} out_list;

static void emit_list(writer *w, const out_list *list)
{
    char key[SLP_FRAME_KEY] = "";
    memcpy(key, list->key, strlen(list->key));
    emit(w, key, sizeof key);
    emit_whole(w, list->count, 8);
    emit_numbers(w, list->at, list->count);
}

static int write_frame(FILE *to, const char *text, size_t length, const out_list *lists,
                       size_t count)
{
    static const unsigned char zeros[8];
    writer *w = malloc(sizeof *w);
    if (!w) return -1;
    uint64_t body = padded(8 + length);
    for (size_t i = 0; i < count; i++) body += 16 + 8 * (uint64_t)lists[i].count;
    w->to = to;
    slp_checksum_begin(&w->checksum);
    emit(w, mark, sizeof mark);
    emit_whole(w, SLP_FRAME_VERSION, 4);
    emit_whole(w, body, 8);
    emit_whole(w, length, 4);
    emit_whole(w, count, 4);
    emit(w, text, length);
    emit(w, zeros, padded(8 + length) - 8 - length);
    for (size_t i = 0; i < count; i++) emit_list(w, lists + i);
    emit_whole(w, w->checksum.sum, 8);
    free(w);
    return ferror(to) ? -1 : 0;
}

/* A list goes into the frame, and out of the copy whose line is printed. */
static void move_list(out_list *lists, size_t *count, const char *key, const double *at,
                      size_t *left)
{
    if (*left == 0) return;
    lists[(*count)++] = (out_list){key, at, *left};
    *left = 0;
}

/* What a check word of the frame of this text and these lists is; false if memory is refused. */
static bool word_of(uint32_t *word, const char *text, size_t length, const out_list *lists,
                    size_t count)
{
    writer *w = malloc(sizeof *w);
    if (!w) return false;
    w->to = NULL;
    slp_checksum_begin(&w->checksum);
    emit(w, text, length);
    for (size_t i = 0; i < count; i++) emit_list(w, lists + i);
    *word = w->checksum.sum;
    free(w);
    return true;
}

/* Where a check word is asked for. */
typedef struct sum_order {
    slp_sums *all;
    bool last;
} sum_order;

/* Writes the line that `print` prints of a record, without its newline, and the lists; with a check
 * word if `sum` is not NULL. */
static int write_printed(FILE *to, int (*print)(FILE *, const void *), const void *record,
                         const sum_order *sum, const out_list *lists, size_t count)
{
    char *text = NULL;
    size_t length = 0;
    uint32_t word;
    FILE *line = open_memstream(&text, &length);
    if (!line) return -1;
    const bool good = print(line, record) == 0;
    bool whole = fclose(line) == 0 && good && length > 0;
    if (whole && sum) {
        char *longer = realloc(text, length + SLP_SUM_CHARS);
        whole = longer && word_of(&word, longer, length - 1, lists, count);
        if (longer) text = longer;
        if (whole) slp_sum_print(text + length - 1, word, sum->all, sum->last);
        if (whole) length += strlen(text + length - 1);
    }
    const int status = whole ? write_frame(to, text, length - 1, lists, count) : -1;
    free(text);
    return status;
}

static int print_case(FILE *to, const void *c)
{
    return slp_case_print(to, c);
}

static int print_result(FILE *to, const void *r)
{
    return slp_result_print(to, r);
}

static int write_case(FILE *to, const slp_case *c, const sum_order *sum)
{
    slp_case rest = *c; /* its lists are lent */
    out_list lists[SLP_FRAME_LISTS];
    size_t count = 0;
    for (size_t i = 0; c->system->params[i].key; i++)
        if ((c->system->params[i].kind == SLP_PARAM_NUMBERS ||
             c->system->params[i].kind == SLP_PARAM_TERMS) &&
            c->params[i].count > 1 && strlen(c->system->params[i].key) <= SLP_FRAME_KEY)
            move_list(lists, &count, c->system->params[i].key, c->params[i].at,
                      &rest.params[i].count);
    if (!c->exact_x) move_list(lists, &count, "x", c->x, &rest.x_count);
    /* increments and areas, which the text holds apart, stay in the text */
    if (!c->exact_dw && !c->areas) move_list(lists, &count, "dw", c->dw, &rest.dw_count);
    return write_printed(to, print_case, &rest, sum, lists, count);
}

int slp_case_write(FILE *to, const slp_case *c)
{
    return write_case(to, c, NULL);
}

int slp_case_write_sum(FILE *to, const slp_case *c, slp_sums *all, bool last)
{
    return write_case(to, c, &(sum_order){all, last});
}

/* A list of c that a frame had. */
static bool find_list(out_list *list, const slp_case *c, const char *key)
{
    const char *const given[] = {"x", "dw"};
    const double *const at[] = {c->x, c->dw};
    const size_t counts[] = {c->x_count, c->dw_count};
    for (size_t i = 0; i < 2; i++)
        if (strcmp(key, given[i]) == 0) *list = (out_list){key, at[i], counts[i]};
    for (size_t i = 0; c->system->params[i].key; i++)
        if (strcmp(key, c->system->params[i].key) == 0)
            *list = (out_list){key, c->params[i].at, c->params[i].count};
    return list->count > 0;
}

static int echo_frame(FILE *to, const slp_frame *frame, const slp_case *c)
{
    out_list lists[SLP_FRAME_LISTS] = {{0}};
    for (size_t i = 0; i < frame->count; i++)
        if (!find_list(lists + i, c, frame->lists[i].key)) return -1;
    return write_frame(to, frame->line, frame->length, lists, frame->count);
}

int slp_frame_echo(FILE *to, const slp_frame *frame, const slp_case *c)
{
    SLP_CLEARED(slp_case)
    parted = {0}; /* whose increments stand apart from the areas, as in the frame */
    if (!c->areas) return echo_frame(to, frame, c);
    const bool good = slp_case_copy(&parted, c) == SLP_OK && slp_case_part_areas(&parted) == SLP_OK;
    return good ? echo_frame(to, frame, &parted) : -1;
}

int slp_result_write(FILE *to, const slp_result *r)
{
    slp_result rest = *r;
    out_list lists[2];
    size_t count = 0;
    if (r->error == SLP_OK && !r->exact_y) move_list(lists, &count, "y", r->y.at, &rest.y.count);
    move_list(lists, &count, "g", r->g.at, &rest.g.count);
    return write_printed(to, print_result, &rest, NULL, lists, count);
}

/* ---- Reading ---- */

/* A frame while it is read. */
typedef struct source {
    FILE *from;
    slp_checksum *checksum;
    uint64_t left; /* bytes of the body that are not read yet */
    size_t number;
    slp_error *err;
    uint32_t *word; /* to be computed of what is read; NULL: it is not asked for */
} source;

static slp_status cut(slp_error *err, size_t number)
{
    return slp_error_set(err, number, NULL, NULL,
                         "is cut: the file ends within this frame; write it again");
}

/* The head of a frame: *size of its body. */
static slp_status read_head(uint64_t *size, unsigned char head[HEAD], FILE *from, size_t number,
                            slp_error *err)
{
    const size_t some = fread(head, 1, HEAD, from);
    if (ferror(from))
        return slp_error_set(err, number, NULL, NULL, "cannot be read: the stream failed");
    if (some == 0) return SLP_END;
    if (memcmp(head, mark, some < sizeof mark ? some : sizeof mark) != 0)
        return slp_error_set(err, number, NULL, NULL,
                             "does not begin with 89 53 4C 50, as a frame of the binary form does; "
                             "of text leave out --form binary");
    if (some < HEAD) return cut(err, number);
    if (number_from_bytes(head + 4, 4) != SLP_FRAME_VERSION)
        return slp_error_set(err, number, NULL, "version",
                             "%llu is unknown; this program reads frames of version %d",
                             (unsigned long long)number_from_bytes(head + 4, 4), SLP_FRAME_VERSION);
    *size = number_from_bytes(head + 8, 8);
    if (*size % 8 != 0 || *size < 8 || *size > SLP_MAX_LINE)
        return slp_error_set(err, number, NULL, "length",
                             "%llu is none of a body: a multiple of 8 from 8 to %d",
                             (unsigned long long)*size, SLP_MAX_LINE);
    return SLP_OK;
}

/* Adds bytes to the check word, by the tables of the checksum, which stays. */
static void add_to_word(source *s, const void *bytes, size_t size)
{
    const uint32_t kept = s->checksum->sum;
    s->checksum->sum = *s->word;
    slp_checksum_add(s->checksum, bytes, size);
    *s->word = s->checksum->sum;
    s->checksum->sum = kept;
}

/* Reads bytes of the body; SLP_END if the file ends before. */
static slp_status read_bytes(void *to, size_t size, source *s)
{
    if (fread(to, 1, size, s->from) < size) return SLP_END;
    slp_checksum_add(s->checksum, to, size);
    if (s->word) add_to_word(s, to, size);
    s->left -= size;
    return SLP_OK;
}

/* Reads the next bytes of `size`, of which *have were read, at most PIECE, into *at.  Its memory of
 * *room bytes grows with the bytes that came. */
static slp_status take_piece(void **at, size_t *room, size_t *have, size_t size, source *s)
{
    const size_t piece = size - *have < PIECE ? size - *have : PIECE;
    if (*have + piece > *room) {
        const size_t more_room = *have < FIRST_PART ? FIRST_PART : GROWTH * *have;
        const size_t wanted = more_room < size ? more_room : size;
        void *more = realloc(*at, wanted);
        if (!more) return slp_error_memory(s->err, s->number, NULL, NULL, wanted);
        *at = more;
        *room = wanted;
    }
    const slp_status status = read_bytes((char *)*at + *have, piece, s);
    *have += piece;
    return status;
}

static slp_status misfit(source *s, const char *field, const char *what)
{
    return slp_error_set(s->err, s->number, NULL, field, "%s", what);
}

/* Reads the text, and how many lists follow. */
static slp_status read_text(slp_frame *frame, source *s)
{
    unsigned char start[8];
    slp_status status = read_bytes(start, sizeof start, s);
    if (status != SLP_OK) return status;
    const uint64_t length = number_from_bytes(start, 4), count = number_from_bytes(start + 4, 4);
    if (length > s->left) return misfit(s, "text", "is longer than the frame");
    if (count > SLP_FRAME_LISTS) return misfit(s, "lists", "are too many");
    const size_t size = padded((size_t)length);
    void *text = frame->text;
    for (size_t have = 0; status == SLP_OK && have < size;)
        status = take_piece(&text, &frame->room, &have, size, s);
    frame->line = frame->text = text;
    frame->length = (size_t)length;
    frame->count = (size_t)count;
    if (status == SLP_OK && length &&
        (memchr(frame->line, 0, frame->length) || memchr(frame->line, '\n', frame->length)))
        return misfit(s, "text", "holds a zero byte or a newline; it is one line");
    const size_t before = status == SLP_OK ? slp_sum_before(frame->line, frame->length) : 0;
    if (status == SLP_OK && before < frame->length) {
        frame->word = 0;
        s->word = &frame->word;
        add_to_word(s, frame->line, before);
    }
    return status;
}

/* Numbers of a frame become numbers of this machine. */
static void take_numbers(double *at, size_t count)
{
#ifdef LITTLE
    (void)at, (void)count;
#else
    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = number_from_bytes((const unsigned char *)(at + i), 8);
        memcpy(at + i, &bits, sizeof bits);
    }
#endif
}

static slp_status read_list(slp_frame *frame, slp_frame_list *list, source *s)
{
    unsigned char start[SLP_FRAME_KEY + 8];
    if (s->left < sizeof start) return misfit(s, "lists", "are longer than the frame");
    slp_status status = read_bytes(start, sizeof start, s);
    if (status != SLP_OK) return status;
    memcpy(list->key, start, SLP_FRAME_KEY);
    list->key[SLP_FRAME_KEY] = 0;
    for (const slp_frame_list *other = frame->lists; other < list; other++)
        if (strcmp(other->key, list->key) == 0) return misfit(s, list->key, "stands twice");
    const uint64_t count = number_from_bytes(start + SLP_FRAME_KEY, 8);
    if (count == 0 || count > SLP_MAX_LIST || count > s->left / 8)
        return misfit(s, list->key,
                      "has no numbers, more than 2097152, or more than the frame holds");
    const size_t size = 8 * (size_t)count;
    void *at = NULL;
    list->item = 0;
    for (size_t have = 0; status == SLP_OK && have < size;) {
        const size_t before = have / 8;
        status = take_piece(&at, &list->room, &have, size, s);
        list->at = at;
        if (status != SLP_OK || list->item) continue;
        take_numbers(list->at + before, have / 8 - before);
        const size_t item = slp_first_not_finite(list->at + before, have / 8 - before);
        if (item < have / 8 - before) list->item = before + item + 1;
    }
    list->count = (size_t)count;
    return status;
}

static slp_status read_body(slp_frame *frame, source *s)
{
    slp_status status = read_text(frame, s);
    for (size_t i = 0; status == SLP_OK && i < frame->count; i++)
        status = read_list(frame, frame->lists + i, s);
    return status == SLP_OK && s->left ? misfit(s, "lists", "do not fill the frame") : status;
}

static void clear_lists(slp_frame *frame)
{
    for (size_t i = 0; i < SLP_FRAME_LISTS; i++) {
        free(frame->lists[i].at);
        frame->lists[i] = (slp_frame_list){0};
    }
    frame->count = 0;
}

slp_status slp_frame_read(slp_frame *frame, FILE *from, size_t number, slp_error *err)
{
    unsigned char head[HEAD], tail[TAIL], rest[512];
    source s = {.from = from, .number = number, .err = err};
    clear_lists(frame);
    slp_status status = read_head(&s.left, head, from, number, err);
    if (status != SLP_OK) return status;
    if (!frame->checksum) {
        frame->checksum = malloc(sizeof *frame->checksum);
        if (!frame->checksum)
            return slp_error_memory(err, number, NULL, NULL, sizeof *frame->checksum);
        slp_checksum_begin(frame->checksum);
    }
    s.checksum = frame->checksum;
    s.checksum->sum = 0;
    slp_checksum_add(s.checksum, head, HEAD);
    status = read_body(frame, &s);
    /* what does not fit may come of a changed byte: the checksum of the whole frame says so */
    while (status == SLP_INPUT && s.left &&
           read_bytes(rest, s.left < sizeof rest ? (size_t)s.left : sizeof rest, &s) == SLP_OK) {
    }
    if (status == SLP_MEMORY) return status;
    if (status == SLP_END || fread(tail, 1, TAIL, from) < TAIL) return cut(err, number);
    const uint32_t sum = s.checksum->sum;
    if (number_from_bytes(tail, 8) != sum)
        return slp_error_set(err, number, NULL, "checksum",
                             "is %llx, and the bytes give %lx: the frame was changed on its way",
                             (unsigned long long)number_from_bytes(tail, 8), (unsigned long)sum);
    return status;
}

void slp_frame_clear(slp_frame *frame)
{
    clear_lists(frame);
    free(frame->text);
    free(frame->checksum);
    *frame = (slp_frame){0};
}

slp_frame_list *slp_frame_find(slp_frame *frame, const char *key)
{
    for (size_t i = 0; frame && i < frame->count; i++)
        if (strcmp(frame->lists[i].key, key) == 0) return frame->lists + i;
    return NULL;
}

slp_status slp_frame_numbers(slp_numbers *to, size_t *item, slp_frame_list *list,
                             const slp_fields *f, slp_error *err)
{
    if (list->item) {
        const double number = list->at[list->item - 1];
        *item = list->item;
        return slp_error_set(err, f->line, f->id, list->key, "item %zu is %s", list->item,
                             isnan(number) ? "nan"
                             : number > 0  ? "inf"
                                           : "-inf");
    }
    *to = (slp_numbers){list->count, list->at};
    list->at = NULL;
    return SLP_OK;
}
