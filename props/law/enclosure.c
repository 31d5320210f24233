/* A step encloses: the image of a ball of states contains the image of every state in it, and enclosures of the same step at
 * any two precisions meet.
 *
 * The states tried are corners of the ball, where a contraction constant that is too small, or a lost 1/(1-L), shows
 * first: the stage of a corner lies as far from that of the centre as the proof must allow. */
#include "props/case/reference_step.h"

enum { WIDE = 128, CORNER = 192, NARROW = 384, CORNERS = 4, RADII = 3 };

/* r = 2^e, 2^e a power of two near 2^relative |x|; false at x = 0 */
static bool radius(arb_t r, const prop_ground *ground, slong relative)
{
    prop_unit(r, ground->x, ground->d);
    if (arb_is_zero(r)) return false;
    arb_t power;
    arb_init(power);
    arb_one(power);
    arb_mul_2exp_fmpz(power, power, ARF_EXPREF(arb_midref(r)));
    arb_mul_2exp_si(r, power, 53 + relative);
    arb_clear(power);
    return true;
}

/* Corner number `which` of those on side 0 or 1: coordinate i at x_i + r or x_i - r, by bit i mod 3 of a number below 8 whose
 * bits add up to an even or an odd number.  The opposite of each is one of the other side, and to first order says the same. */
static void corner(arb_ptr at, const prop_ground *ground, const arb_t r, unsigned which,
                   unsigned side)
{
    const unsigned third = (which ^ which >> 1 ^ side) & 1, bits = (which & 3) | third << 2;
    for (slong i = 0; i < ground->d; i++)
        if (bits >> (i % 3) & 1)
            arb_add(at + i, ground->x + i, r, ARF_PREC_EXACT);
        else
            arb_sub(at + i, ground->x + i, r, ARF_PREC_EXACT);
}

static prop_outcome meet(prop_finding *found, arb_srcptr wide, arb_srcptr narrow, slong d,
                         const char *what)
{
    for (slong i = 0; i < d; i++)
        if (!arb_overlaps(wide + i, narrow + i)) {
            found->margin = 2;
            return prop_say(found, PROP_FAILED, "coordinate %ld of %s lies outside the enclosure",
                            i + 1, what);
        }
    return PROP_HELD;
}

static slp_status image(arb_ptr out, const prop_ground *ground, arb_srcptr x, slong prec)
{
    return ref_step(out, NULL, ground->scheme, ground->sys, x, ground->h, ground->dW, prec);
}

/* The ball of states, and every other corner of it; *looked counts what was compared. */
static prop_outcome ball(prop_finding *found, const prop_ground *ground, slong relative,
                         unsigned side, unsigned *looked)
{
    slong d = ground->d;
    arb_ptr states = _arb_vec_init(d), wide = _arb_vec_init(d), at = _arb_vec_init(d);
    prop_outcome outcome = PROP_HELD;
    arb_t r;
    arb_init(r);
    if (radius(r, ground, relative)) {
        for (slong i = 0; i < d; i++) {
            arb_set(states + i, ground->x + i);
            arb_add_error(states + i, r);
        }
        bool able = image(wide, ground, states, WIDE) == SLP_OK;
        for (unsigned k = 0; able && outcome == PROP_HELD && k < CORNERS; k++) {
            corner(at, ground, r, k, side);
            if (image(at, ground, at, CORNER) != SLP_OK) continue;
            outcome = meet(found, wide, at, d, "the image of a corner");
            ++*looked;
        }
    }
    arb_clear(r);
    _arb_vec_clear(states, d);
    _arb_vec_clear(wide, d);
    _arb_vec_clear(at, d);
    return outcome;
}

static prop_outcome precisions(prop_finding *found, const prop_ground *ground, unsigned *looked)
{
    slong d = ground->d;
    arb_ptr wide = _arb_vec_init(d), narrow = _arb_vec_init(d);
    prop_outcome outcome = PROP_HELD;
    if (image(narrow, ground, ground->x, NARROW) == SLP_OK)
        for (slong prec = WIDE / 2; outcome == PROP_HELD && prec < 2 * WIDE; prec += 32) {
            if (image(wide, ground, ground->x, prec) != SLP_OK) continue;
            outcome = meet(found, wide, narrow, d, "a more precise enclosure");
            ++*looked;
        }
    _arb_vec_clear(wide, d);
    _arb_vec_clear(narrow, d);
    return outcome;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    static const slong relative[RADII] = {-6, -12, -40};
    unsigned looked = 0;
    prop_ground ground;
    (void)law, (void)subject;
    prop_outcome outcome = prop_ground_init(&ground, c) == SLP_OK ? PROP_HELD : PROP_SKIPPED;
    if (outcome == PROP_HELD) outcome = precisions(found, &ground, &looked);
    for (int i = 0; outcome == PROP_HELD && i < RADII; i++)
        outcome = ball(found, &ground, relative[i], (unsigned)i % 2, &looked);
    prop_ground_clear(&ground);
    if (outcome == PROP_HELD && !looked)
        return prop_say(found, PROP_SKIPPED, "no certificate for any of the balls");
    return outcome;
}

const prop_law prop_law_enclosure = {
    .name = "enclosure",
    .about = "the image of a ball contains the images of its points, at every precision",
    .equation = "Psi(x) in Psi(B) for x in B",
    .certified_only = true,
    .costly = true,
    .cases = 64,
    .check = check,
};
