/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp simulate --advise: the states of the trajectory at which errors are looked at. */
#include "oracle/command/advise.h"
#include "fast/fast.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/options.h"
#include "props/prop.h"

#include <stdlib.h>

enum { PARTS = 8 };

int slp_advise(const slp_case *start, uint64_t steps, uint64_t seed, double wanted)
{
    fast_system *sys;
    slp_error err;
    const fast_scheme *scheme = fast_scheme_find(start->scheme->name);
    if (start->d > PROP_ADVISED_D || start->M > PROP_ADVISED_M || steps == 0)
        return slp_refuse(
            "slp simulate: --advise takes at least one step, at most %d coordinates and %d "
            "noises, and there are %llu, %zu and %zu\n",
            PROP_ADVISED_D, PROP_ADVISED_M, (unsigned long long)steps, start->d, start->M);
    if (fast_system_new(&sys, start, &err) != SLP_OK) {
        slp_error_print(stderr, "slp simulate", &err);
        return 2;
    }
    const fast_path run = {
        .h = start->h, .steps = steps, .every = steps < PARTS ? 1 : steps / PARTS, .seed = seed};
    const size_t count = 1 + (size_t)(steps / run.every);
    double *states = slp_allocate(count * start->d, sizeof *states);
    const slp_status made = fast_path_run(states, NULL, scheme, sys, start->x, &run);
    int status = 1;
    if (made == SLP_OK)
        status = prop_print_advice(stdout, start, states, count, (double)steps * start->h, wanted);
    else
        slp_say(stderr, "slp simulate: --advise: a step has no solution: %s\n",
                slp_status_word(made));
    free(states);
    fast_system_free(sys);
    return status;
}
