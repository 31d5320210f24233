/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A port's process: a command on two pipes, written and read a line at a time, never blocking
 * beyond a time limit.  Internal to props. */
#ifndef SLP_PROPS_PORT_H
#define SLP_PROPS_PORT_H

#include "props/prop.h"

#include <sys/types.h>

typedef struct prop_port {
    char *command;
    double seconds;                /* to wait for one answer */
    pid_t pid;                     /* 0: not running */
    int in, out;                   /* this program's ends of its standard input and output */
    char *held;                    /* its output */
    size_t count, capacity, given; /* given: bytes that were taken as lines */
    bool ended;                    /* its output is closed */
    unsigned starts;
    bool collects; /* it answers cases when it reads the line `go` */
} prop_port;

/* Starts the command in a process group of its own, by /bin/sh -c.  False with errno. */
bool prop_port_start(prop_port *port);
/* Waits a moment, closes its input, waits again, ends the process group.  `how` says how it ended,
 * and whether that was after this program closed its input. */
void prop_port_stop(prop_port *port, char how[PROP_NOTE]);

/* Writes text, all of it, while reading what the port writes meanwhile (it is held for
 * prop_port_line).  The port may answer before it has read everything.  False, with a note, on a
 * closed pipe or at the deadline. */
bool prop_port_write(prop_port *port, char note[PROP_NOTE], const char *text, double deadline);
/* Takes the next line, without its newline, into *line (valid until the next call).  False, with a
 * note, at the end of output, at the deadline, or on a line too long. */
bool prop_port_line(const char **line, prop_port *port, char note[PROP_NOTE], double deadline);
/* Takes a line that is held, without waiting; *line is NULL if no whole line is.  False, with a
 * note, at the end of output and on a line with a zero byte. */
bool prop_port_held_line(const char **line, prop_port *port, char note[PROP_NOTE]);

typedef enum prop_port_event {
    PROP_PORT_MOVED,  /* something was read or written, or `wake` was written to */
    PROP_PORT_QUIET,  /* nothing until the deadline */
    PROP_PORT_CLOSED, /* it closed its input */
    PROP_PORT_ENDLESS /* it writes without end */
} prop_port_event;
/* Waits for the first of: output of the port, which is then held; room for input, if size > 0, and
 * *put bytes of text are then written; a byte to be read from `wake`, which is taken. */
prop_port_event prop_port_exchange(size_t *put, prop_port *port, const char *text, size_t size,
                                   int wake, double deadline);

#endif
