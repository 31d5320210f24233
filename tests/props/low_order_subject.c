/* Subjects whose order of convergence is short. */
#include "tests/props/low_order_subject.h"

#include <math.h>
#include <string.h>

#include "props/engine/engine.h"
#include "props/statistics/sampling.h"

typedef struct slowed {
    double order; /* of the error added; infinite: none */
    double lean;  /* added to every state, over |x| */
    bool one_sign;
} slowed;

/* A sign for each path and grid, scattered from the bits of its first increment. */
static double sign_of(const slp_case *c)
{
    uint64_t bits;
    memcpy(&bits, c->dw, sizeof bits);
    for (int round = 0; round < 3; round++) {
        bits = (bits ^ bits >> 32) * 0xd6e8feb86659fd93u;
        bits += c->steps;
    }
    return bits >> 63 ? -1 : 1;
}

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    const slowed *own = self->own;
    prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    double size = 0;
    for (size_t i = 0; i < c->d; i++) size += c->x[i] * c->x[i];
    for (size_t s = 0; became == PROP_ANSWERED && s < c->steps; s++)
        r->y.at[s * c->d] += own->lean * sqrt(size);
    if (isinf(own->order)) return became;
    const double N = (double)c->steps, sign = own->one_sign || !c->M ? 1 : sign_of(c);
    for (size_t s = 0; became == PROP_ANSWERED && s < c->steps; s++)
        r->y.at[s * c->d] += (double)(s + 1) / N * sign * 0.05 * sqrt(size) * pow(N, -own->order);
    return became;
}

static bool has_it(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

static double promised(const char *law, const slp_case *c)
{
    ref_exact_step exact_step;
    prop_noise_kind noise = {0};
    if (strcmp(law, "weak") == 0) return 1;
    if (ref_exact_step_init(&exact_step, c, NULL) == SLP_OK)
        noise = prop_noise_kind_of(&exact_step);
    ref_exact_step_clear(&exact_step);
    return noise.commute ? 1 : 0.5;
}

static size_t refusals(slowed *own, const char *law, const char *system, const char *scheme,
                       double short_by, size_t cases)
{
    prop_subject subject = {.name = "slowed", .answer = answer, .has = has_it, .own = own};
    prop_item item = {.law = prop_law_find(law),
                      .system = slp_system_find(system),
                      .scheme = slp_scheme_find(scheme),
                      .subject = &subject,
                      .level = 2e-9};
    size_t refused = 0, tried = 0;
    slp_case c;
    slp_case_init(&c);
    for (uint64_t seed = 1; tried < cases && seed < 16 * cases; seed++) {
        slp_draw from;
        prop_finding found;
        slp_draw_init(&from, prop_stream(&item, seed), 0);
        if (!prop_draw(&c, &from, &item, 0)) continue;
        own->order = isinf(short_by) ? INFINITY : promised(law, &c) - short_by;
        prop_outcome outcome = prop_apply_law(&found, &item, &c);
        refused += outcome == PROP_FAILED;
        tried += outcome != PROP_SKIPPED;
    }
    slp_case_clear(&c);
    return tried == cases ? refused : cases + 1;
}

size_t slowed_refusals(const char *law, const char *system, const char *scheme, double short_by,
                       bool one_sign, size_t cases)
{
    slowed own = {.one_sign = one_sign};
    return refusals(&own, law, system, scheme, short_by, cases);
}

size_t leaning_refusals(const char *law, const char *system, const char *scheme, size_t cases)
{
    slowed own = {.lean = 0x1p-50};
    return refusals(&own, law, system, scheme, INFINITY, cases);
}
