/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Rules that are a table: stage i from sum a_ij K_j, the result from sum b_j K_j.  A number of the
 * table is wrong, or the table is another one, or what a stage is made of.  Four sorts of rules
 * have a table: rkmk, with K_j in the algebra; isospectral-gauss4, on matrices; euler, heun and
 * spherical rules, with K_j = V; and the usual rules on V that are no scheme. */
#include "oracle/judge/fault/kinds.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 4, COLUMNS = 2 * MOST, ROUNDS = 600, SPARE_BITS = 40, MOST_ROWS = 24, LARGEST = 400 };

/* The rows of a, then b; r is sqrt(3)/6.  Written from oracle/manual/schemes.md; then usual tables
 * that no scheme has. */
typedef struct table {
    const char *scheme; /* rkmk-SCHEME-exp has it; NULL: no scheme of the list has */
    int order;
    bool on_states; /* offered with V on states too; else that is a scheme */
    const char *words, *rows;
} table;
static const table tables[] = {
    {"euler", 1, false, NULL, "0; 1"},
    {"heun", 2, false, NULL, "0; 1; 1/2 1/2"},
    {"midpoint", 2, false, NULL, "1/2; 1"},
    {"gauss4", 4, true, "Gauss's rule on x itself: z_i = x + sum a_ij ad* z_j",
     "1/4 1/4-r; 1/4+r 1/4; 1/2 1/2"},
    {"rk4", 4, true, "the classical Runge-Kutta rule on V",
     "0; 1/2; 0 1/2; 0 0 1; 1/6 1/3 1/3 1/6"},
    {NULL, 2, true, "explicit midpoint: y = x + V(x + V(x)/2)", "0; 1/2; 0 1"},
    {NULL, 2, true, "Ralston's rule of order 2: a_21 = 2/3", "0; 2/3; 1/4 3/4"},
    {NULL, 3, true, "Kutta's rule of order 3: b = 1/6, 2/3, 1/6", "0; 1/2; -1 2; 1/6 2/3 1/6"},
    {NULL, 3, true, "Heun's rule of order 3: b = 1/4, 0, 3/4", "0; 1/3; 0 2/3; 1/4 0 3/4"},
    {NULL, 4, true, "Kutta's 3/8 rule: b = 1/8, 3/8, 3/8, 1/8",
     "0; 1/3; -1/3 1; 1 -1 1; 1/8 3/8 3/8 1/8"},
    {NULL, 1, true, "implicit Euler: y = x + V(y)", "1; 1"},
    {NULL, 2, false, "the trapezoidal table: a_2j = b_j = 1/2", "0; 1/2 1/2; 1/2 1/2"},
    {NULL, 3, true, "Radau's rule of order 3: b = 3/4, 1/4", "5/12 -1/12; 3/4 1/4; 3/4 1/4"}};
enum { TABLES = sizeof tables / sizeof *tables };

/* num/den + root sqrt(3)/6 */
typedef struct coefficient {
    int num, den, root;
} coefficient;
/* Row s is b. */
typedef coefficient coefficients[MOST + 1][MOST];

/* The numbers of a table; s. */
static int read_table(coefficients to, const table *from)
{
    int row = 0, column = 0;
    memset(to, 0, sizeof(coefficients));
    for (const char *at = from->rows; *at; at += *at == ' ') {
        char *end;
        coefficient *c = &to[row][column++];
        c->num = (int)strtol(at, &end, 10);
        c->den = *end == '/' ? (int)strtol(end + 1, &end, 10) : 1;
        if (end[0] && end[1] == 'r') c->root = *end == '-' ? -1 : 1;
        at = c->root ? end + 2 : end;
        if (*at == ';') at += (column = 0, row++, 1);
    }
    return row;
}

/* How theta = sum a_ij K_j makes a stage of x: A(theta) x, with K_j = B(theta) Xi; x + theta, with
 * K_j = V(z_j); or L_i x L_i^+, L_i = I + sum a_ij P_j L_j, with the K_j = V(z_j) of the result. */
typedef enum kind { BY_EXP, BY_CAYLEY, ON_STATES, BY_MATRICES } kind;
/* What stands for L_i^+. */
typedef enum right_factor { ADJOINT, INVERSE, TRANSPOSE, OF_OTHER } right_factor;
/* What N does: vectors get the length that they have in x, as they should; nothing; ... */
typedef enum length { EACH, NONE, ONE, WHOLE, GENERATOR_BEFORE, LENGTHS } length;

