/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A question to a port: a case under an id of its own, and what became of it.  Internal to props.
 */
#ifndef SLP_PROPS_PORT_QUESTION_H
#define SLP_PROPS_PORT_QUESTION_H

#include "props/subject/port_process.h"

/* Where it is, while several are in flight (props/subject/port_flight.c). */
typedef enum prop_question_state {
    PROP_QUESTION_NEW,       /* known to who asks alone */
    PROP_QUESTION_WAITS,     /* to be sent */
    PROP_QUESTION_IN_FLIGHT, /* sent; no answer yet */
    PROP_QUESTION_DECIDED    /* it has become something */
} prop_question_state;

typedef struct prop_question prop_question;
struct prop_question {
    slp_case c;                /* the case; its id is check-NUMBER, which is never repeated */
    unsigned long long number; /* of the id */
    char *text;                /* its record */
    size_t size;
    /* What became of it.  Where `line` is set, prop_question_read finds that out. */
    slp_result r;
    prop_disposition became;
    char note[PROP_NOTE];
    char *line; /* the line that answers it */
    bool sent;  /* or a part of it */
    /* While several are in flight (props/subject/port_flight.c). */
    prop_question_state state;
    bool unwanted; /* nobody asks for it any more */
    prop_question *next, *before, *in_slot, *expected;
};

/* The process of a port; NULL of other subjects. */
const prop_port *prop_port_of(const prop_subject *subject);

prop_question *prop_question_new(const slp_case *c, unsigned long long number);
void prop_question_free(prop_question *q);
/* How long the port may take for it [s]. */
double prop_question_seconds(const prop_question *q, const prop_port *port);
/* Takes a line that the port wrote.  True if it decides what becomes of the question. */
bool prop_question_decides(prop_question *q, const char *line);
/* Reads q->line, if there is one. */
void prop_question_read(prop_question *q);
/* Sends the question alone and waits for its answer.  Starts the port if it does not run.  If a
 * line does not name the case that it answers, later lines cannot be assigned to cases, so the port
 * is ended.  An invalid answer to this case (nan, a wrong count) needs no new start. */
void prop_question_alone(prop_question *q, prop_port *port);
/* False if the port cannot be started, or was started too often. */
bool prop_question_port_runs(prop_question *q, prop_port *port);
/* Ends the port, and says behind the note how it ended and which line it was sent; q may be
 * NULL. */
void prop_question_stop_port(char note[PROP_NOTE], prop_port *port, const prop_question *q);
/* The number of the next question.  A case whose id is check-NUMBER, as that of a line that is sent
 * again, has this number if it is not used up; *asked is the last number used. */
unsigned long long prop_question_number(const slp_case *c, unsigned long long *asked);
/* Whether what became of it means that the port must be started again. */
bool prop_question_stops_port(const prop_question *q);

#endif
