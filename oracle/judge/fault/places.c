/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A generator is a sum of terms, each of them of two vectors or of one.  A term is a formula, and
 * one place of it may be wrong: in all terms, or at one end of each bond. */
#include "oracle/judge/fault/formula.h"
#include "oracle/judge/fault/trial.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_EDITS = 128, MOST = 8 * MOST_EDITS, LARGEST = 1024 };
enum { TRIED = 12, FEW = 3, SMALL = 64, WORK_OF_A_TERM = 16 };
enum { X_I, X_J };
enum {
    OF_VORTICES,
    OF_BOND,
    OF_BOND_WITH_DMI,
    OF_AXIS,
    OF_FIELD,
    OF_DAMPING,
    OF_DAMPING_WITH_NOISE,
    TERMS
};

/* What the term of i and j adds to the generator of vector i, or the term of i alone.  D of a bond
 * has the other sign at its second end.  G is the gradient of the energy, w the increments. */
static const struct term {
    const char *system, *key, *words, *text, *states, *generators, *numbers;
} terms[TERMS] = {
    [OF_VORTICES] = {"point-vortices", "gamma", "a pair of vortices",
                     "r_i = |x_i|; r_j = |x_j|; u_i = x_i/r_i; u_j = x_j/r_j; c = u_i.u_j; "
                     "k Gamma_j (u_j - c u_i)/(1 - c)/r_i",
                     "x_i x_j", NULL, "k Gamma_i Gamma_j"},
    [OF_BOND] = {"spins", "exchange", "a bond", "-h J x_j", "x_i x_j", NULL, "h J"},
    [OF_BOND_WITH_DMI] = {"spins", "dmi", "a bond", "-h (J x_j + x_j^D)", "x_i x_j", "D", "h J"},
    [OF_AXIS] = {"spins", "anisotropy", "the anisotropy", "-2 h K (x.e) e", "x", "e", "h K"},
    [OF_FIELD] = {"spins", "field", "the field", "-h B", "x", "B", "h"},
    [OF_DAMPING] = {"spins", "damping", "a damped spin", "g = h G; h G + lambda x^g", "x", "G",
                    "h lambda"},
    [OF_DAMPING_WITH_NOISE] = {"spins", "noise", "a damped spin",
                               "g = h G; g_and_noise = g - D w; h G - D w + lambda x^g", "x", "G w",
                               "h lambda D"}};

/* Another formula for a term: damping in the form of Gilbert, or where slp's is taken for it. */
static const struct instead {
    int term;
    const char *words, *text;
} instead[] = {{OF_DAMPING, "divided by 1 + lambda^2, as in Gilbert's form",
                "g = h G; (h G + lambda x^g)/(1 + lambda lambda)"},
               {OF_DAMPING, "divided by 1 + lambda^2 |x|^2, as in Gilbert's form",
                "g = h G; (h G + lambda x^g)/(1 + lambda lambda (x.x))"},
               {OF_DAMPING, "times 1 + lambda^2: Gilbert's factor taken away",
                "g = h G; (1 + lambda lambda) (h G + lambda x^g)"},
               {OF_DAMPING_WITH_NOISE, "divided by 1 + lambda^2, as in Gilbert's form",
                "g = h G; (h G + lambda x^g)/(1 + lambda lambda) - D w"},
               {OF_DAMPING_WITH_NOISE, "divided by 1 + lambda^2 |x|^2, as in Gilbert's form",
                "g = h G; (h G + lambda x^g)/(1 + lambda lambda (x.x)) - D w"},
               {OF_DAMPING_WITH_NOISE, "times 1 + lambda^2: Gilbert's factor taken away",
                "g = h G; (1 + lambda lambda) (h G + lambda x^g) - D w"},
               {OF_DAMPING_WITH_NOISE,
                "divided by 1 + lambda^2 with its noise, as in Gilbert's form",
                "g = h G; (h G - D w + lambda x^g)/(1 + lambda lambda)"}};
enum { INSTEAD = sizeof instead / sizeof *instead };

/* Where a place is wrong: of bonds and pairs at an end, of vectors alone in some of them. */
enum {
    EVERYWHERE,
    FIRST,
    SECOND,
    LOWER,
    UPPER,
    TURNED,
    BEHIND_FIRST,
    IN_FIRST,
    IN_LAST,
    BEFORE_LAST,
    IN_ODD,
    IN_EVEN,
    ENDS
};
static const char *const end_words[ENDS] = {"",
                                            " at its first end",
                                            " at its second end",
                                            " at its lower end",
                                            " at its upper end",
                                            " a:b with a > b",
                                            " in all vectors but the first",
                                            " in the first vector",
                                            " in the last vector",
                                            " in all vectors but the last",
                                            " in vectors 1, 3, ...",
                                            " in vectors 2, 4, ..."};

