/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp run: computes the results of cases, one at a time. */
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/blas_thread.h"
#include "oracle/command/command.h"
#include "oracle/command/operations.h"
#include "oracle/contract/case/case_sum.h"
#include "oracle/plumbing/files.h"
#include "oracle/certificates/certificates.h"
#include "oracle/command/run_path.h"
#include "oracle/command/shared_options.h"
#include "oracle/plumbing/progress.h"
#include "ref/ref.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

typedef struct run_options {
    bool fast, echo, carry, binary, stages;
    uint64_t prec, digits;
    slp_certificates *certificates; /* NULL: none are asked for */
} run_options;

/* Computes one case; false if the result is an error. */
static bool answer(slp_result *r, const slp_case *c, const run_options *how)
{
    if (how->digits) return slp_run_digits(stdout, c, (long)how->digits, (long)how->prec) == SLP_OK;
    if (how->fast)
        slp_run_fast(r, c);
    else if (how->carry && how->certificates)
        slp_certificates_carry(how->certificates, r, c, (long)how->prec);
    else if (how->carry)
        slp_run_carried(r, c, (long)how->prec);
    else
        slp_run_ref(r, c, (long)how->prec);
    if (how->stages) slp_run_stages(stdout, c, r, (long)how->prec);
    (how->binary ? slp_result_write : slp_result_print)(stdout, r);
    if (how->certificates && !how->carry) slp_certificates_add(how->certificates, c, r);
    return r->error == SLP_OK;
}

/* Writes out all results whenever a read would block: the program that sends the cases may wait for
 * a result before it sends more. */
static void flush_if_input_waits(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&in, 1, 0) == 0) fflush(stdout);
}

static int stream(const run_options *how)
{
    slp_reader *reader = slp_need_pointer(slp_reader_new(stdin, "standard input"));
    SLP_CLEARED(slp_case) c = {0};
    SLP_CLEARED(slp_result) r = {0};
    slp_record_kind kind;
    slp_error err;
    slp_progress progress;
    slp_status status;
    uint64_t cases = 0, failed = 0;
    if (how->binary) slp_reader_set_binary(reader);
    slp_progress_begin(&progress, "slp run: cases");
    while ((status = slp_need_memory(slp_reader_next(&kind, &c, &r, reader, &err))) == SLP_OK &&
           !ferror(stdout)) {
        if (kind == SLP_RECORD_CASE) {
            if (how->echo) slp_reader_echo(stdout, reader, &c); /* a failure is reported by main */
            cases++;
            failed += !answer(&r, &c, how);
            slp_progress_step(&progress, cases);
        } else if (kind == SLP_RECORD_OTHER && how->fast && !how->binary) {
            slp_answer_operation(stdout, slp_reader_line(reader));
        }
        flush_if_input_waits(); /* also behind a line that is no case */
    }
    slp_progress_end(&progress);
    if (status == SLP_INPUT) slp_error_print(stderr, slp_reader_source(reader), &err);
    slp_reader_free(reader);
    if (status == SLP_END && cases == 0)
        return slp_refuse(
            "slp run: standard input holds no case; try: slp gen | slp run --path ref\n");
    if (status != SLP_END) return 2;
    return failed ? 1 : 0;
}

typedef struct request {
    run_options how;
    const char *certificate;
    int path, form;
} request;

