/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Two statements side by side: verdicts that changed, worst ratios that differ, pairs that only one
 * of them answered.  They must have asked the same. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/cells.h"
#include "reports/template/template.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

/* ---- Whether they can be compared ---------------------------------------------------------- */

static char *value_text(const json_t *value)
{
    return slp_need_pointer(
        json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(15)));
}

static bool same(char *why, const char *what, const json_t *a, const json_t *b)
{
    if (json_equal(a, b)) return true;
    char *left = value_text(a), *right = value_text(b);
    snprintf(why, CONFORM_WHY,
             "%s differs: %.80s in the first, %.80s in the second; only "
             "statements that asked the same are compared",
             what, left, right);
    free(left);
    free(right);
    return false;
}

static bool asked_same(char *why, const json_t *a, const json_t *b)
{
    const json_t *first = conform_in(a, "asked"), *second = conform_in(b, "asked"), *value;
    const char *key;
    json_t *unused, *all = json_object();
    char what[60];
    bool good = same(why, "program.version", conform_in(conform_in(a, "program"), "version"),
                     conform_in(conform_in(b, "program"), "version"));
    json_object_update(all, (json_t *)first);
    json_object_update(all, (json_t *)second);
    json_object_foreach(all, key, unused)
    {
        if (strcmp(key, "timeout") == 0) continue; /* machines differ in speed */
        snprintf(what, sizeof what, "asked.%.40s", key);
        value = json_object_get(first, key);
        const json_t *other = json_object_get(second, key);
        good = good && same(why, what, value ? value : json_null(), other ? other : json_null());
    }
    json_decref(all);
    return good;
}

/* ---- What differs -------------------------------------------------------------------------- */

/* How good a verdict is: more is better. */
static int rank(const char *word)
{
    if (strcmp(word, "held") == 0 || strcmp(word, "seen broken") == 0) return 3;
    if (strcmp(word, "declined") == 0 || strcmp(word, "not offered") == 0 ||
        strcmp(word, "no power") == 0)
        return 2;
    if (strcmp(word, "undecided") == 0 || strcmp(word, "nothing checked") == 0) return 1;
    return 0;
}

typedef struct tally {
    size_t same, differ, worse, ratios, only;
} tally;

/* A row that only one statement has was not offered by the other. */
static const char *change(tally *sum, const char *first, const char *second)
{
    const int a = *first ? rank(first) : 2, b = *second ? rank(second) : 2;
    sum->differ++;
    sum->worse += b < a;
    return b < a ? "worse" : b > a ? "better" : "other";
}

static bool differ(const char *first, const char *second)
{
    static const char none[] = "not offered";
    return strcmp(*first ? first : none, *second ? second : none) != 0;
}

static bool is_row(const json_t *row, const json_t *other)
{
    return report_same(row, other, "law") && report_same(row, other, "system") &&
           report_same(row, other, "scheme");
}

static const json_t *find(const json_t *rows, const json_t *row)
{
    size_t i;
    const json_t *one;
    json_array_foreach(rows, i, one) if (is_row(one, row)) return one;
    return NULL;
}

/* Adds the row if its verdicts differ: {"name", "first", "second", "change"}. */
static void add_change(json_t *rows, tally *sum, const json_t *row, const char *first,
                       const char *second)
{
    char name[340];
    const char *law = report_text(row, "law");
    if (!differ(first, second)) {
        sum->same++;
        return;
    }
    snprintf(name, sizeof name, "%s%s%s/%s", law, *law ? " on " : "", report_text(row, "system"),
             report_text(row, "scheme"));
    json_array_append_new(rows, json_pack("{s:s, s:s, s:s, s:s}", "name", name, "first",
                                          *first ? first : "missing", "second",
                                          *second ? second : "missing", "change",
                                          change(sum, first, second)));
}

/* Rows of both, or of one alone, that differ: {"law": whether they are of laws, "rows"}. */
static json_t *changes(tally *sum, const json_t *a, const json_t *b, bool law)
{
    size_t i;
    const json_t *row;
    json_t *rows = json_array();
    json_array_foreach(a, i, row) add_change(rows, sum, row, report_text(row, "verdict"),
                                             report_text(find(b, row), "verdict"));
    json_array_foreach(b, i, row)
    {
        if (!find(a, row)) add_change(rows, sum, row, "", report_text(row, "verdict"));
    }
    return json_pack("{s:b, s:o}", "law", law, "rows", rows);
}