typedef struct candidate {
    double distance; /* of the answer from what it predicts to first order */
    formula_edit edit;
    const struct instead *instead; /* NULL: the formula with the edit */
    int end;
} candidate;

typedef struct place {
    judge_trial *t;
    formula f, other; /* other: of now->instead */
    int term;
    const candidate *now; /* NULL: the formula as it stands */
    const double *bonds;  /* pairs of ends from 1; NULL: every pair, or each vector alone */
    size_t bond_count;
    const double *number; /* gamma, the exchange, the anisotropy, the field or the damping */
    const double *D;      /* of the bonds, or of the noise */
    double damping;
    bool field_alone; /* the rule takes no operation but ad*: what is along x does nothing */
    ref_system *undamped;
    arb_ptr pack; /* of its gradient */
} place;

/* ---- One term ---- */

static void run_init(formula_run *run, const place *p, slong prec)
{
    *run = (formula_run){.f = &p->f, .n = 3, .prec = prec};
    for (int k = 0; k < p->f.inputs; k++)
        acb_mat_init(&run->value[k], p->f.name[k].kind == FORMULA_NUMBER ? 1 : 3, 1);
}

static void run_clear(formula_run *run, const place *p)
{
    for (int k = 0; k < p->f.inputs; k++) acb_mat_clear(&run->value[k]);
}

/* The input of this name; it is one of the formula's. */
static acb_mat_struct *input(formula_run *run, const char *name)
{
    const formula *f = run->f;
    for (int k = 0; k < f->inputs; k++)
        if (strlen(name) == f->name[k].length && memcmp(name, f->name[k].at, strlen(name)) == 0)
            return &run->value[k];
    return NULL;
}

static void set_vector(formula_run *run, const char *name, arb_srcptr x)
{
    acb_mat_struct *v = input(run, name);
    for (int k = 0; k < 3; k++) acb_set_arb(acb_mat_entry(v, k, 0), x + k);
}

static void set_doubles(formula_run *run, const char *name, const double *at, int count, int sign)
{
    acb_mat_struct *v = input(run, name);
    for (int k = 0; k < count; k++) acb_set_d(acb_mat_entry(v, k, 0), sign * at[k]);
}

/* The inputs of the term of vectors i and j, or of i; b: the bond; second: i is its second end. */
static void set_inputs(formula_run *run, const place *p, const fault_rule *rule, arb_srcptr z,
                       slong i, slong j, size_t b, bool second)
{
    const bool pairs = p->term <= OF_BOND_WITH_DMI;
    set_vector(run, pairs ? "x_i" : "x", z + 3 * i);
    if (pairs) set_vector(run, "x_j", z + 3 * j);
    if (p->term == OF_VORTICES) {
        arb_ptr k = acb_realref(acb_mat_entry(input(run, "k"), 0, 0));
        arb_const_pi(k, run->prec);
        arb_mul_2exp_si(k, k, 2);
        arb_div(k, rule->h, k, run->prec);
        set_doubles(run, "Gamma_i", p->number + i, 1, 1);
        set_doubles(run, "Gamma_j", p->number + j, 1, 1);
        return;
    }
    acb_set_arb(acb_mat_entry(input(run, "h"), 0, 0), rule->h);
    if (pairs) set_doubles(run, "J", p->number + b, 1, 1);
    if (p->term == OF_BOND_WITH_DMI) set_doubles(run, "D", p->D + 3 * b, 3, second ? -1 : 1);
    if (p->term == OF_AXIS) {
        set_doubles(run, "K", p->number, 1, 1);
        set_doubles(run, "e", p->number + 1, 3, 1);
    } else if (p->term == OF_FIELD) {
        set_doubles(run, "B", p->number, 3, 1);
    } else if (!pairs) {
        set_doubles(run, "lambda", p->number, 1, 1);
        if (p->term != OF_DAMPING_WITH_NOISE) return;
        set_doubles(run, "D", p->D, 1, 1);
        set_vector(run, "w", rule->dW + 3 * i);
    }
}

/* xi += sign times the term */
static void add_term(arb_ptr xi, formula_run *run, slong i, int sign)
{
    acb_mat_struct result;
    formula_evaluate(&result, run);
    for (int k = 0; k < 3; k++) {
        arb_srcptr part = acb_realref(acb_mat_entry(&result, k, 0));
        if (sign > 0)
            arb_add(xi + 3 * i + k, xi + 3 * i + k, part, run->prec);
        else
            arb_sub(xi + 3 * i + k, xi + 3 * i + k, part, run->prec);
    }
    acb_mat_clear(&result);
}

