/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ensemble kernels.  This text is compiled once for each instruction set, after a header of
 * fast/vector/ that defines a vector.  KERNEL is the name to define.
 *
 * Bits do not depend on the kernel, the tile or the other lanes: every operation is one correctly
 * rounded operation a lane (fused multiply-adds only where written), and a lane that has converged
 * does not change any more.
 *
 * A tile of paths fits into the first-level cache.  For two steps at a time (one Box-Muller pair a
 * channel) the noise is made in passes over the tile; then the steps are taken. */
#include "fast/ensemble/template_tiles.h"

/* After so many evaluations a lane is stepped by fast_ensemble_alone. */
enum { LONGEST = 32 };

#include "fast/ensemble/template_body.h"
#include "fast/ensemble/template_flows.h"
#include "fast/ensemble/template_top.h"
#include "fast/ensemble/template_dual.h"
#include "fast/ensemble/template_spins.h"
#include "fast/ensemble/template_vortices.h"

const ensemble_kernel KERNEL = {{[ENSEMBLE_RIGID_BODY] = advance_rigid_body,
                                 [ENSEMBLE_BODY_LIE] = advance_body_lie,
                                 [ENSEMBLE_BODY_STRANG] = advance_body_strang,
                                 [ENSEMBLE_HEAVY_TOP] = advance_heavy_top,
                                 [ENSEMBLE_TOP_DUAL] = advance_top_dual,
                                 [ENSEMBLE_SPINS] = advance_spins,
                                 [ENSEMBLE_SPINS_SIB] = advance_spins_sib,
                                 [ENSEMBLE_VORTICES] = vortices_2_advance,
                                 vortices_3_advance,
                                 vortices_4_advance,
                                 vortices_5_advance,
                                 vortices_6_advance,
                                 vortices_7_advance,
                                 vortices_8_advance},
                                record,
                                slp_float_rules_fault};
