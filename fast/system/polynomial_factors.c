/* The factors of polynomials, whose exact flows a splitting composes.
 *
 * If the coordinates of a monomial commute with one another, its flow keeps them, and so its
 * gradient: the flow is the action of one exponential.  The same is true of a sum of such monomials
 * whose coordinates all commute, and of a sum of any linear ones, whose gradient is constant.
 *
 * Terms of degree 2 and more, in the order of the case, each join the first factor with whose
 * coordinates theirs commute, or begin a new one; those of degree 1 are the last factor.  Where two
 * terms of one noise do not commute, one increment would drive two flows one after the other, which
 * solves another equation: then there are no factors.
 * Pinned by tests/fast/test_fast_polynomial.c. */
#include "fast/system/polynomial.h"

#include <string.h>

static bool commute(const fast_polynomial *own, const summand *a, const summand *b)
{
    for (uint32_t i = 0; i < a->degree; i++)
        for (uint32_t j = 0; j < b->degree; j++)
            if (!fast_polynomial_commute(&own->on, a->at[i], b->at[j])) return false;
    return true;
}

/* True if the sum of both terms of one noise has an exact flow. */
static bool fit_one_noise(const fast_polynomial *own, const summand *a, const summand *b)
{
    return (a->degree == 1 && b->degree == 1) || commute(own, a, b);
}

/* Puts s, behind `before` summands, into a factor. */
static void join(fast_polynomial *own, summand *s, size_t before)
{
    bool blocked[SLP_MAX_SPLIT_TERMS + 1] = {false};
    for (size_t b = 0; b < before; b++) {
        const summand *other = own->summand + b;
        if (other->factor < own->factor_count && !blocked[other->factor])
            blocked[other->factor] = !commute(own, other, s);
    }
    for (s->factor = 0; blocked[s->factor]; s->factor++) {
    }
    if (s->factor == own->factor_count) own->factor_count++;
}

void fast_polynomial_find_factors(fast_polynomial *own)
{
    size_t given = 0, linear = 0;
    own->factor_count = 0;
    for (size_t i = 0; i < own->summands; i++) own->summand[i].factor = UINT32_MAX;
    for (size_t i = 0; i < own->summands; i++) {
        summand *s = own->summand + i;
        if (s->c == 0) continue;
        bool good = given++ < SLP_MAX_SPLIT_TERMS && commute(own, s, s);
        for (size_t b = 0; s->k && good && b < i; b++) {
            const summand *other = own->summand + b;
            good = other->k != s->k || other->c == 0 || fit_one_noise(own, other, s);
        }
        if (!good) {
            own->factor_count = SIZE_MAX;
            return;
        }
        if (s->degree > 1)
            join(own, s, i);
        else
            linear++;
    }
    for (size_t i = 0; linear && i < own->summands; i++)
        if (own->summand[i].degree == 1) own->summand[i].factor = (uint32_t)own->factor_count;
    own->factor_count += linear > 0;
}
