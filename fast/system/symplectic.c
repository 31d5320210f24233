/* A quadratic Hamiltonian with linear noises on sp(2m, R): in the exchanged coordinates H0 = x.Qx/2
 * and H_k = b_k.x, so that
 * in the pairing Tr(X^T V), whose weights are w_i, Xi_i = (h (Qx)_i + sum_k dW_k b_ki) / w_i.
 * Casimirs: Tr X^2j, j = 1..m, the odd ones being 0.  Pinned by tests/fast/test_fast_symplectic.c,
 * tests/fast/test_fast_symplectic_laws.c. */
#include "fast/matrix/sp.h"
#include "fast/system/system.h"
#include "fast/vector/twofold.h"

#include <stdlib.h>

typedef struct space {
    fast_matrices shape;
    fast_algebra algebra;
    double *quadratic; /* Q, d x d, row by row */
    double *noise;     /* M vectors of d numbers */
    double *weight;    /* of the pairing, d */
} space;

static slp_status open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t sizes, entries, noises;
    const double *size = slp_case_param(c, "n", &sizes),
                 *quadratic = slp_case_param(c, "quadratic", &entries),
                 *noise = slp_case_param(c, "noise", &noises);
    const size_t n = sizes == 1 ? (size_t)*size : 0, d = n * (n + 1) / 2;
    if (n < 2 || n % 2 || entries != d * (d + 1) / 2 || noises % d)
        return slp_error_set(err, c->line, c->id, "n",
                             "parameters of the wrong length; pass the case through "
                             "slp_case_check");
    space *own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    sys->own = own;
    own->quadratic = fast_numbers(d * d);
    own->weight = fast_numbers(d);
    own->noise = fast_numbers_of(noise, noises);
    if (!own->quadratic || !own->weight || !own->noise) return SLP_MEMORY;
    for (size_t i = 0; i < d; i++) {
        own->weight[i] = fast_sp_weight(i, n);
        for (size_t j = i; j < d; j++)
            own->quadratic[i * d + j] = own->quadratic[j * d + i] = *quadratic++;
    }
    own->shape = (fast_matrices){n, 1};
    fast_algebra_sp(&own->algebra, &own->shape);
    sys->algebra = &own->algebra;
    sys->d = d;
    sys->M = noises / d;
    sys->casimirs = n / 2;
    return SLP_OK;
}

static void close(fast_system *sys)
{
    space *own = sys->own;
    if (own) {
        free(own->quadratic);
        free(own->noise);
        free(own->weight);
    }
    free(own);
}

static size_t frozen_room(const fast_system *sys)
{
    return 1 + 2 * sys->d;
}

/* h, and sum_k dW_k b_k, high and low: terms may cancel, among themselves and against the drift. */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const space *own = sys->own;
    const size_t d = sys->d;
    frozen[0] = h;
    for (size_t i = 0; i < d; i++) {
        twofold sum = {0, 0};
        for (size_t k = 0; k < sys->M; k++)
            sum = twofold_add(sum, twofold_product(own->noise[k * d + i], dW[k]));
        frozen[1 + i] = sum.high;
        frozen[1 + d + i] = sum.low;
    }
}

/* The product of row i of Q with x, high and low: the rounding errors of the sums and products are
 * added up separately (Ogita, Rump, Oishi 2005, Dot2). */
static twofold row_times(const space *own, size_t i, const double *x, size_t d)
{
    const double *row = own->quadratic + i * d;
    double high = 0, low = 0;
    for (size_t j = 0; j < d; j++) {
        const twofold product = twofold_product(row[j], x[j]),
                      sum = twofold_sum(high, product.high);
        high = sum.high;
        low += sum.low + product.low;
    }
    return twofold_sum(high, low);
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const space *own = sys->own;
    const size_t d = sys->d;
    (void)work;
    for (size_t i = 0; i < d; i++) {
        const twofold drift = twofold_scale(row_times(own, i, x, d), frozen[0]),
                      noise = {frozen[1 + i], frozen[1 + d + i]}, sum = twofold_add(drift, noise);
        xi[i] = sum.high / own->weight[i];
        if (xi_low) xi_low[i] = sum.low / own->weight[i];
    }
}

static double energy(const fast_system *sys, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < sys->d; i++) sum += x[i] * row_times(sys->own, i, x, sys->d).high;
    return 0.5 * sum;
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    return fast_sp_casimirs(values, &((const space *)sys->own)->shape, x);
}

const fast_system_table fast_system_symplectic = {
    .name = "symplectic",
    .open = open,
    .close = close,
    .frozen_room = frozen_room,
    .freeze = freeze,
    .generator = generator,
    .energy = energy,
    .casimir = casimir,
};
