/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: a case that is built key by key (oracle/contract/case/build.c, user_system.c), and
 * the system that it opens in the binary64 path.
 *
 * Input: a line "SYSTEM SCHEME", or "user ALGEBRA N M SCHEME"; then lines "KEY=TEXT", set as text,
 * and lines "KEY:BYTES", set as numbers of 8 bytes each.  A key that is refused says why and leaves
 * the case as it was.  A case that is taken prints to text which reads back as the same text, and
 * steps or says why not. */
#include "tests/fuzz/fuzz.h"

#include "fast/fast.h"
#include "oracle/contract/case/case.h"

enum { MOST_COORDINATES = 64, MOST_ROOM = 1 << 16 };

static char *printed(const slp_case *c)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    HOLDS(to != NULL && slp_case_print(to, c) == 0 && fclose(to) == 0);
    return text;
}

/* A user's H_k = k + 1 times |x|^2/2. */
static void gradient(double *g, size_t k, const double *x, void *user)
{
    for (size_t i = 0; i < *(const size_t *)user; i++) g[i] = (double)(k + 1) * x[i];
}

/* One line: refused, it names what is wrong and changes nothing. */
static void set(slp_case *c, char *line, size_t length)
{
    slp_error err = {0};
    char *mark = line + strcspn(line, "=:"), *before = printed(c);
    if (mark >= line + length) {
        free(before);
        return;
    }
    const bool as_text = *mark == '=';
    *mark = 0;
    slp_status status;
    if (as_text) {
        status = slp_case_set_text(c, line, mark + 1, &err);
    } else {
        const size_t count = (size_t)(line + length - (mark + 1)) / sizeof(double);
        double *values = malloc((count + 1) * sizeof *values);
        HOLDS(values != NULL);
        memcpy(values, mark + 1, count * sizeof *values);
        status = slp_case_set(c, line, values, count, &err);
        free(values);
    }
    HOLDS(status == SLP_OK || status == SLP_INPUT);
    if (status != SLP_OK) {
        char *after = printed(c);
        HOLDS(strcmp(before, after) == 0 && err.text[0] != 0);
        free(after);
    }
    free(before);
}

/* One step of a case that was taken. */
static void step(const slp_case *c, slp_system *user)
{
    slp_error err = {0};
    fast_system *sys;
    size_t d = c->d;
    const fast_functions functions = {.gradient = gradient, .user = &d};
    const slp_status status = user ? fast_system_from_functions(&sys, user, &functions, &err)
                                   : fast_system_new(&sys, c, &err);
    HOLDS(status == SLP_OK || (sys == NULL && err.text[0] != 0));
    if (status != SLP_OK) return;
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    HOLDS(scheme != NULL && fast_system_d(sys) == c->d && fast_system_M(sys) == c->M);
    const size_t room = fast_step_work_size(scheme, sys);
    double *memory = room <= MOST_ROOM ? malloc((room + c->d) * sizeof *memory) : NULL;
    if (memory) {
        const slp_status made =
            fast_step(memory + room, NULL, scheme, sys, c->x, c->h, c->dw, memory);
        for (size_t i = 0; made == SLP_OK && i < c->d; i++)
            HOLDS(memory[room + i] - memory[room + i] == 0); /* finite */
    }
    free(memory);
    fast_system_free(sys);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char *text = malloc(count + 1), first[64], second[64];
    slp_error err = {0};
    slp_case *c = NULL;
    slp_system *user = NULL;
    unsigned algebra, n, M;
    HOLDS(text != NULL);
    memcpy(text, bytes, count);
    text[count] = 0;
    char *line = text, *end = memchr(text, '\n', count);
    if (end) *end = 0;
    slp_status status;
    if (sscanf(line, "user %u %u %u %63s", &algebra, &n, &M, second) == 4) {
        status =
            slp_user_system_new(&user, "own", (slp_algebra)algebra, n % 16, NULL, M % 16, &err);
        HOLDS((status == SLP_OK) == (user != NULL));
        if (status == SLP_OK) status = slp_case_new_on(&c, user, second, &err);
    } else if (sscanf(line, "%63s %63s", first, second) == 2) {
        status = slp_case_new(&c, first, second, &err);
    } else {
        status = slp_case_new(&c, line, NULL, &err);
    }
    HOLDS((status == SLP_OK) == (c != NULL) && (c || err.text[0] != 0));
    while (c && end && end + 1 < text + count) {
        line = end + 1;
        end = memchr(line, '\n', (size_t)(text + count - line));
        if (end) *end = 0;
        set(c, line, (size_t)((end ? end : text + count) - line));
    }
    if (c && slp_case_check(c, &err) == SLP_OK) {
        if (!user) {
            slp_case again;
            slp_case_init(&again);
            char *one = printed(c);
            one[strlen(one) - 1] = 0;
            HOLDS(slp_case_parse(&again, one, 0, &err) == SLP_OK);
            char *two = printed(&again);
            two[strlen(two) - 1] = 0;
            HOLDS(strcmp(one, two) == 0);
            free(one);
            free(two);
            slp_case_clear(&again);
        }
        if (c->d <= MOST_COORDINATES) step(c, user);
    }
    slp_case_free(c);
    slp_user_system_free(user);
    free(text);
    return 0;
}
