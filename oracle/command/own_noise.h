/* `slp noise cases`, `slp noise answer` and `slp noise judge`: noise that a port draws itself. */
#ifndef SLP_ORACLE_OWN_NOISE_COMMAND_H
#define SLP_ORACLE_OWN_NOISE_COMMAND_H

#include <stdbool.h>

/* Whether argv[1] is one of these words. */
bool slp_is_own_noise(int argc, char **argv);
/* Runs it; the exit status. */
int slp_own_noise(int argc, char **argv);
/* Their part of the command's help. */
#define SLP_OWN_NOISE_HELP                                                                         \
    "\n"                                                                                           \
    "Noise that a port draws itself (`slp manual noise`):\n"                                       \
    "       slp noise cases --system S --scheme X | --file CASES | --gibbs [--scheme X]\n"         \
    "                 [--draws K] [--steps N] [--seed N]\n"                                        \
    "       slp noise judge [--cases FILE] [--increments I] [--json FILE] [--seed N]\n"            \
    "       slp noise answer [--increments I] [--fault NAME]\n"                                    \
    "\n"                                                                                           \
    "  cases       questions: cases without dw, with draws=K and seed=S.  Of --file each case,\n"  \
    "              which has no dw either.  --gibbs: long runs of damped spins\n"                  \
    "  judge       reads questions and answers; a verdict a group of questions: pass, fail with\n" \
    "              a hint, or undecided: too few draws.  It fails right noise with probability\n"  \
    "              1e-9 at most\n"                                                                 \
    "  answer      a port whose noise is that of slp, or has a fault\n"                            \
    "\n"                                                                                           \
    "  --draws K   (8192; of --gibbs 8 paths)   --steps N   of --gibbs (12288)\n"                  \
    "  --increments I   what the port draws: normal (as it is unless given), three-point,\n"       \
    "              two-point or uniform, of variance h\n"                                          \
    "\n"                                                                                           \
    "Exit status: 0 printed, or all groups pass; 1 some fail or are undecided; 2 unusable\n"       \
    "options or input.\n"                                                                          \
    "\n"                                                                                           \
    "  slp noise cases --system spins --scheme heun | ./my-port | slp noise judge\n"

#endif
