/* The entries of the kernels in OpenCL.  The build puts this file and the headers that it names
 * into one text. */
#include "oracle/ports/device/ensemble.h"
#include "oracle/ports/device/scheme.h"
#include "oracle/ports/device/sphere.h"

kernel void batch(global job *cases, global double *all, int count)
{
    const int i = (int)get_global_id(0);
    if (i < count) answer(cases + i, all);
}

kernel void single(global double *x, int operation, int count)
{
    operate(x, operation, count);
}

kernel void sphere(global double *all, sphere_work w, int items)
{
    const int i = (int)get_global_id(0);
    if (i < items) sphere_item(all, w, i);
}

kernel void ensemble(global double *x, global int *made, global const ensemble_work *w)
{
    const int i = (int)get_global_id(0);
    if (i < w->paths) ensemble_item(x, made, w, i);
}
