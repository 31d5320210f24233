/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The command `slp`: finds the subcommand, answers --help and --version, and sees to it that what
 * was printed arrived.  Subcommands are the files oracle/command/NAME.c. */
#include "oracle/command/command.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/plumbing/options.h"
#include "oracle/command/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void usage(FILE *to)
{
    fputs("usage: slp COMMAND [OPTIONS]\n"
          "\n"
          "A verified reference for stochastic Lie-Poisson integrators, with an oracle for\n"
          "ports.\n"
          "\n",
          to);
    for (size_t i = 0; slp_command_registry[i]; i++)
        fprintf(to, "  slp %-12s %s\n", slp_command_registry[i]->name,
                slp_command_registry[i]->about);
    fputs("\n"
          "  slp COMMAND --help   what a command reads, prints and means by its exit status\n"
          "  slp --version\n"
          "\n"
          "A file that an option names for writing is written whole or not at all.  It\n"
          "replaces one of its own kind that slp wrote, and no other file; never one that\n"
          "the same command reads or writes too.  slp simulate --table and slp audit\n"
          "--bundle replace nothing.  A value that begins with two dashes is written\n"
          "OPTION=VALUE.\n"
          "\n"
          "Exit status: 0 held, 1 fell short, 2 unusable input, or a limit of the system.\n"
          "Judge a port: slp gen | my-port | slp judge\n",
          to);
}

static int unknown(const char *word)
{
    enum { MOST = 32 };
    const char *names[MOST + 1] = {NULL};
    for (int i = 0; i < MOST && slp_command_registry[i]; i++)
        names[i] = slp_command_registry[i]->name;
    slp_unknown_word("", "command", word, names, "slp --help lists them");
    return 2;
}

static bool asks_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return 2;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("slp " SLP_VERSION);
        return 0;
    }
    bool help = strcmp(argv[1], "help") == 0;
    if (asks_help(argv[1]) || (help && argc == 2)) {
        usage(stdout);
        return 0;
    }
    const char *name = argv[help ? 2 : 1];
    const slp_command *command = slp_command_find(slp_command_registry, name);
    if (!command) return unknown(name);
    for (int i = 2; i < argc; i++) help = help || asks_help(argv[i]);
    if (help) {
        slp_help_print(command);
        return 0;
    }
    const char *fault = slp_noise_fault();
    if (fault) {
        fprintf(stderr, "slp: this program would print wrong numbers: %s\n", fault);
        return 2;
    }
    return command->run(argc - 1, argv + 1);
}

/* Were descriptor 0, 1 or 2 closed, the next file opened would take its place and be mistaken for
 * it: put one there that fails every use. */
static void occupy_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd) _exit(2);
}

/* True if standard output is a pipe or socket that nobody reads any more. */
static bool reader_left(void)
{
    struct pollfd out = {.fd = 1};
    return poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP));
}

int main(int argc, char **argv)
{
    occupy_standard_streams();
    slp_program_begin();
    /* for all that follows: libraries that were loaded with this program may have left another
     * environment */
    slp_float_environment_enter();
    /* What is under way (an audit's records, a port) ends in good order first. */
    bool quiet = signal(SIGPIPE, SIG_IGN) == SIG_DFL;
    int status = dispatch(argc, argv);
    bool failed = ferror(stdout) != 0, left = reader_left();
    errno = 0;
    if (fclose(stdout) != 0 || failed) {
        if (left && quiet) { /* as any filter ends whose reader has enough: `slp gen | head` */
            signal(SIGPIPE, SIG_DFL);
            raise(SIGPIPE);
        }
        fprintf(stderr, "slp: cannot write to standard output: %s\n",
                left    ? strerror(EPIPE)
                : errno ? strerror(errno)
                        : "an earlier write failed, so what arrived is not whole");
        return 2;
    }
    return status;
}
