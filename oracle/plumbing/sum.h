/* The sum that stored files carry: 64 bits of FNV-1a.  It finds accidents and edits: one changed byte always changes it, any other change
 * leaves it as it was with a chance of 2^-64.  It is no defence against somebody who computes it anew after an edit. */
#ifndef SLP_ORACLE_SUM_H
#define SLP_ORACLE_SUM_H

#include <stddef.h>
#include <stdint.h>

/* The sum of no bytes. */
#define SLP_FNV UINT64_C(0xcbf29ce484222325)
/* The sum goes on with `count` bytes.  Pinned by tests/test_whole_file.c. */
uint64_t slp_fnv(uint64_t sum, const void *bytes, size_t count);

#endif
