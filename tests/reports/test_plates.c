/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The plates of the report, as the numbers that they hand to gnuplot: each is drawn, all that it
 * draws are finite numbers, and they have the properties that the plate is drawn for.  One whose
 * run cannot begin, or has a step without solution, says so. */
#include "reports/figures/gallery_list.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

/* ---- What a plate draws ---- */

/* Those of the ledger; ends with name NULL. */
static report_plate report_plates[65];

static int read_plates(void **state)
{
    json_t *tables = report_gallery_tables(); /* kept: it owns the plates' texts */
    const json_t *list = json_object_get(tables, "plates");
    const size_t most = sizeof report_plates / sizeof *report_plates - 1;
    assert_le(json_array_size(list), most);
    for (size_t i = 0; i < json_array_size(list); i++)
        assert_true(report_plate_read(&report_plates[i], json_array_get(list, i)));
    *state = tables;
    return 0;
}

static int drop_plates(void **state)
{
    json_decref(*state);
    return 0;
}

static const report_plate *find_plate(const char *name)
{
    const report_plate *p = report_plates;
    while (p->name && strcmp(p->name, name) != 0) p++;
    assert_non_null(p->name);
    return p;
}

/* Its commands, new string; NULL if it cannot be drawn. */
static char *draw(const report_plate *plate)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    const bool good = plate->draw(to, plate);
    assert_int_equal(fclose(to), 0);
    if (good) return text;
    free(text);
    return NULL;
}

/* The same of a plate as it is, drawn once. */
static const char *drawn(const char *name)
{
    enum { MOST = 64 };
    static char *texts[MOST];
    const report_plate *plate = find_plate(name);
    const size_t i = (size_t)(plate - report_plates);
    assert_lt(i, MOST);
    if (!texts[i]) texts[i] = draw(plate);
    if (!texts[i]) fail_msg("%s is not drawn", name);
    return texts[i];
}

typedef struct block {
    double (*row)[3];
    size_t rows, columns; /* 1 to 3, the same of all rows */
} block;

/* The block of that name ("$quiet"), or with NULL the next one; *at moves behind it.  False: there
 * is none. */
static bool read_block(block *b, const char **at, const char *name)
{
    char head[80];
    snprintf(head, sizeof head, "%s << END_OF_CURVE\n", name ? name : "");
    const char *line = strstr(*at, head);
    if (!line) return false;
    line += strlen(head);
    const char *end = strstr(line, "END_OF_CURVE\n");
    assert_non_null(end);
    *b = (block){malloc((size_t)(end - line) * sizeof *b->row), 0, 0};
    assert_non_null(b->row);
    while (line < end) {
        const char *next = strchr(line, '\n') + 1;
        double v[3];
        char one[120];
        assert_lt(next - line, (long)sizeof one);
        snprintf(one, sizeof one, "%.*s", (int)(next - line), line);
        const int got = sscanf(one, "%lf %lf %lf", &v[0], &v[1], &v[2]);
        if (next - line > 1) { /* an empty line breaks a curve */
            assert_true(got >= 1 && got <= 3);
            assert_true(b->columns == 0 || b->columns == (size_t)got);
            b->columns = (size_t)got;
            for (int i = 0; i < got; i++) assert_le(fabs(v[i]), DBL_MAX);
            memcpy(b->row[b->rows++], v, sizeof v);
        }
        line = next;
    }
    *at = end;
    return true;
}

static block block_of(const char *text, const char *name)
{
    block b = {NULL, 0, 0};
    assert_true(read_block(&b, &text, name));
    return b;
}

static void all_are_drawn(void **unused)
{
    (void)unused;
    size_t plates = 0;
    for (const report_plate *p = report_plates; p->name; p++, plates++) {
        const char *at = drawn(p->name);
        size_t blocks = 0, rows = 0;
        for (block b; read_block(&b, &at, NULL); blocks++) {
            rows += b.rows;
            free(b.row);
        }
        assert_ge(blocks, 1);
        assert_ge(rows, 40);
        const char *plot = strstr(at, "plot "); /* what is drawn is used */
        assert_non_null(plot);
    }
    assert_ge(plates, 20);
}

/* ---- What they are drawn for ---- */

/* Five digits are printed of each number. */
static void on_the_sphere(void **unused)
{
    static const struct {
        const char *plate, *block;
        size_t rows;
    } paths[] = {{"ejll-1-left", "$noisy", 1025},  {"ejll-1-left", "$quiet", 1025},
                 {"ejll-1-right", "$noisy0", 641}, {"ejll-1-right", "$noisy3", 641},
                 {"ejll-1-right", "$quiet2", 641}, {"lecg-1", "$gravity", 1251},
                 {"lecg-3", "$gravity", 1251},     {"gbw-1", "$staying", 1251},
                 {"gbw-1", "$crossing", 1251},     {"gbw-1", "$quiet", 1251},
                 {"gbw-2", "$noisy3", 20},         {"gbw-2", "$quiet3", 1}};
    (void)unused;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const char *text = drawn(paths[i].plate);
        block b = block_of(text, paths[i].block);
        double least = 2, most = -2;
        assert_int_equal(b.rows, paths[i].rows);
        assert_int_equal(b.columns, 3);
        for (size_t k = 0; k < b.rows; k++) {
            const double *v = b.row[k];
            assert_lt(fabs(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - 1), 3e-4);
            least = fmin(least, v[0]);
            most = fmax(most, v[0]);
        }
        assert_true(b.rows == 1 || most - least > 0.2); /* it moves */
        free(b.row);
    }
}

