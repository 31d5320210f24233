/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runs several claims at the same time, each in a process of its own.  So a crash ends one claim
 * and not the audit.  A record is on disk as soon as its claim is decided, so an interrupted audit
 * can be resumed. */
#include "reports/audit/audit.h"
#include "oracle/contract/number/number.h"
#include "reports/audit/orphan.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/blas_thread.h"
#include "oracle/plumbing/whole_file.h"
#include "oracle/plumbing/clock.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    STORED = 17,
    NOT_STORED = 18
}; /* exit status of a child whose record is on disk, and of nothing else; of one whose is not */

typedef struct child {
    pid_t pid;
    int from; /* reads fractions, binary64 as they are */
    double fraction;
    bool started, done;
} child;

/* In the child: reports its progress to the parent, at most ten times a second. */
typedef struct line {
    int to;
    double last;
} line;

static void report_progress(void *own, double fraction)
{
    line *l = own;
    double now = slp_clock_seconds();
    if (now - l->last < 0.1) return;
    l->last = now;
    if (write(l->to, &fraction, sizeof fraction) < 0) _exit(3); /* the parent has ended */
}

/* life: a pipe; only the audit has its writing end open. */
static bool start(child *c, const audit_entry *entry, const audit_options *options, const int *life)
{
    int ends[2];
    if (pipe(ends) != 0) return false;
    fflush(NULL);
    c->pid = fork();
    if (c->pid < 0) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    if (c->pid == 0) {
        close(ends[0]);
        close(life[1]); /* or the child itself would keep the pipe open */
        pthread_t watch;
        const bool watched = audit_orphan_begin(&watch, life[0]);
        line l = {ends[1], slp_clock_seconds()};
        signal(SIGTERM, SIG_DFL); /* the parent's handler is not for the child */
        slp_blas_one_thread();
        json_t *record = audit_measure(entry, options, report_progress, &l);
        bool good = audit_keep(record, entry->claim.id, options->out);
        json_decref(record);
        if (watched) audit_orphan_end(watch);
        _exit(good ? STORED : NOT_STORED);
    }
    close(ends[1]);
    c->from = ends[0];
    c->started = true;
    return true;
}

/* The record of an ended child: the one it stored, or one that says how it ended. */
static json_t *collect(const audit_entry *entry, int status, const audit_options *options)
{
    char why[AUDIT_WHY + 60], fault[AUDIT_WHY];
    if (WIFEXITED(status) && WEXITSTATUS(status) == STORED) {
        json_t *record = audit_load(entry->claim.id, options->out, fault);
        if (record) return record;
        snprintf(why, sizeof why, "its record could not be read back: %s", fault);
    } else if (WIFSIGNALED(status))
        snprintf(why, sizeof why, "the claim's process was ended by signal %d (%s)",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_STORED)
        snprintf(
            why, sizeof why,
            "the record could not be stored: make room and take the audit up again with --resume");
    else
        snprintf(why, sizeof why,
                 "the claim's process ended with status %d before its record was stored",
                 WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    json_t *record = audit_error_record(entry, options->full, why);
    audit_keep(record, entry->claim.id, options->out);
    return record;
}

static void show_progress(FILE *to, const audit_entry *entries, const child *children, size_t count)
{
    size_t done = 0, used = 0;
    char text[160] = "";
    for (size_t i = 0; i < count; i++) done += children[i].done;
    for (size_t i = 0; i < count; i++) {
        if (!children[i].started || children[i].done || used + 40 > sizeof text) continue;
        used += (size_t)snprintf(text + used, sizeof text - used, "  %.24s %2.0f %%",
                                 entries[i].claim.id, 100 * children[i].fraction);
    }
    fprintf(to, "\r\033[K%zu of %zu claims%s", done, count, text);
    fflush(to);
}

/* Waits until a child reports progress or ends; marks those that ended. */
static void attend(audit_entry *entries, child *children, size_t count,
                   const audit_options *options)
{
    struct pollfd *watch = slp_allocate(count, sizeof *watch);
    size_t *which = slp_allocate(count, sizeof *which), open = 0;
    for (size_t i = 0; i < count; i++)
        if (children[i].started && !children[i].done) {
            watch[open] = (struct pollfd){children[i].from, POLLIN, 0};
            which[open++] = i;
        }
    if (open) poll(watch, (nfds_t)open, 500);
    for (size_t k = 0; k < open; k++) {
        child *c = &children[which[k]];
        if (!watch[k].revents) continue;
        double fraction;
        ssize_t got = read(c->from, &fraction, sizeof fraction);
        if (got == (ssize_t)sizeof fraction) c->fraction = fraction;
        if (got > 0 || (got < 0 && errno == EINTR)) continue;
        int status = -1;
        while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR) {
        }
        close(c->from);
        entries[which[k]].record = collect(&entries[which[k]], status, options);
        c->done = true;
    }
    free(watch);
    free(which);
}

