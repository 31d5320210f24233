/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp environment: how a port's machine rounds, by questions that a port answers. */
#include "oracle/environment/environment.h"
#include "oracle/command/command.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/arithmetic_options.h"
#include "props/prop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool read_line(void *e, const char *line)
{
    return slp_environment_read(e, line) || strncmp(line, "environment ", 12) == 0;
}

static bool ask_command(slp_environment *e, const char *command, double seconds)
{
    slp_error err;
    slp_written questions;
    prop_subject *port = prop_subject_port_new(command, seconds, &err);
    if (!port) {
        slp_error_print(stderr, "slp environment", &err);
        return false;
    }
    slp_written_begin(&questions);
    for (size_t i = 0; i < slp_environment_count(e); i++)
        fputs(slp_environment_question(e, i), questions.to);
    char *lines = slp_written_end(&questions);
    const bool answered = prop_subject_port_ask(port, lines, read_line, e);
    if (!answered)
        slp_say(stderr, "slp environment: --port %s: it ended, or gave no answer in time\n",
                command);
    free(lines);
    prop_subject_port_free(port);
    return answered;
}

static bool take_file(slp_environment *e, const char *path)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    errno = 0;
    FILE *from = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    while (from && (length = getline(&line, &room, from)) > 0) {
        if (line[length - 1] == '\n') line[length - 1] = '\0';
        slp_environment_read(e, line);
    }
    const bool good = from && !ferror(from);
    if (!good) slp_say(stderr, "slp environment: --answers %s: %s\n", path, strerror(errno));
    if (from && from != stdin) fclose(from);
    free(line);
    return good;
}

/* 0, 1 or 2, as the help says. */
static int judge(slp_environment *e)
{
    size_t count, silent = 0, differ = 0;
    const slp_environment_fact *facts = slp_environment_facts(e, &count);
    for (size_t i = 0; i < count; i++) {
        silent += facts[i].verdict == SLP_ENVIRONMENT_SILENT;
        differ += facts[i].verdict == SLP_ENVIRONMENT_DIFFERS;
    }
    if (silent == count)
        return slp_refuse("slp environment: the port answers no line `environment`; "
                          "see `slp manual environment`\n");
    slp_environment_print(stdout, facts, count);
    return differ > 0;
}

typedef struct request {
    const char *port, *answers;
    double seconds;
    slp_arithmetic_words numbers;
} request;

static const slp_option options[] = {SLP_PORT_OPTION(request, port),
                                     SLP_VALUE(request, answers, "--answers", "FILE", TEXT,
                                               "the lines that a port wrote; - is standard input"),
                                     SLP_TIMEOUT_OPTION(request, seconds),
                                     SLP_ARITHMETIC_OPTIONS(request, numbers), SLP_NO_OPTION};

static int run(int argc, char **argv)
{
    request asked = {.seconds = SLP_USUAL_SECONDS};
    slp_arithmetic a;
    int status = 0;
    if (!slp_options_read(&asked, options, NULL, 0, argc, argv)) return 2;
    if (!slp_arithmetic_read(&a, &asked.numbers, "environment")) return 2;
    if (asked.port && asked.answers)
        return slp_option_refuse("environment", "--answers", asked.answers,
                                 "give it or --port, not both");
    slp_environment *e = slp_environment_new(&a);
    if (!e)
        return slp_refuse(
            "slp environment: --arithmetic %s: its operations round like no single number; "
            "ask for the parts, binary64\n",
            a.name);
    if (asked.port)
        status = ask_command(e, asked.port, asked.seconds) ? judge(e) : 2;
    else if (asked.answers)
        status = take_file(e, asked.answers) ? judge(e) : 2;
    else
        for (size_t i = 0; i < slp_environment_count(e); i++)
            fputs(slp_environment_question(e, i), stdout);
    slp_environment_free(e);
    return status;
}

const slp_command slp_command_environment = {
    .name = "environment",
    .about = "how a port's machine rounds: contraction, order of sums, ...",
    .usage = "--port! --timeout --arithmetic --unit --range\n"
             "--arithmetic --unit --range > QUESTIONS\n"
             "--answers! --arithmetic --unit --range",
    .options = options,
    .text = "Asks a port for results of single operations, `environment id=ID op=add "
            "x=1,0x1p-53`, and says how a machine computes that returns these; without a port or "
            "its answers, prints the questions.  A port answers such a line by `result id=ID "
            "y=VALUE`, or by `result id=ID error=unsupported`.  The operations are\n"
            "\n"
            "  add  add-add  multiply  divide  sqrt  multiply-add  fma  sum  dot\n"
            "\n"
            "The port computes them as it computes its steps: same type, compiler and options.\n",
    .end = "Each line: fact, verdict, what was found.  Verdicts: `as declared`; `noted`, allowed, "
           "but other bits than another machine's; `differs`, not the declared arithmetic; `no "
           "answer`.\n"
           "\n"
           "Exit status: 0 nothing differs; 1 something does; 2 unusable input, or a port that "
           "does not answer such lines.\n"
           "\n"
           "  slp environment --port 'ssh board ./slp-port'\n",
    .run = run};
