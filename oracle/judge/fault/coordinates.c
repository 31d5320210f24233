/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates in another order, of another size or with other signs: when the case is read, when
 * the answer is written, or throughout. */
#include "oracle/judge/fault/trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Coordinate i of the program is c_i times coordinate from[i] of the case; c = sign or sign sqrt 2.
 */
typedef struct view {
    slong d;
    slong *from;
    signed char *sign;
    signed char *root; /* 1: times sqrt 2; -1: over sqrt 2 */
} view;

static void set_plain(view *v)
{
    for (slong i = 0; i < v->d; i++) {
        v->from[i] = i;
        v->sign[i] = 1;
        v->root[i] = 0;
    }
}

/* out_i = c_i in_{from i}, or its inverse */
static void view_apply(arb_ptr out, const view *v, arb_srcptr in, bool inverse, slong prec)
{
    arb_t root;
    arb_init(root);
    arb_sqrt_ui(root, 2, prec);
    for (slong i = 0; i < v->d; i++) {
        const slong to = inverse ? v->from[i] : i, at = inverse ? i : v->from[i];
        arb_set(out + to, in + at);
        if (v->sign[i] < 0) arb_neg(out + to, out + to);
        if (v->root[i] && (v->root[i] > 0) != inverse) arb_mul(out + to, out + to, root, prec);
        if (v->root[i] && (v->root[i] > 0) == inverse) arb_div(out + to, out + to, root, prec);
    }
    arb_clear(root);
}

static bool is_plain(const view *v)
{
    for (slong i = 0; i < v->d; i++)
        if (v->from[i] != i || v->sign[i] < 0 || v->root[i]) return false;
    return true;
}

/* The step between two views of the state. */
static void offer_through(judge_trial *t, const view *v, int reads, int writes, const char *what,
                          const char *words)
{
    arb_ptr x = _arb_vec_init(t->d);
    fault_rule rule = {.trial = t, .x = x, .part = -1};
    if (reads)
        view_apply(x, v, t->exact.x, reads < 0, t->prec);
    else
        _arb_vec_set(x, t->exact.x, t->d);
    for (slong i = 0; i < t->d; i++) mag_zero(arb_radref(x + i));
    if (!reads)
        _arb_vec_set(x, t->exact.next, t->d);
    else if (!fault_rule_step(x, &rule))
        _arb_vec_indeterminate(x, t->d);
    if (writes)
        view_apply(t->y, v, x, writes < 0, t->prec);
    else
        _arb_vec_set(t->y, x, t->d);
    judge_offer(t, t->y, 0, "%s: %s", what, words);
    _arb_vec_clear(x, t->d);
}

static const char axis[] = "axis ";

/* A program that writes y in its own view continues from what it has: of its next step the state
 * before is seen through the view, too. */
static void offer_view(judge_trial *t, const view *v, const char *words)
{
    if (is_plain(v)) return;
    if (t->s == 0) {
        offer_through(t, v, 1, 0, "x read", words);
        offer_through(t, v, 0, -1, "y written", words);
    } else {
        offer_through(t, v, 1, -1, "y written", words);
    }
    if (strncmp(words, axis, strlen(axis)) == 0) words = "an axis with the wrong sign";
    offer_through(t, v, 1, -1, "coordinates", words);
}

/* ---- Views of matrices -------------------------------------------------------------------- */

static slong pair_index(slong n, slong i, slong j)
{
    return i * n - i * (i + 1) / 2 + j - i - 1;
}

static void offer_son(judge_trial *t, view *v)
{
    slong n = 2, at = 0;
    while (n * (n - 1) / 2 < t->d) n++;
    set_plain(v);
    for (slong j = 1; j < n; j++)
        for (slong i = 0; i < j; i++) v->from[pair_index(n, i, j)] = at++;
    offer_view(t, v, "column by column");
    for (slong i = 0; i < v->d; i++) v->sign[i] = -1;
    offer_view(t, v, "column by column, of the transpose");
    set_plain(v);
    for (slong i = 0; i < v->d; i++) v->sign[i] = -1;
    offer_view(t, v, "of the transpose");
    set_plain(v);
    for (slong i = 0; i < v->d; i++) v->root[i] = 1;
    offer_view(t, v, "with weights sqrt 2");
    if (n != 3) return;
    /* hat: x_1 = X_32, x_2 = X_13, x_3 = X_21, of the list X_12, X_13, X_23 */
    set_plain(v);
    v->from[0] = 2;
    v->from[2] = 0;
    v->sign[0] = v->sign[2] = -1;
    offer_view(t, v, "in the order of the hat map");
    v->sign[0] = v->sign[2] = 1;
    offer_view(t, v, "in reverse order");
}

