/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A statement as its page shows it: what is summed up or left out, beside the document itself. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/cells.h"
#include "reports/template/template.h"
#include "reports/report.h"

#include <math.h>
#include <string.h>

/* object[key], an object that is made where it is missing. */
static json_t *inner(json_t *object, const char *key)
{
    json_t *there = json_object_get(object, key);
    if (there) return there;
    json_object_set_new(object, key, json_object());
    return json_object_get(object, key);
}

/* ---- Pairs --------------------------------------------------------------------------------- */

/* Those counts that are not 0. */
static json_t *counted(const json_t *counts)
{
    const char *key;
    json_t *count, *left = json_object();
    json_object_foreach((json_t *)counts, key, count)
    {
        if (json_integer_value(count)) json_object_set(left, key, count);
    }
    return left;
}

static json_t *answered_pairs(const json_t *pairs)
{
    size_t i;
    const json_t *pair;
    json_t *list = json_array();
    json_array_foreach(pairs, i, pair)
    {
        const json_t *cases = conform_in(pair, "cases"), *verdicts = conform_in(pair, "verdicts");
        if (conform_number(cases, "declined") == conform_number(cases, "drawn")) continue;
        json_t *one = json_copy((json_t *)pair);
        json_object_set_new(one, "laws", counted(conform_in(pair, "laws")));
        conform_add(one, "short",
                    conform_number(verdicts, "fail") + conform_number(verdicts, "error") +
                        conform_number(verdicts, "undecided") +
                        conform_number(verdicts, "unreceived"));
        json_array_append_new(list, one);
    }
    return list;
}

/* The pairs that fell short, each with the rows of its laws that did. */
static json_t *fallen_pairs(const json_t *pairs, const json_t *laws)
{
    size_t i, k;
    const json_t *pair;
    json_t *row, *list = json_array();
    json_array_foreach(pairs, i, pair)
    {
        if (!conform_fell(report_text(pair, "verdict"))) continue;
        json_t *one = json_copy((json_t *)pair), *rows = json_array();
        json_array_foreach(laws, k, row)
        {
            if (conform_fell(report_text(row, "verdict")) && report_same(row, pair, "system") &&
                report_same(row, pair, "scheme"))
                json_array_append(rows, row);
        }
        json_object_set_new(one, "rows", rows);
        json_array_append_new(list, one);
    }
    return list;
}

/* Cases without a verdict, by reason: {reason: {"pairs", "cases", "first"}}. */
static json_t *skips_of(const json_t *pairs)
{
    size_t i, k;
    const json_t *pair, *skip;
    json_t *sums = json_object();
    json_array_foreach(pairs, i, pair) json_array_foreach(conform_in(pair, "skips"), k, skip)
    {
        json_t *sum = inner(sums, report_text(skip, "reason"));
        if (!json_object_get(sum, "first"))
            json_object_set_new(sum, "first", json_string(report_text(skip, "first")));
        conform_add(sum, "pairs", 1);
        conform_add(sum, "cases", conform_number(skip, "count"));
    }
    return sums;
}

/* ---- Laws ---------------------------------------------------------------------------------- */

/* sum[key] = the larger, or the smaller, of it and a number; nothing without a number. */
static void extreme(json_t *sum, const char *key, const json_t *number, bool larger)
{
    const json_t *there = json_object_get(sum, key);
    if (!json_is_number(number)) return;
    const double value = json_number_value(number), before = json_number_value(there);
    if (!there || (larger ? value > before : value < before))
        json_object_set_new(sum, key, json_real(value));
}

/* {law: counts over all pairs, the largest margin of laws that must hold and the least of those
 * that must break, the least power}. */
