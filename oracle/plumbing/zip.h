/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Writes a zip archive (APPNOTE 6.3.3) of stored files: ordinary programs read it, and the same
 * files give the same bytes. */
#ifndef SLP_ORACLE_ZIP_H
#define SLP_ORACLE_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SLP_ZIP_FILES = 8192, SLP_ZIP_NAME = 200 };

typedef struct slp_zip {
    FILE *to;
    uint16_t date, time; /* of every file, as MS-DOS has them */
    char *names;         /* SLP_ZIP_NAME bytes for each file */
    uint32_t *sums, *sizes, *places;
    size_t count;
    uint64_t written;
    bool good;
} slp_zip;

/* Begins an archive on an empty open file, which the caller closes.
 * in   seconds   the time of every file, since 1970 in UTC; before 1980 it is 1980 */
void slp_zip_begin(slp_zip *zip, FILE *to, int64_t seconds);
/* Adds a file: name relative, in ASCII, shorter than SLP_ZIP_NAME, not added before. */
void slp_zip_add(slp_zip *zip, const char *name, const void *bytes, size_t length);
/* Writes the directory, and frees what zip holds.  False if anything could not be written, or is
 * more than an archive of this form can hold: 8192 files, 4 GiB. */
bool slp_zip_end(slp_zip *zip);

/* All tested by tests/audit/test_audit_bundle.sh. */

#endif