typedef struct rule {
    judge_trial *t;
    fault_plain all, drift;
    const table *scheme; /* the scheme's own, and its numbers */
    coefficients own;
    kind by;
    int s;
    bool parts;   /* K_j is of the drift alone, K_(s+j) of the noise */
    arb_ptr a, b; /* COLUMNS a row */
    /* B_exp = eta + once [theta, eta] + twice/12 [theta, [theta, eta]] */
    bool correct;       /* whether B is taken at all */
    double once, twice; /* of B_exp */
    bool series;        /* B_exp is the whole series of dexp^-1 */
    /* on states */
    bool frozen, on_x;          /* Xi(x) for all Xi; the noise acts on x */
    length of_stage, of_result; /* N of the last stage and of y */
    /* on matrices */
    right_factor right;
    double quadratic;     /* times (L_i - I) x (L_i^+ - I) */
    bool quadratic_other; /* with L^+ of the other stage */
    bool at_mean;         /* both generators at the mean of the stages */
} rule;

static void rule_init(rule *r, judge_trial *t, kind by)
{
    *r = (rule){.t = t, .by = by, .once = 0.5, .twice = 1, .quadratic = 1};
    r->of_stage = r->of_result = NONE;
    fault_plain_init(&r->all, t);
    r->a = _arb_vec_init((COLUMNS + 1) * COLUMNS);
    r->b = r->a + COLUMNS * COLUMNS;
}

/* Number j of a row; row s is b. */
static arb_ptr number_of(const rule *r, int row, int j)
{
    return row == r->s ? r->b + j : r->a + COLUMNS * row + j;
}

static void rule_clear(rule *r)
{
    fault_plain_clear(&r->all);
    _arb_vec_clear(r->a, (COLUMNS + 1) * COLUMNS);
}

/* Takes the numbers, with `root` for sqrt(3)/6; where it is NULL as it is. */
static void set_numbers(rule *r, const coefficients from, int s, arb_srcptr root)
{
    const slong prec = r->t->prec;
    REF_LOCAL(arb, right);
    arb_sqrt_ui(right, 3, prec);
    arb_div_si(right, right, 6, prec);
    r->s = s;
    _arb_vec_zero(r->a, (COLUMNS + 1) * COLUMNS);
    for (int row = 0; row <= s; row++)
        for (int j = 0; j < s; j++) {
            const coefficient *c = &from[row][j];
            arb_ptr to = number_of(r, row, j);
            arb_set_si(to, c->num);
            arb_div_si(to, to, c->den ? c->den : 1, prec);
            arb_addmul_si(to, root ? root : right, c->root, prec);
        }
}

static void set_table(rule *r, const table *from)
{
    coefficients numbers;
    const int s = read_table(numbers, from);
    set_numbers(r, numbers, s, NULL);
}

static void set_own(rule *r)
{
    set_numbers(r, r->own, read_table(r->own, r->scheme), NULL);
}

static bool is_implicit(const rule *r)
{
    for (int i = 0; i < r->s; i++)
        for (int j = i; j < COLUMNS; j++)
            if ((j < r->s || j >= r->s + i) && !arb_is_zero(r->a + COLUMNS * i + j)) return true;
    return false;
}

/* out = sum_j row_j K_j */
static void add_up(arb_ptr out, const rule *r, arb_srcptr row, arb_srcptr K)
{
    const slong d = r->t->d;
    _arb_vec_zero(out, d);
    for (int j = 0; j < (r->parts ? 2 : 1) * r->s; j++)
        for (slong i = 0; i < d; i++) arb_addmul(out + i, row + j, K + j * d + i, r->t->prec);
}

/* ---- Stages of x --------------------------------------------------------------------------- */

static void exp_correction(arb_ptr K, const rule *r, arb_srcptr theta)
{
    enum { TERMS = 40 };
    const slong d = r->t->d, prec = r->t->prec;
    REF_LOCAL_VEC(arb, d, once, twice);
    REF_LOCAL(arb, c, factorial);
    fault_plain_apply(once, &r->all, REF_BRACKET, theta, K);
    arb_set_d(c, r->once);
    for (slong i = 0; i < d; i++) arb_addmul(K + i, once + i, c, prec);
    for (ulong k = 2; k <= (r->series ? TERMS : 2); k++) {
        fault_plain_apply(twice, &r->all, REF_BRACKET, theta, once);
        _arb_vec_swap(once, twice, d);
        if (k % 2) continue;
        arb_bernoulli_ui(c, k, prec); /* B_k / k!; for k = 2 it is 1/12 */
        arb_fac_ui(factorial, k, prec);
        arb_div(c, c, factorial, prec);
        if (k == 2) fault_scale(c, 1, r->twice, prec);
        for (slong i = 0; i < d; i++) arb_addmul(K + i, once + i, c, prec);
    }
}

