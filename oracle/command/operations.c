/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Single operations, as the binary64 path computes them. */
#include "oracle/command/operations.h"
#include "oracle/contract/number/number.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128, SIDE = 8 };

/* The inner product x0 x1 + x2 x3 + ... in a matrix product of SIDE equal rows and columns. */
static double product(const double *x, size_t count)
{
    double a[SIDE * MOST], b[SIDE * MOST], c[SIDE * SIDE];
    const int n = (int)(count / 2);
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < n; k++) {
            a[i * n + k] = x[2 * k];
            b[k * SIDE + i] = x[2 * k + 1];
        }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIDE, SIDE, n, 1, a, n, b, SIDE, 0, c,
                SIDE);
    return c[0];
}

/* False if there is no such operation of so many numbers. */
static bool compute(double *y, const char *operation, const double *x, size_t count)
{
    static const char *const words[] = {"add",          "add-add", "multiply", "divide", "sqrt",
                                        "multiply-add", "fma",     "sum",      "dot"};
    static const size_t needs[] = {2, 3, 2, 2, 1, 3, 3, 1, 2};
    size_t k = 0;
    while (k < sizeof words / sizeof *words && strcmp(operation, words[k]) != 0) k++;
    if (k == sizeof words / sizeof *words || count < needs[k]) return false;
    switch (k) {
    case 0:
        *y = x[0] + x[1];
        break;
    case 1:
        *y = (x[0] + x[1]) + x[2];
        break;
    case 2:
        *y = x[0] * x[1];
        break;
    case 3:
        *y = x[0] / x[1];
        break;
    case 4:
        *y = sqrt(x[0]);
        break;
    case 5:
        *y = x[0] * x[1] + x[2];
        break;
    case 6:
        *y = fma(x[0], x[1], x[2]);
        break;
    case 7:
        *y = 0;
        for (size_t i = 0; i < count; i++) *y += x[i];
        break;
    default:
        *y = product(x, count);
    }
    return true;
}

/* Numbers separated by commas; 0 if one of them is none, or if there are too many. */
static size_t numbers(double x[MOST], const char *text)
{
    size_t count = 0;
    for (;; text++) {
        const size_t length = strcspn(text, ",");
        if (count == MOST || slp_number_parse(x + count, (slp_span){text, length})) return 0;
        count++;
        text += length;
        if (!*text) return count;
    }
}

bool slp_answer_operation(FILE *to, const char *line)
{
    double x[MOST], y;
    if (strncmp(line, "environment ", strlen("environment ")) != 0) return false;
    char *copy = strdup(line), *rest = NULL, *id = NULL, *operation = NULL, *list = NULL;
    for (char *f = copy ? strtok_r(copy, " ", &rest) : NULL; f; f = strtok_r(NULL, " ", &rest)) {
        if (strncmp(f, "id=", 3) == 0) id = f + 3;
        if (strncmp(f, "op=", 3) == 0) operation = f + 3;
        if (strncmp(f, "x=", 2) == 0) list = f + 2;
    }
    const size_t count = id && operation && list ? numbers(x, list) : 0;
    if (id && count && compute(&y, operation, x, count) && isfinite(y))
        fprintf(to, "result id=%s y=%a\n", id, y);
    else if (id)
        fprintf(to, "result id=%s error=unsupported\n", id);
    free(copy);
    return true;
}
