/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step is enclosed: the image of a ball of states contains the image of every state in it, and
 * enclosures of the same step at any two precisions meet.
 *
 * The states tried are corners of the ball, where a contraction constant that is too small, or a
 * lost 1/(1-L), shows first: the stage of a corner lies as far from that of the centre as the proof
 * must allow. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"

enum { WIDE = 128, CORNER = 192, NARROW = 384, CORNERS = 4, RADII = 3 };

/* r = 2^e, 2^e a power of two near 2^relative |x|; false at x = 0 */
static bool ball_radius(arb_t r, const ref_exact_step *exact_step, slong relative)
{
    prop_unit(r, exact_step->x, exact_step->d);
    if (arb_is_zero(r)) return false;
    REF_LOCAL(arb, power);
    arb_one(power);
    arb_mul_2exp_fmpz(power, power, ARF_EXPREF(arb_midref(r)));
    arb_mul_2exp_si(r, power, 53 + relative);
    return true;
}

/* Corner number `which` of side 0 or 1: coordinate i is x_i + r or x_i - r, by bit i mod 3 of a
 * number below 8.  The bits of that number have an even sum on one side and an odd sum on the
 * other.  The opposite of a corner lies on the other side and to first order tests the same. */
static void ball_corner(arb_ptr at, const ref_exact_step *exact_step, const arb_t r, unsigned which,
                        unsigned side)
{
    const unsigned third = (which ^ which >> 1 ^ side) & 1, bits = (which & 3) | third << 2;
    for (slong i = 0; i < exact_step->d; i++)
        if (bits >> (i % 3) & 1)
            arb_add(at + i, exact_step->x + i, r, ARF_PREC_EXACT);
        else
            arb_sub(at + i, exact_step->x + i, r, ARF_PREC_EXACT);
}

static prop_outcome check_meet(prop_finding *found, arb_srcptr wide, arb_srcptr narrow, slong d,
                               const char *what)
{
    for (slong i = 0; i < d; i++)
        if (!arb_overlaps(wide + i, narrow + i)) {
            found->margin = 2;
            return prop_outcome_noted(
                found, PROP_FAILED, "coordinate %ld of %s lies outside the enclosure", i + 1, what);
        }
    return PROP_HELD;
}

static slp_status image(arb_ptr out, const ref_exact_step *exact_step, arb_srcptr x, slong prec)
{
    return ref_step(out, NULL, exact_step->scheme, exact_step->sys, x, exact_step->h,
                    exact_step->dW, prec);
}

/* Compares the image of the ball of states with every second corner's; *looked counts the
 * comparisons. */
static prop_outcome check_ball(prop_finding *found, const ref_exact_step *exact_step,
                               slong relative, unsigned side, unsigned *looked)
{
    slong d = exact_step->d;
    REF_LOCAL_VEC(arb, d, states, wide, at);
    prop_outcome outcome = PROP_HELD;
    REF_LOCAL(arb, r);
    if (ball_radius(r, exact_step, relative)) {
        for (slong i = 0; i < d; i++) {
            arb_set(states + i, exact_step->x + i);
            arb_add_error(states + i, r);
        }
        bool able = image(wide, exact_step, states, WIDE) == SLP_OK;
        for (unsigned k = 0; able && outcome == PROP_HELD && k < CORNERS; k++) {
            ball_corner(at, exact_step, r, k, side);
            if (image(at, exact_step, at, CORNER) != SLP_OK) continue;
            outcome = check_meet(found, wide, at, d, "the image of a corner");
            ++*looked;
        }
    }
    return outcome;
}

static prop_outcome check_precisions(prop_finding *found, const ref_exact_step *exact_step,
                                     unsigned *looked)
{
    slong d = exact_step->d;
    REF_LOCAL_VEC(arb, d, wide, narrow);
    prop_outcome outcome = PROP_HELD;
    if (image(narrow, exact_step, exact_step->x, NARROW) == SLP_OK)
        for (slong prec = WIDE / 2; outcome == PROP_HELD && prec < 2 * WIDE; prec += 32) {
            if (image(wide, exact_step, exact_step->x, prec) != SLP_OK) continue;
            outcome = check_meet(found, wide, narrow, d, "a more precise enclosure");
            ++*looked;
        }
    return outcome;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    static const slong relative[RADII] = {-6, -12, -40};
    unsigned looked = 0;
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    (void)law, (void)subject;
    prop_outcome outcome = slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK
                               ? PROP_HELD
                               : PROP_SKIPPED;
    if (outcome == PROP_HELD) outcome = check_precisions(found, &exact_step, &looked);
    for (int i = 0; outcome == PROP_HELD && i < RADII; i++)
        outcome = check_ball(found, &exact_step, relative[i], (unsigned)i % 2, &looked);
    if (outcome == PROP_HELD && !looked)
        return prop_outcome_noted(found, PROP_SKIPPED, "no certificate for any of the balls");
    return outcome;
}

const prop_law prop_law_enclosure = {
    .name = "enclosure",
    .about = "the image of a ball contains the images of its points, at every precision",
    .equation = "Psi(x) in Psi(B) for x in B",
    .applies = {.subjects = PROP_LAW_REFERENCE},
    .effort = {.costly = true, .cases = 64},
    .check = check,
};
