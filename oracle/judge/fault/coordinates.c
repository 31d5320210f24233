/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates in another order, of another size or with other signs: when the case is read, when
 * the answer is written, or throughout. */
#include "oracle/judge/fault/kinds.h"

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
    REF_LOCAL(arb, root);
    arb_sqrt_ui(root, 2, prec);
    for (slong i = 0; i < v->d; i++) {
        const slong to = inverse ? v->from[i] : i, at = inverse ? i : v->from[i];
        arb_set(out + to, in + at);
        if (v->sign[i] < 0) arb_neg(out + to, out + to);
        if (v->root[i] && (v->root[i] > 0) != inverse) arb_mul(out + to, out + to, root, prec);
        if (v->root[i] && (v->root[i] > 0) == inverse) arb_div(out + to, out + to, root, prec);
    }
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
    REF_LOCAL_VEC(arb, t->d, x);
    fault_rule rule = {.trial = t, .x = x};
    if (reads)
        view_apply(x, v, t->exact.x, reads < 0, t->prec);
    else
        _arb_vec_set(x, t->exact.x, t->d);
    judge_drop_radii(x, t->d);
    if (!reads)
        _arb_vec_set(x, t->exact.next, t->d);
    else if (!fault_rule_step(x, &rule))
        _arb_vec_indeterminate(x, t->d);
    if (writes)
        view_apply(t->y, v, x, writes < 0, t->prec);
    else
        _arb_vec_set(t->y, x, t->d);
    judge_offer(t, t->y, 0, FAULT_WORDS("%s: %s", what, words));
}

static const char axis[] = "axis ";

/* Offers the view, and begins a new one.  A program that writes y in its own view continues from
 * what it has: of its next step the state before is seen through the view, too. */
static void offer_view(judge_trial *t, view *v, const char *words)
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
    set_plain(v);
}

/* The coordinates from `first` on, `apart` from each other, have the other sign, or the root. */
static void negate(view *v, slong first, slong apart)
{
    for (slong i = first; i < v->d; i += apart) v->sign[i] = -1;
}

static void weigh(view *v, slong first, int root)
{
    for (slong i = first; i < v->d; i++) v->root[i] = (signed char)root;
}

static void exchange(view *v, slong i, slong k)
{
    v->from[i] = k;
    v->from[k] = i;
}

/* ---- Views of matrices -------------------------------------------------------------------- */

/* Entries above the diagonal by columns, `parts` numbers each, behind the first ones. */
static void read_columns(view *v, slong n, slong first, slong parts)
{
    slong at = first;
    for (slong j = 1; j < n; j++)
        for (slong i = 0; i < j; i++)
            for (slong k = 0; k < parts; k++)
                v->from[first + parts * fault_place_by_rows(n, false, i, j) + k] = at++;
}

static void offer_son(judge_trial *t, view *v)
{
    const slong n = judge_rows_of(t->c);
    for (int transposed = 0; transposed < 2; transposed++) {
        read_columns(v, n, 0, 1);
        if (transposed) negate(v, 0, 1);
        offer_view(t, v, transposed ? "column by column, of the transpose" : "column by column");
    }
    negate(v, 0, 1);
    offer_view(t, v, "of the transpose");
    weigh(v, 0, 1);
    offer_view(t, v, "with weights sqrt 2");
    /* hat: x_1 = X_32, x_2 = X_13, x_3 = X_21, of the list X_12, X_13, X_23 */
    for (int hat = 1; hat >= 0 && n == 3; hat--) {
        exchange(v, 0, 2);
        if (hat) negate(v, 0, 2);
        offer_view(t, v, hat ? "in the order of the hat map" : "in reverse order");
    }
}

/* Superdiagonal m is turned by m half or quarter turns. */
static void turn_phases(view *v, slong n, bool quarters)
{
    for (slong i = 0; i < n; i++)
        for (slong j = i + 1; j < n; j++) {
            const slong re = n + 2 * fault_place_by_rows(n, false, i, j),
                        turns = (quarters ? 1 : 2) * (j - i) % 4;
            if (turns % 2) exchange(v, re, re + 1);
            v->sign[re] = turns == 1 || turns == 2 ? -1 : 1;
            v->sign[re + 1] = turns == 2 || turns == 3 ? -1 : 1;
        }
}

