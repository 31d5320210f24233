/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A coefficient of the Runge-Kutta Munthe-Kaas rules, or a term of their B. */
#include "oracle/judge/fault/tableau.h"

#include <string.h>

enum { MOST = FAULT_TABLE_STAGES, ROUNDS = 300 };

/* Written from oracle/manual/schemes.md; then usual tables that no scheme has. */
static const fault_table tables[] = {
    {"euler", NULL, false, 1, 1, false, {{{0, 1, 0}}}, {{1, 1, 0}}},
    {"heun", NULL, false, 2, 2, false, {{{0, 1, 0}}, {{1, 1, 0}}}, {{1, 2, 0}, {1, 2, 0}}},
    {"midpoint", NULL, false, 1, 2, true, {{{1, 2, 0}}}, {{1, 1, 0}}},
    {"gauss4",
     "Gauss's rule on x itself: z_i = x + sum a_ij ad* z_j",
     true,
     2,
     4,
     true,
     {{{1, 4, 0}, {1, 4, -1}}, {{1, 4, 1}, {1, 4, 0}}},
     {{1, 2, 0}, {1, 2, 0}}},
    {"rk4",
     "the classical Runge-Kutta rule on V",
     true,
     4,
     4,
     false,
     {{{0, 1, 0}}, {{1, 2, 0}}, {{0, 1, 0}, {1, 2, 0}}, {{0, 1, 0}, {0, 1, 0}, {1, 1, 0}}},
     {{1, 6, 0}, {1, 3, 0}, {1, 3, 0}, {1, 6, 0}}},
    {NULL,
     "explicit midpoint: y = x + V(x + V(x)/2)",
     true,
     2,
     2,
     false,
     {{{0, 1, 0}}, {{1, 2, 0}}},
     {{0, 1, 0}, {1, 1, 0}}},
    {NULL,
     "Ralston's rule of order 2: a_21 = 2/3",
     true,
     2,
     2,
     false,
     {{{0, 1, 0}}, {{2, 3, 0}}},
     {{1, 4, 0}, {3, 4, 0}}},
    {NULL,
     "Kutta's rule of order 3: b = 1/6, 2/3, 1/6",
     true,
     3,
     3,
     false,
     {{{0, 1, 0}}, {{1, 2, 0}}, {{-1, 1, 0}, {2, 1, 0}}},
     {{1, 6, 0}, {2, 3, 0}, {1, 6, 0}}},
    {NULL,
     "Heun's rule of order 3: b = 1/4, 0, 3/4",
     true,
     3,
     3,
     false,
     {{{0, 1, 0}}, {{1, 3, 0}}, {{0, 1, 0}, {2, 3, 0}}},
     {{1, 4, 0}, {0, 1, 0}, {3, 4, 0}}},
    {NULL,
     "Kutta's 3/8 rule: b = 1/8, 3/8, 3/8, 1/8",
     true,
     4,
     4,
     false,
     {{{0, 1, 0}}, {{1, 3, 0}}, {{-1, 3, 0}, {1, 1, 0}}, {{1, 1, 0}, {-1, 1, 0}, {1, 1, 0}}},
     {{1, 8, 0}, {3, 8, 0}, {3, 8, 0}, {1, 8, 0}}},
    {NULL, "implicit Euler: y = x + V(y)", true, 1, 1, true, {{{1, 1, 0}}}, {{1, 1, 0}}},
    {NULL,
     "the trapezoidal table: a_2j = b_j = 1/2",
     false,
     2,
     2,
     true,
     {{{0, 1, 0}, {0, 1, 0}}, {{1, 2, 0}, {1, 2, 0}}},
     {{1, 2, 0}, {1, 2, 0}}},
    {NULL,
     "Radau's rule of order 3: b = 3/4, 1/4",
     true,
     2,
     3,
     true,
     {{{5, 12, 0}, {-1, 12, 0}}, {{3, 4, 0}, {1, 4, 0}}},
     {{3, 4, 0}, {1, 4, 0}}}};
enum { TABLES = sizeof tables / sizeof *tables };

const fault_table *fault_table_at(size_t i)
{
    return i < TABLES ? &tables[i] : NULL;
}

