/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Euler's equations on the torus truncated by the sine bracket, su(N), N odd, LECG section 6, (55).
 *
 * On the cyclic diagonal m2, entries X_{k,k+m2 mod N} = i sum_m1 omega_m e^(2 pi i m1 m2/N) e^(4 pi
 * i m1 k/N), so that the drift, a factor -h/(2 eps |m|^2) on omega_m, is a circular convolution
 * along the diagonal,
 *   Xi_{k,k+m2} = -(h/2eps) sum_j g_m2(j) X_{k-j,k-j+m2},  g_m2(j) = (1/N) sum_m1 cos(4 pi m1
 *     j/N)/(m1^2 + m2^2),
 * m1 = -K..K without (0, 0), eps = 2 pi/N.  Diagonals m2 = 0..K hold every entry once: the one at
 * (k, l), l < k, is that of minus its conjugate at (l, k).  g_m2(j) = g_m2(-j): 2 N^3/2
 * multiplications in all.  Noises are constant, -(i/2eps) a (T_n + T_-n), and are summed once a
 * step.  On full matrices the drift is fast_torus_apply's.
 * It is not built of terms: its coefficients are irrational, and each term would add a rounding.
 * Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_trajectory.c. */
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "fast/system/torus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define QUARTER_OVER_PI 0x1.45f306dc9c883p-4 /* 1/(4 pi): 1/(2 eps) = N/(4 pi) */
#define TWO_PI          0x1.921fb54442d18p+2

typedef struct torus {
    fast_matrices shape;
    fast_algebra algebra;
    double amp, *kernel, *cosine, *sine; /* g_m2(j) at [m2 n + j], cos and sin of 2 pi j/N */
    double *tables;                      /* of fast_torus_apply */
    size_t modes;
    long (*mode)[2];
} torus;

/* a modulo n in 0..n-1 */
static size_t cyclic(long a, size_t n)
{
    long r = a % (long)n;
    return (size_t)(r < 0 ? r + (long)n : r);
}

static void make_kernel(torus *own)
{
    const size_t n = own->shape.n, half = (n - 1) / 2;
    for (size_t j = 0; j < n; j++) {
        /* angles within a half turn */
        long signed_j = j > half ? (long)j - (long)n : (long)j;
        own->cosine[j] = cos(TWO_PI * (double)signed_j / (double)n);
        own->sine[j] = sin(TWO_PI * (double)signed_j / (double)n);
    }
    for (size_t m2 = 0; m2 <= half; m2++)
        for (size_t j = 0; j < n; j++) {
            double sum = m2 ? 1 / (double)(m2 * m2) : 0;
            for (size_t m1 = 1; m1 <= half; m1++)
                sum += 2 * own->cosine[2 * m1 * j % n] / (double)(m1 * m1 + m2 * m2);
            own->kernel[m2 * n + j] = sum / (double)n;
        }
}

static slp_status sine_euler_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t sizes, amps, modes;
    const double *size = slp_case_param(c, "n", &sizes), *amp = slp_case_param(c, "amp", &amps),
                 *mode = slp_case_param(c, "modes", &modes);
    if (sizes != 1 || *size < 3 || amps > 1 || modes % 2)
        return slp_error_set(err, c->line, c->id, "n",
                             "parameters of the wrong length; pass the case through "
                             "slp_case_check");
    const size_t n = (size_t)*size;
    torus *own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    sys->own = own;
    own->shape = (fast_matrices){n, 2};
    own->amp = amps ? *amp : 0;
    own->modes = amps ? modes / 2 : 0;
    own->mode = malloc((own->modes ? own->modes : 1) * sizeof *own->mode);
    own->kernel = fast_numbers((n + 1) / 2 * n);
    own->cosine = fast_numbers(n);
    own->sine = fast_numbers(n);
    own->tables = fast_numbers(fast_torus_tables(n));
    if (!own->mode || !own->kernel || !own->cosine || !own->sine || !own->tables) return SLP_MEMORY;
    for (size_t i = 0; i < own->modes; i++)
        for (size_t k = 0; k < 2; k++) own->mode[i][k] = (long)mode[2 * i + k];
    make_kernel(own);
    fast_torus_open(own->tables, n, own->cosine, own->sine);
    fast_algebra_sun(&own->algebra, &own->shape);
    sys->algebra = &own->algebra;
    sys->d = n * n;
    sys->M = own->modes;
    sys->casimirs = n - 1;
    sys->work_size =
        fast_torus_work_size(n); /* fields; coordinates need 6 n, which is less from n = 3 on */
    return SLP_OK;
}

static void sine_euler_close(fast_system *sys)
{
    torus *own = sys->own;
    if (own) {
        free(own->mode);
        free(own->kernel);
        free(own->cosine);
        free(own->sine);
        free(own->tables);
    }
    free(own);
}

/* The coordinate of X_ij, i < j: its real part. */
static size_t entry(size_t n, size_t i, size_t j)
{
    return n + i * (2 * n - i - 1) + 2 * (j - i - 1);
}

static size_t frozen_size(const fast_system *sys)
{
    return 1 + sys->d;
}

