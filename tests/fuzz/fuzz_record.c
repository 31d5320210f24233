/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: stored records of an audit (reports/audit/store.c) and the pages made of them
 * (reports/).
 *
 * The first byte says what the rest is: k, JSON that is stored as the program stores a record, so
 * that its sums are right, with a file for each series that it names; anything else, the bytes of
 * results/few.json and of runs/few.json.  A record taken up is of the claim asked for, of its
 * inputs, and has a known verdict; the table and every page can be made of it; a page is whole,
 * holds no control characters, and loads pictures from figures/ alone.  One not taken up says why,
 * or is of other inputs. */
#include "tests/fuzz/fuzz.h"

#include "reports/audit/json.h"
#include "oracle/plumbing/sum.h"
#include "reports/pages/page.h"

#include <dirent.h>
#include <sys/stat.h>

#define INPUTS "0123456789abcdef"
static const char series[] = "# t\ty\n0\t1\n";

static void put(const char *place, const char *name, const void *bytes, size_t count)
{
    char *path = audit_path(place, name);
    FILE *to = fopen(path, "wb");
    HOLDS(to && fwrite(bytes, 1, count, to) == count && fclose(to) == 0);
    free(path);
}

/* The series of a measure, where its name can be that of a file, and what the record must say of
 * it. */
static void put_series(const char *place, json_t *measure)
{
    char name[160], sum[17];
    json_t *one = json_object_get(measure, "series");
    const char *text = json_string_value(json_object_get(measure, "name"));
    if (!json_is_object(one) || !text || strlen(text) > 48 ||
        strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(text) || !*text)
        return;
    audit_series_name(name, "few", text);
    audit_sum_text(sum, slp_fnv(SLP_FNV, series, sizeof series - 1));
    if (!json_object_get(one, "file")) audit_set_text(one, "file", name);
    if (!json_object_get(one, "sum")) audit_set_text(one, "sum", sum);
    put(place, name, series, sizeof series - 1);
}

static void store(const char *place, const uint8_t *bytes, size_t count)
{
    if (bytes[0] != 'k') {
        put(place, "results/few.json", bytes + 1, count - 1);
        put(place, "runs/few.json", bytes + 1, count - 1);
        return;
    }
    size_t i;
    json_t *record = json_loadb((const char *)bytes + 1, count - 1, 0, NULL), *measure;
    json_array_foreach(json_object_get(record, "measures"), i, measure)
    {
        put_series(place, measure);
    }
    if (json_is_object(record)) HOLDS(audit_keep(record, "few", place));
    json_decref(record);
}

/* Removes the files of a folder, and the folder. */
static void remove_all(const char *place)
{
    static const char *const folders[] = {"results", "runs", "data", "claims", "figures", ""};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *path = audit_path(place, folders[i]);
        DIR *folder = opendir(path);
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            char *file = audit_path(path, entry->d_name);
            if (entry->d_name[0] != '.') remove(file);
            free(file);
        }
        if (folder) closedir(folder);
        rmdir(path);
        free(path);
    }
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void is_a_page(const char *text)
{
    const size_t length = strlen(text);
    HOLDS(length > 8 && strstr(text, "</html>"));
    for (const char *c = text; *c; c++) HOLDS((unsigned char)*c >= ' ' || *c == '\n' || *c == '\t');
    for (const char *at = text; (at = strstr(at, "<img ")); at++) {
        const char *end = strchr(at, '>'), *from = strstr(at, "src=\"");
        HOLDS(end && from && from < end);
        HOLDS(begins(from + 5, "figures/") || begins(from + 5, "../figures/"));
    }
}

static void shown(const json_t *record)
{
    static const report_page pages[] = {
        {.title = "t", .markdown = "claims/few.md", .root = "../", .style = "claim"},
        {.title = "t", .markdown = "errata.md", .root = "", .style = "errata"},
        {.title = "t", .markdown = "verdicts.md", .root = "", .style = "index", .index = true}};
    json_t *records = json_array(), *report = json_object();
    json_array_append(records, (json_t *)(uintptr_t)record);
    json_object_set(report, "records", records);
    json_object_set_new(report, "pages", json_array());
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char *markdown = NULL, *text = NULL;
        size_t length;
        markdown_fault fault;
        FILE *to = open_memstream(&markdown, &length);
        HOLDS(to != NULL);
        if (i == 0)
            report_claim_page(to, record);
        else if (i == 1)
            report_errata_page(to, records);
        else
            report_index_page(to, report);
        HOLDS(fclose(to) == 0 && strlen(markdown) == length);
        to = open_memstream(&text, &length);
        HOLDS(to != NULL);
        HOLDS(report_page_html(to, &pages[i], markdown, &fault));
        HOLDS(fclose(to) == 0 && strlen(text) == length);
        is_a_page(text);
        free(markdown);
        free(text);
    }
    json_decref(report);
    json_decref(records);
}

static void is_of_the_claim(const json_t *record, const audit_entry *entry)
{
    const char *verdict = audit_verdict(record);
    char *row = NULL;
    size_t length;
    bool known = false;
    for (int v = 0; v < SLP_CLAIM_VERDICTS; v++)
        known = known || strcmp(verdict, slp_claim_verdict_word((slp_claim_verdict)v)) == 0;
    HOLDS(known);
    HOLDS(strcmp(json_string_value(json_object_get(record, "id")), entry->claim.id) == 0);
    HOLDS(strcmp(json_string_value(json_object_get(record, "inputs")), entry->inputs) == 0);
    FILE *to = open_memstream(&row, &length);
    HOLDS(to != NULL);
    audit_table_row(to, 8, record);
    HOLDS(fclose(to) == 0 && strstr(row, verdict));
    free(row);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0) return 0;
    char place[64], why[AUDIT_WHY] = "", id[] = "few", inputs[] = INPUTS;
    audit_entry entry = {.inputs = inputs};
    entry.claim.id = id;
    snprintf(place, sizeof place, "%s/slp-fuzz-XXXXXX", fuzz_place());
    HOLDS(mkdtemp(place) && audit_prepare(place));
    store(place, bytes, count);
    json_t *record = audit_stored(&entry, place, why);
    if (record) {
        is_of_the_claim(record, &entry);
        shown(record);
        HOLDS(audit_keep(record, id, place));
        json_t *again = audit_stored(&entry, place, why);
        HOLDS(again && json_equal(record, again));
        json_decref(again);
    }
    json_decref(record);
    remove_all(place);
    HOLDS(access(place, F_OK) != 0);
    return 0;
}
