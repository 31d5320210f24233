/* so(3)* as R^3: ad*_xi x = x x xi.  Closed forms for every inverse that a stage needs. */
#include "fast/algebra.h"
#include "fast/twofold.h"

#include <float.h>

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(double *out, const double *a, const double *b)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void coadjoint(double *out, const fast_algebra *g, const double *xi, const double *x)
{
    (void)g;
    cross(out, x, xi);
}

/* The inverses below all have the form (x - a x x + p a(a.x)) / (1 + |a|^2), a = xi/2.  With
 * s = max(1, |a_i|) and b = a/s it is (w x - r b x x + p b(b.x)) / (w + |b|^2), r = 1/s, w = r^2, which
 * overflows nowhere. */
typedef struct scaled {
    double b[3], r, w, square; /* square = |b|^2 */
} scaled;

static void scale_half(scaled *q, const double *xi)
{
    double s = 1.0;
    for (int i = 0; i < 3; i++) s = fmax(s, 0.5 * fabs(xi[i]));
    q->r = 1.0 / s;
    q->w = q->r * q->r;
    for (int i = 0; i < 3; i++) q->b[i] = s > 1.0 ? 0.5 * xi[i] / s : 0.5 * xi[i];
    q->square = dot(q->b, q->b);
}

/* (w x - r b x x + p b (b.x)) / (w + |b|^2) */
static void combine(double *out, const scaled *q, const double *x, double p)
{
    double turn[3], along = p * dot(q->b, x), under = q->w + q->square;
    cross(turn, q->b, x);
    for (int i = 0; i < 3; i++) out[i] = (q->w * x[i] - q->r * turn[i] + along * q->b[i]) / under;
}

/* m + a x m = x, because ad*_a m = m x a: (I + [a])^-1 = (I - [a] + a a^T) / (1 + |a|^2). */
static void resolvent(double *m, const fast_algebra *g, const double *xi, const double *x)
{
    (void)g;
    scaled q;
    scale_half(&q, xi);
    combine(m, &q, x, 1.0);
}

/* (I + A) Z (I - A) with A = hat a is z + a x z + (a.z) a, and (I + [a] + a a^T)(I - [a]) = (1 + |a|^2) I. */
static void cayley_stage(double *z, const fast_algebra *g, const double *xi, const double *x)
{
    (void)g;
    scaled q;
    scale_half(&q, xi);
    combine(z, &q, x, 0.0);
}

/* a x z + (a.z) a */
static void cayley_change(double *out, const fast_algebra *g, const double *xi, const double *z)
{
    const double a[3] = {0.5 * xi[0], 0.5 * xi[1], 0.5 * xi[2]}, along = dot(a, z);
    (void)g;
    cross(out, a, z);
    for (int i = 0; i < 3; i++) out[i] += along * a[i];
}

/* (I + [a] - a a^T)^-1 = (I - [a] + 2 a a^T/(1 - |a|^2)) / (1 + |a|^2): along a the factor is 1 - |a|^2. */
static void cayley_stage_printed(double *z, const fast_algebra *g, const double *xi,
                                 const double *x)
{
    (void)g;
    scaled q;
    scale_half(&q, xi);
    if (q.r < 0x1p-20)
        z[0] = z[1] = z[2] = NAN;
    else if (q.r < 1.0 ||
             q.square >= 1.0) /* beyond the pole, where iterates may land on their way */
        combine(z, &q, x, 2.0 * q.w / (q.w - q.square));
    else
        combine(z, &q, x, 2.0 / (1.0 - q.square));
}

/* |sigma| to about u^2: scaled by a power of two, squares summed exactly, one Newton step on the root. */
static twofold length(const double *xi, const double *low)
{
    double largest = fmax(fabs(xi[0]), fmax(fabs(xi[1]), fabs(xi[2])));
    if (!(largest > 0) || !(largest <= DBL_MAX)) return (twofold){largest, 0};
    int exponent;
    frexp(largest, &exponent);
    twofold sum = {0, 0};
    for (int i = 0; i < 3; i++) {
        double v = ldexp(xi[i], -exponent), e = ldexp(low[i], -exponent);
        twofold square = twofold_product(v, v);
        square.low += 2 * v * e;
        sum = twofold_add(sum, square);
    }
    double root = sqrt(sum.high);
    twofold back = twofold_product(root, root);
    double correction = ((sum.high - back.high) - back.low + sum.low) / (2 * root);
    return (twofold){ldexp(root, exponent), ldexp(correction, exponent)};
}

/* mu' = mu x sigma turns mu about sigma by -|sigma| (Rodrigues).  Below an angle of 1:
 *   x + (sin t/t) x x sigma + 1/2 (sin(t/2)/(t/2))^2 (x x sigma) x sigma,
 * above it, with n = sigma/t: cos t x + sin t (x x n) + (1 - cos t)(n.x) n, where t = high + low and
 * sin(high + low) = sin high + low cos high, so that a long turn is not blurred by rounding t.
 * libm's sin and cos (below one unit in the last place) are good enough here: nothing in this path
 * promises the same bits on two machines except the noise and the ensembles. */
static void flow(double *out, const fast_algebra *g, const double *xi, const double *xi_low,
                 const double *x)
{
    (void)g;
    twofold t = length(xi, xi_low);
    double first[3], second[3];
    if (t.high <= 1.0) {
        double half = 0.5 * t.high;
        double f = t.high > 0 ? sin(t.high) / t.high : 1.0, e = half > 0 ? sin(half) / half : 1.0;
        cross(first, x, xi);
        cross(second, first, xi);
        for (int i = 0; i < 3; i++) out[i] = x[i] + (f * first[i] + 0.5 * e * e * second[i]);
        return;
    }
    double n[3], s = sin(t.high), c = cos(t.high);
    double sine = s + t.low * c, cosine = c - t.low * s;
    for (int i = 0; i < 3; i++) n[i] = xi[i] / t.high;
    cross(first, x, n);
    double along = (1.0 - cosine) * dot(n, x);
    for (int i = 0; i < 3; i++) out[i] = cosine * x[i] + (sine * first[i] + along * n[i]);
}

const fast_algebra fast_algebra_so3 = {
    .name = "so(3)",
    .d = 3,
    .coadjoint = coadjoint,
    .resolvent = resolvent,
    .cayley_stage = cayley_stage,
    .cayley_change = cayley_change,
    .cayley_stage_printed = cayley_stage_printed,
    .flow = flow,
};
