/* A record on disk, in two files: results/ID.json, whose bytes depend on the claim, its size and the program alone, and
 * runs/ID.json with what differs from run to run: when, how long, by how many threads and ranks. */
#include "oracle/audit.h"

#include <stdlib.h>
#include <string.h>

/* What belongs to the run, of a record and of each of its measures. */
static const char *const of_run[] = {"started", "seconds", "threads", "ranks", NULL};

static void move_keys(json_t *to, json_t *from, bool copy)
{
    for (size_t i = 0; of_run[i]; i++) {
        json_t *value = json_object_get(from, of_run[i]);
        if (!value) continue;
        json_object_set(to, of_run[i], value);
        if (!copy) json_object_del(from, of_run[i]);
    }
}

static bool write_named(const json_t *json, const char *out, const char *folder, const char *id)
{
    char name[128];
    snprintf(name, sizeof name, "%s/%s.json", folder, id);
    char *path = audit_path(out, name);
    bool good = path && audit_write_json(path, json);
    free(path);
    return good;
}

static json_t *load_named(const char *out, const char *folder, const char *id)
{
    char name[128];
    snprintf(name, sizeof name, "%s/%s.json", folder, id);
    char *path = audit_path(out, name);
    json_t *json = path ? json_load_file(path, 0, NULL) : NULL;
    free(path);
    return json;
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
    /* the result last: where it is, all of it is */
    bool good = write_named(run, out, "runs", id) && write_named(result, out, "results", id);
    json_decref(result);
    json_decref(run);
    return good;
}

json_t *audit_load(const char *id, const char *out)
{
    json_t *record = load_named(out, "results", id), *run, *m;
    size_t i;
    if (!record || !(run = load_named(out, "runs", id))) return record;
    move_keys(record, run, true);
    json_array_foreach(json_object_get(record, "measures"), i, m)
        move_keys(m, json_array_get(json_object_get(run, "measures"), i), true);
    json_decref(run);
    return record;
}

json_t *audit_stored(const audit_entry *entry, const char *out)
{
    json_t *record = audit_load(entry->claim.id, out);
    const char *inputs = json_string_value(json_object_get(record, "inputs"));
    if (record && inputs && strcmp(inputs, entry->inputs) == 0 &&
        json_is_string(json_object_get(record, "verdict")))
        return record;
    json_decref(record);
    return NULL;
}
