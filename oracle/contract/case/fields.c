/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A record's line, split into its word and its key=value fields. */
#include "oracle/contract/case/case_text.h"

#include <string.h>

const char *slp_id_fault(slp_span id)
{
    if (id.length == 0) return "is empty";
    if (id.length >= SLP_MAX_ID) return "is longer than 63 characters";
    for (size_t i = 0; i < id.length; i++)
        if (id.at[i] <= ' ' || id.at[i] > '~' || id.at[i] == '=' || id.at[i] == ',')
            return "may hold printable ASCII only, without space, '=' and ','";
    return NULL;
}

/* A byte as text for a message: the character itself if it is printable. */
static void shown(char out[8], char byte)
{
    if (byte > ' ' && byte <= '~')
        snprintf(out, 8, "'%c'", byte);
    else
        snprintf(out, 8, "\\x%02x", (unsigned char)byte);
}

static bool key_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* A key short enough to be shown in a message. */
static const char *short_key(char room[32], slp_span key)
{
    snprintf(room, 32, "%.*s", (int)(key.length < 31 ? key.length : 31), key.at);
    return room;
}

/* Reads key=value at *at, up to a space or the end. */
static slp_status read_field(slp_field *field, slp_fields *all, const char **at, slp_error *err)
{
    const char *p = *at;
    char name[32], byte[8];
    while (key_byte(*p)) p++;
    field->key = (slp_span){*at, (size_t)(p - *at)};
    if (*p != '=' || field->key.length == 0) {
        if (*p == ' ' && p == *at)
            return slp_error_set(err, all->line, all->id, NULL,
                                 "two spaces after field %zu; fields are separated by one space",
                                 all->count);
        if (*p == 0 && p == *at)
            return slp_error_set(err, all->line, all->id, NULL,
                                 "a space at the end of the line; "
                                 "remove it");
        if (*p == 0 || *p == ' ')
            return slp_error_set(err, all->line, all->id, short_key(name, field->key),
                                 "has no value; a field reads key=value");
        shown(byte, *p);
        return slp_error_set(
            err, all->line, all->id, short_key(name, field->key),
            "%s stands in the key of field %zu; a field reads key=value, fields are "
            "separated by one space",
            byte, all->count + 1);
    }
    size_t length = strcspn(++p, " ");
    field->value = (slp_span){p, length};
    *at = p + length;
    return SLP_OK;
}

static slp_status add_field(slp_fields *fields, const slp_field *field, slp_error *err)
{
    char name[32];
    for (size_t i = 0; i < fields->count; i++)
        if (fields->at[i].key.length == field->key.length &&
            memcmp(fields->at[i].key.at, field->key.at, field->key.length) == 0)
            return slp_error_set(err, fields->line, fields->id, short_key(name, field->key),
                                 "is given twice; give it once");
    if (fields->count == SLP_MAX_FIELDS)
        return slp_error_set(err, fields->line, fields->id, short_key(name, field->key),
                             "is one field too many; a record has at most %d", SLP_MAX_FIELDS);
    fields->at[fields->count++] = *field;
    if (slp_span_is(field->key, "id") && !slp_id_fault(field->value)) {
        memcpy(fields->id, field->value.at, field->value.length);
        fields->id[field->value.length] = 0;
    }
    return SLP_OK;
}

slp_status slp_fields_split(slp_fields *fields, const char *line, size_t number, slp_error *err)
{
    fields->count = 0;
    fields->line = number;
    fields->id[0] = 0;
    fields->record = (slp_span){line, strcspn(line, " ")};
    const char *at = line + fields->record.length;
    while (*at == ' ') {
        slp_field field;
        at++;
        if (read_field(&field, fields, &at, err)) return SLP_INPUT;
        if (add_field(fields, &field, err)) return SLP_INPUT;
    }
    return SLP_OK;
}

slp_span slp_fields_find(const slp_fields *fields, const char *key)
{
    for (size_t i = 0; i < fields->count; i++)
        if (slp_span_is(fields->at[i].key, key)) return fields->at[i].value;
    return (slp_span){NULL, 0};
}

slp_status slp_fields_id(char **id, const slp_fields *fields, slp_error *err)
{
    *id = NULL;
    slp_span text = slp_fields_find(fields, "id");
    if (!text.at)
        return slp_error_set(err, fields->line, NULL, "id",
                             "is missing; every record names its case, id=...");
    const char *fault = slp_id_fault(text);
    if (fault) return slp_error_set(err, fields->line, NULL, "id", "%s", fault);
    *id = slp_span_copy(text);
    return *id ? SLP_OK : slp_error_memory(err, fields->line, fields->id, "id", text.length + 1);
}
