/* The binary form: see oracle/contract/case_binary.h and oracle/FORMAT.md.
 *
 * A frame is
 *   bytes 0..3    89 53 4C 50
 *         4..7    the version, 1
 *         8..15   L, the length of the body, a multiple of 8
 *   the body:     T and K (4 bytes each); T bytes of text; zeros up to a multiple of 8; K lists: 8
 *                 bytes of key, ended by zeros; 8 bytes of count; count numbers
 *   8 bytes       CRC-32 of all bytes before, the upper half 0
 * All whole numbers are unsigned, lowest byte first. */
#include "oracle/contract/case_binary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LITTLE /* numbers in memory are as in a frame */
#endif
#if defined __x86_64__ && defined __GNUC__
#define FOLDS
#include <immintrin.h>
#endif

static const unsigned char mark[4] = {0x89, 'S', 'L', 'P'};
enum { HEAD = 16, TAIL = 8, SLICES = 8, FIRST_PART = 1 << 20 };

/* ---- Whole numbers ---- */

static uint64_t get(const unsigned char *at, int bytes)
{
    uint64_t value = 0;
    for (int i = bytes; i-- > 0;) value = value << 8 | at[i];
    return value;
}

static void put(unsigned char *to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(value >> 8 * i);
}

static size_t padded(size_t size)
{
    return (size + 7) / 8 * 8;
}

/* ---- CRC-32 (polynomial 0xEDB88320, as zlib and PNG), eight bytes at a time ---- */

static void crc_table(uint32_t table[SLICES][256])
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        table[0][i] = c;
    }
    for (uint32_t i = 0; i < 256; i++)
        for (int s = 1; s < SLICES; s++)
            table[s][i] = table[s - 1][i] >> 8 ^ table[0][table[s - 1][i] & 255];
}

/* Eight bytes as two whole numbers of four. */
static void halves(uint32_t to[2], const unsigned char *at)
{
#ifdef LITTLE
    memcpy(to, at, 8);
#else
    to[0] = (uint32_t)get(at, 4);
    to[1] = (uint32_t)get(at + 4, 4);
#endif
}

#ifdef FOLDS
/* The same by products of polynomials over GF(2), 64 bytes at a time: Gopal et al., Fast CRC
 * Computation for Generic Polynomials Using PCLMULQDQ Instruction, Intel, 2009.  The constants are
 * powers of x modulo the polynomial, bits reversed: x^(512+32), x^(512-32), x^(128+32), x^(128-32).
 * Takes size / 64 * 64 bytes, at least 64, and leaves 16 bytes in `left` that have the same
 * remainder as all of them. */
__attribute__((target("pclmul,sse4.1"))) static void fold(unsigned char left[16], uint32_t crc,
                                                          const unsigned char *at, size_t size)
{
    const __m128i far = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
    const __m128i near = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
    __m128i x[4];
    for (int i = 0; i < 4; i++)
        x[i] = _mm_loadu_si128((const __m128i *)(const void *)(at + 16 * i));
    x[0] = _mm_xor_si128(x[0], _mm_cvtsi32_si128((int)crc));
    for (at += 64, size -= 64; size >= 64; at += 64, size -= 64)
        for (int i = 0; i < 4; i++) {
            const __m128i next = _mm_loadu_si128((const __m128i *)(const void *)(at + 16 * i));
            const __m128i low = _mm_clmulepi64_si128(x[i], far, 0x00);
            x[i] = _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(x[i], far, 0x11), low), next);
        }
    for (int i = 1; i < 4; i++) {
        const __m128i low = _mm_clmulepi64_si128(x[0], near, 0x00);
        x[0] = _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(x[0], near, 0x11), low), x[i]);
    }
    _mm_storeu_si128((__m128i *)(void *)left, x[0]);
}
#endif

/* ~crc of the bytes, from ~crc of those before. */
static uint32_t by_table(uint32_t crc, uint32_t table[SLICES][256], const unsigned char *at,
                         size_t size)
{
    for (; size >= 8; at += 8, size -= 8) {
        uint32_t word[2];
        halves(word, at);
        const uint32_t low = crc ^ word[0], high = word[1];
        crc = table[7][low & 255] ^ table[6][low >> 8 & 255] ^ table[5][low >> 16 & 255] ^
              table[4][low >> 24] ^ table[3][high & 255] ^ table[2][high >> 8 & 255] ^
              table[1][high >> 16 & 255] ^ table[0][high >> 24];
    }
    for (; size; at++, size--) crc = table[0][(crc ^ *at) & 255] ^ crc >> 8;
    return crc;
}

/* The checksum of what came before is `crc`; 0 at the beginning. */
static uint32_t crc_of(uint32_t crc, uint32_t table[SLICES][256], const unsigned char *at,
                       size_t size)
{
    crc = ~crc;
#ifdef FOLDS
    if (size >= 128 && __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1")) {
        unsigned char left[16];
        const size_t whole = size / 64 * 64;
        fold(left, crc, at, whole);
        crc = by_table(0, table, left, sizeof left);
        at += whole;
        size -= whole;
    }
#endif
    return ~by_table(crc, table, at, size);
}

