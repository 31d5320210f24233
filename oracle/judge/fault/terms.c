/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Terms of Hamiltonians that are polynomials: one of them taken otherwise, or all.  A change says
 * which term stands in the place of which, and how a program differentiates it; every change is
 * tried on every term.  The generator of a candidate is the right one and the difference. */
#include "oracle/contract/case/terms.h"
#include "oracle/judge/fault/trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 192 /* candidates tried of a step */, FEW_NOISES = 8 };

/* How a program differentiates a term by x_i, which stands p times in it. */
typedef enum way {
    RIGHT,
    NO_FACTOR,    /* x^(p-1) for p x^(p-1) */
    FACTOR_TWICE, /* p^2 x^(p-1) */
    NOT_LOWERED,  /* p x^p */
    FIRST_ONLY,   /* by no other factor than the first */
    LAST_ONLY
} way;

/* What a program takes for the term `from`: `times` the term `to`, with the coefficient of `from`.
 */
typedef struct edit {
    slp_term from, to;
    size_t term; /* its number */
    double times;
    way how;
    char words[JUDGE_WORDS];
    const char *group; /* under which --explain counts it; NULL: under its words */
} edit;

/* The terms of the case, and what a candidate takes for them. */
typedef struct polynomial {
    slp_term *terms;
    arb_ptr c; /* their coefficients */
    edit *edits;
    bool given; /* the case gives the terms; else the system does */
    size_t count, edit_count, M, d;
    const double *weights; /* of copies of su(2), or NULL */
} polynomial;

/* Changes *e, the edit of term number i, for a variant from 0 on; SAME, if this variant leaves this
 * term as it is; NO_MORE, if there is no such variant. */
typedef enum outcome { CHANGED, SAME, NO_MORE } outcome;
typedef outcome change_function(edit *e, const polynomial *p, size_t i, size_t variant);

__attribute__((format(printf, 2, 3))) static outcome changed(edit *e, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(e->words, sizeof e->words, format, args);
    va_end(args);
    return CHANGED;
}

/* How often index number j stands in the term; *first: no index before it is the same. */
static size_t power_of(bool *first, const slp_term *t, size_t j)
{
    size_t power = 0;
    *first = true;
    for (size_t l = 0; l < t->degree; l++) {
        power += t->index[l] == t->index[j];
        if (l < j && t->index[l] == t->index[j]) *first = false;
    }
    return power;
}

static bool has_power(const slp_term *t)
{
    bool first, power = false;
    for (size_t j = 0; j < t->degree; j++) power = power || power_of(&first, t, j) > 1;
    return power;
}

/* ---- Of one term: the words go on after "the term 0:0.5:1.1" ---- */

static outcome scale_term(edit *e, const polynomial *p, size_t i, size_t variant)
{
    static const struct {
        double by;
        const char *words, *group;
    } factors[] = {{0, " is left out", "a term is left out"},
                   {2, " is taken twice", "a term is taken twice"},
                   {-1, " has the wrong sign", "a term has the wrong sign"},
                   {0.5, " is halved", "a term is halved"}};
    (void)p, (void)i;
    if (variant >= sizeof factors / sizeof *factors) return NO_MORE;
    e->times = factors[variant].by;
    e->group = factors[variant].group;
    return changed(e, "%s", factors[variant].words);
}

/* Of another Hamiltonian: of any if there are few, else of a neighbour. */
static outcome move_term(edit *e, const polynomial *p, size_t i, size_t variant)
{
    (void)i;
    if (variant > p->M) return NO_MORE;
    const size_t k = e->from.k, far = variant > k ? variant - k : k - variant;
    if (far == 0 || (far > 1 && p->M > FEW_NOISES)) return SAME;
    e->group = "a term in another Hamiltonian";
    e->to.k = variant;
    return changed(e, " in H_%zu", variant);
}

