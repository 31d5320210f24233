/* The ensemble kernels, one text each, compiled once an instruction set after a vector_*.h that says what a vector
 * is.  KERNEL is the name to define.
 *
 * Bits do not depend on the kernel, the tile or the neighbours: every operation is one correctly rounded operation a
 * lane (fused multiply-adds only where written), and a lane that has converged is not touched again.
 *
 * A tile of paths lives in the first-level cache.  For two steps at a time (one Box-Muller pair a channel) the
 * noise is made in passes over the tile; then the steps are taken. */
#include "fast/ensemble/template_tiles.h"

/* Evaluations after which a lane is left to ensemble_alone. */
enum { LONGEST = 32 };

#include "fast/ensemble/template_body.h"
#include "fast/ensemble/template_top.h"
#include "fast/ensemble/template_vortices.h"

const ensemble_kernel KERNEL = {{[ENSEMBLE_RIGID_BODY] = advance_rigid_body,
                                 [ENSEMBLE_HEAVY_TOP] = advance_heavy_top,
                                 [ENSEMBLE_VORTICES] = vortices_2_advance,
                                 vortices_3_advance,
                                 vortices_4_advance,
                                 vortices_5_advance,
                                 vortices_6_advance,
                                 vortices_7_advance,
                                 vortices_8_advance},
                                record,
                                slp_float_rules_fault};
