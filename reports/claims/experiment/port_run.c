/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps that a port takes: cases of scheme=own. */
#include "reports/claims/experiment/port_run.h"
#include "oracle/plumbing/allocate.h"
#include "props/prop.h"

#include <stdlib.h>
#include <string.h>

struct port_run {
    prop_subject *port;
    const slp_experiment *e;
    slp_result answer;
};

slp_status port_run_new(port_run **run, const slp_experiment *e, slp_error *err)
{
    slp_error why;
    const size_t room = strlen(e->port_path) + 8;
    char *command = slp_allocate(room, 1);
    snprintf(command, room, "exec '%s'", e->port_path);
    *run = slp_allocate(1, sizeof **run);
    (*run)->e = e;
    slp_result_init(&(*run)->answer);
    (*run)->port = prop_subject_port_new(command, e->port_seconds, &why);
    free(command);
    if ((*run)->port) return SLP_OK;
    port_run_free(*run);
    *run = NULL;
    return slp_error_set(err, e->port_line, NULL, "scheme",
                         "port %.60s: %.120s; try it alone: slp check --scheme own --port", e->port,
                         why.text);
}

void port_run_free(port_run *run)
{
    if (!run) return;
    if (run->port) prop_subject_port_free(run->port);
    slp_result_clear(&run->answer);
    free(run);
}

slp_status port_run_steps(const double **y, port_run *run, const slp_case *c, const double *x,
                          const double *dw, size_t first, size_t steps, slp_error *err)
{
    SLP_CLEARED(slp_case) asked = {0};
    char note[PROP_NOTE] = "";
    slp_need_memory(slp_case_copy(&asked, c));
    slp_need_memory(slp_case_set_x(&asked, x, c->d));
    slp_need_memory(slp_case_set_dw(&asked, dw, steps * c->M));
    asked.steps = steps;
    const prop_disposition became = run->port->answer(&run->answer, note, run->port, &asked);
    *y = run->answer.y.at;
    if (became == PROP_ANSWERED && run->answer.y.count == steps * c->d) return SLP_OK;
    if (became == PROP_DECLINED || became == PROP_REFUSED)
        snprintf(note, PROP_NOTE, "it answers error=%s",
                 slp_status_word(became == PROP_DECLINED ? SLP_UNSUPPORTED : run->answer.error));
    return slp_error_set(err, run->e->port_line, NULL, "scheme",
                         "port %.60s, steps %zu to %zu: %.120s; take a smaller h, or mend the port",
                         run->e->port, first + 1, first + steps, note);
}
