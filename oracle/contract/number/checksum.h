/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* CRC-32, the one of zlib and PNG: polynomial 0xEDB88320, begun and ended by inversion. */
#ifndef SLP_ORACLE_CHECKSUM_H
#define SLP_ORACLE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Ways to compute it, the slowest first.  All give the same sum. */
typedef enum slp_checksum_way {
    SLP_CHECKSUM_TABLE, /* eight bytes at a time by tables, on any processor */
    SLP_CHECKSUM_FOLD,  /* products of polynomials over GF(2), 64 bytes at a time (PCLMULQDQ) */
    SLP_CHECKSUM_WIDE   /* the same, 128 bytes at a time (VPCLMULQDQ, AVX2) */
} slp_checksum_way;

enum { SLP_CHECKSUM_SLICES = 8 };
typedef struct slp_checksum {
    uint32_t table[SLP_CHECKSUM_SLICES][256];
    uint32_t sum;         /* of the bytes so far */
    slp_checksum_way way; /* the fastest that is used; tests choose a slower one */
} slp_checksum;

/* The fastest way of this processor. */
slp_checksum_way slp_checksum_fastest(void);
/* The sum of no bytes; fills the table and chooses the fastest way. */
void slp_checksum_begin(slp_checksum *s);
/* Adds `size` bytes. */
void slp_checksum_add(slp_checksum *s, const void *bytes, size_t size);

#endif
