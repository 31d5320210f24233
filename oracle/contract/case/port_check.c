/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Measures a function by the program slp, which asks it through two pipes. */
#include "oracle/contract/case/port.h"
#include "oracle/contract/number/float_rules.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Ends of pipes; the first two are this process's. */
enum { CASES, ANSWERS, ASKED, ANSWERED, ENDS };

static bool pipes_open(int ends[ENDS])
{
    int from[2] = {-1, -1}, to[2] = {-1, -1};
    bool good = pipe(from) == 0 && pipe(to) == 0;
    ends[CASES] = from[0], ends[ASKED] = from[1];
    ends[ANSWERED] = to[0], ends[ANSWERS] = to[1];
    for (int e = 0; good && e < ENDS; e++) good = fcntl(ends[e], F_SETFD, FD_CLOEXEC) == 0;
    return good;
}

static void close_ends(int ends[ENDS], int first, int last)
{
    for (int e = first; e < last; e++) {
        if (ends[e] >= 0) close(ends[e]);
        ends[e] = -1;
    }
}

/* Starts the program with its ends of the pipes open; 0, or what failed as errno has it. */
static int start(pid_t *pid, const char *program, const char *const *options, const int ends[ENDS],
                 FILE *table, FILE *said)
{
    static const char *const fixed[] = {"check", "--scheme", "own", "--port"};
    enum { FIXED = sizeof fixed / sizeof *fixed };
    char port[96];
    size_t count = 0, at = 0;
    posix_spawn_file_actions_t actions;
    while (options && options[count]) count++;
    const char **words = malloc((count + FIXED + 3) * sizeof *words);
    if (!words) return ENOMEM;
    snprintf(port, sizeof port, "exec 3<&0; cat <&3 >/dev/fd/%d & exec cat </dev/fd/%d",
             ends[ASKED], ends[ANSWERED]);
    words[at++] = program;
    for (size_t i = 0; i < FIXED; i++) words[at++] = fixed[i];
    words[at++] = port;
    for (size_t i = 0; i < count; i++) words[at++] = options[i];
    words[at] = NULL;
    int failed = posix_spawn_file_actions_init(&actions);
    if (!failed) {
        /* onto itself: stays open there */
        for (int e = ASKED; e < ENDS && !failed; e++)
            failed = posix_spawn_file_actions_adddup2(&actions, ends[e], ends[e]);
        if (!failed)
            failed = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
        if (!failed && table)
            failed = posix_spawn_file_actions_adddup2(&actions, fileno(table), 1);
        else if (!failed)
            failed = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
        if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, fileno(said), 2);
        if (!failed)
            failed = posix_spawnp(pid, program, &actions, NULL, (char *const *)(uintptr_t)words,
                                  environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    free(words);
    return failed;
}

/* Serves until the program asks no more.  That it ended early is no signal to this process. */
static slp_status serve(slp_port_step step, void *user, int ends[ENDS])
{
    const struct timespec now = {0, 0};
    sigset_t broken, before, waiting;
    FILE *in = fdopen(ends[CASES], "r"), *out = fdopen(ends[ANSWERS], "w");
    slp_status status = SLP_MEMORY;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    sigpending(&waiting);
    if (in && out) status = slp_port_serve(step, user, in, out);
    if (out) fclose(out), ends[ANSWERS] = -1;
    if (in) fclose(in), ends[CASES] = -1;
    if (!sigismember(&waiting, SIGPIPE)) (void)sigtimedwait(&broken, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* The last line of what the program said, into err. */
static void last_line(slp_error *err, FILE *said)
{
    char line[sizeof err->text], last[sizeof err->text] = "the program ended without a word";
    rewind(said);
    while (fgets(line, sizeof line, said)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0]) memcpy(last, line, sizeof last);
    }
    slp_error_set(err, 0, NULL, "options", "%s", last);
}

slp_status slp_check_function(slp_port_step step, void *user, const char *program,
                              const char *const *options, FILE *table, slp_error *err)
{
    int ends[ENDS] = {-1, -1, -1, -1}, ended = 0;
    pid_t pid = 0;
    if (!step) return slp_error_set(err, 0, NULL, "step", "is NULL");
    if (!program) program = "slp";
    FILE *said = tmpfile();
    if (!said || !pipes_open(ends) || (table && fflush(table) != 0)) {
        slp_error_set(err, 0, NULL, NULL, "no pipe or file for the program: %s", strerror(errno));
        if (said) fclose(said);
        close_ends(ends, 0, ENDS);
        return SLP_INPUT;
    }
    const int failed = start(&pid, program, options, ends, table, said);
    close_ends(ends, ASKED, ENDS);
    slp_status status = SLP_INPUT;
    if (failed) {
        slp_error_set(err, 0, NULL, "program", "%s cannot be run: %s; install slp, or name it",
                      program, strerror(failed));
    } else {
        status = serve(step, user, ends);
        close_ends(ends, 0, ENDS); /* what is left of them: the program waits no more */
        while (waitpid(pid, &ended, 0) < 0 && errno == EINTR) continue;
        const int with = WIFEXITED(ended) ? WEXITSTATUS(ended) : 2;
        if (status == SLP_MEMORY) {
            slp_error_memory(err, 0, NULL, NULL, 0);
        } else if (with == 1) {
            slp_error_set(err, 0, NULL, "step", "answered no case that was asked");
            status = SLP_UNSUPPORTED;
        } else if (with != 0) {
            last_line(err, said);
            status = SLP_INPUT;
        } else {
            status = SLP_OK;
        }
    }
    fclose(said);
    close_ends(ends, 0, ENDS);
    return status;
}
