/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the cases that passed had: how large their states were, and how many had which key.  A
 * verdict is of these inputs, and says nothing of others. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/parts.h"
#include "reports/report.h"

#include <string.h>

static bool any_number(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != 0) return true;
    return false;
}

/* keys: a list of {"key", "cases"}. */
static void add(json_t *keys, const char *key, json_int_t count)
{
    size_t i;
    json_t *one;
    json_array_foreach(keys, i, one)
    {
        if (strcmp(report_text(one, "key"), key) != 0) continue;
        count += json_integer_value(json_object_get(one, "cases"));
        json_object_set_new(one, "cases", json_integer(count));
        return;
    }
    one = slp_need_pointer(json_object());
    json_object_set_new(one, "key", json_string(key));
    json_object_set_new(one, "cases", json_integer(count));
    json_array_append_new(keys, one);
}

json_t *conform_inputs(void)
{
    return slp_need_pointer(json_pack("{s:i, s:f, s:f, s:[]}", "largest", 0, "proves", 0.0,
                                      "proves_absolute", 0.0, "keys"));
}

/* The weakest of what passes prove: the larger error. */
static void weaken(json_t *inputs, const char *key, double error)
{
    if (error > json_real_value(json_object_get(inputs, key)))
        json_object_set_new(inputs, key, json_real(error));
}

void conform_add_inputs(json_t *inputs, const slp_case *c, const slp_verdict *v)
{
    json_t *keys = json_object_get(inputs, "keys");
    const size_t M = c->M - c->areas;
    bool areas = false;
    if ((json_int_t)c->d > json_integer_value(json_object_get(inputs, "largest")))
        json_object_set_new(inputs, "largest", json_integer((json_int_t)c->d));
    weaken(inputs, "proves", v->proves);
    weaken(inputs, "proves_absolute", v->proves_absolute);
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++) {
        const bool word = c->system->params[p].kind == SLP_PARAM_WORD;
        const slp_numbers *numbers = &c->params[p];
        add(keys, c->system->params[p].key,
            numbers->count && (word || any_number(numbers->at, numbers->count)));
    }
    for (size_t s = 0; s < c->steps && c->areas; s++)
        areas = areas || any_number(c->dw + s * c->M + M, c->areas);
    if (c->system->areas) add(keys, "area", areas);
}
