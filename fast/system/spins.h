/* Parameters of spins in the binary64 path, for the step by step path and the ensembles. */
#ifndef SLP_FAST_SPINS_H
#define SLP_FAST_SPINS_H

#include "fast/system/system.h"

#include <stdint.h>

typedef struct fast_bond {
    uint32_t a, b; /* spins from 0 */
} fast_bond;

typedef struct fast_spins {
    size_t spins, bonds;
    fast_bond *ends;
    double *exchange, *dmi, *weights; /* dmi: 3 for each bond; NULL without */
    double field[3], axis[4], amplitude, damping;
    bool has_field, has_axis, has_noise;
    fast_algebra algebra;
} fast_spins;

extern const fast_system_table fast_system_spins;

#endif
