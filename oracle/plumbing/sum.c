/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* FNV-1a, 64 bits (Fowler, Noll, Vo).  None of the libraries that the program links has a checksum.
 */
#include "oracle/plumbing/sum.h"

uint64_t slp_fnv(uint64_t sum, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++) sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    return sum;
}
