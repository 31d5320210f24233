/* The initial state of an experiment out of a preset: states too long to stand in a claim twice. */
#include "oracle/claim_read.h"
#include "oracle/simulate.h"

#include <stdlib.h>
#include <string.h>

bool slp_claim_read_preset(slp_yaml *y, yaml_node_t *node, const slp_system *system, slp_origin *to)
{
    const char *name = slp_yaml_scalar(y, node, "preset");
    const char *text = name ? slp_preset_text(name) : NULL;
    if (!name) return false;
    if (!text)
        return slp_yaml_refuse(y, node, "preset",
                               "no preset is named %.40s: see `slp list presets`", name);
    slp_case c;
    slp_error err;
    uint64_t steps;
    memset(&err, 0, sizeof err);
    slp_case_init(&c);
    bool good = slp_preset_case(&c, &steps, text, &err) == SLP_OK;
    if (!good)
        slp_yaml_refuse(y, node, "preset", "%s cannot be read: %s", name, err.text);
    else if (c.system != system)
        good = slp_yaml_refuse(y, node, "preset", "%s is of %s; the experiment has %s", name,
                               c.system->name, system->name);
    if (good) {
        to->kind = SLP_ORIGIN_FIXED;
        to->line = slp_yaml_line(node);
        to->count = c.d;
        to->at = malloc(c.d * sizeof *to->at);
        good = to->at || slp_yaml_refuse(y, node, "preset", "no memory");
        if (to->at) memcpy(to->at, c.x, c.d * sizeof *to->at);
    }
    slp_case_clear(&c);
    return good;
}
