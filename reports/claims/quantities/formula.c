/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A formula that a claim writes down itself, over samples: reports/CLAIMS.md, "Formulas".
 *
 *   formula = {NAME = sum ;} sum
 *   sum     = product {(+ | -) product}         product = factor {(* | /) factor}
 *   factor  = [-] power                         power   = operand [^ [-] whole]
 *   operand = number | NAME [index] | (sum) | FUNCTION(sum)
 *           | sum(INDEX, from, to, sum) | max(INDEX, from, to, sum)
 *   index   = digits | [sum]
 *
 * It is evaluated as it is read, in ball arithmetic; a sum or a maximum reads its body once for
 * each index. */
#include "reports/claims/experiment/drift.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { FORMULA, LARGEST, OVER };
enum { NAME = 24, NAMES = 32, DEPTH = 40, MOST = 4096 };

typedef struct reading {
    const char *text, *at;
    const ref_exact_step *step;
    arb_srcptr next, field;
    slong prec;
    struct {
        char name[NAME];
        arb_ptr value;
    } own[NAMES]; /* indices and what the formula defines; the first `names` are in use */
    int names, depth;
    char wrong[160]; /* the first fault; "": none */
} reading;

__attribute__((format(printf, 2, 3))) static void refuse(reading *r, const char *format, ...)
{
    va_list list;
    if (*r->wrong) return;
    int n = snprintf(r->wrong, sizeof r->wrong, "character %zu: ", (size_t)(r->at - r->text) + 1);
    va_start(list, format);
    vsnprintf(r->wrong + n, sizeof r->wrong - (size_t)n, format, list);
    va_end(list);
}

/* True if `what` comes next; it is passed then. */
static bool comes(reading *r, char what)
{
    while (isspace((unsigned char)*r->at)) r->at++;
    if (*r->wrong || *r->at != what) return false;
    r->at++;
    return true;
}

static void expect(reading *r, char what)
{
    if (!comes(r, what)) refuse(r, "'%c' is expected", what);
}

static void read_sum(arb_t value, reading *r);

/* A sum that is a whole number, at most MOST from 0. */
static slong read_whole(reading *r)
{
    slong whole = 0;
    REF_LOCAL(arb, value);
    read_sum(value, r);
    if (!arb_is_int(value) || arf_cmpabs_ui(arb_midref(value), MOST) > 0)
        refuse(r, "a whole number of at most %d is expected", MOST);
    else
        whole = arf_get_si(arb_midref(value), ARF_RND_DOWN);
    return whole;
}

/* From here on, the name is of this value. */
static void own_name(reading *r, const char *name, const arb_t value)
{
    if (r->names == NAMES) refuse(r, "more than %d names", NAMES);
    if (*r->wrong) return;
    strcpy(r->own[r->names].name, name);
    arb_set(r->own[r->names++].value, value);
}

/* sum(INDEX, from, to, body) or, with `most`, max of the same, from the comma after INDEX on. */
static void read_range(arb_t value, reading *r, const char *index, bool most)
{
    expect(r, ',');
    slong from = read_whole(r);
    expect(r, ',');
    slong to = read_whole(r);
    expect(r, ',');
    if (from > to) refuse(r, "the index runs from %ld to %ld: there is none", from, to);
    if (*r->wrong) return;
    const char *body = r->at;
    REF_LOCAL(arb, part);
    for (slong i = from; i <= to && !*r->wrong; i++) {
        r->at = body;
        arb_set_si(part, i);
        own_name(r, index, part);
        read_sum(part, r);
        r->names--;
        if (i == from)
            arb_set(value, part);
        else if (most)
            arb_max(value, value, part, r->prec);
        else
            arb_add(value, value, part, r->prec);
    }
}

static void read_word(char name[NAME], reading *r)
{
    size_t n = 0;
    while (isspace((unsigned char)*r->at)) r->at++;
    while (isalpha((unsigned char)r->at[n])) n++;
    if (n == 0 || n >= NAME) {
        refuse(r, "a name, a number or '(' is expected");
        n = 0;
    }
    memcpy(name, r->at, n);
    name[n] = 0;
    r->at += n;
}

static void absolute(arb_t to, const arb_t x, slong prec)
{
    (void)prec;
    arb_abs(to, x);
}

/* A function's name; `of` NULL: of a sum or a maximum over an index. */
typedef struct function {
    const char *name;
    void (*of)(arb_t to, const arb_t x, slong prec);
} function;
static const function functions[] = {
    {"sum", NULL},      {"max", NULL},    {"abs", absolute},
    {"sqrt", arb_sqrt}, {"exp", arb_exp}, {"log", arb_log},
    {"sin", arb_sin},   {"cos", arb_cos}, {"erfc", arb_hypgeom_erfc}};

static void read_function(arb_t value, reading *r, const function *f)
{
    char index[NAME];
    expect(r, '(');
    if (f->of) {
        read_sum(value, r);
        f->of(value, value, r->prec);
    } else {
        read_word(index, r);
        read_range(value, r, index, *f->name == 'm');
    }
    expect(r, ')');
}

