/* Zeitlin's matrix hydrodynamics on the sphere, su(N): grad H0 = (-Delta_N)^-1 X, noises
 * (a/(l(l+1))) <T_lm, X> T_lm for l = shell..N-1, m = -l..l.  EJLL section 6.4, with its signs and
 * (43) corrected.
 *
 * On superdiagonal m, of entries p + i q, and with A_l the real eigenvectors there, T_lm = (A -
 * A*)/sqrt 2 projects p on A_l, T_{l,-m} = i (A + A*)/sqrt 2 projects q, and T_l0 = i A_l the
 * imaginary diagonal.  So the noise costs two real transforms an order m, there and back: 8 (N-m)
 * min(N-m, N-shell) flops, 11/6 N^3 in all for shell = N/2; each eigenvector is read once for both.
 * Pinned by tests/fast/test_fast_golden.c, tests/fast/test_fast_zeitlin.c. */
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "fast/system/zeitlin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct sphere {
    fast_matrices shape;
    fast_algebra algebra;
    double amp, *inverse, *ratio;
    size_t shell;  /* lowest degree with noise; n if there is none */
    double *basis; /* order by order, degree by degree */
} sphere;

static size_t lowest(const sphere *own, size_t m)
{
    return m > own->shell ? m : own->shell;
}

static slp_status make_basis(sphere *own)
{
    const size_t n = own->shape.n;
    size_t total = 0;
    for (size_t m = 0; m < n; m++)
        if (lowest(own, m) < n) total += (n - lowest(own, m)) * (n - m);
    double *a = own->basis = fast_numbers(total);
    if (!a) return SLP_MEMORY;
    for (size_t m = 0; m < n; m++)
        for (size_t l = lowest(own, m); l < n; l++, a += n - m)
            fast_zeitlin_eigenvector(a, n, l, m);
    return SLP_OK;
}

static slp_status open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t sizes, amps, shells;
    const double *size = slp_case_param(c, "n", &sizes), *amp = slp_case_param(c, "amp", &amps),
                 *shell = slp_case_param(c, "shell", &shells);
    if (sizes != 1 || *size < 2 || amps > 1 || shells > 1)
        return slp_error_set(err, c->line, c->id, "n",
                             "parameters of the wrong length; pass the case through "
                             "slp_case_check");
    const size_t n = (size_t)*size;
    sphere *own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    sys->own = own;
    own->shape = (fast_matrices){n, 2};
    own->shell = !amps ? n : shells ? (size_t)*shell : (n + 1) / 2;
    own->amp = amps ? *amp : 0;
    own->inverse = fast_numbers(n * n);
    own->ratio = fast_numbers(n * n);
    if (!own->inverse || !own->ratio || make_basis(own) != SLP_OK) return SLP_MEMORY;
    fast_zeitlin_factor(own->inverse, own->ratio, n);
    fast_algebra_sun(&own->algebra, &own->shape);
    sys->algebra = &own->algebra;
    sys->d = n * n;
    sys->M = n * n - own->shell * own->shell;
    sys->casimirs = n - 1;
    sys->room = 4 * n * n + 4 * n;
    return SLP_OK;
}

static void close(fast_system *sys)
{
    sphere *own = sys->own;
    if (own) {
        free(own->inverse);
        free(own->ratio);
        free(own->basis);
    }
    free(own);
}

static size_t frozen_room(const fast_system *sys)
{
    return 1 + sys->M;
}

/* h, a dW_lm/(l(l+1)) */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const sphere *own = sys->own;
    double *weight = frozen + 1;
    frozen[0] = h;
    for (size_t l = own->shell; l < own->shape.n; l++)
        for (size_t m = 0; m < 2 * l + 1; m++)
            *weight++ = own->amp * *dW++ / ((double)l * (double)(l + 1));
}

/* re[k n + m] + i im[k n + m] = X_{k,k+m} */
static void spread(double *re, double *im, size_t n, const double *x)
{
    const double *at = x + n;
    for (size_t k = 0; k < n; k++) {
        re[k * n] = 0;
        im[k * n] = x[k];
        for (size_t m = 1; m < n - k; m++) {
            re[k * n + m] = *at++;
            im[k * n + m] = *at++;
        }
    }
}

/* Adds to p_k and q_k the noise of degree l, with a weight for the real and one for the imaginary
 * part. */
