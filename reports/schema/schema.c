/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Of JSON Schema's words those are known that the program's schemas use; another word in a schema
 * is a fault. */
#include "reports/schema/schema.h"
#include "oracle/contract/number/number.h"

#include <string.h>

enum { PLACE = 120 };

typedef struct check {
    const json_t *schema; /* the whole of it, for $ref */
    char *why;
} check;

static bool refuse(const check *on, const char *place, const char *format, const char *what)
{
    char text[160];
    snprintf(text, sizeof text, format, what);
    char whole[SCHEMA_WHY];
    snprintf(whole, sizeof whole, "%s: %s", *place ? place : "the document", text);
    slp_shown(on->why, SCHEMA_WHY, whole);
    return false;
}

static bool is_type(const json_t *value, const char *type)
{
    if (strcmp(type, "object") == 0) return json_is_object(value);
    if (strcmp(type, "array") == 0) return json_is_array(value);
    if (strcmp(type, "string") == 0) return json_is_string(value);
    if (strcmp(type, "integer") == 0) return json_is_integer(value);
    if (strcmp(type, "number") == 0) return json_is_number(value);
    if (strcmp(type, "boolean") == 0) return json_is_boolean(value);
    return strcmp(type, "null") == 0 && json_is_null(value);
}

static bool type_good(const check *on, const char *place, const json_t *value, const json_t *type)
{
    size_t i;
    const json_t *one;
    if (json_is_string(type))
        return is_type(value, json_string_value(type)) ||
               refuse(on, place, "is not of type %s", json_string_value(type));
    json_array_foreach(type, i, one) if (is_type(value, json_string_value(one))) return true;
    return refuse(on, place, "is not of type %s or null",
                  json_string_value(json_array_get(type, 0)));
}

static bool choice_good(const check *on, const char *place, const json_t *value,
                        const json_t *choices)
{
    size_t i;
    const json_t *one;
    json_array_foreach(choices, i, one) if (json_equal(one, value)) return true;
    return refuse(on, place, "%s is none of the values that stand in the schema",
                  json_is_string(value) ? json_string_value(value) : "the value");
}

/* Limits of numbers and of lengths. */
static bool limit_good(const check *on, const char *place, const json_t *value, const char *word,
                       double limit)
{
    const double number = json_number_value(value);
    if (strcmp(word, "minimum") == 0)
        return !json_is_number(value) || number >= limit || refuse(on, place, "is too small%s", "");
    if (strcmp(word, "exclusiveMinimum") == 0)
        return !json_is_number(value) || number > limit || refuse(on, place, "is too small%s", "");
    const bool text = word[3] == 'L'; /* minLength, maxLength; otherwise minItems, maxItems */
    if (text ? !json_is_string(value) : !json_is_array(value)) return true;
    const double length = (double)(text ? json_string_length(value) : json_array_size(value));
    if (strncmp(word, "min", 3) == 0 ? length >= limit : length <= limit) return true;
    return refuse(on, place, "has a wrong length%s", "");
}

static bool follows(const check *on, const char *place, const json_t *value, const json_t *schema);

static bool properties_good(const check *on, const char *place, const json_t *value,
                            const json_t *schema)
{
    const json_t *properties = json_object_get(schema, "properties"), *name, *of;
    const char *key;
    json_t *item;
    size_t i;
    char inner[2 * PLACE];
    if (!json_is_object(value)) return true;
    json_array_foreach(json_object_get(schema, "required"), i, name)
    {
        key = json_string_value(name);
        if (!json_object_get(value, key)) return refuse(on, place, "'%s' is missing", key);
    }
    json_object_foreach((json_t *)value, key, item)
    {
        of = json_object_get(properties, key);
        if (!of && json_is_true(json_object_get(schema, "additionalProperties"))) continue;
        if (!of) return refuse(on, place, "'%.40s' is no key of the schema", key);
        snprintf(inner, sizeof inner, "%.*s%s%.60s", PLACE, place, *place ? "." : "", key);
        if (!follows(on, inner, item, of)) return false;
    }
    return true;
}

static bool items_good(const check *on, const char *place, const json_t *value,
                       const json_t *schema)
{
    size_t i;
    const json_t *item;
    char inner[2 * PLACE];
    json_array_foreach(value, i, item)
    {
        snprintf(inner, sizeof inner, "%.*s[%zu]", PLACE, place, i);
        if (!follows(on, inner, item, schema)) return false;
    }
    return true;
}

/* "#/$defs/NAME" */
static const json_t *definition(const check *on, const json_t *reference)
{
    const char *text = json_string_value(reference), *name = text ? strrchr(text, '/') : NULL;
    return name ? json_object_get(json_object_get(on->schema, "$defs"), name + 1) : NULL;
}

static bool word_good(const check *on, const char *place, const json_t *value, const char *word,
                      const json_t *schema)
{
    static const char *const silent[] = {"$schema", "title",    "description",
                                         "$defs",   "required", "additionalProperties"};
    static const char *const limits[] = {"minimum",   "exclusiveMinimum", "minLength",
                                         "maxLength", "minItems",         "maxItems"};
    const json_t *what = json_object_get(schema, word);
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (strcmp(word, silent[i]) == 0) return true;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (strcmp(word, limits[i]) == 0)
            return limit_good(on, place, value, word, json_number_value(what));
    if (strcmp(word, "type") == 0) return type_good(on, place, value, what);
    if (strcmp(word, "enum") == 0) return choice_good(on, place, value, what);
    if (strcmp(word, "const") == 0)
        return json_equal(value, what) || refuse(on, place, "is not '%s'", json_string_value(what));
    if (strcmp(word, "properties") == 0) return properties_good(on, place, value, schema);
    if (strcmp(word, "items") == 0) return items_good(on, place, value, what);
    if (strcmp(word, "$ref") == 0) {
        const json_t *of = definition(on, what);
        return of ? follows(on, place, value, of) : refuse(on, place, "the schema lacks %s", word);
    }
    return refuse(on, place, "the schema's word %s is unknown here", word);
}

static bool follows(const check *on, const char *place, const json_t *value, const json_t *schema)
{
    const char *word;
    json_t *unused;
    json_object_foreach((json_t *)schema, word, unused)
    {
        if (!word_good(on, place, value, word, schema)) return false;
    }
    return true;
}

bool schema_follows(char why[SCHEMA_WHY], const json_t *document, const json_t *schema)
{
    const check on = {.schema = schema, .why = why};
    return schema ? follows(&on, "", document, schema)
                  : refuse(&on, "", "%s", "the schema is not inside this program");
}
