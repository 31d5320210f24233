/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Faults that follow from the rule itself.  A step is a number of calls, of the generator and of
 * operations, and of sums of their results.  The calls are recorded once; each is a value that
 * others take.  A candidate changes one value where one call takes it, or where all do: left out,
 * halved, doubled, negated, or another value of its kind; or one call is another operation.
 *
 * What stands between calls is the scheme's own.  To change value s in the argument of call i, the
 * function is evaluated three times: to record the results; with these results given, and s
 * changed, for the argument; with the results before i given and the argument in its place. */
#include "oracle/judge/fault/kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 24, MOST_VALUES = 40, SINGLE_NOISES = 12 };
enum { OF_GENERATOR = -1 }; /* a call's kind; else an operation */
typedef enum sort { STATE, GENERATOR, CHANGE } sort;

typedef struct call {
    int kind;
    slong length;
    const ref_algebra *algebra; /* of an operation */
    arb_ptr xi, x, out;
} call;

/* The calls of a function, and the values that they may take: x, the stage's vectors, what the
 * scheme prepared, results of calls. */
typedef struct graph {
    int phase;
    slong count, stages, width; /* of the output: vectors of d */
    bool full;                  /* more calls than there is room for */
    call at[MOST_CALLS];
    arb_ptr z, output;
} graph;

typedef enum change {
    TIMES,        /* value a times */
    ANOTHER,      /* the value `other` in its place */
    PART,         /* of the generator behind it only this part */
    PART_AT_X,    /* this part of the generator at x */
    MEAN,         /* (Xi(x) + Xi(2z - x))/2 for Xi(z) */
    OTHER_NOISE,  /* the generator with increments of another step */
    REFLECTED,    /* 2a - x for the argument a */
    FIELD_AT_X,   /* of ad*_{Xi(z)} z this part at x, Xi and z */
    FIELD_MIDDLE, /* the same of all of a trapezoidal rule's: at (x + z)/2 */
    JOINED,       /* one operation of 2 xi for this one and the one before it of the same xi */
    OPERATION     /* another operation on the same arguments */
} change;

enum { OUTPUT = -1, EVERY = -1, WHOLE = -1 };
static const fault_factor factors[] = {
    {0, "left out"}, {0.5, "halved"}, {2, "doubled"}, {-1, "negated"}};
typedef struct edit {
    change how;
    bool phases[3];
    slong sink;    /* a call, or OUTPUT */
    slong sinks;   /* bit i: call i takes the same value; beside `sink` */
    bool xi;       /* its argument xi, else x */
    slong block;   /* of the output */
    slong value;   /* which value; WHOLE: the argument itself */
    int half;      /* of ANOTHER on pairs: 1 or 2 is that half of the vector alone */
    bool node;     /* the value is changed for all that take it */
    bool all;      /* and so are all calls of its kind */
    bool of_table; /* it is a coefficient's, and has that name */
    const fault_factor *times;
    slong other;
    int part;      /* of PART and PART_AT_X */
    slong noise;   /* of FAULT_ONE */
    slong first;   /* where the increments of OTHER_NOISE begin */
    int operation; /* of OPERATION: an operation, or IDENTITY */
    int was;       /* and of which kind the call is */
} edit;
enum { IDENTITY = REF_OPERATIONS };

enum { MOST_EDITS = 3000, MOST_TOLD = 16 };
typedef enum mode { PLAIN, RECORD, PROBE, GIVEN, REAL } mode;
typedef struct walk {
    judge_trial *t;
    graph g;       /* what is recorded */
    const edit *e; /* NULL: nothing is changed */
    mode mode;
    slong call;       /* the number of the next one */
    arb_ptr argument; /* what takes the place of the sink's */
    uint64_t
        touched; /* bit 2i + xi: of PROBE, an argument of call i that is not the recorded one */
    edit *edits; /* the candidates */
    fault_text *words;
    size_t count, first_of_finish;
    bool result_is_stage;
    arb_ptr told; /* what was predicted and kept */
    size_t kept;
} walk;

/* ---- Values: number 0 is x, then the stage's vectors, then what is prepared, then results ---- */

static slong value_of_call(const graph *g, slong i)
{
    return 2 + g->stages + i;
}

static arb_srcptr value_at(const graph *g, const ref_frame *f, slong v, slong *length)
{
    *length = f->d;
    if (v == 0) return f->x;
    if (v <= g->stages) return g->z + (v - 1) * f->d;
    if (v == 1 + g->stages) return f->base;
    *length = g->at[v - 2 - g->stages].length;
    return g->at[v - 2 - g->stages].out;
}

static sort sort_of(const graph *g, const ref_frame *f, slong v)
{
    if (v == 0 || v == 1 + g->stages) return STATE;
    if (v <= g->stages) return f->scheme->from_zero ? GENERATOR : STATE;
    switch (g->at[v - 2 - g->stages].kind) {
    case OF_GENERATOR:
        return GENERATOR;
    case REF_AD:
    case REF_CONGRUENCE:
    case REF_BRACKET:
    case REF_DCAY_INVERSE:
        return CHANGE;
    default:
        return STATE;
    }
}

static bool same_numbers(arb_srcptr a, arb_srcptr b, slong n)
{
    for (slong i = 0; i < n; i++)
        if (!arf_equal(arb_midref(a + i), arb_midref(b + i))) return false;
    return true;
}

/* ---- A call ---- */

