/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Stored records whose sums are right and whose shape is not, as whoever computes sums anew can
 * make them: each is refused in words that name the file, no page meets it, and one that is whole
 * is taken.  Files that are no records, links, directories, and files that are gone are told apart.
 */
#include "reports/audit/audit.h"
#include "reports/audit/json.h"
#include "oracle/plumbing/sum.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/support/cmocka.h"

static char out[] = "/tmp/slp-shapes-XXXXXX";

static void put_file(const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", out, name);
    FILE *to = fopen(path, "w");
    assert_non_null(to);
    assert_ge(fputs(text, to), 0);
    assert_int_equal(fclose(to), 0);
}

static void take_away(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", out, name);
    assert_int_equal(remove(path), 0);
}

/* A record in which \a stands for the sum of its series' file. */
static json_t *parse(const char *text)
{
    static const char series[] = "# x\ty\n1\t2\n";
    char whole[2000], sum[17];
    json_error_t error;
    put_file("data/few-m.tsv", series);
    audit_sum_text(sum, slp_fnv(SLP_FNV, series, sizeof series - 1));
    const char *mark = strchr(text, '\a');
    if (mark)
        snprintf(whole, sizeof whole, "%.*s%s%s", (int)(mark - text), text, sum, mark + 1);
    else
        snprintf(whole, sizeof whole, "%s", text);
    json_t *record = json_loads(whole, 0, &error);
    if (!record) fail_msg("%s: %s", whole, error.text);
    return record;
}

static json_t *stored(const char *text, char *why)
{
    json_t *record = parse(text);
    assert_true(audit_keep(record, "few", out));
    json_decref(record);
    return audit_load("few", out, why);
}

#define SERIES                                                                                     \
    "{\"file\":\"data/few-m.tsv\",\"sum\":\"\a\",\"x_label\":\"x\",\"y_label\":\"y\","             \
    "\"log\":false,\"curves\":[\"y\"]}"
#define MEASURE(name, series) "\"measures\":[{\"name\":" name ",\"series\":" series "}]"
#define RECORD(verdict, measures, figures)                                                         \
    "{\"id\":\"few\",\"verdict\":" verdict "," measures ",\"figures\":[" figures "]}"
#define FIGURE  "{\"name\":\"f\",\"draw\":[\"m\"]}"
#define LONGEST "\"abcdefghijklmnopqrstuvwxyz-0123456789-abcdefghij\"" /* 48 characters */
#define LONGER  "\"abcdefghijklmnopqrstuvwxyz-0123456789-abcdefghijk\""

static void whole_ones_are_taken(void **unused)
{
    static const char *const whole[] = {
        RECORD("\"confirmed\"", MEASURE("\"m\"", SERIES), FIGURE),
        RECORD("\"refuted\"", MEASURE("\"m\"", "null"), ""),
        RECORD("\"inconclusive\"", "\"measures\":[{\"name\":" LONGEST "}]", FIGURE),
        RECORD("null", "\"error\":\"no time\"", ""),
    };
    char why[AUDIT_WHY];
    (void)unused;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        json_t *record = stored(whole[i], why);
        if (!record) fail_msg("%s: %s", whole[i], why);
        assert_string_equal(why, "");
        json_decref(record);
    }
}

