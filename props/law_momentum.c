/* The momentum map of the reconstructed motion: with g_{n+1} = g_n f, g_{n+1} Pi_{n+1} = g_n Pi_n says
 * f Psi(x) = x, and f must be a rotation, f f^T = 1. */
#include "props/ground.h"

static slp_status defect(prop_defect *to, const prop_ground *ground, long prec)
{
    slong d = ground->d;
    arb_mat_t f, square;
    arb_ptr next = _arb_vec_init(d);
    arb_t unit;
    arb_mat_init(f, d, d);
    arb_mat_init(square, d, d);
    arb_init(unit);
    prop_defect_fit(to, d + d * d);
    slp_status status = ref_step_group(f, next, NULL, ground->scheme, ground->sys, ground->x,
                                       ground->h, ground->dW, prec);
    if (status == SLP_OK) {
        prop_unit(unit, ground->x, d);
        for (slong i = 0; i < d; i++) {
            for (slong j = 0; j < d; j++)
                arb_addmul(to->at + i, arb_mat_entry(f, i, j), next + j, prec);
            arb_sub(to->at + i, to->at + i, ground->x + i, prec);
            arb_set(to->unit + i, unit);
        }
        arb_mat_transpose(square, f);
        arb_mat_mul(square, f, square, prec);
        for (slong i = 0; i < d; i++)
            for (slong j = 0; j < d; j++) {
                slong entry = d + i * d + j;
                arb_sub_si(to->at + entry, arb_mat_entry(square, i, j), i == j, prec);
                arb_one(to->unit + entry);
                arb_mul_2exp_si(to->unit + entry, to->unit + entry, -53);
            }
    }
    arb_clear(unit);
    arb_mat_clear(f);
    arb_mat_clear(square);
    _arb_vec_clear(next, d);
    return status;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    (void)subject;
    return prop_certify(found, law, c);
}

const prop_law prop_law_momentum = {
    .name = "momentum",
    .about = "the reconstructed group motion keeps its momentum map",
    .equation = "f Psi(x) = x, f f^T = 1",
    .flag = SLP_LAW_MOMENTUM,
    .certified_only = true,
    .cases = 64,
    .controls = 16,
    .check = check,
    .defect = defect,
};