static void offer_sun(judge_trial *t, view *v)
{
    slong n = 1, at;
    while (n * n < t->d) n++;
    set_plain(v);
    for (slong i = n; i < v->d; i++) v->root[i] = 1;
    offer_view(t, v, "weights sqrt 2 off the diagonal");
    for (slong i = n; i < v->d; i++) v->root[i] = -1;
    offer_view(t, v, "weights 1/sqrt 2 off the diagonal");
    set_plain(v);
    for (slong i = n; i < v->d; i += 2) v->sign[i] = -1;
    offer_view(t, v, "real parts with the wrong sign: the transpose");
    set_plain(v);
    for (slong i = n; i < v->d; i += 2) v->sign[i + 1] = -1;
    offer_view(t, v, "imaginary parts with the wrong sign");
    set_plain(v);
    for (slong i = n; i < v->d; i += 2) {
        v->from[i] = i + 1;
        v->from[i + 1] = i;
    }
    offer_view(t, v, "imaginary before real parts");
    for (slong i = n; i < v->d; i += 2) v->sign[i] = -1;
    offer_view(t, v, "another phase: X = iH, of H");
    for (slong i = n; i < v->d; i += 2) {
        v->sign[i] = 1;
        v->sign[i + 1] = -1;
    }
    offer_view(t, v, "another phase: X = -iH, of H");
    set_plain(v);
    at = n;
    for (slong j = 1; j < n; j++)
        for (slong i = 0; i < j; i++, at += 2) {
            v->from[n + 2 * pair_index(n, i, j)] = at;
            v->from[n + 2 * pair_index(n, i, j) + 1] = at + 1;
        }
    offer_view(t, v, "column by column");
    set_plain(v);
    for (slong i = 0; i < n * (n - 1) / 2; i++) {
        v->from[n + 2 * i] = n + i;
        v->from[n + 2 * i + 1] = n + n * (n - 1) / 2 + i;
    }
    offer_view(t, v, "all real parts before all imaginary parts");
    set_plain(v);
    at = 0;
    for (slong i = 0; i < n; i++) {
        v->from[i] = at++;
        for (slong j = i + 1; j < n; j++) {
            v->from[n + 2 * pair_index(n, i, j)] = at++;
            v->from[n + 2 * pair_index(n, i, j) + 1] = at++;
        }
    }
    offer_view(t, v, "row by row with the diagonal in it");
    set_plain(v);
    for (slong i = 0; i < v->d; i++) v->from[i] = i < n ? v->d - n + i : i - n;
    offer_view(t, v, "the diagonal last");
    /* phases of the basis: (-1)^(j - i), as by the other Condon-Shortley sign */
    set_plain(v);
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j += 2)
            v->sign[n + 2 * pair_index(n, i, j)] = v->sign[n + 2 * pair_index(n, i, j) + 1] = -1;
    offer_view(t, v, "odd superdiagonals with the wrong sign: another phase of the basis");
    /* i^(j - i): the spin matrix S_2 real in the place of S_1 */
    set_plain(v);
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j++) {
            const slong re = n + 2 * pair_index(n, i, j), im = re + 1, turns = (j - i) % 4;
            if (turns % 2) {
                v->from[re] = im;
                v->from[im] = re;
            }
            v->sign[re] = turns == 1 || turns == 2 ? -1 : 1;
            v->sign[im] = turns == 2 || turns == 3 ? -1 : 1;
        }
    offer_view(t, v, "superdiagonal m times i^m: another phase of the basis");
}

static void offer_blocks(judge_trial *t, view *v, slong size, const char *words)
{
    const slong n = v->d / size;
    set_plain(v);
    for (slong i = 0; i < v->d; i++) v->from[i] = i % size * n + i / size;
    if (n > 1) offer_view(t, v, words);
}

