/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Classes of inputs that are found from the case itself, whatever its draw has marked: sizes of
 * matrices, noises of zero amplitude.  One class is found by the reference alone: steps at the edge
 * of what has a certificate. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"

#include "props/case/reference_step.h"

const char *prop_class_about(int which)
{
    static const char *const about[] = {"matrices of size 2",
                                        "matrices of size 3",
                                        "matrices of odd size, 5 and more",
                                        "matrices of even size, 4 and more",
                                        "noises of zero amplitude",
                                        "within an eighth of the largest step with a certificate"};
    if (which < SLP_DRAW_CLASS_COUNT) return slp_draw_class_about((slp_draw_class)which);
    return which < PROP_CLASS_COUNT ? about[which - SLP_DRAW_CLASS_COUNT] : "unknown class";
}

bool prop_class_expected(int which, const prop_options *options)
{
    if (slp_pair_choice_is_every_system(&options->choice) || which == PROP_CLASS_EDGE) return true;
    return which < SLP_DRAW_CLASS_COUNT && which != SLP_DRAW_FEW_TERMS; /* of polynomials */
}

static uint32_t class_bit(int which)
{
    return UINT32_C(1) << which;
}

/* True if an optional parameter is zero in all its numbers.  Such a parameter is an amplitude,
 * because moments and degrees are never 0. */
static bool zero_noise(const slp_case *c)
{
    for (size_t p = 0; c->system->params[p].key; p++) {
        const slp_numbers *values = c->params + p;
        bool zero = values->count > 0 && !c->system->params[p].required &&
                    c->system->params[p].kind == SLP_PARAM_NUMBERS;
        for (size_t i = 0; i < values->count; i++) zero = zero && values->at[i] == 0;
        if (zero) return true;
    }
    return false;
}

uint32_t prop_classes(const slp_case *c)
{
    size_t count;
    const double *n = slp_case_param(c, "n", &count);
    uint32_t found = zero_noise(c) ? class_bit(PROP_CLASS_ZERO_NOISE) : 0;
    if (count != 1) return found;
    return found | (n[0] == 2            ? class_bit(PROP_CLASS_TWO)
                    : n[0] == 3          ? class_bit(PROP_CLASS_THREE)
                    : (long)n[0] % 2 > 0 ? class_bit(PROP_CLASS_ODD)
                    : n[0] > 3           ? class_bit(PROP_CLASS_EVEN)
                                         : 0);
}

static void scale_step(slp_case *c, double factor)
{
    c->h *= factor;
    for (size_t i = 0; i < c->steps * c->M; i++) c->dw[i] *= factor;
}

static bool is_certified(const slp_case *c)
{
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    ref_certificate cert;
    return slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK &&
           ref_exact_step_certificate(&cert, &exact_step) == SLP_OK;
}

bool prop_to_edge(slp_case *c)
{
    enum { DOUBLINGS = 12 };
    double low = 1, high = 1;
    int tries = 0;
    SLP_CLEARED(slp_case) tried = {0};
    if (c->steps != 1 || c->h == 0) return false;
    bool sure = is_certified(c), found = false;
    while (tries++ < DOUBLINGS && !found) {
        high = sure ? 2 * low : low, low = sure ? low : low / 2;
        slp_need_memory(slp_case_copy(&tried, c));
        scale_step(&tried, sure ? high : low);
        found = is_certified(&tried) != sure;
        if (!found) low = sure ? high : low;
    }
    while (found && high > 1.125 * low) {
        double middle = (low + high) / 2;
        slp_need_memory(slp_case_copy(&tried, c));
        scale_step(&tried, middle);
        *(is_certified(&tried) ? &low : &high) = middle;
    }
    if (found) scale_step(c, low);
    return found;
}
