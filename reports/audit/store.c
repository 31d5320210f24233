/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A record on disk, in two files.  The bytes of results/ID.json depend only on the claim, its size
 * and the program, and where numbers say that they depend on the BLAS, on the BLAS and its kernel.
 * runs/ID.json has what differs from run to run: when, how long, on how many threads and ranks, on
 * which machine, from which commit.
 *
 * Each file has the checksum (oracle/plumbing/sum.h) of all its other fields under "sum".  The
 * record has the checksum of each of its series under series.sum.  A record is accepted when it is
 * read only if all of them match and if it has the form of a record.  A person who edits a record
 * and computes its sums again can change any number, but cannot make a page link to a file outside
 * DIR. */
#include "reports/audit/json.h"
#include "oracle/plumbing/sum.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 64 << 20, NAME = 160, PART = 4096 };

const char *const audit_of_run[] = {"started", "seconds", "threads", "ranks", "machine", NULL};

/* The checksum of all fields but "sum"; it does not depend on their order or on blanks between
 * them. */
static void sum_of(char text[17], const json_t *json)
{
    json_t *rest = json_copy((json_t *)(uintptr_t)json);
    json_object_del(rest, "sum");
    char *bytes = json_dumps(rest, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
    audit_sum_text(text, bytes ? slp_fnv(SLP_FNV, bytes, strlen(bytes)) : 0);
    free(bytes);
    json_decref(rest);
}

static void move_keys(json_t *to, json_t *from, bool copy)
{
    for (size_t i = 0; audit_of_run[i]; i++) {
        json_t *value = json_object_get(from, audit_of_run[i]);
        if (!value) continue;
        json_object_set(to, audit_of_run[i], value);
        if (!copy) json_object_del(from, audit_of_run[i]);
    }
}

static bool write_named(json_t *json, const char *out, const char *folder, const char *id)
{
    char name[NAME], sum[17];
    sum_of(sum, json);
    audit_set_text(json, "sum", sum);
    snprintf(name, sizeof name, "%s/%s.json", folder, id);
    char *path = audit_path(out, name);
    bool good = audit_write_json(path, json);
    free(path);
    return good;
}

bool audit_keep(const json_t *record, const char *id, const char *out)
{
    json_t *result = json_deep_copy(record), *run = json_object(), *measures = json_array(), *m;
    size_t i;
    json_object_set_new(run, "id", json_string(id));
    move_keys(run, result, false);
    json_array_foreach(json_object_get(result, "measures"), i, m)
    {
        json_t *own = json_object();
        move_keys(own, m, false);
        json_array_append_new(measures, own);
    }
    json_object_set_new(run, "measures", measures);
    /* the result last: if it exists, the record is complete */
    bool good = write_named(run, out, "runs", id) && write_named(result, out, "results", id);
    json_decref(result);
    json_decref(run);
    return good;
}

static bool refuse(char *why, const char *name, const char *words)
{
    snprintf(why, AUDIT_WHY, "%s %s", name, words);
    return false;
}

/* The JSON of the file; NULL with why, which is "" if there is no file. */
static json_t *read_named(const char *out, const char *name, char *why)
{
    char *path = audit_path(out, name);
    struct stat there;
    json_error_t error;
    json_t *json = NULL;
    FILE *from = slp_whole_open(path);
    if (from && fstat(fileno(from), &there) == 0 && there.st_size <= MOST_BYTES)
        json = json_loadf(from, JSON_REJECT_DUPLICATES, &error);
    if (!json && (from || errno != ENOENT))
        refuse(why, name,
               from             ? "is not JSON, or larger than 64 MiB"
               : errno == ELOOP ? "is a link, which is not followed"
                                : "cannot be read");
    if (from) fclose(from);
    free(path);
    return json;
}

/* As read_named, but only if the checksum and the id are right. */
static json_t *read_summed(const char *id, const char *out, const char *folder, char *why)
{
    char name[NAME], sum[17] = "";
    snprintf(name, sizeof name, "%s/%s.json", folder, id);
    json_t *json = read_named(out, name, why);
    if (!json) return NULL;
    const char *stored = json_string_value(json_object_get(json, "sum")),
               *own = json_string_value(json_object_get(json, "id"));
    if (stored) sum_of(sum, json);
    bool good = stored && own && strcmp(stored, sum) == 0 && strcmp(own, id) == 0;
    json_object_del(json, "sum");
    if (good) return json;
    refuse(why, name,
           !stored ? "has no sum: it is no record that this program wrote"
                   : "has been changed: its sum does not match");
    json_decref(json);
    return NULL;
}

/* True for a name that claims, measures and figures can have.  Such a name has no "/" or "..", so
 * it is safe in a path. */
static bool plain_name(const json_t *name)
{
    const char *text = json_string_value(name);
    return text && *text && strlen(text) <= 48 &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(text);
}

static bool strings(const json_t *list)
{
    size_t i;
    const json_t *one;
    if (!json_is_array(list)) return false;
    json_array_foreach(list, i, one)
    {
        if (!json_is_string(one)) return false;
    }
    return true;
}

/* True if verdict, measures and figures have the form that audit_measure gives them.  The pages
 * need this form. */
static bool shaped(const json_t *record)
{
    size_t i;
    const json_t *one, *series;
    bool known = false, good = true;
    const char *verdict = json_string_value(json_object_get(record, "verdict"));
    for (int v = 0; v < SLP_CLAIM_VERDICTS && verdict; v++)
        known = known || strcmp(verdict, slp_claim_verdict_word((slp_claim_verdict)v)) == 0;
    json_array_foreach(json_object_get(record, "measures"), i, one)
    {
        series = json_object_get(one, "series");
        good = good && plain_name(json_object_get(one, "name")) &&
               (!series || json_is_null(series) || strings(json_object_get(series, "curves")));
    }
    json_array_foreach(json_object_get(record, "figures"), i, one)
    {
        good = good && plain_name(json_object_get(one, "name")) &&
               strings(json_object_get(one, "draw")) && !json_object_get(one, "file") &&
               (!json_object_get(one, "legend") || strings(json_object_get(one, "legend")));
    }
    return good && (known || (!verdict && json_is_null(json_object_get(record, "verdict"))));
}

/* True if DIR/data/ID-MEASURE.tsv exists and has the checksum that the record has for it. */
static bool series_match(const json_t *measure, const char *id, const char *out, char *why)
{
    const json_t *series = json_object_get(measure, "series");
    char name[NAME], sum[17], part[PART];
    if (!json_is_object(series)) return true;
    audit_series_name(name, id, json_string_value(json_object_get(measure, "name")));
    const char *file = json_string_value(json_object_get(series, "file")),
               *stored = json_string_value(json_object_get(series, "sum"));
    if (!file || strcmp(file, name) != 0)
        return refuse(why, name, "is not the file of the series that the record names");
    char *path = audit_path(out, name);
    FILE *from = slp_whole_open(path);
    free(path);
    if (!from)
        return refuse(why, name, errno == ENOENT ? "is not there" : "cannot be read, or is a link");
    uint64_t found = SLP_FNV;
    for (size_t got; (got = fread(part, 1, sizeof part, from)) > 0;)
        found = slp_fnv(found, part, got);
    fclose(from);
    audit_sum_text(sum, found);
    return (stored && strcmp(stored, sum) == 0) ||
           refuse(why, name, "has been changed: its sum does not match");
}

/* Adds the fields of runs/ID.json to a record read from results/ID.json.  NULL with why if it
 * cannot; the record is then freed. */
static json_t *complete(json_t *record, const char *id, const char *out, char *why)
{
    char name[NAME];
    json_t *run = NULL, *m;
    size_t i;
    snprintf(name, sizeof name, "results/%s.json", id);
    bool good = shaped(record) || refuse(why, name, "does not have the shape of a record");
    if (good) {
        snprintf(name, sizeof name, "runs/%s.json", id);
        run = read_summed(id, out, "runs", why);
        good = run || (!*why && refuse(why, name, "is not there"));
    }
    json_array_foreach(json_object_get(record, "measures"), i, m)
    {
        good = good && series_match(m, id, out, why);
    }
    if (good) {
        move_keys(record, run, true);
        json_array_foreach(json_object_get(record, "measures"), i, m)
            move_keys(m, json_array_get(json_object_get(run, "measures"), i), true);
    } else {
        json_decref(record);
        record = NULL;
    }
    json_decref(run);
    return record;
}

/* Is the string under key this one? */
static bool has_text(const json_t *record, const char *key, const char *wanted)
{
    const char *text = json_string_value(json_object_get(record, key));
    return text && strcmp(text, wanted) == 0;
}

json_t *audit_load(const char *id, const char *out, char *why)
{
    *why = 0;
    json_t *record = read_summed(id, out, "results", why);
    return record ? complete(record, id, out, why) : NULL;
}

json_t *audit_stored(const audit_entry *entry, const char *out, char *why)
{
    *why = 0;
    json_t *record = read_summed(entry->claim.id, out, "results", why);
    if (record && has_text(record, "inputs", entry->inputs) &&
        !json_is_null(json_object_get(record, "verdict")))
        return complete(record, entry->claim.id, out, why);
    json_decref(record);
    return NULL;
}

json_t *audit_left(const char *id, const char *out, char *why)
{
    *why = 0;
    json_t *record = read_summed(id, out, "results", why);
    if (record && has_text(record, "program", audit_build())) return complete(record, id, out, why);
    if (record)
        snprintf(why, AUDIT_WHY, "results/%s.json was made by another build of this program", id);
    json_decref(record);
    return NULL;
}
