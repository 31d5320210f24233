/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads formulas, evaluates them, and lists what may be wrong with them. */
#include "oracle/judge/fault/formula.h"
#include "oracle/plumbing/allocate.h"
#include "ref/algebra/algebra.h"
#include "ref/local.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER, NAME, UNIT, ADD, SUBTRACT, NEGATE, MULTIPLY, DIVIDE, CROSS, DOT, LENGTH, FUNCTION };
enum {
    TIMES,
    ANOTHER_NUMBER,
    FIRST,
    SECOND,
    DIVIDED_TWICE,
    ROOT,
    ANOTHER_NAME,
    EXCHANGED,
    TRANSPOSED,
    ANOTHER_FUNCTION,
    ARGUMENT,
    NORMALISED,
    FEW_TERMS, /* `num` terms of the series of function `other`, wherever it stands */
    LOST       /* the quotient by which it is defined, near 0 in `bits` bits */
};
enum { PHI1, PHI2, PHI3, SINE, COSINE, EXPONENTIAL, INVERSE, MEAN, OF_CALLER };
static const char *const functions[] = {"phi1", "phi2", "phi3", "sin", "cos", "exp", "inv", "mean"};

/* ---- Reading ------------------------------------------------------------------------------ */

typedef struct reader {
    formula *f;
    size_t at;
    bool good;
} reader;

static char peek(reader *r)
{
    while (r->f->text[r->at] == ' ') r->at++;
    return r->f->text[r->at];
}

static bool take(reader *r, char c)
{
    if (peek(r) != c) return false;
    r->at++;
    return true;
}

static int add_node(reader *r, int op, int a, int b, size_t from)
{
    formula *f = r->f;
    if (f->nodes == FORMULA_NODES) r->good = false;
    if (!r->good) return 0;
    f->at[f->nodes] = (formula_node){.op = op, .a = a, .b = b, .from = from, .end = r->at};
    return f->nodes++;
}

static int read_sum(reader *r);

static size_t read_word(reader *r)
{
    const size_t from = r->at;
    while (isalnum((unsigned char)r->f->text[r->at]) ||
           (r->f->text[r->at] && strchr("'_", r->f->text[r->at])))
        r->at++;
    return from;
}

static int read_number(reader *r)
{
    const size_t from = r->at;
    char *end;
    const long num = strtol(r->f->text + from, &end, 10);
    long den = 1;
    if (end[0] == '/' && isdigit((unsigned char)end[1])) den = strtol(end + 1, &end, 10);
    r->at = (size_t)(end - r->f->text);
    const int i = add_node(r, NUMBER, -1, -1, from);
    r->f->at[i].num = num;
    r->f->at[i].den = den;
    return i;
}

static int read_function(reader *r, size_t from, size_t length)
{
    const char *word = r->f->text + from;
    int which = OF_CALLER + word[0], b = -1;
    for (int k = 0; length > 1 && k < OF_CALLER; k++)
        if (strlen(functions[k]) == length && memcmp(functions[k], word, length) == 0) which = k;
    const int a = read_sum(r);
    if (take(r, ',')) b = read_sum(r);
    r->good = r->good && take(r, ')');
    const int i = add_node(r, FUNCTION, a, b, from);
    r->f->at[i].name = which;
    r->f->at[i].kind = r->f->at[b < 0 ? a : b].kind;
    return i;
}

static int find_name(const formula *f, const char *word, size_t length)
{
    for (int k = 0; k < f->names; k++)
        if (f->name[k].length == length && memcmp(f->name[k].at, word, length) == 0) return k;
    return -1;
}

