/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Status words of the exchange format, and errors that name line, id and field: the one place where
 * both are spelled. */
#include "oracle/contract/number/number.h"

#include <stdarg.h>
#include <string.h>

static const char *const words[SLP_STATUS_COUNT] = {
    [SLP_OK] = "ok",
    [SLP_UNABLE] = "unable",
    [SLP_NO_CONVERGENCE] = "no-convergence",
    [SLP_DOMAIN] = "domain",
    [SLP_UNSUPPORTED] = "unsupported",
    [SLP_INPUT] = "input",
    [SLP_END] = "end",
    [SLP_MEMORY] = "memory",
    [SLP_STOPPED] = "stopped",
};

const char *slp_status_word(slp_status status)
{
    return (unsigned)status < SLP_STATUS_COUNT ? words[status] : "unknown";
}

slp_status slp_status_from_word(const char *word)
{
    for (int i = 0; word && i < SLP_STATUS_COUNT; i++)
        if (strcmp(word, words[i]) == 0) return (slp_status)i;
    return SLP_STATUS_COUNT;
}

slp_status slp_error_set(slp_error *err, size_t line, const char *id, const char *field,
                         const char *format, ...)
{
    if (!err) return SLP_INPUT;
    char text[sizeof err->text] = "";
    if (format) {
        va_list rest;
        va_start(rest, format);
        vsnprintf(text, sizeof text, format, rest);
        va_end(rest);
    }
    err->line = line;
    slp_shown(err->id, sizeof err->id, id ? id : "");
    slp_shown(err->field, sizeof err->field, field ? field : "");
    slp_shown(err->text, sizeof err->text, text);
    return SLP_INPUT;
}

slp_status slp_error_memory(slp_error *err, size_t line, const char *id, const char *field,
                            size_t bytes)
{
    if (bytes)
        slp_error_set(err, line, id, field, "out of memory: %zu bytes were refused", bytes);
    else
        slp_error_set(err, line, id, field, "out of memory");
    return SLP_MEMORY;
}

void slp_error_print(FILE *to, const char *source, const slp_error *err)
{
    if (!to || !err) return;
    if (source && *source) slp_say(to, "%s:", source);
    if (err->line) fprintf(to, "%zu:", err->line);
    if ((source && *source) || err->line) fputc(' ', to);
    if (err->id[0]) slp_say(to, "case %s", err->id);
    if (err->id[0] && err->field[0]) fputs(", ", to);
    if (err->field[0]) slp_say(to, "field %s", err->field);
    if (err->id[0] || err->field[0]) fputs(": ", to);
    slp_say(to, "%s\n", err->text);
}
