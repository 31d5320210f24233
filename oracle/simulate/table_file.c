/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reading tables of trajectories.  A head is read by finding its counts, writing the head that they
 * belong to, and comparing: what slp simulate did not write is refused. */
#include "oracle/simulate/table_file.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/files.h"
#include "oracle/simulate/checkpoint.h"
#include "oracle/simulate/table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static slp_table columns_of(const slp_table_file *table)
{
    return (slp_table){table->npy, table->d, table->casimirs, table->M};
}

static size_t numbers_a_row(const slp_table_file *table)
{
    return 2 + table->d + table->casimirs + table->M;
}

/* The name of a column, counted from 0. */
static void column_name(char name[32], const slp_table_file *table, size_t column)
{
    const size_t energy = 1 + table->d, noise = energy + 1 + table->casimirs;
    if (column == 0 || column == energy)
        snprintf(name, 32, column ? "energy" : "t");
    else if (column < energy)
        snprintf(name, 32, "x%zu", column);
    else if (column < noise)
        snprintf(name, 32, "casimir%zu", column - energy);
    else
        snprintf(name, 32, "dW%zu", column - noise + 1);
}

/* How many of the comma-separated names begin with this one and have a digit behind it. */
static size_t count_columns(const char *head, const char *name)
{
    size_t count = 0, length = strlen(name);
    for (const char *at = head; at; at = strchr(at, ',')) {
        at += *at == ',';
        count += strncmp(at, name, length) == 0 && at[length] >= '0' && at[length] <= '9';
    }
    return count;
}

static const char not_ours[] = "is not the head of a table that slp simulate writes";

static slp_status read_csv_head(slp_table_file *table, slp_error *err)
{
    char *line = NULL;
    size_t capacity = 0;
    const ssize_t length = getline(&line, &capacity, table->from);
    bool good = length > 0 && line[length - 1] == '\n' && memchr(line, 0, (size_t)length) == NULL;
    if (good) {
        table->d = count_columns(line, "x");
        table->casimirs = count_columns(line, "casimir");
        table->M = count_columns(line, "dW");
        const slp_table columns = columns_of(table);
        char *head = slp_allocate(slp_table_size(&columns), 1);
        good = slp_table_header(head, &columns, 0) == (size_t)length &&
               memcmp(head, line, (size_t)length) == 0;
        free(head);
    }
    for (int c; good && (c = getc(table->from)) != EOF;) table->rows += c == '\n';
    free(line);
    return good ? SLP_OK : slp_error_set(err, 1, NULL, NULL, "%s: t,x1,...,energy,...", not_ours);
}

/* The number in "('NAME', '<f8', (N,))", 0 where there is none. */
static size_t count_field(const char *head, const char *name)
{
    char front[40];
    snprintf(front, sizeof front, "('%s', '<f8', (", name);
    const char *at = strstr(head, front);
    const unsigned long long count = at ? strtoull(at + strlen(front), NULL, 10) : 0;
    return count <= 1 << 28 ? (size_t)count : 0;
}

static slp_status read_npy_head(slp_table_file *table, uint64_t bytes, slp_error *err)
{
    static const char shape[] = "'shape': (";
    char head[SLP_NPY_HEADER + 1] = "";
    rewind(table->from);
    if (fread(head, 1, SLP_NPY_HEADER, table->from) != SLP_NPY_HEADER)
        return slp_error_set(err, 0, NULL, "head", "is cut: a .npy file has 256 bytes of it");
    const char *words = head + 10, *at = strstr(words, shape); /* behind the binary part */
    table->d = count_field(words, "x");
    table->casimirs = count_field(words, "casimir");
    table->M = count_field(words, "dW");
    table->rows = at ? strtoull(at + strlen(shape), NULL, 10) : 0;
    const slp_table columns = columns_of(table);
    char *own = slp_allocate(slp_table_size(&columns), 1);
    slp_table_header(own, &columns, table->rows);
    const bool good = at && memcmp(own, head, SLP_NPY_HEADER) == 0;
    free(own);
    if (!good) return slp_error_set(err, 0, NULL, "head", "%s: t, x, energy, ...", not_ours);
    if ((bytes - SLP_NPY_HEADER) / (8 * numbers_a_row(table)) < table->rows)
        return slp_error_set(
            err, 0, NULL, "shape", "the file is cut: it holds %llu whole rows of %llu",
            (unsigned long long)((bytes - SLP_NPY_HEADER) / (8 * numbers_a_row(table))),
            (unsigned long long)table->rows);
    return SLP_OK;
}

slp_status slp_table_open(slp_table_file *table, const char *name, slp_error *err)
{
    struct stat there;
    memset(table, 0, sizeof *table);
    table->from = slp_open_regular(name);
    if (!table->from || fstat(fileno(table->from), &there) != 0)
        return slp_error_set(err, 0, NULL, NULL, "cannot be opened: %s", slp_open_fault(errno));
    const int first = getc(table->from);
    table->npy = first == 0x93;
    rewind(table->from);
    slp_status status =
        table->npy ? read_npy_head(table, (uint64_t)there.st_size, err) : read_csv_head(table, err);
    if (status == SLP_OK && table->rows == 0)
        return slp_error_set(err, 0, NULL, NULL, "holds no row yet");
    return status;
}

