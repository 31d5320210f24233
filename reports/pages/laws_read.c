/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The table of laws that `slp check --json` wrote: read from DIR/laws.json and held against a
 * schema before a page relies on it.  Whatever the file holds, the outcome is a table of the stated
 * shape or a reason. */
#include "reports/pages/laws.h"
#include "reports/audit/audit.h"
#include "reports/schema/schema.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 64 << 20, MOST_ROWS = 20000, MOST_LAWS = 100 };

/* Room for a page: its cells are at most rows times laws. */
static bool few_enough(const json_t *laws, char *why)
{
    size_t i, k, rows = 0;
    const json_t *subject, *row;
    json_t *names = json_object();
    json_array_foreach(json_object_get(laws, "subjects"), i, subject)
    {
        rows += json_array_size(json_object_get(subject, "rows"));
        if (rows > MOST_ROWS) break;
        json_array_foreach(json_object_get(subject, "rows"), k, row)
            json_object_set_new(names, report_text(row, "law"), json_true());
    }
    size_t different = json_object_size(names);
    json_decref(names);
    return (rows <= MOST_ROWS && different <= MOST_LAWS) ||
           snprintf(why, LAWS_WHY, "subjects hold more than 20000 rows or 100 laws") < 0;
}

/* The file itself: there, of ordinary size, JSON. */
static json_t *load(const char *path, char *why)
{
    struct stat there;
    json_error_t err;
    if (stat(path, &there) != 0) {
        snprintf(why, LAWS_WHY, errno == ENOENT ? "it is not there" : "it cannot be read: %s",
                 strerror(errno));
        return NULL;
    }
    if (!S_ISREG(there.st_mode) || there.st_size > MOST_BYTES) {
        snprintf(why, LAWS_WHY, "it is not a file of at most 64 MiB");
        return NULL;
    }
    json_t *laws = json_load_file(path, JSON_REJECT_DUPLICATES, &err);
    if (!laws) snprintf(why, LAWS_WHY, "line %d: %.120s", err.line, err.text);
    return laws;
}

json_t *report_laws_read(const char *dir, char why[LAWS_WHY])
{
    char *path = audit_path(dir, "laws.json");
    json_t *laws = load(path, why);
    free(path);
    if (!laws) return NULL;
    json_t *schema = report_embedded_json("reports/pages/laws_needed.json");
    const bool good = schema_follows(why, laws, schema) && few_enough(laws, why);
    json_decref(schema);
    if (good) return laws;
    json_decref(laws);
    return NULL;
}
