/* Any port as a subject (props/PORTS.md): registration, then one case after another, each with its
 * disposition. */
#include "props/subject/port_process.h"
#include "oracle/plumbing/allocate.h"

#include "oracle/judge/judge.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* MOST_STARTS: a port that stops answering, or ends, is started again, at most so many starts in
 * all.  TRIALS: so many ordinary cases of a pair are sent to a port that did not list it, if no
 * case of it could be checked. */
enum { MOST_STARTS = 9, TRIALS = 4 };

/* A run takes longer than a step, and a large matrix than a small one: a port has the time limit
 * once, and once more for every so many steps and for every so many coordinates. */
enum { STEPS_A_TIME = 64, COORDINATES_A_TIME = 16 };

static double time_for(const prop_port *port, const slp_case *c)
{
    return port->seconds * (double)(1 + c->steps / STEPS_A_TIME + c->d / COORDINATES_A_TIME);
}

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
} port_subject;

/* The case under an id of its own, as text; to be freed. */
static char *text_of(char id[SLP_MAX_ID], port_subject *own, const slp_case *c)
{
    char *text = NULL;
    size_t size = 0;
    slp_case named;
    FILE *to = open_memstream(&text, &size);
    if (!to) abort();
    slp_case_init(&named);
    slp_need_memory(slp_case_copy(&named, c));
    free(named.id);
    snprintf(id, SLP_MAX_ID, "check-%llu", ++own->asked);
    named.id = strdup(id);
    if (!named.id) abort();
    slp_case_print(to, &named);
    if (fclose(to) != 0) abort();
    slp_case_clear(&named);
    return text;
}

static prop_disposition incomplete(char note[PROP_NOTE], const char *what, const char *line)
{
    snprintf(note, PROP_NOTE, "%s: \"%.120s%s\"", what, line, strlen(line) > 120 ? "..." : "");
    return PROP_INCOMPLETE;
}

