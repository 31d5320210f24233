/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Rows of a trajectory.  As text: comma-separated, 17 digits, which read back exactly.  As .npy,
 * format version 1.0 (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html): a
 * structured array with fields t, x, energy, casimir, dW, little-endian binary64 whatever the
 * machine. */
#include "oracle/simulate/table.h"

#include <stdio.h>
#include <string.h>

/* "casimir" and 20 digits, or a number of 24 characters; a comma */
enum { WIDEST = 32 };

size_t slp_table_size(const slp_table *table)
{
    return SLP_NPY_HEADER + WIDEST * (3 + table->d + table->casimirs + table->M);
}

size_t slp_table_fixed(const slp_table *table)
{
    return table->npy ? SLP_NPY_HEADER : 0;
}

static size_t numbered_names(char *to, const char *name, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++)
        length += (size_t)sprintf(to + length, ",%s%zu", name, i + 1);
    return length;
}

static size_t csv_header(char *to, const slp_table *table)
{
    size_t length = (size_t)sprintf(to, "t");
    length += numbered_names(to + length, "x", table->d);
    length += (size_t)sprintf(to + length, ",energy");
    length += numbered_names(to + length, "casimir", table->casimirs);
    length += numbered_names(to + length, "dW", table->M);
    to[length++] = '\n';
    return length;
}

static size_t npy_field(char *to, const char *name, size_t count)
{
    return count ? (size_t)sprintf(to, ", ('%s', '<f8', (%zu,))", name, count) : 0;
}

/* Magic, version 1.0, length of the rest, a Python dictionary padded with spaces, a newline. */
static size_t npy_header(char *to, const slp_table *table, uint64_t rows)
{
    enum { FRONT = 10, REST = SLP_NPY_HEADER - FRONT };
    static const unsigned char front[FRONT] = {0x93, 'N', 'U', 'M',        'P',
                                               'Y',  1,   0,   REST & 255, REST >> 8};
    size_t length = FRONT;
    memset(to, ' ', SLP_NPY_HEADER);
    memcpy(to, front, FRONT);
    length += (size_t)sprintf(to + length, "{'descr': [('t', '<f8')");
    length += npy_field(to + length, "x", table->d);
    length += (size_t)sprintf(to + length, ", ('energy', '<f8')");
    length += npy_field(to + length, "casimir", table->casimirs);
    length += npy_field(to + length, "dW", table->M);
    length += (size_t)sprintf(to + length, "], 'fortran_order': False, 'shape': (%llu,), }",
                              (unsigned long long)rows);
    to[length] = ' ';
    to[SLP_NPY_HEADER - 1] = '\n';
    return SLP_NPY_HEADER;
}

size_t slp_table_header(char *to, const slp_table *table, uint64_t rows)
{
    return table->npy ? npy_header(to, table, rows) : csv_header(to, table);
}

static size_t text_row(char *to, const double *values, size_t count)
{
    size_t length = 0;
    for (size_t i = 0; i < count; i++) length += (size_t)sprintf(to + length, ",%.17g", values[i]);
    return length;
}

static size_t binary_row(char *to, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 8; k++) to[8 * i + (size_t)k] = (char)(unsigned char)(bits >> 8 * k);
    }
    return 8 * count;
}

size_t slp_table_row(char *to, const slp_table *table, double t, const double *x,
                     const double *measured, const double *dw)
{
    size_t (*const put)(char *, const double *, size_t) = table->npy ? binary_row : text_row;
    size_t length = put(to, &t, 1);
    if (!table->npy) memmove(to, to + 1, --length); /* no comma before the first */
    length += put(to + length, x, table->d);
    length += put(to + length, measured, 1 + table->casimirs);
    length += put(to + length, dw, table->M);
    if (!table->npy) to[length++] = '\n';
    return length;
}
