/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A trajectory as a table: its columns, and a row as text or as a record of a .npy file. */
#ifndef SLP_ORACLE_SIMULATE_TABLE_H
#define SLP_ORACLE_SIMULATE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns t, x1..xd, energy, casimir1.., dW1..dWM; with a count of 0 there are no such columns. */
typedef struct slp_table {
    bool npy;
    size_t d, casimirs, M;
} slp_table;

/* The length of the header of a .npy file.  It does not depend on the count of rows in it, so the
 * header can be rewritten in place. */
enum { SLP_NPY_HEADER = 256 };

/* Enough bytes for any row and for the header. */
size_t slp_table_size(const slp_table *table);
/* How many bytes at the head of a file are rewritten while it grows: SLP_NPY_HEADER, or 0. */
size_t slp_table_fixed(const slp_table *table);
/* Writes the header to `to` (slp_table_size bytes); `rows` is the count for a .npy header.  Returns
 * its length. */
size_t slp_table_header(char *to, const slp_table *table, uint64_t rows);
/* Writes a row to `to` (slp_table_size bytes); measured: energy, then Casimirs.  Returns its
 * length. */
size_t slp_table_row(char *to, const slp_table *table, double t, const double *x,
                     const double *measured, const double *dw);

#endif