/* out = A(theta) x, or x + theta */
static void move(arb_ptr out, const rule *r, arb_srcptr theta)
{
    const judge_trial *t = r->t;
    if (r->by == ON_STATES || r->by == BY_MATRICES)
        _arb_vec_add(out, t->exact.x, theta, t->d, t->prec);
    else
        fault_plain_apply(out, &r->all, r->by == BY_CAYLEY ? REF_CAYLEY : REF_EXPONENTIAL, theta,
                          t->exact.x);
}

static void project(arb_ptr w, const judge_trial *t, length of)
{
    if (of != NONE)
        fault_set_lengths(w, of == ONE ? NULL : t->exact.x, t->d, of == WHOLE ? t->d : 3, t->prec);
}

/* K_i = V(z), and K_(s+i) = V of the noise */
static void field(arb_ptr K, const rule *r, int i, arb_ptr z)
{
    const slong d = r->t->d, prec = r->t->prec;
    const bool last = i + 1 == r->s;
    REF_LOCAL_VEC(arb, d, xi, noise, before);
    _arb_vec_set(before, z, d);
    if (last) project(z, r->t, r->of_stage);
    arb_srcptr at = r->frozen                                 ? r->t->exact.x
                    : last && r->of_stage == GENERATOR_BEFORE ? before
                                                              : z;
    fault_plain_generator(xi, &r->all, at);
    if (r->parts) {
        _arb_vec_set(noise, xi, d);
        fault_plain_generator(xi, &r->drift, at);
        _arb_vec_sub(noise, noise, xi, d, prec);
        fault_plain_apply(K + (r->s + i) * d, &r->all, REF_AD, noise, r->on_x ? r->t->exact.x : z);
    }
    fault_plain_apply(K + i * d, &r->all, REF_AD, xi, z);
}

/* K_i of the stage that theta makes. */
static void slope(arb_ptr K, const rule *r, int i, arb_srcptr theta)
{
    const slong d = r->t->d;
    arb_ptr here = K + i * d;
    REF_LOCAL_VEC(arb, d, moved);
    move(moved, r, theta);
    if (r->by == ON_STATES) {
        field(K, r, i, moved);
        return;
    }
    fault_plain_generator(here, &r->all, moved);
    if (r->correct && r->by == BY_CAYLEY) {
        fault_plain_apply(moved, &r->all, REF_DCAY_INVERSE, theta, here);
        _arb_vec_add(here, here, moved, d, r->t->prec);
    } else if (r->correct) {
        exp_correction(here, r, theta);
    }
}

/* The slopes; false if they do not settle. */
static bool find_slopes(arb_ptr K, const rule *r)
{
    const slong d = r->t->d, n = COLUMNS * d;
    const bool implicit = is_implicit(r);
    bool done = false;
    REF_LOCAL_VEC(arb, n, old);
    REF_LOCAL_VEC(arb, d, theta);
    for (int k = 0; k < ROUNDS && !done; k++) {
        _arb_vec_set(old, K, n);
        for (int i = 0; i < r->s; i++) {
            add_up(theta, r, r->a + COLUMNS * i, K);
            judge_drop_radii(theta, d);
            slope(K, r, i, theta);
            judge_drop_radii(K + i * d, d);
            judge_drop_radii(K + (r->s + i) * d, r->parts ? d : 0);
        }
        done = !implicit || (k > 0 && fault_settled(old, K, n, r->t->bits + SPARE_BITS));
    }
    return done;
}

/* ---- Stages of matrices -------------------------------------------------------------------- */

/* out = A+ */
static void form_adjoint(acb_mat_t out, const acb_mat_t A, const acb_mat_t J, int c, slong prec)
{
    acb_mat_conjugate_transpose(out, A);
    if (c == 0) return;
    acb_mat_mul(out, J, out, prec);
    acb_mat_mul(out, out, J, prec);
    acb_mat_scalar_div_si(out, out, c, prec);
}