static json_t *laws_of(const json_t *rows)
{
    size_t i;
    const json_t *row;
    json_t *sums = json_object();
    json_array_foreach(rows, i, row)
    {
        const char *verdict = report_text(row, "verdict");
        const bool keeps = json_is_true(conform_in(row, "keeps"));
        json_t *sum = inner(sums, report_text(row, "law"));
        conform_add(sum, "held", strcmp(verdict, "held") == 0);
        conform_add(sum, "seen", strcmp(verdict, "seen broken") == 0);
        conform_add(sum, "not_offered",
                    strcmp(verdict, "not offered") == 0 || strcmp(verdict, "no power") == 0);
        conform_add(sum, "fallen", conform_fell(verdict));
        conform_add(sum, "checked", conform_number(row, "checked"));
        conform_add(sum, "skipped", conform_number(row, "skipped"));
        extreme(sum, "power", conform_in(row, "power"), false);
        extreme(sum, keeps ? "worst" : "least", conform_in(row, "worst"), keeps);
    }
    return sums;
}

/* ---- Inputs -------------------------------------------------------------------------------- */

/* {system: {"largest", "asked": {key: cases}, "silent": {key: 0}}}, over all its pairs. */
static json_t *inputs_of(const json_t *pairs)
{
    size_t i, n;
    const json_t *pair, *one;
    const char *system;
    json_t *systems = json_object(), *of;
    void *next;
    json_array_foreach(pairs, i, pair)
    {
        const json_t *inputs = conform_in(pair, "inputs");
        of = inner(systems, report_text(pair, "system"));
        if (conform_number(inputs, "largest") > conform_number(of, "largest"))
            json_object_set(of, "largest", json_object_get(inputs, "largest"));
        json_array_foreach(conform_in(inputs, "keys"), n, one)
            conform_add(inner(of, "keys"), report_text(one, "key"), conform_number(one, "cases"));
    }
    json_object_foreach_safe(systems, next, system, of)
    {
        const char *key;
        json_t *count, *silent = json_object(), *keys = json_object_get(of, "keys");
        json_object_foreach(keys, key, count)
        {
            if (json_integer_value(count) == 0) json_object_set(silent, key, count);
        }
        json_object_set_new(of, "asked", counted(keys));
        json_object_set_new(of, "silent", silent);
        if (conform_number(of, "largest") == 0) json_object_del(systems, system);
    }
    return systems;
}

/* The exponent of the least power of 2 that `number` does not exceed, as text; none for 0. */
static json_t *power_above(double number)
{
    char text[16] = "";
    int exponent;
    if (frexp(number, &exponent) == 0.5) exponent--;
    if (number > 0) snprintf(text, sizeof text, "%d", exponent);
    return json_string(text);
}

/* What the weakest pass proves, relative and next to underflow; null of no pass. */
static json_t *proves_of(const json_t *pairs)
{
    double relative = 0, absolute = 0;
    size_t i;
    const json_t *one;
    json_array_foreach(pairs, i, one)
    {
        const json_t *inputs = conform_in(one, "inputs");
        relative = fmax(relative, json_real_value(conform_in(inputs, "proves")));
        absolute = fmax(absolute, json_real_value(conform_in(inputs, "proves_absolute")));
    }
    if (!(relative > 0 || absolute > 0)) return json_null();
    return json_pack("{s:o, s:o}", "relative", power_above(relative), "absolute",
                     power_above(absolute));
}

json_t *conform_view(const json_t *document)
{
    const json_t *statement = conform_in(document, "statement"),
                 *pairs = conform_in(statement, "pairs"), *laws = conform_in(statement, "laws");
    json_t *view = json_copy((json_t *)document);
    json_object_set_new(view, "answered", answered_pairs(pairs));
    json_object_set_new(view, "fallen", fallen_pairs(pairs, laws));
    json_object_set_new(view, "grid", report_grid(pairs, "scheme", "system"));
    json_object_set_new(view, "skips", skips_of(pairs));
    json_object_set_new(view, "sums", laws_of(laws));
    json_object_set_new(view, "inputs", inputs_of(pairs));
    json_object_set_new(view, "proves", proves_of(pairs));
    return slp_need_pointer(view);
}