/* The coordinate after or before; of a power all its factors, or one. */
static outcome use_neighbour(edit *e, const polynomial *p, size_t i, size_t variant)
{
    (void)i;
    const size_t j = variant / 4, one = variant / 2 % 2, down = variant % 2;
    bool first;
    if (j >= e->from.degree) return NO_MORE;
    const size_t power = power_of(&first, &e->from, j), at = e->from.index[j];
    if (!first || (one && power == 1) || (down ? at == 0 : at + 1 == p->d)) return SAME;
    e->group = "a term with another coordinate";
    const size_t other = down ? at - 1 : at + 1;
    for (size_t l = 0; l < e->to.degree; l++)
        if (l == j || (!one && e->to.index[l] == at)) e->to.index[l] = other;
    return changed(e, " with x_%zu for x_%zu%s", other + 1, at + 1, one ? " once" : "");
}

static outcome lower_power(edit *e, const polynomial *p, size_t i, size_t variant)
{
    (void)p, (void)i;
    bool first;
    if (variant >= e->from.degree) return NO_MORE;
    const size_t power = power_of(&first, &e->from, variant), at = e->from.index[variant];
    if (!first || power == 1) return SAME;
    for (size_t l = variant; l + 1 < e->to.degree; l++) e->to.index[l] = e->to.index[l + 1];
    e->group = "a term with a power one less";
    e->to.degree--;
    return changed(e, " with x_%zu^%zu for x_%zu^%zu", at + 1, power - 1, at + 1, power);
}

/* Of one of several powers; `change_gradients` has the case of all. */
static outcome omit_factor(edit *e, const polynomial *p, size_t i, size_t variant)
{
    (void)i;
    size_t with_power = 0;
    for (size_t k = 0; k < p->count; k++) with_power += has_power(&p->terms[k]);
    if (variant > 0 || with_power < 2) return NO_MORE;
    if (!has_power(&e->from)) return SAME;
    e->group = "the gradient of a term without the factor of a power";
    e->how = NO_FACTOR;
    return changed(e, " without the factor of the power: x for 2x");
}

static change_function *const of_one[] = {scale_term, move_term, use_neighbour, lower_power,
                                          omit_factor};

/* ---- Of all terms ---- */

static outcome change_gradients(edit *e, const polynomial *p, size_t i, size_t variant)
{
    static const struct {
        way how;
        const char *words;
    } ways[] = {{NO_FACTOR, "gradients without the factor of the power: x for 2x"},
                {FACTOR_TWICE, "gradients with the factor of the power twice: 4x for 2x"},
                {NOT_LOWERED, "gradients whose power is not one less: 2x^2 for 2x"},
                {FIRST_ONLY, "gradients by the first factor of a term only"},
                {LAST_ONLY, "gradients by the last factor of a term only"}};
    (void)i;
    if (variant >= sizeof ways / sizeof *ways) return NO_MORE;
    /* systems are quadratic: the others scale the generator, and have that name */
    if (!p->given && ways[variant].how != FIRST_ONLY && ways[variant].how != LAST_ONLY) return SAME;
    e->how = ways[variant].how;
    const bool same = e->how == FACTOR_TWICE || e->how == NO_FACTOR ? !has_power(&e->from)
                      : e->how == NOT_LOWERED                       ? false
                                                                    : e->from.degree == 1;
    return same ? SAME : changed(e, "%s", ways[variant].words);
}

/* If one term alone has the degree, it is one that is left out. */
static outcome omit_degree(edit *e, const polynomial *p, size_t i, size_t variant)
{
    (void)i;
    size_t with_degree = 0;
    for (size_t k = 0; k < p->count; k++) with_degree += p->terms[k].degree == variant + 1;
    if (variant >= SLP_MAX_DEGREE) return NO_MORE;
    if (e->from.degree != variant + 1 || with_degree < 2) return SAME;
    e->times = 0;
    return changed(e, "terms of degree %zu are left out", variant + 1);
}

