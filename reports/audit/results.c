/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The results of a whole audit: the printed table, results.json, results.csv. */
#include "reports/audit/json.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

const char *audit_verdict(const json_t *record)
{
    const char *verdict = json_string_value(json_object_get(record, "verdict"));
    return verdict ? verdict : "error";
}

bool audit_decided(const json_t *record)
{
    const char *verdict = audit_verdict(record);
    return strcmp(verdict, "error") != 0 && strcmp(verdict, "inconclusive") != 0;
}

/* The longest verdict and what it rests on, and most sizes and numbers. */
enum { VERDICT = 14, RESTS = 20, SIZE = 24, NUMBER = 52 };

bool audit_not_run(const json_t *record)
{
    return strcmp(audit_verdict(record), "not run") == 0;
}

audit_chapter audit_chapter_of(const json_t *record)
{
    const json_t *read = json_object_get(json_object_get(record, "paper"), "read");
    if (strcmp(audit_verdict(record), "finding") == 0) return AUDIT_FINDINGS;
    return json_is_array(read) && json_array_size(read) == 0 ? AUDIT_FIELD : AUDIT_PAPERS;
}

const char *audit_meant(const json_t *record)
{
    const char *meant = json_string_value(json_object_get(record, "as_meant"));
    return meant ? meant : audit_verdict(record);
}

const char *audit_rests_on(const json_t *record)
{
    const char *verdict = audit_verdict(record), *proof = audit_text(record, "proof");
    json_t *alone = json_pack("[O]", record), *levels = audit_multiplicity(alone);
    const bool sampled = json_integer_value(json_object_get(levels, "intervals")) > 0;
    json_decref(levels);
    json_decref(alone);
    if (!audit_decided(record) || audit_not_run(record)) return "-";
    if (*proof) return strcmp(proof, "algebra") == 0 ? "proof by algebra" : "bound on all cases";
    if (sampled) return "confidence intervals";
    if (strcmp(verdict, "refuted") == 0 || strcmp(verdict, "qualified") == 0) return "exact case";
    return strstr(audit_text(record, "of_size"), "samples") ? "samples" : "decisive number";
}

void audit_number_text(char *to, size_t room, const json_t *number)
{
    const double level = json_number_value(json_object_get(number, "level"));
    if (level > 0 && level < 1)
        snprintf(to, room, "%s (%.6g %%)", audit_text(number, "text"), 100 * level);
    else
        snprintf(to, room, "%s", audit_text(number, "text"));
}

int audit_table_width(const audit_entry *entries, size_t count)
{
    size_t width = strlen("claim");
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(entries[i].claim.id);
        if (length > width) width = length;
    }
    return (int)width;
}

void audit_table_head(FILE *to, int width)
{
    fprintf(to, "%-*s  %-*s  %-*s  %-*s  %-*s  %-*s  %s\n", width, "claim", VERDICT, "verdict",
            VERDICT, "as meant", RESTS, "rests on", SIZE, "size", NUMBER, "deciding number",
            "reproduce with");
}

void audit_table_row(FILE *to, int width, const json_t *record)
{
    const json_t *number = json_object_get(record, "number");
    char line[400] = "-", value[240];
    if (json_is_object(number)) {
        audit_number_text(value, sizeof value, number);
        snprintf(line, sizeof line, "%.150s: %s", audit_text(number, "of"), value);
    }
    slp_say(to, "%-*s  %-*s  %-*s  %-*s  %-*s  %-*s  %s\n", width, audit_text(record, "id"),
            VERDICT, audit_verdict(record), VERDICT, audit_meant(record), RESTS,
            audit_rests_on(record), SIZE, audit_text(record, "of_size"), NUMBER, line,
            audit_text(record, "command"));
    if (!json_is_string(json_object_get(record, "verdict")))
        slp_say(to, "%-*s  %s\n", width, "", audit_text(record, "error"));
    if (audit_not_run(record)) slp_say(to, "%-*s  %s\n", width, "", audit_text(record, "because"));
    fflush(to);
}