static void share_text(char text[32], const json_t *pair)
{
    const json_t *worst = conform_in(pair, "worst"), *share = conform_in(worst, "share");
    if (!json_is_object(worst))
        snprintf(text, 32, "–");
    else if (json_is_number(share))
        snprintf(text, 32, "%.3g", json_number_value(share));
    else
        snprintf(text, 32, "infinite");
}

/* Pairs whose worst ratios differ: [{"name", "first", "second"}]. */
static json_t *ratios(tally *sum, const json_t *a, const json_t *b)
{
    size_t i;
    const json_t *pair;
    json_t *list = json_array();
    json_array_foreach(a, i, pair)
    {
        char first[32], second[32], name[220];
        share_text(first, pair);
        share_text(second, find(b, pair));
        if (strcmp(first, second) == 0) continue;
        sum->ratios++;
        sum->only += strcmp(first, "–") == 0 || strcmp(second, "–") == 0;
        snprintf(name, sizeof name, "%s/%s", report_text(pair, "system"),
                 report_text(pair, "scheme"));
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s}", "name", name, "first", first, "second", second));
    }
    return list;
}

/* ---- The two ------------------------------------------------------------------------------- */

/* The words, which are freed. */
static json_t *sentence(char *words)
{
    json_t *text = json_string(words);
    free(words);
    return text;
}

/* The items of a list, or of each what stands under `key`. */
static json_t *items(const json_t *list, const char *key)
{
    size_t i;
    const json_t *one;
    slp_written text;
    FILE *to = slp_written_begin(&text);
    json_array_foreach(list, i, one)
        fprintf(to, "%s%s", i ? "; " : "", key ? report_text(one, key) : json_string_value(one));
    return sentence(slp_written_end(&text));
}

/* {fact: its text}, in the order of the page. */
static json_t *facts_of(const json_t *document)
{
    const json_t *statement = conform_in(document, "statement"),
                 *port = conform_in(statement, "port"), *run = conform_in(document, "run"),
                 *machine = conform_in(run, "machine");
    return json_pack("{s:o, s:o, s:s, s:o, s:o, s:o, s:s, s:s, s:s, s:s}", "Pairs",
                     sentence(conform_sentence(document)), "Cases",
                     sentence(conform_cases_sentence(document)), "Port",
                     report_text(port, "command"), "SHA-256 of its files",
                     items(conform_in(port, "files"), "sha256"), "It says of itself",
                     items(conform_in(port, "about"), NULL), "Its machine computes",
                     items(conform_in(port, "environment"), "found"), "Build of slp",
                     report_text(conform_in(statement, "program"), "build"), "Processor",
                     report_text(machine, "processor"), "System", report_text(machine, "system"),
                     "slp was compiled by", report_text(run, "compiler"));
}

static json_t *facts_of_both(const json_t *a, const json_t *b)
{
    const char *key;
    json_t *first = facts_of(a), *second = facts_of(b), *both = json_object(), *fact;
    json_object_foreach(first, key, fact) json_object_set_new(
        both, key, json_pack("{s:O, s:O}", "first", fact, "second", json_object_get(second, key)));
    json_decref(first);
    json_decref(second);
    return both;
}

int conform_compare(FILE *to, const json_t *a, const json_t *b, char why[CONFORM_WHY])
{
    const json_t *first = conform_in(a, "statement"), *second = conform_in(b, "statement");
    tally pairs = {0}, laws = {0};
    if (!asked_same(why, first, second)) return 2;
    json_t *page = json_pack(
        "{s:o, s:o, s:o, s:o}", "facts", facts_of_both(a, b), "pairs",
        changes(&pairs, conform_in(first, "pairs"), conform_in(second, "pairs"), false), "ratios",
        ratios(&pairs, conform_in(first, "pairs"), conform_in(second, "pairs")), "laws",
        changes(&laws, conform_in(first, "laws"), conform_in(second, "laws"), true));
    const size_t differ = pairs.differ + laws.differ, worse = pairs.worse + laws.worse;
    const struct {
        const char *key;
        size_t count;
    } sums[] = {
        {"same_pairs", pairs.same}, {"same_laws", laws.same},           {"differ", differ},
        {"worse", worse},           {"different_ratios", pairs.ratios}, {"only", pairs.only}};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        json_object_set_new(page, sums[i].key, json_integer((json_int_t)sums[i].count));
    report_fill(to, report_embedded("reports/conform/conform.template"), "compared", page);
    json_decref(page);
    return differ > 0;
}