/* out = the generator at z with the increments that the edit says */
static void generate(arb_ptr xi, fault_rule *rule, const edit *e, arb_srcptr z)
{
    const slong d = rule->trial->d, M = rule->trial->M;
    if (e->how == PART) {
        fault_generator_part(xi, rule, (fault_part)e->part, z);
        return;
    }
    REF_LOCAL_VEC(arb, d + M, part);
    if (e->how == MEAN) {
        _arb_vec_scalar_mul_2exp_si(xi, z, d, 1);
        _arb_vec_sub(part, xi, rule->x, d, rule->prec);
        fault_generator_part(xi, rule, FAULT_ALL, part);
        fault_generator_part(part, rule, FAULT_ALL, rule->x);
        _arb_vec_add(xi, xi, part, d, rule->prec);
        _arb_vec_scalar_mul_2exp_si(xi, xi, d, -1);
    } else if (e->how == PART_AT_X) { /* the other part stays at z */
        fault_generator_part(xi, rule, FAULT_ALL, z);
        fault_generator_part(part, rule, (fault_part)e->part, z);
        _arb_vec_sub(xi, xi, part, d, rule->prec);
        fault_generator_part(part, rule, (fault_part)e->part, rule->x);
        _arb_vec_add(xi, xi, part, d, rule->prec);
    } else {
        const ref_system *inner = rule->inner;
        REF_LOCAL_VEC(arb, inner->pack_size, pack);
        for (slong k = 0; k < M; k++) fault_increment(part + d + k, rule->trial, e->first + k);
        inner->table->freeze(pack, inner, rule->h, part + d, rule->prec);
        inner->table->generator(xi, inner, pack, z, rule->prec);
    }
}

static bool gives_change(int operation)
{
    return operation == REF_CONGRUENCE || operation == REF_AD;
}

/* The operation in the place of another one, whose result is x or the change of x. */
static void apply_instead(arb_ptr out, fault_rule *rule, int operation, int was,
                          const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    REF_LOCAL_VEC(arb, algebra->d, from);
    _arb_vec_set(from, x, algebra->d);
    if (operation == IDENTITY)
        _arb_vec_set(out, from, algebra->d);
    else
        fault_apply(out, rule, (ref_operation)operation, algebra, xi, from, w);
    const bool moves = operation != IDENTITY && gives_change(operation);
    if (moves && !gives_change(was)) _arb_vec_add(out, out, from, algebra->d, rule->prec);
    if (!moves && gives_change(was)) _arb_vec_sub(out, out, from, algebra->d, rule->prec);
}

/* out += c times ad* of the part of the generator at z, on z */
static void add_field(arb_ptr out, fault_rule *rule, const edit *e, slong c, arb_srcptr z,
                      const ref_algebra *algebra, arb_ptr w)
{
    const slong d = rule->trial->d;
    const fault_part part = (fault_part)e->part;
    REF_LOCAL_VEC(arb, d, xi, field);
    fault_generator_part(xi, rule, part, z);
    fault_apply(field, rule, REF_AD, algebra, xi, z, w);
    for (slong i = 0; i < d; i++) arb_addmul_si(out + i, field + i, c, rule->prec);
}

/* out is ad* of Xi(z) on z: its part is taken at x, or so that with the half of it that is at x
 * already all of it is taken at the middle. */
static void move_field(arb_ptr out, fault_rule *rule, const edit *e, arb_srcptr z,
                       const ref_algebra *algebra, arb_ptr w)
{
    const slong d = rule->trial->d;
    if (!rule->packs) return; /* what is prepared is prepared again when they are there */
    REF_LOCAL_VEC(arb, d, middle);
    add_field(out, rule, e, -1, z, algebra, w);
    add_field(out, rule, e, e->how == FIELD_AT_X ? 1 : -1, rule->x, algebra, w);
    if (e->how == FIELD_MIDDLE) {
        _arb_vec_add(middle, z, rule->x, d, rule->prec);
        _arb_vec_scalar_mul_2exp_si(middle, middle, d, -1);
        add_field(out, rule, e, 2, middle, algebra, w);
    }
}

/* Whether the result of this call is changed for all that take it. */
static bool is_changed(const walk *r, const fault_rule *rule, slong i, int kind)
{
    const edit *e = r->e;
    if (!e || !e->node || !e->phases[rule->phase]) return false;
    if (e->how == JOINED && value_of_call(&r->g, i) == e->other) return true;
    return e->all ? kind == e->was : value_of_call(&r->g, i) == e->value;
}

static void keep(walk *r, int kind, slong length, const ref_algebra *algebra, arb_srcptr xi,
                 arb_srcptr x, arb_srcptr out)
{
    graph *g = &r->g;
    if (g->count == MOST_CALLS) {
        g->full = true;
        return;
    }
    call *to = &g->at[g->count++];
    to->kind = kind;
    to->length = length;
    to->algebra = algebra;
    if (xi) _arb_vec_set(to->xi, xi, length);
    _arb_vec_set(to->x, x, length);
    _arb_vec_set(to->out, out, length);
}

/* Sees to an argument: keeps it while results are given, puts another one in its place after. */
static arb_srcptr see_argument(walk *r, slong i, bool xi, arb_srcptr argument, slong length)
{
    const edit *e = r->e;
    if (r->mode == PROBE && i < r->g.count &&
        !same_numbers(argument, xi ? r->g.at[i].xi : r->g.at[i].x, length))
        r->touched |= (uint64_t)1 << (2 * i + xi);
    if (!e || e->node || e->sink == OUTPUT || e->xi != xi) return argument;
    if (r->mode == GIVEN && i == e->sink) _arb_vec_set(r->argument, argument, length);
    if (r->mode == REAL && (i == e->sink || (i < MOST_CALLS && e->sinks >> i & 1)))
        return r->argument;
    return argument;
}

