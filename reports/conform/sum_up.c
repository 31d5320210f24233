/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The part "statement": what was asked, each pair with its verdict, the laws, and the sum. */
#include "reports/audit/audit.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/plumbing/allocate.h"
#include "reports/conform/cells.h"
#include "reports/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static json_t *json_count(size_t number)
{
    return json_integer((json_int_t)number);
}

/* An infinite ratio has no number in JSON. */
static json_t *ratio_json(double ratio)
{
    return isfinite(ratio) ? json_real(conform_rounded(ratio)) : json_null();
}

/* ---- Laws ---------------------------------------------------------------------------------- */

/* The words of rows; the engine prints some of them in capitals. */
static const char *const words[] = {"held",      "seen broken",     "failed",   "not seen broken",
                                    "undecided", "nothing checked", "no power", "not offered"};
enum { WORDS = sizeof words / sizeof *words };

static const char *law_word(const json_t *row)
{
    for (size_t i = 0; i < WORDS; i++)
        if (strcasecmp(report_text(row, "verdict"), words[i]) == 0) return words[i];
    return "failed";
}

static json_t *no_laws(void)
{
    json_t *counts = json_object();
    for (size_t i = 0; i < WORDS; i++) json_object_set_new(counts, words[i], json_integer(0));
    return counts;
}

static bool of_pair(const json_t *row, const conform_pair *pair)
{
    return strcmp(report_text(row, "system"), pair->system->name) == 0 &&
           strcmp(report_text(row, "scheme"), pair->scheme->name) == 0;
}

static json_t *laws_of(const json_t *rows, const conform_pair *pair)
{
    size_t i;
    const json_t *row;
    json_t *counts = no_laws();
    json_array_foreach(rows, i, row)
    {
        if (of_pair(row, pair)) conform_add(counts, law_word(row), 1);
    }
    return counts;
}

/* ---- Pairs --------------------------------------------------------------------------------- */

/* The verdict on a pair is that of the judge and of the laws together. */
static const char *pair_verdict(const conform_pair *pair, const json_t *laws, bool no_law_asked)
{
    const size_t *count = pair->count;
    if (no_law_asked && pair->declined < pair->drawn) return "failed";
    if (count[SLP_VERDICT_FAIL] || count[SLP_VERDICT_ERROR] || count[SLP_VERDICT_UNRECEIVED] ||
        conform_number(laws, "failed") || conform_number(laws, "not seen broken") ||
        conform_number(laws, "nothing checked"))
        return "failed";
    if (count[SLP_VERDICT_UNDECIDED] || conform_number(laws, "undecided")) return "undecided";
    if (count[SLP_VERDICT_PASS]) return "held";
    return pair->declined == pair->drawn && (pair->drawn || !pair->asked) ? "declined"
                                                                          : "nothing checked";
}

static const char *offered(const conform_pair *pair, bool lists)
{
    if (lists) return pair->asked ? "listed" : "not listed";
    return pair->declined < pair->drawn ? "found" : "declined";
}

static json_t *verdicts_of(const conform_pair *pair)
{
    json_t *counts = json_object();
    for (int k = 0; k < SLP_VERDICT_COUNT; k++) {
        size_t count = pair->count[k];
        if (k == SLP_VERDICT_CHANGED) continue; /* of cases in a pipe; here each is asked again */
        if (k == SLP_VERDICT_UNSUPPORTED) count = pair->declined;
        json_object_set_new(counts, slp_verdict_word((slp_verdict_kind)k), json_count(count));
    }
    return counts;
}

static json_t *worst_of(const conform_pair *pair)
{
    if (pair->share < 0) return json_null();
    return json_pack("{s:o, s:o, s:f, s:s}", "share", ratio_json(pair->share), "ratio",
                     ratio_json(pair->ratio), "bound", conform_rounded(pair->bound), "case",
                     pair->worst);
}

static json_t *skips_of(const conform_pair *pair)
{
    const char *reason;
    json_t *skip, *list = json_array();
    if (!pair->asked)
        json_array_append_new(list, json_pack("{s:s, s:i, s:n}", "reason", "not listed", "count",
                                              (int)pair->drawn, "first"));
    json_object_foreach(pair->skips, reason, skip)
    {
        json_array_append_new(list, json_pack("{s:s, s:O, s:O}", "reason", reason, "count",
                                              json_object_get(skip, "count"), "first",
                                              json_object_get(skip, "first")));
    }
    return list;
}

