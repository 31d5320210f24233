/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Zeitlin's matrix hydrodynamics on the sphere, su(N): grad H0 = (-Delta_N)^-1 X, noises
 * (a/(l(l+1))) <T_lm, X> T_lm for l = shell..N-1, m = -l..l.  EJLL section 6.4, with its signs and
 * (43) corrected.  It is not built of terms: Delta_N^-1 has N^3 of them, and its solve takes N^2
 * operations.
 *
 * On superdiagonal m, of entries p + i q, and with A_l the real eigenvectors there, T_lm = (A -
 * A*)/sqrt 2 projects p on A_l, T_{l,-m} = i (A + A*)/sqrt 2 projects q, and T_l0 = i A_l the
 * imaginary diagonal.  So the noise costs two real transforms an order m, there and back.  The
 * eigenvectors are even or odd, A_{c-1-k} = (-1)^(l-m) A_k of c = N - m entries: p and q are split
 * into their even and odd parts, and of each eigenvector only the first half, with the middle, is
 * kept and read, once for both.  That is 4 (N-m) min(N-m, N-shell) flops an order, 11/12 N^3 in all
 * for shell = N/2.
 * A planet that turns has X - f T_10 in H0 for X, T_10 = i diag(s)/|s| of degree 1, so that the
 * generator loses h f/2 T_10.
 * Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_zeitlin.c. */
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "fast/system/zeitlin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ORDERS: orders m that are read and written together, the entries of a row lying side by side;
 * WORK: rows of n + 1 that add_noise() needs */
enum { ORDERS = 8, WORK = 2 * ORDERS + 4 };
/* Numbers of a frozen generator before the noise: h, and h f/(4|s|), the weight of 2 s_k. */
enum { HEAD = 2 };

typedef struct sphere {
    fast_matrices shape;
    fast_algebra algebra;
    double amp, coriolis, *inverse, *ratio;
    size_t shell;  /* lowest degree with noise; n if there is none */
    double *basis; /* first halves of eigenvectors, order by order, degree by degree */
} sphere;

static size_t lowest(const sphere *own, size_t m)
{
    return m > own->shell ? m : own->shell;
}

static size_t half(size_t count)
{
    return (count + 1) / 2;
}

static slp_status make_basis(sphere *own)
{
    const size_t n = own->shape.n;
    size_t total = 0;
    for (size_t m = 0; m < n; m++)
        if (lowest(own, m) < n) total += (n - lowest(own, m)) * half(n - m);
    double *whole = fast_numbers(n), *a = own->basis = fast_numbers(total);
    if (!whole || !a) return free(whole), SLP_MEMORY;
    for (size_t m = 0; m < n; m++)
        for (size_t l = lowest(own, m); l < n; l++, a += half(n - m)) {
            fast_zeitlin_eigenvector(whole, n, l, m);
            memcpy(a, whole, half(n - m) * sizeof *a);
        }
    free(whole);
    return SLP_OK;
}

static slp_status zeitlin_sphere_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t sizes, amps, shells, planets;
    const double *size = slp_case_param(c, "n", &sizes), *amp = slp_case_param(c, "amp", &amps),
                 *shell = slp_case_param(c, "shell", &shells),
                 *coriolis = slp_case_param(c, "coriolis", &planets);
    if (sizes != 1 || *size < 2 || amps > 1 || shells > 1 || planets > 1)
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
    own->coriolis = planets ? *coriolis : 0;
    own->inverse = fast_numbers(n * n);
    own->ratio = fast_numbers(n * n);
    if (!own->inverse || !own->ratio || make_basis(own) != SLP_OK) return SLP_MEMORY;
    fast_zeitlin_factor(own->inverse, own->ratio, n);
    fast_algebra_sun(&own->algebra, &own->shape);
    sys->algebra = &own->algebra;
    sys->d = n * n;
    sys->M = n * n - own->shell * own->shell;
    sys->casimirs = n - 1;
    sys->work_size = 4 * n * n + WORK * (n + 1);
    return SLP_OK;
}

static void zeitlin_sphere_close(fast_system *sys)
{
    sphere *own = sys->own;
    if (own) {
        free(own->inverse);
        free(own->ratio);
        free(own->basis);
    }
    free(own);
}

static size_t frozen_size(const fast_system *sys)
{
    return HEAD + sys->M;
}

/* |S_3|, by sum s_k^2 = n(n^2 - 1)/12 */
static double axis_length(size_t n)
{
    const double N = (double)n;
    return sqrt(N * (N * N - 1) / 12);
}

/* h, the planet's weight, a dW_lm/(l(l+1)) */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const sphere *own = sys->own;
    double *weight = frozen + HEAD;
    frozen[0] = h;
    frozen[1] = 0.25 * h * own->coriolis / axis_length(own->shape.n);
    for (size_t l = own->shell; l < own->shape.n; l++)
        for (size_t m = 0; m < 2 * l + 1; m++)
            *weight++ = own->amp * *dW++ / ((double)l * (double)(l + 1));
}

/* One parity of the entries of an order: p and q as they are, and what the noise makes of them. */
typedef struct parity {
    double *from_p, *from_q, *p, *q;
} parity;