/* True if the result is the recorded one. */
static bool is_given(const walk *r, slong i)
{
    return i < r->g.count &&
           (r->mode == GIVEN || r->mode == PROBE || (r->mode == REAL && i < r->e->sink));
}

static void on_generator(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    walk *r = rule->keep;
    const slong d = rule->trial->d, i = r->call++;
    z = see_argument(r, i, false, z, d);
    if (is_given(r, i)) {
        _arb_vec_set(xi, r->g.at[i].out, d);
        return;
    }
    const bool changed = is_changed(r, rule, i, OF_GENERATOR);
    if (changed && r->e->how != TIMES)
        generate(xi, rule, r->e, z);
    else
        fault_generator_part(xi, rule, FAULT_ALL, z);
    if (changed && r->e->how == TIMES) fault_scale(xi, d, r->e->times->by, rule->prec);
    if (r->mode == RECORD) keep(r, OF_GENERATOR, d, NULL, NULL, z, xi);
}

static void on_operation(arb_ptr out, fault_rule *rule, ref_operation operation,
                         const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x, arb_ptr w)
{
    walk *r = rule->keep;
    const slong d = algebra->d, i = r->call++;
    xi = see_argument(r, i, true, xi, d);
    x = see_argument(r, i, false, x, d);
    if (is_given(r, i)) {
        _arb_vec_set(out, r->g.at[i].out, d);
        return;
    }
    REF_LOCAL_VEC(arb, 2 * d, from);
    _arb_vec_set(from, xi, d);
    _arb_vec_set(from + d, x, d);
    const bool changed = is_changed(r, rule, i, (int)operation);
    const bool joined = changed && r->e->how == JOINED;
    if (joined && value_of_call(&r->g, i) == r->e->other) { /* the first one does nothing */
        _arb_vec_set(out, from + d, d);
    } else if (joined) {
        REF_LOCAL_VEC(arb, d, twice);
        _arb_vec_scalar_mul_2exp_si(twice, from, d, 1);
        fault_apply(out, rule, operation, algebra, twice, x, w);
    } else if (changed && r->e->how == OPERATION) {
        apply_instead(out, rule, r->e->operation, (int)operation, algebra, xi, x, w);
    } else {
        fault_apply(out, rule, operation, algebra, xi, x, w);
    }
    if (changed && (r->e->how == FIELD_AT_X || r->e->how == FIELD_MIDDLE))
        move_field(out, rule, r->e, from + d, algebra, w);
    if (changed && r->e->how == TIMES) fault_scale(out, d, r->e->times->by, rule->prec);
    if (r->mode == RECORD) keep(r, (int)operation, d, algebra, from, from + d, out);
}

/* ---- An evaluation ---- */

static void evaluate_as(arb_ptr out, fault_rule *rule, arb_srcptr z, mode as)
{
    walk *r = rule->keep;
    r->mode = as;
    r->call = 0;
    fault_rule_evaluate(out, rule, z);
    r->mode = PLAIN;
}

static void record(fault_rule *rule, arb_srcptr z)
{
    walk *r = rule->keep;
    graph *g = &r->g;
    ref_frame *f = rule->frame;
    g->count = 0;
    g->phase = rule->phase;
    g->stages = rule->phase == FAULT_PREPARE ? 0 : f->k / f->d;
    if (g->stages) _arb_vec_set(g->z, z, f->k);
    evaluate_as(g->output, rule, z, RECORD);
    if (rule->phase == FAULT_PREPARE) _arb_vec_set(g->output, f->base, f->d);
}

/* to = from, or in one half of it. */
static void set_half(arb_ptr to, arb_srcptr from, slong length, int half)
{
    const slong first = half == 2 ? length / 2 : 0;
    _arb_vec_set(to + first, from + first, half ? length / 2 : length);
}

/* What takes the place of a value: `to` has room for it. */
static void changed_value(arb_ptr to, fault_rule *rule, const graph *g, const edit *e,
                          arb_srcptr value, slong length)
{
    slong unused;
    const slong i = e->value - 2 - g->stages;
    _arb_vec_set(to, value, length);
    if (e->how == TIMES) {
        fault_scale(to, length, e->times->by, rule->prec);
    } else if (e->how == ANOTHER) {
        set_half(to, value_at(g, rule->frame, e->other, &unused), length, e->half);
    } else if (g->at[i].kind == OF_GENERATOR) {
        generate(to, rule, e, g->at[i].x);
    } else { /* an operation whose xi is the generator's value `other` */
        const call *of = &g->at[i], *behind = &g->at[e->other - 2 - g->stages];
        REF_LOCAL_VEC(arb, rule->trial->d, xi);
        REF_LOCAL_VEC(arb, of->algebra->scratch, w);
        generate(xi, rule, e, behind->x);
        fault_apply(to, rule, (ref_operation)of->kind, of->algebra, xi, of->x, w);
    }
}

/* Results are given, and the edit's value is changed: sets r->argument, or `out` if the output is
 * what takes it. */