/* ---- Writing ---- */

typedef struct writer {
    FILE *to;
    uint32_t table[SLICES][256], crc;
} writer;

static void emit(writer *w, const void *bytes, size_t size)
{
    w->crc = crc_of(w->crc, w->table, bytes, size);
    fwrite(bytes, 1, size, w->to);
}

static void emit_whole(writer *w, uint64_t value, int bytes)
{
    unsigned char text[8];
    put(text, value, bytes);
    emit(w, text, (size_t)bytes);
}

static void emit_numbers(writer *w, const double *at, size_t count)
{
#ifdef LITTLE
    enum { PART = 8192 }; /* numbers that stay in the cache between checksum and copy */
    for (size_t done = 0; done < count; done += PART)
        emit(w, at + done, 8 * (count - done < PART ? count - done : PART));
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

static int write_frame(FILE *to, const char *text, size_t length, const out_list *lists,
                       size_t count)
{
    static const unsigned char zeros[8];
    writer *w = malloc(sizeof *w);
    if (!w) return -1;
    uint64_t body = padded(8 + length);
    for (size_t i = 0; i < count; i++) body += 16 + 8 * (uint64_t)lists[i].count;
    w->to = to;
    w->crc = 0;
    crc_table(w->table);
    emit(w, mark, sizeof mark);
    emit_whole(w, SLP_FRAME_VERSION, 4);
    emit_whole(w, body, 8);
    emit_whole(w, length, 4);
    emit_whole(w, count, 4);
    emit(w, text, length);
    emit(w, zeros, padded(8 + length) - 8 - length);
    for (size_t i = 0; i < count; i++) {
        char key[SLP_FRAME_KEY] = "";
        memcpy(key, lists[i].key, strlen(lists[i].key));
        emit(w, key, sizeof key);
        emit_whole(w, lists[i].count, 8);
        emit_numbers(w, lists[i].at, lists[i].count);
    }
    emit_whole(w, w->crc, 8);
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

/* Writes the line that `print` prints of a record, without its newline, and the lists. */
static int write_printed(FILE *to, int (*print)(FILE *, const void *), const void *record,
                         const out_list *lists, size_t count)
{
    char *text = NULL;
    size_t length = 0;
    FILE *line = open_memstream(&text, &length);
    if (!line) return -1;
    const bool good = print(line, record) == 0;
    const bool whole = fclose(line) == 0 && good && length > 0;
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

int slp_case_write(FILE *to, const slp_case *c)
{
    slp_case rest = *c; /* its lists are lent */
    out_list lists[SLP_FRAME_LISTS];
    size_t count = 0;
    for (size_t i = 0; c->system->params[i].key; i++)
        if (c->system->params[i].kind == SLP_PARAM_NUMBERS && c->params[i].count > 1 &&
            strlen(c->system->params[i].key) <= SLP_FRAME_KEY)
            move_list(lists, &count, c->system->params[i].key, c->params[i].at,
                      &rest.params[i].count);
    if (!c->exact_x) move_list(lists, &count, "x", c->x, &rest.x_count);
    if (!c->exact_dw) move_list(lists, &count, "dw", c->dw, &rest.dw_count);
    return write_printed(to, print_case, &rest, lists, count);
}

int slp_result_write(FILE *to, const slp_result *r)
{
    slp_result rest = *r;
    out_list lists[2];
    size_t count = 0;
    if (r->error == SLP_OK && !r->exact_y) move_list(lists, &count, "y", r->y.at, &rest.y.count);
    move_list(lists, &count, "g", r->g.at, &rest.g.count);
    return write_printed(to, print_result, &rest, lists, count);
}

/* ---- Reading ---- */

static slp_status cut(slp_error *err, size_t number)
{
    return slp_error_set(err, number, NULL, NULL,
                         "is cut: the file ends within this frame; write it again");
}

/* Reads size bytes into the body from `at` on; memory grows as they come. */
static slp_status fill(slp_frame *frame, size_t size, FILE *from, size_t number, slp_error *err)
{
    for (size_t have = 0; have < size;) {
        size_t part = have < FIRST_PART ? FIRST_PART : have;
        if (part > size - have) part = size - have;
        if (have + part + 1 > frame->room) {
            unsigned char *more = realloc(frame->body, have + part + 1);
            if (!more) return slp_error_memory(err, number, NULL, NULL, have + part + 1);
            frame->body = more;
            frame->room = have + part + 1;
        }
        const size_t some = fread(frame->body + have, 1, part, from);
        if (some < part) return cut(err, number);
        have += some;
    }
    return SLP_OK;
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
    if (get(head + 4, 4) != SLP_FRAME_VERSION)
        return slp_error_set(err, number, NULL, "version",
                             "%llu is unknown; this program reads frames of version %d",
                             (unsigned long long)get(head + 4, 4), SLP_FRAME_VERSION);
    *size = get(head + 8, 8);
    if (*size % 8 != 0 || *size < 8 || *size > SLP_MAX_LINE)
        return slp_error_set(err, number, NULL, "length",
                             "%llu is none of a body: a multiple of 8 from 8 to %d",
                             (unsigned long long)*size, SLP_MAX_LINE);
    return SLP_OK;
}

static slp_status misfit(slp_error *err, size_t number, const char *field, const char *what)
{
    return slp_error_set(err, number, NULL, field, "%s", what);
}

/* Finds the text and the lists in the body. */
static slp_status divide(slp_frame *frame, size_t size, size_t number, slp_error *err)
{
    const uint64_t length = get(frame->body, 4), count = get(frame->body + 4, 4);
    if (length > size - 8) return misfit(err, number, "text", "is longer than the frame");
    if (count > SLP_FRAME_LISTS) return misfit(err, number, "lists", "are too many");
    size_t at = padded(8 + (size_t)length);
    frame->line = (char *)frame->body + 8;
    frame->length = (size_t)length;
    frame->count = (size_t)count;
    if (memchr(frame->line, 0, frame->length) || memchr(frame->line, '\n', frame->length))
        return misfit(err, number, "text", "holds a zero byte or a newline; it is one line");
    for (size_t i = 0; i < frame->count; i++) {
        slp_frame_list *list = frame->lists + i;
        if (size - at < 16) return misfit(err, number, "lists", "are longer than the frame");
        memcpy(list->key, frame->body + at, SLP_FRAME_KEY);
        list->key[SLP_FRAME_KEY] = 0;
        const uint64_t numbers = get(frame->body + at + 8, 8);
        at += 16;
        if (numbers == 0 || numbers > SLP_MAX_LIST || numbers > (size - at) / 8)
            return misfit(err, number, list->key,
                          "has no numbers, more than 2097152, or more than the frame holds");
        list->bytes = frame->body + at;
        list->count = (size_t)numbers;
        at += 8 * (size_t)numbers;
        for (size_t k = 0; k < i; k++)
            if (strcmp(frame->lists[k].key, list->key) == 0)
                return misfit(err, number, list->key, "stands twice");
    }
    return at == size ? SLP_OK : misfit(err, number, "lists", "do not fill the frame");
}

slp_status slp_frame_read(slp_frame *frame, FILE *from, size_t number, slp_error *err)
{
    unsigned char head[HEAD], tail[TAIL];
    uint64_t size = 0;
    slp_status status = read_head(&size, head, from, number, err);
    if (status == SLP_OK) status = fill(frame, (size_t)size, from, number, err);
    if (status != SLP_OK) return status;
    if (fread(tail, 1, TAIL, from) < TAIL) return cut(err, number);
    if (!frame->table) {
        frame->table = malloc(SLICES * sizeof *frame->table);
        if (!frame->table)
            return slp_error_memory(err, number, NULL, NULL, SLICES * sizeof *frame->table);
        crc_table(frame->table);
    }
    const uint32_t crc =
        crc_of(crc_of(0, frame->table, head, HEAD), frame->table, frame->body, (size_t)size);
    if (get(tail, 8) != crc)
        return slp_error_set(err, number, NULL, "checksum",
                             "is %llx, and the bytes give %lx: the frame was changed on its way",
                             (unsigned long long)get(tail, 8), (unsigned long)crc);
    return divide(frame, (size_t)size, number, err);
}

void slp_frame_clear(slp_frame *frame)
{
    free(frame->body);
    free(frame->table);
    *frame = (slp_frame){0};
}

const slp_frame_list *slp_frame_find(const slp_frame *frame, const char *key)
{
    for (size_t i = 0; frame && i < frame->count; i++)
        if (strcmp(frame->lists[i].key, key) == 0) return frame->lists + i;
    return NULL;
}

slp_status slp_frame_numbers(slp_numbers *to, size_t *item, const slp_frame_list *list,
                             const slp_fields *f, slp_error *err)
{
    double *at = malloc(list->count * sizeof *at);
    if (!at) return slp_error_memory(err, f->line, f->id, list->key, list->count * sizeof *at);
#ifdef LITTLE
    memcpy(at, list->bytes, list->count * sizeof *at);
#else
    for (size_t i = 0; i < list->count; i++) {
        const uint64_t bits = get(list->bytes + 8 * i, 8);
        memcpy(at + i, &bits, sizeof bits);
    }
#endif
    for (size_t i = 0; i < list->count; i++) {
        if (isfinite(at[i])) continue;
        *item = i + 1;
        const char *kind = isnan(at[i]) ? "nan" : at[i] > 0 ? "inf" : "-inf";
        free(at);
        return slp_error_set(err, f->line, f->id, list->key, "item %zu is %s", i + 1, kind);
    }
    *to = (slp_numbers){list->count, at};
    return SLP_OK;
}