/* Adds the noise of one degree, with a weight for the real and one for the imaginary part. */
static void project(const parity *to, const double *a, size_t count, double weight_p,
                    double weight_q)
{
    const double *restrict from_p = to->from_p, *restrict from_q = to->from_q;
    double *restrict p = to->p, *restrict q = to->q;
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

/* Even and odd parts of f, the first half with the middle: even[k] = f_k + f_{c-1-k}, odd[k] their
 * difference; in the middle f itself and 0 (an odd eigenvector is 0 there). */
static void split(double *restrict even, double *restrict odd, const double *restrict f,
                  size_t count)
{
    for (size_t k = 0; k < count / 2; k++) {
        even[k] = f[k] + f[count - 1 - k];
        odd[k] = f[k] - f[count - 1 - k];
    }
    if (count % 2) {
        even[count / 2] = f[count / 2];
        odd[count / 2] = 0;
    }
}

/* f = the vector that these are the even and odd parts of. */
static void join(double *restrict f, const double *restrict even, const double *restrict odd,
                 size_t count)
{
    for (size_t k = 0; k < count / 2; k++) {
        f[k] = even[k] + odd[k];
        f[count - 1 - k] = even[k] - odd[k];
    }
    if (count % 2) f[count / 2] = even[count / 2];
}

/* The noise's part of the diagonal m, in place; `a` is the first eigenvector of that order.  The
 * middle of an odd eigenvector is 0. */
static void noise_of_order(double *f_p, double *f_q, const sphere *own, const double *weight,
                           size_t m, const double *a, double *work)
{
    const size_t n = own->shape.n, count = n - m, first = half(count), row = half(n);
    parity part[2];
    for (size_t i = 0; i < 2; i++, work += 4 * row)
        part[i] = (parity){work, work + row, work + 2 * row, work + 3 * row};
    split(part[0].from_p, part[1].from_p, f_p, count);
    split(part[0].from_q, part[1].from_q, f_q, count);
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < first; k++) part[i].p[k] = part[i].q[k] = 0;
    for (size_t l = lowest(own, m); l < n; l++, a += first) {
        const double *centre = weight + (l * l - own->shell * own->shell) + l;
        project(&part[(l - m) % 2], a, first, m ? centre[m] : 0, *(centre - m));
    }
    join(f_p, part[0].p, part[1].p, count);
    join(f_q, part[0].q, part[1].q, count);
}

/* out += the noise's part; both hold X_{k,k+m} at [k stride + m], real and imaginary parts apart.
 * The diagonal has no real part. */
static void add_noise(double *out_re, double *out_im, const sphere *own, const double *weight,
                      const double *re, const double *im, size_t stride, double *work)
{
    const size_t n = own->shape.n;
    const double *a = own->basis;
    double *p = work, *q = work + ORDERS * n;
    for (size_t m = 0; m < n; m += ORDERS) {
        const size_t orders = n - m < ORDERS ? n - m : ORDERS;
        for (size_t k = 0; k < n - m; k++)
            for (size_t i = 0; i < orders && k + m + i < n; i++) {
                p[i * n + k] = m + i ? re[k * stride + m + i] : 0;
                q[i * n + k] = im[k * stride + m + i];
            }
        for (size_t i = 0; i < orders; i++) {
            noise_of_order(p + i * n, q + i * n, own, weight, m + i, a, work + 2 * ORDERS * n);
            a += (n - lowest(own, m + i)) * half(n - m - i);
        }
        for (size_t k = 0; k < n - m; k++)
            for (size_t i = 0; i < orders && k + m + i < n; i++) {
                if (m + i) out_re[k * stride + m + i] += p[i * n + k];
                out_im[k * stride + m + i] += q[i * n + k];
            }
    }
}

/* out = Xi at x, same places.  work: WORK (n + 1). */
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
    if (own->coriolis != 0)
        for (size_t k = 0; k < n; k++)
            out_im[k * stride] -= frozen[1] * ((double)(n - 1) - 2 * (double)k);
    if (own->shell < n) add_noise(out_re, out_im, own, frozen + HEAD, re, im, stride, work);
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const sphere *own = sys->own;
    const size_t n = own->shape.n, q = n * n;
    double *re = work, *im = work + q, *out_re = work + 2 * q, *out_im = work + 3 * q;
    fast_zeitlin_spread(re, im, n, x);
    diagonals(out_re, out_im, own, frozen, re, im, n, work + 4 * q);
    fast_zeitlin_gather(xi, out_re, out_im, n);
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

/* <(-Delta)^-1 Y, Y>/2 with Y = X - f T_10; entries off the diagonal count twice.  The generator of
 * h = 1 is (-Delta)^-1 Y. */
static double energy(const fast_system *sys, const double *x)
{
    const size_t n = ((const sphere *)sys->own)->shape.n;
    const size_t room = frozen_size(sys);
    double *frozen = fast_numbers(room + sys->d + sys->work_size);
    if (!frozen) return NAN;
    double *xi = frozen + room, *work = xi + sys->d, sum = 0;
    const sphere *own = sys->own;
    for (size_t i = 0; i < room; i++) frozen[i] = i == 0;
    frozen[1] = 0.25 * own->coriolis / axis_length(n);
    generator(xi, NULL, sys, frozen, x, work);
    for (size_t i = 0; i < sys->d; i++) {
        double y = x[i];
        if (i < n) y -= 2 * frozen[1] * ((double)(n - 1) - 2 * (double)i);
        sum += (i < n ? 0.5 : 1) * xi[i] * y;
    }
    free(frozen);
    return sum;
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    return fast_matrix_power_sums(values, &((const sphere *)sys->own)->shape, x);
}

const fast_system_table fast_system_zeitlin_sphere = {
    .name = "zeitlin-sphere",
    .open = zeitlin_sphere_open,
    .close = zeitlin_sphere_close,
    .frozen_size = frozen_size,
    .freeze = freeze,
    .generator = generator,
    .field = field,
    .energy = energy,
    .casimir = casimir,
};