static void evaluate_changed(arb_ptr out, fault_rule *rule, arb_srcptr z, mode as)
{
    walk *r = rule->keep;
    graph *g = &r->g;
    ref_frame *f = rule->frame;
    const edit *e = r->e;
    slong length;
    arb_srcptr value = value_at(g, f, e->value, &length), x = f->x;
    REF_LOCAL_VEC(arb, length, other, before);
    REF_LOCAL_VEC(arb, f->k, stage);
    changed_value(other, rule, g, e, value, length);
    _arb_vec_set(before, value, length);
    if (e->value == 0) {
        f->x = other;
    } else if (e->value <= g->stages) {
        _arb_vec_set(stage, z, f->k);
        _arb_vec_set(stage + (e->value - 1) * f->d, other, f->d);
        z = stage;
    } else {
        _arb_vec_set((arb_ptr)value, other, length);
    }
    evaluate_as(out, rule, z, as);
    if (e->value == 0)
        f->x = x;
    else if (e->value > g->stages)
        _arb_vec_set((arb_ptr)value, before, length);
}

/* out = 2a - x */
static void reflect(arb_ptr out, const ref_frame *f, arb_srcptr a, slong prec)
{
    _arb_vec_scalar_mul_2exp_si(out, a, f->d, 1);
    _arb_vec_sub(out, out, f->x, f->d, prec);
}

/* out = x + a (what is recorded - x), in the blocks of the edit */
static void scale_move(arb_ptr out, const fault_rule *rule, const edit *e)
{
    const walk *r = rule->keep;
    const slong d = rule->frame->d, vectors = rule->phase == FAULT_STAGE ? r->g.stages : 1;
    _arb_vec_set(out, r->g.output, vectors * d);
    for (slong b = 0; b < vectors; b++) {
        if (b != e->block) continue;
        _arb_vec_sub(out + b * d, out + b * d, rule->x, d, rule->prec);
        fault_scale(out + b * d, d, e->times->by, rule->prec);
        _arb_vec_add(out + b * d, out + b * d, rule->x, d, rule->prec);
    }
}

static void evaluate(arb_ptr out, fault_rule *rule, arb_srcptr z)
{
    walk *r = rule->keep;
    const edit *e = r->e;
    graph *g = &r->g;
    ref_frame *f = rule->frame;
    if (!e || !e->phases[rule->phase] || e->node) {
        evaluate_as(out, rule, z, PLAIN);
        return;
    }
    record(rule, z);
    if (e->value == WHOLE && e->sink == OUTPUT) {
        scale_move(out, rule, e);
        return;
    }
    if (e->value == WHOLE) {
        const call *to = &g->at[e->sink];
        slong length = to->length;
        _arb_vec_set(r->argument, e->xi ? to->xi : to->x, length);
        if (e->how == TIMES)
            fault_scale(r->argument, length, e->times->by, rule->prec);
        else if (e->how == ANOTHER)
            set_half(r->argument, value_at(g, f, e->other, &length), to->length, e->half);
        else
            reflect(r->argument, f, to->x, rule->prec);
    } else {
        evaluate_changed(out, rule, z, GIVEN);
    }
    if (e->sink != OUTPUT) {
        evaluate_as(out, rule, z, REAL);
        return;
    }
    for (slong b = 0; b < (rule->phase == FAULT_STAGE ? g->stages : 1); b++)
        if (e->block != EVERY && b != e->block)
            _arb_vec_set(out + b * f->d, g->output + b * f->d, f->d);
}

/* ---- Words ---- */

static const char *const operation_names[] = {[REF_AD] = "ad*",
                                              [REF_CONGRUENCE] = "D",
                                              [REF_INVERSE] = "the inverse of D",
                                              [REF_PRINTED] = "the printed inverse of D",
                                              [REF_EXPONENTIAL] = "E",
                                              [REF_CAYLEY] = "C",
                                              [REF_DEXP_DUAL] = "M",
                                              [REF_BRACKET] = "[ , ]",
                                              [REF_DCAY_INVERSE] = "B",
                                              [REF_SPHERE_CAYLEY] = "the C of so(3)",
                                              [IDENTITY] = "the identity"};

/* How many calls of the kind there are up to number i, and in all. */
static slong ordinal(const graph *g, slong i, slong *all)
{
    slong at = 0;
    *all = 0;
    for (slong k = 0; k < g->count; k++) {
        *all += g->at[k].kind == g->at[i].kind;
        if (k == i) at = *all;
    }
    return at;
}

static const char *call_words(fault_text *to, const graph *g, slong i)
{
    slong all;
    const slong at = ordinal(g, i, &all);
    const int kind = g->at[i].kind;
    const char *name = kind == OF_GENERATOR ? "generator" : operation_names[kind];
    if (all > 1) return fault_words(to, "%s %ld", name, (long)at);
    return fault_words(to, "%s%s", kind == OF_GENERATOR ? "the " : "", name);
}

static const char *value_words(fault_text *to, const graph *g, slong v)
{
    if (v == 0) return "x";
    if (v <= g->stages) return g->stages == 1 ? "z" : fault_words(to, "z_%ld", (long)v);
    if (v == 1 + g->stages) return "the part of x alone";
    return call_words(to, g, v - 2 - g->stages);
}

static const char *phase_words(const edit *e)
{
    if (e->phases[FAULT_PREPARE]) return " of the part of x alone";
    if (e->phases[FAULT_STAGE] == e->phases[FAULT_FINISH]) return "";
    return e->phases[FAULT_STAGE] ? " of the stage" : " of the result";
}

static const char *change_words(const edit *e, const judge_trial *t)
{
    static const char *const left[] = {
        [FAULT_DRIFT] = "without the noise", [FAULT_NOISE] = "without the drift"};
    static const char *const at_x[] = {[FAULT_ALL] = "at x",
                                       [FAULT_DRIFT] = "with the drift at x",
                                       [FAULT_NOISE] = "with the noise at x"};
    if (e->how == TIMES) return e->times->words;
    if (e->how == OTHER_NOISE)
        return e->first > (slong)t->s * t->M ? "with increments of the next step"
                                             : "with increments of the step before";
    return e->how == PART ? left[e->part] : at_x[e->part];
}