bool audit_prepare(const char *out)
{
    static const char *const folders[] = {"results", "runs", "data", "claims", "figures", "."};
    bool good = true;
    for (size_t i = 0; i < 6 && good; i++) {
        char *path = audit_path(out, folders[i]);
        good = (i >= 3 || audit_make_directories(path));
        if (good && i < 5 && slp_whole_is_link(path)) {
            slp_say(stderr,
                    "slp audit: %s is a link, which could lead to files of somebody else; remove "
                    "it, or give --out the directory that is meant\n",
                    path);
            good = false;
        }
        if (good)
            slp_whole_sweep(path, NULL); /* the last three are the report's, where there is one */
        free(path);
    }
    return good;
}

json_t *audit_take_up(const audit_entry *entry, const char *out)
{
    char why[AUDIT_WHY];
    json_t *record = audit_stored(entry, out, why);
    if (!record && *why)
        slp_say(stderr, "slp audit: %s/%s; claim %s is computed again\n", out, why,
                entry->claim.id);
    return record;
}

int audit_status(const audit_entry *entries, size_t count)
{
    size_t records = 0, put_off = 0;
    for (size_t i = 0; i < count; i++) {
        if (!entries[i].record) continue;
        if (!audit_decided(entries[i].record)) return 1;
        records++;
        put_off += audit_not_run(entries[i].record);
    }
    return records > 0 && put_off == records; /* an audit that ran nothing has shown nothing */
}

/* Marks the claims that need not be run; returns how many must be run. */
static size_t mark_done(audit_entry *entries, child *children, size_t count,
                        const audit_options *options)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        audit_entry *entry = &entries[i];
        if (!entry->elsewhere && !entry->record && options->resume)
            entry->record = audit_take_up(entry, options->out);
        entry->reused = entry->record != NULL;
        children[i].done = entry->elsewhere || entry->record;
        left += !children[i].done;
    }
    return left;
}

int audit_run(audit_entry *entries, size_t count, const audit_options *asked)
{
    audit_options own = *asked, *options = &own;
    own.team = NULL; /* the process of a claim has no team */
    if (!audit_prepare(options->out)) return 2;
    child *children = slp_allocate(count, sizeof *children);
    int life[2];
    if (pipe(life) != 0) {
        free(children);
        return 2;
    }
    size_t running = 0, printed = 0, next = 0;
    double begin = slp_clock_seconds();
    bool shown = false;
    const int width = audit_table_width(entries, count);
    const size_t left = mark_done(entries, children, count, options);
    if (own.threads == 0 && left > 0 && left < own.jobs) own.threads = (unsigned)(own.jobs / left);
    if (options->table) audit_table_head(options->table, width);
    while (printed < count) {
        for (; next < count && (children[next].done || running < options->jobs); next++) {
            if (children[next].done) continue;
            if (!start(&children[next], &entries[next], options, life)) {
                entries[next].record =
                    audit_error_record(&entries[next], options->full, strerror(errno));
                children[next].done = true;
            } else
                running++;
        }
        attend(entries, children, count, options);
        running = 0;
        for (size_t i = 0; i < count; i++) running += children[i].started && !children[i].done;
        if (options->progress && shown) fputs("\r\033[K", options->progress);
        for (; printed < count && children[printed].done; printed++)
            if (options->table && entries[printed].record &&
                audit_chapter_of(entries[printed].record) == AUDIT_PAPERS)
                audit_table_row(options->table, width, entries[printed].record);
        shown = options->progress && printed < count && slp_clock_seconds() - begin > 2;
        if (shown) show_progress(options->progress, entries, children, count);
    }
    if (options->table) audit_table_end(options->table, width, entries, count);
    close(life[0]);
    close(life[1]);
    free(children);
    return audit_status(entries, count);
}
