/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Beside a sampled order: what the leading term of one step says, without paths. */
#include "reports/audit/json.h"

json_t *audit_nodes_json(const slp_measurement *got, const slp_experiment *e)
{
    if (!got->one_step.known || !e->wiener) return NULL;
    json_t *object = json_object();
    audit_set_text(object, "kind", got->one_step.weak ? "weak" : "strong");
    json_object_set_new(object, "order", json_real(got->one_step.order));
    json_object_set_new(object, "power", json_real(got->one_step.power));
    json_object_set_new(object, "coefficient", json_real(got->one_step.coefficient));
    return object;
}