static const char *sink_words(fault_text *to, const graph *g, const edit *e)
{
    fault_text name;
    if (e->sink != OUTPUT)
        return fault_words(to, "%s%s%s", call_words(&name, g, e->sink),
                           e->sinks ? " and what follows" : "", phase_words(e));
    if (g->phase == FAULT_FINISH) return "the result";
    return g->stages < 2 ? "the stage" : fault_words(to, "stage %ld", (long)e->block + 1);
}

/* The words of faults of all calls of the generator. */
static void generator_words(fault_text *to, const judge_trial *t, const edit *e)
{
    if (e->how == MEAN)
        fault_words(to, "mean of generators, not generator at the mean");
    else if (e->part == FAULT_ONE)
        fault_words(to, "Ito for Stratonovich in noise %ld", (long)e->noise + 1);
    else if (e->part == FAULT_NOISE)
        fault_words(to, "Ito for Stratonovich in %s", t->M > 1 ? "all noises" : "the noise");
    else
        fault_words(to, "%s at the beginning of the step",
                    e->part == FAULT_DRIFT ? "drift" : "generator");
}

static void edit_words(fault_text *to, const judge_trial *t, const graph *g, const edit *e)
{
    static const char *const halves[] = {"", "the first half of ", "the second half of "};
    fault_text text[3];
    const char *value = e->value != WHOLE   ? value_words(&text[0], g, e->value)
                        : e->sink == OUTPUT ? "the move"
                        : e->xi             ? "the generator"
                                            : "the state";
    const char *sink = e->node ? NULL : sink_words(&text[1], g, e);
    const char *name = e->node && e->was != OF_GENERATOR ? operation_names[e->was] : NULL;
    if (e->node && e->all && !name)
        generator_words(to, t, e);
    else if (e->how == FIELD_AT_X || e->how == FIELD_MIDDLE)
        fault_words(to, "ad* of the %s %s", e->part == FAULT_NOISE ? "noise" : "drift",
                    e->how == FIELD_AT_X ? "at x, and on x" : "at the middle (x + z)/2, and on it");
    else if (e->how == JOINED)
        fault_words(to, "%s(2 xi) for %s(xi) %s(xi)", name, name, name);
    else if (e->how == OPERATION)
        fault_words(to, "%s for %s%s", operation_names[e->operation], e->all ? name : value,
                    e->all ? "" : phase_words(e));
    else if (e->node)
        fault_words(to, "%s%s %s", value, phase_words(e), change_words(e, t));
    else if (e->how == REFLECTED)
        fault_words(to, "2a - x for the state a in %s", sink);
    else if (e->how == ANOTHER)
        fault_words(to, "%s%s for %s in %s", halves[e->half], value_words(&text[2], g, e->other),
                    value, sink);
    else
        fault_words(to, "%s %s in %s", value, change_words(e, t), sink);
}

/* ---- Candidates ---- */

static void add_edit(walk *on, const edit *given)
{
    edit e = *given;
    if (on->count == MOST_EDITS) return;
    if (!e.all) e.phases[on->g.phase] = true;
    if (on->result_is_stage && on->g.phase == FAULT_STAGE) e.phases[FAULT_FINISH] = true;
    edit_words(&on->words[on->count], on->t, &on->g, &e);
    on->edits[on->count++] = e;
}

static void add_scalings(walk *on, edit e, bool zero_too)
{
    e.how = TIMES;
    for (size_t i = zero_too ? 0 : 1; i < sizeof factors / sizeof *factors; i++) {
        e.times = &factors[i];
        add_edit(on, &e);
    }
}

static slong count_values(const graph *g)
{
    return 2 + g->stages + g->count;
}

static bool is_there(const walk *on, slong v)
{
    const graph *g = &on->g;
    return v != 1 + g->stages || (g->phase != FAULT_PREPARE && on->t->exact.scheme->prepare);
}

/* Other values of this sort and length, which there are before call number `before`. */
static void add_others(walk *on, const ref_frame *f, edit e, sort of, slong length, slong before,
                       arb_srcptr now)
{
    const graph *g = &on->g;
    slong other;
    e.how = ANOTHER;
    for (slong v = 0; v < count_values(g) && v < value_of_call(g, before); v++) {
        if (!is_there(on, v) || v == e.value || sort_of(g, f, v) != of) continue;
        arb_srcptr at = value_at(g, f, v, &other);
        if (other != length || same_numbers(at, now, length)) continue;
        e.other = v;
        const bool halves = of == STATE && length == on->t->d &&
                            on->t->c->system->algebra & (SLP_SE3 | SLP_SUN_DUAL);
        for (e.half = 0; e.half <= (halves ? 2 : 0); e.half++) add_edit(on, &e);
    }
}

/* The generator's call whose result an operation takes as it is; or -1. */
static slong generator_behind(const graph *g, slong i)
{
    for (slong k = 0; k < i && g->at[i].kind != OF_GENERATOR; k++)
        if (g->at[k].kind == OF_GENERATOR && g->at[k].length == g->at[i].length &&
            same_numbers(g->at[k].out, g->at[i].xi, g->at[i].length))
            return k;
    return -1;
}

static void add_parts(walk *on, edit e)
{
    if (on->t->M == 0) return;
    e.how = PART;
    for (e.part = FAULT_DRIFT; e.part <= FAULT_NOISE; e.part++) add_edit(on, &e);
}

