/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The order that the leading terms of one step say, without paths: props/order/order.md. */
#include "reports/claims/experiment/measure.h"
#include "props/prop.h"

void slp_measured_one_step(slp_measurement *m, size_t index, const slp_trial *trial)
{
    prop_orders orders;
    SLP_CLEARED(slp_case) c = {0};
    slp_error err;
    const slp_experiment *e = trial->experiment;
    const bool weak = e->wiener && m->one_step.weak;
    if (slp_experiment_case(&c, e, 0, 1, &err) != SLP_OK) return;
    /* without increments the rule is asked about the equation without noise */
    if (c.d > PROP_ADVISED_D || c.M > PROP_ADVISED_M || (!e->wiener && c.M > 0)) return;
    if (!prop_orders_by_nodes(&orders, &c)) return;
    m->one_step.known = true;
    m->one_step.order = weak ? orders.weak : orders.strong;
    m->one_step.power = weak ? orders.weak + 1 : orders.power;
    m->one_step.coefficient = weak ? orders.weak_term : orders.strong_term;
    slp_measured_count(m, index, m->one_step.order);
}
