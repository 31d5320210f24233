/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Any port as a subject (props/PORTS.md): registration, then one case after another, each with its
 * disposition. */
#include "props/subject/port_flight.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* So many ordinary cases of a pair are sent to a port that did not list it, if no case of it could
 * be checked. */
enum { TRIALS = 4 };
/* So many lines without an answer are kept: a port is not started more often. */
enum { LOST = 16 };

typedef struct offer {
    const slp_system *system;
    const slp_scheme *scheme;
} offer;

typedef struct port_subject {
    prop_subject subject;
    prop_port port;
    struct sigaction pipe_before;
    unsigned long long asked; /* ids are never repeated */
    bool listed;              /* it answered `list` */
    offer *offers;
    size_t offer_count;
    prop_flight *flight; /* NULL: one case at a time */
    /* Lines without an answer, the last few, by the number of their question. */
    pthread_mutex_t lock;
    struct {
        unsigned long long number;
        char *line;
    } lost[LOST];
    size_t lost_count;
} port_subject;

static void keep_lost(port_subject *own, prop_question *q)
{
    pthread_mutex_lock(&own->lock);
    const size_t at = own->lost_count++ % LOST;
    free(own->lost[at].line);
    own->lost[at].number = q->number;
    own->lost[at].line = q->text;
    q->text = NULL;
    pthread_mutex_unlock(&own->lock);
}

static char *lost_line(const prop_subject *self, unsigned long long number)
{
    port_subject *own = self->own;
    char *line = NULL;
    pthread_mutex_lock(&own->lock);
    for (size_t i = 0; i < LOST && !line; i++)
        if (own->lost[i].line && own->lost[i].number == number)
            line = slp_copy_text(own->lost[i].line);
    pthread_mutex_unlock(&own->lock);
    if (line) line[strcspn(line, "\n")] = '\0';
    return line;
}

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    port_subject *own = self->own;
    prop_question *q;
    slp_result_clear(r);
    if (own->flight) {
        q = prop_flight_ask(own->flight, c);
    } else {
        q = prop_question_new(c, prop_question_number(c, &own->asked));
        prop_question_alone(q, &own->port);
    }
    prop_disposition became = q->became;
    if (became == PROP_DECLINED && own->listed) became = PROP_REFUSED;
    *r = q->r;
    slp_result_init(&q->r);
    if (became != PROP_ANSWERED) memcpy(note, q->note, PROP_NOTE);
    if (became == PROP_UNRECEIVED && q->sent) {
        free(r->id);
        r->id = slp_copy_text(q->c.id);
        keep_lost(own, q);
    }
    prop_question_free(q);
    slp_error err = {0};
    if (became == PROP_ANSWERED &&
        slp_need_memory(slp_result_in(r, c->arithmetic, &err)) != SLP_OK) {
        snprintf(note, PROP_NOTE, "no answer: %.200s", err.text);
        return PROP_INCOMPLETE;
    }
    return became;
}

const prop_port *prop_port_of(const prop_subject *subject)
{
    return subject->answer == answer ? &((const port_subject *)subject->own)->port : NULL;
}

static void expect_case(const prop_subject *self, const slp_case *c)
{
    prop_flight_expect(((port_subject *)self->own)->flight, c);
}

static void forget_cases(const prop_subject *self)
{
    prop_flight_forget(((port_subject *)self->own)->flight);
}

void prop_subject_port_set_arithmetic(prop_subject *port, const slp_arithmetic *a)
{
    port->arithmetic = slp_arithmetic_is_binary64(a) && !(a && a->tolerance > 0) ? NULL : a;
}

void prop_subject_port_in_flight(prop_subject *port, unsigned most)
{
    port_subject *own = port->own;
    if (most < 2 || own->flight) return;
    own->flight = prop_flight_new(&own->port, most, own->asked);
    if (!own->flight) return;
    port->in_flight = most;
    port->serial = false;
    port->expect = expect_case;
    port->forget = forget_cases;
}

/* ---- What it offers ---- */

/* Whether the port declines every one of a few ordinary cases of the pair.  False for a pair that
 * it listed. */
static bool declines_pair(const prop_subject *self, const slp_system *system,
                          const slp_scheme *scheme)
{
    port_subject *own = self->own;
    bool all = false;
    if (own->listed) return false;
    SLP_CLEARED(slp_case) c = {0};
    SLP_CLEARED(slp_result) r = {0};
    slp_draw from;
    for (uint64_t i = 0; i < TRIALS; i++) {
        char note[PROP_NOTE] = "";
        slp_draw_init(&from, 1, i);
        from.arithmetic = self->arithmetic;
        if (slp_need_memory(slp_draw_case(&c, system, scheme, &from, 1)) != SLP_OK) continue;
        prop_disposition became = answer(&r, note, self, &c);
        all = became == PROP_DECLINED;
        if (!all) break;
    }
    return all;
}

static bool has_pair(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    const port_subject *own = self->own;
    for (size_t i = 0; i < own->offer_count; i++)
        if (own->offers[i].system == system && own->offers[i].scheme == scheme) return true;
    return !own->listed;
}

/* ---- Registration ---- */

/* A pair that slp does not have is passed over. */
static void add_offer(port_subject *own, const char *line)
{
    char system[64] = "", scheme[64] = "";
    if (sscanf(line, "pair system=%63s scheme=%63s", system, scheme) != 2) return;
    const slp_scheme *const with = slp_scheme_find(scheme);
    const slp_system *one;
    for (size_t i = 0; with && (one = slp_system_at(i)); i++) {
        if (!slp_system_named(one, system) || !slp_pair_makes_sense(one, with, NULL)) continue;
        own->offers = slp_one_more(own->offers, own->offer_count, sizeof *own->offers);
        own->offers[own->offer_count++] = (offer){one, with};
    }
}

