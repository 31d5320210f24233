/* A port's process: a command on two pipes, written and read a line at a time, never blocking
 * beyond a time limit.  Internal to props. */
#ifndef SLP_PROPS_PORT_H
#define SLP_PROPS_PORT_H

#include "props/prop.h"

#include <sys/types.h>

typedef struct prop_port {
    char *command;
    double seconds;            /* to wait for one answer */
    pid_t pid;                 /* 0: not running */
    int in, out;               /* this program's ends of its standard input and output */
    char *held;                /* its output that is not yet taken as lines */
    size_t count, room, given; /* given: bytes of the line taken last */
    bool ended;                /* its output is closed */
    unsigned starts;
} prop_port;

/* Starts the command in a process group of its own, by /bin/sh -c.  False with errno. */
bool prop_port_start(prop_port *port);
/* Closes its input, waits a moment, ends the process group; says how it ended in how. */
void prop_port_stop(prop_port *port, char how[PROP_NOTE]);

/* Writes text, all of it, while reading what the port writes meanwhile (it is held for
 * prop_port_line).  The port may answer before it has read everything.  False, with a note, on a
 * closed pipe or at the deadline. */
bool prop_port_write(prop_port *port, char note[PROP_NOTE], const char *text, double deadline);
/* Takes the next line, without its newline, into *line (valid until the next call).  False, with a
 * note, at the end of output, at the deadline, or on a line too long. */
bool prop_port_line(const char **line, prop_port *port, char note[PROP_NOTE], double deadline);
/* Seconds on a clock that never goes back. */
double prop_port_now(void);

#endif
