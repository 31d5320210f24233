/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp vectors: a frozen suite of steps with their answers, in files. */
#include "oracle/command/command.h"
#include "oracle/command/named_pair.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/arithmetic_options.h"
#include "oracle/plumbing/files.h"
#include "oracle/vectors/vectors.h"
#include "ref/ref.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 10000000 };

/* The command as the files have it: the same for every folder and number of threads. */
static char *command_of(const slp_vectors_order *order)
{
    slp_written text;
    FILE *to = slp_written_begin(&text);
    fputs("slp vectors", to);
    slp_pair_choice_print(to, &order->choice);
    fprintf(to, " --count %" PRIu64 " --seed %" PRIu64, order->count, order->seed);
    if (!slp_arithmetic_is_binary64(order->arithmetic))
        fprintf(to, " --arithmetic %s", order->arithmetic->name);
    if (order->arithmetic && order->arithmetic->tolerance > 0) {
        char tolerance[SLP_NUMBER_CHARS];
        slp_number_print(tolerance, order->arithmetic->tolerance);
        fprintf(to, " --tolerance %s", tolerance);
    }
    return slp_written_end(&text);
}

static void print_tally(const slp_vectors_tally *t, const slp_vectors_order *order)
{
    uint64_t bytes = 0;
    for (size_t k = 0; k < sizeof t->bytes / sizeof *t->bytes; k++) bytes += t->bytes[k];
    slp_say(stderr,
            "slp vectors: %" PRIu64 " steps of %zu pairs, %" PRIu64 " of edge classes; %" PRIu64
            " of bits; %.1f MB in %s; %.1f s\n",
            order->count, t->pairs, t->edges, t->bits, (double)bytes / 1e6, order->folder,
            t->seconds);
    slp_warn_of_few("vectors", t->pairs, order->count);
    slp_say(stderr,
            "slp vectors: %" PRIu64 " cases drawn; left out: %" PRIu64 " without a proof, %" PRIu64
            " with a weak one, %" PRIu64 " with L above 1/2, %" PRIu64 " undecided\n",
            t->drawn, t->no_certificate, t->weak, t->slow, t->undecided);
}

typedef struct request {
    slp_vectors_order order;
    slp_choice_words choice;
    slp_arithmetic_words numbers;
    uint64_t jobs;
} request;

static const slp_option options[] = {
    SLP_OUT_OPTION(request, order.folder, ""),
    SLP_CHOICE_OPTIONS(request, choice),
    SLP_LIMITED(request, order.count, "--count", "K", WHOLE, 1, MOST,
                "how many steps (default 1000), of all pairs together"),
    SLP_SEED_OPTION(request, order.seed),
    SLP_JOBS_OPTION(request, jobs),
    SLP_ARITHMETIC_OPTIONS(request, numbers),
    SLP_TOLERANCE_OPTION(request, numbers),
    SLP_NO_OPTION};

static int run(int argc, char **argv)
{
    request asked = {.order = {.count = 1000, .seed = 1},
                     .jobs = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN)};
    slp_arithmetic a;
    slp_vectors_tally tally;
    slp_error err = {0};
    if (!slp_options_read(&asked, options, NULL, 0, argc, argv)) return 2;
    slp_vectors_order order = asked.order;
    if (!order.folder) return slp_refuse("slp vectors: where to? --out DIR\n");
    const slp_file_use files[] = {{"--out", order.folder, "vectors.txt", "# slp vectors"},
                                  {"--out", order.folder, "vectors.json", "slp vectors"},
                                  {"--out", order.folder, "vectors.h", "slp vectors"},
                                  {"--out", order.folder, "vectors.bin", "SLPVECT"},
                                  {"--out", order.folder, "MANIFEST", "# slp vectors"},
                                  {0}};
    if (!slp_files_fit("vectors", files)) return 2;
    if (!slp_arithmetic_read(&a, &asked.numbers, "vectors")) return 2;
    if (slp_arithmetic_is_wider(&a))
        return slp_refuse(
            "slp vectors: --arithmetic %s: a suite holds binary64 numbers, and this has others;"
            " ask over a pipe: slp gen --arithmetic %s | PORT | slp judge\n",
            a.name, a.name);
    if (!slp_arithmetic_is_binary64(&a) || a.tolerance > 0) order.arithmetic = &a;
    order.threads = (unsigned)asked.jobs;
    if (!slp_choice_read(&order.choice, &asked.choice, "vectors")) return 2;
    char *command = command_of(&order);
    order.command = command;
    const slp_status status = slp_vectors_write(&tally, &order, &err);
    if (status == SLP_OK)
        print_tally(&tally, &order);
    else
        slp_error_print(stderr, tally.about ? tally.about : "slp vectors", &err);
    free(command);
    slp_choice_clear(&order.choice);
    ref_thread_cleanup();
    return status == SLP_OK ? 0 : 2;
}

const slp_command slp_command_vectors = {
    .name = "vectors",
    .about = "a frozen suite of steps with their answers: files",
    .usage = "--out! *",
    .options = options,
    .text =
        "Writes K steps with their exact answers, and bits of the noise, for programs that cannot "
        "be asked over a pipe: bare metal, simulators, a cluster without FLINT.  Each step has its "
        "inputs, the answer correctly rounded, the radius around it that passes, L and kappa of "
        "the proof, flags, and a note: which fault it is there to find.  About a third are edge "
        "classes.  slp_verify.c and slp_verify.py give the verdicts of `slp judge` without slp: "
        "`slp manual vectors`.\n"
        "\n"
        "  DIR/vectors.txt   lines: cases as `slp gen` prints them, with what is expected\n"
        "  DIR/vectors.json  the same; oracle/vectors/vectors.schema.json describes it\n"
        "  DIR/vectors.h     the same as tables in C99\n"
        "  DIR/vectors.bin   the same, little-endian, with a checksum\n"
        "  DIR/MANIFEST      version, command, seed and the SHA-256 of each file\n"
        "\n"
        "A suite that is there is replaced; other files of these names are not.  No arithmetic is "
        "wider than binary64: wider ones are asked over a pipe.\n",
    .end = "The same arguments give the same bytes.  Exit status: 0 written; 2 unknown names, too "
           "few steps with a proof, or a file that cannot be written.\n"
           "\n"
           "  slp vectors --out vectors --system rigid-body --count 100\n",
    .run = run};
