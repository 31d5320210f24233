/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The files that a command reads and writes: no output may be one of the others, and none replaces
 * a file that slp did not write. */
#ifndef SLP_ORACLE_FILES_H
#define SLP_ORACLE_FILES_H

#include <stdbool.h>
#include <stdio.h>

typedef struct slp_file_use {
    const char *option; /* for messages, as the user gave it: "--junit"; NULL ends the list */
    const char *folder; /* NULL: `name` is the whole path */
    const char *name;   /* NULL: the option was not given */
    /* of what is written: a text that stands in each such file that slp writes.  NULL: the file is
     * read.  "": written, and the command itself looks at what is there */
    const char *mark;
} slp_file_use;

/* True; or false after a message on stderr that names command, options and remedy, if
 *   - an output is the same file as another output or as a file that is read: the same device and
 *     inode, or where there is no file yet the same name in the same folder.  Standard input and
 *     output count, where they are files;
 *   - an output is there, is not empty, and has no `mark` in its first MiB: it was not written by
 *     slp.
 * The caller then returns exit status 2.  Tested by tests/plumbing/test_files.c and
 * tests/command/test_files.sh. */
bool slp_files_fit(const char *command, const slp_file_use *uses);
/* The mark of a file of JUnit that slp writes; that of a figure by its ending. */
extern const char slp_junit_mark[];
const char *slp_figure_mark(const char *name);
/* True if both paths lead to one file, or would where it is not there yet. */
bool slp_same_file(const char *a, const char *b);
/* The *length bytes of a regular file and a zero after them, to be freed.  NULL with errno as
 * slp_open_regular sets it, EFBIG for more than `most` bytes, or what reading said. */
char *slp_read_regular(size_t *length, const char *path, size_t most);
/* Opens a regular file for reading, through links too.  Never waits: of a pipe or a device it is
 * NULL with errno = EINVAL, of a folder with EISDIR. */
FILE *slp_open_regular(const char *path);
/* Makes the folder and its parents.  True if it is there then; else errno says why. */
bool slp_make_folders(const char *path);
/* What errno says of these two, in words. */
const char *slp_open_fault(int fault);

#endif
