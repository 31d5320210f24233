/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Output of `slp simulate`: it only grows, has a checksum, and is locked against a second writer.
 * On resuming, it is cut at the place that the checkpoint names. */
#include "oracle/simulate/output.h"
#include "oracle/plumbing/allocate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HELD = 1 << 16 };

void slp_output_standard(slp_output *out)
{
    *out = (slp_output){.fd = -1, .sum = SLP_FNV};
}

slp_status slp_output_open(slp_output *out, const char *name, bool fresh, slp_error *err)
{
    slp_output_standard(out);
    out->fd = open(
        name, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | (fresh ? O_CREAT | O_EXCL : 0), 0666);
    struct stat there;
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (out->fd < 0 && errno == ENOENT && !fresh) return SLP_END;
    if (out->fd < 0 && errno == EEXIST)
        return slp_error_set(err, 0, NULL, NULL,
                             "exists; --resume goes on with it, or remove it first");
    if (out->fd < 0 && errno == ELOOP)
        return slp_error_set(err, 0, NULL, NULL,
                             "is a link, which could lead to a file of somebody else; name the "
                             "file itself");
    if (out->fd < 0 || fstat(out->fd, &there) != 0)
        return slp_error_set(err, 0, NULL, NULL, "cannot be opened to write: %s", strerror(errno));
    if (!S_ISREG(there.st_mode))
        return slp_error_set(err, 0, NULL, NULL,
                             "is not a regular file; without --table rows go to standard output");
    if (fcntl(out->fd, F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN))
        return slp_error_set(err, 0, NULL, NULL, "is being written by another process");
    out->held = slp_allocate(HELD, 1);
    return SLP_OK;
}

bool slp_output_empty(const slp_output *out)
{
    struct stat there;
    return fstat(out->fd, &there) == 0 && there.st_size == 0;
}

slp_status slp_output_verify(const slp_output *out, uint64_t bytes, uint64_t sum, slp_error *err)
{
    uint64_t at = 0, found = SLP_FNV;
    while (at < bytes) {
        size_t want = bytes - at < HELD ? (size_t)(bytes - at) : HELD;
        ssize_t got = pread(out->fd, out->held, want, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            return slp_error_set(err, 0, NULL, NULL, "cannot be read: %s", strerror(errno));
        if (got == 0)
            return slp_error_set(
                err, 0, NULL, NULL,
                "is shorter than its checkpoint says: %llu bytes, not %llu; nothing is changed",
                (unsigned long long)at, (unsigned long long)bytes);
        size_t skip = at < out->fixed ? out->fixed - (size_t)at : 0;
        if (skip < (size_t)got) found = slp_fnv(found, out->held + skip, (size_t)got - skip);
        at += (uint64_t)got;
    }
    if (found != sum)
        return slp_error_set(
            err, 0, NULL, NULL,
            "is not the file that its checkpoint was written for: the first %llu bytes "
            "differ; nothing is changed",
            (unsigned long long)bytes);
    return SLP_OK;
}

static void put_head(slp_output *out, const char *head)
{
    if (!out->fault && out->bytes && out->fixed &&
        pwrite(out->fd, head, out->fixed, 0) != (ssize_t)out->fixed)
        out->fault = errno ? errno : EIO;
}

slp_status slp_output_cut(slp_output *out, const char *head, uint64_t bytes, uint64_t sum,
                          slp_error *err)
{
    out->bytes = bytes;
    out->sum = sum;
    put_head(out, head); /* first, lest it count rows that are gone */
    if (!out->fault && ftruncate(out->fd, (off_t)bytes) == 0 &&
        lseek(out->fd, (off_t)bytes, SEEK_SET) >= 0)
        return SLP_OK;
    return slp_error_set(err, 0, NULL, NULL, "cannot be cut to %llu bytes: %s",
                         (unsigned long long)bytes, strerror(out->fault ? out->fault : errno));
}

static void write_all(slp_output *out, const char *bytes, size_t count)
{
    while (count > 0 && !out->fault) {
        ssize_t done = write(out->fd, bytes, count);
        if (done < 0 && errno != EINTR) out->fault = errno;
        if (done == 0) out->fault = EIO;
        if (done > 0) {
            bytes += done;
            count -= (size_t)done;
        }
    }
}

void slp_output_put(slp_output *out, const char *bytes, size_t count)
{
    if (out->fault) return;
    const size_t skip = out->bytes < out->fixed ? count : 0; /* the head is put in one piece */
    out->sum = slp_fnv(out->sum, bytes + skip, count - skip);
    out->bytes += count;
    if (out->fd < 0) {
        errno = 0;
        if (fwrite(bytes, 1, count, stdout) != count) out->fault = errno ? errno : EIO;
        return;
    }
    if (count > HELD - out->count) {
        write_all(out, out->held, out->count);
        out->count = 0;
    }
    if (count > HELD) {
        write_all(out, bytes, count);
    } else {
        memcpy(out->held + out->count, bytes, count);
        out->count += count;
    }
}

bool slp_output_sync(slp_output *out, const char *head)
{
    if (out->fd < 0) return out->fault == 0;
    write_all(out, out->held, out->count);
    out->count = 0;
    put_head(out, head);
    if (!out->fault && fsync(out->fd) != 0) out->fault = errno;
    return out->fault == 0;
}

void slp_output_close(slp_output *out)
{
    if (out->fd >= 0) close(out->fd);
    free(out->held);
}