/* out = what stands for L_i^+, less I */
static void right_less_1(acb_mat_t out, acb_mat_struct *L, const rule *r, int i, bool other,
                         const acb_mat_t J, int c)
{
    const slong n = acb_mat_nrows(out), prec = r->t->prec;
    acb_mat_struct *of = L + (other ? 1 - i : i);
    if (r->right == TRANSPOSE)
        acb_mat_transpose(out, of);
    else if (r->right != INVERSE)
        form_adjoint(out, of, J, c, prec);
    else if (!acb_mat_inv(out, of, prec))
        acb_mat_indeterminate(out);
    for (slong k = 0; k < n; k++)
        acb_sub_ui(acb_mat_entry(out, k, k), acb_mat_entry(out, k, k), 1, prec);
}

/* out = X + K X + X K^+ + K X K^+, K = L_i - I */
static void stage_of(acb_mat_t out, acb_mat_struct *L, const rule *r, int i, const acb_mat_t X,
                     const acb_mat_t J, int c)
{
    const slong n = acb_mat_nrows(X), prec = r->t->prec;
    REF_LOCAL_MAT(acb, n, n, left, right, term);
    REF_LOCAL(arb, factor);
    acb_mat_mul(left, L + i, X, prec);
    acb_mat_set(out, left);
    acb_mat_sub(left, left, X, prec);
    right_less_1(right, L, r, i, r->right == OF_OTHER, J, c);
    acb_mat_mul(term, X, right, prec);
    acb_mat_add(out, out, term, prec);
    if (r->quadratic_other) right_less_1(right, L, r, i, true, J, c);
    acb_mat_mul(term, left, right, prec);
    arb_set_d(factor, r->quadratic);
    acb_mat_scalar_mul_arb(term, term, factor, prec);
    acb_mat_add(out, out, term, prec);
}

/* One round of L_i = I + sum_j a_ij P_j L_j, and z_i from them. */
static void round_of_matrices(arb_ptr z, acb_mat_struct *L, const rule *r, arb_srcptr xi)
{
    const judge_trial *t = r->t;
    const ref_algebra *g = r->all.algebra;
    const slong n = g->n, prec = t->prec;
    acb_mat_struct product[MOST];
    REF_LOCAL_MAT(acb, n, n, J, X, term, P);
    const int c = g->form ? g->form(J, g) : 0;
    for (int j = 0; j < r->s; j++) {
        acb_mat_init(&product[j], n, n);
        g->to_matrix(term, g, xi + j * t->d, prec);
        acb_mat_conjugate_transpose(P, term);
        acb_mat_mul(&product[j], P, L + j, prec);
    }
    g->to_matrix(X, g, t->exact.x, prec);
    for (int i = 0; i < r->s; i++) {
        acb_mat_one(L + i);
        for (int j = 0; j < r->s; j++) {
            acb_mat_scalar_mul_arb(term, &product[j], r->a + COLUMNS * i + j, prec);
            acb_mat_add(L + i, L + i, term, prec);
        }
        for (slong k = 0; k < n * n; k++)
            acb_get_mid(acb_mat_entry(L + i, k / n, k % n), acb_mat_entry(L + i, k / n, k % n));
    }
    for (int i = 0; i < r->s; i++) {
        stage_of(term, L, r, i, X, J, c);
        g->from_matrix(z + i * t->d, g, term, prec);
    }
    for (int j = 0; j < r->s; j++) acb_mat_clear(&product[j]);
}

static void generators(arb_ptr xi, const rule *r, arb_srcptr z)
{
    const slong d = r->t->d;
    REF_LOCAL_VEC(arb, d, mean);
    _arb_vec_add(mean, z, z + d, d, r->t->prec);
    _arb_vec_scalar_mul_2exp_si(mean, mean, d, -1);
    for (int j = 0; j < r->s; j++)
        fault_plain_generator(xi + j * d, &r->all, r->at_mean ? mean : z + j * d);
}

/* The slopes of the result; false if the stages do not settle. */
static bool find_fields(arb_ptr K, const rule *r)
{
    const slong d = r->t->d, n = r->all.algebra->n;
    acb_mat_struct L[MOST];
    bool done = false;
    REF_LOCAL_VEC(arb, MOST * d, z, next, xi);
    for (int i = 0; i < r->s; i++) {
        acb_mat_init(&L[i], n, n);
        acb_mat_one(&L[i]);
        _arb_vec_set(z + i * d, r->t->exact.x, d);
    }
    for (int k = 0; k < ROUNDS && !done; k++) {
        generators(xi, r, z);
        round_of_matrices(next, L, r, xi);
        judge_drop_radii(next, r->s * d);
        done = k > 1 && fault_settled(z, next, r->s * d, r->t->bits + SPARE_BITS);
        _arb_vec_set(z, next, r->s * d);
    }
    generators(xi, r, z);
    for (int j = 0; j < r->s; j++)
        fault_plain_apply(K + j * d, &r->all, REF_AD, xi + j * d, z + j * d);
    for (int i = 0; i < r->s; i++) acb_mat_clear(&L[i]);
    return done;
}

