/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Asks a port one question: see props/subject/port_question.h. */
#include "props/subject/port_question.h"
#include "oracle/contract/case/case_sum.h"
#include "oracle/plumbing/allocate.h"

#include "oracle/judge/judge.h"
#include "oracle/plumbing/clock.h"

#include <stdlib.h>
#include <string.h>

/* A port that stops answering, or ends, is started again, at most so many starts in all. */
enum { MOST_STARTS = 9 };

/* A run takes longer than a step, and a large matrix than a small one: a port has the time limit
 * once, and once more for every so many steps and for every so many coordinates. */
enum { STEPS_A_TIME = 64, COORDINATES_A_TIME = 16 };

static double time_for(const prop_port *port, const slp_case *c)
{
    return port->seconds * (double)(1 + c->steps / STEPS_A_TIME + c->d / COORDINATES_A_TIME);
}

double prop_question_seconds(const prop_question *q, const prop_port *port)
{
    return time_for(port, &q->c);
}

prop_question *prop_question_new(const slp_case *c, unsigned long long number)
{
    prop_question *q = slp_allocate(1, sizeof *q);
    char id[SLP_MAX_ID];
    slp_written line;
    slp_case_init(&q->c);
    slp_result_init(&q->r);
    slp_need_memory(slp_case_copy(&q->c, c));
    free(q->c.id);
    snprintf(id, sizeof id, "check-%llu", number);
    q->c.id = slp_copy_text(id);
    q->number = number;
    q->became = PROP_UNRECEIVED;
    slp_sums sums = {0, 0};
    slp_case_print_sum(slp_written_begin(&line), &q->c, &sums, false);
    q->text = slp_written_end(&line);
    q->size = line.size;
    return q;
}

void prop_question_free(prop_question *q)
{
    if (!q) return;
    slp_case_clear(&q->c);
    slp_result_clear(&q->r);
    free(q->text);
    free(q->line);
    free(q);
}

static prop_disposition note_incomplete(char note[PROP_NOTE], const char *what, const char *line)
{
    snprintf(note, PROP_NOTE, "%s: \"%.120s%s\"", what, line, strlen(line) > 120 ? "..." : "");
    return PROP_INCOMPLETE;
}

/* A line about the case `id`: true when it decides, *became says what. */
static bool line_decides(prop_disposition *became, slp_result *r, char note[PROP_NOTE],
                         const char *line, const char *id, const slp_case *c)
{
    slp_error err = {0};
    if (*line == '\0' || *line == '#') return false;
    if (strncmp(line, "case ", 5) == 0) {
        const char *echoed = strstr(line, "id=");
        size_t length = strlen(id);
        if (echoed && strncmp(echoed + 3, id, length) == 0 && strchr(" ", echoed[3 + length]))
            return false;
        *became = note_incomplete(note, "it echoed another case", line);
        return true;
    }
    if (strncmp(line, "result ", 7) != 0) {
        *became = note_incomplete(note, "neither a case nor a result", line);
        return true;
    }
    *became = PROP_ANSWERED;
    const bool read = slp_need_memory(slp_result_parse(r, line, 0, &err)) == SLP_OK;
    if (!read && !r->fault) {
        snprintf(note, PROP_NOTE, "result cannot be read: %.60s%s%.130s", err.field,
                 *err.field ? ": " : "", err.text);
        *became = PROP_INCOMPLETE;
    } else if (!r->id || strcmp(r->id, id) != 0) {
        char what[SLP_MAX_ID + 48];
        snprintf(what, sizeof what, "a result of another id than %s", id);
        *became = note_incomplete(note, what, line);
    } else if (!read || (r->error == SLP_OK && r->y.count != c->steps * c->d)) {
        char why[SLP_FAULT_CHARS];
        slp_judge_fault(why, c, r, &err);
        snprintf(note, PROP_NOTE, "no answer: %.190s", why);
        *became = PROP_INCOMPLETE;
    } else if (r->error != SLP_OK) {
        snprintf(note, PROP_NOTE, "error=%s", slp_status_word(r->error));
        *became = r->error == SLP_UNSUPPORTED ? PROP_DECLINED : PROP_REFUSED;
    }
    return true;
}

bool prop_question_decides(prop_question *q, const char *line)
{
    return line_decides(&q->became, &q->r, q->note, line, q->c.id, &q->c);
}

void prop_question_read(prop_question *q)
{
    if (q->line) prop_question_decides(q, q->line);
    free(q->line);
    q->line = NULL;
}

void prop_question_stop_port(char note[PROP_NOTE], prop_port *port, const prop_question *q)
{
    char why[PROP_NOTE], how[PROP_NOTE] = "", sent[80] = "";
    memcpy(why, note, sizeof why);
    prop_port_stop(port, how);
    if (q && q->size)
        snprintf(sent, sizeof sent, "; the line was %.24s, %zu characters", q->c.id, q->size - 1);
    snprintf(note, PROP_NOTE, "%.80s; %.70s%s", why, how, sent);
}

unsigned long long prop_question_number(const slp_case *c, unsigned long long *asked)
{
    unsigned long long number = 0;
    char more;
    const bool again = c->id && sscanf(c->id, "check-%llu%c", &number, &more) == 1;
    *asked = again && number > *asked ? number : *asked + 1;
    return *asked;
}

bool prop_question_stops_port(const prop_question *q)
{
    return q->became == PROP_UNRECEIVED ||
           (q->became == PROP_INCOMPLETE && (!q->r.id || strcmp(q->r.id, q->c.id) != 0));
}

bool prop_question_port_runs(prop_question *q, prop_port *port)
{
    if (port->pid || (port->starts < MOST_STARTS && prop_port_start(port))) return true;
    q->became = PROP_UNRECEIVED;
    snprintf(q->note, PROP_NOTE, "the port ended or fell silent %u times and is asked no more",
             port->starts);
    return false;
}

void prop_question_alone(prop_question *q, prop_port *port)
{
    const char *line = NULL;
    if (!prop_question_port_runs(q, port)) return;
    q->became = PROP_UNRECEIVED;
    const double deadline = slp_clock_seconds() + time_for(port, &q->c);
    q->sent = true;
    bool going = prop_port_write(port, q->note, q->text, deadline) &&
                 (!port->collects || prop_port_write(port, q->note, "go\n", deadline));
    while (going) {
        going = prop_port_line(&line, port, q->note, deadline);
        if (going && prop_question_decides(q, line)) break;
    }
    if (!going) {
        prop_question_stop_port(q->note, port, q);
    } else if (prop_question_stops_port(q)) {
        char how[PROP_NOTE];
        prop_port_stop(port, how);
    }
}
