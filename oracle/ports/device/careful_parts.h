/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parts of careful.c: the generator of spins, and the turns of splittings. */
#ifndef SLP_DEVICE_CAREFUL_PARTS_H
#define SLP_DEVICE_CAREFUL_PARTS_H

#include "oracle/contract/case/case.h"
#include "oracle/ports/device/ensemble_work.h"
#include "oracle/ports/device/pairs.h"

#include <stdbool.h>

/* What of the generator of spins a step holds fixed: -2hK, -hB, what field and noise add to each
 * coordinate (damped: the noise alone), and of each bond -hJ and -hD. */
typedef struct spins_frozen {
    pair weight, field[3], constant[E_MOST], bond[E_BONDS_MOST][4];
} spins_frozen;

/* False if it is not finite. */
bool careful_spins_freeze(spins_frozen *f, const slp_case *c, const double *dw);
/* xi of the spins z, d numbers, to the last bit but for a few. */
void careful_spins_generator(double *xi, const spins_frozen *f, const slp_case *c, const double *z);

/* y = one step of splitting-lie or splitting-strang from x on the rigid body c; rate[k] is h/I_k +
 * c_k dW_k.  The angles are known to two numbers; sine and cosine are the C library's. */
void careful_flows(double *y, const pair *rate, const slp_case *c, const double *dw, bool strang,
                   const double *x);

#endif
