/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Draws the cases of an item.
 *
 * Each item has its own stream, and case `number` is a function of the stream and the number alone,
 * so that a larger multiplier runs further cases instead of the same ones again.  Even numbers are
 * of level 1, odd ones of level 2.  Laws that need general position, and negative controls, get
 * level 1 cases of no special class, with moderate increments of the size of the step. */
#include "props/engine/engine.h"
#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/case/reference_step.h"
#include "props/statistics/sampling.h"
#include "props/case/adjust_case.h"

enum { SIZE = -3 }; /* moderate increments: |Xi| between 2^-4 and 2^-3 */

/* FNV-1a over the names, each with its final zero, then the seed. */
static uint64_t add_to_hash(uint64_t hash, const void *from, size_t size)
{
    const unsigned char *bytes = from;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

uint64_t prop_stream(const prop_item *item, uint64_t seed)
{
    const char *names[] = {item->law->name, item->system->name, item->scheme->name,
                           item->subject->name};
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        hash = add_to_hash(hash, names[i], strlen(names[i]) + 1);
    return add_to_hash(hash, &seed, sizeof seed);
}

/* Classes that leave parameters and state in general position. */
static bool is_general(uint32_t classes)
{
    const uint32_t about_the_step = 1u << SLP_DRAW_GENERIC | 1u << SLP_DRAW_TINY_STEP |
                                    1u << SLP_DRAW_LARGE_STEP | 1u << SLP_DRAW_TRUNCATED |
                                    1u << SLP_DRAW_NO_NOISE | 1u << SLP_DRAW_NEGATIVE_STEP |
                                    1u << SLP_DRAW_MANY_NOISES | 1u << SLP_DRAW_MANY_STEPS;
    return (classes & ~about_the_step) == 0;
}

/* dW uniform in h (-1, 1), the step then scaled to |Xi| about 1/8. */
static bool general_increments(slp_case *c, slp_draw *from, const prop_law *law)
{
    c->h = slp_draw_between(from, 0.5, 1);
    prop_set_steps(c, 1);
    if (law->draw.noise_size) return prop_set_noise_size(c, law->draw.noise_size);
    for (size_t k = 0; k < c->M; k++) c->dw[k] = c->h * slp_draw_between(from, -1, 1);
    if (law->draw.shape) law->draw.shape(c);
    return c->steps > 1 || prop_set_generator_size(c, SIZE);
}

/* The error that the judge allows the step, in units: K kappa; for a step and the way back also (K
 * kappa) kappa.  Infinite where the judge has no certificate. */
static double allowed_error(const slp_case *c)
{
    SLP_CLEARED(slp_result) r = {0};
    char note[PROP_NOTE] = "";
    double units = INFINITY;
    if (prop_subject_ref.answer(&r, note, &prop_subject_ref, c) == PROP_ANSWERED) {
        double kappa, bound = prop_bound_and_condition(&kappa, c, c->x, r.y.at, 0);
        if (bound > 0) units = bound * kappa * (1 + kappa);
    }
    return units;
}

/* Whether the case of a control shows the violation, however the subject rounds.  The reference's
 * own defect must be at least 2^24 units.  Where the bound is wide (vortices close to one another,
 * many noises, four stages), it must be at least 2 PROP_CLEAR times what the bound allows.  A
 * scheme that rarely breaks the law gives few such cases. */
static bool shows_violation(const slp_case *c, const prop_law *law)
{
    enum { PREC = 128, CLEAR = 24 };
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    prop_defect defect;
    bool clear = false;
    REF_LOCAL(arb, floor);
    REF_LOCAL(arf, least);
    prop_defect_init(&defect);
    if (slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK &&
        law->defect(&defect, &exact_step, PREC) == SLP_OK) {
        arf_set_d(least, ldexp(fmax(ldexp(1, CLEAR), 2 * PROP_CLEAR * allowed_error(c)),
                               53 - prop_unit_bits(c)));
        for (slong i = 0; i < defect.count; i++) {
            arb_mul_arf(floor, defect.unit + i, least, PREC);
            arb_abs(defect.at + i, defect.at + i);
            clear = clear || arb_gt(defect.at + i, floor);
        }
    }
    prop_defect_clear(&defect);
    return clear;
}

/* Whether some noise moves the state (none does on so(2)). */
static bool noise_moves_state(const slp_case *c)
{
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    return slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK &&
           prop_noise_moves(&exact_step);
}

/* The most coordinates of a case of the item; 0: no limit.  A control of tangents computes them in
 * 1024 bits, once for each coordinate and scale, and few coordinates show the violation as well. */
static unsigned most_coordinates(const prop_item *item)
{
    enum { CONTROL = 10 };
    const prop_law *law = item->law;
    if (law->draw.most_d) return law->draw.most_d;
    if (item->control)
        return law->effort.costly && law->applies.subjects == PROP_LAW_REFERENCE ? CONTROL : 0;
    return item->subject->certified ? law->effort.certified_most_d : 0;
}

static bool too_large(const slp_case *c, const prop_item *item)
{
    const unsigned most = most_coordinates(item);
    return most && c->d > most;
}

static bool is_outside_law(const slp_case *c, const prop_item *item)
{
    const prop_law *law = item->law;
    return too_large(c, item) || (law->draw.most_noises && c->M > law->draw.most_noises) ||
           c->M < law->draw.least_noises;
}

bool prop_has_size(const prop_item *item)
{
    slp_draw from;
    SLP_CLEARED(slp_case) c = {0};
    if (!item->most || !most_coordinates(item)) return true;
    slp_draw_init(&from, 0, 0);
    from.size = from.size_most = item->least;
    return slp_need_memory(slp_draw_case(&c, item->system, item->scheme, &from, 1)) != SLP_OK ||
           !too_large(&c, item);
}

/* Takes out of a case what the law says nothing of. */
static void leave_law(slp_case *c, const prop_law *law)
{
    if (prop_case_lacks(law, c)) c->system->make_hamiltonian(c);
}

static bool draw_general(slp_case *c, slp_draw *from, const prop_item *item)
{
    enum { ATTEMPTS = 800, FAINT = 8 };
    int faint = 0;
    for (int i = 0; i < ATTEMPTS && faint < FAINT; i++) {
        from->classes = 0;
        if (slp_need_memory(slp_draw_case(c, item->system, item->scheme, from, 1)) != SLP_OK)
            return false;
        leave_law(c, item->law);
        if (is_outside_law(c, item) || (item->d && c->d != item->d)) continue;
        bool noiseless = c->M == 0 || from->classes >> SLP_DRAW_NO_NOISE & 1;
        if (!is_general(from->classes) ||
            (item->law->draw.noisy && (noiseless || !noise_moves_state(c))))
            continue;
        from->classes = 1u << SLP_DRAW_GENERIC;
        if (!general_increments(c, from, item->law)) continue;
        if (!item->control || !item->law->defect || shows_violation(c, item->law)) return true;
        faint++;
    }
    return false;
}

/* For laws with `edges`: moves large steps to the edge of what has a certificate.  The search
 * computes a dozen certificates. */
static bool move_to_edge(slp_case *c, const slp_draw *from, const prop_law *law)
{
    enum { MOST_D = 6, EVERY = 32 };
    bool large = from->classes >> SLP_DRAW_LARGE_STEP & 1;
    return large && law->draw.edges && c->d <= MOST_D && from->number % EVERY == 1 &&
           prop_to_edge(c);
}

/* How rare larger cases are.  They cost more, so the two paths of this project, which every run of
 * the tests checks, get fewer of them. */
static unsigned larger_case_period(const prop_item *item)
{
    enum { OFTEN = 16, SELDOM = 64 };
    return item->subject->complete ? SELDOM : OFTEN;
}

static int level_of(const prop_item *item, uint64_t number)
{
    const bool third =
        item->law->draw.larger && number % larger_case_period(item) == larger_case_period(item) / 2;
    return third ? 3 : number % 2 ? 2 : 1;
}

/* Whether a case is scaled to |Xi| of about 1/8.  Level 2 has large steps only on few coordinates.
 * On many coordinates steps are small, and rules of order four, which differ by Xi^5, differ by
 * only 1e-13 of a step.  So with more than FEW coordinates some cases of level 1 are scaled (three
 * in eight for ports), and half of the single steps of level 3. */
static bool wants_larger_step(const slp_case *c, slp_draw *from, const prop_item *item,
                              uint64_t number)
{
    enum { FEW = 6 };
    const unsigned part = larger_case_period(item) / (item->subject->complete ? 1 : 4);
    const int level = level_of(item, number);
    if (c->d <= FEW || !item->law->draw.larger) return false;
    if (level == 3) return c->steps == 1 && slp_draw_below(from, 2) == 0;
    return level == 1 && number % part == part - 4;
}

/* Scales the step, unless the iteration would then be slow.  It is slow near equilibria, where Xi
 * is small but its derivative is not. */
static bool enlarge_step(slp_case *c)
{
    static const double slow = 8;
    ref_exact_step exact_step;
    ref_certificate cert;
    SLP_CLEARED(slp_case) grown = {0};
    slp_need_memory(slp_case_copy(&grown, c));
    bool good = prop_set_generator_size(&grown, SIZE);
    if (good) {
        good = slp_need_memory(ref_exact_step_init(&exact_step, &grown, NULL)) == SLP_OK &&
               ref_exact_step_certificate(&cert, &exact_step) == SLP_OK && cert.kappa <= slow;
        ref_exact_step_clear(&exact_step);
    }
    if (good) slp_need_memory(slp_case_copy(c, &grown));
    return good;
}

bool prop_draw(slp_case *c, slp_draw *from, const prop_item *item, uint64_t number)
{
    enum { VARIED = 4 }; /* one case of four, of level 1 only */
    enum { NORMS = 8 };  /* one case of eight, of level 2 elsewhere */
    const slp_arithmetic *a = item->subject->arithmetic;
    from->arithmetic =
        prop_is_narrow(a) ? a : NULL; /* binary64 numbers are numbers of wider ones */
    from->size = item->least;
    from->size_most = item->most;
    slp_error err;
    bool drawn;
    if (item->control || item->law->draw.generic) {
        drawn = draw_general(c, from, item);
    } else {
        const slp_draw_pair pair = {item->system, item->scheme, item->least, item->most};
        const int level = level_of(item, number);
        drawn = slp_need_memory(item->law->draw.norms && number % NORMS == NORMS / 2 + 1
                                    ? slp_draw_any_norm(c, &pair, from)
                                    : slp_draw_case(c, item->system, item->scheme, from, level)) ==
                SLP_OK;
        if (drawn) leave_law(c, item->law);
        if (drawn && item->law->draw.shape) item->law->draw.shape(c);
        if (drawn && item->law->draw.larger && number % VARIED == 2)
            prop_adjust_case(c, from, number / VARIED, !item->most && !item->subject->complete);
        if (drawn && wants_larger_step(c, from, item, number) && enlarge_step(c))
            from->classes &= ~(UINT32_C(1) << SLP_DRAW_TINY_STEP);
        if (drawn && move_to_edge(c, from, item->law))
            from->classes |= UINT32_C(1) << PROP_CLASS_EDGE;
    }
    if (drawn && a) drawn = slp_need_memory(slp_case_set_arithmetic(c, a)) == SLP_OK;
    if (drawn) prop_fit_case(c);
    if (drawn) from->classes |= prop_classes(c);
    return drawn && slp_case_check(c, &err) == SLP_OK;
}
