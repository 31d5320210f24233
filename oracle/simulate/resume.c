/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads checkpoints.  Either the file belongs to this run, or the error says why it does not. */
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/files.h"
#include "oracle/simulate/checkpoint.h"
#include "oracle/simulate/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { END_LINE = 21 /* "end=", 16 digits, newline */, MOST = 1 << 27 };

/* The file's text with a zero after it; NULL with *status and *err. */
static char *whole_text(size_t *length, slp_status *status, const char *name, slp_error *err)
{
    char *text = slp_read_regular(length, name, MOST);
    *status = text ? SLP_OK : errno == ENOENT ? SLP_END : SLP_INPUT;
    if (!text && (errno == EINVAL || errno == EISDIR || errno == EFBIG))
        slp_error_set(err, 0, NULL, NULL,
                      "is not a checkpoint: not a regular file of at most %d MiB", MOST >> 20);
    else if (!text)
        slp_error_set(err, 0, NULL, NULL, "cannot be read: %s", strerror(errno));
    return text;
}

/* Tests that the last line is the checksum of all before it.  *length becomes the length without
 * that line. */
static slp_status check_end(const char *text, size_t *length, slp_error *err)
{
    char want[END_LINE + 1];
    const size_t first = strlen(SLP_CHECKPOINT_FIRST);
    if (*length < first || memcmp(text, SLP_CHECKPOINT_FIRST, first) != 0)
        return slp_error_set(err, 0, NULL, NULL, "is not a checkpoint of slp simulate");
    if (*length < first + END_LINE) return slp_error_set(err, 0, NULL, NULL, "has been cut");
    *length -= END_LINE;
    snprintf(want, sizeof want, "end=%016llx\n",
             (unsigned long long)slp_fnv(SLP_FNV, text, *length));
    if (memcmp(text + *length, want, END_LINE) != 0)
        return slp_error_set(err, 0, NULL, NULL, "has been cut or changed: its sum does not match");
    return SLP_OK;
}

/* The value of the next line, which must be `key`; .at is NULL when it is another. */
static slp_span next_value(const char **at, const char *end, const char *key)
{
    const size_t length = strlen(key);
    const char *from = *at, *stop = memchr(from, '\n', (size_t)(end - from));
    if (!stop || (size_t)(stop - from) <= length || memcmp(from, key, length) != 0 ||
        from[length] != '=')
        return (slp_span){NULL, 0};
    *at = stop + 1;
    return (slp_span){from + length + 1, (size_t)(stop - from) - length - 1};
}

/* Compares the identity with that of this run, line by line. */
static slp_status compare_identity(const char **at, const char *end, const slp_simulation *run,
                                   slp_error *err)
{
    char *own = slp_checkpoint_identity(run);
    slp_status status = SLP_OK;
    for (char *line = own, *stop; status == SLP_OK && *line; line = stop + 1) {
        stop = strchr(line, '\n');
        char *value = strchr(line, '=');
        *stop = *value++ = 0;
        slp_span found = next_value(at, end, line);
        if (!found.at)
            status =
                slp_error_set(err, 0, NULL, line, "is missing where slp %s writes it", SLP_VERSION);
        else if (!slp_span_is(found, value))
            status = slp_error_set(err, 0, NULL, line,
                                   "is %.*s in the checkpoint and %s here: it is of another run",
                                   (int)(found.length < 64 ? found.length : 64), found.at, value);
    }
    free(own);
    return status;
}

static bool read_count(uint64_t *value, const char **at, const char *end, const char *key, int base)
{
    char text[24] = "";
    slp_span found = next_value(at, end, key);
    if (!found.at || found.length == 0 || found.length >= sizeof text) return false;
    memcpy(text, found.at, found.length);
    if (strspn(text, base == 16 ? "0123456789abcdef" : "0123456789") != found.length) return false;
    errno = 0;
    *value = strtoull(text, NULL, base);
    return errno == 0;
}

static bool read_numbers(double *to, const char **at, const char *end, const char *key,
                         size_t count)
{
    slp_numbers list = {0, NULL};
    size_t which;
    if (count == 0) return true;
    slp_span found = next_value(at, end, key);
    if (!found.at || slp_list_parse(&list, &which, found)) return false;
    const bool good = list.count == count;
    if (good) memcpy(to, list.at, count * sizeof *to);
    free(list.at);
    return good;
}

/* True if the numbers of the checkpoint fit together. */
static bool is_consistent(const slp_checkpoint *mark, const slp_simulation *run)
{
    if (mark->rows == 0) return mark->step == 0 && mark->bytes == 0;
    return mark->step <= UINT64_C(1) << 53 && mark->rows - 1 == mark->step / run->every &&
           mark->bytes <= INT64_MAX && mark->bytes >= mark->rows;
}

/* The numbers behind the identity. */
static bool read_mark(slp_checkpoint *mark, const char *at, const char *end,
                      const slp_simulation *run)
{
    return read_count(&mark->step, &at, end, "step", 10) &&
           read_count(&mark->rows, &at, end, "rows", 10) &&
           read_count(&mark->bytes, &at, end, "bytes", 10) &&
           read_count(&mark->sum, &at, end, "sum", 16) &&
           read_numbers(mark->since, &at, end, "since", run->start->M) &&
           read_numbers(mark->x, &at, end, "x", run->start->d) && at == end &&
           is_consistent(mark, run);
}

slp_status slp_checkpoint_read(slp_checkpoint *mark, const char *name, const slp_simulation *run,
                               slp_error *err)
{
    slp_status status;
    size_t length;
    char *text = whole_text(&length, &status, name, err);
    if (!text) return status;
    status = check_end(text, &length, err);
    const char *at = text + strlen(SLP_CHECKPOINT_FIRST), *end = text + length;
    if (status == SLP_OK) status = compare_identity(&at, end, run, err);
    if (status == SLP_OK) {
        slp_checkpoint found;
        slp_checkpoint_init(&found, run);
        if (read_mark(&found, at, end, run)) {
            slp_checkpoint was = *mark;
            *mark = found;
            found = was;
        } else
            status = slp_error_set(
                err, 0, NULL, NULL,
                "is not a checkpoint that slp %s writes: counts or numbers are wrong", SLP_VERSION);
        slp_checkpoint_clear(&found);
    }
    free(text);
    return status;
}