/* ---- Candidates ---------------------------------------------------------------------------- */

static bool step(arb_ptr y, const rule *r)
{
    const slong d = r->t->d;
    REF_LOCAL_VEC(arb, COLUMNS * d, K);
    REF_LOCAL_VEC(arb, d, theta);
    bool done = r->by == BY_MATRICES ? find_fields(K, r) : find_slopes(K, r);
    add_up(theta, r, r->b, K);
    move(y, r, theta);
    project(y, r->t, r->of_result);
    return done && _arb_vec_is_finite(y, d);
}

static void offer(const rule *r, const char *words)
{
    judge_trial *t = r->t;
    if (!judge_is_tried(t, words)) return;
    judge_count_work(t, 20);
    judge_offer(t, step(t->y, r) ? t->y : NULL, 0, words);
}

/* What a program may have for sqrt(3)/6: times it, or a number that is typed. */
static const struct {
    double times, value;
    const char *words;
} roots[] = {{1.5, 0, "sqrt(3)/4 for sqrt(3)/6"},
             {2, 0, "sqrt(3)/3 for sqrt(3)/6"},
             {3, 0, "sqrt(3)/2 for sqrt(3)/6"},
             {0.5, 0, "sqrt(3)/12 for sqrt(3)/6"},
             {-1, 0, "-sqrt(3)/6 for sqrt(3)/6"},
             {0, 0, "sqrt(3)/6 left out"},
             {0, (double)0x1.279a74p-2F, "sqrt(3)/6 in binary32"},
             {0, 0.2887, "sqrt(3)/6 typed as 0.2887"},
             {0, 0.288675, "sqrt(3)/6 typed as 0.288675"},
             {0, 0.28867513, "sqrt(3)/6 typed as 0.28867513"},
             {0, 0.2886751346, "sqrt(3)/6 typed as 0.2886751346"}};

static void offer_roots(rule *r)
{
    REF_LOCAL(arb, root, times);
    for (size_t k = 0; k < sizeof roots / sizeof *roots; k++) {
        arb_sqrt_ui(root, 3, r->t->prec);
        arb_div_si(root, root, 6, r->t->prec);
        arb_set_d(times, roots[k].times);
        arb_mul(root, root, times, r->t->prec);
        if (roots[k].value != 0) arb_set_d(root, roots[k].value);
        set_numbers(r, r->own, r->s, root);
        offer(r, roots[k].words);
    }
    set_own(r);
}

/* "a_21", "b_1" */
static const char *name_of(fault_text *to, const rule *r, int row, int column)
{
    return row == r->s ? fault_words(to, "b_%d", column + 1)
                       : fault_words(to, "a_%d%d", row + 1, column + 1);
}

/* num/den times the right number */
static void offer_multiple(rule *r, arb_t at, int num, int den, const char *words)
{
    REF_LOCAL(arb, right);
    arb_set(right, at);
    arb_mul_si(at, right, num, r->t->prec);
    arb_div_si(at, at, den, r->t->prec);
    offer(r, words);
    arb_set(at, right);
}

/* A factor; and n/(d + k) for n/d, |k| <= 2. */
static void offer_numbers(rule *r, int row, int column, arb_t at)
{
    fault_text text;
    const char *name = name_of(&text, r, row, column);
    const coefficient *c = &r->own[row][column];
    for (size_t k = 0; c->num && k < FAULT_FACTORS; k++)
        offer_multiple(r, at, (int)(2 * fault_factors[k].by), 2,
                       FAULT_WORDS("%s %s", name, fault_factors[k].words));
    for (int den = c->den - 2; c->num && !c->root && den <= c->den + 2; den++)
        if (den > 1 && den != c->den && den != 2 * c->den && 2 * den != c->den)
            offer_multiple(r, at, c->den, den,
                           FAULT_WORDS("%s = %d/%d for %d/%d", name, c->num, den, c->num, c->den));
}

