/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An operation with one place of its formula wrong.  The formulas are those of the manual's section
 * Operations, and other forms of them that programs use; formula.h says what may be wrong with a
 * place.  Edits that give the same numbers as one before are left out. */
#include "oracle/judge/fault/operations.h"
#include "oracle/judge/fault/formula.h"
#include "oracle/judge/fault/trial.h"
#include "ref/algebra/so3.h"
#include "ref/matrix/sun.h"

#include <stdlib.h>

/* Which formulas an algebra has. */
enum { SO3 = 1, SU2 = 2, SE3 = 4, MATRICES = 8, DUAL = 16, VECTORS = SO3 | SU2 };
static const struct form {
    unsigned families;
    ref_operation operation;
    const char *text;
} forms[] = {
    {VECTORS, REF_EXPONENTIAL, "t = |xi|; x - phi1(t) xi^x + phi2(t) xi^(xi^x)"},
    {VECTORS, REF_EXPONENTIAL, "t = |xi|; n = xi/t; cos(t) x - sin(t) n^x + (1 - cos(t)) (n.x) n"},
    {VECTORS, REF_EXPONENTIAL,
     "t = |xi|; n = xi/t; v = sin(1/2 t) n; x - 2 cos(1/2 t) v^x + 2 v^(v^x)"},
    {VECTORS, REF_DEXP_DUAL, "t = |xi|; x - phi2(t) xi^x + phi3(t) xi^(xi^x)"},
    {SO3, REF_CONGRUENCE, "1/2 xi^x + 1/4 (xi.x) xi"},
    {SO3, REF_INVERSE, "q = 1/4 (xi.xi); (x - 1/2 xi^x)/(1 + q)"},
    {SO3, REF_PRINTED, "q = 1/4 (xi.xi); (x - 1/2 xi^x)/(1 + q) + 1/2 (xi.x) xi/(1 + q)/(1 - q)"},
    {SO3, REF_CAYLEY, "q = 1/4 (xi.xi); x + (1/2 xi^(xi^x) - xi^x)/(1 + q)"},
    {SO3, REF_DCAY_INVERSE, "1/2 xi^eta + 1/4 (xi.eta) xi"},
    {SU2, REF_CONGRUENCE, "q = 1/16 (xi.xi); 1/2 xi^x + 1/8 (xi.x) xi - q x"},
    {SU2, REF_INVERSE, "q = 1/16 (xi.xi); (x + (1/8 xi^(xi^x) - 1/2 xi^x)/(1 + q))/(1 + q)"},
    {SU2, REF_CAYLEY, "q = 1/16 (xi.xi); x + (1/2 xi^(xi^x) - (1 - q) xi^x)/(1 + q)/(1 + q)"},
    {SU2, REF_DCAY_INVERSE, "q = 1/16 (xi.xi); 1/2 xi^eta + 1/8 (xi.eta) xi - q eta"},
    {VECTORS, REF_SPHERE_CAYLEY, "q = 1/4 (xi.xi); x + (1/2 xi^(xi^x) - xi^x)/(1 + q)"},
    {SE3, REF_AD, "Pi^omega + Gamma^u, Gamma^omega"},
    {SE3, REF_BRACKET, "omega^alpha, omega^v - alpha^u"},
    {SE3, REF_EXPONENTIAL,
     "p = M(omega, u); Gamma' = E(omega, Gamma); E(omega, Pi) + Gamma'^p, Gamma'"},
    {SE3, REF_CAYLEY,
     "p = (u - 1/2 omega^u + 1/4 (omega.u) omega)/(1 + 1/4 (omega.omega)); "
     "Gamma' = C(omega, Gamma); C(omega, Pi) + Gamma'^p, Gamma'"},
    {SE3, REF_DCAY_INVERSE,
     "1/2 omega^alpha + 1/4 (omega.alpha) omega, "
     "1/2 (omega^v - alpha^u) - 1/4 omega^(alpha^u)"},
    {SE3, REF_CONGRUENCE,
     "1/2 omega^Pi + 1/2 u^Gamma + 1/4 (omega.Pi) omega + 1/4 (u.Gamma) omega"
     " + 1/4 (omega.Gamma) u, 1/2 omega^Gamma + 1/4 (omega.Gamma) omega"},
    {MATRICES, REF_AD, "P X - X P"},
    {MATRICES, REF_BRACKET, "xi eta - eta xi"},
    {MATRICES, REF_CONGRUENCE, "(I - 1/2 P) X (I + 1/2 P) - X"},
    {MATRICES, REF_CONGRUENCE, "1/2 X P - 1/2 P X - 1/4 P X P"},
    {MATRICES, REF_INVERSE, "inv(I - 1/2 P) X inv(I + 1/2 P)"},
    {MATRICES, REF_CAYLEY, "U = (I + 1/2 P) inv(I - 1/2 P); U X inv(U)"},
    {MATRICES, REF_CAYLEY, "(I + 1/2 P) inv(I - 1/2 P) X inv(I + 1/2 P) (I - 1/2 P)"},
    {MATRICES, REF_CAYLEY, "Z = inv(I - 1/2 P) X inv(I + 1/2 P); X + P Z - Z P"},
    {MATRICES, REF_EXPONENTIAL, "exp(P) X exp(-P)"},
    {MATRICES, REF_DEXP_DUAL, "mean(P, X)"},
    {MATRICES, REF_DCAY_INVERSE, "(I + 1/2 xi) eta (I - 1/2 xi) - eta"},
    {MATRICES, REF_DCAY_INVERSE, "1/2 xi eta - 1/2 eta xi - 1/4 xi eta xi"},
    {DUAL, REF_AD, "W xi - xi W + Theta b - b Theta, Theta xi - xi Theta"},
    {DUAL, REF_CONGRUENCE,
     "(I + 1/2 xi) W (I - 1/2 xi) - W + 1/2 b Theta (I - 1/2 xi) - 1/2 (I + 1/2 xi) Theta b, "
     "(I + 1/2 xi) Theta (I - 1/2 xi) - Theta"}};
