/* SPDX-License-Identifier: LGPL-3.0-or-later */
#include "tests/support/run_each.h"
#include "oracle/command/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child: the line is its standard input, then it runs. */
static int run_one(const char *line, const char *out, const char *certificates)
{
    FILE *given = tmpfile();
    if (!given || fputs(line, given) < 0 || fflush(given) || fseek(given, 0, SEEK_SET)) return 3;
    if (dup2(fileno(given), 0) != 0 || !freopen(out, "w", stdout)) return 3;
    if (!freopen("/dev/null", "w", stderr)) return 3;
    char command[] = "run", path[] = "--path", ref[] = "ref", option[] = "--certificate";
    char *arguments[] = {command, path, ref, option, (char *)certificates, NULL};
    const slp_command *run = slp_command_find(slp_command_registry, command);
    int status = run->run(5, arguments);
    return fflush(stdout) ? 3 : status;
}

int run_each(const char *out, const char *certificates)
{
    char *line = NULL;
    size_t size = 0;
    int failed = 0;
    while (!failed && getline(&line, &size, stdin) > 0) {
        pid_t child = fork();
        if (child == 0) _exit(run_one(line, out, certificates));
        int status = 0;
        failed = child < 0 || waitpid(child, &status, 0) != child ||
                 printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1) < 0 || fflush(stdout);
    }
    free(line);
    return failed ? 2 : 0;
}
