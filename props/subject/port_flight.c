/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Questions in flight: see props/subject/port_flight.h.
 *
 * One thread owns the pipes.  It waits for both of them at once and never blocks in a write, so a
 * port may answer when it likes, or not at all.  A case is known by the number of its id.
 *
 * A port that ends, falls silent, or writes a line that answers no case in flight, is ended.  With
 * several cases in flight this does not say which of them is at fault.  So the port is started
 * again and the cases without an answer are asked one at a time, by the rules for one at a time.
 * Each of them then becomes what it becomes for a port that is asked one at a time, and starts are
 * counted as there.  If all are then answered, the port fails only with several cases in flight.
 * The case that waited longest gets the fault.
 *
 * A port that collects cases waits for the line `go`.  It is sent when every thread waits for an
 * answer, when half of the flight was sent since the last one and no more may be sent, or when
 * nothing was sent for QUIET seconds. */
#include "props/subject/port_flight.h"
#include "oracle/contract/number/exact.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PART = 1 << 16 };
static const double QUIET = 0.005;

/* A thread that asks. */
typedef struct asker {
    pthread_t thread;
    pthread_cond_t answered;
    const prop_question *waits_for;
    prop_question *first, *last; /* what it expects, in the order in which it will ask */
    struct asker *next;
} asker;

struct prop_flight {
    prop_port *port;
    size_t most, slot_count;
    pthread_t thread;
    pthread_mutex_t lock; /* of all that follows */
    int wake[2];
    bool ending, sleeping;
    unsigned long long asked;
    asker *askers;
    size_t asker_count, waiting, expected;
    prop_question *first, *last;    /* not yet sent */
    prop_question *oldest, *newest; /* in flight, in the order sent */
    prop_question **slots;          /* in flight, by number */
    size_t in_flight, unannounced;  /* how many; of them, sent since the last `go` */
    char *out;                      /* to be written */
    size_t count, capacity, put;
    double since; /* when the last answer came, or the flight began */
    double sent;  /* when a case was last taken to be sent */
};

/* ---- Lists ---- */

static void append_waiting(prop_flight *on, prop_question *q)
{
    q->state = PROP_QUESTION_WAITS;
    q->next = NULL;
    *(on->last ? &on->last->next : &on->first) = q;
    on->last = q;
}

static prop_question *remove_waiting(prop_flight *on)
{
    prop_question *q = on->first;
    on->first = q->next;
    if (!on->first) on->last = NULL;
    return q;
}

static void mark_sent(prop_flight *on, prop_question *q)
{
    prop_question **slot = on->slots + q->number % on->slot_count;
    q->state = PROP_QUESTION_IN_FLIGHT;
    q->sent = true;
    q->next = NULL;
    q->before = on->newest;
    *(on->newest ? &on->newest->next : &on->oldest) = q;
    on->newest = q;
    q->in_slot = *slot;
    *slot = q;
    on->in_flight++;
}

static void remove_in_flight(prop_flight *on, prop_question *q)
{
    prop_question **slot = on->slots + q->number % on->slot_count;
    while (*slot != q) slot = &(*slot)->in_slot;
    *slot = q->in_slot;
    *(q->before ? &q->before->next : &on->oldest) = q->next;
    *(q->next ? &q->next->before : &on->newest) = q->before;
    on->in_flight--;
}

static prop_question *find_in_flight(const prop_flight *on, unsigned long long number)
{
    prop_question *q = on->slots[number % on->slot_count];
    while (q && q->number != number) q = q->in_slot;
    return q;
}

/* The calling thread; it is added where it is new. */
static asker *calling_thread(prop_flight *on)
{
    for (asker *a = on->askers; a; a = a->next)
        if (pthread_equal(a->thread, pthread_self())) return a;
    asker *a = slp_allocate(1, sizeof *a);
    if (pthread_cond_init(&a->answered, NULL) != 0) slp_need_pointer(NULL);
    a->thread = pthread_self();
    a->next = on->askers;
    on->askers = a;
    on->asker_count++;
    return a;
}

/* The question is decided: whoever waits for it goes on. */
static void finish(prop_flight *on, prop_question *q)
{
    q->state = PROP_QUESTION_DECIDED;
    if (q->unwanted) {
        prop_question_free(q);
        return;
    }
    for (asker *a = on->askers; a; a = a->next)
        if (a->waits_for == q) pthread_cond_signal(&a->answered);
}

