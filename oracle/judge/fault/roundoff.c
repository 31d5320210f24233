/* Another unit roundoff: numbers of fewer bits or digits, subnormal numbers taken as zero. */
#include "oracle/judge/fault/trial.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int bits, least; /* the spacing of subnormal numbers is 2^least */
    const char *name;
} formats[] = {{24, -149, "binary32"}, {11, -24, "binary16"}, {8, -133, "bfloat16"}};
enum { FORMATS = sizeof formats / sizeof *formats };

static double rounded(double v, int format)
{
    int e;
    if (v == 0 || !isfinite(v)) return v;
    frexp(v, &e);
    e -= formats[format].bits;
    if (e < formats[format].least) e = formats[format].least;
    return ldexp(nearbyint(ldexp(v, -e)), e);
}

static double flushed(double v)
{
    return fabs(v) < DBL_MIN ? 0 * v : v;
}

/* Rounded to k significant decimal digits, and to k decimals. */
static double decimal(double v, int k)
{
    char text[64];
    snprintf(text, sizeof text, "%.*e", k - 1, v);
    return strtod(text, NULL);
}

static double fixed(double v, int k)
{
    char text[512];
    snprintf(text, sizeof text, "%.*f", k, v);
    return strtod(text, NULL);
}

enum { FLUSH = -1, DIGITS = 100, DECIMALS = 200 };

/* how: a format, FLUSH, or DIGITS or DECIMALS + k */
static double through(double v, int how)
{
    if (how == FLUSH) return flushed(v);
    if (how >= DECIMALS) return fixed(v, how - DECIMALS);
    if (how >= DIGITS) return decimal(v, how - DIGITS);
    return rounded(v, how);
}

static void result(judge_trial *t, int how, const char *words)
{
    for (slong i = 0; i < t->d; i++)
        arb_set_d(t->y + i, through(arf_get_d(arb_midref(t->exact.next + i), ARF_RND_NEAR), how));
    judge_offer(t, t->y, 0, "%s", words);
}

static bool numbers(arb_ptr out, const double *in, size_t n, int how)
{
    bool changed = false;
    for (size_t i = 0; i < n; i++) {
        const double v = through(in[i], how);
        changed = changed || v != in[i];
        arb_set_d(out + i, v);
    }
    return changed;
}

/* The inputs, one sort after the other, then all. */
static void inputs(judge_trial *t, int how, const char *what)
{
    const slp_case *c = t->c;
    arb_ptr x = _arb_vec_init(t->d + t->M + 1), dW = x + t->d, h = dW + t->M;
    const bool other_x = t->s == 0 && numbers(x, t->from, c->d, how);
    const bool other_h = numbers(h, &c->h, 1, how);
    const bool other_dW = t->M > 0 && numbers(dW, c->dw + t->s * c->M, c->M, how);
    slp_case copy;
    bool other = false;
    if (t->s > 0) _arb_vec_set(x, t->exact.x, t->d);
    if (other_x) fault_offer_inputs(t, x, NULL, NULL, "x read %s", what);
    if (other_h) fault_offer_inputs(t, NULL, h, NULL, "h read %s", what);
    if (other_dW) fault_offer_inputs(t, NULL, NULL, dW, "increments read %s", what);
    if (other_x + other_h + other_dW > 1)
        fault_offer_inputs(t, x, h, dW, "x, h and increments read %s", what);
    slp_case_init(&copy);
    if (slp_case_copy(&copy, c) == SLP_OK) {
        for (size_t p = 0; c->system->params[p].key; p++)
            for (size_t i = 0; i < copy.params[p].count; i++) {
                if (c->system->params[p].kind != SLP_PARAM_NUMBERS) continue;
                copy.params[p].at[i] = through(c->params[p].at[i], how);
                other = other || copy.params[p].at[i] != c->params[p].at[i];
            }
        if (other) fault_offer_case(t, &copy, "parameters read %s", what);
        ref_system *sys = NULL;
        if (other && (other_x || other_h || other_dW) &&
            ref_system_new(&sys, &copy, NULL) == SLP_OK) {
            fault_rule rule = {.trial = t, .sys = sys, .x = x, .h = h, .dW = dW, .part = -1};
            fault_offer_rule(&rule, "all numbers read %s", what);
        }
        ref_system_free(sys);
    }
    slp_case_clear(&copy);
    _arb_vec_clear(x, t->d + t->M + 1);
}

/* Every coordinate is a number of the format, and the error is within the bound for its roundings:
 * at least two coordinates must be no numbers of fewer bits by chance. */
static void computed(judge_trial *t, int format)
{
    const double *to = t->r->y.at + t->s * t->c->d;
    int telling = 0;
    for (slong i = 0; i < t->d; i++) {
        if (rounded(to[i], format) != to[i]) return;
        telling += to[i] != 0;
    }
    if (telling < 2 || t->r->exact_y) return;
    judge_offer_size(t, ldexp(1, (int)t->bits - formats[format].bits),
                     "computed in %s: every coordinate is a number of it", formats[format].name);
}

static void predict(judge_trial *t)
{
    char words[JUDGE_WORDS];
    for (int f = 0; f < FORMATS; f++) {
        if (formats[f].bits >= t->bits) continue;
        snprintf(words, sizeof words, "y rounded to %s", formats[f].name);
        result(t, f, words);
        snprintf(words, sizeof words, "in %s", formats[f].name);
        inputs(t, f, words);
        computed(t, f);
    }
    result(t, FLUSH, "subnormal numbers of y are 0");
    inputs(t, FLUSH, "with subnormal numbers as 0");
    for (int k = 3; k <= 15; k++) {
        snprintf(words, sizeof words, "y printed with %d digits", k);
        result(t, DIGITS + k, words);
        snprintf(words, sizeof words, "y printed with %d decimals", k);
        result(t, DECIMALS + k, words);
    }
    inputs(t, DIGITS + 6, "with 6 digits");
    inputs(t, DIGITS + 15, "with 15 digits");
}

const judge_fault judge_faults_roundoff = {
    .name = "another unit roundoff",
    .equation = "y, x, h, dW or a parameter in binary32 or with few digits; subnormals as 0",
    .section = "Ports, Traps",
    .rank = 19,
    .predict = predict};
