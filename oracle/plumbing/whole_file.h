/* Files that are whole or not there, in directories where others may write as well.
 *
 * A file is written under a name of its own beside the final one, NAME.PID.RANDOM.new, and then renamed.  That name is created (O_EXCL),
 * never one that is there; nobody can guess it; and no link is followed, neither there nor at the final name, which rename replaces. */
#ifndef SLP_ORACLE_WHOLE_FILE_H
#define SLP_ORACLE_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct slp_whole_file {
    FILE *to; /* reads and writes; NULL where it could not be opened: slp_whole_end then says why */
    char *path, *beside;
    int fault; /* errno of what failed first, 0 for none */
} slp_whole_file;

/* Opens a file beside `path`, with the permissions that a new file gets (umask).  True, or false with errno.  Either way one of the two
 * below ends it. */
bool slp_whole_begin(slp_whole_file *file, const char *path);
/* Closes and renames if `good` and nothing failed; otherwise removes what was written, and `path` stays as it was.  sync: on disk before
 * it has the name.  True, or false with errno (0 where only `good` was false). */
bool slp_whole_end(slp_whole_file *file, bool good, bool sync);
/* Closes and removes what was written. */
void slp_whole_drop(slp_whole_file *file);
/* All three with `length` bytes of text.  True, or false with errno. */
bool slp_whole_write(const char *path, const char *text, size_t length, bool sync);
/* Removes from a directory what processes that are no more left half written: of the file of that name, or of every file (NULL). */
void slp_whole_sweep(const char *folder, const char *name);
/* Opens a regular file to read it; no link, pipe or device.  NULL with errno (ELOOP: a link; EINVAL: no regular file). */
FILE *slp_whole_open(const char *path);
/* True if path is there and is a link. */
bool slp_whole_is_link(const char *path);

/* All pinned by tests/test_whole_file.c. */

#endif
