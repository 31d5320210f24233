/* The order condition behind every strong order, without any sampling: against the flow of the equation with
 * frozen generator, dx/ds = F(x) = B(x) Xi(x; h, dW) over unit s, the local error is of third order as
 * (h, dW) -> e (h, dW), e -> 0.
 *
 * The flow is x + F + F'F/2 + O(e^3) (F is of order e), so a scheme of order two or more leaves
 *     Psi(x) - x - F - F'F/2 = O(e^3), and of order one  Psi(x) - x - F = O(e^2).
 * F'F is the central difference (F(x + t F) - F(x - t F)) / 2t at t = 2^-200: exact for quadratic F, otherwise
 * within 2^-400 relative, where 2^-60 is looked at.  The coordinates are those in which the pairing is the
 * Euclidean product (so(3), se(3), T*R), so that B Xi is the vector field. */
#include "props/ground.h"

enum { STEP = -200 };

/* F at x + t v (t = 0 when v is NULL). */
static void field(arb_ptr to, const prop_ground *ground, arb_srcptr v, int sign, slong prec)
{
    slong d = ground->d;
    arb_ptr at = _arb_vec_init(d), xi = _arb_vec_init(d);
    arb_mat_t tensor;
    arb_mat_init(tensor, d, d);
    for (slong i = 0; i < d; i++) {
        if (v) arb_mul_2exp_si(at + i, v + i, STEP);
        if (sign < 0) arb_neg(at + i, at + i);
        arb_add(at + i, at + i, ground->x + i, prec);
    }
    ref_generator(xi, ground->sys, at, ground->h, ground->dW, prec);
    ref_poisson_tensor(tensor, ground->sys, at, prec);
    for (slong i = 0; i < d; i++) {
        arb_zero(to + i);
        for (slong j = 0; j < d; j++) arb_addmul(to + i, arb_mat_entry(tensor, i, j), xi + j, prec);
    }
    arb_mat_clear(tensor);
    _arb_vec_clear(at, d);
    _arb_vec_clear(xi, d);
}

static slp_status defect(prop_defect *to, const prop_ground *ground, long prec)
{
    slong d = ground->d;
    arb_ptr first = _arb_vec_init(d), ahead = _arb_vec_init(d), behind = _arb_vec_init(d);
    arb_t unit;
    arb_init(unit);
    prop_defect_fit(to, d);
    slp_status status = prop_ground_step(to->at, NULL, ground, prec);
    if (status == SLP_OK) {
        field(first, ground, NULL, 1, prec);
        field(ahead, ground, first, 1, prec);
        field(behind, ground, first, -1, prec);
        prop_unit(unit, ground->x, d);
        for (slong i = 0; i < d; i++) {
            arb_sub(to->at + i, to->at + i, ground->x + i, prec);
            arb_sub(to->at + i, to->at + i, first + i, prec);
            arb_sub(ahead + i, ahead + i, behind + i, prec);
            arb_mul_2exp_si(ahead + i, ahead + i, -STEP - 2);
            if (ground->c->scheme->order >= 2) arb_sub(to->at + i, to->at + i, ahead + i, prec);
            arb_set(to->unit + i, unit);
        }
    }
    arb_clear(unit);
    _arb_vec_clear(first, d);
    _arb_vec_clear(ahead, d);
    _arb_vec_clear(behind, d);
    return status;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    (void)subject;
    char note[PROP_NOTE];
    int expected = c->scheme->order >= 2 ? 3 : 2;
    int order = prop_order(note, law, c);
    found->order = order;
    found->margin = order == expected ? 0 : 2;
    return prop_say(found, order == expected ? PROP_HELD : PROP_FAILED,
                    "local error against the flow with frozen generator: %.120s, %d expected", note,
                    expected);
}

const prop_law prop_law_order = {
    .name = "order",
    .about = "the local error against the flow with frozen generator is of third order",
    .equation = "Psi_e(x) - Phi_e(x) = O(e^3)",
    .certified_only = true,
    .generic = true,
    .cases = 48,
    .check = check,
    .defect = defect,
};
