/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What an audit writes of a claim: every field of its record, its series, the table, results.json
 * and results.csv, of claims measured by quantities whose numbers are made up here, so that each
 * word of it is known: tests/audit/audit_record.known.  What differs from run to run or program to
 * program (when, how long, versions, inputs) is looked at by itself. */
#include "reports/audit/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

enum { ROOM = 1 << 16 };

/* steps, then the options, then an end without bound, then nothing */
static slp_status made_up(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    static const char *const labels[] = {"low", "high"};
    (void)err;
    if (!m) return SLP_OK;
    m->values[0] = (slp_interval){(double)trial->steps, (double)trial->steps + 0.5, 1, true};
    m->values[1] = (slp_interval){trial->number[2], trial->number[2], 0.99, true};
    m->values[2] = (slp_interval){-0.25, INFINITY, 1, true};
    m->samples = trial->samples;
    m->unable = trial->samples / 3;
    m->steps = trial->steps * trial->samples;
    m->witness = strdup("case id=w x='1'");
    m->series = (slp_series){.x_label = "time",
                             .y_label = "size",
                             .log_y = true,
                             .curves = 2,
                             .count = 2,
                             .room = 2,
                             .label = {labels[0], labels[1]}};
    m->series.x = calloc(2, sizeof(double));
    for (size_t k = 0; k < 2; k++) m->series.y[k] = calloc(2, sizeof(double));
    m->series.x[1] = 0.5;
    m->series.y[0][1] = 1.0 / 3;
    m->series.y[1][0] = -2;
    trial->progress(trial->to, 0.5);
    return SLP_OK;
}

static slp_status unfit(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    (void)m;
    (void)trial;
    (void)err;
    return SLP_UNSUPPORTED;
}

static const slp_quantity invented = {.name = "invented",
                                      .about = "about it",
                                      .method = "by hand",
                                      .measure = made_up,
                                      /* named as casimir-drift's, as which the claim is read */
                                      .options = {{"of", true, false, 0, "o"},
                                                  {"index", false, false, 0, "i"},
                                                  {"stride", false, false, 1, "s"}},
                                      .values = {{"largest", "J", "steps"},
                                                 {"final", "", "the stride"},
                                                 {"per-root-n", "", "no end"},
                                                 {"per-n", "", "never"}}};
static const slp_quantity impossible = {
    .name = "impossible", .values = {{"largest", "", ""}}, .measure = unfit};

#define HEAD                                                                                       \
    "id: sample\nsource: A \"B\"\nlocator: \"(1)\"\nstatement: words\nprinted: a\nmeant: "         \
    "b\nnote: c\n"                                                                                 \
    "quote: {text: qu, page: '3', section: '4', from: ocr}\nfaithful: quote\nreplies:\n"           \
    "  - {date: 2026-01-02, by: A, kind: dispute, text: no}\n"                                     \
    "erratum: d\nunprinted:\n  - {what: p, chosen: q}\nexperiments:\n"                             \
    "  - name: one\n    system: rigid-body\n    scheme: tmk\n    parameters: {inertia: [1, 2, "    \
    "3], "                                                                                         \
    "lin: {uniform: [-1, 1], count: 3}, quad: {uniform: [0, 0.5], count: 3}}\n    h: {log: "       \
    "[2^-9, 2^-4]}\n"                                                                              \
    "    state: {norm: [0.5, 2]}\n    noise: wiener\n    steps: {default: 3, full: 30}\n"          \
    "    samples: {default: 7, full: 70}\n    paper: {steps: 60}\n    seed: "                      \
    "18446744073709551615\n    precision: 320\n"                                                   \
    "  - name: two\n    system: rigid-body\n    scheme: implicit-midpoint\n    parameters: "       \
    "{inertia: [1, 2, "                                                                            \
    "3]}\n    h: 2^-4\n    state: [1, 0.5, 0.25]\nmeasures:\n"                                     \
    "  - {name: m, quantity: casimir-drift, experiment: one, of: root, stride: 2}\n"               \
    "  - {name: n, quantity: casimir-drift, experiment: two}\n"
#define FIGURES "figures:\n  - {name: f, caption: c, draw: [m, n]}\n"

