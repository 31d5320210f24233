/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: the judge's stream (oracle/judge/stream.c, oracle/judge/cases.c,
 * oracle/judge/step.c).
 *
 * The bytes are a stream of cases and results, judged twice: each result after its case, and with
 * the same bytes as a file of cases.  A case gets at most one verdict.  A `pass` needs a case and,
 * after it, a whole result line of its id with the right count of finite numbers, read here a
 * second time; the same answer moved by 2^-20 of its size must not pass.  Whatever does not end as
 * SLP_END names a line and says why.  Cases on which the reference would take long are left out:
 * beyond 60 coordinates, or 64 numbers of an answer. */
#include "tests/fuzz/fuzz.h"

#include "oracle/contract/number/number.h"
#include "oracle/judge/stream.h"

#include <math.h>
#include <unistd.h>

enum { MOST_D = 60, MOST_NUMBERS = 64, MOST_LINES = 64 };

typedef struct lines {
    char *at[MOST_LINES];
    size_t count;
    bool cut; /* the last has no newline */
} lines;

/* Cuts text at its newlines; false where there are more lines than are looked at. */
static bool cut(lines *all, char *text, size_t count)
{
    all->count = 0;
    all->cut = count > 0 && text[count - 1] != '\n';
    for (char *at = text; at < text + count;) {
        char *end = memchr(at, '\n', (size_t)(text + count - at));
        if (all->count == MOST_LINES) return false;
        all->at[all->count++] = at;
        if (!end) break;
        *end = 0;
        if (end > at && end[-1] == '\r') end[-1] = 0;
        at = end + 1;
    }
    return true;
}

/* True if no case among the lines takes the reference long. */
static bool quick(const lines *all)
{
    bool good = true;
    for (size_t i = 0; i < all->count && good; i++) {
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        if (strncmp(all->at[i], "case ", 5) == 0 &&
            slp_case_parse(&c, all->at[i], 1, &err) == SLP_OK)
            good = c.d <= MOST_D && c.d * c.steps <= MOST_NUMBERS;
        slp_case_clear(&c);
    }
    return good;
}

static void must_not_pass_moved(const slp_case *c, slp_result *r)
{
    slp_verdict v;
    double *last = r->y.at + (c->steps - 1) * c->d, size = 0;
    const double *from = c->steps > 1 ? last - c->d : c->x;
    for (size_t i = 0; i < c->d; i++) size = hypot(size, hypot(last[i], from[i]));
    last[0] += 0x1p-20 * size + 0x1p-1040;
    if (!isfinite(last[0])) return;
    slp_judge(&v, c, r);
    HOLDS(v.kind != SLP_VERDICT_PASS);
}

/* The last whole line before `before` that reads as a record of that id; before = all->count for
 * any. */
static bool answered(const lines *all, const char *id)
{
    bool found = false;
    const size_t whole = all->count - all->cut;
    for (size_t k = 0; k < whole && !found; k++) {
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        if (slp_case_parse(&c, all->at[k], 1, &err) == SLP_OK && strcmp(c.id, id) == 0)
            for (size_t i = 0; i < whole && !found; i++) {
                slp_result r;
                slp_result_init(&r);
                bool good = slp_result_parse(&r, all->at[i], 1, &err) == SLP_OK &&
                            strcmp(r.id, id) == 0 && r.error == SLP_OK &&
                            r.y.count == c.steps * c.d;
                for (size_t j = 0; good && j < r.y.count; j++) good = isfinite(r.y.at[j]);
                found = good;
                if (found) must_not_pass_moved(&c, &r);
                slp_result_clear(&r);
            }
        slp_case_clear(&c);
    }
    return found;
}

/* Verdict lines: well formed, one a case, `pass` only of what was answered. */
static void look_at(char *verdicts, const lines *all, const judge_tally *tally)
{
    char *seen[MOST_LINES];
    size_t count = 0, said = 0;
    for (int k = 0; k < SLP_VERDICT_COUNT; k++) said += tally->count[k];
    for (char *line = strtok(verdicts, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == '#') continue;
        HOLDS(strncmp(line, "verdict id=", 11) == 0 && count < MOST_LINES);
        char *id = line + 11, *space = strchr(id, ' ');
        HOLDS(space != NULL);
        *space = 0;
        for (size_t i = 0; i < count; i++) HOLDS(strcmp(seen[i], id) != 0);
        seen[count++] = id;
        if (strncmp(space + 1, "pass", 4) == 0) HOLDS(answered(all, id));
    }
    HOLDS(said == count);
}

static void judged(const uint8_t *bytes, size_t count, const lines *all, const char *path)
{
    char *verdicts = NULL;
    size_t length = 0;
    bool in_file = false;
    slp_error err;
    memset(&err, 0, sizeof err);
    FILE *from = fmemopen((void *)(uintptr_t)bytes, count, "rb");
    FILE *to = open_memstream(&verdicts, &length);
    HOLDS(from && to);
    judge_stream run = {.out = to, .details = 3, .path = path};
    slp_progress_begin(&run.progress, "fuzz");
    run.progress.tty = false;
    if (path) HOLDS(judge_cases_open(&run.cases, path, &err) == SLP_OK);
    slp_reader *reader = slp_reader_new(from, "fuzz");
    slp_status status =
        path ? judge_filed(&run, reader, &err, &in_file) : judge_echoed(&run, reader, &err);
    HOLDS(status == SLP_END || status == SLP_INPUT);
    if (status == SLP_INPUT) HOLDS(err.text[0] && err.line >= 1 && err.line <= all->count);
    if (all->cut) HOLDS(status == SLP_INPUT);
    slp_reader_free(reader);
    judge_cases_close(run.cases);
    HOLDS(fclose(to) == 0);
    fclose(from);
    look_at(verdicts, all, &run.tally);
    free(verdicts);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0 || memchr(bytes, 0, count)) return 0;
    char *text = fuzz_text(bytes, count), name[512];
    const char *base = fuzz_place();
    lines all;
    if (cut(&all, text, count) && quick(&all)) {
        judged(bytes, count, &all, NULL);
        snprintf(name, sizeof name, "%s/slp-fuzz-XXXXXX", base);
        int fd = mkstemp(name);
        HOLDS(fd >= 0 && write(fd, bytes, count) == (ssize_t)count && close(fd) == 0);
        judged(bytes, count, &all, name);
        remove(name);
    }
    free(text);
    return 0;
}