/* B_exp = eta + c1 [theta, eta] + c2 [theta, [theta, eta]]; c in twelfths */
typedef struct rule {
    const fault_plain *plain;
    const fault_table *t;
    bool cayley;
    bool correct;       /* whether B is taken at all */
    double once, twice; /* of B_exp */
    bool series;        /* B_exp is the whole series of dexp^-1 */
    int row, column;    /* the coefficient that is wrong; row = -1: b; column = -1: none */
    const fault_near *near;
    double root;     /* times sqrt(3)/6 */
    bool transposed; /* a_ji for a_ij */
    bool on_states;  /* K = V(x + theta), y = x + theta; `frozen`: with Xi(x) */
    bool frozen;
} rule;

/* out += times sqrt(3)/6 */
static void add_root(arb_t out, const arb_t times, slong prec)
{
    arb_t root;
    arb_init(root);
    arb_sqrt_ui(root, 3, prec);
    arb_mul(root, root, times, prec);
    arb_div_si(root, root, 6, prec);
    arb_add(out, out, root, prec);
    arb_clear(root);
}

void fault_table_value(arb_t out, const fault_coefficient *c, slong prec)
{
    arb_t times;
    arb_init(times);
    arb_set_si(times, c->root);
    arb_set_si(out, c->num);
    arb_div_si(out, out, c->den ? c->den : 1, prec);
    if (c->root) add_root(out, times, prec);
    arb_clear(times);
}

const fault_root fault_roots[] = {{1.5, "sqrt(3)/4 for sqrt(3)/6"},
                                  {2, "sqrt(3)/3 for sqrt(3)/6"},
                                  {3, "sqrt(3)/2 for sqrt(3)/6"},
                                  {0.5, "sqrt(3)/12 for sqrt(3)/6"},
                                  {-1, "-sqrt(3)/6 for sqrt(3)/6"},
                                  {0, "sqrt(3)/6 left out"},
                                  {0, NULL}};

/* Left out, with another sign, halved, doubled; and n/(d + k) of n/d, |k| <= 2. */
size_t fault_near_numbers(fault_near to[FAULT_NEAR], const fault_coefficient *c)
{
    static const fault_near always[] = {
        {0, 1, "left out"}, {-1, 1, "with the wrong sign"}, {1, 2, "halved"}, {2, 1, "doubled"}};
    size_t count = 0;
    for (; count < sizeof always / sizeof *always; count++) to[count] = always[count];
    for (int by = -2; by <= 2; by++) {
        const int den = c->den + by;
        if (c->num == 0 || c->root != 0 || by == 0 || den < 2 || den == 2 * c->den ||
            2 * den == c->den)
            continue;
        to[count].num = c->den;
        to[count].den = den;
        snprintf(to[count].words, sizeof to->words, "= %d/%d for %d/%d", c->num, den, c->num,
                 c->den);
        count++;
    }
    return count;
}

/* sum += c K, c the coefficient (row, column) with its fault */
static void add_slope(arb_ptr sum, const rule *r, int row, int column, arb_srcptr K)
{
    const slong d = r->plain->trial->d, prec = r->plain->trial->prec;
    const fault_coefficient *c = row < 0         ? &r->t->b[column]
                                 : r->transposed ? &r->t->a[column][row]
                                                 : &r->t->a[row][column];
    arb_t weight, factor;
    arb_init(weight);
    arb_init(factor);
    fault_table_value(weight, c, prec);
    if (c->root && r->root != 1) {
        arb_set_d(factor, (r->root - 1) * c->root);
        add_root(weight, factor, prec);
    }
    if (row == r->row && column == r->column) {
        arb_mul_si(weight, weight, r->near->num, prec);
        arb_div_si(weight, weight, r->near->den, prec);
    }
    for (slong i = 0; i < d; i++) arb_addmul(sum + i, weight, K + i, prec);
    arb_clear(weight);
    arb_clear(factor);
}

static void exp_correction(arb_ptr K, const rule *r, arb_srcptr theta)
{
    const fault_plain *p = r->plain;
    const slong d = p->trial->d, prec = p->trial->prec;
    enum { TERMS = 40 };
    arb_ptr once = _arb_vec_init(2 * d + 2), twice = once + d, c = twice + d;
    fault_plain_apply(once, p, REF_BRACKET, theta, K);
    arb_set_d(c, r->once);
    for (slong i = 0; i < d; i++) arb_addmul(K + i, once + i, c, prec);
    for (ulong k = 2; k <= (r->series ? TERMS : 2); k++) {
        fault_plain_apply(twice, p, REF_BRACKET, theta, once);
        _arb_vec_swap(once, twice, d);
        if (k % 2) continue;
        /* B_k / k!; for k = 2 it is 1/12 */
        arb_bernoulli_ui(c, k, prec);
        arb_fac_ui(c + 1, k, prec);
        arb_div(c, c, c + 1, prec);
        if (k == 2) {
            arb_set_d(c + 1, r->twice);
            arb_mul(c, c, c + 1, prec);
        }
        for (slong i = 0; i < d; i++) arb_addmul(K + i, once + i, c, prec);
    }
    _arb_vec_clear(once, 2 * d + 2);
}