static json_t *hints_of(const conform_pair *pair)
{
    const char *hint;
    json_t *count, *list = json_array();
    json_object_foreach(pair->hints, hint, count)
    {
        json_array_append_new(list, json_pack("{s:s, s:O}", "hint", hint, "count", count));
    }
    return list;
}

static json_t *bins_of(const size_t bins[CONFORM_BINS])
{
    json_t *list = json_array();
    for (size_t i = 0; i < CONFORM_BINS; i++) json_array_append_new(list, json_count(bins[i]));
    return list;
}

static json_t *pair_json(const conform_pair *pair, const json_t *rows, bool lists,
                         bool no_law_asked)
{
    json_t *laws = laws_of(rows, pair);
    json_t *cases =
        json_pack("{s:o, s:o, s:o, s:o, s:o}", "drawn", json_count(pair->drawn), "answered",
                  json_count(pair->answered), "refused", json_count(pair->refused), "declined",
                  json_count(pair->declined), "unreceived", json_count(pair->unreceived));
    return slp_need_pointer(
        json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:O, s:O}", "system",
                  pair->system->name, "scheme", pair->scheme->name, "offered", offered(pair, lists),
                  "verdict", pair_verdict(pair, laws, no_law_asked), "cases", cases, "verdicts",
                  verdicts_of(pair), "worst", worst_of(pair), "histogram", bins_of(pair->bins),
                  "laws", laws, "skips", skips_of(pair), "hints", hints_of(pair), "failures",
                  pair->failures, "inputs", pair->inputs));
}

/* ---- The sum ------------------------------------------------------------------------------- */

static void add_all(json_t *to, const json_t *from)
{
    const char *key;
    json_t *number;
    json_object_foreach((json_t *)from, key, number)
        conform_add(to, key, json_integer_value(number));
}

static json_t *counts_of_pairs(void)
{
    static const char *const kinds[] = {"all",       "held",     "failed",
                                        "undecided", "declined", "nothing checked"};
    json_t *counts = json_object();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        json_object_set_new(counts, kinds[i], json_integer(0));
    return counts;
}

static json_t *result_of(const json_t *pairs, const conform_cases *cases)
{
    size_t i;
    const json_t *one;
    const conform_pair *worst = NULL;
    json_t *kinds = counts_of_pairs(), *all = json_object(), *verdicts = json_object(),
           *laws = no_laws();
    json_array_foreach(pairs, i, one)
    {
        conform_add(kinds, "all", 1);
        conform_add(kinds, report_text(one, "verdict"), 1);
        add_all(all, json_object_get(one, "cases"));
        add_all(verdicts, json_object_get(one, "verdicts"));
        add_all(laws, json_object_get(one, "laws"));
    }
    for (i = 0; i < cases->count; i++)
        if (cases->pairs[i].share >= 0 && (!worst || cases->pairs[i].share > worst->share))
            worst = &cases->pairs[i];
    const bool good = conform_number(kinds, "held") > 0 &&
                      conform_number(kinds, "held") + conform_number(kinds, "declined") ==
                          conform_number(kinds, "all");
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "verdict", good ? "conforms" : "falls short",
                     "pairs", kinds, "cases", all, "verdicts", verdicts, "laws", laws, "worst",
                     worst ? worst_of(worst) : json_null());
}

static json_t *histogram_of(const conform_cases *cases)
{
    size_t bins[CONFORM_BINS] = {0};
    json_t *edges = json_array();
    for (size_t i = 0; i < cases->count; i++)
        for (size_t k = 0; k < CONFORM_BINS; k++) bins[k] += cases->pairs[i].bins[k];
    for (int k = 0; k < CONFORM_BINS - 1; k++)
        json_array_append_new(edges, json_real(exp2(k - CONFORM_BELOW)));
    return json_pack("{s:o, s:o}", "edges", edges, "counts", bins_of(bins));
}

/* ---- What was asked ------------------------------------------------------------------------ */

