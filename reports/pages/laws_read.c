/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The table of laws that `slp check --json` wrote: read from DIR/laws.json and checked field by
 * field before a page relies on it.  Whatever the file holds, the outcome is a table of the stated
 * shape or a reason. */
#include "reports/pages/laws.h"
#include "reports/audit/audit.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 64 << 20, LONGEST_NAME = 100, MOST_ROWS = 20000, MOST_LAWS = 100 };

static bool refuse(char *why, const char *field, const char *wanted)
{
    snprintf(why, LAWS_WHY, "%s %s", field, wanted);
    return false;
}

static bool name_field(const json_t *row, const char *key, const char *place, char *why)
{
    const json_t *value = json_object_get(row, key);
    size_t length = json_string_length(value);
    char field[120];
    snprintf(field, sizeof field, "%s.%s", place, key);
    if (json_is_string(value) && length > 0 && length <= LONGEST_NAME) return true;
    return refuse(why, field, "is not a name of 1 to 100 characters");
}

static bool count_field(const json_t *row, const char *key, const char *place, char *why)
{
    const json_t *value = json_object_get(row, key);
    char field[120];
    snprintf(field, sizeof field, "%s%s%s", place, *place ? "." : "", key);
    if (json_is_integer(value) && json_integer_value(value) >= 0) return true;
    return refuse(why, field, "is not a count");
}

static bool row_good(const json_t *row, const char *place, char *why)
{
    static const char *const names[] = {"law", "system", "scheme"};
    static const char *const counts[] = {"checked", "skipped", "failed"};
    const json_t *worst = json_object_get(row, "worst"), *order = json_object_get(row, "order");
    char field[120];
    for (size_t k = 0; k < 3; k++)
        if (!name_field(row, names[k], place, why) || !count_field(row, counts[k], place, why))
            return false;
    snprintf(field, sizeof field, "%s.keeps", place);
    if (!json_is_boolean(json_object_get(row, "keeps")))
        return refuse(why, field, "is not true or false");
    snprintf(field, sizeof field, "%s.worst", place);
    if (!json_is_number(worst) && !json_is_null(worst))
        return refuse(why, field, "is neither a number nor null");
    snprintf(field, sizeof field, "%s.order", place);
    if (order && !json_is_integer(order) && !json_is_null(order))
        return refuse(why, field, "is neither a whole number nor null");
    return true;
}

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
           refuse(why, "subjects", "hold more than 20000 rows or 100 laws");
}

static bool subjects_good(const json_t *laws, char *why)
{
    size_t i, k;
    const json_t *subject, *row, *list = json_object_get(laws, "subjects");
    char place[80];
    if (!json_is_array(list) || json_array_size(list) == 0)
        return refuse(why, "subjects", "is not a list with something in it");
    json_array_foreach(list, i, subject)
    {
        const json_t *rows = json_object_get(subject, "rows");
        snprintf(place, sizeof place, "subjects[%zu]", i);
        if (!name_field(subject, "subject", place, why)) return false;
        snprintf(place, sizeof place, "subjects[%zu].rows", i);
        if (!json_is_array(rows)) return refuse(why, place, "is not a list");
        json_array_foreach(rows, k, row)
        {
            snprintf(place, sizeof place, "subjects[%zu].rows[%zu]", i, k);
            if (!row_good(row, place, why)) return false;
        }
    }
    return true;
}

static bool classes_good(const json_t *laws, char *why)
{
    size_t i;
    const json_t *one, *list = json_object_get(laws, "classes");
    char place[80];
    if (list && !json_is_array(list)) return refuse(why, "classes", "is not a list");
    json_array_foreach(list, i, one)
    {
        snprintf(place, sizeof place, "classes[%zu]", i);
        if (!name_field(one, "class", place, why) || !count_field(one, "count", place, why))
            return false;
    }
    return true;
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
    json_t *laws = path ? load(path, why) : NULL;
    free(path);
    if (!laws) return NULL;
    bool good = json_is_object(laws) || refuse(why, "the whole", "is not an object");
    good = good && count_field(laws, "passed", "", why) && count_field(laws, "failed", "", why) &&
           subjects_good(laws, why) && few_enough(laws, why) && classes_good(laws, why);
    if (good) return laws;
    json_decref(laws);
    return NULL;
}
