/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The process of a port.
 *
 * Both pipes are non-blocking, and one call waits for both.  So a port that writes while this
 * program writes, writes nothing, writes without end or ends costs at most its time limit.  SIGPIPE
 * is ignored while a port is open. */
#include "props/subject/port_process.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PART = 65536, ENOUGH = 1 << 26, GRACE_MS = 200, MOMENT_MS = 20 };

static void close_all(int *ends, int count)
{
    for (int i = 0; i < count; i++) close(ends[i]);
}

static void exec_command(const char *command, int in, int out)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(SIGPIPE, &usual, NULL);
    sigaction(SIGXFSZ, &usual, NULL);
    setpgid(0, 0);
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(126);
    if (in > STDERR_FILENO) close(in); /* else a port could not close its input */
    if (out > STDERR_FILENO) close(out);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

bool prop_port_start(prop_port *port)
{
    int to[2], from[2];
    if (pipe(to) != 0) return false;
    if (pipe(from) != 0) {
        close_all(to, 2);
        return false;
    }
    int ours[2] = {to[1], from[0]};
    for (int i = 0; i < 2; i++) {
        fcntl(ours[i], F_SETFD, FD_CLOEXEC);
        fcntl(ours[i], F_SETFL, O_NONBLOCK);
    }
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close_all(ours, 2);
        exec_command(port->command, to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    if (pid < 0) {
        close_all(ours, 2);
        return false;
    }
    setpgid(pid, pid); /* both sides, whichever comes first */
    port->pid = pid;
    port->in = to[1];
    port->out = from[0];
    port->count = port->given = 0;
    port->ended = false;
    port->starts++;
    return true;
}

static bool ended_within(pid_t pid, int *status, int milliseconds)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    for (int waited = 0; waited <= milliseconds; waited += 2) {
        if (waitpid(pid, status, WNOHANG) == pid) return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

void prop_port_stop(prop_port *port, char how[PROP_NOTE])
{
    int status = 0;
    if (!port->pid) return;
    /* a port that closed its output mostly exits next, and this program must not seem the cause */
    const bool first = ended_within(port->pid, &status, port->ended ? GRACE_MS : MOMENT_MS);
    close(port->in);
    const bool alone = first || ended_within(port->pid, &status, GRACE_MS);
    kill(-port->pid, SIGKILL);
    if (!alone) waitpid(port->pid, &status, 0);
    close(port->out);
    port->pid = 0;
    const char *why = first ? "" : "slp closed its input, then ";
    if (!alone)
        snprintf(how, PROP_NOTE, "slp closed its input and had to end it");
    else if (WIFSIGNALED(status))
        snprintf(how, PROP_NOTE, "%sit was ended by signal %d", why, WTERMSIG(status));
    else
        snprintf(how, PROP_NOTE, "%sit exited with status %d", why, WEXITSTATUS(status));
}

/* Waits until the port may be written (if asked) or read; false at the deadline. */
static bool wait_until_ready(short *writable, short *readable, const prop_port *port, bool writing,
                             double deadline)
{
    struct pollfd ends[2] = {{.fd = port->ended ? -1 : port->out, .events = POLLIN},
                             {.fd = writing ? port->in : -1, .events = POLLOUT}};
    for (;;) {
        double left = deadline - slp_clock_seconds();
        if (left <= 0) return false;
        int got = poll(ends, 2, (int)(left * 1000) + 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (got == 0) continue;
        *readable = ends[0].revents;
        *writable = ends[1].revents;
        return true;
    }
}

/* Reads the available output.  False if there is too much of it. */
static bool read_available(prop_port *port)
{
    if (port->given) {
        memmove(port->held, port->held + port->given, port->count - port->given);
        port->count -= port->given;
        port->given = 0;
    }
    if (port->count + PART > port->capacity) {
        port->capacity = 2 * port->capacity + PART;
        port->held = slp_reallocate(port->held, port->capacity);
    }
    ssize_t got = read(port->out, port->held + port->count, PART);
    if (got > 0) port->count += (size_t)got;
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) port->ended = true;
    return port->count <= ENOUGH;
}

static bool set_note(char note[PROP_NOTE], const char *text)
{
    snprintf(note, PROP_NOTE, "%s", text);
    return false;
}

bool prop_port_write(prop_port *port, char note[PROP_NOTE], const char *text, double deadline)
{
    size_t left = strlen(text);
    while (left) {
        short writable = 0, readable = 0;
        if (!wait_until_ready(&writable, &readable, port, true, deadline))
            return set_note(note, "it did not read its input in time");
        if (readable && !read_available(port)) return set_note(note, "it writes without end");
        if (!writable) continue;
        ssize_t put = write(port->in, text, left);
        if (put < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (put < 0) return set_note(note, "it closed its input");
        text += put;
        left -= (size_t)put;
    }
    return true;
}

bool prop_port_held_line(const char **line, prop_port *port, char note[PROP_NOTE])
{
    char *begin = port->held + port->given;
    const size_t left = port->count - port->given;
    char *end = left ? memchr(begin, '\n', left) : NULL;
    *line = NULL;
    if (!end) {
        if (!port->ended) return true;
        return set_note(note, left ? "its output ends within a line" : "it closed its output");
    }
    if (memchr(begin, '\0', (size_t)(end - begin)))
        return set_note(note, "it wrote a line with a zero byte");
    *end = '\0';
    *line = begin;
    port->given += (size_t)(end - begin) + 1;
    if (end > begin && end[-1] == '\r') end[-1] = '\0'; /* oracle/FORMAT.md */
    return true;
}

bool prop_port_line(const char **line, prop_port *port, char note[PROP_NOTE], double deadline)
{
    while (prop_port_held_line(line, port, note)) {
        short writable, readable = 0;
        if (*line) return true;
        if (!wait_until_ready(&writable, &readable, port, false, deadline))
            return set_note(note, port->count > port->given ? "no whole line in time"
                                                            : "no answer in time");
        if (readable && !read_available(port)) return set_note(note, "it writes without end");
    }
    return false;
}

prop_port_event prop_port_exchange(size_t *put, prop_port *port, const char *text, size_t size,
                                   int wake, double deadline)
{
    const bool runs = port->pid != 0;
    struct pollfd ends[3] = {{.fd = runs && !port->ended ? port->out : -1, .events = POLLIN},
                             {.fd = runs && size ? port->in : -1, .events = POLLOUT},
                             {.fd = wake, .events = POLLIN}};
    *put = 0;
    const double left = deadline - slp_clock_seconds();
    const int got = poll(ends, 3, left > 1e6 ? -1 : left > 0 ? (int)(left * 1000) + 1 : 0);
    if (got == 0) return PROP_PORT_QUIET;
    if (got < 0) return PROP_PORT_MOVED; /* a signal */
    if (ends[2].revents) {
        char byte[64];
        if (read(wake, byte, sizeof byte) < 0 && errno != EAGAIN && errno != EINTR) abort();
    }
    if (ends[0].revents && !read_available(port)) return PROP_PORT_ENDLESS;
    if (!ends[1].revents) return PROP_PORT_MOVED;
    const ssize_t some = write(port->in, text, size);
    if (some < 0) return errno == EAGAIN || errno == EINTR ? PROP_PORT_MOVED : PROP_PORT_CLOSED;
    *put = (size_t)some;
    return PROP_PORT_MOVED;
}
