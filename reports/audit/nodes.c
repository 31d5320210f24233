/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Beside a sampled order: what the leading term of one step says, without paths. */
#include "reports/audit/json.h"
#include "props/prop.h"

#include <string.h>

/* Steps that are given areas: what is left of a step without them says nothing of these. */
static bool with_areas(const slp_measure *m)
{
    for (size_t k = 0; m->quantity->options[k].key; k++)
        if (strcmp(m->quantity->options[k].key, "areas") == 0 && m->word[k] &&
            strcmp(m->word[k], "none") != 0)
            return true;
    return false;
}

json_t *audit_nodes_json(const slp_measure *m, const slp_experiment *e)
{
    json_t *object = NULL;
    prop_orders orders;
    SLP_CLEARED(slp_case) c = {0};
    slp_error err;
    const bool weak = m->quantity->converges == SLP_WEAK_ORDER;
    if (m->quantity->converges == SLP_NO_ORDER || !e->wiener || with_areas(m)) return NULL;
    if (slp_experiment_case(&c, e, 0, 1, &err) == SLP_OK && c.d <= PROP_ADVISED_D &&
        c.M <= PROP_ADVISED_M && prop_orders_by_nodes(&orders, &c)) {
        object = json_object();
        audit_set_text(object, "kind", weak ? "weak" : "strong");
        json_object_set_new(object, "order", json_real(weak ? orders.weak : orders.strong));
        json_object_set_new(object, "power", json_real(weak ? orders.weak + 1 : orders.power));
        json_object_set_new(object, "coefficient",
                            json_real(weak ? orders.weak_term : orders.strong_term));
    }
    return object;
}
