/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The initial state of an experiment from a preset, for states that are too long to write in a
 * claim. */
#include "reports/claims/language/read.h"
#include "oracle/simulate/simulate.h"

#include <string.h>

bool slp_claim_read_preset(slp_yaml *y, yaml_node_t *node, const slp_system *system, slp_origin *to)
{
    const char *name = slp_yaml_scalar(y, node, "preset");
    const char *text = name ? slp_preset_text(name) : NULL;
    if (!name) return false;
    if (!text)
        return slp_yaml_refuse(y, node, "preset",
                               "no preset is named %.40s: see `slp list presets`", name);
    SLP_CLEARED(slp_case) c = {0};
    slp_error err;
    uint64_t steps;
    bool good = slp_preset_case(&c, &steps, text, &err) == SLP_OK && c.system == system;
    if (good) {
        *to = (slp_origin){.kind = SLP_ORIGIN_FIXED, .line = slp_yaml_line(node), .count = c.d};
        to->at = slp_yaml_room(y, c.d, sizeof *to->at);
        memcpy(to->at, c.x, c.d * sizeof *to->at);
    } else
        slp_yaml_refuse(y, node, "preset", "%s is not of %s, the experiment's system", name,
                        system->name);
    return good;
}