static int read_factor(reader *r)
{
    const formula *f = r->f;
    const char c = peek(r);
    const size_t from = r->at;
    if (isdigit((unsigned char)c)) return read_number(r);
    if (take(r, '(')) {
        const int i = read_sum(r);
        r->good = r->good && take(r, ')');
        return i;
    }
    if (take(r, '|')) {
        const int a = read_sum(r);
        r->good = r->good && take(r, '|');
        return add_node(r, LENGTH, a, -1, from);
    }
    read_word(r);
    const size_t length = r->at - from;
    if (length > 0 && f->text[r->at] == '(') {
        r->at++;
        return read_function(r, from, length);
    }
    const bool unit = length == 1 && c == 'I';
    const int name = find_name(f, f->text + from, length), i = add_node(r, NAME, -1, -1, from);
    r->good = r->good && (name >= 0 || unit);
    if (!r->good) return 0;
    r->f->at[i].name = name;
    r->f->at[i].kind = unit ? FORMULA_GENERATOR : f->name[name].kind;
    if (unit) r->f->at[i].op = UNIT;
    return i;
}

static formula_kind kind_of(const formula *f, int op, int a, int b)
{
    if (op == DOT) return FORMULA_NUMBER;
    const formula_kind left = f->at[a].kind, right = f->at[b].kind;
    return right == FORMULA_NUMBER ? left : right;
}

static int join(reader *r, int op, int a, int b, size_t from)
{
    const int i = add_node(r, op, a, b, from);
    if (r->good) r->f->at[i].kind = kind_of(r->f, op, a, b);
    return i;
}

static int read_term(reader *r)
{
    peek(r);
    const size_t from = r->at;
    int a = read_factor(r);
    while (r->good) {
        const char c = peek(r);
        const bool factor = isalnum((unsigned char)c) || c == '(';
        if (!factor && (c == '\0' || !strchr("^./", c))) break;
        if (!factor) r->at++;
        const int b = read_factor(r);
        a = join(r, factor ? MULTIPLY : c == '^' ? CROSS : c == '.' ? DOT : DIVIDE, a, b, from);
    }
    return a;
}

static int read_sum(reader *r)
{
    peek(r);
    const size_t from = r->at;
    int a;
    if (take(r, '-')) {
        const int of = read_term(r);
        a = add_node(r, NEGATE, of, -1, from);
        r->f->at[a].kind = r->f->at[of].kind;
    } else {
        a = read_term(r);
    }
    while (r->good) {
        const bool plus = take(r, '+');
        if (!plus && !take(r, '-')) break;
        const int b = read_term(r);
        a = join(r, plus ? ADD : SUBTRACT, a, b, from);
    }
    return a;
}

static void add_inputs(formula *f, const char *names, formula_kind kind)
{
    while (names && *names && f->names < FORMULA_NAMES) {
        const size_t length = strcspn(names, " ");
        f->name[f->names++] =
            (formula_name){.at = names, .length = length, .kind = kind, .root = -1};
        names += length + (names[length] == ' ');
    }
    f->inputs = f->names;
}

/* name = sum, or the results */
static bool read_statement(reader *r)
{
    formula *f = r->f;
    peek(r);
    const size_t from = read_word(r), length = r->at - from;
    if (length > 0 && take(r, '=')) {
        const int root = read_sum(r);
        if (!r->good || f->names == FORMULA_NAMES || !take(r, ';')) return r->good = false;
        f->name[f->names++] = (formula_name){
            .at = f->text + from, .length = length, .kind = f->at[root].kind, .root = root};
        return true;
    }
    r->at = from;
    do {
        f->result[f->results++] = read_sum(r);
    } while (r->good && f->results < FORMULA_RESULTS && take(r, ','));
    r->good = r->good && peek(r) == '\0';
    return false;
}

bool formula_read(formula *f, const char *text, const char *generators, const char *states,
                  const char *numbers, bool matrices)
{
    reader r = {.f = f, .good = true};
    *f = (formula){.text = text, .matrices = matrices};
    add_inputs(f, generators, FORMULA_GENERATOR);
    add_inputs(f, states, FORMULA_STATE);
    add_inputs(f, numbers, FORMULA_NUMBER);
    while (read_statement(&r)) continue;
    for (int i = 0; i < f->nodes; i++) f->at[i].parent = -1;
    for (int i = 0; i < f->nodes; i++) {
        if (f->at[i].a >= 0) f->at[f->at[i].a].parent = i;
        if (f->at[i].b >= 0) f->at[f->at[i].b].parent = i;
    }
    return r.good;
}