static void project(double *p, double *q, const double *a, size_t count, const double *from_p,
                    const double *from_q, double weight_p, double weight_q)
{
    double sum_p[4] = {0, 0, 0, 0}, sum_q[4] = {0, 0, 0, 0};
    size_t k = 0;
    for (; k + 4 <= count; k += 4)
        for (size_t i = 0; i < 4; i++) {
            sum_p[i] += a[k + i] * from_p[k + i];
            sum_q[i] += a[k + i] * from_q[k + i];
        }
    for (; k < count; k++) {
        sum_p[k % 4] += a[k] * from_p[k];
        sum_q[k % 4] += a[k] * from_q[k];
    }
    weight_p *= (sum_p[0] + sum_p[2]) + (sum_p[1] + sum_p[3]);
    weight_q *= (sum_q[0] + sum_q[2]) + (sum_q[1] + sum_q[3]);
    for (k = 0; k < count; k++) {
        p[k] += weight_p * a[k];
        q[k] += weight_q * a[k];
    }
}

/* out += the noise's part; both hold X_{k,k+m} at [k stride + m], real and imaginary parts apart.
 */
static void add_noise(double *out_re, double *out_im, const sphere *own, const double *weight,
                      const double *re, const double *im, size_t stride, double *work)
{
    const size_t n = own->shape.n;
    const double *a = own->basis;
    double *from_p = work, *from_q = work + n, *p = work + 2 * n, *q = work + 3 * n;
    for (size_t m = 0; m < n; m++) {
        const size_t count = n - m;
        for (size_t k = 0; k < count; k++) {
            from_p[k] = m ? re[k * stride + m] : 0;
            from_q[k] = im[k * stride + m];
            p[k] = q[k] = 0;
        }
        for (size_t l = lowest(own, m); l < n; l++, a += count) {
            const double *centre = weight + (l * l - own->shell * own->shell) + l;
            project(p, q, a, count, from_p, from_q, centre[m], *(centre - m));
        }
        for (size_t k = 0; k < count; k++) {
            if (m) out_re[k * stride + m] += p[k];
            out_im[k * stride + m] += q[k];
        }
    }
}

/* out = Xi at x, same places.  work: 4 n. */
static void diagonals(double *out_re, double *out_im, const sphere *own, const double *frozen,
                      const double *re, const double *im, size_t stride, double *work)
{
    const size_t n = own->shape.n;
    for (size_t k = 0; k < n; k++)
        for (size_t m = 0; m < n - k; m++) {
            out_re[k * stride + m] = frozen[0] * re[k * stride + m];
            out_im[k * stride + m] = frozen[0] * im[k * stride + m];
        }
    fast_zeitlin_solve(out_re, stride, own->inverse, own->ratio, n);
    fast_zeitlin_solve(out_im, stride, own->inverse, own->ratio, n);
    if (own->shell < n) add_noise(out_re, out_im, own, frozen + 1, re, im, stride, work);
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const sphere *own = sys->own;
    const size_t n = own->shape.n, q = n * n;
    double *re = work, *im = work + q, *out_re = work + 2 * q, *out_im = work + 3 * q, *at = xi + n;
    spread(re, im, n, x);
    diagonals(out_re, out_im, own, frozen, re, im, n, work + 4 * q);
    for (size_t k = 0; k < n; k++) {
        xi[k] = out_im[k * n];
        for (size_t m = 1; m < n - k; m++) {
            *at++ = out_re[k * n + m];
            *at++ = out_im[k * n + m];
        }
    }
    if (xi_low) memset(xi_low, 0, sys->d * sizeof *xi_low);
}

/* Rows of the matrix, from the diagonal on, are what diagonals() takes, at a stride of n + 1. */
static void field(double *xi, const fast_system *sys, const double *frozen, const double *x,
                  double *work)
{
    const sphere *own = sys->own;
    const size_t n = own->shape.n, q = n * n;
    diagonals(xi, xi + q, own, frozen, x, x + q, n + 1, work);
    fast_matrix_mirror(xi, &own->shape);
}

/* <(-Delta)^-1 X, X>/2; entries off the diagonal count twice. */
static double energy(const fast_system *sys, const double *x)
{
    const size_t n = ((const sphere *)sys->own)->shape.n;
    const size_t room = frozen_room(sys);
    double *frozen = fast_numbers(room + sys->d + sys->room);
    if (!frozen) return NAN;
    double *xi = frozen + room, *work = xi + sys->d, sum = 0;
    for (size_t i = 0; i < room; i++) frozen[i] = i == 0;
    generator(xi, NULL, sys, frozen, x, work);
    for (size_t i = 0; i < sys->d; i++) sum += (i < n ? 0.5 : 1) * xi[i] * x[i];
    free(frozen);
    return sum;
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    return fast_matrix_power_sums(values, &((const sphere *)sys->own)->shape, x);
}

const fast_system_table fast_system_zeitlin_sphere = {
    .name = "zeitlin-sphere",
    .open = open,
    .close = close,
    .frozen_room = frozen_room,
    .freeze = freeze,
    .generator = generator,
    .field = field,
    .energy = energy,
    .casimir = casimir,
};