void audit_table_end(FILE *to, int width, const audit_entry *entries, size_t count)
{
    static const char *const heads[] = {
        [AUDIT_FIELD] = "claims of the field, whose texts were not read",
        [AUDIT_FINDINGS] = "findings of ours, which no paper asserts"};
    for (audit_chapter chapter = AUDIT_FIELD; chapter <= AUDIT_FINDINGS; chapter++) {
        size_t found = 0;
        for (size_t i = 0; i < count; i++) {
            if (!entries[i].record || audit_chapter_of(entries[i].record) != chapter) continue;
            if (found++ == 0) fprintf(to, "\n%s\n", heads[chapter]);
            audit_table_row(to, width, entries[i].record);
        }
    }
}

static void csv_field(FILE *to, const char *field, bool last)
{
    fputc('"', to);
    for (const char *c = field; *c; c++) {
        if (*c == '"') fputc('"', to);
        fputc(*c, to);
    }
    fputs(last ? "\"\r\n" : "\",", to);
}

static void csv_number(FILE *to, const json_t *number)
{
    if (json_is_real(number)) fprintf(to, "%.17g", json_real_value(number));
    fputc(',', to);
}

static bool write_csv(const char *out, const json_t *records)
{
    size_t i;
    const json_t *record;
    slp_written csv;
    FILE *to = slp_written_begin(&csv);
    fputs("id,source,locator,verdict,as_meant,rests_on,number,low,high,unit,level,size,of_size,"
          "seconds,"
          "command\r\n",
          to);
    json_array_foreach(records, i, record)
    {
        const json_t *number = json_object_get(record, "number");
        csv_field(to, audit_text(record, "id"), false);
        csv_field(to, audit_text(record, "source"), false);
        csv_field(to, audit_text(record, "locator"), false);
        csv_field(to, audit_verdict(record), false);
        csv_field(to, audit_meant(record), false);
        csv_field(to, audit_rests_on(record), false);
        csv_field(to, audit_text(number, "of"), false);
        csv_number(to, json_object_get(number, "low"));
        csv_number(to, json_object_get(number, "high"));
        csv_field(to, audit_text(number, "unit"), false);
        csv_number(to, json_object_get(number, "level"));
        csv_field(to, audit_text(record, "size"), false);
        csv_field(to, audit_text(record, "of_size"), false);
        csv_number(to, json_object_get(record, "seconds"));
        csv_field(to, audit_text(record, "command"), true);
    }
    slp_written_end(&csv);
    char *path = audit_path(out, "results.csv");
    bool good = audit_write(path, csv.text, csv.size);
    free(path);
    free(csv.text);
    return good;
}

void audit_junit_add(slp_junit *to, const json_t *record)
{
    const bool ended = json_is_string(json_object_get(record, "verdict"));
    const json_t *number = json_object_get(record, "number");
    slp_written lines;
    FILE *printed = slp_written_begin(&lines);
    char value[240];
    audit_number_text(value, sizeof value, number);
    fprintf(printed, "%s: ", audit_verdict(record));
    if (ended)
        fprintf(printed, "%s: %s; %s", audit_text(number, "of"), value,
                audit_text(record, "of_size"));
    else
        fputs(audit_text(record, "error"), printed);
    fprintf(printed, "\n%s\n", audit_text(record, "command"));
    slp_junit_case c = {.class_name = "claim",
                        .name = audit_text(record, "id"),
                        .seconds = json_number_value(json_object_get(record, "seconds")),
                        .message = audit_verdict(record),
                        .text = slp_written_end(&lines)};
    if (audit_not_run(record)) {
        c.outcome = SLP_JUNIT_SKIPPED;
        c.message = audit_text(record, "because");
    }
    if (!audit_decided(record)) c.outcome = ended ? SLP_JUNIT_FAILED : SLP_JUNIT_ERROR;
    slp_junit_add(to, &c);
    free(lines.text);
}

bool audit_write_results(const char *out, const json_t *records)
{
    json_t *all = json_object();
    json_object_set_new(all, "schema", json_string("slp-results-1"));
    json_object_set_new(all, "multiplicity", audit_multiplicity(records));
    json_object_set_new(all, "records", json_deep_copy(records));
    char *path = audit_path(out, "results.json");
    bool good = audit_write_json(path, all) && write_csv(out, records);
    free(path);
    json_decref(all);
    return good;
}
