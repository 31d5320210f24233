/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The command `slp-mpi`: `slp audit` by the ranks of an MPI job.  Only this file and mpi_team.c use
 * MPI. */
#include "reports/audit/audit.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/command/mpi_team.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/command/program.h"

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "usage: mpirun -n N slp-mpi audit [--jobs N] [OPTIONS AND CLAIMS OF slp audit]\n"
    "\n"
    "`slp audit` by the ranks of an MPI job.  Claims that measure an order of\n"
    "convergence spread their realisations over all ranks; the others are shared out\n"
    "whole.  Records (DIR/results) are the same bytes as those of `slp audit` and of\n"
    "any other number of ranks; DIR/runs says how many there were.  DIR must be on a\n"
    "file system that all machines share.\n"
    "\n"
    "  --jobs N   threads of a rank, and of the claims shared out to it, how many at\n"
    "             a time (default 1)\n"
    "\n"
    "The other options are those of `slp audit --help`.  If a rank ends, the job ends\n"
    "with it; what was decided is on disk, and --resume takes the audit up again,\n"
    "with any number of ranks, or with slp itself.\n"
    "\n"
    "Exit status: as slp audit; of a rank that was killed, mpirun's.\n"
    "\n"
    "  mpirun -n 4 slp-mpi audit --claim ejll-fig5-weak --full\n"
    "  srun -n 64 slp-mpi audit --full --resume --out /shared/audit\n";

/* If one rank ends early, mpirun ends all ranks. */
static void ended(int number)
{
    static const char text[] =
        "slp-mpi: the job was ended, by hand or because another rank is gone; what was decided "
        "is stored: take it up again with --resume\n";
    (void)number;
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(3);
    _exit(2);
}

static int usage(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(help, stdout);
            return 0;
        }
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        puts("slp-mpi " SLP_VERSION);
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "audit") == 0) return -1;
    fprintf(stderr,
            "slp-mpi: %s%s%s: it runs audits (slp-mpi audit ...); for all else there is slp\n",
            argc > 1 ? "unknown command '" : "no command", argc > 1 ? argv[1] : "",
            argc > 1 ? "'" : "");
    return 2;
}

int main(int argc, char **argv)
{
    int status = usage(argc, argv), provided;
    if (status >= 0) return status;
    slp_program_begin();
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS ||
        provided < MPI_THREAD_FUNNELED) {
        fputs("slp-mpi: this MPI allows no threads beside the one that calls it\n", stderr);
        return 2;
    }
    slp_float_environment_enter(); /* the libraries of MPI may have changed it */
    const char *fault = slp_noise_fault();
    if (fault) {
        fprintf(stderr, "slp-mpi: this program would print wrong numbers: %s\n", fault);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    signal(SIGPIPE, SIG_IGN);
    const slp_team team = slp_mpi_team();
    if (team.rank == 0) {
        struct sigaction end = {.sa_handler = ended};
        sigaction(SIGTERM, &end, NULL);
    } else if (!freopen("/dev/null", "w", stdout))
        MPI_Abort(MPI_COMM_WORLD, 2);
    status = audit_command(argc - 1, argv + 1, &team);
    int lost = team.largest(team.own, fflush(stdout) != 0 || ferror(stdout));
    if (lost && team.rank == 0) fputs("slp-mpi: cannot write to standard output\n", stderr);
    MPI_Finalize();
    return lost ? 2 : status;
}
