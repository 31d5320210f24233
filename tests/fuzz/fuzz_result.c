/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: a result line (oracle/contract/case/result.c, case_fields.c).
 *
 * The bytes are one line.  Whether it is a result is asked of a second reader, written here from
 * oracle/FORMAT.md.  A result taken prints to text that reads back as the same text; a line refused
 * names its number, says why, and leaves nothing in the structure. */
#include "oracle/contract/case/case.h"
#include "tests/fuzz/fuzz.h"

#include "oracle/contract/number/number.h"

enum { LINE = 41, MOST = 64 };

static const char *const keys[] = {"id", "y", "g", "iterations", "bits", "prec", "error"};
enum { ID, Y, G, ITERATIONS, BITS, PREC, FAULT, KEYS };

static bool is_id(const char *text)
{
    const size_t length = strlen(text);
    for (const char *c = text; *c; c++)
        if (*c < '!' || *c > '~' || *c == '=' || *c == ',') return false;
    return length >= 1 && length <= 63;
}

static bool is_list(const char *text, size_t *count)
{
    size_t which;
    slp_numbers list;
    if (slp_list_parse(&list, &which, (slp_span){text, strlen(text)})) return false;
    *count = list.count;
    free(list.at);
    return true;
}

static bool is_count(const char *text)
{
    int64_t value;
    return !slp_integer_parse(&value, (slp_span){text, strlen(text)}, 0, INT64_MAX);
}

static bool is_word(const char *text)
{
    static const char *const words[] = {"unable", "no-convergence", "domain", "unsupported",
                                        "input"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0) return true;
    return false;
}

/* The second reader: cuts a copy at its spaces.  Values stay in `copy`. */
static bool is_result(char *copy, char *value[KEYS], size_t *count)
{
    for (int k = 0; k < KEYS; k++) value[k] = NULL;
    char *rest = strchr(copy, ' ');
    if (rest) *rest++ = 0;
    if (strcmp(copy, "result") != 0) return false;
    while (rest) {
        char *word = rest, *equal, *space = strchr(rest, ' ');
        rest = space ? space + 1 : NULL;
        if (space) *space = 0;
        if (!(equal = strchr(word, '='))) return false;
        *equal = 0;
        int k = 0;
        while (k < KEYS && strcmp(word, keys[k]) != 0) k++;
        if (k == KEYS || value[k]) return false;
        value[k] = equal + 1;
    }
    if (!value[ID] || !is_id(value[ID])) return false;
    if (value[FAULT] ? value[Y] || value[G] || !is_word(value[FAULT]) : !value[Y]) return false;
    *count = 0;
    size_t unused;
    return (!value[Y] || is_list(value[Y], count)) && (!value[G] || is_list(value[G], &unused)) &&
           (!value[ITERATIONS] || is_count(value[ITERATIONS])) &&
           (!value[BITS] || is_count(value[BITS])) && (!value[PREC] || is_count(value[PREC]));
}

static char *print(const slp_result *r, size_t *length)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, length);
    HOLDS(to != NULL);
    HOLDS(slp_result_print(to, r) == 0);
    HOLDS(fclose(to) == 0);
    return text;
}

static void prints_and_reads_back(const slp_result *r)
{
    size_t length[2];
    slp_error err;
    slp_result again;
    char *first = print(r, &length[0]);
    HOLDS(length[0] > 0 && first[length[0] - 1] == '\n');
    first[length[0] - 1] = 0;
    slp_result_init(&again);
    HOLDS(slp_result_parse(&again, first, LINE, &err) == SLP_OK);
    char *second = print(&again, &length[1]);
    first[length[0] - 1] = '\n';
    HOLDS(length[0] == length[1] && strcmp(first, second) == 0);
    HOLDS(again.error == r->error && again.y.count == r->y.count && again.g.count == r->g.count);
    slp_result_clear(&again);
    free(first);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char *line = fuzz_text(bytes, count), *copy = fuzz_text(bytes, count), *value[KEYS];
    size_t numbers = 0;
    slp_result r;
    slp_error err;
    memset(&err, 0, sizeof err);
    slp_result_init(&r);
    const slp_status status = slp_result_parse(&r, line, LINE, &err);
    const bool good = is_result(copy, value, &numbers);
    HOLDS(status == SLP_OK || status == SLP_INPUT);
    HOLDS((status == SLP_OK) == good);
    if (good) {
        HOLDS(r.line == LINE && strcmp(r.id, value[ID]) == 0);
        HOLDS((r.error == SLP_OK) == (value[FAULT] == NULL));
        HOLDS(r.y.count == numbers);
        HOLDS(!value[FAULT] || strcmp(slp_status_word(r.error), value[FAULT]) == 0);
        HOLDS(r.has_iterations == (value[ITERATIONS] != NULL));
        HOLDS(r.has_bits == (value[BITS] != NULL) && r.has_prec == (value[PREC] != NULL));
        prints_and_reads_back(&r);
    } else {
        HOLDS(err.line == LINE && err.text[0]);
        HOLDS(!r.y.at && !r.g.at && !r.y.count && !r.g.count && r.error == SLP_OK);
        HOLDS(r.fault == (r.id != NULL));
    }
    slp_result_clear(&r);
    free(line);
    free(copy);
    return 0;
}