static const slp_option options[] = {
    SLP_PATH_OPTION(request, path,
                    ".  ref answers as a perfect binary64 port would, the next step starting from "
                    "the rounded state; fast by one thread unless OPENBLAS_NUM_THREADS or "
                    "OMP_NUM_THREADS asks the BLAS for more"),
    SLP_FLAG(request, how.echo, "--echo",
             "print each case before its result, so that `slp judge` needs no --cases"),
    SLP_FORM_OPTION(request, form),
    SLP_LIMITED(request, how.prec, "--prec", "BITS", WHOLE, 64, 1 << 20,
                "working precision at which ref gives up (default 4096)"),
    SLP_FLAG(request, how.carry, "--carry",
             "ref only: all steps carried as enclosures without rounding in between, each state of "
             "that exact trajectory correctly rounded; `bits=` of a result is how many bits are "
             "certain at its end, `prec=` the precision that took, chosen from the horizon up to "
             "--prec"),
    SLP_LIMITED(request, how.digits, "--digits", "D", WHOLE, 1, 1000,
                "ref only: all steps carried as enclosures without rounding in between, y as "
                "decimals correctly rounded to D digits.  A number that is proved to lie within "
                "2^-1200 of 0, and not proved to differ from it, is printed as 0"),
    SLP_FLAG(request, how.stages, "--stages",
             "ref only: before each result what a step computes on the way, a line `# stage` for "
             "each value: the manual, Stages"),
    SLP_VALUE(request, certificate, "--certificate", "FILE", TEXT,
              "ref only: of each answered step, what another program needs to prove it again "
              "(`slp manual proofs`); as JSON if FILE ends with .json.  With --carry each step "
              "begins in the set that the one before it ends in"),
    SLP_NO_OPTION};

/* What the paths and forms do not have.  NULL, or what to say. */
static const char *fault_of(const request *asked)
{
    const run_options *how = &asked->how;
    if (asked->path == SLP_PATH_UNASKED) return "which path? --path ref or --path fast";
    if (how->binary && how->digits) return "decimals of --digits are text; leave out --form binary";
    if (how->fast && (how->digits || how->carry || how->prec != REF_PREC_CAP))
        return "the fast path works in binary64 and has no --digits, --carry or --prec; use "
               "--path ref";
    if (how->digits && how->carry)
        return "--digits carries already; give --carry for binary64, --digits D for decimals";
    if (how->stages && (how->fast || how->digits || how->carry || how->binary))
        return "--stages is of the steps of --path ref in text, without --digits and --carry";
    if (asked->certificate && (how->fast || how->digits))
        return "--certificate is of the steps of --path ref, without --digits";
    return NULL;
}

static int run(int argc, char **argv)
{
    request asked = {.how = {.prec = REF_PREC_CAP}, .path = SLP_PATH_UNASKED};
    run_options *how = &asked.how;
    if (!slp_options_read(&asked, options, NULL, 0, argc, argv)) return 2;
    how->fast = asked.path == SLP_PATH_FAST;
    how->binary = asked.form == SLP_FORM_BINARY;
    const char *fault = fault_of(&asked), *certificates = asked.certificate;
    if (fault) return slp_refuse("slp run: %s\n", fault);
    const size_t length = certificates ? strlen(certificates) : 0;
    const bool json = length > 5 && strcmp(certificates + length - 5, ".json") == 0;
    const slp_file_use files[] = {
        {"--certificate", NULL, certificates, json ? "\"certificates\":[" : "certificate id="},
        {0}};
    if (!slp_files_fit("run", files)) return 2;
    if (certificates && !(how->certificates = slp_certificates_open(certificates))) return 2;
    /* The matrices of a case are small.  If the machine has other work, several threads of a BLAS
     * wait for each other at every matrix, and are a hundred times slower than one thread. */
    if (how->fast) slp_blas_one_thread();
    int status = stream(how);
    if (!slp_certificates_close(how->certificates)) status = 2;
    ref_thread_cleanup();
    return status;
}

const slp_command slp_command_run = {
    .name = "run",
    .about = "answer cases: cases -> results",
    .usage = "--path! * < CASES > RESULTS",
    .options = options,
    .text = "Answers every case, a result line each, in order; other records are passed over.\n",
    .end = "A case without an answer gets `error=`: unable (no certificate at this precision and "
           "step), no-convergence, domain, or unsupported (this path lacks the system or the "
           "scheme).\n"
           "\n"
           "Exit status: 0 every case got an answer; 1 some got an error result; 2 unusable input "
           "(the message names line, id and field; results before it stand), or a failed write.\n"
           "\n"
           "  slp gen | slp run --path fast --echo | slp judge\n",
    .run = run};