/* ---- The thread that owns the pipes ---- */

static void append_text(prop_flight *on, const char *text, size_t size)
{
    if (on->put == on->count) on->put = on->count = 0;
    if (on->count + size > on->capacity) {
        on->capacity = 2 * on->capacity + size;
        on->out = slp_reallocate(on->out, on->capacity);
    }
    memcpy(on->out + on->count, text, size);
    on->count += size;
}

/* Why no port can be asked; the questions that wait become that. */
static void fail_waiting(prop_flight *on, const prop_question *why)
{
    while (on->first) {
        prop_question *q = remove_waiting(on);
        q->became = why->became;
        memcpy(q->note, why->note, sizeof q->note);
        finish(on, q);
    }
}

static void send_go(prop_flight *on)
{
    append_text(on, "go\n", 3);
    on->unannounced = 0;
}

/* Takes questions that may be sent now. */
static void send_waiting(prop_flight *on)
{
    while (on->first && on->in_flight < on->most && on->count - on->put < PART) {
        if (on->first->unwanted) {
            prop_question_free(remove_waiting(on));
            continue;
        }
        if (!on->port->pid) on->put = on->count = 0;
        if (!prop_question_port_runs(on->first, on->port)) {
            const prop_question why = *on->first;
            fail_waiting(on, &why);
            return;
        }
        prop_question *q = remove_waiting(on);
        on->sent = slp_clock_seconds();
        if (!on->in_flight) on->since = on->sent;
        append_text(on, q->text, q->size);
        mark_sent(on, q);
        on->unannounced += on->port->collects;
    }
    const bool full = on->in_flight == on->most && 2 * on->unannounced >= on->most;
    const bool waited = !on->first && on->waiting == on->asker_count;
    if (on->unannounced && on->port->pid && (full || waited)) send_go(on);
}

/* Whether the line ends the port; else it is used, or it says nothing. */
static bool ends_port(prop_flight *on, const char *line)
{
    if (*line == '\0' || *line == '#' || strcmp(line, "go") == 0) return false;
    const bool echo = strncmp(line, "case ", 5) == 0;
    const char *id = echo || strncmp(line, "result ", 7) == 0 ? strstr(line, " id=check-") : NULL;
    char *end = NULL;
    const unsigned long long number = id ? strtoull(id + 10, &end, 10) : 0;
    prop_question *q = id && strchr(" ", *end) ? find_in_flight(on, number) : NULL;
    if (!q) return true;
    if (echo) return false;
    q->line = slp_copy_text(line);
    remove_in_flight(on, q);
    finish(on, q);
    on->since = slp_clock_seconds();
    return false;
}

/* The port did what ends it; `why` says what, and `line`, if it is not NULL, is what it wrote. */
static void stop_port(prop_flight *on, const char *why, const char *line)
{
    const size_t in_flight = on->in_flight;
    char note[PROP_NOTE];
    snprintf(note, sizeof note, "%s", why);
    prop_question *only = in_flight == 1 ? on->oldest : NULL;
    if (only && line) prop_question_decides(only, line);
    prop_question_stop_port(note, on->port, only);
    on->put = on->count = on->unannounced = 0;
    if (only) {
        remove_in_flight(on, only);
        if (!line) {
            only->became = PROP_UNRECEIVED;
            memcpy(only->note, note, sizeof note);
        }
        finish(on, only);
        return;
    }
    on->port->starts--; /* counted below, or for the case at fault */
    prop_question *first = on->oldest, *next;
    bool stopped = false;
    for (prop_question *q = on->oldest; q; q = q->next) {
        if (q->unwanted) continue;
        pthread_mutex_unlock(&on->lock);
        prop_question_alone(q, on->port);
        stopped = prop_question_stops_port(q) || stopped;
        pthread_mutex_lock(&on->lock);
    }
    while (first && first->unwanted) first = first->next;
    if (!stopped && first) {
        on->port->starts++;
        first->became = line ? PROP_INCOMPLETE : PROP_UNRECEIVED;
        snprintf(first->note, PROP_NOTE, "of %zu cases in flight: %.150s; alone it is answered",
                 in_flight, note);
    }
    for (prop_question *q = on->oldest; q; q = next) {
        next = q->next;
        remove_in_flight(on, q);
        finish(on, q);
    }
}

