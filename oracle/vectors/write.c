/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Writes a suite: the four forms, each beside and renamed, and MANIFEST with their sums. */
#include "oracle/vectors/suite.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/whole_file.h"
#include "oracle/plumbing/sha256.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES = 4 };
static const struct {
    const char *name;
    void (*write)(FILE *to, const vectors_suite *suite);
} files[FILES] = {{"vectors.txt", vectors_write_lines},
                  {"vectors.json", vectors_write_json},
                  {"vectors.h", vectors_write_header},
                  {"vectors.bin", vectors_write_binary}};

static char *join_path(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = slp_allocate(size, 1);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* The sum of all bytes of an open file, and their number.  False if it cannot be read. */
static bool sum_of(char sum[SLP_SHA256_CHARS], uint64_t *bytes, FILE *from)
{
    return fflush(from) == 0 && fseek(from, 0, SEEK_SET) == 0 && slp_sha256_file(sum, bytes, from);
}

/* Writes one file and gets its sum. */
static bool write_one(char sum[SLP_SHA256_CHARS], uint64_t *bytes, const char *folder, size_t k,
                      const vectors_suite *suite)
{
    slp_whole_file file;
    char *path = join_path(folder, files[k].name);
    if (slp_whole_begin(&file, path)) {
        files[k].write(file.to, suite);
        if (!sum_of(sum, bytes, file.to)) file.fault = errno ? errno : EIO;
    }
    const bool good = slp_whole_end(&file, true, false);
    free(path);
    return good;
}

static bool write_manifest(const char *folder, char sums[FILES][SLP_SHA256_CHARS],
                           uint64_t bytes[FILES + 1], const slp_vectors_tally *tally,
                           const vectors_suite *suite)
{
    char *path = join_path(folder, "MANIFEST");
    slp_written manifest;
    FILE *to = slp_written_begin(&manifest);
    fprintf(to,
            "# slp vectors, form %d, slp %s\n# %s\n# seed %" PRIu64
            ", %zu steps of %zu pairs, %" PRIu64 " of edge classes, %zu of bits\n",
            SLP_VECTORS_FORM, SLP_VERSION, suite->order->command, suite->order->seed, suite->count,
            tally->pairs, tally->edges, suite->bits_count);
    for (size_t k = 0; k < FILES; k++) fprintf(to, "%s  %s\n", sums[k], files[k].name);
    char *text = slp_written_end(&manifest);
    bytes[FILES] = manifest.size;
    const bool good = slp_whole_write(path, text, manifest.size, false);
    free(text);
    free(path);
    return good;
}

static slp_status cannot_write(slp_error *err, const char *what)
{
    return slp_error_set(err, 0, NULL, NULL, "%s cannot be written: %s", what, strerror(errno));
}

slp_status slp_vectors_write(slp_vectors_tally *tally, const slp_vectors_order *order,
                             slp_error *err)
{
    vectors_suite suite;
    char sums[FILES][SLP_SHA256_CHARS];
    *tally = (slp_vectors_tally){0};
    tally->about = order->folder;
    if (mkdir(order->folder, 0777) != 0 && errno != EEXIST) return cannot_write(err, "the folder");
    slp_whole_sweep(order->folder, NULL);
    tally->about = NULL;
    slp_status status = vectors_draw(&suite, tally, order, err);
    if (status == SLP_OK) tally->about = order->folder;
    for (size_t k = 0; k < FILES && status == SLP_OK; k++)
        if (!write_one(sums[k], &tally->bytes[k], order->folder, k, &suite))
            status = cannot_write(err, files[k].name);
    if (status == SLP_OK && !write_manifest(order->folder, sums, tally->bytes, tally, &suite))
        status = cannot_write(err, "MANIFEST");
    vectors_suite_clear(&suite);
    return status;
}
