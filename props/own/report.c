/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What was measured, as a table on the terminal, as JSON, and as a page. */
#include "props/own/own.h"
#include "oracle/contract/number/number.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 2 * PROP_NOTE };

static const char *const verdict_words[] = {"kept", "kept to O(h^q)", "broken", "order",
                                            "undecided"};

/* The verdict and what it rests on, in words. */
static void say(char words[WORDS], const prop_own_row *row)
{
    char note[WORDS];
    slp_shown(note, sizeof note, row->note);
    const char *between = *note ? "; " : "";
    switch (row->verdict) {
    case PROP_OWN_KEPT:
        if (row->resolution == 0)
            snprintf(words, WORDS, "kept on %zu cases", row->cases);
        else if (row->law->applies.flag == SLP_LAW_POISSON)
            snprintf(words, WORDS, "kept to the resolution of %.1g: at most %.1g on %zu cases",
                     row->resolution, row->worst, row->cases);
        else
            snprintf(words, WORDS, "kept to rounding: at most %.1g on %zu cases", row->worst,
                     row->cases);
        break;
    case PROP_OWN_POWER:
        snprintf(words, WORDS, "kept to O(h^%g) a step: at most %.1g%s%.200s", row->power,
                 row->worst, between, note);
        break;
    case PROP_OWN_BROKEN:
        if (isnan(row->power))
            snprintf(words, WORDS, "broken%s%.200s", between, note);
        else
            snprintf(words, WORDS, "broken: O(h^%g) a step, up to %.1g%s%.200s", row->power,
                     row->worst, between, note);
        break;
    case PROP_OWN_ORDER:
        snprintf(words, WORDS, "%g: error %.3g h^%g a step", row->power, row->coefficient,
                 row->power + (strcmp(row->law->name, "strong-order") == 0 ? 0.5 : 1));
        break;
    case PROP_OWN_UNDECIDED:
        if (row->worst > 0)
            snprintf(words, WORDS, "undecided: up to %.1g%s%.200s", row->worst, between, note);
        else
            snprintf(words, WORDS, "undecided%s%.200s", between, note);
        break;
    }
}

static void say_kin(char words[WORDS], const prop_own_report *report)
{
    size_t at = 0;
    words[0] = 0;
    if (report->kin_count == 0 || report->compared == 0) {
        snprintf(words, WORDS, "undecided: no scheme of the list could be compared");
        return;
    }
    if (report->kin->same) {
        for (size_t k = 0; k < report->kin_count && at < WORDS / 2; k++)
            if (report->kin[k].same)
                at += (size_t)snprintf(words + at, WORDS - at, "%s%s", k ? ", " : "agrees with ",
                                       report->kin[k].scheme->name);
        snprintf(words + at, WORDS - at, " to rounding on %zu of %zu", report->kin->agrees,
                 report->kin->decided);
        return;
    }
    at = (size_t)snprintf(words, WORDS, "none of the %zu that suit", report->kin_count);
    for (size_t k = 0; k < PROP_OWN_NEAREST && k < report->kin_count; k++) {
        const prop_own_kin *kin = report->kin + k;
        at += (size_t)snprintf(words + at, WORDS - at, "%s %s", k ? ", then" : "; nearest",
                               kin->scheme->name);
        if (isnan(kin->power))
            at += (size_t)snprintf(words + at, WORDS - at, " (by %.1g", kin->distance);
        else
            at += (size_t)snprintf(words + at, WORDS - at, " (by O(h^%g), %.1g", kin->power,
                                   kin->distance);
        at += (size_t)snprintf(words + at, WORDS - at, "; agrees on %zu of %zu)", kin->agrees,
                               kin->decided);
    }
}

static void say_unanswered(char words[WORDS], const prop_own_report *report)
{
    char why[WORDS];
    slp_shown(why, sizeof why, report->why);
    snprintf(words, WORDS, "%zu cases; the first: %.240s", report->unanswered, why);
}

static void print_table(FILE *to, const prop_own_report *report)
{
    char words[WORDS];
    fprintf(to, "\n%s, scheme own\n", report->system->name);
    for (size_t i = 0; i < report->row_count; i++) {
        const prop_own_row *row = report->rows + i;
        say(words, row);
        fprintf(to, "  %-14s %s\n", row->law->name, words);
        if (row->example && row->verdict != PROP_OWN_ORDER)
            fprintf(to, "  %-14s %s\n", "", row->example);
    }
    if (report->kin_count) {
        say_kin(words, report);
        fprintf(to, "  %-14s %s\n", "which rule", words);
    }
    if (report->unanswered) {
        say_unanswered(words, report);
        fprintf(to, "  %-14s %s\n", "unanswered", words);
    }
    fflush(to);
}

/* ---- JSON: {"version", "scheme": "own", "seed", "systems": [{"system", "laws": [{"law",
 * "verdict", "power", "coefficient", "worst", "resolution", "cases", "words", "example"}],
 * "compared", "unanswered", "known", "schemes": [{"scheme", "agrees", "decided",
 * "power", "distance"}]}]} ---- */