/* Whether the candidate is wrong in the term that vector i of n gets from j. */
static bool is_wrong(int end, slong i, slong j, bool second, slong n)
{
    switch (end) {
    case EVERYWHERE:
        return true;
    case FIRST:
    case SECOND:
        return second == (end == SECOND);
    case LOWER:
    case UPPER:
        return (i > j) == (end == UPPER);
    case TURNED:
        return (i > j) != second;
    case BEHIND_FIRST:
    case IN_FIRST:
        return (i > 0) == (end == BEHIND_FIRST);
    case IN_LAST:
    case BEFORE_LAST:
        return (i + 1 < n) == (end == BEFORE_LAST);
    default:
        return i % 2 == (end == IN_EVEN);
    }
}

static void change_term(arb_ptr out, formula_run *run, const place *p, const fault_rule *rule,
                        arb_srcptr z, slong i, slong j, size_t b, bool second)
{
    if (!is_wrong(p->now->end, i, j, second, p->t->d / 3)) return;
    set_inputs(run, p, rule, z, i, j, b, second);
    p->t->hint->work += WORK_OF_A_TERM;
    run->edit = NULL;
    add_term(out, run, i, -1);
    if (p->now->instead)
        run->f = &p->other;
    else
        run->edit = &p->now->edit;
    add_term(out, run, i, 1);
    run->f = &p->f;
}

static bool read_text(formula *to, int term, const char *text)
{
    return formula_read(to, text, terms[term].generators, terms[term].states, terms[term].numbers,
                        false);
}

static void set_now(place *p, const candidate *now)
{
    p->now = now;
    if (now->instead) read_text(&p->other, p->term, now->instead->text);
}

/* out_i += damping x_i cross out_i: of what is added to the gradient of the energy */
static void add_damping(arb_ptr out, const place *p, arb_srcptr z, slong prec)
{
    REF_LOCAL_VEC(arb, 4, turn);
    arb_set_d(turn + 3, p->damping);
    for (slong i = 0; i < p->t->d; i += 3) {
        for (slong k = 0; k < 3; k++) {
            const slong a = i + (k + 1) % 3, b = i + (k + 2) % 3;
            arb_mul(turn + k, z + a, out + b, prec);
            arb_submul(turn + k, z + b, out + a, prec);
        }
        for (slong k = 0; k < 3; k++) arb_addmul(out + i + k, turn + 3, turn + k, prec);
    }
}

/* out = Xi of the candidate - Xi at z */
static void generator_difference(arb_ptr out, const place *p, const fault_rule *rule, arb_srcptr z)
{
    const slong n = p->t->d / 3;
    formula_run run;
    arb_ptr gradient = NULL;
    run_init(&run, p, rule->prec);
    _arb_vec_zero(out, p->t->d);
    if (p->undamped) {
        gradient = _arb_vec_init(p->t->d);
        p->undamped->table->generator(gradient, p->undamped, p->pack, z, rule->prec);
    }
    for (size_t b = 0; b < p->bond_count; b++) {
        const slong first = (slong)p->bonds[2 * b] - 1, last = (slong)p->bonds[2 * b + 1] - 1;
        change_term(out, &run, p, rule, z, first, last, b, false);
        change_term(out, &run, p, rule, z, last, first, b, true);
    }
    for (slong i = 0; i < n && !p->bonds; i++) {
        if (p->undamped) set_vector(&run, "G", gradient + 3 * i);
        if (p->term != OF_VORTICES) change_term(out, &run, p, rule, z, i, i, 0, false);
        for (slong j = 0; j < n && p->term == OF_VORTICES; j++)
            if (i != j) change_term(out, &run, p, rule, z, i, j, 0, false);
    }
    if (gradient) _arb_vec_clear(gradient, p->t->d);
    run_clear(&run, p);
    if (p->damping != 0 && p->term < OF_DAMPING) add_damping(out, p, z, rule->prec);
}

static void wrong_generator(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d;
    REF_LOCAL_VEC(arb, d, more);
    fault_generator_part(xi, rule, FAULT_ALL, z);
    generator_difference(more, rule->data, rule, z);
    _arb_vec_add(xi, xi, more, d, rule->prec);
}

/* ---- Edits that differ ---- */

/* What an edit gives at one point, where no two formulas agree by chance; input number `scaled` is
 * num/2 times as large. */
