/* SPDX-License-Identifier: LGPL-3.0-or-later */
#include "tests/support/drawn_polynomial.h"
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/terms.h"
#include "tests/support/cmocka.h"

#include <math.h>

enum { MOST_TERMS = 12, MOST_D = 16 };

static size_t draw_term(double *to, slp_draw *from, size_t M, size_t d, size_t degree)
{
    const size_t deg = 1 + (size_t)slp_draw_below(from, degree);
    to[0] = (double)slp_draw_below(from, M + 1);
    to[1] = slp_draw_between(from, -0.5, 0.5);
    to[2] = (double)deg;
    for (size_t j = 0; j < deg; j++) to[SLP_TERM_HEAD + j] = 1 + (double)slp_draw_below(from, d);
    return SLP_TERM_HEAD + deg;
}

void drawn_polynomial(slp_case **c, size_t i, const char *scheme, size_t degree, slp_draw *from)
{
    static const double sizes[] = {1, 1, 1, 3, 4, 3, 4};
    const slp_algebra_kind *kind = slp_algebra_kind_at(i);
    double list[2 * MOST_TERMS * (SLP_TERM_HEAD + SLP_MAX_DEGREE)], x[MOST_D], dw[3], weights[3];
    const size_t M = (size_t)slp_draw_below(from, 4);
    const size_t d = slp_algebra_coordinates(kind->algebra, (size_t)sizes[i]);
    const double noises = (double)M, h = ldexp(slp_draw_between(from, 0.5, 1), -6);
    size_t count = 0;
    char name[64];
    slp_error err;
    snprintf(name, sizeof name, "polynomial-%s", kind->word);
    assert_int_equal(slp_case_new(c, name, scheme, &err), SLP_OK);
    for (size_t t = 1 + (size_t)slp_draw_below(from, MOST_TERMS); t > 0; t--) {
        const size_t at = count;
        count += draw_term(list + count, from, M, d, degree);
        if (!slp_draw_chance(from, 1, 4)) continue;
        for (size_t k = at; k < at + SLP_TERM_HEAD + (size_t)list[at + 2]; k++)
            list[count++] = list[k]; /* the same monomial once more: nearly cancels */
        list[count - 1 - (size_t)list[at + 2] - 1] *= -1 + ldexp(slp_draw_uniform(from), -20);
    }
    for (size_t k = 0; k < 3; k++) weights[k] = slp_draw_between(from, 0.5, 2);
    for (size_t k = 0; k < M; k++) dw[k] = slp_draw_between(from, -0.25, 0.25);
    double sum = 0;
    for (size_t k = 0; k < d; k++) x[k] = ldexp(nearbyint(slp_draw_between(from, -64, 64)), -6);
    for (size_t k = 0; k + 1 < 3; k++) sum += x[k];
    if (kind->algebra == SLP_SUN) x[2] = -sum;
    if (kind->least) assert_int_equal(slp_case_set(*c, "size", sizes + i, 1, &err), SLP_OK);
    if (kind->algebra == SLP_SU2N && slp_draw_chance(from, 1, 2))
        assert_int_equal(slp_case_set(*c, "weights", weights, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set(*c, "terms", list, count, &err), SLP_OK);
    assert_int_equal(slp_case_set(*c, "noises", &noises, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(*c, "h", &h, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(*c, "x", x, d, &err), SLP_OK);
    if (M) assert_int_equal(slp_case_set(*c, "dw", dw, M, &err), SLP_OK);
    slp_draw_factors(*c); /* of a splitting: terms without a flow become 0 */
    if (slp_case_check(*c, &err) != SLP_OK) fail_msg("%s: %s", err.field, err.text);
}