/* ---- Evaluating --------------------------------------------------------------------------- */

static void cross(acb_mat_t out, const acb_mat_t a, const acb_mat_t b, slong prec)
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        acb_ptr to = acb_mat_entry(out, k, 0);
        acb_mul(to, acb_mat_entry(a, i, 0), acb_mat_entry(b, j, 0), prec);
        acb_submul(to, acb_mat_entry(a, j, 0), acb_mat_entry(b, i, 0), prec);
    }
}

static void dot(acb_t out, const acb_mat_t a, const acb_mat_t b, slong prec)
{
    acb_zero(out);
    for (int k = 0; k < 3; k++)
        acb_addmul(out, acb_mat_entry(a, k, 0), acb_mat_entry(b, k, 0), prec);
}

static void scale(acb_mat_t A, long num, long den, slong prec)
{
    acb_mat_scalar_mul_si(A, A, num, prec);
    if (den != 1) acb_mat_scalar_div_si(A, A, den, prec);
}

/* sum over k < terms of ad_P^k X / (k + 1)! */
static void mean(acb_mat_t out, const acb_mat_t P, const acb_mat_t X, int terms, slong prec)
{
    const slong n = acb_mat_nrows(X);
    REF_LOCAL_MAT(acb, n, n, term, next);
    acb_mat_set(term, X);
    acb_mat_set(out, X);
    for (int k = 2; k <= terms; k++) {
        acb_mat_mul(next, P, term, prec);
        acb_mat_mul(term, term, P, prec);
        acb_mat_sub(term, next, term, prec);
        acb_mat_scalar_div_si(term, term, k, prec);
        acb_mat_add(out, out, term, prec);
    }
}

/* The first terms of phi_k(t), sum over n of (-1)^n t^2n/(2n + k)!, or of exp. */
static void few_terms(acb_mat_t out, const formula_run *run, int which, int terms,
                      const acb_mat_t a)
{
    const slong prec = run->prec;
    const bool exponential = which == EXPONENTIAL;
    const int first = exponential ? 0 : which - PHI1 + 1;
    REF_LOCAL_MAT(acb, acb_mat_nrows(a), acb_mat_ncols(a), term);
    REF_LOCAL(acb, square, factorial);
    acb_mat_one(term);
    acb_mat_zero(out);
    if (!exponential) acb_sqr(square, acb_mat_entry(a, 0, 0), prec);
    acb_neg(square, square);
    arb_fac_ui(acb_realref(factorial), (ulong)first, prec);
    acb_mat_scalar_div_acb(term, term, factorial, prec);
    for (int n = 0; n < terms; n++) {
        acb_mat_add(out, out, term, prec);
        if (exponential)
            acb_mat_mul(term, term, a, prec);
        else
            acb_mat_scalar_mul_acb(term, term, square, prec);
        const slong k = exponential ? n + 1 : (slong)(2 * n + 1 + first) * (2 * n + 2 + first);
        acb_mat_scalar_div_si(term, term, k, prec);
    }
}

/* (1 - cos t)/t^2 with cos t and t rounded; of phi3 the like does no harm, it stands before t^2 */
static void lose_digits(acb_mat_t out, const formula_run *run, const acb_mat_t a)
{
    const slong bits = run->bits ? run->bits : 53;
    arb_ptr v = _arb_vec_init(2), t = v + 1;
    arb_get_mid_arb(t, acb_realref(acb_mat_entry(a, 0, 0)));
    arf_set_round(arb_midref(t), arb_midref(t), bits, ARF_RND_NEAR);
    arb_cos(v, t, run->prec);
    arb_get_mid_arb(v, v);
    arf_set_round(arb_midref(v), arb_midref(v), bits, ARF_RND_NEAR);
    arb_sub_ui(v, v, 1, run->prec);
    arb_neg(v, v);
    for (int n = 0; n < 2; n++) arb_div(v, v, t, run->prec);
    if (arb_is_zero(t)) arb_set_d(v, 0.5);
    acb_set_arb(acb_mat_entry(out, 0, 0), v);
    _arb_vec_clear(v, 2);
}

