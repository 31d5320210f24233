/* A system inside the binary64 path: what schemes see is its algebra and its generator.
 * fast/system_NAME.c defines fast_system_NAME of type fast_system_table and the build finds it. */
#ifndef SLP_FAST_SYSTEM_H
#define SLP_FAST_SYSTEM_H

#include "fast/algebra.h"
#include "fast/fast.h"

typedef struct fast_system_table {
    const char *name;
    /* Reads c's parameters into sys->own and sets algebra, d, M.  SLP_OK, SLP_DOMAIN with *err. */
    slp_status (*open)(fast_system *sys, const slp_case *c, slp_error *err);
    void (*close)(fast_system *sys);
    /* A step's constants: what of Xi(. ; h, dW) does not depend on the state.  frozen_room(sys) doubles. */
    size_t (*frozen_room)(const fast_system *sys);
    void (*freeze)(double *frozen, const fast_system *sys, double h, const double *dW);
    /* xi + xi_low = Xi(x; h, dW) with relative error of order u^2 in each coordinate, xi alone with u.
     * xi_low may be NULL. */
    void (*generator)(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x);
    double (*energy)(const fast_system *sys, const double *x);
    size_t casimirs;
    void (*casimir)(double *values, const fast_system *sys, const double *x);
} fast_system_table;

struct fast_system {
    const fast_system_table *table;
    const fast_algebra *algebra;
    size_t d, M;
    void *own; /* the table's */
};

extern const fast_system_table *const fast_system_registry[];

#endif
