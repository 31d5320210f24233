/* Moments of a Wiener increment cut off at +-D, as exact Gaussian integrals, over drawn steps.
 *
 * W = sqrt(h) Z with Z standard normal, D = sqrt(h) A, A = sqrt(2 l |ln h|) (l = 2 is usual), V
 * the increment cut off at +-D.  With phi the normal density, the tail moments m_k = int_A^oo z^k
 * phi dz are
 *     m_0 = erfc(A/sqrt 2)/2,   m_1 = phi(A),   m_k = A^{k-1} phi(A) + (k-1) m_{k-2},
 * (integration by parts), and then
 *     E[(W - V)^2]       = 2 h   (m_2 - 2 A m_1 + A^2 m_0),
 *     E[W^2 - V^2]       = 2 h   (m_2 - A^2 m_0),
 *     E[(W^2 - V^2)^2]   = 2 h^2 (m_4 - 2 A^2 m_2 + A^4 m_0),
 *     E[W^p - V^p]       = 2 h^{p/2} (m_p - A^p m_0)      for even p.
 * What is returned is (moment - c h^power) / h^power: the excess over a stated bound.  Pinned by
 * tests/claims/test_claim_moments.c against integrals summed numerically. */
#include "reports/claims/experiment/measure.h"

#include <string.h>

enum { MOST = 5 };
enum { SQUARE, DIFFERENCE, SQUARED_DIFFERENCE, KEPT, KEPT_FOURTH, KINDS };
static const char *const words[KINDS] = {"square", "difference", "squared-difference", "kept",
                                         "kept-fourth"};

static int kind_of(const char *word)
{
    for (int i = 0; i < KINDS; i++)
        if (word && strcmp(word, words[i]) == 0) return i;
    return KINDS;
}

/* m[0..MOST-1] at the cut A */
static void tails(arb_ptr m, const arb_t A, slong prec)
{
    arb_t density, power;
    arb_init(density);
    arb_init(power);
    arb_const_pi(power, prec);
    arb_mul_2exp_si(power, power, 1);
    arb_rsqrt(power, power, prec);
    arb_mul(density, A, A, prec);
    arb_mul_2exp_si(density, density, -1);
    arb_neg(density, density);
    arb_exp(density, density, prec);
    arb_mul(density, density, power, prec);
    arb_set_ui(m, 2);
    arb_rsqrt(m, m, prec);
    arb_mul(m, m, A, prec);
    arb_hypgeom_erfc(m, m, prec);
    arb_mul_2exp_si(m, m, -1);
    arb_set(m + 1, density);
    arb_set(power, density);
    for (slong k = 2; k < MOST; k++) {
        arb_mul(power, power, A, prec);
        arb_mul_ui(m + k, m + k - 2, (ulong)(k - 1), prec);
        arb_add(m + k, m + k, power, prec);
    }
    arb_clear(density);
    arb_clear(power);
}

/* value = the moment of the given kind in units of h, or of h^2 for kinds of fourth degree */
static void moment(arb_t value, int kind, const arb_t A, slong prec)
{
    arb_ptr m = _arb_vec_init(MOST), a = _arb_vec_init(MOST);
    tails(m, A, prec);
    arb_one(a);
    for (slong k = 1; k < MOST; k++) arb_mul(a + k, a + k - 1, A, prec);
    slong top = kind == SQUARED_DIFFERENCE || kind == KEPT_FOURTH ? 4 : 2;
    arb_set(value, m + top);
    if (kind == SQUARE) {
        arb_submul(value, a + 1, m + 1, prec);
        arb_submul(value, a + 1, m + 1, prec);
        arb_addmul(value, a + 2, m, prec);
    } else if (kind == SQUARED_DIFFERENCE) {
        arb_submul(value, a + 2, m + 2, prec);
        arb_submul(value, a + 2, m + 2, prec);
        arb_addmul(value, a + 4, m, prec);
    } else {
        arb_submul(value, a + top, m, prec);
    }
    arb_mul_2exp_si(value, value, 1);
    if (kind == KEPT || kind == KEPT_FOURTH) arb_neg(value, value);
    _arb_vec_clear(m, MOST);
    _arb_vec_clear(a, MOST);
}

/* (moment - c h^power) / h^power */
static slp_status number(arb_t excess, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    if (!(step->c->h > 0) || !(step->c->h < 1)) return SLP_DOMAIN;
    int kind = kind_of(trial->word[0]);
    slong degree =
        kind == SQUARED_DIFFERENCE || kind == KEPT_FOURTH ? 2 : 1; /* of the moment in h */
    arb_t h, A, power;
    arb_init(h);
    arb_init(A);
    arb_init(power);
    arb_set_d(h, step->c->h);
    arb_log(A, h, prec);
    arb_abs(A, A);
    arb_set_d(power, 2 * trial->experiment->ell);
    arb_mul(A, A, power, prec);
    arb_sqrt(A, A, prec);
    moment(excess, kind, A, prec);
    arb_set_d(power, trial->number[1]);
    arb_sub_si(power, power, degree, prec);
    arb_pow(power, h, power, prec); /* the bound in the moment's unit */
    arb_div(excess, excess, power, prec);
    arb_set_d(power, trial->number[2]);
    arb_sub(excess, excess, power, prec);
    arb_clear(h);
    arb_clear(A);
    arb_clear(power);
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    if (!(trial->experiment->ell > 0))
        return slp_error_set(err, trial->experiment->line, NULL, "truncation", "must be positive");
    return slp_sweep(m, 0, 1, true, number, trial, err);
}

const slp_quantity slp_quantity_truncated_moment = {
    .name = "truncated-moment",
    .about = "excess of a moment of truncated Wiener increments over c h^power, over drawn steps",
    .method = "Gaussian integrals over the tails in closed form (erfc and the density), in ball "
              "arithmetic; W an increment over h, V the same cut off at sqrt(h) A_h",
    .options = {{"of", true, true, 0,
                 "square: E[(W-V)^2]; difference: E[W^2-V^2]; squared-difference: "
                 "E[(W^2-V^2)^2]; kept: E[V^2-W^2]; kept-fourth: E[V^4-W^4]"},
                {"power", false, true, 0, "of h in the bound"},
                {"constant", false, false, 1, "c: the bound's constant, 1 when left out"}},
    .words = {"square difference squared-difference kept kept-fourth"},
    .values = {{"largest", "", "max over samples of moment / h^power - c"},
               {"unable", "samples", "samples without a value"}},
    .measure = measure};
