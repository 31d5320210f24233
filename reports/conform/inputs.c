/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the cases that passed had: how large their states were, and how many had which key.  A
 * verdict is of these inputs, and says nothing of others. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/parts.h"
#include "reports/report.h"

#include <math.h>
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
    one = slp_need_room(json_object());
    json_object_set_new(one, "key", json_string(key));
    json_object_set_new(one, "cases", json_integer(count));
    json_array_append_new(keys, one);
}

json_t *conform_inputs(void)
{
    return slp_need_room(json_pack("{s:i, s:f, s:f, s:[]}", "largest", 0, "proves", 0.0,
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

/* One line a system: of all its pairs together. */
static void write_system(FILE *to, const char *system, json_int_t largest, json_t *keys)
{
    const char *before = "";
    size_t i;
    json_t *one;
    fprintf(to, "- **%s**: states of up to %lld coordinates, with ", system, (long long)largest);
    json_array_foreach(keys, i, one)
    {
        const json_int_t count = json_integer_value(json_object_get(one, "cases"));
        if (count == 0) continue;
        fprintf(to, "%s`%s` %lld", before, report_text(one, "key"), (long long)count);
        before = ", ";
    }
    before = ". Not asked: ";
    json_array_foreach(keys, i, one)
    {
        if (json_integer_value(json_object_get(one, "cases"))) continue;
        fprintf(to, "%s`%s`", before, report_text(one, "key"));
        before = ", ";
    }
    fputs(".\n", to);
}

/* The exponent of the least power of 2 that `number` > 0 does not exceed. */
static int power_above(double number)
{
    int exponent;
    return frexp(number, &exponent) == 0.5 ? exponent - 1 : exponent;
}

/* The weakest of all passes, of each kind that there is. */
static void write_proves(FILE *to, const json_t *pairs)
{
    double relative = 0, absolute = 0;
    size_t i;
    const json_t *one;
    json_array_foreach(pairs, i, one)
    {
        const json_t *inputs = json_object_get(one, "inputs");
        relative = fmax(relative, json_real_value(json_object_get(inputs, "proves")));
        absolute = fmax(absolute, json_real_value(json_object_get(inputs, "proves_absolute")));
    }
    if (relative > 0)
        fprintf(to, "Each step that passed is off by at most 2^%d of the state's size. ",
                power_above(relative));
    if (absolute > 0)
        fprintf(to, "Next to underflow it is off by at most 2^%d. ", power_above(absolute));
    if (relative > 0 || absolute > 0) fputs("\n\n", to);
}

void conform_write_inputs(FILE *to, const json_t *statement)
{
    size_t i, k;
    const json_t *one, *other;
    const json_t *pairs = json_object_get(statement, "pairs");
    fputs("### What the verdict is of\n\nThe largest state among the cases that passed, and in how "
          "many of them a key had a number that is not 0. Larger states, and keys that are named "
          "as not asked, were not tried.\n\n",
          to);
    write_proves(to, pairs);
    json_array_foreach(pairs, i, one)
    {
        const char *system = report_text(one, "system");
        json_t *keys = slp_need_room(json_array());
        json_int_t largest = 0;
        bool first = true;
        json_array_foreach(pairs, k, other)
        {
            size_t n;
            json_t *key;
            const json_t *inputs = json_object_get(other, "inputs");
            if (strcmp(report_text(other, "system"), system) != 0) continue;
            first = first && k >= i;
            const json_int_t here = json_integer_value(json_object_get(inputs, "largest"));
            if (here > largest) largest = here;
            json_array_foreach(json_object_get(inputs, "keys"), n, key) add(
                keys, report_text(key, "key"), json_integer_value(json_object_get(key, "cases")));
        }
        if (first && largest) write_system(to, system, largest, keys);
        json_decref(keys);
    }
    fputc('\n', to);
}