/* One of `count` numbers, by the index that comes next. */
static void read_entry(arb_t value, reading *r, const char *name, arb_srcptr balls,
                       const double *numbers, slong count)
{
    slong i = 0;
    if (isdigit((unsigned char)*r->at)) {
        char *end;
        i = strtol(r->at, &end, 10);
        r->at = end;
    } else {
        expect(r, '[');
        i = read_whole(r);
        expect(r, ']');
    }
    if (i < 1 || i > count)
        refuse(r, "%s has the indices 1 to %ld", name, count);
    else if (balls)
        arb_set(value, balls + i - 1);
    else
        arb_set_d(value, numbers[i - 1]);
}

static void read_name(arb_t value, reading *r)
{
    const ref_exact_step *step = r->step;
    char name[NAME];
    size_t count = 0;
    read_word(name, r);
    if (*r->wrong) return;
    for (int i = r->names - 1; i >= 0; i--) {
        if (strcmp(r->own[i].name, name) != 0) continue;
        arb_set(value, r->own[i].value);
        return;
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) != 0) continue;
        read_function(value, r, &functions[i]);
        return;
    }
    const double *numbers = slp_case_param(step->c, name, &count);
    if (strcmp(name, "pi") == 0)
        arb_const_pi(value, r->prec);
    else if (strcmp(name, "h") == 0)
        arb_set(value, step->h);
    else if (strlen(name) == 1 && strchr("xyf", *name))
        read_entry(value, r, name,
                   *name == 'x'   ? step->x
                   : *name == 'y' ? r->next
                                  : r->field,
                   NULL, step->d);
    else if (numbers)
        read_entry(value, r, name, NULL, numbers, (slong)count);
    else
        refuse(r, "%s is no name of the formula, no function and no parameter of the system", name);
}

static void read_power(arb_t value, reading *r)
{
    if (comes(r, '(')) {
        read_sum(value, r);
        expect(r, ')');
    } else if (isdigit((unsigned char)*r->at)) {
        char digits[NAME];
        size_t n = strspn(r->at, "0123456789.");
        if (n >= sizeof digits) n = sizeof digits - 1;
        memcpy(digits, r->at, n);
        digits[n] = 0;
        if (arb_set_str(value, digits, r->prec) != 0) refuse(r, "a number is expected");
        r->at += n;
    } else {
        read_name(value, r);
    }
    if (!comes(r, '^')) return;
    const bool inverse = comes(r, '-');
    char *end;
    const unsigned long exponent = strtoul(r->at, &end, 10);
    if (!isdigit((unsigned char)*r->at) || exponent > MOST)
        refuse(r, "a whole exponent of at most %d is expected", MOST);
    if (*r->wrong) return;
    r->at = end;
    arb_pow_ui(value, value, exponent, r->prec);
    if (inverse) arb_inv(value, value, r->prec);
}

static void read_factor(arb_t value, reading *r)
{
    const bool minus = comes(r, '-');
    read_power(value, r);
    if (minus) arb_neg(value, value);
}

static void read_product(arb_t value, reading *r)
{
    REF_LOCAL(arb, factor);
    read_factor(value, r);
    for (;;) {
        const bool times = comes(r, '*');
        if (!times && !comes(r, '/')) break;
        read_factor(factor, r);
        if (times)
            arb_mul(value, value, factor, r->prec);
        else
            arb_div(value, value, factor, r->prec);
    }
}

static void read_sum(arb_t value, reading *r)
{
    if (++r->depth > DEPTH) refuse(r, "more than %d parentheses in each other", DEPTH);
    if (*r->wrong) return;
    REF_LOCAL(arb, part);
    read_product(value, r);
    for (;;) {
        const bool plus = comes(r, '+');
        if (!plus && !comes(r, '-')) break;
        read_product(part, r);
        if (plus)
            arb_add(value, value, part, r->prec);
        else
            arb_sub(value, value, part, r->prec);
    }
    r->depth--;
}

/* NAME = sum ; if that comes next. */
static bool read_definition(reading *r)
{
    char name[NAME];
    size_t n = strspn(r->at, " \t\n"), end = n;
    while (isalpha((unsigned char)r->at[end])) end++;
    if (end == n || r->at[end + strspn(r->at + end, " \t\n")] != '=') return false;
    REF_LOCAL(arb, value);
    read_word(name, r);
    expect(r, '=');
    read_sum(value, r);
    expect(r, ';');
    own_name(r, name, value);
    return !*r->wrong;
}

/* True if the formula names a coordinate y of the next state: a y that no letter is beside. */
static bool of_step(const char *text)
{
    for (const char *at = text; (at = strchr(at, 'y')); at++)
        if ((at == text || !isalpha((unsigned char)at[-1])) && !isalpha((unsigned char)at[1]))
            return true;
    return false;
}