/* The numbers of a line; false with the column of what is none, or of the first that is missing. */
static bool read_line(double *row, size_t *column, char *line, size_t count)
{
    char *at = line;
    for (*column = 0; *column < count; ++*column) {
        char *end;
        row[*column] = strtod(at, &end);
        if (end == at || !isfinite(row[*column])) return false;
        if (*end != (*column + 1 < count ? ',' : '\n')) {
            *column += *end == '\n';
            return false;
        }
        at = end + 1;
    }
    return true;
}

static slp_status bad_number(const slp_table_file *table, uint64_t row, size_t column,
                             slp_error *err)
{
    char name[32];
    column_name(name, table, column);
    return slp_error_set(err, table->npy ? 0 : (size_t)row + 2, NULL, name,
                         "row %llu, counted from 0, has no finite number there, or not as many "
                         "columns as the head",
                         (unsigned long long)row);
}

/* Row `row` of the file into its place, as number table->kept. */
static void keep_row(slp_table_file *table, const double *row, size_t coordinates)
{
    const size_t k = table->kept++, measured = 1 + table->casimirs;
    table->t[k] = row[0];
    memcpy(table->x + k * coordinates, row + 1, coordinates * sizeof *row);
    memcpy(table->measured + k * measured, row + 1 + table->d, measured * sizeof *row);
}

/* Which row of the file is number k of those kept. */
static uint64_t kept_row(const slp_table_file *table, size_t k, size_t most)
{
    if (table->rows <= most) return k;
    return (uint64_t)((double)k * (double)(table->rows - 1) / (double)(most - 1) + 0.5);
}

static slp_status keep_lines(slp_table_file *table, double *row, size_t most, size_t coordinates,
                             slp_error *err)
{
    char *line = NULL;
    size_t capacity = 0, column;
    slp_status status = SLP_OK;
    rewind(table->from);
    if (getline(&line, &capacity, table->from) < 0) status = SLP_INPUT; /* read before */
    for (uint64_t i = 0; i < table->rows && status == SLP_OK; i++) {
        if (getline(&line, &capacity, table->from) < 0)
            status = slp_error_set(err, 0, NULL, NULL, "changed while it was read");
        else if (!read_line(row, &column, line, numbers_a_row(table)))
            status = bad_number(table, i, column, err);
        else if (i == kept_row(table, table->kept, most))
            keep_row(table, row, coordinates);
    }
    free(line);
    return status;
}

static slp_status keep_records(slp_table_file *table, double *row, size_t most, size_t coordinates,
                               slp_error *err)
{
    const size_t count = numbers_a_row(table);
    for (size_t k = 0; k < most && k < table->rows; k++) {
        const uint64_t i = kept_row(table, k, most);
        unsigned char *bytes = (unsigned char *)row;
        if (fseeko(table->from, (off_t)(SLP_NPY_HEADER + 8 * count * i), SEEK_SET) != 0 ||
            fread(bytes, 8, count, table->from) != count)
            return slp_error_set(err, 0, NULL, NULL, "changed while it was read");
        for (size_t j = 0; j < count; j++) {
            uint64_t bits = 0;
            for (int b = 0; b < 8; b++) bits |= (uint64_t)bytes[8 * j + (size_t)b] << 8 * b;
            memcpy(&row[j], &bits, sizeof bits);
            if (!isfinite(row[j])) return bad_number(table, i, j, err);
        }
        keep_row(table, row, coordinates);
    }
    return SLP_OK;
}

slp_status slp_table_keep(slp_table_file *table, size_t most, size_t *coordinates, slp_error *err)
{
    const size_t rows = table->rows < most ? (size_t)table->rows : most;
    if (*coordinates > table->d) *coordinates = table->d;
    table->t = slp_allocate(rows, sizeof *table->t);
    table->x = slp_allocate(rows * *coordinates, sizeof *table->x);
    table->measured = slp_allocate(rows * (1 + table->casimirs), sizeof *table->measured);
    double *row = slp_allocate(numbers_a_row(table), sizeof *row);
    slp_status status = table->npy ? keep_records(table, row, most, *coordinates, err)
                                   : keep_lines(table, row, most, *coordinates, err);
    free(row);
    return status;
}

void slp_table_close(slp_table_file *table)
{
    if (table->from) fclose(table->from);
    free(table->t);
    free(table->x);
    free(table->measured);
    memset(table, 0, sizeof *table);
}

slp_status slp_table_case(slp_case *c, const char *name)
{
    enum { MOST = 512 };
    static const char key[] = "\ncase=";
    char head[MOST + 1] = "", sum[40];
    char *path = slp_allocate(strlen(name) + 16, 1);
    sprintf(path, "%s.checkpoint", name);
    FILE *from = slp_open_regular(path);
    free(path);
    if (!from) return SLP_END;
    head[fread(head, 1, MOST, from)] = 0;
    fclose(from);
    char *id = strstr(head, key), *end = id ? strchr(id + 1, '\n') : NULL;
    if (!end || strncmp(head, SLP_CHECKPOINT_FIRST, strlen(SLP_CHECKPOINT_FIRST)) != 0)
        return SLP_END;
    *end = 0;
    uint64_t horizon;
    slp_error err;
    const char *text = slp_preset_text(id + strlen(key));
    if (!text || slp_preset_case(c, &horizon, text, &err) != SLP_OK) return SLP_END;
    snprintf(sum, sizeof sum, "start=%016llx\n", (unsigned long long)slp_checkpoint_start(c));
    return strncmp(end + 1, sum, strlen(sum)) == 0 ? SLP_OK : SLP_END;
}
