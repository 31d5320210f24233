/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A term of an operation: D, C, E, M and B are sums of an odd and an even part in xi, and one of
 * them is wrong. */
#include "oracle/judge/fault/trial.h"

static const struct {
    double odd, even;
    const char *words;
} terms[] = {{-1, 1, "the wrong sign in front of xi"},
             {1, -1, "the even terms with the wrong sign"},
             {1, 0, "the even terms left out"},
             {1, 2, "the even terms with a factor 2 too much"},
             {1, 4, "the even terms with a factor 4 too much"},
             {1, 0.5, "the even terms with a factor 1/2 too much"},
             {2, 1, "the odd terms with a factor 2 too much"},
             {0.5, 1, "the odd terms with a factor 1/2 too much"},
             {0, 1, "the odd terms left out"},
             {-1, -1, "with the wrong sign"},
             {0, 0, "left out"}};
enum { TERMS = sizeof terms / sizeof *terms };

static const struct {
    ref_operation operation;
    const char *name;
    bool change; /* the operation is A(xi) x - x */
} operations[] = {{REF_CONGRUENCE, "D", true},
                  {REF_INVERSE, "the inverse of D", false},
                  {REF_PRINTED, "the inverse of D", false},
                  {REF_EXPONENTIAL, "E", false},
                  {REF_CAYLEY, "C", false},
                  {REF_DEXP_DUAL, "M", false},
                  {REF_DCAY_INVERSE, "B", true}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* out = a (odd part) + b (even part), and x itself where the operation is no change */
static void weigh_parts(arb_ptr out, fault_rule *rule, ref_operation operation,
                        const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w,
                        bool change)
{
    const slong d = algebra->d;
    const double odd = terms[rule->part].odd, even = terms[rule->part].even;
    arb_ptr plus = _arb_vec_init(3 * d + 1), minus = plus + d, back = minus + d, c = back + d;
    _arb_vec_neg(back, xi, d);
    fault_apply(plus, rule, operation, algebra, xi, x, w);
    fault_apply(minus, rule, operation, algebra, back, x, w);
    for (slong i = 0; i < d; i++) {
        /* sum and difference of both are twice the even and the odd part */
        arb_add(back + i, plus + i, minus + i, rule->prec);
        arb_sub(plus + i, plus + i, minus + i, rule->prec);
        arb_mul_2exp_si(back + i, back + i, -1);
        arb_mul_2exp_si(plus + i, plus + i, -1);
        if (!change) arb_sub(back + i, back + i, x + i, rule->prec);
        arb_set_d(c, odd);
        arb_mul(plus + i, plus + i, c, rule->prec);
        arb_set_d(c, even);
        arb_addmul(plus + i, back + i, c, rule->prec);
        if (!change) arb_add(plus + i, plus + i, x + i, rule->prec);
    }
    for (slong i = 0; i < d; i++) arb_swap(out + i, plus + i);
    _arb_vec_clear(plus, 3 * d + 1);
}

static void wrong_terms(arb_ptr out, fault_rule *rule, ref_operation operation,
                        const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    if (operation != operations[rule->where].operation)
        fault_apply(out, rule, operation, algebra, xi, x, w);
    else
        weigh_parts(out, rule, operation, algebra, xi, x, w, operations[rule->where].change);
}

/* |a| > 2^-bits |b|, of midpoints. */
static bool differs(const arb_t a, const arb_t b, slong bits)
{
    if (arf_is_zero(arb_midref(b))) return !arf_is_zero(arb_midref(a));
    return arf_cmpabs_2exp_si(arb_midref(a), arf_abs_bound_lt_2exp_si(arb_midref(b)) - bits) > 0;
}

/* The inverse of D with wrong terms: m = x - (D(xi) m - m), iterated. */
static void wrong_inverse(arb_ptr out, fault_rule *rule, ref_operation operation,
                          const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    enum { MOST = 200 };
    const slong d = algebra->d;
    if (operation != REF_INVERSE) {
        fault_apply(out, rule, operation, algebra, xi, x, w);
        return;
    }
    arb_ptr m = _arb_vec_init(2 * d), image = m + d;
    bool moves = true;
    _arb_vec_set(m, x, d);
    for (int n = 0; moves && n < MOST; n++) {
        weigh_parts(image, rule, REF_CONGRUENCE, algebra, xi, m, w, true);
        _arb_vec_sub(image, x, image, d, rule->prec);
        moves = false;
        for (slong i = 0; i < d; i++) {
            mag_zero(arb_radref(image + i));
            arb_sub(m + i, m + i, image + i, rule->prec);
            moves = moves || differs(m + i, image + i, rule->prec - 16);
            arb_swap(m + i, image + i);
        }
    }
    for (slong i = 0; i < d; i++) arb_swap(out + i, m + i);
    _arb_vec_clear(m, 2 * d);
}

/* xi = a times the generator whose adjoint is the generator itself. */
static void adjoint(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, double a, slong prec)
{
    acb_mat_t X;
    acb_mat_init(X, algebra->n, algebra->n);
    algebra->to_matrix(X, algebra, xi, prec);
    acb_mat_conjugate_transpose(X, X);
    algebra->from_matrix(out, algebra, X, prec);
    acb_mat_clear(X);
    if (a < 0) _arb_vec_neg(out, out, algebra->d);
}

/* out = a [xi, x], or sum_k a^k [xi, .]^k x / k! with `most` terms after the first */
static void bracket_series(arb_ptr out, fault_rule *rule, const ref_algebra *algebra, arb_srcptr xi,
                           arb_srcptr x, arb_ptr w, int most)
{
    const slong d = algebra->d;
    arb_ptr term = _arb_vec_init(2 * d), sum = term + d;
    _arb_vec_set(term, x, d);
    if (most > 1) _arb_vec_set(sum, x, d);
    for (int k = 1; k <= most; k++) {
        fault_apply(term, rule, REF_BRACKET, algebra, xi, term, w);
        for (slong i = 0; i < d; i++) {
            if (rule->factor < 0) arb_neg(term + i, term + i);
            arb_div_si(term + i, term + i, k, rule->prec);
            arb_add(sum + i, sum + i, term + i, rule->prec);
        }
    }
    for (slong i = 0; i < d; i++) arb_swap(out + i, sum + i);
    _arb_vec_clear(term, 2 * d);
}

/* ad for ad*.  On matrices that keep a form every operation takes xi where it is to take xi*. */
static void transposed_operation(arb_ptr out, fault_rule *rule, ref_operation operation,
                                 const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    enum { TERMS_OF_E = 60 };
    const bool generators = operation == REF_BRACKET || operation == REF_DCAY_INVERSE;
    if (algebra->form && !generators) {
        arb_ptr other = _arb_vec_init(algebra->d);
        adjoint(other, algebra, xi, rule->factor, rule->prec);
        fault_apply(out, rule, operation, algebra, other, x, w);
        _arb_vec_clear(other, algebra->d);
    } else if (operation == REF_AD) {
        bracket_series(out, rule, algebra, xi, x, w, 1);
    } else if (operation == REF_EXPONENTIAL) {
        bracket_series(out, rule, algebra, xi, x, w, TERMS_OF_E);
    } else {
        fault_apply(out, rule, operation, algebra, xi, x, w);
    }
}

/* ad* for ad: the bracket of two generators. */
static void dual_bracket(arb_ptr out, fault_rule *rule, ref_operation operation,
                         const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    fault_apply(out, rule, operation == REF_BRACKET ? REF_AD : operation, algebra, xi, x, w);
    if (operation == REF_BRACKET && rule->factor < 0) _arb_vec_neg(out, out, algebra->d);
}

/* Where ad = -ad* this is a wrong sign, and has its name.  Generators of one step that move nothing
 * but rotations have this too on se(3)*: the sign of their bracket then has two names. */
static void offer_transpositions(judge_trial *t)
{
    const ref_algebra *algebra = &t->exact.sys->algebra;
    fault_rule rule = {.trial = t, .part = -1};
    if (!fault_has(algebra, REF_BRACKET)) return;
    const bool fields =
        !fault_sign_transposes(t) && (fault_uses(t, REF_AD) || fault_uses(t, REF_EXPONENTIAL));
    const bool generators = fault_uses(t, REF_BRACKET) && !fault_algebra_is_skew(t);
    for (rule.factor = 1; rule.factor >= -1; rule.factor -= 2) {
        const char *sign = rule.factor < 0 ? "-" : "";
        rule.act = transposed_operation;
        if (fields) fault_offer_rule(&rule, "bracket transposed: %sad for ad*", sign);
        rule.act = dual_bracket;
        if (generators)
            fault_offer_rule(&rule, "bracket of generators transposed: %sad* for ad", sign);
    }
}

static const ref_algebra *acting_algebra(const judge_trial *t)
{
    const ref_algebra *algebra = &t->exact.sys->algebra;
    return t->exact.scheme->semidirect && algebra->rotations ? algebra->rotations : algebra;
}

static void predict(judge_trial *t)
{
    enum { LARGEST = 600 };
    const ref_algebra *algebra = acting_algebra(t);
    fault_rule rule = {.trial = t};
    if (t->d > LARGEST) return;
    offer_transpositions(t);
    for (int k = 0; k < OPERATIONS; k++) {
        if (!fault_has(algebra, operations[k].operation) || !fault_uses(t, operations[k].operation))
            continue;
        for (rule.part = 0; rule.part < TERMS; rule.part++) {
            rule.where = k;
            rule.act = wrong_terms;
            fault_offer_rule(&rule, "%s: %s", operations[k].name, terms[rule.part].words);
        }
    }
    rule.part = -1;
    if (!fault_uses(t, REF_INVERSE) || !fault_has(algebra, REF_CONGRUENCE)) return;
    rule.act = wrong_inverse;
    for (rule.part = 1; rule.part < TERMS - 1; rule.part++)
        fault_offer_rule(&rule, "D: %s", terms[rule.part].words);
}

const judge_fault judge_faults_operations = {
    .name = "a term of an operation",
    .equation = "D, C, E, M or B with a 1/2, a 1/4 or a sign that is not there; ad for ad*",
    .section = "Schemes, Operations",
    .rank = 8,
    .predict = predict};