/* The rules that keep a Casimir and the one that does not, on one path. */
static void casimirs(void **unused)
{
    static const char *const plates[] = {"lecg-4", "lecg-5"};
    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        const char *text = drawn(plates[i]);
        for (int rule = 0; rule < 3; rule++) {
            char name[16];
            snprintf(name, sizeof name, "$rule%d", rule);
            block b = block_of(text, name);
            double largest = 0;
            assert_int_equal(b.rows, 500);
            for (size_t k = 0; k < b.rows; k++) {
                assert_lt(fabs(b.row[k][0] - 0.2 * (double)(k + 1)), 1e-3);
                largest = fmax(largest, b.row[k][1]);
            }
            if (rule == 0)
                assert_true(largest > 1e-7 && largest < 1e-2);
            else
                assert_lt(largest, 1e-11); /* 10 000 steps of a few u each */
            free(b.row);
        }
    }
}

/* Weight of latitude j of 60 for the mean over a sphere, by Fejer's first rule: exact for
 * polynomials of the sine of latitude up to degree 59, and never negative.  Source: L. Fejer,
 * Mechanische Quadraturen mit positiven Cotesschen Zahlen, Math. Z. 37 (1933). */
static double weight_of(int j)
{
    const double theta = (j + 0.5) * 3.141592653589793 / 60;
    double sum = 0;
    for (int k = 1; k < 30; k++) sum += cos(2 * k * theta) / (4.0 * k * k - 1);
    return (1 - 2 * sum) / 60;
}

/* At the start the vorticity has degrees up to 6, mean 0 and mean square N/(4 pi), N = 128, as
 * |X|^2 = N.  Its square has degrees up to 12: the sum over 120 longitudes and Fejer's rule over 60
 * latitudes are exact.  The published numbers are rounded to multiples of 0.05, which the four
 * digits of the script hold exactly: each is off by at most d = 0.025, so the mean by d and the
 * mean square by 2 d rms + d^2, 1.6 %.  Of the later panels no such bound holds, as their degrees
 * go up to 127, beyond what the grid resolves: of them the test says that they are on the same
 * grid, are stored in the same unit, and change. */
static void vorticity(void **unused)
{
    (void)unused;
    const char *text = drawn("ejll-2");
    const double wanted = 128 / 12.566370614359172, d = 0.025;
    block last = {NULL, 0, 0};
    for (int k = 0; k < 4; k++) {
        char name[16];
        snprintf(name, sizeof name, "$field%d", k);
        block b = block_of(text, name);
        double mean = 0, square = 0;
        size_t changed = 0;
        assert_int_equal(b.rows, 120 * 60);
        for (int r = 0; r < 120 * 60; r++) {
            const double w = b.row[r][2];
            assert_lt(fabs(b.row[r][0] - 3 * (r % 120 + 0.5)), 1e-3);
            assert_lt(fabs(b.row[r][1] - (90 - 3 * (r / 120 + 0.5))), 1e-3);
            assert_lt(fabs(w / 0.05 - round(w / 0.05)), 1e-9);
            mean += weight_of(r / 120) * w / 120;
            square += weight_of(r / 120) * w * w / 120;
            changed += last.row && fabs(w - last.row[r][2]) > 2 * d;
        }
        if (k == 0) {
            assert_le(fabs(mean), d);
            if (!(fabs(square - wanted) <= 2 * d * sqrt(wanted) + d * d))
                fail_msg("mean square %g, not %g", square, wanted);
        }
        assert_true(k == 0 || changed > b.rows / 2);
        free(last.row);
        last = b;
    }
    free(last.row);
}