static void apply_function(acb_mat_t out, const formula_run *run, int which, const acb_mat_t a,
                           const acb_mat_t b)
{
    enum { TERMS = 60 };
    const formula_edit *e = run->edit;
    const bool cut = e && e->how == FEW_TERMS && e->other == which;
    acb_ptr to = acb_mat_entry(out, 0, 0), from = acb_mat_entry(a, 0, 0);
    arb_ptr phi;
    if (cut && which != MEAN) {
        few_terms(out, run, which, (int)e->num, a);
        return;
    }
    if (e && e->how == LOST && e->other == which) {
        lose_digits(out, run, a);
        return;
    }
    switch (which) {
    case SINE:
        acb_sin(to, from, run->prec);
        break;
    case COSINE:
        acb_cos(to, from, run->prec);
        break;
    case EXPONENTIAL:
        acb_mat_exp(out, a, run->prec);
        break;
    case INVERSE:
        if (!acb_mat_inv(out, a, run->prec)) acb_mat_indeterminate(out);
        break;
    case MEAN:
        mean(out, a, b, cut ? (int)e->num : TERMS, run->prec);
        break;
    case PHI1:
    case PHI2:
    case PHI3:
        phi = _arb_vec_init(4);
        arb_mul(phi + 3, acb_realref(from), acb_realref(from), run->prec);
        ref_phi(phi, phi + 3, 3, run->prec);
        acb_set_arb(to, phi + (which - PHI1));
        _arb_vec_clear(phi, 4);
        break;
    default:
        run->call(out, run->own, (char)(which - OF_CALLER), a, b, run->prec);
    }
}

static void init_value(acb_mat_t out, const formula_run *run, formula_kind kind)
{
    const bool matrices = run->f->matrices;
    if (kind == FORMULA_NUMBER)
        acb_mat_init(out, 1, 1);
    else
        acb_mat_init(out, matrices ? run->n : 3, matrices ? run->n : 1);
}

static void evaluate(acb_mat_t out, const formula_run *run, int i);

static void combine(acb_mat_t out, const formula_run *run, const formula_node *node,
                    const formula_edit *e)
{
    const formula *f = run->f;
    const slong prec = run->prec;
    const bool left_is_number = f->at[node->a].kind == FORMULA_NUMBER;
    const int how = e ? e->how : TIMES;
    acb_mat_t a, b;
    evaluate(a, run, node->a);
    evaluate(b, run, node->b);
    if (how == FIRST || how == SECOND) {
        acb_mat_set(out, how == FIRST ? a : b);
    } else if (node->op == ADD) {
        acb_mat_add(out, a, b, prec);
    } else if (node->op == SUBTRACT) {
        acb_mat_sub(out, a, b, prec);
    } else if (node->op == CROSS) {
        cross(out, a, b, prec);
    } else if (node->op == DOT) {
        dot(acb_mat_entry(out, 0, 0), a, b, prec);
    } else if (node->op == DIVIDE) {
        for (int n = how == DIVIDED_TWICE ? 2 : 1; n > 0; n--) {
            acb_mat_scalar_div_acb(out, a, acb_mat_entry(b, 0, 0), prec);
            acb_mat_swap(out, a);
        }
        acb_mat_swap(out, a);
    } else if (left_is_number) {
        acb_mat_scalar_mul_acb(out, b, acb_mat_entry(a, 0, 0), prec);
    } else if (f->at[node->b].kind == FORMULA_NUMBER) {
        acb_mat_scalar_mul_acb(out, a, acb_mat_entry(b, 0, 0), prec);
    } else if (how == EXCHANGED) {
        acb_mat_mul(out, b, a, prec);
    } else {
        acb_mat_mul(out, a, b, prec);
    }
    acb_mat_clear(a);
    acb_mat_clear(b);
}

