/* A trajectory as a table: its columns, and a row as text or as a record of a .npy file. */
#ifndef SLP_ORACLE_SIMULATE_TABLE_H
#define SLP_ORACLE_SIMULATE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Columns t, x1..xd, energy, casimir1.., dW1..dWM; a count of 0 leaves its columns out. */
typedef struct slp_table {
    bool npy;
    size_t d, casimirs, M;
} slp_table;

/* The header of a .npy file is as long as this whatever its count of rows, which is therefore rewritten in place. */
enum { SLP_NPY_HEADER = 256 };

/* Bytes that any row and the header fit in. */
size_t slp_table_room(const slp_table *table);
/* Bytes at the head of a file that are rewritten as it grows: SLP_NPY_HEADER, or 0. */
size_t slp_table_fixed(const slp_table *table);
/* Puts the header into `to` (room above); `rows` is what a .npy header says.  Returns its length. */
size_t slp_table_header(char *to, const slp_table *table, uint64_t rows);
/* Puts a row into `to` (room above); measured is energy and Casimirs.  Returns its length. */
size_t slp_table_row(char *to, const slp_table *table, double t, const double *x,
                     const double *measured, const double *dw);

#endif
