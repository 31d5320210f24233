/* The rigid body in n dimensions: so(n), (grad H0)_ij = X_ij/I_ij, and d noises, c X_ij on entry ij
 * and its mirror.  EJLL section 6.2.  Pinned by tests/fast/test_fast_golden.c,
 * tests/fast/test_fast_trajectory.c. */
#include "fast/algebra/plane.h"
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "fast/vector/twofold.h"

#include <stdlib.h>

typedef struct body {
    fast_matrices shape;
    fast_algebra algebra;
    bool has_quad;
    double quad, *inertia;
} body;

static slp_status open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t sizes, inertias, quads;
    const double *size = slp_case_param(c, "n", &sizes),
                 *inertia = slp_case_param(c, "inertia", &inertias),
                 *quad = slp_case_param(c, "quad", &quads);
    const size_t n = sizes == 1 ? (size_t)*size : 0, d = n * (n - 1) / 2;
    if (n < 2 || (inertias != 0 && inertias != d) || quads > 1)
        return slp_error_set(err, c->line, c->id, "n",
                             "parameters of the wrong length; pass the case through "
                             "slp_case_check");
    for (size_t i = 0; i < inertias; i++)
        if (!(fabs(inertia[i]) > 0)) {
            slp_error_set(err, c->line, c->id, "inertia", "moment %zu is zero; give a nonzero one",
                          i + 1);
            return SLP_DOMAIN;
        }
    body *own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    sys->own = own;
    own->inertia = fast_numbers(d);
    if (!own->inertia) return SLP_MEMORY;
    for (size_t i = 0; i < d; i++) own->inertia[i] = inertias ? inertia[i] : (double)(i + 1);
    own->has_quad = quads == 1;
    if (own->has_quad) own->quad = *quad;
    own->shape = (fast_matrices){n, 1};
    fast_algebra_son(&own->algebra, &own->shape);
    sys->algebra = &own->algebra;
    sys->d = d;
    sys->M = own->has_quad ? d : 0;
    sys->casimirs = n / 2;
    return SLP_OK;
}

static void close(fast_system *sys)
{
    body *own = sys->own;
    if (own) free(own->inertia);
    free(own);
}

static size_t frozen_room(const fast_system *sys)
{
    return 2 * sys->d;
}

/* h/I_ij + c dW_ij, high and low: the two may cancel. */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const body *own = sys->own;
    for (size_t i = 0; i < sys->d; i++) {
        twofold weight = twofold_quotient(h, own->inertia[i]);
        if (own->has_quad) weight = twofold_add(weight, twofold_product(own->quad, dW[i]));
        frozen[i] = weight.high;
        frozen[sys->d + i] = weight.low;
    }
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    (void)work;
    for (size_t i = 0; i < sys->d; i++) {
        twofold product = twofold_scale((twofold){frozen[i], frozen[sys->d + i]}, x[i]);
        xi[i] = product.high;
        if (xi_low) xi_low[i] = product.low;
    }
}

/* Entry by entry, those above the diagonal in the order of coordinates. */
static void field(double *xi, const fast_system *sys, const double *frozen, const double *x,
                  double *work)
{
    const body *own = sys->own;
    const size_t n = own->shape.n;
    const double *high = frozen, *low = frozen + sys->d;
    (void)work;
    for (size_t i = 0; i < n; i++) {
        xi[i * n + i] = 0;
        for (size_t j = i + 1; j < n; j++)
            xi[i * n + j] = twofold_scale((twofold){*high++, *low++}, x[i * n + j]).high;
    }
    fast_matrix_mirror(xi, &own->shape);
}

static slp_status factors(size_t *count, const fast_system *sys)
{
    *count = sys->d;
    return SLP_OK;
}

/* The coordinate of X_ij, i < j. */
static size_t entry(size_t n, size_t i, size_t j)
{
    return i * (2 * n - i - 1) / 2 + j - i - 1;
}

/* Xi = t on entry ij, -t on ji, t = (h/I_ij + c dW_ij) X_ij.  e^-Xi is the turn G of the plane i, j
 * with G_ii = G_jj = cos t, G_ij = -sin t = -G_ji, so that in G X G^T, for every other k,
 *   X_ik -> cos X_ik - sin X_jk,  X_jk -> cos X_jk + sin X_ik,
 * and X_ij stays.  Above the diagonal X_ik is -X_ki if k < i. */
static void factor(double *x, const fast_system *sys, size_t k, double weight, double h,
                   const double *dW, double *work)
{
    const body *own = sys->own;
    const size_t n = own->shape.n;
    size_t i = 0, j = k;
    (void)work;
    for (; j >= n - 1 - i; i++) j -= n - 1 - i;
    j += i + 1;
    twofold rate = twofold_quotient(h, own->inertia[k]);
    if (own->has_quad) rate = twofold_add(rate, twofold_product(own->quad, dW[k]));
    const fast_plane_turn turn = fast_plane_turn_by(twofold_scale(rate, x[k]), weight);
    for (size_t l = 0; l < i; l++) fast_plane_apply(&turn, x + entry(n, l, j), x + entry(n, l, i));
    for (size_t l = i + 1; l < j; l++)
        fast_plane_apply(&turn, x + entry(n, i, l), x + entry(n, l, j));
    for (size_t l = j + 1; l < n; l++)
        fast_plane_apply(&turn, x + entry(n, j, l), x + entry(n, i, l));
}

static double energy(const fast_system *sys, const double *x)
{
    const body *own = sys->own;
    double sum = 0;
    for (size_t i = 0; i < sys->d; i++) sum += x[i] * (x[i] / own->inertia[i]);
    return 0.5 * sum;
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    return fast_son_casimirs(values, &((const body *)sys->own)->shape, x);
}

const fast_system_table fast_system_rigid_body_n = {
    .name = "rigid-body-n",
    .open = open,
    .close = close,
    .frozen_room = frozen_room,
    .freeze = freeze,
    .generator = generator,
    .field = field,
    .factors = factors,
    .factor = factor,
    .energy = energy,
    .casimir = casimir,
};
