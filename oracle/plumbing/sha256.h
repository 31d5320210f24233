/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* SHA-256 (FIPS 180-4): the name of a file or of a text by its bytes. */
#ifndef SLP_ORACLE_SHA256_H
#define SLP_ORACLE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SLP_SHA256_BYTES = 32, SLP_SHA256_CHARS = 65 };

typedef struct slp_sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
} slp_sha256;

void slp_sha256_begin(slp_sha256 *hash);
void slp_sha256_add(slp_sha256 *hash, const void *bytes, size_t length);
/* The digest as 64 hexadecimal digits.  No more bytes can be added then. */
void slp_sha256_end(slp_sha256 *hash, char digits[SLP_SHA256_CHARS]);
/* All three, of a text; and of what an open file has from where it stands, whose length goes to
 * *bytes, which may be NULL.  False if the file cannot be read. */
void slp_sha256_text(char digits[SLP_SHA256_CHARS], const char *text);
bool slp_sha256_file(char digits[SLP_SHA256_CHARS], uint64_t *bytes, FILE *from);

/* Tested by tests/plumbing/test_sha256.c: the examples of FIPS 180-4, and sha256sum. */

#endif
