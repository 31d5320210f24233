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
#include "oracle/plumbing/allocate.h"
#include "oracle/contract/number/number.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

static json_t *count_json(size_t count)
{
    return json_integer((json_int_t)count);
}

/* null where the number is none. */
static json_t *number_json(double number, bool there)
{
    return there && isfinite(number) ? json_real(number) : json_null();
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
    char *record = prop_record_of_case(&example->shrunk);
    char *token = prop_token_of_case(&example->item, &example->shrunk);
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:s, s:s}", "seen", text_json(example->last.note), "hint",
                  *example->hint ? text_json(example->hint) : json_null(), "margin",
                  number_json(example->last.margin, true), "case", record, "replay", token);
    free(record);
    free(token);
    return object;
}

static json_t *row_json(const prop_item_result *r)
{
    const prop_item *item = &r->item;
    const double worst = item->control ? r->least : r->worst;
    json_t *row = json_object();
    if (*r->label) json_object_set_new(row, "id", json_string(r->label));
    json_t *rest = json_pack(
        "{s:s, s:s, s:s, s:b, s:s, s:o, s:o, s:o, s:o, s:o, s:f, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o}",
        "law", item->law->name, "system", item->system->name, "scheme", item->scheme->name, "keeps",
        !item->control, "verdict", prop_verdict_word(r), "checked", count_json(r->checked),
        "skipped", count_json(r->skipped), "drawn", count_json(r->checked + r->skipped), "failed",
        count_json(r->failed), "worst", number_json(worst, r->checked > 0), "limit", prop_limit(r),
        "level", number_json(item->level, item->law->statistics.decides), "order",
        r->order > 0 ? json_integer(r->order) : json_null(), "power",
        number_json(r->power[0], r->power[0] > 0), "power_limit",
        number_json(r->power[1], r->power[1] > 0), "declined", count_json(r->declined), "skip",
        *r->skip ? text_json(r->skip) : json_null(), "example", example_json(r));
    json_object_update(row, rest);
    json_decref(rest);
    return row;
}

static json_t *subject_json(const prop_subject *subject, const prop_item_result *item_results,
                            size_t count)
{
    json_t *rows = json_array(), *regressions = json_array();
    for (size_t i = 0; i < count; i++)
        if (item_results[i].item.subject == subject)
            json_array_append_new(*item_results[i].label ? regressions : rows,
                                  row_json(item_results + i));
    return json_pack("{s:s, s:o, s:o}", "subject", subject->name, "rows", rows, "regressions",
                     regressions);
}

static json_t *run_json(const prop_item_result *item_results, size_t count,
                        const prop_options *options)
{
    char seed[24];
    size_t passed = 0, failed = 0;
    json_t *subjects = json_array(), *classes = json_array();
    for (size_t i = 0; options->subjects[i]; i++)
        json_array_append_new(subjects, subject_json(options->subjects[i], item_results, count));
    json_array_append_new(subjects, subject_json(&prop_subject_noise, item_results, count));
    for (int k = 0; k < PROP_CLASS_COUNT; k++) {
        size_t hit = 0;
        for (size_t i = 0; i < count; i++) hit += item_results[i].classes[k];
        json_array_append_new(classes, json_pack("{s:s, s:o}", "class", prop_class_about(k),
                                                 "count", count_json(hit)));
    }
    prop_count_verdicts(&passed, &failed, item_results, count);
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)options->seed);
    return json_pack("{s:s, s:s, s:f, s:o, s:o, s:o, s:o, s:o}", "version", SLP_VERSION, "seed",
                     seed, "multiplier", options->multiplier, "subjects", subjects, "classes",
                     classes, "passed", count_json(passed), "failed", count_json(failed),
                     "undecided", count_json(prop_count_undecided(item_results, count)));
}

static bool write_json(FILE *to, const prop_item_result *item_results, size_t count,
                       const prop_options *options)
{
    json_t *run = slp_need_pointer(run_json(item_results, count, options));
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