static const struct {
    const char *name, *rules;
    bool full;
} claims[] = {
    {"decided by the second rule",
     "decide:\n  - verdict: refuted\n    because: no\n    when: [{value: n.largest, is: above, "
     "bound: 9}]\n"
     "  - verdict: qualified\n    because: \"{m.largest} {m.per-root-n} {n.per-n} {n.larges} {}\"\n"
     "    restriction: here\n    when:\n      - {value: m.final, is: equals, bound: 2}\n"
     "      - {value: m.largest, is: between, bound: [1, 5]}\n"
     "      - {value: m.largest, is: above, bound: {value: n.largest, times: 1.5}}\n"
     "      - {value: m.largest, is: excludes-zero}\n",
     false},
    {"with a number of its own, of the full size",
     "number: m.final\ndecide:\n  - verdict: confirmed\n    because: yes\n"
     "    when: [{value: m.largest, is: at-least, bound: 30}]\n",
     true},
    {"open",
     "decide:\n  - verdict: refuted\n    because: no\n    when: [{value: m.largest, is: above, "
     "bound: 9}]\n"
     "  - verdict: confirmed\n    because: yes\n    when:\n      - {value: m.largest, is: below, "
     "bound: 3.25}\n"
     "      - {value: n.final, is: below, bound: 3}\n      - {value: m.per-root-n, is: below, "
     "bound: "
     "1}\n",
     false},
    {"each rule false",
     "decide:\n  - verdict: confirmed\n    because: yes\n    when: [{value: m.largest, is: "
     "at-most, bound: 1}]\n",
     false}};

static void read_entry(audit_entry *e, size_t i)
{
    char text[4000];
    slp_error err;
    memset(e, 0, sizeof *e);
    snprintf(text, sizeof text, "%s%s%s", HEAD, claims[i].rules, FIGURES);
    if (slp_claim_read(&e->claim, text, "file.yaml", &err) != SLP_OK)
        fail_msg("%s: line %zu, %s: %s", claims[i].name, err.line, err.field, err.text);
    for (size_t k = 0; k < 2; k++) e->claim.measure[k].quantity = &invented;
    e->command = strdup("slp audit --claim sample");
    e->inputs = strdup("0123456789abcdef");
}

static void release(audit_entry *e)
{
    slp_claim_clear(&e->claim);
    free(e->command);
    free(e->inputs);
    json_decref(e->record);
}

static void hear(void *to, double fraction)
{
    *(double *)to = 10 * *(double *)to + fraction;
}

/* "2024-05-06T07:08:09Z", not before `began` nor later than now. */
static void is_a_recent_time(const char *text, time_t began)
{
    char first[32], last[32];
    struct tm utc;
    time_t now = time(NULL);
    strftime(first, sizeof first, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&began, &utc));
    strftime(last, sizeof last, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    assert_true(strcmp(first, text) <= 0 && strcmp(text, last) <= 0);
}

static void is_a_short_time(json_t *object)
{
    double took = json_real_value(json_object_get(object, "seconds"));
    assert_ge(took, 0);
    assert_lt(took, 60);
    json_object_del(object, "seconds");
}

/* Takes out what differs from run to run, having looked at it. */
static void strip(json_t *record, time_t began)
{
    static const char *const versions[] = {"slp", "flint", "mpfr", "gmp", "jansson", "compiler"};
    static const char first[] = "printf '%s\\n' 'case id=w x='\\''1'\\''' | ",
                      last[] = " run --path ref --digits 40";
    json_t *of = json_object_get(record, "versions"), *m;
    size_t i;
    assert_int_equal(json_object_size(of), 6);
    for (i = 0; i < 6; i++) assert_non_null(json_string_value(json_object_get(of, versions[i])));
    assert_string_equal(json_string_value(json_object_get(of, "slp")), SLP_VERSION);
    json_t *of_all = json_incref(of);
    json_object_del(record, "versions");
    assert_string_equal(json_string_value(json_object_get(record, "program")), audit_build());
    json_object_del(record, "program");
    json_t *machine = json_object_get(record, "machine");
    assert_non_null(json_string_value(json_object_get(machine, "processor")));
    assert_ge(json_integer_value(json_object_get(machine, "processors")), 1);
    assert_string_equal(json_string_value(json_object_get(machine, "slp")), SLP_VERSION);
    assert_true(json_is_null(json_object_get(machine, "kernel"))); /* no BLAS was called */
    assert_true(json_equal(json_object_get(machine, "libraries"), of_all));
    json_object_del(record, "machine");
    json_decref(of_all);
    json_object_del(record, "text"); /* hashes: tests/audit/test_published.sh */
    json_object_del(record, "asked");
    is_a_recent_time(json_string_value(json_object_get(record, "started")), began);
    json_object_del(record, "started");
    is_a_short_time(record);
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        is_a_short_time(m); /* and between the two, how this program was called */
        const char *shown = json_string_value(json_object_get(m, "witness_command"));
        assert_memory_equal(shown, first, strlen(first));
        assert_string_equal(shown + strlen(shown) - strlen(last), last);
        json_object_del(m, "witness_command");
    }
}

