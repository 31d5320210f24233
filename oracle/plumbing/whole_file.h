/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Writes a file so that it is either complete or absent, even in a directory where others may
 * write.
 *
 * The file is written as NAME.PID.RANDOM.new in the same directory and then renamed to NAME.  The
 * first name must not exist before (O_EXCL), and nobody can guess it.  No link is followed, neither
 * at the first name nor at NAME, which rename replaces. */
#ifndef SLP_ORACLE_WHOLE_FILE_H
#define SLP_ORACLE_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct slp_whole_file {
    FILE *to; /* to read and write; NULL if it could not be opened: slp_whole_end says why */
    char *path, *beside;
    int fault; /* errno of what failed first, 0 for none */
} slp_whole_file;

/* Opens a file beside `path`, with the permissions that a new file gets (umask).  True, or false
 * with errno: EINVAL if path is a device, which rename would replace.  In
 * both cases the caller ends it by slp_whole_end or slp_whole_drop. */
bool slp_whole_begin(slp_whole_file *file, const char *path);
/* Closes and renames if `good` and nothing failed; otherwise removes what was written, and `path`
 * stays as it was.  sync: the file is on disk before it is renamed.  True, or false with errno (0
 * where only `good` was false). */
bool slp_whole_end(slp_whole_file *file, bool good, bool sync);
/* Closes and removes what was written. */
void slp_whole_drop(slp_whole_file *file);
/* Opens, writes `length` bytes of text, and ends.  True, or false with errno. */
bool slp_whole_write(const char *path, const char *text, size_t length, bool sync);
/* Removes from a directory the unfinished files of processes that no longer exist: those for the
 * file `name`, or for every file (NULL). */
void slp_whole_sweep(const char *folder, const char *name);
/* Opens a regular file for reading; refuses a link, pipe or device.  NULL with errno (ELOOP: a
 * link; EINVAL: not a regular file). */
FILE *slp_whole_open(const char *path);
/* True if path exists and is a link. */
bool slp_whole_is_link(const char *path);

/* All tested by tests/plumbing/test_whole_file.c. */

#endif
