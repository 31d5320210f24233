/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Two statements side by side: verdicts that changed, worst ratios that differ, pairs that only one
 * of them answered.  They must have asked the same. */
#include "oracle/plumbing/allocate.h"
#include "reports/conform/parts.h"
#include "reports/markdown/markdown.h"
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

static const json_t *in(const json_t *object, const char *key)
{
    return json_object_get(object, key);
}

/* ---- Whether they can be compared ---------------------------------------------------------- */

static char *value_text(const json_t *value)
{
    return slp_need_room(
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
    const json_t *first = in(a, "asked"), *second = in(b, "asked"), *value;
    const char *key;
    json_t *unused, *all = json_object();
    char what[60];
    bool good = same(why, "program.version", in(in(a, "program"), "version"),
                     in(in(b, "program"), "version"));
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

static void cell(FILE *to, const char *text)
{
    fputc(' ', to);
    markdown_text(to, *text ? text : "–");
    fputs(" |", to);
}

static void verdict_cell(FILE *to, const char *word)
{
    fprintf(to, " **%s** |", *word ? word : "missing");
}

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
    return strcmp(report_text(row, "law"), report_text(other, "law")) == 0 &&
           strcmp(report_text(row, "system"), report_text(other, "system")) == 0 &&
           strcmp(report_text(row, "scheme"), report_text(other, "scheme")) == 0;
}

static const json_t *find(const json_t *rows, const json_t *row)
{
    size_t i;
    const json_t *one;
    json_array_foreach(rows, i, one) if (is_row(one, row)) return one;
    return NULL;
}

static void begin_verdicts(FILE *to, bool *begun, bool laws)
{
    if (*begun) return;
    *begun = true;
    fprintf(to,
            "## %s\n\nTable: Verdicts that differ\n\n| %s | First | Second | The second is |\n"
            "|---|---|---|---|\n",
            laws ? "Laws" : "Pairs", laws ? "Law and pair" : "Pair");
}

static void verdict_row(FILE *to, tally *sum, bool *begun, const json_t *row, const char *first,
                        const char *second)
{
    char name[340];
    const char *law = report_text(row, "law");
    begin_verdicts(to, begun, *law != 0);
    snprintf(name, sizeof name, "%s%s%s/%s", law, *law ? " on " : "", report_text(row, "system"),
             report_text(row, "scheme"));
    fputc('|', to);
    cell(to, name);
    verdict_cell(to, first);
    verdict_cell(to, second);
    fprintf(to, " %s |\n", change(sum, first, second));
}

/* Rows of both, or of one alone. */
static void verdicts(FILE *to, tally *sum, const json_t *a, const json_t *b)
{
    size_t i;
    const json_t *row, *other;
    bool begun = false;
    json_array_foreach(a, i, row)
    {
        other = find(b, row);
        const char *first = report_text(row, "verdict");
        const char *second = other ? report_text(other, "verdict") : "";
        if (differ(first, second))
            verdict_row(to, sum, &begun, row, first, second);
        else
            sum->same++;
    }
    json_array_foreach(b, i, row)
    {
        if (find(a, row)) continue;
        if (differ("", report_text(row, "verdict")))
            verdict_row(to, sum, &begun, row, "", report_text(row, "verdict"));
        else
            sum->same++;
    }
    if (begun) fputc('\n', to);
}

static void share_text(char text[32], const json_t *pair)
{
    const json_t *worst = in(pair, "worst"), *share = in(worst, "share");
    if (!json_is_object(worst))
        snprintf(text, 32, "–");
    else if (json_is_number(share))
        snprintf(text, 32, "%.3g", json_number_value(share));
    else
        snprintf(text, 32, "infinite");
}

static void ratios(FILE *to, tally *sum, const json_t *a, const json_t *b)
{
    size_t i;
    const json_t *pair;
    json_array_foreach(a, i, pair)
    {
        char first[32], second[32], name[220];
        const json_t *other = find(b, pair);
        share_text(first, pair);
        share_text(second, other);
        if (strcmp(first, second) == 0) continue;
        if (sum->ratios++ == 0)
            fputs("## Worst ratios\n\nTable: In units of the bound; a dash where nothing was "
                  "judged\n\n| Pair | First | Second |\n|---|---|---|\n",
                  to);
        snprintf(name, sizeof name, "%s/%s", report_text(pair, "system"),
                 report_text(pair, "scheme"));
        sum->only += strcmp(first, "–") == 0 || strcmp(second, "–") == 0;
        fputc('|', to);
        cell(to, name);
        cell(to, first);
        cell(to, second);
        fputc('\n', to);
    }
    if (sum->ratios) fputc('\n', to);
}

/* ---- The two ------------------------------------------------------------------------------- */

static void fact(FILE *to, const char *name, const char *first, const char *second)
{
    fprintf(to, "| %s |", name);
    cell(to, first);
    cell(to, second);
    fputc('\n', to);
}

static char *lines_of(const json_t *list, const char *key)
{
    size_t i, size;
    const json_t *one;
    char *text = NULL;
    FILE *to = slp_need_room(open_memstream(&text, &size));
    json_array_foreach(list, i, one)
        fprintf(to, "%s%s", i ? "; " : "", key ? report_text(one, key) : json_string_value(one));
    fclose(to);
    return slp_need_room(text);
}

static void about_both(FILE *to, const json_t *a, const json_t *b)
{
    const json_t *port[2] = {in(in(a, "statement"), "port"), in(in(b, "statement"), "port")};
    const json_t *run[2] = {in(a, "run"), in(b, "run")};
    char *about[2], *files[2], *found[2], *pairs[2] = {conform_sentence(a), conform_sentence(b)};
    char *cases[2] = {conform_cases_sentence(a), conform_cases_sentence(b)};
    for (int i = 0; i < 2; i++) {
        about[i] = lines_of(in(port[i], "about"), NULL);
        files[i] = lines_of(in(port[i], "files"), "sha256");
        found[i] = lines_of(in(port[i], "environment"), "found");
    }
    fputs("# Two conformance statements\n\nTable: What was compared\n\n| | First | Second |\n"
          "|---|---|---|\n",
          to);
    fact(to, "Pairs", pairs[0], pairs[1]);
    fact(to, "Cases", cases[0], cases[1]);
    fact(to, "Port", report_text(port[0], "command"), report_text(port[1], "command"));
    fact(to, "SHA-256 of its files", files[0], files[1]);
    fact(to, "It says of itself", about[0], about[1]);
    fact(to, "Its machine computes", found[0], found[1]);
    fact(to, "Build of slp", report_text(in(in(a, "statement"), "program"), "build"),
         report_text(in(in(b, "statement"), "program"), "build"));
    fact(to, "Processor", report_text(in(run[0], "machine"), "processor"),
         report_text(in(run[1], "machine"), "processor"));
    fact(to, "System", report_text(in(run[0], "machine"), "system"),
         report_text(in(run[1], "machine"), "system"));
    fact(to, "slp was compiled by", report_text(run[0], "compiler"),
         report_text(run[1], "compiler"));
    fputc('\n', to);
    for (int i = 0; i < 2; i++) {
        free(about[i]);
        free(files[i]);
        free(found[i]);
        free(pairs[i]);
        free(cases[i]);
    }
}

int conform_compare(FILE *to, const json_t *a, const json_t *b, char why[CONFORM_WHY])
{
    const json_t *first = in(a, "statement"), *second = in(b, "statement");
    tally pairs = {0}, laws = {0};
    if (!asked_same(why, first, second)) return 2;
    about_both(to, a, b);
    verdicts(to, &pairs, in(first, "pairs"), in(second, "pairs"));
    ratios(to, &pairs, in(first, "pairs"), in(second, "pairs"));
    verdicts(to, &laws, in(first, "laws"), in(second, "laws"));
    const size_t differ = pairs.differ + laws.differ;
    fprintf(to,
            "%zu pairs and %zu rows of laws have the same verdict; %zu differ, %zu of them worse "
            "in the second; %zu worst ratios differ; %zu pairs were judged in one alone\n",
            pairs.same, laws.same, differ, pairs.worse + laws.worse, pairs.ratios, pairs.only);
    return differ > 0;
}