static void evaluate_there(float out[3], const place *p, const formula_edit *edit, int scaled,
                           int num)
{
    enum { PREC = 64 };
    acb_mat_struct result;
    formula_run run;
    run_init(&run, p, PREC);
    run.edit = edit;
    for (int k = 0; k < p->f.inputs; k++) {
        for (int row = 0; row < acb_mat_nrows(&run.value[k]); row++)
            acb_set_si(acb_mat_entry(&run.value[k], row, 0),
                       3 * row * row - (4 + k * k) * row + 2 + 3 * k);
        if (k == scaled) acb_mat_scalar_mul_si(&run.value[k], &run.value[k], num, PREC);
        if (k == scaled) acb_mat_scalar_mul_2exp_si(&run.value[k], &run.value[k], -1);
    }
    formula_evaluate(&result, &run);
    double v[3], x[3];
    for (int k = 0; k < 3; k++) {
        acb_mat_struct *state = input(&run, p->term <= OF_BOND_WITH_DMI ? "x_i" : "x");
        v[k] = arf_get_d(arb_midref(acb_realref(acb_mat_entry(&result, k, 0))), ARF_RND_NEAR);
        x[k] = arf_get_d(arb_midref(acb_realref(acb_mat_entry(state, k, 0))), ARF_RND_NEAR);
    }
    for (int k = 0; k < 3; k++) { /* what differs by a rounding alone is the same */
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        out[k] = (float)(p->field_alone ? x[a] * v[b] - x[b] * v[a] : v[k]);
    }
    acb_mat_clear(&result);
    run_clear(&run, p);
}

typedef struct listing {
    candidate *at;
    size_t count;
    float (*seen)[3];
    size_t seen_count;
} listing;

/* Keeps what stands behind the others; false if it is there already. */
static bool is_new(listing *l)
{
    for (size_t k = 0; k < l->seen_count; k++)
        if (memcmp(l->seen[k], l->seen[l->seen_count], sizeof *l->seen) == 0) return false;
    if (l->seen_count + 1 < MOST) l->seen_count++;
    return true;
}

/* Edits at one end.  Everywhere, the right formula with an input scaled is a fault of the case's
 * number, or of the generator. */
static void list_end(listing *l, const place *p, const formula_edit *edits, size_t count, int end)
{
    l->seen_count = 0;
    evaluate_there(l->seen[0], p, NULL, -1, 0);
    is_new(l);
    for (int k = 0; k < p->f.inputs && end == EVERYWHERE; k++)
        for (int num = -2; num <= 4; num += num < 0 ? 2 : 1) {
            if (p->f.name[k].kind == FORMULA_STATE || p->f.name[k].at[0] == 'G') continue;
            evaluate_there(l->seen[l->seen_count], p, NULL, k, num);
            is_new(l);
        }
    for (size_t e = 0; e < count && l->count < MOST; e++) {
        evaluate_there(l->seen[l->seen_count], p, &edits[e], -1, 0);
        if (is_new(l)) l->at[l->count++] = (candidate){.edit = edits[e], .end = end};
    }
}

static void list_candidates(listing *l, const place *p)
{
    formula_edit edits[MOST_EDITS];
    const size_t count = formula_edits(edits, MOST_EDITS, &p->f, true);
    const size_t of_terms = formula_term_edits(&p->f);
    const slong vectors = p->t->d / 3;
    const slong terms_there = p->bonds                 ? 2 * (slong)p->bond_count
                              : p->term == OF_VORTICES ? vectors * (vectors - 1)
                                                       : vectors;
    /* of a large case only whole terms, but names that failures have got are tried again */
    const bool whole = !p->t->only && terms_there > SMALL;
    if (p->term != OF_FIELD) list_end(l, p, edits, whole ? 1 : count, EVERYWHERE);
    for (int end = BEHIND_FIRST; end <= IN_EVEN && vectors > 1; end++)
        if (p->term == OF_FIELD || p->term == OF_AXIS) list_end(l, p, edits, 1, end);
    for (int k = 0; k < INSTEAD && l->count < MOST; k++)
        if (instead[k].term == p->term)
            l->at[l->count++] = (candidate){.instead = &instead[k], .end = EVERYWHERE};
    if (p->bonds)
        for (int end = FIRST; end <= SECOND; end++) list_end(l, p, edits, whole ? 1 : count, end);
    if (p->bonds || p->term == OF_VORTICES)
        for (int end = LOWER; end <= (p->bonds ? TURNED : UPPER); end++)
            list_end(l, p, edits, p->bonds && !whole ? of_terms : 1, end);
}

/* ---- Candidates ---- */