/* out = A(theta) x, or x + theta */
static void move(arb_ptr out, const rule *r, arb_srcptr theta)
{
    const fault_plain *p = r->plain;
    const judge_trial *t = p->trial;
    if (r->on_states)
        _arb_vec_add(out, t->exact.x, theta, t->d, t->prec);
    else
        fault_plain_apply(out, p, r->cayley ? REF_CAYLEY : REF_EXPONENTIAL, theta, t->exact.x);
}

static void slope(arb_ptr K, const rule *r, arb_srcptr theta)
{
    const fault_plain *p = r->plain;
    const slong d = p->trial->d, prec = p->trial->prec;
    arb_ptr moved = _arb_vec_init(2 * d), xi = moved + d;
    move(moved, r, theta);
    fault_plain_generator(r->on_states ? xi : K, p, r->frozen ? p->trial->exact.x : moved);
    if (r->on_states) {
        fault_plain_apply(K, p, REF_AD, xi, moved);
    } else if (r->correct && r->cayley) {
        fault_plain_apply(moved, p, REF_DCAY_INVERSE, theta, K);
        _arb_vec_add(K, K, moved, d, prec);
    } else if (r->correct) {
        exp_correction(K, r, theta);
    }
    _arb_vec_clear(moved, 2 * d);
}

static bool step(arb_ptr y, const rule *r)
{
    const fault_plain *p = r->plain;
    const slong d = p->trial->d;
    const int s = r->t->s;
    arb_ptr theta = _arb_vec_init((2 * MOST + 1) * d), K = theta + d, old = K + MOST * d;
    bool done = !r->t->implicit;
    for (int n = 0; n < (r->t->implicit ? ROUNDS : 1); n++) {
        _arb_vec_set(old, K, s * d);
        for (int i = 0; i < s; i++) {
            _arb_vec_zero(theta, d);
            for (int j = 0; j < (r->t->implicit ? s : i); j++)
                add_slope(theta, r, i, j, (r->t->implicit ? old : K) + j * d);
            for (slong j = 0; j < d; j++) mag_zero(arb_radref(theta + j));
            slope(K + i * d, r, theta);
            for (slong j = 0; j < d; j++) mag_zero(arb_radref(K + i * d + j));
        }
        done = done || (n > 0 && fault_settled(old, K, s * d, p->trial->prec));
        if (done) break;
    }
    _arb_vec_zero(theta, d);
    for (int j = 0; j < s; j++) add_slope(theta, r, -1, j, K + j * d);
    move(y, r, theta);
    for (slong i = 0; i < d; i++) done = done && arb_is_finite(y + i);
    _arb_vec_clear(theta, (2 * MOST + 1) * d);
    return done;
}

static void offer_rule(judge_trial *t, const rule *r, const char *words)
{
    if (!judge_is_tried(t, t->fault, words)) return;
    judge_count_work(t, 20);
    if (step(t->y, r))
        judge_offer(t, t->y, 0, "%s", words);
    else
        t->hint->tried++;
}

static bool has_root(const fault_table *t)
{
    return t->a[0][1].root != 0;
}

static void offer_coefficients(judge_trial *t, rule *r)
{
    char words[JUDGE_WORDS];
    for (r->row = -1; r->row < r->t->s; r->row++)
        for (r->column = 0; r->column < r->t->s; r->column++) {
            fault_near near[FAULT_NEAR];
            const fault_coefficient *c =
                r->row < 0 ? &r->t->b[r->column] : &r->t->a[r->row][r->column];
            const size_t count = c->num ? fault_near_numbers(near, c) : 0;
            for (size_t i = 0; i < count; i++) {
                r->near = &near[i];
                if (r->row < 0)
                    snprintf(words, sizeof words, "b_%d %s", r->column + 1, near[i].words);
                else
                    snprintf(words, sizeof words, "a_%d%d %s", r->row + 1, r->column + 1,
                             near[i].words);
                offer_rule(t, r, words);
            }
        }
    r->column = -1;
    for (const fault_root *root = fault_roots; has_root(r->t) && root->words; root++) {
        r->root = root->times;
        offer_rule(t, r, root->words);
    }
    r->root = 1;
}