static void offer_sun(judge_trial *t, view *v)
{
    const slong n = judge_rows_of(t->c), pairs = n * (n - 1) / 2;
    slong at = 0;
    weigh(v, n, 1);
    offer_view(t, v, "weights sqrt 2 off the diagonal");
    weigh(v, n, -1);
    offer_view(t, v, "weights 1/sqrt 2 off the diagonal");
    negate(v, n, 2);
    offer_view(t, v, "real parts with the wrong sign: the transpose");
    negate(v, n + 1, 2);
    offer_view(t, v, "imaginary parts with the wrong sign");
    static const char *const phases[] = {"imaginary before real parts",
                                         "another phase: X = iH, of H",
                                         "another phase: X = -iH, of H"};
    for (int k = 0; k < 3; k++) {
        for (slong i = n; i < v->d; i += 2) exchange(v, i, i + 1);
        if (k) negate(v, n + k - 1, 2);
        offer_view(t, v, phases[k]);
    }
    read_columns(v, n, n, 2);
    offer_view(t, v, "column by column");
    for (slong i = 0; i < 2 * pairs; i++) v->from[n + i] = n + i / 2 + i % 2 * pairs;
    offer_view(t, v, "all real parts before all imaginary parts");
    for (slong i = 0; i < n; i++) {
        v->from[i] = at++;
        for (slong k = 0; k < 2 * (n - 1 - i); k++)
            v->from[n + 2 * fault_place_by_rows(n, false, i, i + 1) + k] = at++;
    }
    offer_view(t, v, "row by row with the diagonal in it");
    for (slong i = 0; i < v->d; i++) v->from[i] = i < n ? v->d - n + i : i - n;
    offer_view(t, v, "the diagonal last");
    turn_phases(v, n, false); /* (-1)^(j - i), as by the other Condon-Shortley sign */
    offer_view(t, v, "odd superdiagonals with the wrong sign: another phase of the basis");
    turn_phases(v, n, true); /* i^(j - i): the spin matrix S_2 real in the place of S_1 */
    offer_view(t, v, "superdiagonal m times i^m: another phase of the basis");
}

static void offer_sp(judge_trial *t, view *v)
{
    const slong m = judge_rows_of(t->c) / 2, b = m * m, c = b + m * (m + 1) / 2;
    for (slong i = 0; i < b; i++) v->from[i] = i % m * m + i / m;
    offer_view(t, v, "a column by column");
    for (slong i = b; i < v->d; i++) v->from[i] = i < c ? i - b + c : i - c + b;
    offer_view(t, v, "c before b");
    for (slong i = b; i < v->d; i++) v->root[i] = fault_counts_twice(t, i);
    offer_view(t, v, "weights sqrt 2 off the diagonals of b and c");
}

/* ---- Views of vectors --------------------------------------------------------------------- */

static void offer_blocks(judge_trial *t, view *v, slong size, const char *words)
{
    const slong n = v->d / size;
    for (slong i = 0; i < v->d && n > 1; i++) v->from[i] = i % size * n + i / size;
    offer_view(t, v, words);
}

static void offer_halves(judge_trial *t, view *v, const char *words)
{
    for (slong i = 0; i < v->d / 2; i++) exchange(v, i, i + v->d / 2);
    offer_view(t, v, words);
}

static void offer_vectors(judge_trial *t, view *v)
{
    for (slong i = 0; i < v->d; i++) v->from[i] = i - i % 3 + (2 - i % 3);
    offer_view(t, v, "each vector in reverse order");
    for (slong shift = 1; shift < 3; shift++) {
        for (slong i = 0; i < v->d; i++) v->from[i] = i - i % 3 + (i + shift) % 3;
        offer_view(t, v, FAULT_WORDS("each vector shifted by %ld", (long)shift));
    }
    for (slong k = 0; k < 3; k++) {
        negate(v, k, 3);
        offer_view(t, v, FAULT_WORDS("axis %ld with the wrong sign", (long)k + 1));
    }
    for (slong k = 0; k < 2 && v->d == 3; k++) {
        exchange(v, k, k + 1);
        offer_view(t, v, k ? "2 and 3 exchanged" : "1 and 2 exchanged");
    }
}

static void offer_views(judge_trial *t, view *v)
{
    switch (t->c->system->algebra) {
    case SLP_SON:
        offer_son(t, v);
        break;
    case SLP_SUN:
        offer_sun(t, v);
        break;
    case SLP_SP:
        offer_sp(t, v);
        break;
    case SLP_SU2N:
        offer_blocks(t, v, 3, "component by component, not vector by vector");
        offer_vectors(t, v);
        break;
    case SLP_SE3:
        offer_blocks(t, v, 3, "components of Pi and Gamma by turns");
        offer_halves(t, v, "Gamma before Pi");
        offer_vectors(t, v);
        break;
    case SLP_SUN_DUAL:
        offer_blocks(t, v, t->d / 2, "entries of W and Theta by turns");
        offer_halves(t, v, "Theta before W");
        break;
    case SLP_SO3:
        offer_vectors(t, v);
        break;
    case SLP_VECTOR:
        offer_halves(t, v, "p before q");
        exchange(v, 0, 1);
        v->sign[0] = -1;
        offer_view(t, v, "(-p, q) for (q, p)");
        break;
    }
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
        set_plain(&v);
        offer_views(t, &v);
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