static int by_index(const void *a, const void *b)
{
    const size_t i = *(const size_t *)a, j = *(const size_t *)b;
    return (i > j) - (i < j);
}

static bool same_monomial(slp_term a, slp_term b, bool in_any_order)
{
    if (a.k != b.k || a.degree != b.degree) return false;
    if (in_any_order) qsort(a.index, a.degree, sizeof *a.index, by_index);
    if (in_any_order) qsort(b.index, b.degree, sizeof *b.index, by_index);
    return memcmp(a.index, b.index, a.degree * sizeof *a.index) == 0;
}

/* Of a system that is its terms: two bonds of one pair of vectors. */
static outcome omit_repeated(edit *e, const polynomial *p, size_t i, size_t variant)
{
    const char *what = p->given ? "repeated monomials" : "bonds of the same pair";
    const bool in_any_order = variant / 2, keep_first = variant % 2;
    bool again = false;
    if (variant > 3) return NO_MORE;
    for (size_t k = 0; k < p->count && !again; k++)
        again = (keep_first ? k < i : k > i) && same_monomial(p->terms[k], e->from, in_any_order);
    if (!again) return SAME;
    e->times = 0;
    return changed(e, "%s: the %s alone, not the sum", what, keep_first ? "first" : "last");
}

/* Noise k with the increment of another one. */
static outcome noise_number(edit *e, const polynomial *p, size_t i, size_t variant)
{
    (void)i;
    if (variant > 2) return NO_MORE;
    if (e->from.k == 0) return SAME;
    if (variant == 0) {
        e->to.k++;
        if (e->to.k > p->M) e->times = 0;
        if (e->to.k > p->M) e->to.k = 0;
        return changed(e, "noise index off by one: dW_(k+1) for dW_k");
    }
    e->to.k = e->from.k > 1 ? e->from.k - 1 : variant == 1 ? 0 : p->M;
    return changed(e, "noise index off by one: dW_(k-1) for dW_k, dW_0 = %s",
                   variant == 1 ? "h" : "the last");
}

static outcome energy_exchanged(edit *e, const polynomial *p, size_t i, size_t variant)
{
    (void)i;
    if (variant >= p->M || variant >= FEW_NOISES) return NO_MORE;
    if (e->from.k != 0 && e->from.k != variant + 1) return SAME;
    e->to.k = e->from.k ? 0 : variant + 1;
    return changed(e, "H_0 and H_%zu exchanged", variant + 1);
}

/* Coordinates counted from 0, or one further: what is behind the last is nothing, or the first. */
static outcome shift_coordinates(edit *e, const polynomial *p, size_t i, size_t variant)
{
    (void)i;
    if (variant > 2) return NO_MORE;
    for (size_t j = 0; j < e->to.degree; j++) {
        e->to.index[j] += variant == 1 ? p->d - 1 : 1;
        if (variant == 0 && e->to.index[j] == p->d) e->times = 0;
        e->to.index[j] %= p->d;
    }
    return changed(e, variant == 1 ? "indices off by one: x_(i-1) for x_i"
                                   : "indices off by one: x_(i+1) for x_i");
}

static change_function *const of_all[] = {change_gradients, omit_degree,      omit_repeated,
                                          noise_number,     energy_exchanged, shift_coordinates};

/* ---- The generator ---- */

/* xi += c times f_k and the gradient of the monomial. */
static void add_gradient(arb_ptr xi, const slp_term *t, way how, const arb_t c,
                         const fault_rule *rule, arb_srcptr z)
{
    if (arb_is_zero(c)) return;
    REF_LOCAL(arb, part);
    for (size_t j = 0; j < t->degree; j++) {
        bool first;
        const size_t power = power_of(&first, t, j);
        if ((how == FIRST_ONLY && j > 0) || (how == LAST_ONLY && j + 1 < t->degree) ||
            (how == NO_FACTOR && !first))
            continue;
        arb_mul(part, c, t->k ? rule->dW + t->k - 1 : rule->h, rule->prec);
        for (size_t l = 0; l < t->degree; l++)
            if (l != j || how == NOT_LOWERED) arb_mul(part, part, z + t->index[l], rule->prec);
        if (how == FACTOR_TWICE) arb_mul_ui(part, part, power, rule->prec);
        arb_add(xi + t->index[j], xi + t->index[j], part, rule->prec);
    }
}