/* Uses the lines that are held.  False where one of them ended the port. */
static bool read_lines(prop_flight *on)
{
    char note[PROP_NOTE] = "";
    const char *line = NULL;
    while (on->in_flight) {
        if (!prop_port_held_line(&line, on->port, note)) {
            stop_port(on, note, NULL);
            return false;
        }
        if (!line) return true;
        if (ends_port(on, line)) {
            snprintf(note, sizeof note, "%s: \"%.100s\"", "a line that answers no case in flight",
                     line);
            stop_port(on, note, line);
            return false;
        }
    }
    return true;
}

/* How long the cases in flight may take. */
static double time_allowed(const prop_flight *on)
{
    double most = 0;
    for (const prop_question *q = on->oldest; q; q = q->next)
        most = fmax(most, prop_question_seconds(q, on->port));
    return most;
}

static void check_time(prop_flight *on)
{
    const double now = slp_clock_seconds();
    if (on->unannounced && now >= on->sent + QUIET) send_go(on);
    if (!on->in_flight || now < on->since + on->port->seconds || now < on->since + time_allowed(on))
        return;
    stop_port(on, on->put < on->count ? "it did not read its input in time" : "no answer in time",
              NULL);
}

/* The port closed its input: what it wrote before counts. */
static void read_rest(prop_flight *on)
{
    prop_port_event event;
    size_t put;
    do event = prop_port_exchange(&put, on->port, NULL, 0, -1, 0);
    while (event == PROP_PORT_MOVED && !on->port->ended);
    if (read_lines(on) && on->in_flight) stop_port(on, "it closed its input", NULL);
}

static void *serve_pipes(void *own)
{
    prop_flight *on = own;
    pthread_mutex_lock(&on->lock);
    while (!on->ending) {
        size_t put = 0;
        send_waiting(on);
        double until = on->in_flight ? slp_clock_seconds() + on->port->seconds / 4 : INFINITY;
        if (on->unannounced) until = fmin(until, on->sent + QUIET);
        const char *text = on->out + on->put;
        const size_t size = on->count - on->put;
        on->sleeping = true;
        pthread_mutex_unlock(&on->lock);
        const prop_port_event event =
            prop_port_exchange(&put, on->port, text, size, on->wake[0], until);
        pthread_mutex_lock(&on->lock);
        on->sleeping = false;
        on->put += put;
        if (event == PROP_PORT_ENDLESS)
            stop_port(on, "it writes without end", NULL);
        else if (event == PROP_PORT_CLOSED)
            read_rest(on);
        else if (!read_lines(on))
            continue;
        else
            check_time(on);
    }
    pthread_mutex_unlock(&on->lock);
    return NULL;
}

static void wake_thread(prop_flight *on)
{
    if (!on->sleeping) return;
    on->sleeping = false;
    if (write(on->wake[1], "", 1) < 0 && errno != EAGAIN && errno != EINTR) abort();
}

/* ---- The threads that ask ---- */