static void others_are_not(void **unused)
{
    static const struct {
        const char *text, *words;
    } others[] = {
        {RECORD("\"maybe\"", MEASURE("\"m\"", "null"), ""), "shape"},
        {RECORD("\"\"", MEASURE("\"m\"", "null"), ""), "shape"},
        {RECORD("1", MEASURE("\"m\"", "null"), ""), "shape"},
        {"{\"id\":\"few\",\"measures\":[]}", "shape"}, /* no verdict, and none that is null */
        {RECORD("\"confirmed\"", MEASURE("1", "null"), ""), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"\"", "null"), ""), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"../m\"", "null"), ""), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"M\"", "null"), ""), "shape"},
        {RECORD("\"confirmed\"", MEASURE(LONGER, "null"), ""), "shape"},
        {RECORD("\"confirmed\"", "\"measures\":[{}]", ""), "shape"},
        {RECORD("\"confirmed\"", "\"measures\":[1]", ""), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "{}"), ""), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "1"), ""), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "{\"curves\":\"y\"}"), ""), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "{\"curves\":[\"y\",1]}"), ""), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "null"), "{\"draw\":[]}"), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "null"), "{\"name\":\"f\"}"), "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "null"), "{\"name\":\"f\",\"draw\":[1]}"),
         "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "null"),
                "{\"name\":\"f\",\"draw\":[\"m\"],\"file\":\"x.svg\"}"),
         "shape"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "{\"curves\":[\"y\"]}"), ""),
         "data/few-m.tsv is not the file of the series"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "{\"file\":\"data/few-n.tsv\",\"curves\":[]}"),
                ""),
         "data/few-m.tsv is not the file of the series"},
        {RECORD("\"confirmed\"", MEASURE("\"m\"", "{\"file\":\"data/few-m.tsv\",\"curves\":[]}"),
                ""),
         "data/few-m.tsv has been changed"},
        {RECORD("\"confirmed\"",
                MEASURE("\"m\"", "{\"file\":\"data/few-m.tsv\",\"sum\":\"0\",\"curves\":[]}"), ""),
         "data/few-m.tsv has been changed"},
        {RECORD("\"confirmed\"", MEASURE("\"n\"", "{\"file\":\"data/few-n.tsv\",\"curves\":[]}"),
                ""),
         "data/few-n.tsv is not there"},
        {"{\"id\":\"other\",\"verdict\":null}", "its sum does not match"},
        {"{\"verdict\":null}", "its sum does not match"},
    };
    char why[AUDIT_WHY];
    (void)unused;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        json_t *record = stored(others[i].text, why);
        if (record || !strstr(why, others[i].words)) fail_msg("%s: `%s`", others[i].text, why);
    }
}

static void files_are_told_apart(void **unused)
{
    char why[AUDIT_WHY], path[200];
    static const char good[] = RECORD("\"confirmed\"", MEASURE("\"m\"", SERIES), FIGURE);
    (void)unused;
    json_t *record = stored(good, why);
    assert_non_null(record);
    json_decref(record);
    take_away("runs/few.json");
    assert_null(audit_load("few", out, why));
    assert_string_equal(why, "runs/few.json is not there");
    put_file("runs/few.json", "{");
    assert_null(audit_load("few", out, why));
    assert_non_null(strstr(why, "runs/few.json is not JSON"));
    put_file("runs/few.json", "{\"id\":\"few\",\"sum\":1}");
    assert_null(audit_load("few", out, why));
    assert_non_null(strstr(why, "runs/few.json has no sum"));
    /* the series' file */
    record = stored(good, why);
    json_decref(record);
    take_away("data/few-m.tsv");
    snprintf(path, sizeof path, "%s/data/few-m.tsv", out);
    assert_int_equal(symlink("/dev/null", path), 0);
    assert_null(audit_load("few", out, why));
    assert_string_equal(why, "data/few-m.tsv cannot be read, or is a link");
    take_away("data/few-m.tsv");
    /* the record's own */
    take_away("results/few.json");
    assert_null(audit_load("few", out, why));
    assert_string_equal(why, ""); /* there is none: nothing is wrong */
    snprintf(path, sizeof path, "%s/results/few.json", out);
    assert_int_equal(symlink("/dev/null", path), 0);
    assert_null(audit_load("few", out, why));
    assert_non_null(strstr(why, "results/few.json is a link"));
    take_away("results/few.json");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_null(audit_load("few", out, why));
    assert_non_null(strstr(why, "results/few.json "));
    take_away("results/few.json");
    put_file("results/few.json", "[]");
    assert_null(audit_load("few", out, why));
    assert_non_null(strstr(why, "results/few.json has no sum"));
    assert_int_equal(truncate(path, (off_t)65 << 20), 0);
    assert_null(audit_load("few", out, why));
    assert_non_null(strstr(why, "larger than 64 MiB"));
    take_away("results/few.json");
}

static void what_cannot_be_kept_is_said(void **unused)
{
    json_t *record = parse(RECORD("\"confirmed\"", MEASURE("\"m\"", SERIES), ""));
    char nowhere[200];
    (void)unused;
    snprintf(nowhere, sizeof nowhere, "%s/nowhere", out);
    assert_false(audit_keep(record, "few", nowhere));
    json_decref(record);
}

static int begin(void **unused)
{
    (void)unused;
    return mkdtemp(out) && audit_prepare(out) ? 0 : -1;
}

static int end(void **unused)
{
    char command[80];
    (void)unused;
    snprintf(command, sizeof command, "rm -rf %s", out);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_ones_are_taken),
        cmocka_unit_test(others_are_not),
        cmocka_unit_test(files_are_told_apart),
        cmocka_unit_test(what_cannot_be_kept_is_said),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