static void evaluate_unary(acb_mat_t out, const formula_run *run, const formula_node *node,
                           const formula_edit *e)
{
    acb_mat_t a, b;
    evaluate(a, run, node->a);
    if (e && e->how == ARGUMENT) scale(a, e->num, e->den, run->prec);
    if (e && e->how == FIRST) {
        acb_mat_set(out, a);
    } else if (node->op == NEGATE) {
        acb_mat_neg(out, a);
    } else if (node->op == LENGTH) {
        dot(acb_mat_entry(out, 0, 0), a, a, run->prec);
        acb_sqrt(acb_mat_entry(out, 0, 0), acb_mat_entry(out, 0, 0), run->prec);
    } else {
        if (node->b >= 0) evaluate(b, run, node->b);
        const bool other = e && e->how == ANOTHER_FUNCTION;
        if (e && e->how == SECOND)
            acb_mat_set(out, b);
        else
            apply_function(out, run, other ? e->other : node->name, a, b);
        if (node->b >= 0) acb_mat_clear(b);
    }
    acb_mat_clear(a);
}

static void normalise(acb_mat_t v, slong prec)
{
    REF_LOCAL(acb, length);
    dot(length, v, v, prec);
    acb_sqrt(length, length, prec);
    acb_mat_scalar_div_acb(v, v, length, prec);
}

/* out is initialized here. */
static void evaluate(acb_mat_t out, const formula_run *run, int i)
{
    const formula_node *node = &run->f->at[i];
    const formula_edit *e = run->edit && run->edit->node == i ? run->edit : NULL;
    init_value(out, run, node->kind);
    if (node->op == NUMBER) {
        acb_set_si(acb_mat_entry(out, 0, 0), e && e->how == ANOTHER_NUMBER ? e->num : node->num);
        const long den = e && e->how == ANOTHER_NUMBER ? e->den : node->den;
        acb_div_si(acb_mat_entry(out, 0, 0), acb_mat_entry(out, 0, 0), den, run->prec);
    } else if (node->op == NAME) {
        acb_mat_set(out, &run->value[e && e->how == ANOTHER_NAME ? e->other : node->name]);
    } else if (node->op == UNIT) {
        acb_mat_one(out);
    } else if (node->op == NEGATE || node->op == LENGTH || node->op == FUNCTION) {
        evaluate_unary(out, run, node, e);
    } else {
        combine(out, run, node, e);
    }
    if (!e) return;
    if (e->how == TIMES) scale(out, e->num, e->den, run->prec);
    if (e->how == TRANSPOSED) acb_mat_transpose(out, out);
    if (e->how == NORMALISED) normalise(out, run->prec);
    if (e->how == ROOT) acb_sqrt(acb_mat_entry(out, 0, 0), acb_mat_entry(out, 0, 0), run->prec);
}

void formula_evaluate(acb_mat_struct *result, formula_run *run)
{
    const formula *f = run->f;
    for (int k = f->inputs; k < f->names; k++) evaluate(&run->value[k], run, f->name[k].root);
    for (int k = 0; k < f->results; k++) evaluate(&result[k], run, f->result[k]);
    for (int k = f->inputs; k < f->names; k++) acb_mat_clear(&run->value[k]);
}

/* ---- Edits -------------------------------------------------------------------------------- */

typedef struct listing {
    formula_edit *to;
    size_t count, most, listed; /* listed: those without room too */
} listing;

static void add_edit(listing *l, formula_edit e)
{
    l->listed++;
    if (l->count < l->most) l->to[l->count++] = e;
}

static bool is_sum(const formula_node *node)
{
    return node->op == ADD || node->op == SUBTRACT || node->op == NEGATE;
}