static json_t *number_json(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *report_json(const prop_own_report *report)
{
    json_t *laws = json_array(), *schemes = json_array();
    char words[WORDS];
    for (size_t i = 0; i < report->row_count; i++) {
        const prop_own_row *row = report->rows + i;
        say(words, row);
        json_array_append_new(
            laws,
            json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:I, s:s, s:s?}", "law", row->law->name,
                      "verdict", verdict_words[row->verdict], "power", number_json(row->power),
                      "coefficient", number_json(row->coefficient > 0 ? row->coefficient : NAN),
                      "worst", number_json(row->worst), "resolution",
                      number_json(row->resolution > 0 ? row->resolution : NAN), "cases",
                      (json_int_t)row->cases, "words", words, "example", row->example));
    }
    for (size_t k = 0; k < report->kin_count; k++)
        json_array_append_new(schemes, json_pack("{s:s, s:I, s:I, s:o, s:o}", "scheme",
                                                 report->kin[k].scheme->name, "agrees",
                                                 (json_int_t)report->kin[k].agrees, "decided",
                                                 (json_int_t)report->kin[k].decided, "power",
                                                 number_json(report->kin[k].power), "distance",
                                                 number_json(report->kin[k].distance)));
    return json_pack("{s:s, s:o, s:I, s:I, s:b, s:o}", "system", report->system->name, "laws", laws,
                     "compared", (json_int_t)report->compared, "unanswered",
                     (json_int_t)report->unanswered, "known",
                     report->kin_count && report->kin->same, "schemes", schemes);
}

static bool print_json(FILE *to, const prop_own_report *reports, size_t count,
                       const prop_own_options *options)
{
    char seed[24];
    json_t *systems = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(systems, report_json(reports + i));
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)options->seed);
    json_t *all = json_pack("{s:s, s:s, s:s, s:i, s:o}", "version", SLP_VERSION, "scheme",
                            slp_scheme_own.name, "seed", seed, "multiplier", 1, "systems", systems);
    const bool written = all && json_dumpf(all, to, JSON_INDENT(1)) == 0 && fputc('\n', to) != EOF;
    json_decref(all);
    return written;
}

/* ---- A page ---- */

static bool print_page(FILE *to, const prop_own_report *reports, size_t count,
                       const prop_own_options *options)
{
    char words[WORDS], shown[WORDS];
    slp_shown(shown, sizeof shown, options->command);
    fprintf(
        to,
        "# A rule that is not in the list\n\n"
        "Measured by slp %s on the port `%s`, seed %llu. Nothing is promised of the rule: each "
        "law says how\nlarge its defect is over one step, and with which power of h that "
        "falls at fixed dW/sqrt(h). Steps have\n|Xi| between 1/4 and 1/2. States and parameters "
        "are drawn, so a law that is kept was kept on these\ncases. Defects are relative: to "
        "the state, or to what rounding the state would change.\n",
        SLP_VERSION, shown, (unsigned long long)options->seed);
    for (size_t i = 0; i < count; i++) {
        const prop_own_report *report = reports + i;
        fprintf(to, "\n## %s\n\n| law | equation | found |\n|---|---|---|\n", report->system->name);
        for (size_t k = 0; k < report->row_count; k++) {
            say(words, report->rows + k);
            fprintf(to, "| %s | `", report->rows[k].law->name);
            for (const char *c = report->rows[k].law->equation; *c; c++)
                fprintf(to, *c == '|' ? "\\|" : "%c", *c);
            fprintf(to, "` | %s |\n", words);
        }
        if (report->kin_count) {
            say_kin(words, report);
            fprintf(to, "\nWhich rule it is: %s.\n", words);
        }
        if (report->unanswered) {
            say_unanswered(words, report);
            fprintf(to, "\nWithout an answer: %s.\n", words);
        }
        bool any = false;
        for (size_t k = 0; k < report->row_count; k++) {
            if (!report->rows[k].example) continue;
            if (!any)
                fprintf(to, "\nSmallest counterexamples, and cases of the orders' errors:\n\n");
            fprintf(to, "    # %s\n    %s\n", report->rows[k].law->name, report->rows[k].example);
            any = true;
        }
    }
    return !ferror(to);
}

/* ---- A run ---- */

typedef bool printer(FILE *, const prop_own_report *, size_t, const prop_own_options *);

static bool write_file(const char *name, printer *print, const prop_own_report *reports,
                       size_t count, const prop_own_options *options)
{
    slp_whole_file file;
    bool written = true;
    if (!name) return true;
    errno = 0;
    if (slp_whole_begin(&file, name)) written = print(file.to, reports, count, options);
    if (slp_whole_end(&file, written, false)) return true;
    fprintf(stderr, "slp check: %s cannot be written: %s\n", name,
            errno ? strerror(errno) : "out of memory");
    return false;
}

static void clear(prop_own_report *report)
{
    for (size_t i = 0; i < report->row_count; i++) free(report->rows[i].example);
    free(report->rows);
    free(report->kin);
}

int prop_own_run(const prop_own_options *options)
{
    prop_own_report *reports = NULL;
    const slp_system *system;
    size_t count = 0;
    for (size_t s = 0; (system = slp_system_at(s)); s++) {
        prop_own_rule rule;
        if (!slp_system_named(system, options->system) ||
            !prop_own_rule_init(&rule, options->port, system))
            continue;
        reports = slp_one_more(reports, count, sizeof *reports);
        reports[count] = (prop_own_report){.system = system};
        prop_own_measure(reports + count, &rule, options->law, options->seed);
        if (!options->law) prop_own_compare(reports + count, &rule, options->seed);
        reports[count].unanswered = rule.unanswered;
        memcpy(reports[count].why, rule.why, PROP_NOTE);
        print_table(options->out, reports + count++);
    }
    int status = count ? 0 : 1;
    if (!count) fprintf(options->out, "nothing measured: the port answers no case of scheme=own\n");
    if (!write_file(options->json, print_json, reports, count, options) ||
        !write_file(options->page, print_page, reports, count, options))
        status = 2;
    for (size_t i = 0; i < count; i++) clear(reports + i);
    free(reports);
    return status;
}
