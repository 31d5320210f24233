/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: checkpoints of `slp simulate` (oracle/simulate/resume.c,
 * oracle/simulate/checkpoint.c).
 *
 * The first byte says what the rest is: r, the whole file; s, all of the file but its last line,
 * the sum, which is made right here; anything else, what stands between the lines that say which
 * run it is and that sum, both made right here.  A checkpoint taken is of this run, its numbers go
 * together, and writing it and reading that gives the same bytes; one refused says why and leaves
 * what was in the structure. */
#include "tests/fuzz/fuzz.h"

#include "oracle/simulate/checkpoint.h"
#include "oracle/simulate/output.h"

#include <inttypes.h>
#include <math.h>
#include <unistd.h>

static const char start_line[] =
    "case id=a-body system=rigid-body scheme=tmk inertia=1,2,3 lin=0.5,0,0 h=0.125 steps=1 "
    "x=0.5,-1,0.75 dw=0";

static char *folder(void)
{
    const char *base = fuzz_place();
    char name[512];
    snprintf(name, sizeof name, "%s/slp-fuzz-XXXXXX", base);
    HOLDS(mkdtemp(name) != NULL);
    return fuzz_text((const uint8_t *)name, strlen(name));
}

static char *path_in(const char *place, const char *name)
{
    char path[600];
    const int length = snprintf(path, sizeof path, "%s/%s", place, name);
    return fuzz_text((const uint8_t *)path, (size_t)length);
}

/* The whole file that the input stands for. */
static char *file_of(size_t *length, const uint8_t *bytes, size_t count, const slp_simulation *run)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, length);
    HOLDS(to != NULL);
    if (bytes[0] != 'r' && bytes[0] != 's') {
        char *identity = slp_checkpoint_identity(run);
        fprintf(to, "%s%s", SLP_CHECKPOINT_FIRST, identity);
        free(identity);
    }
    HOLDS(fwrite(bytes + 1, 1, count - 1, to) == count - 1 && fflush(to) == 0);
    if (bytes[0] != 'r') fprintf(to, "end=%016" PRIx64 "\n", slp_fnv(SLP_FNV, text, *length));
    HOLDS(fclose(to) == 0);
    return text;
}

static void put(const char *path, const char *text, size_t length)
{
    FILE *to = fopen(path, "wb");
    HOLDS(to && fwrite(text, 1, length, to) == length && fclose(to) == 0);
}

static char *get(const char *path, size_t *length)
{
    char *text = calloc(1, 1 << 16);
    FILE *from = fopen(path, "rb");
    HOLDS(text && from);
    *length = fread(text, 1, (1 << 16) - 1, from);
    fclose(from);
    return text;
}

static void is_of_this_run(const char *text, size_t length, const slp_simulation *run)
{
    char *identity = slp_checkpoint_identity(run);
    const size_t first = strlen(SLP_CHECKPOINT_FIRST), own = strlen(identity);
    HOLDS(length > first + own && memcmp(text, SLP_CHECKPOINT_FIRST, first) == 0);
    HOLDS(memcmp(text + first, identity, own) == 0);
    free(identity);
}

static bool equal(const slp_checkpoint *a, const slp_checkpoint *b, const slp_case *c)
{
    return a->step == b->step && a->rows == b->rows && a->bytes == b->bytes && a->sum == b->sum &&
           memcmp(a->x, b->x, c->d * sizeof *a->x) == 0 &&
           memcmp(a->since, b->since, c->M * sizeof *a->since) == 0;
}

static void writes_and_reads_back(const slp_checkpoint *mark, const slp_simulation *run,
                                  const char *place)
{
    char *name = path_in(place, "again"), *text[2];
    size_t length[2];
    slp_error err;
    slp_checkpoint back;
    slp_checkpoint_init(&back, run);
    for (int i = 0; i < 2; i++) {
        HOLDS(slp_checkpoint_write(name, i ? &back : mark, run, &err) == SLP_OK);
        text[i] = get(name, &length[i]);
        HOLDS(slp_checkpoint_read(&back, name, run, &err) == SLP_OK);
        HOLDS(equal(mark, &back, run->start));
    }
    HOLDS(length[0] == length[1] && memcmp(text[0], text[1], length[0]) == 0);
    remove(name);
    free(text[0]);
    free(text[1]);
    free(name);
    slp_checkpoint_clear(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0) return 0;
    slp_case c;
    slp_error err;
    slp_checkpoint mark, before;
    slp_case_init(&c);
    HOLDS(slp_case_parse(&c, start_line, 1, &err) == SLP_OK);
    const slp_simulation run = {
        .start = &c, .fast = true, .seed = 7, .every = 5, .noise = true, .out = "out"};
    char *place = folder(), *name = path_in(place, "mark");
    size_t length;
    char *text = file_of(&length, bytes, count, &run);
    put(name, text, length);
    slp_checkpoint_init(&mark, &run);
    slp_checkpoint_init(&before, &run);
    memset(&err, 0, sizeof err);
    const slp_status status = slp_checkpoint_read(&mark, name, &run, &err);
    HOLDS(status == SLP_OK || status == SLP_INPUT);
    if (status == SLP_OK) {
        is_of_this_run(text, length, &run);
        HOLDS(mark.rows ? mark.rows - 1 == mark.step / run.every && mark.bytes >= mark.rows
                        : mark.step == 0 && mark.bytes == 0);
        for (size_t i = 0; i < c.d; i++) HOLDS(isfinite(mark.x[i]));
        for (size_t k = 0; k < c.M; k++) HOLDS(isfinite(mark.since[k]));
        writes_and_reads_back(&mark, &run, place);
    } else {
        HOLDS(err.text[0]);
        HOLDS(equal(&mark, &before, &c));
    }
    remove(name);
    HOLDS(rmdir(place) == 0);
    slp_checkpoint_clear(&mark);
    slp_checkpoint_clear(&before);
    slp_case_clear(&c);
    free(text);
    free(name);
    free(place);
    return 0;
}
