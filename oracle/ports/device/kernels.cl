// SPDX-License-Identifier: LGPL-3.0-or-later
/* The entries of the kernels in OpenCL.  The build puts this file and the headers that it names
 * into one text.  Built with BINARY32, it has the kernel of cases alone; with ENSEMBLE_MODEL and
 * ENSEMBLE_N the kernel of ensembles of that model alone (ensemble_work.h, ENSEMBLES). */
#include "oracle/ports/device/ensemble.h"
#include "oracle/ports/device/peak.h"
#include "oracle/ports/device/scheme.h"
#include "oracle/ports/device/sphere.h"

#ifdef ENSEMBLE_MODEL
kernel void ensemble(global double *x, global int *made, global uint32_t *evaluations,
                     global const ensemble_work *w, global const ensemble_bonds *bonds)
{
    const int i = (int)get_global_id(0);
    if (i < w->paths)
        ensemble_path(x, made, evaluations, w, bonds, i, ENSEMBLE_MODEL, ENSEMBLE_N);
}
#else
kernel void batch(global job *cases, global REAL *all, int count)
{
    const int i = (int)get_global_id(0);
    if (i < count) answer(cases + i, all);
}
#endif

#if !defined(BINARY32) && !defined(ENSEMBLE_MODEL)
kernel void single(global double *x, int operation, int count)
{
    operate(x, operation, count);
}

kernel void sphere(global double *all, sphere_work w, int items)
{
    const int i = (int)get_global_id(0);
    if (i < items) sphere_item(all, w, i);
}

kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1))) void sphere_blocks(global double *all,
                                                                            sphere_work w)
{
    local sphere_shared shared;
    sphere_kept kept;
    const int block = (int)get_group_id(0), item = (int)get_local_id(0);
    const int phases = sphere_phases(w, w.kind, block);
    for (int phase = 0; phase < phases; phase++) {
        sphere_phase(all, w, w.kind, &shared, &kept, block, item, phase);
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
}

kernel void peak(global double *list, int kind, int rounds, int items)
{
    const int i = (int)get_global_id(0);
    if (i < items) peak_item(list, kind, rounds, items, i);
}
#endif
