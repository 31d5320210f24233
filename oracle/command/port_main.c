/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The program `slp-port`: the binary64 path as a port.  It needs the C library alone, so it runs
 * where the reference's libraries are not (oracle/manual/portkit.md). */
#include "fast/fast.h"
#include "oracle/command/operations.h"
#include "oracle/command/run_path.h"
#include "oracle/plumbing/allocate.h"

#include <cblas.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* What compiled it, and with which libraries. */
#ifdef SLP_FAST_PLAIN_CBLAS_H
#define MATRICES "the loops of fast/plain"
#else
#define MATRICES "a BLAS and LAPACK"
#endif
#ifdef __clang__
#define COMPILER "" /* its version begins with its name */
#else
#define COMPILER "gcc "
#endif
#define TEXT_OF(x) #x
#define WORD_OF(x) TEXT_OF(x)
#ifdef __GLIBC__
#define C_LIBRARY "glibc " WORD_OF(__GLIBC__) "." WORD_OF(__GLIBC_MINOR__)
#else
#define C_LIBRARY "of another name than glibc"
#endif

static const char help[] =
    "usage: slp-port < LINES > ANSWERS\n"
    "\n"
    "Answers cases as every port does: a line `case ...` by that line and a line `result ...`,\n"
    "the line `list` by the pairs that there are, the line `about` by its version, machine and\n"
    "compiler, a line `environment ...` by the result of one operation (`slp environment`).\n"
    "Other lines are passed over.  Steps are those of `slp run --path fast` on this processor.\n"
    "\n"
    "  --help      this text\n"
    "  --version   the version\n"
    "  --kernels   the ensemble kernels that this processor can run, the one in use first\n"
    "\n"
    "exit status: 0 the input ended; 2 unusable input (the message names line, id and field), or\n"
    "a failed write\n"
    "\n"
    "  slp gen --count 1000 | ssh board ./slp-port | slp judge\n"
    "  slp check --port 'ssh board ./slp-port'\n";

static void print_pairs(void)
{
    const slp_system *system;
    const slp_scheme *scheme;
    for (size_t i = 0; (system = slp_system_at(i)); i++)
        for (size_t k = 0; (scheme = slp_scheme_at(k)); k++)
            if (fast_has_system(system->name) && fast_scheme_find(scheme->name) &&
                slp_pair_makes_sense(system, scheme, NULL))
                printf("pair system=%s scheme=%s\n", system->name, scheme->name);
    printf("end\n");
}

/* What this program is: the lines of an answer to `about`, each of at most 200 characters. */
static void print_about(void)
{
    struct utsname machine;
    printf("about slp-port %s, matrices by %s\n", SLP_VERSION, MATRICES);
    if (uname(&machine) == 0)
        printf("about machine %.60s, %.60s, addresses of %zu bits\n", machine.machine,
               machine.sysname, 8 * sizeof(void *));
    printf("about compiler " COMPILER "%.100s, C library " C_LIBRARY "\n", __VERSION__);
    const char *kernel = fast_kernel_name();
    if (kernel) printf("about kernel of ensembles %s\n", kernel);
}

/* Whoever sends the cases may wait for an answer before it sends more. */
static void flush_if_input_waits(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&in, 1, 0) == 0) fflush(stdout);
}

static void answer(slp_result *r, const slp_case *c, const char *line)
{
    slp_run_fast(r, c);
    printf("%s\n", line);
    slp_result_print(stdout, r);
}

static int stream(void)
{
    slp_reader *reader = slp_need_pointer(slp_reader_new(stdin, "standard input"));
    SLP_CLEARED(slp_case) c = {0};
    SLP_CLEARED(slp_result) r = {0};
    slp_record_kind kind;
    slp_error err;
    slp_status status;
    while ((status = slp_need_memory(slp_reader_next(&kind, &c, &r, reader, &err))) == SLP_OK &&
           !ferror(stdout)) {
        if (kind == SLP_RECORD_CASE)
            answer(&r, &c, slp_reader_line(reader));
        else if (kind == SLP_RECORD_OTHER && strcmp(slp_reader_line(reader), "list") == 0)
            print_pairs();
        else if (kind == SLP_RECORD_OTHER && strcmp(slp_reader_line(reader), "about") == 0)
            print_about();
        else if (kind == SLP_RECORD_OTHER)
            slp_answer_operation(stdout, slp_reader_line(reader));
        flush_if_input_waits();
    }
    if (status == SLP_INPUT) slp_error_print(stderr, slp_reader_source(reader), &err);
    slp_reader_free(reader);
    if (fflush(stdout) || ferror(stdout)) {
        perror("slp-port: standard output");
        return 2;
    }
    return status == SLP_END ? 0 : 2;
}

static int print_kernels(void)
{
    const char *used = fast_kernel_name(), *name;
    if (!used) {
        fputs("slp-port: SLP_KERNEL names no kernel that this processor can run; "
              "unset it, or see --kernels without it\n",
              stderr);
        return 2;
    }
    printf("%s", used);
    for (size_t i = 0; (name = fast_kernel_at(i)); i++)
        if (strcmp(name, used) != 0) printf(" %s", name);
    printf("\n");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) return stream();
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
        return fputs(help, stdout) < 0 ? 2 : 0;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) return puts("slp-port " SLP_VERSION) < 0;
    if (argc == 2 && strcmp(argv[1], "--kernels") == 0) return print_kernels();
    fprintf(stderr, "slp-port: unknown argument '%s'; see slp-port --help\n", argv[argc - 1]);
    return 2;
}