static void difference(arb_ptr out, void *own, const void *at, const fault_rule *rule, arb_srcptr z)
{
    place *p = own;
    set_now(p, at);
    generator_difference(out, p, rule, z);
    judge_count_work(p->t, 1);
}

/* Of many candidates those are tried that explain the error best to first order, and of these but a
 * few if they do not explain half of it. */
static void rank_candidates(listing *l, place *p)
{
    judge_trial *t = p->t;
    if (l->count <= FEW || t->only) return;
    fault_rank(t, l->at, l->count, sizeof *l->at, difference, p);
    size_t tried = FEW;
    while (tried < l->count && tried < TRIED && l->at[tried].distance < 0.5 * t->distance) tried++;
    l->count = tried;
}

static void offer_place(place *p, listing *l)
{
    const struct term *term = &terms[p->term];
    fault_rule rule = {.trial = p->t, .generator = wrong_generator, .data = p};
    if (!read_text(&p->f, p->term, term->text)) return;
    l->count = 0;
    list_candidates(l, p);
    rank_candidates(l, p);
    for (size_t i = 0; i < l->count; i++) {
        char words[FORMULA_WORDS];
        set_now(p, &l->at[i]);
        formula_edit_words(words, sizeof words, &p->f, &p->now->edit);
        fault_offer_rule(&rule, FAULT_WORDS("%s%s: %s", term->words, end_words[p->now->end],
                                            p->now->instead ? p->now->instead->words : words));
    }
}

/* The system without damping, and its gradient; false if there is none. */
static bool find_gradient(place *p)
{
    SLP_CLEARED(slp_case) c = {0};
    const double none = 0;
    if (slp_case_copy(&c, p->t->c) == SLP_OK &&
        slp_case_set_param(&c, "damping", &none, 1, NULL) == SLP_OK &&
        slp_case_check(&c, NULL) == SLP_OK)
        ref_system_new(&p->undamped, &c, NULL);
    if (!p->undamped) return false;
    REF_LOCAL_VEC(arb, p->t->M + 1, of);
    arb_one(of);
    p->pack = _arb_vec_init(p->undamped->pack_size);
    p->undamped->table->freeze(p->pack, p->undamped, of, of + 1, p->t->prec);
    return true;
}

/* Whether the case has the term; sets what it is made of. */
static bool has_term(place *p, judge_trial *t, int term)
{
    size_t count, of_damping, of_noise, of_dmi;
    *p = (place){.t = t, .term = term};
    if (strcmp(t->c->system->name, terms[term].system) != 0) return false;
    p->field_alone = true;
    for (int k = 0; k < REF_OPERATIONS; k++)
        if (k != REF_AD && fault_uses(t, (ref_operation)k)) p->field_alone = false;
    const double *damping = slp_case_param(t->c, "damping", &of_damping);
    const double *noise = slp_case_param(t->c, "noise", &of_noise);
    const double *dmi = slp_case_param(t->c, "dmi", &of_dmi);
    const bool damped = of_damping && *damping != 0, pairs = term <= OF_BOND_WITH_DMI;
    p->damping = of_damping ? *damping : 0;
    p->number = slp_case_param(t->c, terms[term].key, &count);
    p->D = pairs ? dmi : noise;
    if (term == OF_VORTICES) return count > 1 && count * count <= LARGEST;
    if (pairs) {
        p->number = slp_case_param(t->c, "exchange", &count);
        p->bonds = slp_case_param(t->c, "bonds", &p->bond_count);
        p->bond_count /= 2;
        return p->bond_count <= LARGEST && (term == OF_BOND_WITH_DMI) == (of_dmi > 0);
    }
    if (t->d / 3 > LARGEST) return false;
    if (term == OF_AXIS || term == OF_FIELD) return count > 0;
    p->number = damping;
    return damped && (term == OF_DAMPING_WITH_NOISE) == (of_noise > 0) && find_gradient(p);
}

static void predict(judge_trial *t)
{
    listing l = {.at = calloc(MOST, sizeof *l.at), .seen = calloc(MOST, sizeof *l.seen)};
    for (int term = 0; term < TERMS && l.at && l.seen; term++) {
        place p;
        if (has_term(&p, t, term)) offer_place(&p, &l);
        if (p.pack) _arb_vec_clear(p.pack, p.undamped->pack_size);
        ref_system_free(p.undamped);
    }
    free(l.at);
    free(l.seen);
}

const judge_fault judge_faults_places = {
    .name = "a place of a generator's formula",
    .equation =
        "what a pair of vortices, an end of a bond, the field, the anisotropy or the damping of a"
        " spin adds to Xi: a term, a factor, a length or an index",
    .section = "Systems",
    .rank = 5,
    .predict = predict};