/* out = Xi of the candidate - Xi */
static void generator_difference(arb_ptr out, const polynomial *p, const fault_rule *rule,
                                 arb_srcptr z)
{
    const bool doubled = rule->trial->c->system->algebra & (SLP_SUN | SLP_SP);
    REF_LOCAL(arb, weight, c);
    _arb_vec_zero(out, (slong)p->d);
    for (size_t i = 0; i < p->edit_count; i++) {
        const edit *e = &p->edits[i];
        arb_set_d(c, e->times);
        arb_mul(c, c, p->c + e->term, rule->prec);
        add_gradient(out, &e->to, e->how, c, rule, z);
        arb_neg(c, p->c + e->term);
        add_gradient(out, &e->from, RIGHT, c, rule, z);
    }
    for (size_t i = 0; i < p->d; i++) {
        arb_set_d(weight, p->weights ? p->weights[i / 3] : 1);
        if (doubled && fault_counts_twice(rule->trial, (slong)i)) arb_set_si(weight, 2);
        arb_div(out + i, out + i, weight, rule->prec);
    }
}

static void generator(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const polynomial *p = rule->data;
    REF_LOCAL_VEC(arb, (slong)p->d, more);
    fault_generator_part(xi, rule, FAULT_ALL, z);
    generator_difference(more, p, rule, z);
    _arb_vec_add(xi, xi, more, (slong)p->d, rule->prec);
}

/* ---- Candidates ---- */

typedef struct candidate {
    double distance; /* of the answer from what it predicts to first order */
    change_function *of;
    size_t term; /* p->count: all */
    size_t variant;
} candidate;

/* The edits of a candidate; NO_MORE and SAME as of a term, SAME if it is so of all. */
static outcome edit_terms(polynomial *p, const candidate *of)
{
    p->edit_count = 0;
    for (size_t i = 0; i < p->count; i++) {
        edit *e = &p->edits[p->edit_count];
        if (of->term < p->count && of->term != i) continue;
        *e = (edit){.from = p->terms[i], .to = p->terms[i], .term = i, .times = 1, .how = RIGHT};
        const outcome became = of->of(e, p, i, of->variant);
        if (became == NO_MORE) return NO_MORE;
        p->edit_count += became == CHANGED;
    }
    return p->edit_count > 0 ? CHANGED : SAME;
}

/* Candidates of a change: appended to the list, which has room for all. */
static size_t list_variants(candidate *to, polynomial *p, change_function *of, size_t term)
{
    size_t listed = 0;
    for (candidate c = {.of = of, .term = term};; c.variant++) {
        const outcome became = edit_terms(p, &c);
        if (became == NO_MORE) return listed;
        if (became == SAME) continue;
        if (to) to[listed] = c;
        listed++;
    }
}

static size_t list_all(candidate *to, polynomial *p)
{
    size_t listed = 0;
    for (size_t k = 0; k < sizeof of_all / sizeof *of_all; k++)
        listed += list_variants(to ? to + listed : NULL, p, of_all[k], p->count);
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < sizeof of_one / sizeof *of_one; k++)
            listed += list_variants(to ? to + listed : NULL, p, of_one[k], i);
    return listed;
}

static void difference(arb_ptr out, void *own, const void *at, const fault_rule *rule, arb_srcptr z)
{
    edit_terms(own, at);
    generator_difference(out, own, rule, z);
}