/* A coefficient off by 10^-k, k = 6 to 13: along its derivative; the next term, of size 10^-2k, is
 * taken with the second difference. */
static void offer_digits(rule *r, int row, int column, arb_t at)
{
    enum { FIRST_DIGIT = 6, LAST_DIGIT = 13, E = -40 };
    judge_trial *t = r->t;
    const slong d = t->d, prec = t->prec;
    fault_text text;
    const char *name = name_of(&text, r, row, column);
    REF_LOCAL_VEC(arb, d, up, down, once, twice);
    REF_LOCAL(arb, right, off, square);
    arb_set(right, at);
    arb_one(off);
    arb_mul_2exp_si(off, off, E);
    arb_add(at, right, off, prec);
    bool done = step(up, r);
    arb_sub(at, right, off, prec);
    done = step(down, r) && done;
    arb_set(at, right);
    _arb_vec_sub(once, up, down, d, prec);
    _arb_vec_scalar_mul_2exp_si(once, once, d, -1 - E);
    _arb_vec_add(twice, up, down, d, prec);
    for (slong k = 0; k < d; k++) arb_submul_si(twice + k, t->exact.next + k, 2, prec);
    _arb_vec_scalar_mul_2exp_si(twice, twice, d, -1 - 2 * E);
    for (int k = FIRST_DIGIT; done && k <= LAST_DIGIT; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            arb_set_si(off, 10);
            arb_pow_ui(off, off, (ulong)k, prec);
            arb_inv(off, off, prec);
            arb_mul_si(off, off, sign, prec);
            arb_mul(square, off, off, prec);
            _arb_vec_set(t->y, t->exact.next, d);
            for (slong s = 0; s < d; s++) {
                arb_addmul(t->y + s, once + s, off, prec);
                arb_addmul(t->y + s, twice + s, square, prec);
            }
            judge_drop_radii(t->y, d);
            judge_offer(t, t->y, 0, FAULT_WORDS("%s off by %s1e-%d", name, sign < 0 ? "-" : "", k));
        }
}

/* Numbers of the table, and tables that no scheme has; an explicit one has the order at least that
 * the rule has. */
static void offer_tables(rule *r)
{
    for (int row = r->s; row >= 0; row--)
        for (int j = 0; j < r->s; j++) {
            arb_ptr at = number_of(r, row, j);
            offer_numbers(r, row, j, at);
            if (r->by == BY_MATRICES) offer_digits(r, row, j, at);
        }
    if (r->own[0][1].root) offer_roots(r);
    const int s = r->s;
    for (size_t i = 0; i < TABLES; i++) {
        const table *from = &tables[i];
        if (from->scheme || (r->by != BY_MATRICES && from->order < r->scheme->order - 1)) continue;
        set_table(r, from);
        if (r->by == BY_MATRICES && r->s != s) continue;
        offer(r, FAULT_WORDS("the table of another rule: %.*s", (int)strcspn(from->words, ":"),
                             from->words));
    }
    set_own(r);
}

static void offer_corrections(rule *r)
{
    static const struct {
        double once, twice;
        bool series;
        const char *words;
    } others[] = {{-0.5, 1, false, "B: [theta, eta]/2 with the wrong sign"},
                  {1, 1, false, "B: the 1/2 of [theta, eta] left out"},
                  {0.25, 1, false, "B: [theta, eta]/4 for [theta, eta]/2"},
                  {0, 1, false, "B: [theta, eta]/2 left out"},
                  {0.5, -1, false, "B: the term of 1/12 with the wrong sign"},
                  {0.5, 0, false, "B: the term of 1/12 left out: truncated twice"},
                  {0.5, 2, false, "B: 1/6 for 1/12"},
                  {0.5, 12, false, "B: 1 for 1/12"},
                  {0.5, 1, true, "B: the series of dexp^-1 not truncated"}};
    const bool right = r->correct;
    r->correct = !right;
    if (right) {
        offer(r, "B left out");
    } else {
        r->twice = 0;
        offer(r, "B with [theta, eta]/2, which this rule has not");
        r->twice = 1;
        offer(r, "B of order 4, which this rule has not");
    }
    r->correct = right;
    for (size_t k = 0; k < sizeof others / sizeof *others && right && r->by == BY_EXP; k++) {
        r->once = others[k].once;
        r->twice = others[k].twice;
        r->series = others[k].series;
        offer(r, others[k].words);
    }
    r->once = 0.5;
    r->twice = 1;
    r->series = false;
}