/* A rigid body, which nearly every port has; a port without it declines the case, which is an
   answer too. */
static bool first_case(slp_case *c)
{
    const slp_scheme *scheme;
    slp_draw from;
    for (size_t k = 0; (scheme = slp_scheme_at(k)); k++) {
        slp_draw_init(&from, 1, 0);
        if (slp_need_memory(slp_draw_case(c, slp_system_find("rigid-body"), scheme, &from, 1)) ==
            SLP_OK)
            return true;
    }
    return false;
}

/* `list`, then a first case.  A port that knows `list` answers pair lines and `end` before the
 * result; one that does not ignores the line and answers only the case. */
static bool register_port(port_subject *own, char note[PROP_NOTE])
{
    prop_port *port = &own->port;
    const char *line = NULL;
    slp_case c;
    slp_case_init(&c);
    if (!first_case(&c)) return false;
    prop_question *q = prop_question_new(&c, ++own->asked);
    double deadline = slp_clock_seconds() + port->seconds;
    bool going = prop_port_write(port, q->note, "list\n", deadline) &&
                 prop_port_write(port, q->note, q->text, deadline);
    while (going) {
        going = prop_port_line(&line, port, q->note, deadline);
        if (!going) break;
        if (strncmp(line, "pair ", 5) == 0)
            add_offer(own, line);
        else if (strcmp(line, "end") == 0)
            own->listed = true;
        else if (strcmp(line, "go") == 0)
            port->collects = prop_port_write(port, q->note, "go\n", deadline);
        else if (strcmp(line, "list") == 0)
            continue; /* the port echoes a line that it does not know */
        else if (prop_question_decides(q, line))
            break;
    }
    if (!going) prop_question_stop_port(q->note, port, q);
    going = going && q->became != PROP_INCOMPLETE;
    memcpy(note, q->note, PROP_NOTE);
    prop_question_free(q);
    slp_case_clear(&c);
    return going;
}

/* A port that does not know a line ignores it, or echoes it; what is not taken and does not answer
 * the case decides as in any conversation. */
bool prop_subject_port_ask(prop_subject *subject, const char *lines, prop_port_taker *take,
                           void *to)
{
    port_subject *own = subject->own;
    prop_port *port = &own->port;
    const char *line = NULL;
    SLP_CLEARED(slp_case) c = {0};
    prop_question *q = first_case(&c) ? prop_question_new(&c, ++own->asked) : NULL;
    const double deadline = q ? slp_clock_seconds() + prop_question_seconds(q, port) : 0;
    bool going = q && port->pid && !own->flight &&
                 prop_port_write(port, q->note, lines, deadline) &&
                 prop_port_write(port, q->note, q->text, deadline) &&
                 (!port->collects || prop_port_write(port, q->note, "go\n", deadline));
    while (going && (going = prop_port_line(&line, port, q->note, deadline)))
        if (!take(to, line) && prop_question_decides(q, line)) break;
    if (!going && !own->flight && q) prop_question_stop_port(q->note, port, q);
    prop_question_free(q);
    return going;
}

typedef struct told {
    FILE *to;
    size_t lines;
} told;

static bool read_about(void *of, const char *line)
{
    static const char word[] = "about ";
    told *t = of;
    if (strcmp(line, "about") == 0) return true;
    if (strncmp(line, word, strlen(word)) != 0) return false;
    if (t->lines++ < PROP_ABOUT_LINES) fprintf(t->to, "%.200s\n", line + strlen(word));
    return true;
}

char *prop_subject_port_about(prop_subject *subject)
{
    slp_written said;
    told t = {.to = slp_written_begin(&said)};
    prop_subject_port_ask(subject, "about\n", read_about, &t);
    return slp_written_end(&said);
}

bool prop_subject_port_lists(const prop_subject *subject)
{
    const port_subject *own = subject->own;
    return own->listed;
}

prop_subject *prop_subject_port_new(const char *command, double seconds, slp_error *err)
{
    port_subject *own = slp_allocate(1, sizeof *own);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    char note[PROP_NOTE] = "";
    own->subject = (prop_subject){.name = "port",
                                  .answer = answer,
                                  .lost_line = lost_line,
                                  .has = has_pair,
                                  .declines = declines_pair,
                                  .serial = true,
                                  .own = own};
    pthread_mutex_init(&own->lock, NULL);
    own->port.command = slp_copy_text(command);
    own->port.seconds = seconds;
    sigaction(SIGPIPE, &ignore, &own->pipe_before);
    if (!prop_port_start(&own->port)) {
        slp_error_set(err, 0, NULL, NULL, "cannot start the port: %s", strerror(errno));
    } else if (!register_port(own, note)) {
        slp_error_set(
            err, 0, NULL, NULL,
            "the port does not answer a first case: %.170s; it must flush a result line for each "
            "case",
            note);
    } else {
        return &own->subject;
    }
    prop_subject_port_free(&own->subject);
    return NULL;
}

void prop_subject_port_free(prop_subject *port)
{
    if (!port) return;
    port_subject *own = port->own;
    char how[PROP_NOTE];
    prop_flight_free(own->flight);
    prop_port_stop(&own->port, how);
    sigaction(SIGPIPE, &own->pipe_before, NULL);
    pthread_mutex_destroy(&own->lock);
    for (size_t i = 0; i < LOST; i++) free(own->lost[i].line);
    free(own->port.command);
    free(own->port.held);
    free(own->offers);
    free(own);
}