/* One line about the case `id`: true when it decides, *became says what. */
static bool decides(prop_disposition *became, slp_result *r, char note[PROP_NOTE], const char *line,
                    const char *id, const slp_case *c)
{
    slp_error err = {0};
    if (*line == '\0' || *line == '#') return false;
    if (strncmp(line, "case ", 5) == 0) {
        const char *echoed = strstr(line, "id=");
        size_t length = strlen(id);
        if (echoed && strncmp(echoed + 3, id, length) == 0 && strchr(" ", echoed[3 + length]))
            return false;
        *became = incomplete(note, "it echoed another case", line);
        return true;
    }
    if (strncmp(line, "result ", 7) != 0) {
        *became = incomplete(note, "neither a case nor a result", line);
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
        *became = incomplete(note, what, line);
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

static void fell_silent(port_subject *own, char note[PROP_NOTE])
{
    char why[PROP_NOTE], how[PROP_NOTE] = "";
    memcpy(why, note, sizeof why);
    prop_port_stop(&own->port, how);
    snprintf(note, PROP_NOTE, "%.100s; %.100s", why, how);
}

/* If a line does not name the case that it answers, later lines cannot be assigned to cases, so the
 * port is started again.  An invalid answer to this case (nan, a wrong count) needs no new
 * start. */
static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    port_subject *own = self->own;
    prop_port *port = &own->port;
    char id[SLP_MAX_ID];
    const char *line = NULL;
    prop_disposition became = PROP_UNRECEIVED;
    slp_result_clear(r);
    if (!port->pid && (port->starts >= MOST_STARTS || !prop_port_start(port))) {
        snprintf(note, PROP_NOTE, "the port ended or fell silent %u times and is asked no more",
                 port->starts);
        return PROP_UNRECEIVED;
    }
    char *text = text_of(id, own, c);
    double deadline = prop_port_now() + time_for(port, c);
    bool going = prop_port_write(port, note, text, deadline);
    while (going) {
        going = prop_port_line(&line, port, note, deadline);
        if (going && decides(&became, r, note, line, id, c)) break;
    }
    free(text);
    if (!going)
        fell_silent(own, note);
    else if (became == PROP_INCOMPLETE && (!r->id || strcmp(r->id, id) != 0)) {
        char how[PROP_NOTE];
        prop_port_stop(port, how);
    }
    if (became == PROP_DECLINED && own->listed) became = PROP_REFUSED;
    return became;
}

/* ---- What it offers ---- */

/* Whether the port declines every one of a few ordinary cases of the pair.  False for a pair that
 * it listed. */
static bool declines(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    port_subject *own = self->own;
    bool all = false;
    if (own->listed) return false;
    slp_case c;
    slp_result r;
    slp_draw from;
    slp_case_init(&c);
    slp_result_init(&r);
    for (uint64_t i = 0; i < TRIALS; i++) {
        char note[PROP_NOTE] = "";
        slp_draw_init(&from, 1, i);
        if (slp_need_memory(slp_draw_case(&c, system, scheme, &from, 1)) != SLP_OK) continue;
        prop_disposition became = answer(&r, note, self, &c);
        all = became == PROP_DECLINED;
        if (!all) break;
    }
    slp_case_clear(&c);
    slp_result_clear(&r);
    return all;
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    const port_subject *own = self->own;
    for (size_t i = 0; i < own->offer_count; i++)
        if (own->offers[i].system == system && own->offers[i].scheme == scheme) return true;
    return !own->listed;
}

/* ---- Registration ---- */

static void add_offer(port_subject *own, const char *line)
{
    char system[64] = "", scheme[64] = "";
    if (sscanf(line, "pair system=%63s scheme=%63s", system, scheme) != 2) return;
    offer pair = {slp_system_find(system), slp_scheme_find(scheme)};
    if (!pair.system || !pair.scheme) return; /* a pair that slp does not have */
    own->offers = realloc(own->offers, (own->offer_count + 1) * sizeof *own->offers);
    if (!own->offers) abort();
    own->offers[own->offer_count++] = pair;
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
static bool registered(port_subject *own, char note[PROP_NOTE])
{
    prop_port *port = &own->port;
    char id[SLP_MAX_ID];
    const char *line = NULL;
    slp_case c;
    slp_result r;
    prop_disposition became = PROP_UNRECEIVED;
    slp_case_init(&c);
    slp_result_init(&r);
    bool going = first_case(&c);
    char *text = going ? text_of(id, own, &c) : NULL;
    double deadline = prop_port_now() + port->seconds;
    going = going && prop_port_write(port, note, "list\n", deadline) &&
            prop_port_write(port, note, text, deadline);
    while (going) {
        going = prop_port_line(&line, port, note, deadline);
        if (!going) break;
        if (strncmp(line, "pair ", 5) == 0)
            add_offer(own, line);
        else if (strcmp(line, "end") == 0)
            own->listed = true;
        else if (strcmp(line, "list") == 0)
            continue; /* the port echoes a line that it does not know */
        else if (decides(&became, &r, note, line, id, &c))
            break;
    }
    if (!going) fell_silent(own, note);
    free(text);
    slp_case_clear(&c);
    slp_result_clear(&r);
    return going && became != PROP_INCOMPLETE;
}

prop_subject *prop_subject_port_new(const char *command, double seconds, slp_error *err)
{
    port_subject *own = calloc(1, sizeof *own);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    char note[PROP_NOTE] = "";
    if (!own) abort();
    own->subject = (prop_subject){.name = "port",
                                  .answer = answer,
                                  .has = has,
                                  .declines = declines,
                                  .serial = true,
                                  .own = own};
    own->port.command = strdup(command);
    if (!own->port.command) abort();
    own->port.seconds = seconds;
    sigaction(SIGPIPE, &ignore, &own->pipe_before);
    if (!prop_port_start(&own->port)) {
        slp_error_set(err, 0, NULL, NULL, "cannot start the port: %s", strerror(errno));
    } else if (!registered(own, note)) {
        slp_error_set(
            err, 0, NULL, NULL,
            "the port does not answer a first case: %.160s; it must read cases and write a "
            "result line each, flushed",
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
    prop_port_stop(&own->port, how);
    sigaction(SIGPIPE, &own->pipe_before, NULL);
    free(own->port.command);
    free(own->port.held);
    free(own->offers);
    free(own);
}