static const table *table_of(const char *scheme, kind *by)
{
    for (size_t i = 0; i < TABLES; i++)
        for (int k = 0; k < 2 && tables[i].scheme; k++) {
            char name[64];
            snprintf(name, sizeof name, "rkmk-%s-%s", tables[i].scheme, k ? "cay" : "exp");
            *by = k ? BY_CAYLEY : BY_EXP;
            if (strcmp(name, scheme) == 0) return &tables[i];
        }
    return NULL;
}

/* The table of rkmk-NAME-exp. */
static const table *find_table(const char *name)
{
    size_t i = 0;
    while (strcmp(tables[i].scheme ? tables[i].scheme : "", name) != 0) i++;
    return &tables[i];
}

static bool is_gauss(const judge_trial *t)
{
    const ref_algebra *g = &t->exact.sys->algebra;
    return strcmp(t->exact.scheme->name, "isospectral-gauss4") == 0 && g->to_matrix &&
           g->n <= MOST_ROWS;
}

bool fault_has_table(const judge_trial *t)
{
    kind by;
    return is_gauss(t) || (t->d <= LARGEST && table_of(t->exact.scheme->name, &by));
}

static void predict_tableau(judge_trial *t)
{
    rule r;
    kind by;
    const table *own = table_of(t->exact.scheme->name, &by);
    if (!own || t->d > LARGEST) return;
    rule_init(&r, t, by);
    r.scheme = own;
    r.correct = by == BY_CAYLEY || own->order > 2;
    set_own(&r);
    offer_tables(&r);
    if (fault_has(r.all.algebra, by == BY_CAYLEY ? REF_DCAY_INVERSE : REF_BRACKET))
        offer_corrections(&r);
    if (is_implicit(&r) && r.s > 1) {
        for (int i = 0; i < r.s; i++)
            for (int j = 0; j < i; j++) arb_swap(r.a + COLUMNS * i + j, r.a + COLUMNS * j + i);
        offer(&r, "rows and columns of a_ij exchanged");
    }
    rule_clear(&r);
}

static void predict_gauss(judge_trial *t)
{
    static const char *const rights[] = {[INVERSE] = "z_i = L_i x L_i^-1 for L_i x L_i^+",
                                         [TRANSPOSE] = "z_i = L_i x L_i^T for L_i x L_i^+",
                                         [OF_OTHER] = "z_i = L_i x L_j^+ for L_i x L_i^+"};
    rule r;
    if (!is_gauss(t)) return;
    rule_init(&r, t, BY_MATRICES);
    r.scheme = find_table("gauss4");
    set_own(&r);
    for (int right = INVERSE; right <= OF_OTHER; right++) {
        r.right = (right_factor)right;
        offer(&r, rights[right]);
    }
    r.right = ADJOINT;
    for (size_t k = 0; k < FAULT_FACTORS; k++) {
        r.quadratic = fault_factors[k].by;
        offer(&r, FAULT_WORDS("K_i x K_i^+ of z_i %s, K_i = L_i - I", fault_factors[k].words));
    }
    r.quadratic = 1;
    r.quadratic_other = true;
    offer(&r, "K_i x K_j^+ for K_i x K_i^+ in z_i, K_i = L_i - I");
    r.quadratic_other = false;
    r.at_mean = true;
    offer(&r, "both generators at the mean of the stages");
    r.at_mean = false;
    offer_tables(&r);
    rule_clear(&r);
}

/* ---- Rules on states ----------------------------------------------------------------------- */

static void predict_usual(judge_trial *t)
{
    rule r;
    rule_init(&r, t, ON_STATES);
    for (size_t i = 0; i < TABLES; i++) {
        set_table(&r, &tables[i]);
        if (tables[i].on_states) offer(&r, tables[i].words);
    }
    r.frozen = true;
    set_table(&r, find_table("midpoint"));
    offer(&r, "linear midpoint: y = x + ad* of Xi(x) on (x + y)/2");
    rule_clear(&r);
}

/* The drift of euler or heun as it is; the noise in one more stage, the middle of x and x + V(x),
 * or of x and y. */