enum { FORMS = sizeof forms / sizeof *forms };

static const char *const names[REF_OPERATIONS] = {[REF_AD] = "ad*",
                                                  [REF_CONGRUENCE] = "D",
                                                  [REF_INVERSE] = "the inverse of D",
                                                  [REF_PRINTED] = "the inverse of D",
                                                  [REF_EXPONENTIAL] = "E",
                                                  [REF_CAYLEY] = "C",
                                                  [REF_DEXP_DUAL] = "M",
                                                  [REF_BRACKET] = "[ , ]",
                                                  [REF_DCAY_INVERSE] = "B",
                                                  [REF_SPHERE_CAYLEY] = "C"};

static unsigned family_of(const ref_algebra *algebra)
{
    if (algebra->rotations) return SE3;
    if (algebra->spheres) return algebra->n == 3 ? SO3 : SU2;
    if (algebra->to_matrix) return MATRICES;
    return algebra->n > 0 ? DUAL : 0;
}

static bool acts_on_generators(ref_operation operation)
{
    return operation == REF_BRACKET || operation == REF_DCAY_INVERSE;
}

static bool read_form(formula *f, const struct form *form, unsigned family)
{
    const bool both = acts_on_generators(form->operation);
    const bool matrices = family == MATRICES || family == DUAL;
    const char *generators = family == SE3    ? both ? "omega u alpha v" : "omega u"
                             : family == DUAL ? "xi b"
                             : matrices       ? both ? "xi eta" : "P xi"
                             : both           ? "xi eta"
                                              : "xi";
    const char *states = both             ? NULL
                         : family == SE3  ? "Pi Gamma"
                         : family == DUAL ? "W Theta"
                         : matrices       ? "X"
                                          : "x";
    return formula_read(f, form->text, generators, states, NULL, matrices);
}

/* What an operation is taken for. */
typedef struct fault {
    ref_operation operation;
    formula f;
    formula_edit e;
    const formula_edit *edit; /* &e, or NULL: the formula as it stands */
    bool nested;              /* f is of an operation of so(3) that the operation of se(3) calls */
    ref_operation called;
    formula outer;
    ref_operation beside; /* another one that takes the same functions: E for M, M for E */
    formula other;        /* its formula; of no nodes: none */
    slong bits;           /* of the case's arithmetic */
} fault;

/* An edit of a function is one of all formulas that take it; this is such a formula. */
static bool takes_function_too(const fault *of, ref_operation operation)
{
    return of->edit && of->edit->node < 0 && of->other.nodes > 0 && of->beside == operation;
}

/* ---- From coordinates and back ------------------------------------------------------------- */

