/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The checksum of stored files: 64 bits of FNV-1a.  It finds damaged and edited files.  One changed
 * byte always changes the sum; any other change keeps the sum with a chance of 2^-64.  It does not
 * protect against a person who edits the file and computes the sum again. */
#ifndef SLP_ORACLE_SUM_H
#define SLP_ORACLE_SUM_H

#include <stddef.h>
#include <stdint.h>

/* The sum of an empty file. */
#define SLP_FNV UINT64_C(0xcbf29ce484222325)
/* The sum after `count` more bytes.  Tested by tests/plumbing/test_whole_file.c. */
uint64_t slp_fnv(uint64_t sum, const void *bytes, size_t count);

#endif