static void set_middle(rule *r, bool heun, bool of_result)
{
    const int last = heun ? 2 : 1, s = last + 1;
    set_table(r, find_table("euler"));
    r->s = s;
    _arb_vec_zero(r->a, COLUMNS);
    for (int j = 0; j < last; j++) arb_set_d(r->b + j, heun ? 0.5 : 1);
    arb_zero(r->b + last);
    arb_one(r->b + s + last);
    if (heun) arb_one(r->a + COLUMNS);
    if (heun) arb_one(r->a + COLUMNS + s);
    arb_ptr middle = r->a + COLUMNS * last;
    arb_one(middle);
    arb_one(middle + s);
    if (of_result) _arb_vec_set(middle, r->b, COLUMNS);
    _arb_vec_scalar_mul_2exp_si(middle, middle, COLUMNS, -1);
}

static void predict_middle(judge_trial *t)
{
    static const char *const words[] = {
        "noise at the middle of x and x + V(x)", "noise at the middle of x and y",
        "noise of the generator at the middle of x and x + V(x), on x",
        "noise of the generator at the middle of x and y, on x"};
    const ref_system *sys = t->exact.sys;
    const char *name = t->exact.scheme->name;
    const bool heun = strcmp(name, "heun") == 0;
    rule r;
    if (t->M == 0 || (!heun && strcmp(name, "euler") != 0)) return;
    REF_LOCAL_VEC(arb, t->M, none);
    rule_init(&r, t, ON_STATES);
    r.parts = true;
    fault_plain_init(&r.drift, t);
    sys->table->freeze(r.drift.pack, sys, t->exact.h, none, t->prec);
    for (int by = 0; by < 4; by++) {
        set_middle(&r, heun, by % 2);
        r.on_x = by >= 2;
        offer(&r, words[by]);
    }
    fault_plain_clear(&r.drift);
    rule_clear(&r);
}

static void offer_length(rule *r, length of, const char *point)
{
    static const char *const texts[LENGTHS][2] = {
        [NONE] = {"", " not projected"},
        [ONE] = {"vectors of ", " have length 1"},
        [WHOLE] = {"all vectors of ", " scaled by one number"},
        [GENERATOR_BEFORE] = {"the generator at ", " before its projection"}};
    offer(r, FAULT_WORDS("%s%s%s", texts[of][0], point, texts[of][1]));
}

static void predict_projections(judge_trial *t)
{
    const char *name = t->exact.scheme->name;
    const bool heun = strcmp(name, "heun-projected") == 0;
    rule r;
    if (!heun && strcmp(name, "spherical-midpoint") != 0) return;
    rule_init(&r, t, ON_STATES);
    set_table(&r, find_table(heun ? "heun" : "midpoint"));
    for (int of = heun ? NONE : ONE; of < LENGTHS; of++) { /* m not projected: implicit-midpoint */
        r.of_stage = (length)of;
        r.of_result = heun ? EACH : NONE;
        offer_length(&r, (length)of, heun ? "p" : "m");
        if (!heun || of == GENERATOR_BEFORE) continue;
        r.of_stage = EACH;
        r.of_result = (length)of;
        offer_length(&r, (length)of, "y");
    }
    rule_clear(&r);
}

const judge_fault judge_faults_tableau = {
    .name = "a coefficient of a Runge-Kutta rule",
    .equation = "theta_i = sum a_ij K_j, y = A(sum b_j K_j) x or B(theta) with another number or"
                " table",
    .section = "Schemes, rkmk",
    .rank = 7,
    .predict = predict_tableau};
const judge_fault judge_faults_gauss = {
    .name = "a coefficient or a stage of Gauss's rule",
    .equation = "L_i = I + sum a_ij P_j L_j, z_i = L_i x L_i^+ or y = x + sum b_j ad* z_j with"
                " another number, factor or table",
    .section = "Schemes, isospectral-gauss4",
    .rank = 7,
    .predict = predict_gauss};
const judge_fault judge_faults_usual = {
    .name = "a usual rule that is no scheme of the list",
    .equation = "Runge-Kutta or implicit Euler with V(x) = ad*_{Xi(x)} x",
    .section = "Schemes",
    .rank = 11,
    .predict = predict_usual};
const judge_fault judge_faults_middle = {
    .name = "noise at the middle of a step",
    .equation = "V of the noise, or its generator, at (x + p)/2 or (x + y)/2 in euler and heun",
    .section = "Schemes",
    .rank = 9,
    .predict = predict_middle};
const judge_fault judge_faults_projections = {
    .name = "a projection of a rule on spheres",
    .equation = "N left out, with other lengths or behind the generator, in p, y or m",
    .section = "Schemes, spherical-midpoint and sib",
    .rank = 7,
    .predict = predict_projections};