static void to_value(acb_mat_t out, const ref_algebra *algebra, bool matrices, arb_srcptr v,
                     slong prec)
{
    if (matrices) {
        acb_mat_init(out, algebra->n, algebra->n);
        algebra->to_matrix(out, algebra, v, prec);
    } else {
        acb_mat_init(out, 3, 1);
        for (int k = 0; k < 3; k++) acb_set_arb(acb_mat_entry(out, k, 0), v + k);
    }
}

static void from_value(arb_ptr out, const ref_algebra *algebra, bool matrices, const acb_mat_t v,
                       slong prec)
{
    if (matrices)
        algebra->from_matrix(out, algebra, v, prec);
    else
        for (int k = 0; k < 3; k++) arb_set(out + k, acb_realref(acb_mat_entry(v, k, 0)));
}

static void apply_formula(arb_ptr out, formula_run *run, const ref_algebra *algebra, bool both,
                          arb_srcptr xi, arb_srcptr x);

/* E, C or M of so(3): with the edit if it is of this one. */
static void call_rotation(acb_mat_t out, void *own, char operation, const acb_mat_t a,
                          const acb_mat_t b, slong prec)
{
    const fault *of = own;
    const ref_operation called = operation == 'E'   ? REF_EXPONENTIAL
                                 : operation == 'C' ? REF_CAYLEY
                                                    : REF_DEXP_DUAL;
    REF_LOCAL_VEC(arb, 6 + ref_so3.scratch, v);
    from_value(v, &ref_so3, false, a, prec);
    from_value(v + 3, &ref_so3, false, b, prec);
    const bool too = of && of->nested && takes_function_too(of, called);
    if (too || (of && of->nested && of->called == called)) {
        formula_run run = {.f = too ? &of->other : &of->f,
                           .edit = of->edit,
                           .n = 3,
                           .prec = prec,
                           .bits = of->bits};
        apply_formula(v + 3, &run, &ref_so3, false, v, v + 3);
    } else {
        ref_operation_of(&ref_so3, called)->apply(v + 3, &ref_so3, v, v + 3, v + 6, prec);
    }
    for (int k = 0; k < 3; k++) acb_set_arb(acb_mat_entry(out, k, 0), v + 3 + k);
}

/* out = the formula at xi and x, of one vector, matrix or pair; out may alias x. */
static void apply_formula(arb_ptr out, formula_run *run, const ref_algebra *algebra, bool both,
                          arb_srcptr xi, arb_srcptr x)
{
    const formula *f = run->f;
    acb_mat_struct result[FORMULA_RESULTS];
    int k = 0;
    if (f->matrices && f->results == 1 && !both) { /* P = xi*, then xi itself */
        to_value(&run->value[k], algebra, true, xi, run->prec);
        acb_mat_conjugate_transpose(&run->value[k], &run->value[k]);
        k++;
    }
    const slong part = f->matrices ? algebra->d : 3;
    for (int i = 0; i < f->results; i++, k++)
        to_value(&run->value[k], algebra, f->matrices, xi + i * part, run->prec);
    for (int i = 0; i < f->results; i++, k++)
        to_value(&run->value[k], algebra, f->matrices, x + i * part, run->prec);
    formula_evaluate(result, run);
    for (int i = 0; i < f->results; i++) {
        from_value(out + i * part, algebra, f->matrices, &result[i], run->prec);
        acb_mat_clear(&result[i]);
    }
    while (k-- > 0) acb_mat_clear(&run->value[k]);
}

static void apply_fault(arb_ptr out, const fault *of, const ref_algebra *algebra, arb_srcptr xi,
                        arb_srcptr x, slong prec)
{
    const bool both = acts_on_generators(of->operation);
    formula_run run = {.f = of->nested ? &of->outer : &of->f,
                       .edit = of->nested ? NULL : of->edit,
                       .n = algebra->n,
                       .prec = prec,
                       .bits = of->bits,
                       .call = call_rotation,
                       .own = (void *)of};
    ref_algebra sun;
    if (family_of(algebra) == DUAL) {
        ref_algebra_sun(&sun, algebra->n);
        apply_formula(out, &run, &sun, both, xi, x);
    } else if (algebra->spheres) {
        for (slong i = 0; i < algebra->d; i += 3)
            apply_formula(out + i, &run, algebra, both, xi + i, x + i);
    } else {
        apply_formula(out, &run, algebra, both, xi, x);
    }
}

/* ---- In the rule --------------------------------------------------------------------------- */