static void add_other_noises(walk *on, edit e)
{
    const judge_trial *t = on->t;
    e.how = OTHER_NOISE;
    for (int next = 0; next < 2 && t->M > 0; next++) {
        e.first = next ? ((slong)t->s + 1) * t->M : ((slong)t->s - 1) * t->M;
        if (e.first >= 0 && e.first + t->M <= (slong)t->c->dw_count) add_edit(on, &e);
    }
}

/* Whether a factor of value v is one of a coefficient in the sums of the scheme's table: of rkmk in
 * the theta of y or of an implicit stage, of Gauss's rule in y. */
static bool has_coefficient(const walk *on, const edit *e, slong v)
{
    const graph *g = &on->g;
    if (!fault_has_table(on->t) || v < 2 + g->stages) return false;
    const int of = g->at[v - 2 - g->stages].kind;
    if (!on->t->exact.scheme->from_zero && on->t->exact.scheme->stages)
        return g->phase == FAULT_FINISH && (of == OF_GENERATOR || of == REF_AD);
    const bool of_result = g->phase == FAULT_FINISH && e->xi && e->sink == g->count - 1;
    return of == OF_GENERATOR && !e->node && (of_result || e->sink == OUTPUT);
}

/* What may be wrong with value v where the sink of e takes it; `alone`: it is all that it takes. */
static void add_value(walk *on, const ref_frame *f, edit e, slong v, slong before, bool alone)
{
    const graph *g = &on->g;
    slong length;
    arb_srcptr now = value_at(g, f, v, &length);
    e.value = v;
    e.of_table = has_coefficient(on, &e, v);
    add_scalings(on, e, !alone || sort_of(g, f, v) != STATE);
    e.of_table = false;
    add_others(on, f, e, sort_of(g, f, v), length, before, now);
    if (v < 2 + g->stages) return;
    const slong i = v - 2 - g->stages;
    e.other = v;
    if (g->at[i].kind != OF_GENERATOR) {
        const slong behind = generator_behind(g, i);
        if (behind < 0) return;
        e.other = value_of_call(g, behind);
    }
    add_parts(on, e);
    add_other_noises(on, e);
}

/* Which arguments value v has a part in, and which vectors of the output. */
static void probe(walk *on, fault_rule *rule, slong v, uint64_t *arguments, uint64_t *blocks)
{
    graph *g = &on->g;
    const ref_frame *f = rule->frame;
    const slong d = f->d, vectors = g->phase == FAULT_STAGE ? g->stages : 1;
    const edit e = {.how = TIMES, .times = &factors[2], .value = v};
    REF_LOCAL_VEC(arb, vectors * d, out);
    REF_LOCAL_VEC(arb, d, base);
    _arb_vec_set(base, f->base, d);
    on->e = &e;
    on->touched = 0;
    evaluate_changed(out, rule, g->z, PROBE);
    if (g->phase == FAULT_PREPARE) {
        _arb_vec_set(out, f->base, d);
        _arb_vec_set(f->base, base, d);
    }
    on->e = NULL;
    *arguments = on->touched;
    *blocks = 0;
    for (slong b = 0; b < vectors; b++)
        if (!same_numbers(out + b * d, g->output + b * d, d)) *blocks |= (uint64_t)1 << b;
}

/* One argument of a call, with the values that have a part in it. */
static void add_argument(walk *on, const ref_frame *f, slong i, bool xi, const uint64_t *arguments)
{
    const graph *g = &on->g;
    const call *at = &g->at[i];
    edit e = {.sink = i, .xi = xi, .block = EVERY};
    arb_srcptr now = xi ? at->xi : at->x;
    slong length, behind = 0, only = -1;
    for (slong v = 0; v < count_values(g); v++)
        if (arguments[v] >> (2 * i + xi) & 1) {
            behind++;
            only = v;
        }
    const bool pure = behind == 1 && same_numbers(value_at(g, f, only, &length), now, at->length);
    for (slong k = i + 1; k < g->count && !xi; k++)
        if (g->at[k].length == at->length && same_numbers(g->at[k].x, now, at->length))
            e.sinks |= (slong)1 << k;
    for (int joint = e.sinks != 0; joint >= 0; joint--) {
        if (!joint) e.sinks = 0;
        for (slong v = 0; v < count_values(g); v++)
            if (arguments[v] >> (2 * i + xi) & 1) add_value(on, f, e, v, i, pure);
        const bool of_generators = xi || at->kind == REF_BRACKET || at->kind == REF_DCAY_INVERSE;
        e.value = WHOLE;
        if (!pure) {
            add_scalings(on, e, xi);
            add_others(on, f, e, of_generators ? GENERATOR : STATE, at->length, i, now);
        }
        e.how = REFLECTED;
        if (!of_generators && at->length == f->d && !same_numbers(now, f->x, f->d))
            add_edit(on, &e);
    }
}

/* True if the step has one evaluation of the generator: its faults are those of all evaluations,
 * which have names of their own. */
static bool is_only_generator(const walk *on)
{
    slong calls = 0;
    for (slong i = 0; i < on->g.count; i++) calls += on->g.at[i].kind == OF_GENERATOR;
    return calls == 1 && (on->result_is_stage || on->t->exact.scheme->stages == 0) &&
           !on->t->exact.scheme->prepare;
}

/* Of all fields ad*_{Xi(z)} z the noise or the drift at x; of the trapezoidal rule also at the
 * middle of the step. */