/* A term of a sum, or all that a name or a result is. */
static bool is_term(const formula *f, int i)
{
    const int parent = f->at[i].parent;
    return parent < 0 || is_sum(&f->at[parent]);
}

/* The number in front of a product; or -1. */
static int leading_number(const formula *f, int i)
{
    while (f->at[i].op == MULTIPLY || f->at[i].op == CROSS || f->at[i].op == DIVIDE ||
           f->at[i].op == DOT)
        i = f->at[i].a;
    return f->at[i].op == NUMBER ? i : -1;
}

static int term_of(const formula *f, int i)
{
    while (!is_term(f, i)) i = f->at[i].parent;
    return i;
}

static void list_numbers(listing *l, const formula *f, int i)
{
    const long num = f->at[i].num, den = f->at[i].den;
    const bool leading = leading_number(f, term_of(f, i)) == i;
    static const long by[][2] = {{4, 1}, {1, 4}, {2, 1}, {1, 2}};
    if (num == 1 && den == 1) return;
    /* its half and its double are those of the term */
    for (int k = 0; k < (leading ? 2 : 4); k++) {
        formula_edit e = {ANOTHER_NUMBER, i, num * by[k][0], den * by[k][1], 0};
        while (e.num % 2 == 0 && e.den % 2 == 0) {
            e.num /= 2;
            e.den /= 2;
        }
        add_edit(l, e);
    }
    if (num == 1 && den > 4) add_edit(l, (formula_edit){ANOTHER_NUMBER, i, 1, den * den, 0});
}

static void list_names(listing *l, const formula *f, int i, bool lengths)
{
    const formula_node *node = &f->at[i];
    for (int k = 0; k < f->names; k++) {
        /* a name that is defined later, or by this place, is not there yet */
        if (k == node->name || f->name[k].kind != node->kind ||
            (f->name[k].root >= 0 && f->name[k].root >= i))
            continue;
        add_edit(l, (formula_edit){ANOTHER_NAME, i, 0, 0, k});
    }
    if (node->kind == FORMULA_NUMBER) return;
    if (f->matrices) add_edit(l, (formula_edit){TRANSPOSED, i, 0, 0, 0});
    if (!f->matrices && lengths) add_edit(l, (formula_edit){NORMALISED, i, 0, 0, 0});
}

static void list_functions(listing *l, const formula *f, int i)
{
    const int which = f->at[i].name;
    const int least = which <= PHI3 ? PHI1 : SINE, most = which <= PHI3 ? PHI3 : COSINE;
    static const long by[][2] = {{2, 1}, {1, 2}, {-1, 1}};
    for (int k = least; which <= COSINE && k <= most; k++)
        if (k != which) add_edit(l, (formula_edit){ANOTHER_FUNCTION, i, 0, 0, k});
    for (const char *k = "ECM"; which >= OF_CALLER && *k; k++)
        if (OF_CALLER + *k != which)
            add_edit(l, (formula_edit){ANOTHER_FUNCTION, i, 0, 0, OF_CALLER + *k});
    const bool even = which <= PHI3 || which == COSINE;
    for (int k = 0; which != INVERSE && k < (even ? 2 : 3); k++)
        add_edit(l, (formula_edit){ARGUMENT, i, by[k][0], by[k][1], 0});
    if (which == INVERSE) add_edit(l, (formula_edit){FIRST, i, 0, 0, 0});
    if (which == INVERSE) add_edit(l, (formula_edit){TRANSPOSED, i, 0, 0, 0});
    if (f->at[i].b >= 0) add_edit(l, (formula_edit){SECOND, i, 0, 0, 0});
}