static void apply_counted(arb_ptr out, fault_rule *rule, const fault *of,
                          const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x)
{
    const formula *f = of->nested ? &of->outer : &of->f;
    rule->trial->hint->work += judge_work_of_formula(rule->trial->c, f->nodes);
    apply_fault(out, of, algebra, xi, x, rule->prec);
}

static void wrong_operation(arb_ptr out, fault_rule *rule, ref_operation operation,
                            const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    const fault *of = rule->data;
    if (!of->nested && takes_function_too(of, operation)) {
        fault too = *of;
        too.f = of->other;
        apply_counted(out, rule, &too, algebra, xi, x);
    } else if (operation != of->operation) {
        fault_apply(out, rule, operation, algebra, xi, x, w);
    } else {
        apply_counted(out, rule, of, algebra, xi, x);
    }
}

static const ref_algebra *acting_algebra(const judge_trial *t)
{
    const ref_algebra *algebra = &t->exact.sys->algebra;
    return t->exact.scheme->semidirect && algebra->rotations ? algebra->rotations : algebra;
}

/* The inverse of a wrong D: m = x - (D(xi) m - m), iterated.  A stage that asks for one inverse has
 * an iteration of its own: both are one then, which goes on from the m before (rule->keep). */
static void wrong_inverse(arb_ptr out, fault_rule *rule, ref_operation operation,
                          const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    const slong d = algebra->d;
    const bool once = acting_algebra(rule->trial) == &rule->trial->exact.sys->algebra;
    if (operation != REF_INVERSE) {
        fault_apply(out, rule, operation, algebra, xi, x, w);
        return;
    }
    REF_LOCAL_VEC(arb, d, image);
    arb_ptr m = rule->keep;
    if (!once || arb_is_zero(m + d)) _arb_vec_set(m, x, d);
    arb_one(m + d); /* m is set */
    for (int n = once ? 1 : 200; n > 0; n--) {
        apply_counted(image, rule, rule->data, algebra, xi, m);
        _arb_vec_sub(image, x, image, d, rule->prec);
        judge_drop_radii(image, d);
        if (!_arb_vec_is_finite(image, d) || fault_settled(m, image, d, rule->prec)) n = 0;
        _arb_vec_swap(m, image, d);
    }
    _arb_vec_set(out, m, d);
}

/* xi = a times the generator whose adjoint is the generator itself. */
static void adjoint(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, double a, slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, X);
    algebra->to_matrix(X, algebra, xi, prec);
    acb_mat_conjugate_transpose(X, X);
    algebra->from_matrix(out, algebra, X, prec);
    if (a < 0) _arb_vec_neg(out, out, algebra->d);
}

/* out = a [xi, x], or sum_k a^k [xi, .]^k x / k! with `most` terms after the first */
static void bracket_series(arb_ptr out, fault_rule *rule, const ref_algebra *algebra, arb_srcptr xi,
                           arb_srcptr x, arb_ptr w, int most)
{
    const slong d = algebra->d;
    REF_LOCAL_VEC(arb, d, term, sum);
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
    _arb_vec_set(out, sum, d);
}