/* xi += -i weight T_m, only the entries on and above the diagonal. */
static void add_mode(double *xi, const torus *own, const long m[2], double weight)
{
    const size_t n = own->shape.n;
    for (size_t k = 0; k < n; k++) {
        const size_t to = cyclic((long)k + m[1], n), at = cyclic(m[0] * (m[1] + 2 * (long)k), n);
        if (to < k) continue;
        if (to == k) {
            xi[k] -= weight * own->cosine[at];
            continue;
        }
        xi[entry(n, k, to)] += weight * own->sine[at];
        xi[entry(n, k, to) + 1] -= weight * own->cosine[at];
    }
}

/* -h/2eps and the coordinates of the noise; on the diagonal e and its conjugate, from T_n and T_-n,
 * add up to real. */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const torus *own = sys->own;
    const double rate = QUARTER_OVER_PI * (double)own->shape.n;
    frozen[0] = -h * rate;
    memset(frozen + 1, 0, sys->d * sizeof *frozen);
    for (size_t i = 0; i < own->modes; i++) {
        const long *m = own->mode[i], back[2] = {-m[0], -m[1]};
        add_mode(frozen + 1, own, m, rate * own->amp * dW[i]);
        add_mode(frozen + 1, own, back, rate * own->amp * dW[i]);
    }
}

/* out_k += sum_j g(j) in_{k-j}; in has its 2n numbers twice over, re then im. */
static void convolve(double *out, const double *g, const double *twice, size_t n)
{
    memset(out, 0, n * sizeof *out);
    for (size_t j = 0; j < n; j++) {
        const double *from = twice + (j ? n - j : 0);
        for (size_t k = 0; k < n; k++) out[k] += g[j] * from[k];
    }
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const torus *own = sys->own;
    const size_t n = own->shape.n;
    double *re = work, *im = work + 2 * n, *out_re = work + 4 * n, *out_im = work + 5 * n;
    for (size_t m = 0; m <= (n - 1) / 2; m++) {
        for (size_t k = 0; k < n; k++) {
            const size_t to = (k + m) % n, at = m ? entry(n, k < to ? k : to, k < to ? to : k) : k;
            re[k] = !m ? 0 : to > k ? x[at] : -x[at];
            im[k] = m ? x[at + 1] : x[at];
        }
        memcpy(re + n, re, n * sizeof *re);
        memcpy(im + n, im, n * sizeof *im);
        if (m) convolve(out_re, own->kernel + m * n, re, n);
        convolve(out_im, own->kernel + m * n, im, n);
        for (size_t k = 0; k < n; k++) {
            const size_t to = (k + m) % n, at = m ? entry(n, k < to ? k : to, k < to ? to : k) : k;
            const double *constant = frozen + 1 + at;
            if (m) xi[at] = frozen[0] * (to > k ? out_re[k] : -out_re[k]) + constant[0];
            xi[m ? at + 1 : at] = frozen[0] * out_im[k] + constant[m ? 1 : 0];
        }
    }
    if (xi_low) memset(xi_low, 0, sys->d * sizeof *xi_low);
}

static void field(double *xi, const fast_system *sys, const double *frozen, const double *x,
                  double *work)
{
    const torus *own = sys->own;
    const size_t n = own->shape.n, q = n * n;
    const double *constant = frozen + 1;
    fast_torus_apply(xi, frozen[0], x, n, own->tables, work);
    if (!own->modes) return;
    for (size_t i = 0; i < n; i++) xi[q + i * n + i] += *constant++;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            xi[i * n + j] += *constant++;
            xi[q + i * n + j] += *constant++;
        }
    fast_matrix_mirror(xi, &own->shape);
}

/* 1/2 sum |omega_m|^2/|m|^2 = <X, -2eps/h Xi(X)>/2N with no noise: Tr T_m* T_n = N delta. */
static slp_status factors(size_t *count, const fast_system *sys)
{
    const size_t n = ((const torus *)sys->own)->shape.n;
    *count = (n * n - 1) / 2 + sys->M;
    return SLP_OK;
}

/* Mode m of X = i sum omega_m T_m: omega_m = Tr(T_m^* X)/(i N) = a + i b. */
static void mode(double *a, double *b, const torus *own, const long m[2], const double *matrix)
{
    const size_t n = own->shape.n;
    const double *re = matrix, *im = matrix + n * n;
    double real = 0, imaginary = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t at = k * n + cyclic((long)k + m[1], n);
        const size_t phase = cyclic(m[0] * (m[1] + 2 * (long)k), n);
        real += own->cosine[phase] * re[at] + own->sine[phase] * im[at];
        imaginary += own->cosine[phase] * im[at] - own->sine[phase] * re[at];
    }
    *a = imaginary / (double)n; /* (real + i imaginary)/i */
    *b = -real / (double)n;
}

