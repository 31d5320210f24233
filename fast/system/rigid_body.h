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

/* Xi_i = D_i x_i + b_i with D_i = h/I_i + c_i dW_i and b = sum_k chi_k dW_k, each with relative error of
 * order u^2 against the sum of its terms' sizes: frozen = D high, D low, b high, b low (12 doubles). */
void fast_rigid_body_freeze(double frozen[12], const fast_rigid_body *body, double h,
                            const double *dW);

extern const fast_system_table fast_system_rigid_body;

#endif
