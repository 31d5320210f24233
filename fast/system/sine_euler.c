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
 * Pinned by tests/fast/test_fast_golden.c, tests/fast/test_fast_trajectory.c. */
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

static slp_status open(fast_system *sys, const slp_case *c, slp_error *err)
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
    sys->room = fast_torus_room(n); /* fields; coordinates need 6 n, which is less from n = 3 on */
    return SLP_OK;
}

static void close(fast_system *sys)
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

static size_t frozen_room(const fast_system *sys)
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
static double energy(const fast_system *sys, const double *x)
{
    const size_t n = ((const torus *)sys->own)->shape.n;
    const size_t room = frozen_room(sys);
    double *frozen = fast_numbers(room + sys->d + sys->room);
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
    .open = open,
    .close = close,
    .frozen_room = frozen_room,
    .freeze = freeze,
    .generator = generator,
    .field = field,
    .energy = energy,
    .casimir = casimir,
};