static void add_fields(walk *on, slong i)
{
    const graph *g = &on->g;
    const call *at = &g->at[i];
    const slong behind = at->kind == REF_AD ? generator_behind(g, i) : -1;
    edit e = {.node = true, .all = true, .was = REF_AD, .phases = {true, true, false}};
    if (behind < 0 || on->t->M == 0 || !same_numbers(g->at[behind].x, at->x, at->length)) return;
    if (same_numbers(at->x, on->t->exact.x, on->t->d)) return;
    for (size_t k = 0; k < on->count; k++) /* they are there, by another call */
        if (on->edits[k].how == FIELD_AT_X) return;
    for (e.part = FAULT_DRIFT; e.part <= FAULT_NOISE; e.part++) {
        e.how = FIELD_AT_X;
        add_edit(on, &e);
        e.how = FIELD_MIDDLE;
        if (on->result_is_stage && on->t->exact.scheme->prepare) add_edit(on, &e);
    }
}

/* Two calls of an operation with the same xi, one after the other. */
static void add_joined(walk *on, slong i)
{
    const graph *g = &on->g;
    const call *at = &g->at[i], *last;
    for (slong k = i + 1; k < g->count; k++) {
        last = &g->at[k];
        if (last->kind != at->kind || last->length != at->length || at->kind == OF_GENERATOR ||
            at->kind == REF_EXPONENTIAL || !same_numbers(last->xi, at->xi, at->length) ||
            !same_numbers(last->x, at->out, at->length))
            continue;
        const edit e = {.node = true,
                        .how = JOINED,
                        .value = value_of_call(g, k),
                        .other = value_of_call(g, i),
                        .was = at->kind};
        add_edit(on, &e);
    }
}

/* A call itself: scaled, of a part, or another operation; then all calls of its kind. */
static void add_call(walk *on, slong i)
{
    const graph *g = &on->g;
    const judge_trial *t = on->t;
    const call *at = &g->at[i];
    edit e = {.node = true, .value = value_of_call(g, i), .was = at->kind};
    const bool only = at->kind == OF_GENERATOR && is_only_generator(on);
    e.of_table = has_coefficient(on, &e, e.value);
    if (!only && (at->kind == OF_GENERATOR || gives_change(at->kind))) add_scalings(on, e, true);
    e.of_table = false;
    if (at->kind == OF_GENERATOR) {
        if (!only) add_parts(on, e);
        if (!only) add_other_noises(on, e);
        e.how = PART_AT_X;
        if (same_numbers(at->x, t->exact.x, t->d)) return;
        for (e.part = FAULT_ALL; e.part <= (t->M > 0 ? FAULT_NOISE : FAULT_ALL); e.part++)
            add_edit(on, &e);
        return;
    }
    if (at->kind == REF_BRACKET || at->kind == REF_DCAY_INVERSE) return;
    e.how = OPERATION;
    for (int all = 0; all < 2; all++) {
        slong calls;
        e.all = all;
        for (int p = 0; p < 3; p++) e.phases[p] = all;
        if (all && ordinal(g, i, &calls) > 1) continue;
        for (e.operation = 0; e.operation <= IDENTITY; e.operation++) {
            if (e.operation == at->kind || e.operation == REF_BRACKET ||
                e.operation == REF_DCAY_INVERSE ||
                (e.operation == IDENTITY ? gives_change(at->kind)
                                         : !fault_has(at->algebra, (ref_operation)e.operation)))
                continue;
            add_edit(on, &e);
        }
    }
}

static void add_generators(walk *on)
{
    const judge_trial *t = on->t;
    edit e = {.node = true,
              .all = true,
              .was = OF_GENERATOR,
              .how = MEAN,
              .phases = {true, true, true},
              .part = FAULT_ALL};
    add_edit(on, &e);
    e.how = PART_AT_X;
    for (e.part = FAULT_ALL; e.part <= (t->M > 0 ? FAULT_NOISE : FAULT_ALL); e.part++)
        add_edit(on, &e);
    e.part = FAULT_ONE;
    for (; t->M > 1 && t->M <= SINGLE_NOISES && e.noise < t->M; e.noise++) add_edit(on, &e);
}

static void add_function(walk *on, fault_rule *rule, arb_srcptr z, int phase)
{
    graph *g = &on->g;
    const ref_frame *f = rule->frame;
    uint64_t arguments[MOST_VALUES] = {0}, blocks[MOST_VALUES] = {0};
    rule->phase = phase;
    record(rule, z);
    if (g->full || count_values(g) > MOST_VALUES) return;
    for (slong v = 0; v < count_values(g); v++)
        if (is_there(on, v)) probe(on, rule, v, &arguments[v], &blocks[v]);
    for (slong i = 0; i < g->count; i++) {
        add_call(on, i);
        add_fields(on, i);
        add_joined(on, i);
        if (g->at[i].kind != OF_GENERATOR) add_argument(on, f, i, true, arguments);
        add_argument(on, f, i, false, arguments);
    }
    for (slong b = 0; b < (phase == FAULT_STAGE ? g->stages : 1); b++) {
        const edit move = {.sink = OUTPUT, .block = b, .value = WHOLE};
        if (phase == FAULT_FINISH || !f->scheme->from_zero) add_scalings(on, move, false);
        slong values = 0;
        for (slong v = 0; v < count_values(g); v++) values += (slong)(blocks[v] >> b & 1);
        for (slong v = 0; v < count_values(g); v++)
            if (blocks[v] >> b & 1)
                add_value(on, f, (edit){.sink = OUTPUT, .block = b}, v, g->count,
                          v == 0 || values == 1);
    }
}

