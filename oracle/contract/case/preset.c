/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Presets: small files inside the library; each describes a trajectory by a case without
 * increments. */
#include "oracle/contract/case/case_text.h"
#include "oracle/contract/case/embedded_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The name of the preset in a file, FOLDER/NAME.slp: *length characters. */
static const char *stem(size_t *length, const char *file)
{
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    *length = strcspn(name, ".");
    return name;
}

const char *slp_preset_at(char name[SLP_MAX_ID], size_t i)
{
    if (!name) return NULL;
    for (size_t k = 0; slp_presets[k].name; k++) {
        size_t length;
        const char *at = stem(&length, slp_presets[k].name);
        if (k != i) continue;
        snprintf(name, SLP_MAX_ID, "%.*s", (int)length, at);
        return slp_presets[k].text;
    }
    return NULL;
}

const char *slp_preset_text(const char *name)
{
    for (size_t i = 0; name && slp_presets[i].name; i++) {
        size_t length;
        const char *at = stem(&length, slp_presets[i].name);
        if (strlen(name) == length && memcmp(at, name, length) == 0) return slp_presets[i].text;
    }
    return NULL;
}

slp_status slp_case_new_preset(slp_case **c, uint64_t *steps, const char *name, slp_error *err)
{
    enum { MOST = 64 };
    char found[MOST][SLP_MAX_ID], hint[SLP_HINT_CHARS];
    const char *names[MOST + 1] = {NULL}, *text = slp_preset_text(name);
    slp_error own;
    uint64_t horizon;
    if (!err) err = &own;
    if (!c) return slp_error_set(err, 0, NULL, NULL, "no place for the case was given");
    *c = NULL;
    if (!name) return slp_error_set(err, 0, NULL, "preset", "is missing; give its name");
    for (size_t i = 0; !text && i < MOST && slp_preset_at(found[i], i); i++) names[i] = found[i];
    if (!text) {
        slp_hint(hint, (slp_span){name, strlen(name)}, names);
        return slp_error_set(err, 0, NULL, "preset",
                             "unknown preset '%.40s'%s; `slp list presets` shows them", name, hint);
    }
    slp_case *made = malloc(sizeof *made);
    if (!made) return slp_error_memory(err, 0, NULL, NULL, sizeof *made);
    slp_case_init(made);
    const slp_status status = slp_preset_case(made, &horizon, text, err);
    if (status != SLP_OK) {
        slp_case_free(made);
        return status;
    }
    if (steps) *steps = horizon;
    *c = made;
    return SLP_OK;
}

/* *line = a copy of the line at text, to be freed, in which `steps` is 1; *steps is what it was,
 * which may be more than a case takes. */
static slp_status line_at(char **line, uint64_t *steps, const char *text, size_t number,
                          slp_error *err)
{
    size_t length = strcspn(text, "\n");
    length -= length && text[length - 1] == '\r';
    char *copy = *line = malloc(length + 1);
    if (!copy) return slp_error_memory(err, number, NULL, NULL, length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    char *key = strstr(copy, " steps=");
    int64_t count = 1;
    if (strstr(copy, " dw="))
        return slp_error_set(err, number, NULL, "dw",
                             "has no place here: slp simulate draws the increments");
    if (strstr(copy, " area="))
        return slp_error_set(err, number, NULL, "area",
                             "has no place here: slp simulate draws increments, and no areas");
    if (key) {
        char *value = key + strlen(" steps=");
        slp_span digits = {value, strcspn(value, " ")};
        const char *fault = slp_integer_parse(&count, digits, 1, INT64_C(1) << 53);
        if (fault)
            return slp_error_set(err, number, NULL, "steps", "%s; a whole number from 1 to 2^53",
                                 fault);
        value[0] = '1';
        memmove(value + 1, value + digits.length, strlen(value + digits.length) + 1);
    }
    *steps = (uint64_t)count;
    return SLP_OK;
}

slp_status slp_preset_case(slp_case *c, uint64_t *horizon, const char *text, slp_error *err)
{
    const char *found = NULL;
    size_t number = 0, at = 0;
    slp_error own;
    if (!err) err = &own;
    if (!c || !horizon || !text)
        return slp_error_set(err, 0, NULL, NULL,
                             "no case, no place for the steps or no text: NULL");
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        number++;
        if (strchr("#\r\n", *line)) continue;
        if (found)
            return slp_error_set(err, number, NULL, NULL,
                                 "a preset holds one case; this is a second");
        found = line;
        at = number;
    }
    if (!found) return slp_error_set(err, 0, NULL, NULL, "holds no case; a preset needs one");
    char *line;
    slp_status status = line_at(&line, horizon, found, at, err);
    if (status == SLP_OK) status = slp_case_read(c, line, at, err);
    free(line);
    /* Only dw may be missing.  When it is found missing, everything else has been read; it is
     * checked again. */
    if (status == SLP_MEMORY) return status;
    if (status && !(strcmp(err->field, "dw") == 0 && c->M && !c->dw)) return status;
    if (c->M) {
        double *zeros = calloc(c->M, sizeof *zeros);
        status = zeros ? slp_case_set_dw(c, zeros, c->M) : SLP_MEMORY;
        free(zeros);
        if (status) return slp_error_memory(err, at, c->id, "dw", c->M * sizeof *zeros);
    }
    status = slp_case_check(c, err);
    if (status) return status;
    if (!(c->h > 0))
        return slp_error_set(err, c->line, c->id, "h",
                             "is not positive; a trajectory runs forwards");
    if (!isfinite((double)*horizon * c->h))
        return slp_error_set(err, c->line, c->id, "h", "is so large that the time overflows");
    return SLP_OK;
}
