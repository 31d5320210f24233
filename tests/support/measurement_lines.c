/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Lines of a measurement.  Numbers are printed as C hex floats: nothing is lost.
 *
 *   blas                            if the BLAS was called
 *   status WORD [FIELD]
 *   counts SAMPLES UNABLE STEPS
 *   progress OFTEN SUM
 *   witness DIGEST
 *   series COUNT AXES SUM...        of x, of each curve's |y|, and of each curve's x y; of the ends
 *                                   of its intervals, if it has any
 *   value NAME LOW HIGH LEVEL       or: value NAME unknown */
#include "tests/support/measurement_lines.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static uint64_t digest(uint64_t sum, const char *text)
{
    for (; text && *text; text++) sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return sum;
}

static void print_series(FILE *to, const slp_series *s)
{
    uint64_t axes = digest(digest(UINT64_C(0xcbf29ce484222325), s->x_label), s->y_label);
    for (size_t k = 0; k < s->curves; k++) axes = digest(axes, s->label[k]);
    fprintf(to, "series %zu %016" PRIx64 "%d", s->count, axes, s->log_y);
    double sum = 0;
    for (size_t i = 0; i < s->count; i++) sum += s->x[i];
    fprintf(to, " %a", sum);
    for (size_t k = 0; k < s->curves; k++) {
        double size = 0, moment = 0;
        for (size_t i = 0; i < s->count; i++) {
            size += fabs(s->y[k][i]);
            moment += fabs(s->x[i] * s->y[k][i]);
        }
        fprintf(to, " %a %a", size, moment);
        double low = 0, high = 0;
        for (size_t i = 0; s->level > 0 && i < s->count; i++) {
            low += s->low[k][i];
            high += s->high[k][i];
        }
        if (s->level > 0) fprintf(to, " %a %a", low, high);
    }
    fputc('\n', to);
}

void recorded_print(FILE *to, slp_status status, const slp_error *err, const slp_measurement *m,
                    const slp_quantity *quantity, const heard *progress)
{
    fprintf(to, "status %s %s\n", slp_status_word(status), status == SLP_OK ? "" : err->field);
    fprintf(to, "counts %zu %zu %llu\n", m->samples, m->unable, (unsigned long long)m->steps);
    fprintf(to, "progress %zu %a\n", progress->often, progress->sum);
    if (m->witness)
        fprintf(to, "witness %016" PRIx64 "\n", digest(UINT64_C(0xcbf29ce484222325), m->witness));
    if (m->series.count) print_series(to, &m->series);
    for (size_t v = 0; quantity->values[v].name; v++) {
        const slp_interval *i = &m->values[v];
        fprintf(to, "value %s ", quantity->values[v].name);
        if (i->known)
            fprintf(to, "%a %a %g\n", i->lo, i->hi, i->level);
        else
            fprintf(to, "unknown\n");
    }
}

/* n roundings apart, n < 2^20, and a function of the C library off by a few units: 2^-30 is more
 * than enough, and no fault's size. */
static bool close(double a, double b)
{
    return a == b || fabs(a - b) <= 0x1p-30 * fmax(fabs(a), fabs(b));
}

static double width(const double *ends)
{
    return ends[1] - ends[0] + 4 * DBL_EPSILON * fmax(fabs(ends[0]), fabs(ends[1]));
}

/* Both certainly hold the same number, so they meet; and neither says less than half of what the
 * other says. */
static bool same_enclosure(const double *a, const double *b)
{
    const bool points = a[0] == a[1] && b[0] == b[1]; /* counts, and sums not enclosed */
    if (points) return a[0] == b[0] || (a[0] != floor(a[0]) && close(a[0], b[0]));
    if (!(a[0] <= b[1] && b[0] <= a[1])) return false;
    if (!isfinite(a[1]) || !isfinite(b[1])) return a[1] == b[1] && close(a[0], b[0]);
    return width(a) <= 2 * width(b) && width(b) <= 2 * width(a);
}

/* Of other roundings another sum, of the same size: eight times as large or small at most, which
 * over tens of steps is beyond what a walk of them does; where it ends may be anywhere within. */
static bool same_size(const char *name, const double *a, const double *b)
{
    if (strcmp(name, "final") == 0 || same_enclosure(a, b)) return true;
    const double x = fmax(fabs(a[0]), fabs(a[1])), y = fmax(fabs(b[0]), fabs(b[1]));
    return x <= 8 * y && y <= 8 * x;
}

/* A step's iteration ends with the first change below a limit.  Last bits decide only where a
 * change nearly is the limit, and the next one is smaller by the contraction: a round more or less.
 */
static bool same_by_blas(const char *name, const double *a, const double *b)
{
    return same_enclosure(a, b) ||
           (strstr(name, "iterations") && fabs(a[0] - b[0]) <= 1 && fabs(a[1] - b[1]) <= 1);
}

bool recorded_agree(const char *found, const char *record, bool rounded, bool by_blas)
{
    char a[40], b[40];
    double x[3], y[3];
    size_t n, k;
    if (strcmp(found, record) == 0) return true;
    if (sscanf(found, "value %39s %la %la %la", a, &x[0], &x[1], &x[2]) == 4 &&
        sscanf(record, "value %39s %la %la %la", b, &y[0], &y[1], &y[2]) == 4)
        return strcmp(a, b) == 0 && x[2] == y[2] &&
               (rounded     ? same_size(a, x, y)
                : x[2] != 1 ? close(x[0], y[0]) && close(x[1], y[1])
                : by_blas   ? same_by_blas(a, x, y)
                            : same_enclosure(x, y));
    if (by_blas && strncmp(found, "witness ", 8) == 0) return strncmp(record, "witness ", 8) == 0;
    if (sscanf(found, "progress %zu %la", &n, &x[0]) == 2 &&
        sscanf(record, "progress %zu %la", &k, &y[0]) == 2)
        return n == k && close(x[0], y[0]);
    int at = 0, to = 0;
    if (sscanf(found, "series %zu %39s%n", &n, a, &at) != 2 ||
        sscanf(record, "series %zu %39s%n", &k, b, &to) != 2 || n != k || strcmp(a, b) != 0)
        return false;
    if (rounded) return true;
    for (int more, rest; sscanf(found + at, " %la%n", &x[0], &more) == 1; at += more, to += rest)
        if (sscanf(record + to, " %la%n", &y[0], &rest) != 1 || !close(x[0], y[0])) return false;
    return strspn(record + to, " \n") == strlen(record + to);
}