/* Of a function wherever it stands. */
static void list_series(listing *l, const formula *f)
{
    enum { MOST_OF_PHI = 7, MOST_OF_EXP = 12 };
    for (int which = PHI1; which <= MEAN; which++) {
        bool there = false;
        for (int i = 0; i < f->nodes; i++)
            there = there || (f->at[i].op == FUNCTION && f->at[i].name == which);
        if (!there || which == SINE || which == COSINE || which == INVERSE) continue;
        for (long n = which <= PHI3 ? 1 : 3; n <= (which <= PHI3 ? MOST_OF_PHI : MOST_OF_EXP); n++)
            add_edit(l, (formula_edit){FEW_TERMS, -1, n, 1, which});
        if (which == PHI2 || which == PHI3) add_edit(l, (formula_edit){LOST, -1, 0, 1, which});
    }
}

static void list_products(listing *l, const formula *f, int i)
{
    const formula_node *node = &f->at[i], *a = &f->at[node->a], *b = &f->at[node->b];
    if (node->op == DIVIDE) {
        add_edit(l, (formula_edit){FIRST, i, 0, 0, 0});
        add_edit(l, (formula_edit){DIVIDED_TWICE, i, 0, 0, 0});
    } else if (node->op == MULTIPLY) {
        const bool first = a->kind == FORMULA_NUMBER, second = b->kind == FORMULA_NUMBER;
        if (!first && !second) add_edit(l, (formula_edit){EXCHANGED, i, 0, 0, 0});
        if (a->op != NUMBER && (first || !second)) add_edit(l, (formula_edit){SECOND, i, 0, 0, 0});
        if (second || !first) add_edit(l, (formula_edit){FIRST, i, 0, 0, 0});
    } else if (node->op == DOT && a->op == NAME && b->op == NAME && a->name == b->name) {
        add_edit(l, (formula_edit){ROOT, i, 0, 0, 0});
    }
}

/* Not of x alone in x + ..., which nobody leaves out. */
static void list_times(listing *l, const formula *f, int i)
{
    static const long by[][2] = {{0, 1}, {-1, 1}, {1, 2}, {2, 1}};
    const formula_node *node = &f->at[i];
    if (node->op == UNIT || (node->op == NAME && node->kind != FORMULA_NUMBER)) return;
    for (size_t k = 0; is_term(f, i) && !is_sum(node) && k < sizeof by / sizeof *by; k++)
        add_edit(l, (formula_edit){TIMES, i, by[k][0], by[k][1], 0});
}

/* Results first, then what they are made of. */
static void list_terms(listing *l, const formula *f)
{
    for (int k = 0; k < f->results; k++) list_times(l, f, f->result[k]);
    for (int i = 0; i < f->nodes; i++)
        if (i != f->result[0] && i != f->result[f->results - 1]) list_times(l, f, i);
}

size_t formula_term_edits(const formula *f)
{
    listing l = {0};
    list_terms(&l, f);
    return l.listed;
}

/* Of edits that give the same numbers the first one is named: terms come before names. */
size_t formula_edits(formula_edit *to, size_t most, const formula *f, bool lengths)
{
    listing l = {.to = to, .most = most};
    list_terms(&l, f);
    for (int i = 0; i < f->nodes; i++) {
        const int op = f->at[i].op;
        if (op == NUMBER) list_numbers(&l, f, i);
        if (op == FUNCTION) list_functions(&l, f, i);
        if (op == MULTIPLY || op == DIVIDE || op == DOT) list_products(&l, f, i);
    }
    for (int i = 0; i < f->nodes; i++)
        if (f->at[i].op == NAME) list_names(&l, f, i, lengths);
    list_series(&l, f);
    return l.count;
}

/* ---- Words -------------------------------------------------------------------------------- */

/* The text of a place: the cross product as the manual's cross, phi1 as phi_1. */
static void write_span(FILE *to, const formula *f, int i)
{
    const char *text = f->text;
    for (size_t k = f->at[i].from; k < f->at[i].end; k++) {
        if (text[k] == '^')
            fputs(" x ", to);
        else
            fputc(text[k], to);
        if (text[k] == 'i' && k >= 2 && memcmp(text + k - 2, "phi", 3) == 0) fputc('_', to);
    }
}

