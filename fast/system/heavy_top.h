/* Parameters of a heavy top in the binary64 path, for the step by step path and the ensembles. */
#ifndef SLP_FAST_HEAVY_TOP_H
#define SLP_FAST_HEAVY_TOP_H

#include "fast/system/system.h"

typedef struct fast_heavy_top {
    double inertia[3], chi[3];
    size_t noises;
    double *noise; /* a (3), b (3), c (1) each: the Hamiltonian a.Pi + b.Gamma + c |Pi|^2 */
} fast_heavy_top;

extern const fast_system_table fast_system_heavy_top;

#endif
