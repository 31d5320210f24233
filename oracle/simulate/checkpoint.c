/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Writing checkpoints.  Text, a line key=value each:
 *
 *   slp-checkpoint
 *   version= case= start= path= form=
 *   columns= seed= every= threads= ell=  which run: equal in every checkpoint of it; ell only
 *                                        where it was asked for
 *   step= rows= bytes= sum=  how far it is, and what of its output is vouched for
 *   since= x=                                                  numbers that read back bit for bit
 *   end=                                                       FNV-1a of all bytes before this line
 */
#include "oracle/simulate/checkpoint.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/simulate/output.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void slp_checkpoint_init(slp_checkpoint *mark, const slp_simulation *run)
{
    const slp_case *c = run->start;
    *mark = (slp_checkpoint){.sum = SLP_FNV};
    mark->x = slp_allocate(c->d, sizeof *mark->x);
    mark->since = slp_allocate(c->M, sizeof *mark->since);
    memcpy(mark->x, c->x, c->d * sizeof *mark->x);
}

void slp_checkpoint_clear(slp_checkpoint *mark)
{
    free(mark->x);
    free(mark->since);
}

uint64_t slp_checkpoint_start(const slp_case *c)
{
    slp_written line;
    if (slp_case_print(slp_written_begin(&line), c) != 0) slp_need_pointer(NULL);
    char *text = slp_written_end(&line);
    uint64_t sum = slp_fnv(SLP_FNV, text, line.size);
    free(text);
    return sum;
}

/* How many threads the BLAS may split products over, where that can change their bits: on matrices
 * beyond 64 (fast/fast.h). */
static void thread_text(char text[24], const slp_simulation *run)
{
    static const char *const names[] = {"OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS",
                                        "OMP_NUM_THREADS"};
    size_t count;
    const double *n = slp_case_param(run->start, "n", &count);
    snprintf(text, 24, "any");
    if (!run->fast || !n || n[0] <= 64) return;
    snprintf(text, 24, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
    for (size_t i = sizeof names / sizeof *names; i-- > 0;) {
        const char *value = getenv(names[i]);
        if (value && atol(value) > 0) snprintf(text, 24, "%ld", atol(value));
    }
}

char *slp_checkpoint_identity(const slp_simulation *run)
{
    char *text = slp_allocate(512, 1), split[24];
    thread_text(split, run);
    snprintf(text, 512,
             "version=%s\ncase=%s\nstart=%016llx\npath=%s\nform=%s\ncolumns=%s%s\nseed=%llu\n"
             "every=%llu\nthreads=%s\n",
             SLP_VERSION, run->start->id, (unsigned long long)slp_checkpoint_start(run->start),
             run->fast ? "fast" : "ref", run->npy ? "npy" : "csv",
             run->brief ? "invariants" : "all", run->noise ? ",noise" : "",
             (unsigned long long)run->seed, (unsigned long long)run->every, split);
    if (run->ell) {
        char ell[SLP_NUMBER_CHARS];
        slp_number_print(ell, *run->ell);
        const size_t length = strlen(text);
        snprintf(text + length, 512 - length, "ell=%s\n", ell);
    }
    return text;
}

static void print_numbers(FILE *to, const char *key, const double *at, size_t count)
{
    char text[SLP_NUMBER_CHARS];
    for (size_t i = 0; i < count; i++) {
        slp_number_print(text, at[i]);
        fprintf(to, "%s%s", i ? "," : key, text);
    }
    if (count) fputc('\n', to);
}

/* The whole text, to be freed. */
static char *compose_text(size_t *length, const slp_checkpoint *mark, const slp_simulation *run)
{
    char *identity = slp_checkpoint_identity(run);
    slp_written whole;
    FILE *to = slp_written_begin(&whole);
    fprintf(to, "%s%sstep=%llu\nrows=%llu\nbytes=%llu\nsum=%016llx\n", SLP_CHECKPOINT_FIRST,
            identity, (unsigned long long)mark->step, (unsigned long long)mark->rows,
            (unsigned long long)mark->bytes, (unsigned long long)mark->sum);
    print_numbers(to, "since=", mark->since, run->start->M);
    print_numbers(to, "x=", mark->x, run->start->d);
    if (fflush(to) != 0) slp_need_pointer(NULL);
    fprintf(to, "end=%016llx\n", (unsigned long long)slp_fnv(SLP_FNV, whole.text, whole.size));
    free(identity);
    char *text = slp_written_end(&whole);
    *length = whole.size;
    return text;
}

/* The directory that a path is in, to be freed. */
static char *folder_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    if (!slash) return slp_copy_text(".");
    return slp_copy_bytes(name, slash == name ? 1 : (size_t)(slash - name));
}

/* The directory's entry for `name` reaches the disk; where that cannot be asked for, nothing
 * happens. */
static void sync_directory(const char *name)
{
    char *folder = folder_of(name);
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
    free(folder);
}

slp_status slp_checkpoint_write(const char *name, const slp_checkpoint *mark,
                                const slp_simulation *run, slp_error *err)
{
    size_t length;
    char *text = compose_text(&length, mark, run);
    const bool good = slp_whole_write(name, text, length, true);
    const int fault = errno;
    if (good) sync_directory(name);
    free(text);
    return good ? SLP_OK
                : slp_error_set(err, 0, NULL, NULL, "cannot be written: %s; what was there stands",
                                strerror(fault));
}

void slp_checkpoint_sweep(const char *name)
{
    char *folder = folder_of(name);
    const char *slash = strrchr(name, '/');
    slp_whole_sweep(folder, slash ? slash + 1 : name);
    free(folder);
}
