/* Presets: small files inside the program; each describes a trajectory. */
#include "oracle/simulate/simulate.h"
#include "oracle/contract/case_text.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/embedded.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char folder[] = "oracle/simulate/presets/", suffix[] = ".slp";

/* The stem's length when `file` is a preset, else 0. */
static size_t stem(const char *file)
{
    size_t front = sizeof folder - 1, length = strlen(file);
    if (strncmp(file, folder, front) != 0 || length < front + sizeof suffix - 1) return 0;
    size_t n = length - front - (sizeof suffix - 1);
    return strcmp(file + front + n, suffix) == 0 ? n : 0;
}

const char *slp_preset_text(const char *name)
{
    for (size_t i = 0; slp_embedded[i].name; i++) {
        size_t n = stem(slp_embedded[i].name);
        if (n && n == strlen(name) &&
            strncmp(slp_embedded[i].name + sizeof folder - 1, name, n) == 0)
            return slp_embedded[i].text;
    }
    return NULL;
}

char *slp_preset_file(const char *file, slp_error *err)
{
    enum { MOST = 1 << 20 };
    FILE *from = fopen(file, "rb");
    char *text = slp_allocate(MOST + 1, 1);
    size_t length = from ? fread(text, 1, MOST + 1, from) : 0;
    bool whole = from && !ferror(from) && length <= MOST && memchr(text, 0, length) == NULL;
    if (!from)
        slp_error_set(err, 0, NULL, NULL, "cannot be opened: %s", strerror(errno));
    else if (!whole)
        slp_error_set(err, 0, NULL, NULL, "cannot be read as text of at most 1 MiB");
    if (from) fclose(from);
    if (whole) {
        text[length] = 0;
        return text;
    }
    free(text);
    return NULL;
}

void slp_preset_names(char **names, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; slp_embedded[i].name && count + 1 < room; i++) {
        size_t n = stem(slp_embedded[i].name);
        if (n) names[count++] = strndup(slp_embedded[i].name + sizeof folder - 1, n);
    }
    names[count] = NULL;
}

/* *line = a copy of the line at text, to be freed, in which `steps` is 1; *steps is what it was,
 * which may be more than a case takes. */
static slp_status line_at(char **line, uint64_t *steps, const char *text, size_t number,
                          slp_error *err)
{
    size_t length = strcspn(text, "\n");
    length -= length && text[length - 1] == '\r';
    char *copy = *line = slp_copy_bytes(text, length);
    char *key = strstr(copy, " steps=");
    int64_t count = 1;
    if (strstr(copy, " dw="))
        return slp_error_set(err, number, NULL, "dw",
                             "has no place here: slp simulate draws the increments");
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
    if (status == SLP_OK) status = slp_need_memory(slp_case_read(c, line, at, err));
    free(line);
    /* Only dw may be missing.  When it is found missing, everything else has been read; it is
     * checked again. */
    if (status && !(strcmp(err->field, "dw") == 0 && c->M && !c->dw)) return status;
    if (c->M) {
        double *zeros = slp_allocate(c->M, sizeof *zeros);
        slp_need_memory(slp_case_set_dw(c, zeros, c->M));
        free(zeros);
    }
    if (slp_case_check(c, err)) return SLP_INPUT;
    if (!(c->h > 0))
        return slp_error_set(err, c->line, c->id, "h",
                             "is not positive; a trajectory runs forwards");
    if (!isfinite((double)*horizon * c->h))
        return slp_error_set(err, c->line, c->id, "h", "is so large that the time overflows");
    return SLP_OK;
}
