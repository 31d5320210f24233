/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Answers cases by a function. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/case/port.h"
#include "oracle/contract/number/float_rules.h"

#include <stdlib.h>
#include <string.h>

/* r->y = the steps of c; r->error is what stopped them. */
static slp_status answer(slp_result *r, const slp_case *c, slp_port_step step, void *user)
{
    const size_t count = c->steps * c->d;
    const double *x = c->x;
    r->y.at = malloc(count * sizeof *r->y.at);
    if (!r->y.at) return SLP_MEMORY;
    r->y.count = count;
    for (size_t s = 0; s < c->steps && r->error == SLP_OK; s++) {
        double *y = r->y.at + s * c->d;
        r->error = step(y, c, x, c->M ? c->dw + s * c->M : NULL, user);
        x = y;
    }
    if (r->error > SLP_UNSUPPORTED) r->error = SLP_UNABLE; /* a word that no result has */
    return SLP_OK;
}

static slp_status answer_line(FILE *out, const char *line, slp_port_step step, void *user)
{
    SLP_CLEARED(slp_case) c = {0};
    SLP_CLEARED(slp_result) r = {0};
    slp_status status = slp_case_parse(&c, line, 0, NULL);
    const bool valid = status == SLP_OK;
    if (valid) status = answer(&r, &c, step, user);
    if (valid && status == SLP_OK) {
        r.id = c.id; /* lent */
        if (slp_result_print(out, &r) != 0 || fflush(out) != 0) status = SLP_END;
        r.id = NULL;
    }
    return status == SLP_INPUT ? SLP_OK : status == SLP_END ? SLP_INPUT : status;
}

slp_status slp_port_serve(slp_port_step step, void *user, FILE *in, FILE *out)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    slp_status status = SLP_OK;
    if (!step || !in || !out) return SLP_INPUT;
    while (status == SLP_OK && (length = getline(&line, &room, in)) > 0) {
        if (line[length - 1] != '\n' || strncmp(line, "case ", 5) != 0) continue;
        line[length - 1] = 0;
        status = answer_line(out, line, step, user);
    }
    free(line);
    return status;
}