static void offer_corrections(judge_trial *t, rule *r)
{
    if (!r->cayley && r->t->order <= 2) {
        r->correct = true;
        r->twice = 0;
        offer_rule(t, r, "B with [theta, eta]/2, which this rule has not");
        r->twice = 1;
        offer_rule(t, r, "B of order 4, which this rule has not");
        r->correct = false;
        return;
    }
    r->correct = false;
    offer_rule(t, r, "B left out");
    r->correct = true;
    if (r->cayley) return;
    r->once = -0.5;
    offer_rule(t, r, "B: [theta, eta]/2 with the wrong sign");
    r->once = 1;
    offer_rule(t, r, "B: the 1/2 of [theta, eta] left out");
    r->once = 0.25;
    offer_rule(t, r, "B: [theta, eta]/4 for [theta, eta]/2");
    r->once = 0;
    offer_rule(t, r, "B: [theta, eta]/2 left out");
    r->once = 0.5;
    r->twice = -1;
    offer_rule(t, r, "B: the term of 1/12 with the wrong sign");
    r->twice = 0;
    offer_rule(t, r, "B: the term of 1/12 left out: truncated twice");
    r->twice = 2;
    offer_rule(t, r, "B: 1/6 for 1/12");
    r->twice = 12;
    offer_rule(t, r, "B: 1 for 1/12");
    r->twice = 1;
    r->series = true;
    offer_rule(t, r, "B: the series of dexp^-1 not truncated");
    r->series = false;
}

static const fault_table *table_of(const char *scheme, bool *cayley)
{
    for (size_t i = 0; i < TABLES; i++)
        for (int k = 0; k < 2 && tables[i].scheme; k++) {
            char name[64];
            snprintf(name, sizeof name, "rkmk-%s-%s", tables[i].scheme, k ? "cay" : "exp");
            *cayley = k;
            if (strcmp(name, scheme) == 0) return &tables[i];
        }
    return NULL;
}

/* Tables that no scheme has, in the place of the rule's own; an explicit one has the order at
 * least that it has. */
static void offer_tables(judge_trial *t, rule *r)
{
    const fault_table *own = r->t;
    char words[JUDGE_WORDS];
    for (size_t i = 0; i < TABLES; i++) {
        r->t = &tables[i];
        if (r->t->scheme || r->t->order < own->order - 1) continue;
        snprintf(words, sizeof words, "the table of another rule: %.*s",
                 (int)strcspn(r->t->words, ":"), r->t->words);
        offer_rule(t, r, words);
    }
    r->t = own;
}

void fault_offer_tables_on_states(judge_trial *t)
{
    fault_plain plain;
    rule r = {.plain = &plain, .column = -1, .root = 1, .on_states = true};
    fault_plain_init(&plain, t);
    for (size_t i = 0; i < TABLES; i++) {
        r.t = &tables[i];
        if (r.t->on_states) offer_rule(t, &r, r.t->words);
    }
    r.frozen = true;
    for (size_t i = 0; i < TABLES; i++) {
        r.t = &tables[i];
        if (r.t->scheme && strcmp(r.t->scheme, "midpoint") == 0)
            offer_rule(t, &r, "linear midpoint: y = x + ad* of Xi(x) on (x + y)/2");
    }
    fault_plain_clear(&plain);
}

static void predict(judge_trial *t)
{
    fault_plain plain;
    rule r = {.plain = &plain, .once = 0.5, .twice = 1, .column = -1, .root = 1};
    r.t = table_of(t->exact.scheme->name, &r.cayley);
    if (!r.t || t->d > 400) return;
    r.correct = r.cayley || r.t->order > 2;
    fault_plain_init(&plain, t);
    offer_coefficients(t, &r);
    offer_tables(t, &r);
    if (fault_has(plain.algebra, r.cayley ? REF_DCAY_INVERSE : REF_BRACKET))
        offer_corrections(t, &r);
    if (r.t->implicit && r.t->s > 1) {
        r.transposed = true;
        offer_rule(t, &r, "rows and columns of a_ij exchanged");
    }
    fault_plain_clear(&plain);
}

const judge_fault judge_faults_tableau = {
    .name = "a coefficient of a Runge-Kutta rule",
    .equation = "theta_i = sum a_ij K_j, y = A(sum b_j K_j) x or B(theta) with another number or"
                " table",
    .section = "Schemes, rkmk",
    .rank = 7,
    .predict = predict};