static void offer_vectors(judge_trial *t, view *v)
{
    set_plain(v);
    for (slong i = 0; i < v->d; i++) v->from[i] = i - i % 3 + (2 - i % 3);
    offer_view(t, v, "each vector in reverse order");
    for (slong shift = 1; shift < 3; shift++) {
        set_plain(v);
        for (slong i = 0; i < v->d; i++) v->from[i] = i - i % 3 + (i + shift) % 3;
        offer_view(t, v, shift == 1 ? "each vector shifted by 1" : "each vector shifted by 2");
    }
    for (slong k = 0; k < 3; k++) {
        char words[32];
        set_plain(v);
        for (slong i = k; i < v->d; i += 3) v->sign[i] = -1;
        snprintf(words, sizeof words, "axis %ld with the wrong sign", (long)k + 1);
        offer_view(t, v, words);
    }
    if (v->d != 3) return;
    for (slong k = 0; k < 2; k++) {
        set_plain(v);
        v->from[k] = k + 1;
        v->from[k + 1] = k;
        offer_view(t, v, k ? "2 and 3 exchanged" : "1 and 2 exchanged");
    }
}

static void offer_sp(judge_trial *t, view *v)
{
    slong n = 1;
    while (n * (n + 1) / 2 < t->d) n++;
    const slong m = n / 2, b = m * m, c = b + m * (m + 1) / 2;
    set_plain(v);
    for (slong i = 0; i < m; i++)
        for (slong j = 0; j < m; j++) v->from[i * m + j] = j * m + i;
    offer_view(t, v, "a column by column");
    set_plain(v);
    for (slong i = b; i < v->d; i++) v->from[i] = i < c ? i - b + c : i - c + b;
    offer_view(t, v, "c before b");
    set_plain(v);
    for (slong i = b, row = 0, col = 0; i < v->d; i++) {
        if (row != col) v->root[i] = 1;
        if (++col == m) {
            row = row + 1 == m ? 0 : row + 1;
            col = row;
        }
    }
    offer_view(t, v, "weights sqrt 2 off the diagonals of b and c");
}

static void predict(judge_trial *t)
{
    enum { LARGEST = 1024 };
    view v = {.d = t->d};
    if (t->d > LARGEST) return;
    v.from = calloc((size_t)t->d, sizeof *v.from);
    v.sign = calloc((size_t)t->d, 1);
    v.root = calloc((size_t)t->d, 1);
    if (v.from && v.sign && v.root) {
        switch (t->c->system->algebra) {
        case SLP_SON:
            offer_son(t, &v);
            break;
        case SLP_SUN:
            offer_sun(t, &v);
            break;
        case SLP_SP:
            offer_sp(t, &v);
            break;
        case SLP_SU2N:
            offer_blocks(t, &v, 3, "component by component, not vector by vector");
            offer_vectors(t, &v);
            break;
        case SLP_SE3:
            offer_blocks(t, &v, 3, "components of Pi and Gamma by turns");
            set_plain(&v);
            for (slong i = 0; i < 6; i++) v.from[i] = (i + 3) % 6;
            offer_view(t, &v, "Gamma before Pi");
            offer_vectors(t, &v);
            break;
        case SLP_SUN_DUAL:
            offer_blocks(t, &v, t->d / 2, "entries of W and Theta by turns");
            set_plain(&v);
            for (slong i = 0; i < t->d; i++) v.from[i] = (i + t->d / 2) % t->d;
            offer_view(t, &v, "Theta before W");
            break;
        case SLP_SO3:
            offer_vectors(t, &v);
            break;
        case SLP_VECTOR:
            set_plain(&v);
            v.from[0] = 1;
            v.from[1] = 0;
            offer_view(t, &v, "p before q");
            v.sign[0] = -1;
            offer_view(t, &v, "(-p, q) for (q, p)");
            break;
        }
    }
    free(v.from);
    free(v.sign);
    free(v.root);
}

const judge_fault judge_faults_coordinates = {
    .name = "coordinates in another order or basis",
    .equation = "x or y = P x with a P that exchanges or scales the coordinates of the state",
    .section = "Systems",
    .rank = 18,
    .predict = predict};