static void copy(FILE *to, const char *name)
{
    char text[4000];
    FILE *from = fopen(name, "r");
    assert_non_null(from);
    fwrite(text, 1, fread(text, 1, sizeof text, from), to);
    fclose(from);
}

/* Keys whose values are the first claim's. */
static const char *const told_once[] = {"erratum",   "error",     "figures", "inputs",
                                        "meant",     "measures",  "note",    "printed",
                                        "statement", "unprinted", NULL};

/* The whole text of tests/audit/audit_record.known, made anew. */
static char *written(void)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        audit_entry e;
        double progress = 0;
        time_t began = time(NULL);
        audit_options options = {.out = ".", .full = claims[i].full, .threads = (unsigned)i};
        read_entry(&e, i);
        e.record = audit_measure(&e, &options, hear, &progress);
        strip(e.record, began);
        for (size_t k = 0; i > 0 && told_once[k]; k++) json_object_del(e.record, told_once[k]);
        char *json =
            json_dumps(e.record, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
        fprintf(to, "%s, progress %.17g\n%s\n", claims[i].name, progress, json);
        free(json);
        audit_table_head(to, audit_table_width(&e, 1));
        audit_table_row(to, 8, e.record);
        json_t *records = json_array();
        json_array_append(records, e.record);
        json_object_set_new(e.record, "seconds", json_real(0.5));
        assert_true(audit_write_results(".", records));
        copy(to, "results.csv");
        json_t *all = json_load_file("results.json", 0, NULL);
        assert_string_equal(json_string_value(json_object_get(all, "schema")), "slp-results-1");
        assert_true(json_equal(json_object_get(all, "records"), records));
        json_decref(all);
        json_decref(records);
        release(&e);
    }
    copy(to, "data/sample-m.tsv");
    fclose(to);
    return text;
}

static void a_record_is_as_known(void **state)
{
    const char *known = *state;
    char *found = written();
    size_t at = 0;
    while (found[at] && found[at] == known[at]) at++;
    if (found[at] || known[at]) {
        while (at > 0 && found[at - 1] != '\n') at--;
        fail_msg("found %.*s where %.*s is known", (int)strcspn(found + at, "\n"), found + at,
                 (int)strcspn(known + at, "\n"), known + at);
    }
    free(found);
}

/* Which measure, of what, and where in the file. */
static void an_error_says_where(void **state)
{
    audit_entry e;
    audit_options options = {.out = "."};
    (void)state;
    read_entry(&e, 0);
    e.claim.measure[1].quantity = &impossible;
    e.record = audit_measure(&e, &options, NULL, NULL);
    assert_string_equal(
        json_string_value(json_object_get(e.record, "error")),
        "file.yaml:36: field n: impossible ended with `unsupported` on rigid-body with "
        "implicit-midpoint: this quantity is not made for the pair; `slp list quantities` says "
        "what it measures");
    assert_true(json_is_null(json_object_get(e.record, "verdict")));
    assert_string_equal(audit_verdict(e.record), "error");
    assert_int_equal(json_array_size(json_object_get(e.record, "measures")), 2);
    release(&e);
    read_entry(&e, 0);
    options.out = "nowhere";
    e.record = audit_measure(&e, &options, NULL, NULL);
    assert_string_equal(json_string_value(json_object_get(e.record, "error")),
                        "file.yaml:35: field m: the series cannot be stored in nowhere/data: make "
                        "room and take the audit up again with --resume");
    release(&e);
}

int main(int argc, char **argv)
{
    char known[ROOM], path[] = "/tmp/slp-record-XXXXXX", command[80];
    FILE *from = fopen("tests/audit/audit_record.known", "r");
    size_t length = from ? fread(known, 1, sizeof known - 1, from) : 0;
    known[length] = 0;
    if (from) fclose(from);
    if (!mkdtemp(path) || chdir(path) != 0 || !audit_make_directories("./data")) return 2;
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(a_record_is_as_known, known),
                                       cmocka_unit_test(an_error_says_where)};
    int failed = 0;
    if (argc == 2 && strcmp(argv[1], "--record") == 0) { /* to be read before it replaces the old */
        char *text = written();
        fputs(text, stdout);
        free(text);
    } else {
        failed = cmocka_run_group_tests(tests, NULL, NULL);
    }
    snprintf(command, sizeof command, "rm -rf %s", path);
    return system(command) == 0 ? failed : 1;
}
