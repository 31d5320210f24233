/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A port's stages: see props/subject/port_stages.h.  The port runs apart from the one that answers
 * the other questions: whoever did not ask for stages gets none. */
#include "props/subject/port_stages.h"
#include "oracle/judge/stages/stages.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"
#include "props/subject/port_question.h"

#include <stdlib.h>
#include <string.h>

static char *command_with_stages(const char *command)
{
    static const char asks[] = "SLP_STAGES=1; export SLP_STAGES; ";
    const size_t size = sizeof asks + strlen(command);
    char *with = slp_allocate(size, 1);
    snprintf(with, size, "%s%s", asks, command);
    return with;
}

/* The lines of stages before the answer, to be freed. */
static char *read_lines(prop_question *q, prop_port *port)
{
    slp_written lines;
    FILE *to = slp_written_begin(&lines);
    const double deadline = slp_clock_seconds() + prop_question_seconds(q, port);
    const char *line;
    bool going = prop_port_write(port, q->note, q->text, deadline) &&
                 (!port->collects || prop_port_write(port, q->note, "go\n", deadline));
    while (going && prop_port_line(&line, port, q->note, deadline)) {
        if (strncmp(line, "# stage ", strlen("# stage ")) == 0) fprintf(to, "%s\n", line);
        if (prop_question_decides(q, line)) break;
    }
    return slp_written_end(&lines);
}

char *prop_port_stages(const prop_subject *subject, const slp_case *c)
{
    const prop_port *usual = prop_port_of(subject);
    judge_stages said = {0};
    slp_error err;
    char note[PROP_NOTE];
    if (!usual) return NULL;
    prop_port port = {.command = command_with_stages(usual->command),
                      .seconds = usual->seconds,
                      .collects = usual->collects};
    if (prop_port_start(&port)) {
        prop_question *q = prop_question_new(c, 1);
        char *lines = read_lines(q, &port);
        if (*lines && q->became == PROP_ANSWERED &&
            slp_need_memory(slp_result_in(&q->r, c->arithmetic, &err)) == SLP_OK)
            judge_stages_compare(&said, &q->c, &q->r, lines);
        free(lines);
        prop_question_free(q);
        prop_port_stop(&port, note);
    }
    free(port.command);
    free(port.held);
    free(said.value);
    free(said.terms);
    return said.text;
}