static void write_name(FILE *to, const formula *f, int name)
{
    fprintf(to, "%.*s", (int)f->name[name].length, f->name[name].at);
}

/* " in " and the term around a place, or the sum in brackets around a term. */
static void write_place(FILE *to, const formula *f, int i)
{
    int term = term_of(f, i);
    if (term == i) { /* of a sum in brackets */
        for (term = f->at[i].parent; term >= 0 && f->at[term].parent >= 0;
             term = f->at[term].parent)
            if (!is_sum(&f->at[f->at[term].parent])) break;
        if (term < 0 || f->at[term].parent < 0) return;
    }
    fputs(" in ", to);
    write_span(to, f, term);
}

/* The name that the place defines; or -1. */
static int defined_name(const formula *f, int i)
{
    for (int k = f->inputs; k < f->names; k++)
        if (f->name[k].root == i) return k;
    return -1;
}

static void write_function(FILE *to, int which)
{
    if (which >= OF_CALLER)
        fputc(which - OF_CALLER, to);
    else
        fprintf(to, "%s%s", which <= PHI3 ? "phi_" : "",
                functions[which] + (which <= PHI3 ? 3 : 0));
}

/* How each edit is said.  $T is the place, or the name that it defines; $P the place; $A and $B its
 * parts; $R the edit's number, $F its function, $N its name. */
static const char *const edit_texts[] = {[TIMES] = "$T",
                                         [ANOTHER_NUMBER] = "$R for $P",
                                         [FIRST] = "$A for $P",
                                         [SECOND] = "$B for $P",
                                         [DIVIDED_TWICE] = "divided twice by $B",
                                         [ROOT] = "the root of $P",
                                         [ANOTHER_NAME] = "$N for $P",
                                         [EXCHANGED] = "$B before $A",
                                         [TRANSPOSED] = "$P transposed",
                                         [ANOTHER_FUNCTION] = "$F for $P",
                                         [ARGUMENT] = "$R of the argument of $P",
                                         [NORMALISED] = "$P with length 1",
                                         [FEW_TERMS] = "the series of $F cut off after $R term",
                                         [LOST] =
                                             "$F as (1 - cos t)/t^2, which loses digits near 0"};

static void write_letter(FILE *to, const formula *f, const formula_edit *e, char letter)
{
    const int name = letter == 'N' ? e->other : letter == 'T' ? defined_name(f, e->node) : -1;
    if (name >= 0) {
        write_name(to, f, name);
    } else if (letter == 'F') {
        write_function(to, e->other);
    } else if (letter == 'R') {
        fprintf(to, "%ld", e->num);
        if (e->den != 1) fprintf(to, "/%ld", e->den);
    } else {
        const formula_node *node = &f->at[e->node];
        write_span(to, f, letter == 'A' ? node->a : letter == 'B' ? node->b : e->node);
    }
}

static const char *ending_of(const formula_edit *e)
{
    if (e->how == FEW_TERMS) return e->num == 1 ? "" : "s";
    if (e->how != TIMES) return "";
    return e->num == 0   ? " left out"
           : e->num < 0  ? " with the wrong sign"
           : e->den == 2 ? " halved"
                         : " doubled";
}

void formula_edit_words(char *to, size_t room, const formula *f, const formula_edit *e)
{
    slp_written words;
    FILE *out = slp_written_begin(&words);
    const char *text = edit_texts[e->how];
    const bool zero = e->how == TIMES && e->num == 0 && defined_name(f, e->node) >= 0;
    if (zero) text = "0 for $T";
    if ((e->how == FIRST || e->how == SECOND) && f->at[e->node].op == DIVIDE)
        text = "not divided by $B";
    for (; *text; text++)
        if (*text == '$')
            write_letter(out, f, e, *++text);
        else
            fputc(*text, out);
    if (!zero) fputs(ending_of(e), out);
    if (!zero && e->node >= 0) write_place(out, f, e->node);
    snprintf(to, room, "%s", slp_written_end(&words));
    free(words.text);
}