/* f = e^P - I for P = i (z T_m + conj(z) T_-m), z = a + i b.  T_m has the period N and eigenvalues
 * l_r = e^(2 pi i r/N), T_m^j = T_jm and T_-m = T_m^-1.  So P has the eigenvalues i t_r, t_r = 2
 * Re(z l_r), and
 *   f = sum_{j<N} c_j T_jm,  c_j = (1/N) sum_r (e^(i t_r) - 1) l_r^-j.
 * The identity is never added, so that the error is of order u for large t and u|P| for small ones.
 * c: 4 N doubles of scratch. */
static void exponential(double *f, const torus *own, const long m[2], double a, double b, double *c)
{
    const size_t n = own->shape.n, q = n * n;
    double *re = c, *im = c + n, *g_re = c + 2 * n, *g_im = c + 3 * n;
    for (size_t r = 0; r < n; r++) {
        const double t = 2 * (a * own->cosine[r] - b * own->sine[r]), half = sin(0.5 * t);
        g_re[r] = -2 * half * half / (double)n;
        g_im[r] = sin(t) / (double)n;
    }
    for (size_t j = 0; j < n; j++) {
        re[j] = im[j] = 0;
        for (size_t r = 0; r < n; r++) {
            const double co = own->cosine[j * r % n], si = -own->sine[j * r % n];
            re[j] += g_re[r] * co - g_im[r] * si;
            im[j] += g_re[r] * si + g_im[r] * co;
        }
    }
    memset(f, 0, 2 * q * sizeof *f);
    for (size_t j = 0; j < n; j++) {
        const long m1 = (long)j * m[0], m2 = (long)j * m[1];
        for (size_t k = 0; k < n; k++) {
            const size_t at = k * n + cyclic((long)k + m2, n);
            const size_t phase = cyclic(m1, n) * (cyclic(m2, n) + 2 * k) % n;
            const double co = own->cosine[phase], si = own->sine[phase];
            f[at] += re[j] * co - im[j] * si;
            f[q + at] += re[j] * si + im[j] * co;
        }
    }
}

/* The k-th pair of modes m, -m: m1 > 0, or m1 = 0 and m2 > 0, in lexicographic order. */
static void pair_of(long m[2], size_t k, size_t n)
{
    const size_t half = (n - 1) / 2;
    m[0] = k < half ? 0 : 1 + (long)((k - half) / n);
    m[1] = k < half ? 1 + (long)k : (long)((k - half) % n) - (long)half;
}

/* Xi = -i (z T_m + conj(z) T_-m), z = (h/2eps) omega_m/|m|^2 for the energy of a pair of modes, z =
 * a dW/2eps for a noise.  T_m and T_-m commute, so omega_m and Xi stay along the flow.  With F =
 * e^-Xi - I: e^-Xi x e^Xi = x + Y - Y* + Y F*, Y = F x. */
static void factor(double *x, const fast_system *sys, size_t k, double weight, double h,
                   const double *dW, double *work)
{
    const torus *own = sys->own;
    const size_t n = own->shape.n, size = 2 * n * n, pairs = (n * n - 1) / 2;
    const double rate = weight * QUARTER_OVER_PI * (double)n;
    double *f = work, *matrix = work + size, *y = work + 2 * size, *rest = work + 3 * size, a, b;
    long m[2];
    fast_matrix_read(matrix, &own->shape, x);
    if (k < pairs) {
        pair_of(m, k, n);
        mode(&a, &b, own, m, matrix);
        const double by = rate * h / (double)(m[0] * m[0] + m[1] * m[1]);
        a *= by;
        b *= by;
    } else {
        memcpy(m, own->mode[k - pairs], sizeof m);
        a = rate * own->amp * dW[k - pairs];
        b = 0;
    }
    exponential(f, own, m, a, b, rest);
    fast_matrix_product(y, &own->shape, f, matrix, rest);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            matrix[i * n + j] = f[j * n + i];
            matrix[(n + i) * n + j] = -f[(n + j) * n + i];
        }
    fast_matrix_product(f, &own->shape, y, matrix, rest);
    fast_matrix_skew(x, &own->shape, 1, y, true);
    fast_matrix_skew(x, &own->shape, 0.5, f, true);
}

static double energy(const fast_system *sys, const double *x)
{
    const size_t n = ((const torus *)sys->own)->shape.n;
    const size_t room = frozen_size(sys);
    double *frozen = fast_numbers(room + sys->d + sys->work_size);
    if (!frozen) return NAN;
    double *xi = frozen + room, *work = xi + sys->d, sum = 0;
    memset(frozen, 0, room * sizeof *frozen);
    frozen[0] = 1;
    generator(xi, NULL, sys, frozen, x, work);
    for (size_t i = 0; i < sys->d; i++) sum += (i < n ? 0.5 : 1) * xi[i] * x[i];
    free(frozen);
    return sum / (double)n;
}

static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    return fast_matrix_power_sums(values, &((const torus *)sys->own)->shape, x);
}

const fast_system_table fast_system_sine_euler = {
    .name = "sine-euler",
    .open = sine_euler_open,
    .close = sine_euler_close,
    .frozen_size = frozen_size,
    .freeze = freeze,
    .generator = generator,
    .field = field,
    .factors = factors,
    .factor = factor,
    .energy = energy,
    .casimir = casimir,
};
