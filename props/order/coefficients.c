/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The table of orders and leading coefficients of all schemes on one problem. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"
#include "props/case/adjust_case.h"

#include <jansson.h>
#include <string.h>

enum { SIZE = -3 };

static prop_leading leading(double *at, const prop_law *law, const prop_subject *subject,
                            const slp_case *c, char note[PROP_NOTE])
{
    prop_errors_of errors;
    prop_finding found = {0};
    const bool means = strcmp(law->name, "weak-order") == 0;
    const prop_outcome outcome = means ? prop_weak_errors(&errors, &found, subject, c)
                                       : prop_strong_errors(&errors, &found, subject, c);
    snprintf(note, PROP_NOTE, "%s", found.note);
    if (outcome != PROP_HELD) return (prop_leading){0};
    snprintf(note, PROP_NOTE, "agrees to roundings");
    *at = prop_slope_of(errors.error, PROP_QUARTERS, errors.least).at;
    /* of half powers of h, as the root of a mean square has them */
    return prop_leading_of(errors.error, errors.h, errors.least, means ? 1 : 0.5);
}

/* A row of the JSON (coefficients.schema.json); numbers are null where no error is seen. */
static void add_row(json_t *rows, const slp_scheme *scheme, double at, const prop_leading *term,
                    const char *note)
{
    json_t *row = json_pack("{s:s}", "scheme", scheme->name);
    const bool seen = term->power != 0;
    json_object_set_new(row, "power", seen ? json_real(at) : json_null());
    json_object_set_new(row, "coefficient", seen ? json_real(term->coefficient) : json_null());
    json_object_set_new(row, "uncertain", seen ? json_real(term->off) : json_null());
    json_object_set_new(row, "words", json_string(seen ? "" : note));
    json_array_append_new(rows, row);
}

static bool print_json(FILE *to, const prop_law *law, const prop_subject *subject, json_t *rows)
{
    json_t *all = json_pack("{s:s, s:s, s:s, s:i, s:O}", "version", SLP_VERSION, "law", law->name,
                            "subject", subject->name, "multiplier", 1, "coefficients", rows);
    const bool written = all && json_dumpf(all, to, JSON_INDENT(1)) == 0 && fputc('\n', to) != EOF;
    json_decref(all);
    return written;
}

int prop_print_coefficients(FILE *to, FILE *json, const prop_law *law, const prop_subject *subject,
                            const slp_case *problem)
{
    json_t *rows = json_array();
    SLP_CLEARED(slp_case) c = {0};
    slp_need_memory(slp_case_copy(&c, problem));
    prop_set_steps(&c, 1);
    if (!prop_set_step_size(&c, SIZE)) {
        json_decref(rows);
        return 2;
    }
    fprintf(to, "# %s: error = coefficient h^power, uncertain by that part\n", law->name);
    fprintf(to, "%-28s %-8s %-12s %s\n", "scheme", "power", "coefficient", "uncertain");
    for (size_t k = 0; slp_scheme_at(k); k++) {
        char note[PROP_NOTE] = "";
        double at = 0;
        c.scheme = slp_scheme_at(k);
        if (!slp_pair_makes_sense(c.system, c.scheme, NULL) ||
            !subject->has(subject, c.system, c.scheme))
            continue;
        const prop_leading term = leading(&at, law, subject, &c, note);
        add_row(rows, c.scheme, at, &term, note);
        if (term.power == 0)
            fprintf(to, "%-28s -        # %.160s\n", c.scheme->name, note);
        else
            fprintf(to, "%-28s %-8.3f %-12.6g %.1g\n", c.scheme->name, at, term.coefficient,
                    term.off);
    }
    const bool written = !json || print_json(json, law, subject, rows);
    json_decref(rows);
    return written ? 0 : 3;
}