static bool same_edit(const edit *a, const edit *b)
{
    return a->how == b->how && a->sink == b->sink && a->sink != OUTPUT && a->sinks == b->sinks &&
           a->half == b->half && a->xi == b->xi && a->value == b->value && a->node == b->node &&
           !a->all && !b->all && a->times == b->times && a->other == b->other &&
           a->part == b->part && a->noise == b->noise && a->first == b->first &&
           a->operation == b->operation && a->was == b->was;
}

/* The same in the stage and in the result. */
static void add_both(walk *on)
{
    const size_t last = on->count;
    for (size_t i = 0; i < on->first_of_finish; i++)
        for (size_t k = on->first_of_finish; k < last; k++) {
            const edit *in_stage = &on->edits[i];
            const bool of_all = in_stage->node && in_stage->was == OF_GENERATOR &&
                                (in_stage->how == TIMES || in_stage->how == PART);
            if (of_all || !in_stage->phases[FAULT_STAGE] || !on->edits[k].phases[FAULT_FINISH] ||
                !same_edit(in_stage, &on->edits[k]))
                continue;
            edit e = *in_stage;
            e.phases[FAULT_FINISH] = true;
            add_edit(on, &e);
            break;
        }
}

static bool find_edits(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next)
{
    walk *on = rule->keep;
    (void)next;
    on->count = on->first_of_finish = 0;
    add_generators(on);
    if (on->t->exact.scheme->prepare) add_function(on, rule, NULL, FAULT_PREPARE);
    if (rule->frame->k) add_function(on, rule, z, FAULT_STAGE);
    on->first_of_finish = on->count;
    if (!on->result_is_stage) add_function(on, rule, z, FAULT_FINISH);
    add_both(on);
    rule->phase = FAULT_STAGE;
    return k < 1;
}

/* True if a candidate that was kept predicts the same numbers; else they are kept. */
static bool is_told(walk *on, arb_srcptr y)
{
    const judge_trial *t = on->t;
    enum { FINER = 20 };
    bool same = false;
    REF_LOCAL(arb, difference);
    for (size_t k = 0; k < on->kept && !same; k++) {
        same = true;
        for (slong i = 0; i < t->d && same; i++) {
            arb_sub(difference, y + i, on->told + (slong)k * t->d + i, t->prec);
            arb_mul_2exp_si(difference, difference, FINER - t->exponent);
            same = fabs(arf_get_d(arb_midref(difference), ARF_RND_NEAR)) <= t->unit;
        }
    }
    if (same || on->kept == MOST_TOLD) return same;
    _arb_vec_set(on->told + (slong)on->kept++ * t->d, y, t->d);
    return false;
}

/* The step's rule, of which every call is seen. */
static fault_rule watched_rule(walk *on, slong noise)
{
    return (fault_rule){.trial = on->t,
                        .generator = on_generator,
                        .act = on_operation,
                        .evaluate = evaluate,
                        .noise = noise,
                        .keep = on};
}

static void offer(walk *on, const edit *e, const char *words)
{
    judge_trial *t = on->t;
    fault_rule rule = watched_rule(on, e->part == FAULT_ONE ? e->noise + 1 : 0);
    if (!judge_is_tried(t, words)) return;
    on->e = e;
    const bool near = fault_rule_candidate(t->y, &rule);
    if (!near) t->hint->tried++;
    const bool half = e->half && e->sinks; /* said beside another name of the same numbers */
    if (near && judge_trial_distance(t, t->y) <= judge_trial_reach(t) &&
        (!is_told(on, t->y) || half) && !e->of_table)
        judge_offer(t, t->y, 0, words);
}

static void predict(judge_trial *t)
{
    if (t->exact.scheme->splits) return; /* flows.c */
    walk on = {.t = t, .result_is_stage = t->exact.scheme->stages && fault_stage_is_result(t)};
    const slong d = t->d, k = t->exact.scheme->stages * d;
    const slong numbers = 3 * MOST_CALLS * d + 2 * k + (3 + MOST_TOLD) * d;
    REF_LOCAL_VEC(arb, numbers, block);
    arb_ptr at = block;
    fault_rule rule = watched_rule(&on, 0);
    on.edits = calloc(MOST_EDITS, sizeof *on.edits);
    on.words = calloc(MOST_EDITS, sizeof *on.words);
    for (slong i = 0; i < MOST_CALLS; i++, at += 3 * d)
        on.g.at[i] = (call){.xi = at, .x = at + d, .out = at + 2 * d};
    on.g.z = at;
    on.g.output = at + k;
    on.argument = at + 2 * k + d;
    on.told = on.argument + d;
    if (on.edits && on.words) {
        fault_rule_iterate(&rule, 1, find_edits);
        /* Another value last: where the generator is affine, it is half the sum of those at x and
         * at 2a - x, and the names of both predict the same numbers. */
        for (int reflected = 0; reflected < 2; reflected++)
            for (size_t i = 0; i < on.count; i++)
                if ((on.edits[i].how == REFLECTED) == reflected)
                    offer(&on, &on.edits[i], on.words[i].at);
    }
    free(on.edits);
    free(on.words);
}

const judge_fault judge_faults_calls = {
    .name = "a value or an operation of the rule",
    .equation =
        "the generator, an operation or a sum with a value left out, halved, doubled, negated"
        " or another one: Xi(x) for Xi(z), C for E, x for z",
    .section = "Schemes",
    .rank = 8,
    .predict = predict};