static void offer_candidate(judge_trial *t, polynomial *p, const candidate *of)
{
    fault_rule rule = {.trial = t, .generator = generator, .data = p};
    char indices[2 * JUDGE_WORDS] = "";
    edit_terms(p, of);
    const slp_term *term = &p->edits->from;
    if (of->term == p->count) {
        fault_offer_rule(&rule, p->edits->words);
        return;
    }
    for (size_t j = 0, used = 0; j < term->degree; j++)
        used +=
            (size_t)snprintf(indices + used, sizeof indices - used, "%s%zu",
                             p->given ? (j ? "." : "") : (j ? " x_" : "x_"), term->index[j] + 1);
    t->group = p->edits->group;
    if (p->given)
        fault_offer_rule(&rule, FAULT_WORDS("the term %zu:%.6g:%s%s", term->k, term->c, indices,
                                            p->edits->words));
    else
        fault_offer_rule(&rule,
                         FAULT_WORDS("the term %s of H_%zu%s", indices, term->k, p->edits->words));
    t->group = NULL;
}

static bool make_room(polynomial *p)
{
    p->terms = calloc(p->count + 1, sizeof *p->terms);
    p->edits = calloc(p->count + 1, sizeof *p->edits);
    p->c = _arb_vec_init((slong)p->count);
    return p->terms && p->edits;
}

/* The terms of the case, in its order. */
static bool read_given(polynomial *p, const double *list, size_t numbers)
{
    slp_term term;
    for (size_t at = 0; slp_terms_next(&term, &at, list, numbers);) p->count++;
    if (!make_room(p)) return false;
    for (size_t at = 0, i = 0; i < p->count; i++) {
        slp_terms_next(&p->terms[i], &at, list, numbers);
        arb_set_d(p->c + i, p->terms[i].c);
    }
    return true;
}

/* The terms that the system is made of. */
static bool read_system(polynomial *p, const judge_trial *t)
{
    slp_term term;
    REF_LOCAL(arb, c);
    for (size_t at = 0; ref_system_next_term(&term, c, t->exact.sys, &at, t->prec);) p->count++;
    if (!make_room(p)) return false;
    for (size_t at = 0, i = 0; i < p->count; i++)
        ref_system_next_term(&p->terms[i], p->c + i, t->exact.sys, &at, t->prec);
    return true;
}

static void offer_all(judge_trial *t, polynomial *p)
{
    const size_t count = list_all(NULL, p);
    candidate *all = calloc(count + 1, sizeof *all);
    if (all) list_all(all, p);
    if (all && count > MOST) fault_rank(t, all, count, sizeof *all, difference, p);
    for (size_t i = 0; all && i < count && i < MOST; i++) offer_candidate(t, p, &all[i]);
    free(all);
}

static void predict(judge_trial *t)
{
    enum { LARGEST = 2000 };
    size_t numbers, weights;
    const double *list = slp_case_param(t->c, "terms", &numbers);
    polynomial p = {.given = numbers > 0, .M = (size_t)t->M, .d = (size_t)t->d};
    if (!p.given && !ref_system_is_its_terms(t->exact.sys)) return;
    p.weights = slp_case_param(t->c, "weights", &weights);
    if (weights == 0) p.weights = NULL;
    /* where no Hamiltonian has a term there is no variant of one, and none is the last */
    const bool read = p.given ? read_given(&p, list, numbers) : read_system(&p, t);
    if (read && p.count > 0 && p.count <= LARGEST) offer_all(t, &p);
    _arb_vec_clear(p.c, (slong)p.count);
    free(p.terms);
    free(p.edits);
}

const judge_fault judge_faults_terms = {
    .name = "a term of a Hamiltonian, or its gradient",
    .equation =
        "c x_i x_j ... of H_k left out, twice, with another sign, index, power or k; x for 2x",
    .section = "Systems",
    .rank = 3,
    .predict = predict};
