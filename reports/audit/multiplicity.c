/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One statement on all confidence intervals of an audit together. */
#include "reports/audit/json.h"

#include <string.h>

/* The level of the record's number "MEASURE.VALUE"; 1 if it is not found. */
static double level_of(const json_t *record, const char *name)
{
    size_t i, k;
    const json_t *m, *value;
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        const char *measure = json_string_value(json_object_get(m, "name"));
        const size_t length = measure ? strlen(measure) : 0;
        if (!length || strncmp(name, measure, length) != 0 || name[length] != '.') continue;
        json_array_foreach(json_object_get(m, "values"), k, value)
        {
            const char *own = json_string_value(json_object_get(value, "name"));
            const json_t *level = json_object_get(value, "level");
            if (own && json_is_number(level) && strcmp(own, name + length + 1) == 0)
                return json_number_value(level);
        }
    }
    return 1;
}

/* 1 and its chance to miss, if the number has a level and is not yet in `seen`; else 0. */
static size_t one_interval(json_t *seen, const json_t *record, const char *name, double *misses)
{
    const double level = name ? level_of(record, name) : 1;
    if (!(level > 0 && level < 1) || json_object_get(seen, name)) return 0;
    json_object_set_new(seen, name, json_true());
    *misses += 1 - level;
    return 1;
}

/* The measured number that a condition's bound is a multiple of, "1.5 × m.largest"; NULL if the
 * bound is no measured number. */
static const char *bound_of(const json_t *when)
{
    static const char times[] = " × ";
    const char *bound = json_string_value(json_object_get(when, "bound"));
    const char *at = bound ? strstr(bound, times) : NULL;
    return at ? at + sizeof times - 1 : NULL;
}

/* Adds the chances to miss of the numbers in the conditions of the rule that decided, on both sides
 * of each. */
static size_t intervals(const json_t *record, double *misses)
{
    size_t i, found = 0;
    const json_t *when;
    const json_int_t fired = json_integer_value(json_object_get(record, "rule"));
    const json_t *rules = json_object_get(record, "rules");
    if (fired < 1) return 0;
    json_t *seen = json_object();
    json_array_foreach(json_object_get(json_array_get(rules, (size_t)fired - 1), "when"), i, when)
    {
        found +=
            one_interval(seen, record, json_string_value(json_object_get(when, "value")), misses);
        found += one_interval(seen, record, bound_of(when), misses);
    }
    json_decref(seen);
    return found;
}

json_t *audit_multiplicity(const json_t *records)
{
    size_t i, claims = 0, all = 0;
    double misses = 0;
    const json_t *record;
    char text[400];
    json_array_foreach(records, i, record)
    {
        const size_t own = intervals(record, &misses);
        claims += own > 0;
        all += own;
    }
    const size_t count = json_array_size(records);
    if (all == 0)
        snprintf(text, sizeof text, "confidence intervals: none");
    else if (misses < 1)
        snprintf(
            text, sizeof text,
            "confidence intervals: %zu, in %zu of %zu results; chance that any misses: at most "
            "%.2g",
            all, claims, count, misses);
    else
        snprintf(text, sizeof text,
                 "confidence intervals: %zu, in %zu of %zu results; %.2g miss on average", all,
                 claims, count, misses);
    return json_pack("{s:I, s:I, s:f, s:s}", "claims", (json_int_t)claims, "intervals",
                     (json_int_t)all, "expected_misses", misses, "text", text);
}
