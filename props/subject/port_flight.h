/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Several questions in flight: up to `most` cases are sent before the first answer is awaited, and
 * answers come in any order.  Any number of threads ask; a thread of its own owns the port's pipes.
 * Internal to props. */
#ifndef SLP_PROPS_PORT_FLIGHT_H
#define SLP_PROPS_PORT_FLIGHT_H

#include "props/subject/port_question.h"

typedef struct prop_flight prop_flight;

/* From now on the port is asked by this alone.  `asked`: the number of the last question before.
 * NULL if no thread can be started. */
prop_flight *prop_flight_new(prop_port *port, unsigned most, unsigned long long asked);
void prop_flight_free(prop_flight *flight);
/* Sends c, unless prop_flight_expect has, and waits until it has become something.  The caller
 * frees the question. */
prop_question *prop_flight_ask(prop_flight *flight, const slp_case *c);
/* The calling thread will ask c, after what it expects already: c may be sent at once.  Nothing
 * happens if so many are expected that no more should be sent. */
void prop_flight_expect(prop_flight *flight, const slp_case *c);
/* The calling thread does not ask what it still expects. */
void prop_flight_forget(prop_flight *flight);

#endif