static json_t *asked_json(const conform_request *request)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)request->seed);
    const slp_pair_choice *choice = &request->choice;
    json_t *asked = json_pack("{s:s?, s:s?}", "system", choice->system, "scheme",
                              choice->scheme ? choice->scheme->name : NULL);
    if (choice->count) {
        json_t *pairs = json_array();
        for (size_t i = 0; i < choice->count; i++)
            json_array_append_new(pairs, json_pack("[s, s]", choice->listed[i].system->name,
                                                   choice->listed[i].scheme->name));
        json_object_set_new(asked, "pairs", pairs);
    }
    if (choice->most)
        json_object_set_new(
            asked, "sizes",
            json_pack("[I, I]", (json_int_t)choice->least, (json_int_t)choice->most));
    const slp_arithmetic *a = request->arithmetic;
    json_t *numbers = json_pack(
        "{s:s, s:I, s:f, s:b, s:s, s:o, s:f}", "seed", seed, "count", (json_int_t)request->count,
        "multiplier", request->multiplier, "quick", request->quick, "arithmetic",
        a ? a->name : "binary64", "tolerance",
        a && a->tolerance > 0 ? json_real(a->tolerance) : json_null(), "timeout", request->seconds);
    json_object_update(asked, numbers);
    json_decref(numbers);
    return asked;
}

static json_t *commands_json(const conform_cases *cases, const conform_request *request)
{
    char *port = audit_shell_word(request->port), scope[200] = "";
    slp_written text[3];
    FILE *to[3];
    FILE *options = slp_need_pointer(fmemopen(scope, sizeof scope, "w"));
    slp_pair_choice_print(options, &request->choice);
    fclose(options);
    for (int i = 0; i < 3; i++) to[i] = slp_written_begin(&text[i]);
    const slp_arithmetic *a = request->arithmetic;
    const bool other = a && !slp_arithmetic_is_binary64(a), slack = a && a->tolerance > 0;
    char numbers[SLP_ARITHMETIC_CHARS + 16] = "", tolerance[48] = "";
    if (other) snprintf(numbers, sizeof numbers, " --arithmetic %s", a->name);
    if (slack) snprintf(tolerance, sizeof tolerance, " --tolerance %.17g", a->tolerance);
    const unsigned long long seed = request->seed, count = request->count;
    fprintf(to[0], "slp conform --port %s --out DIR%s --seed %llu --count %llu%s%s", port, scope,
            seed, count, numbers, tolerance);
    const bool compound = strpbrk(request->port, ";&|<>\n") != NULL;
    fprintf(to[1], "slp gen%s --seed %llu --count %llu%s | %s%s | slp judge%s", scope, seed,
            count * cases->count, numbers, compound ? "sh -c " : "",
            compound ? port : request->port, tolerance);
    fprintf(to[2], "slp check --port %s%s --seed %llu", port, scope, seed);
    for (int i = 0; i < 3; i += 2) {
        const bool usual = request->quick && request->multiplier == 0.25;
        if (usual || (request->quick && i == 0)) fputs(" --quick", to[i]);
        if (!usual) fprintf(to[i], " --multiplier %.15g", request->multiplier);
        if (i == 2) fprintf(to[i], "%s%s", numbers, tolerance);
        if (request->seconds != 10) fprintf(to[i], " --timeout %g", request->seconds);
    }
    json_t *commands = json_pack("{s:s, s:s, s:s}", "statement", slp_written_end(&text[0]), "cases",
                                 slp_written_end(&text[1]), "laws", slp_written_end(&text[2]));
    for (int i = 0; i < 3; i++) free(text[i].text);
    free(port);
    return slp_need_pointer(commands);
}

json_t *conform_sum_up(const conform_cases *cases, json_t *laws, json_t *port,
                       const conform_request *request)
{
    const bool lists = json_is_true(json_object_get(port, "lists"));
    json_t *rows = json_object_get(laws, "rows"), *pairs = json_array(), *row;
    size_t i;
    for (i = 0; i < cases->count; i++)
        json_array_append_new(pairs,
                              pair_json(&cases->pairs[i], rows, lists, *cases->laws_fault != 0));
    json_array_foreach(rows, i, row)
        json_object_set_new(row, "verdict", json_string(law_word(row)));
    json_t *result = result_of(pairs, cases);
    return slp_need_pointer(json_pack(
        "{s:{s:s, s:s, s:s}, s:O, s:o, s:o, s:o, s:o, s:o, s:O, s:O, s:s?, s:O}", "program", "name",
        "slp", "version", SLP_VERSION, "build", audit_build(), "port", port, "asked",
        asked_json(request), "commands", commands_json(cases, request), "result", result,
        "histogram", histogram_of(cases), "pairs", pairs, "explanation", cases->explanation, "laws",
        rows, "laws_fault", *cases->laws_fault ? cases->laws_fault : NULL, "classes",
        json_object_get(laws, "classes")));
}
