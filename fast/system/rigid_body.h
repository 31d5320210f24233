/* Parameters of a rigid body in the binary64 path, for the step by step path and the ensembles. */
#ifndef SLP_FAST_RIGID_BODY_H
#define SLP_FAST_RIGID_BODY_H

#include "fast/system/system.h"

typedef struct fast_rigid_body {
    double inertia[3];
    bool has_quad;
    double quad[3];
    size_t vectors; /* number of linear noises */
    double *lin;    /* 3 each */
} fast_rigid_body;

extern const fast_system_table fast_system_rigid_body;

#endif