/* value = the formula at the step's x, with `next` for y; wrong = what is wrong with it. */
static void evaluate(arb_t value, char wrong[160], const char *text, const ref_exact_step *step,
                     arb_srcptr next, slong prec)
{
    REF_LOCAL_VEC(arb, step->d, field);
    REF_LOCAL_VEC(arb, step->M, dW);
    REF_LOCAL_VEC(arb, NAMES, values);
    reading r = {
        .text = text, .at = text, .step = step, .next = next, .field = field, .prec = prec};
    REF_LOCAL(arb, h);
    arb_one(h);
    ref_field(field, step->sys, step->x, h, dW, prec);
    for (int i = 0; i < NAMES; i++) r.own[i].value = values + i;
    while (read_definition(&r)) continue;
    if (!*r.wrong) read_sum(value, &r);
    if (!comes(&r, 0)) refuse(&r, "an operation or the end is expected");
    memcpy(wrong, r.wrong, sizeof r.wrong);
}

static slp_status number(arb_t value, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    char wrong[160];
    slp_status status = SLP_OK;
    if (of_step(trial->word[FORMULA])) status = ref_exact_step_image(step->next, NULL, step, prec);
    if (status == SLP_OK) evaluate(value, wrong, trial->word[FORMULA], step, step->next, prec);
    return status;
}

/* Whether the formula can be read, at the first sample. */
static slp_status fits(const slp_trial *trial, slp_error *err)
{
    char wrong[160];
    SLP_CLEARED(slp_case) c = {0};
    ref_exact_step step;
    REF_LOCAL(arb, value);
    slp_status status = slp_experiment_case(&c, trial->experiment, 0, 1, err);
    if (status == SLP_OK) {
        status = ref_exact_step_init(&step, &c, err);
        if (status == SLP_OK) {
            evaluate(value, wrong, trial->word[FORMULA], &step, step.x, 64);
            if (*wrong)
                status = slp_error_set(err, trial->experiment->line, NULL, "formula", "%s", wrong);
        }
        ref_exact_step_clear(&step);
    }
    return status;
}

/* ---- Along a run: x is its first state, y the state that it has reached ------------------- */

static slp_status measure_state(slp_drift *d)
{
    char wrong[160];
    ref_exact_step *first = d->own;
    evaluate(d->last, wrong, d->trial->word[FORMULA], first, d->x, d->prec);
    arb_abs(d->last, d->last);
    return SLP_OK;
}

static slp_status begin(slp_drift *d)
{
    slp_error err;
    slp_drift_balls(d, 1);
    slp_status status = ref_exact_step_init(d->own, &d->c, &err);
    return status == SLP_OK ? measure_state(d) : status;
}

static void conclude(slp_measurement *m, slp_drift *d)
{
    slp_measured_largest(m, 0, d->largest);
}

static void end(slp_drift *d)
{
    ref_exact_step_clear(d->own);
}

static slp_status measure_run(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_drift_kind kind = {.series = {.x_label = "time [time units]",
                                            .y_label = "absolute value of the formula",
                                            .curves = 1,
                                            .label = {"the formula"}},
                                 .stride = 1,
                                 .size = sizeof(ref_exact_step),
                                 .begin = begin,
                                 .see = measure_state,
                                 .conclude = conclude,
                                 .end = end};
    slp_measured_count(m, 1, 0);
    return slp_drift_measure(m, &kind, trial, err);
}

static bool over_run(const char *word)
{
    return word && strcmp(word, "run") == 0;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const bool is_signed = trial->word[LARGEST] && strcmp(trial->word[LARGEST], "signed") == 0;
    slp_status status = fits(trial, err);
    if (status == SLP_OK && over_run(trial->word[OVER]) && is_signed)
        status = slp_error_set(err, trial->experiment->line, NULL, "largest",
                               "of a run is the largest absolute value");
    if (status != SLP_OK || !m) return status;
    if (over_run(trial->word[OVER])) return measure_run(m, trial, err);
    return slp_sweep(m, 0, 1, is_signed, number, trial, err);
}

static bool certifies(char *const word[SLP_QUANTITY_OPTIONS])
{
    return word[FORMULA] && of_step(word[FORMULA]) && !over_run(word[OVER]);
}

const slp_quantity slp_quantity_formula = {
    .name = "formula",
    .about = "a formula in a state x, the state y one step later, the field f, h and the "
             "parameters, over samples",
    .method = "it is evaluated in ball arithmetic; y is a certified enclosure, along a run the "
              "stored state taken as exact; f is the equation's right-hand side without noise",
    .options = {{"formula", true, true, 0,
                 "such as \"(y3 - x3)/sqrt(sum(i, 1, 3, x[i]^2))\"; + - * / ^, abs, sqrt, exp, "
                 "log, sin, cos, erfc, pi, sum and max over an index; parameters by their keys, as "
                 "inertia1 or "
                 "inertia[i]; names of its own before it, \"a = x1^2; a/2\""},
                {"largest", true, false, 0,
                 "of what the largest is taken: absolute values (absolute, default), or the "
                 "numbers with their signs (signed)"},
                {"over", true, false, 0,
                 "step (default): y is the state one certified step later; run: the largest over "
                 "the states y of a binary64 run from x"}},
    .words = {[1] = "absolute signed", [2] = "step run"},
    .values = {{"largest", "", "max over samples of the formula, or of its absolute value"},
               {"unable", "samples", "samples without a certificate or a number"}},
    .measure = measure,
    .certifies = certifies};
