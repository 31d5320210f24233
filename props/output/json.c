/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Writes a run as JSON, for pages and other programs: a row for each law, pair and subject, the
 * classes of inputs met, the count.  The file is written beside and renamed (props/output/file.c).
 *
 *   {"version", "seed", "multiplier", "passed", "failed", "undecided",
 *    "subjects": [{"subject", "rows": [ROW, ...], "regressions": [ROW, ...]}, ...],
 *    "classes": [{"class", "count"}, ...]}
 *   ROW {"law", "system", "scheme", "keeps", "verdict", "checked", "skipped", "drawn", "failed",
 *     "worst", "limit", "level",
 *       "order", "power", "power_limit", "declined", "skip", "example"}
 *
 * keeps: the pair must keep the law; otherwise it must be seen to break it.  worst: the deciding
 * margin (the largest of a law kept, the least of one broken), null where nothing was checked or it
 * is infinite.  limit: what it may be at most, or must be at least, in its own unit: what rounding
 * allows; of laws that sample (level not null) the logarithm of the level, which p-values are
 * compared with.  drawn: checked and skipped.  order: of the violation, null if none was decided.
 * power: the chance of refusing the first fault that the law's power is stated against (of laws of
 * convergence an order short by a quarter), power_limit: the second one (a wrong limit); null of
 * other laws, and where that fault was not looked for.  declined: of those skipped, the cases that
 * the subject does not offer.  skip: why the last one was skipped, null if none was.  example: of a
 * row with a counterexample {"seen", "hint", "margin", "case", "replay"}, otherwise null: what was
 * found on the simplest case, the fault that a port's answer looks like, that case as a record, and
 * its token.  A regression has its id beside.  The seed is text: 64 bits do not fit JSON's numbers
 * everywhere. */
#include "props/engine/engine.h"
#include "oracle/contract/number/number.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static json_t *count_json(size_t count)
{
    return json_integer((json_int_t)count);
}

static json_t *power_json(double power)
{
    return power > 0 ? json_real(power) : json_null();
}

/* Text that may come from a port, which may write any bytes. */
static json_t *text_json(const char *text)
{
    char shown[2 * PROP_NOTE];
    slp_shown(shown, sizeof shown, text);
    return json_string(shown);
}

static json_t *example_json(const prop_item_result *item_result)
{
    const prop_counterexample *example = &item_result->example;
    if (!example->found || example->item.missing) return json_null();
    json_t *object = json_object();
    char *record = prop_record_of_case(&example->shrunk);
    char *token = prop_token_of_case(&example->item, &example->shrunk);
    const double margin = example->last.margin;
    json_object_set_new(object, "seen", text_json(example->last.note));
    json_object_set_new(object, "hint", *example->hint ? text_json(example->hint) : json_null());
    json_object_set_new(object, "margin", isfinite(margin) ? json_real(margin) : json_null());
    json_object_set_new(object, "case", json_string(record));
    json_object_set_new(object, "replay", json_string(token));
    free(record);
    free(token);
    return object;
}

static json_t *row_json(const prop_item_result *item_result)
{
    const prop_item *item = &item_result->item;
    double worst = item->control ? item_result->least : item_result->worst;
    json_t *row = json_object();
    if (*item_result->label) json_object_set_new(row, "id", json_string(item_result->label));
    json_object_set_new(row, "law", json_string(item->law->name));
    json_object_set_new(row, "system", json_string(item->system->name));
    json_object_set_new(row, "scheme", json_string(item->scheme->name));
    json_object_set_new(row, "keeps", json_boolean(!item->control));
    json_object_set_new(row, "verdict", json_string(prop_verdict_word(item_result)));
    json_object_set_new(row, "checked", count_json(item_result->checked));
    json_object_set_new(row, "skipped", count_json(item_result->skipped));
    json_object_set_new(row, "drawn", count_json(item_result->checked + item_result->skipped));
    json_object_set_new(row, "failed", count_json(item_result->failed));
    json_object_set_new(row, "worst",
                        item_result->checked && isfinite(worst) ? json_real(worst) : json_null());
    json_object_set_new(row, "limit", json_real(prop_limit(item_result)));
    json_object_set_new(row, "level",
                        item->law->statistics.decides ? json_real(item->level) : json_null());
    json_object_set_new(row, "order",
                        item_result->order > 0 ? json_integer(item_result->order) : json_null());
    json_object_set_new(row, "power", power_json(item_result->power[0]));
    json_object_set_new(row, "power_limit", power_json(item_result->power[1]));
    json_object_set_new(row, "declined", count_json(item_result->declined));
    json_object_set_new(row, "skip",
                        *item_result->skip ? text_json(item_result->skip) : json_null());
    json_object_set_new(row, "example", example_json(item_result));
    return row;
}

static json_t *subject_json(const prop_subject *subject, const prop_item_result *item_results,
                            size_t count)
{
    json_t *object = json_object(), *rows = json_array(), *regressions = json_array();
    for (size_t i = 0; i < count; i++)
        if (item_results[i].item.subject == subject)
            json_array_append_new(*item_results[i].label ? regressions : rows,
                                  row_json(item_results + i));
    json_object_set_new(object, "subject", json_string(subject->name));
    json_object_set_new(object, "rows", rows);
    json_object_set_new(object, "regressions", regressions);
    return object;
}

static json_t *run_json(const prop_item_result *item_results, size_t count,
                        const prop_options *options)
{
    char seed[24];
    size_t passed = 0, failed = 0;
    json_t *run = json_object(), *subjects = json_array(), *classes = json_array();
    for (size_t i = 0; options->subjects[i]; i++)
        json_array_append_new(subjects, subject_json(options->subjects[i], item_results, count));
    json_array_append_new(subjects, subject_json(&prop_subject_noise, item_results, count));
    for (int k = 0; k < PROP_CLASS_COUNT; k++) {
        json_t *class = json_object();
        size_t hit = 0;
        for (size_t i = 0; i < count; i++) hit += item_results[i].classes[k];
        json_object_set_new(class, "class", json_string(prop_class_about(k)));
        json_object_set_new(class, "count", count_json(hit));
        json_array_append_new(classes, class);
    }
    prop_count_verdicts(&passed, &failed, item_results, count);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)options->seed);
    json_object_set_new(run, "version", json_string(SLP_VERSION));
    json_object_set_new(run, "seed", json_string(seed));
    json_object_set_new(run, "multiplier", json_real(options->multiplier));
    json_object_set_new(run, "subjects", subjects);
    json_object_set_new(run, "classes", classes);
    json_object_set_new(run, "passed", count_json(passed));
    json_object_set_new(run, "failed", count_json(failed));
    json_object_set_new(run, "undecided", count_json(prop_count_undecided(item_results, count)));
    return run;
}

static bool write_json(FILE *to, const prop_item_result *item_results, size_t count,
                       const prop_options *options)
{
    json_t *run = run_json(item_results, count, options);
    if (!run) abort();
    bool good = json_dumpf(run, to, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) == 0 &&
                fputc('\n', to) != EOF;
    json_decref(run);
    return good;
}

bool prop_report_json_stream(const prop_item_result *item_results, size_t count,
                             const prop_options *options)
{
    return write_json(options->json_to, item_results, count, options);
}

slp_status prop_report_json(const prop_item_result *item_results, size_t count,
                            const prop_options *options, slp_error *err)
{
    return prop_report_file(options->json, write_json, item_results, count, options, err);
}