static bool equal_numbers(const double *a, const double *b, size_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

/* The same case but for the id, bit for bit. */
static bool equal_cases(const slp_case *a, const slp_case *b)
{
    if (a->system != b->system || a->scheme != b->scheme || a->steps != b->steps ||
        !slp_exact_equal(a->exact_h, b->exact_h) || !slp_exact_equal(a->exact_x, b->exact_x) ||
        !slp_exact_equal(a->exact_dw, b->exact_dw) || a->x_count != b->x_count ||
        a->dw_count != b->dw_count || !equal_numbers(&a->h, &b->h, 1))
        return false;
    for (size_t p = 0; p < SLP_MAX_PARAMS; p++)
        if (a->params[p].count != b->params[p].count ||
            !equal_numbers(a->params[p].at, b->params[p].at, a->params[p].count))
            return false;
    return equal_numbers(a->x, b->x, a->x_count) && equal_numbers(a->dw, b->dw, a->dw_count);
}

/* Takes c from what the thread expects; NULL if it is not there. */
static prop_question *take_expected(prop_flight *on, asker *a, const slp_case *c)
{
    prop_question *before = NULL;
    for (prop_question *q = a->first; q; before = q, q = q->expected) {
        if (!equal_cases(&q->c, c)) continue;
        *(before ? &before->expected : &a->first) = q->expected;
        if (a->last == q) a->last = before;
        on->expected--;
        return q;
    }
    return NULL;
}

prop_question *prop_flight_ask(prop_flight *on, const slp_case *c)
{
    pthread_mutex_lock(&on->lock);
    asker *a = calling_thread(on);
    prop_question *q = take_expected(on, a, c);
    if (!q) {
        const unsigned long long number = prop_question_number(c, &on->asked);
        pthread_mutex_unlock(&on->lock);
        q = prop_question_new(c, number);
        pthread_mutex_lock(&on->lock);
        append_waiting(on, q);
    }
    if (q->state != PROP_QUESTION_DECIDED) {
        a->waits_for = q;
        on->waiting++;
        wake_thread(on);
        while (q->state != PROP_QUESTION_DECIDED) pthread_cond_wait(&a->answered, &on->lock);
        on->waiting--;
        a->waits_for = NULL;
    }
    pthread_mutex_unlock(&on->lock);
    prop_question_read(q);
    return q;
}

void prop_flight_expect(prop_flight *on, const slp_case *c)
{
    pthread_mutex_lock(&on->lock);
    const bool fits = on->expected < on->most;
    if (fits) {
        const unsigned long long number = ++on->asked;
        asker *a = calling_thread(on);
        on->expected++;
        pthread_mutex_unlock(&on->lock);
        prop_question *q = prop_question_new(c, number);
        pthread_mutex_lock(&on->lock);
        *(a->last ? &a->last->expected : &a->first) = q;
        a->last = q;
        append_waiting(on, q);
        wake_thread(on);
    }
    pthread_mutex_unlock(&on->lock);
}

void prop_flight_forget(prop_flight *on)
{
    pthread_mutex_lock(&on->lock);
    for (asker **at = &on->askers; *at; at = &(*at)->next) {
        asker *a = *at;
        if (!pthread_equal(a->thread, pthread_self())) continue;
        while (a->first) {
            prop_question *q = a->first;
            a->first = q->expected;
            q->unwanted = true;
            on->expected--;
            if (q->state == PROP_QUESTION_DECIDED) prop_question_free(q);
        }
        *at = a->next;
        on->asker_count--;
        pthread_cond_destroy(&a->answered);
        free(a);
        wake_thread(on);
        break;
    }
    pthread_mutex_unlock(&on->lock);
}

/* ---- Begin and end ---- */

prop_flight *prop_flight_new(prop_port *port, unsigned most, unsigned long long asked)
{
    prop_flight *on = slp_allocate(1, sizeof *on);
    on->port = port;
    on->most = most;
    on->asked = asked;
    on->slot_count = 2 * (size_t)most + 1;
    on->slots = slp_allocate(on->slot_count, sizeof *on->slots);
    if (pipe(on->wake) == 0) {
        for (int i = 0; i < 2; i++) {
            fcntl(on->wake[i], F_SETFD, FD_CLOEXEC);
            fcntl(on->wake[i], F_SETFL, O_NONBLOCK);
        }
        pthread_mutex_init(&on->lock, NULL);
        if (pthread_create(&on->thread, NULL, serve_pipes, on) == 0) return on;
        pthread_mutex_destroy(&on->lock);
        close(on->wake[0]);
        close(on->wake[1]);
    }
    free(on->slots);
    free(on);
    return NULL;
}

void prop_flight_free(prop_flight *on)
{
    if (!on) return;
    prop_flight_forget(on);
    pthread_mutex_lock(&on->lock);
    on->ending = true;
    wake_thread(on);
    pthread_mutex_unlock(&on->lock);
    pthread_join(on->thread, NULL);
    for (prop_question *q = on->oldest, *next; q; q = next) next = q->next, prop_question_free(q);
    while (on->first) prop_question_free(remove_waiting(on));
    close(on->wake[0]);
    close(on->wake[1]);
    pthread_mutex_destroy(&on->lock);
    free(on->slots);
    free(on->out);
    free(on);
}
