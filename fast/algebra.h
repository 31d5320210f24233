/* What schemes may ask of a Lie algebra's dual in the exchanged coordinates.  One file an algebra:
 * algebra_NAME.c.  An operation that an algebra lacks is NULL, and the schemes that need it do not apply.
 *
 * Outputs may not alias inputs.  d is the number of coordinates. */
#ifndef SLP_FAST_ALGEBRA_H
#define SLP_FAST_ALGEBRA_H

#include <stddef.h>

typedef struct fast_algebra fast_algebra;
struct fast_algebra {
    const char *name;
    size_t d;
    /* out = ad*_xi x */
    void (*coadjoint)(double *out, const fast_algebra *g, const double *xi, const double *x);
    /* m with m - ad*_{xi/2} m = x: the midpoint of the direct rule with frozen generator. */
    void (*resolvent)(double *m, const fast_algebra *g, const double *xi, const double *x);
    /* z with (I + Xi/2) z (I - Xi/2) = x: the isospectral stage with frozen generator (EJLL (26)),
     * the same as inverting the transposed right-trivialised tangent of the Cayley map,
     * z + 1/2 xi x z + 1/4 (xi.z) xi = x on so(3) (GBW (54) with its sign corrected). */
    void (*cayley_stage)(double *z, const fast_algebra *g, const double *xi, const double *x);
    /* out = (I + Xi/2) z (I - Xi/2) - z, what cayley_stage inverts, less z. */
    void (*cayley_change)(double *out, const fast_algebra *g, const double *xi, const double *z);
    /* cayley_stage with the sign that GBW prints: z + 1/2 xi x z - 1/4 (xi.z) xi = x.  Not
     * finite where |xi/2| = 1, the operator's pole, nor from 2^20 on, where no step is asked for in
     * earnest; iterates may land between on their way. */
    void (*cayley_stage_printed)(double *z, const fast_algebra *g, const double *xi,
                                 const double *x);
    /* out = flow over unit time of mu' = ad*_sigma mu from x, sigma = xi + xi_low. */
    void (*flow)(double *out, const fast_algebra *g, const double *xi, const double *xi_low,
                 const double *x);
};

extern const fast_algebra fast_algebra_so3;

#endif