/* ad for ad*.  On matrices that keep a form every operation takes xi where it is to take xi*. */
static void transposed_operation(arb_ptr out, fault_rule *rule, ref_operation operation,
                                 const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    enum { TERMS_OF_E = 60 };
    const bool generators = operation == REF_BRACKET || operation == REF_DCAY_INVERSE;
    if (algebra->form && !generators) {
        REF_LOCAL_VEC(arb, algebra->d, other);
        adjoint(other, algebra, xi, rule->factor, rule->prec);
        fault_apply(out, rule, operation, algebra, other, x, w);
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
    fault_rule rule = {.trial = t};
    if (!fault_has(algebra, REF_BRACKET)) return;
    const bool fields =
        !fault_sign_transposes(t) && (fault_uses(t, REF_AD) || fault_uses(t, REF_EXPONENTIAL));
    const bool generators = fault_uses(t, REF_BRACKET) && !fault_algebra_is_skew(t);
    for (rule.factor = 1; rule.factor >= -1; rule.factor -= 2) {
        const char *sign = rule.factor < 0 ? "-" : "";
        rule.act = transposed_operation;
        if (fields) fault_offer_rule(&rule, FAULT_WORDS("bracket transposed: %sad for ad*", sign));
        rule.act = dual_bracket;
        if (generators)
            fault_offer_rule(&rule,
                             FAULT_WORDS("bracket of generators transposed: %sad* for ad", sign));
    }
}

/* ---- Candidates ---------------------------------------------------------------------------- */

enum { MOST_EDITS = 160, MOST_SEEN = 600, POINT_PREC = 128 };

/* What edits of one operation give at one point, where no two formulas agree by chance. */
typedef struct seen {
    const ref_algebra *algebra;
    arb_ptr xi, x, w;
    arb_ptr at; /* `count` results, of d numbers */
    slong count;
} seen;

static void seen_init(seen *s, const ref_algebra *algebra)
{
    const slong d = algebra->d;
    *s = (seen){.algebra = algebra};
    s->xi = _arb_vec_init(2 * d + algebra->scratch);
    s->x = s->xi + d;
    s->w = s->x + d;
    s->at = _arb_vec_init(MOST_SEEN * d);
    for (slong i = 0; i < d; i++) {
        arb_set_si(s->xi + i, (7 * i + 3) % 11 - 4);
        arb_set_si(s->x + i, (5 * i + 8) % 13 - 7);
        arb_div_si(s->xi + i, s->xi + i, 8 + d, POINT_PREC);
        arb_div_si(s->x + i, s->x + i, 5, POINT_PREC);
    }
}

static void seen_clear(seen *s)
{
    _arb_vec_clear(s->xi, 2 * s->algebra->d + s->algebra->scratch);
    _arb_vec_clear(s->at, MOST_SEEN * s->algebra->d);
}

static bool same_result(arb_srcptr a, arb_srcptr b, slong d)
{
    enum { CLOSE = 80 };
    bool same = true;
    REF_LOCAL(arb, difference);
    for (slong i = 0; i < d && same; i++) {
        arb_sub(difference, a + i, b + i, POINT_PREC);
        same = arf_cmpabs_2exp_si(arb_midref(difference), -CLOSE) <= 0;
    }
    return same;
}

/* Keeps what stands at s->at + s->count d; false if it is there already. */
static bool is_new(seen *s)
{
    const slong d = s->algebra->d;
    arb_srcptr now = s->at + s->count * d;
    if (s->count + 1 == MOST_SEEN) return false;
    for (slong k = 0; k < s->count; k++)
        if (same_result(s->at + k * d, now, d)) return false;
    s->count++;
    return true;
}

static arb_ptr next_place(const seen *s)
{
    return s->at + s->count * s->algebra->d;
}

/* The right one is no fault.  All of ad*, D, [ , ] or B with a factor is one of the rule. */
static void see_right(seen *s, const fault *of)
{
    static const slong factors[] = {0, 1, 4, -2}; /* halves */
    const slong d = s->algebra->d;
    const bool change = acts_on_generators(of->operation) || of->operation == REF_AD ||
                        of->operation == REF_CONGRUENCE;
    arb_srcptr right = next_place(s);
    apply_fault(next_place(s), of, s->algebra, s->xi, s->x, POINT_PREC);
    if (!is_new(s)) return;
    for (size_t k = 0; k < sizeof factors / sizeof *factors && change; k++) {
        for (slong i = 0; i < d; i++)
            arb_mul_si(next_place(s) + i, right + i, factors[k], POINT_PREC);
        _arb_vec_scalar_mul_2exp_si(next_place(s), next_place(s), d, -1);
        is_new(s);
    }
}

typedef struct offers {
    judge_trial *trial;
    seen seen;
    formula_edit *edits;
    bool inverse; /* D, of a rule that takes its inverse */
} offers;

static void offer_edits(offers *o, fault *of)
{
    const ref_algebra *algebra = o->seen.algebra;
    REF_LOCAL_VEC(arb, algebra->d + 1, m);
    fault_rule rule = {.trial = o->trial,
                       .act = o->inverse ? wrong_inverse : wrong_operation,
                       .data = of,
                       .keep = m};
    const size_t count = formula_edits(o->edits, MOST_EDITS, &of->f, false);
    for (size_t i = 0; i < count; i++) {
        char words[FORMULA_WORDS];
        of->e = o->edits[i];
        of->edit = &of->e;
        apply_fault(next_place(&o->seen), of, algebra, o->seen.xi, o->seen.x, POINT_PREC);
        if (!is_new(&o->seen)) continue;
        arb_zero(m + algebra->d);
        formula_edit_words(words, sizeof words, &of->f, &of->e);
        if (of->e.node < 0) /* of all operations that take the function */
            fault_offer_rule(&rule, words);
        else
            fault_offer_rule(
                &rule,
                FAULT_WORDS("%s: %s", names[of->nested ? of->called : of->operation], words));
    }
}

/* The formula of vectors that takes the same functions as E or M. */
static void find_beside(fault *of, ref_operation operation, unsigned family)
{
    of->other.nodes = 0;
    of->beside = operation == REF_EXPONENTIAL ? REF_DEXP_DUAL : REF_EXPONENTIAL;
    if (operation != REF_EXPONENTIAL && operation != REF_DEXP_DUAL) return;
    for (int i = 0; i < FORMS && of->other.nodes == 0; i++)
        if (forms[i].operation == of->beside && forms[i].families & family & VECTORS &&
            !read_form(&of->other, &forms[i], family))
            of->other.nodes = 0;
}

/* Formulas of so(3) in those of se(3). */
static void offer_nested(offers *o, fault *of)
{
    static const ref_operation called[] = {REF_EXPONENTIAL, REF_DEXP_DUAL, REF_CAYLEY};
    of->outer = of->f;
    of->nested = true;
    for (size_t k = 0; k < sizeof called / sizeof *called; k++) {
        if ((called[k] == REF_CAYLEY) != (of->operation == REF_CAYLEY)) continue;
        of->called = called[k];
        find_beside(of, called[k], SO3);
        for (int i = 0; i < FORMS; i++)
            if (forms[i].operation == called[k] && forms[i].families & SO3 &&
                read_form(&of->f, &forms[i], SO3))
                offer_edits(o, of);
    }
    of->nested = false;
}

static void offer_operation(offers *o, ref_operation operation)
{
    const ref_algebra *algebra = o->seen.algebra;
    const unsigned family = family_of(algebra);
    o->seen.count = 0;
    for (int i = 0; i < FORMS; i++) {
        fault of = {.operation = operation, .bits = o->trial->bits};
        if (forms[i].operation != operation || !(forms[i].families & family) ||
            !read_form(&of.f, &forms[i], family))
            continue;
        find_beside(&of, operation, family);
        see_right(&o->seen, &of);
        offer_edits(o, &of);
        if (family == SE3 && (operation == REF_EXPONENTIAL || operation == REF_CAYLEY))
            offer_nested(o, &of);
    }
}

static void predict(judge_trial *t)
{
    enum { LARGEST = 600 };
    const ref_algebra *algebra = acting_algebra(t);
    offers o = {.trial = t, .edits = calloc(MOST_EDITS, sizeof *o.edits)};
    if (t->d <= LARGEST) offer_transpositions(t);
    if (t->d <= LARGEST && o.edits) {
        seen_init(&o.seen, algebra);
        for (int k = 0; k < REF_OPERATIONS; k++) {
            const ref_operation operation = (ref_operation)k;
            if (!fault_has(algebra, operation)) continue;
            o.inverse = operation == REF_CONGRUENCE && !fault_uses(t, operation);
            if (fault_uses(t, o.inverse ? REF_INVERSE : operation)) offer_operation(&o, operation);
        }
        seen_clear(&o.seen);
    }
    free(o.edits);
}

int fault_formula_check(size_t number, const ref_algebra *algebra)
{
    if (number >= FORMS) return FAULT_NO_FORMULA;
    const struct form *form = &forms[number];
    const unsigned family = family_of(algebra);
    fault of = {.operation = form->operation};
    if (!(form->families & family) || !fault_has(algebra, form->operation))
        return FAULT_OTHER_ALGEBRA;
    if (!read_form(&of.f, form, family)) return FAULT_FORMULA_UNREAD;
    seen s;
    seen_init(&s, algebra);
    apply_fault(s.at, &of, algebra, s.xi, s.x, POINT_PREC);
    ref_operation_of(algebra, form->operation)
        ->apply(s.at + algebra->d, algebra, s.xi, s.x, s.w, POINT_PREC);
    const bool same = same_result(s.at, s.at + algebra->d, algebra->d);
    seen_clear(&s);
    return same ? FAULT_FORMULA_AGREES : FAULT_FORMULA_DIFFERS;
}

const judge_fault judge_faults_operations = {
    .name = "a place of an operation's formula",
    .equation = "a term, a number, a factor, a name or a function of D, C, E, M or B; ad for ad*",
    .section = "Schemes, Operations",
    .rank = 8,
    .predict = predict};