/* Of GBW figure 1: both begin at the dot; one ends in another quarter than it began in. */
static void quarters(void **unused)
{
    static const char *const names[] = {"$crossing", "$staying", "$quiet"};
    (void)unused;
    const char *text = drawn("gbw-1");
    block start = block_of(text, "$start");
    assert_int_equal(start.rows, 1);
    for (size_t k = 0; k < 3; k++) {
        block b = block_of(text, names[k]);
        bool other = false;
        for (int end = 0; end < 2; end++) {
            /* back from the view of -60 and 30 degrees; I2 x.I^-1 x against |x|^2 */
            const double *v = b.row[end ? b.rows - 1 : 0];
            const double ca = cos(-1.0471975511965976), sa = sin(-1.0471975511965976);
            const double ce = cos(0.5235987755982988), se = sin(0.5235987755982988);
            const double x = -sa * v[0] - se * ca * v[1] + ce * ca * v[2];
            const double y = ca * v[0] - se * sa * v[1] + ce * sa * v[2];
            const double z = ce * v[1] + se * v[2];
            const double e = 2 * (x * x + y * y / 2 + z * z / 3);
            if (!end) {
                assert_gt(e, 1);
                assert_lt(x, 0); /* around the first axis */
                for (int i = 0; i < 3; i++) assert_lt(fabs(v[i] - start.row[0][i]), 1e-9);
            } else {
                other = e < 1 || x > 0;
            }
        }
        assert_int_equal(other, k == 0);
        free(b.row);
    }
    free(start.row);
}

/* ---- What they say they are drawn from ---- */

/* The words have the numbers that the drawing goes by: with other numbers both are others. */
static void words_and_drawing(void **unused)
{
    (void)unused;
    for (const report_plate *p = report_plates; p->name; p++) {
        char words[800], other[800], wanted[120];
        report_plate fewer = *p;
        report_plate_words(words, sizeof words, p);
        assert_gt(strlen(words), 20);
        if (!p->steps) continue;
        assert_non_null(strstr(words, "time units, seed 1"));
        fewer.steps = 40;
        fewer.of = "few";
        fewer.paths = 0;
        report_plate_words(other, sizeof other, &fewer);
        const double h = strtod(strstr(p->start, " h=") + 3, NULL);
        snprintf(wanted, sizeof wanted, "few, 40 steps of %.9g time units, seed 1", h);
        assert_string_equal(other, wanted);
        fewer.paths = p->paths;
        char *text = draw(&fewer);
        /* 40 steps cross no quarter, so that there is no such figure */
        if (strcmp(p->name, "gbw-1") == 0) {
            assert_null(text);
            continue;
        }
        assert_non_null(text);
        assert_string_not_equal(text, drawn(p->name));
        free(text);
    }
    char words[800];
    report_plate_words(words, sizeof words, find_plate("gbw-2"));
    assert_non_null(strstr(words, ", 20 paths of 5 000 steps of 0.01 time units, seed 1"));
    report_plate_words(words, sizeof words, find_plate("gbw-14"));
    assert_non_null(strstr(words, "1 152 unit momenta"));
    block b = block_of(drawn("gbw-14"), "$stages0");
    assert_int_equal(b.rows, 1152);
    free(b.row);
    report_plate_words(words, sizeof words, find_plate("ejll-2"));
    assert_non_null(strstr(words, "su(128)"));
    assert_null(strstr(words, "ddf7a040")); /* its hash is no word of a caption */
}

/* ---- What cannot be drawn ---- */

static void without_a_case(void **unused)
{
    (void)unused;
    for (const report_plate *p = report_plates; p->name; p++) {
        report_plate none = *p;
        if (!p->start) continue; /* makes its own */
        none.start = "case id=a system=none h=1 steps=1 x=0";
        assert_null(draw(&none));
        if (!p->also) continue;
        none = *p;
        none.also = none.start;
        none.start = p->start;
        none.also = "no case";
        assert_null(draw(&none));
    }
}

/* Steps of 1e308 have increments or generators that are no numbers, or nothing that iteration
 * finds. */
static char *far_too_long(const char *line)
{
    const char *h = line ? strstr(line, " h=") : NULL;
    if (!h) return NULL;
    const size_t size = strlen(line) + 16;
    char *longer = malloc(size);
    assert_non_null(longer);
    snprintf(longer, size, "%.*s h=1e308%s", (int)(h - line), line, strchr(h + 1, ' '));
    return longer;
}

/* gbw-3 needs no step, gbw-14 has its own, and of gbw-1 and gbw-2 steps of any length have a
 * solution. */
static bool makes_no_such_step(const char *name)
{
    static const char *const names[] = {"gbw-1", "gbw-2", "gbw-3", "gbw-14"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

static void without_a_solution(void **unused)
{
    (void)unused;
    for (const report_plate *p = report_plates; p->name; p++) {
        char *start = far_too_long(p->start), *also = far_too_long(p->also);
        report_plate none = *p;
        none.start = start;
        if (start && !makes_no_such_step(p->name)) assert_null(draw(&none));
        none = *p;
        none.also = also;
        if (also) assert_null(draw(&none));
        free(start);
        free(also);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_drawn),  cmocka_unit_test(on_the_sphere),
        cmocka_unit_test(casimirs),       cmocka_unit_test(vorticity),
        cmocka_unit_test(quarters),       cmocka_unit_test(words_and_drawing),
        cmocka_unit_test(without_a_case), cmocka_unit_test(without_a_solution),
    };
    return cmocka_run_group_tests(tests, read_plates, drop_plates);
}
