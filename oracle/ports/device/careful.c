/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps of single paths: isospectral-midpoint on the rigid body, the heavy top, vortices and spins,
 * variational-cayley on the heavy top, each with the generator to the last bit and the iteration of
 * the manual's page of schemes, and splittings of the rigid body; in the operations and the order
 * of the binary64 path. */
#include "oracle/ports/device/careful.h"
#include "oracle/ports/device/careful_parts.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ITERATIONS = 20000, HALVED = 400, PATIENCE = 8, LARGE = 16 };

typedef struct careful {
    const slp_case *of;
    int model, d, n; /* n: vortices */
    double x[E_MOST], xi[E_MOST], scale;
    pair rate[3], shift[3];  /* the generator: rate x + shift */
    double force[3];         /* heavy top */
    double over_pi, turn[3]; /* vortices: h/4pi; dW_k c_k */
    spins_frozen spins;
    int second; /* the second form of the stage's equation */
} careful;

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static void cross(double *y, const double *a, const double *b)
{
    y[0] = a[1] * b[2] - a[2] * b[1];
    y[1] = a[2] * b[0] - a[0] * b[2];
    y[2] = a[0] * b[1] - a[1] * b[0];
}

static int all_finite(const double *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return 0;
    return 1;
}

/* The largest |x_i|; not a number if one is none. */
static double largest_of(const double *x, int count)
{
    double largest = 0;
    for (int i = 0; i < count && !isnan(largest); i++)
        if (!(fabs(x[i]) <= largest)) largest = fabs(x[i]);
    return largest;
}

static const double *parameter(const careful *s, const char *key, size_t *count)
{
    return slp_case_param(s->of, key, count);
}

static int is_top(const careful *s)
{
    return s->model == E_TOP || s->model == E_DUAL;
}

/* What of the generator a step holds fixed; 0 if it is not finite. */
static int freeze_generator(careful *s, const double *dw)
{
    size_t quads, count;
    const double h = s->of->h, *quad = parameter(s, "quad", &quads);
    pair force = {0, 0};
    int fine = 1;
    if (s->model == E_SPINS) return careful_spins_freeze(&s->spins, s->of, dw);
    if (s->model == E_POINTS) {
        s->over_pi = h * 0x1.45f306dc9c883p-4; /* 1/(4 pi) */
        for (int k = 0; k < 3; k++) s->turn[k] = quads ? quad[k] * dw[k] : 0;
        return isfinite(s->over_pi) && all_finite(s->turn, 3);
    }
    const double *inertia = parameter(s, "inertia", &count);
    const int top = is_top(s);
    const double *chi = top ? parameter(s, "chi", &count) : NULL;
    const double *linear = top ? parameter(s, "noise", &count) : parameter(s, "lin", &count);
    for (size_t i = 0; i < 3; i++) {
        pair rate = quotient(h, inertia[i]), shift = {0, 0};
        if (top) force = product(h, chi[i]);
        if (!top && quads) rate = add(rate, product(quad[i], dw[i]));
        for (size_t k = 0; k < count / (top ? 7 : 3); k++) {
            const double *a = linear + (top ? 7 : 3) * k, with = dw[top ? k : quads + k];
            if (top) rate = add(rate, product(2 * a[6], with));
            shift = add(shift, product(a[i], with));
            if (top) force = add(force, product(a[3 + i], with));
        }
        const double all[] = {rate.high, rate.low, shift.high, shift.low, force.high, force.low};
        fine = fine && all_finite(all, 6);
        s->rate[i] = rate;
        s->shift[i] = shift;
        s->force[i] = force.high;
    }
    return fine;
}

/* a b - c d, two units of itself off at most */
static double product_difference(double a, double b, double c, double d)
{
    const double p = c * d, error = fma(-c, d, p);
    return fma(a, b, -p) + error;
}

/* Vortices are first scaled by powers of 2; with w = y_i x y_j neither w x y_i nor 1 - c_ij =
 * |w|^2/(n_i n_j (n_i n_j + y_i.y_j)) cancels. */
static void points_generator(careful *s, const double *z)
{
    double y[E_MOST], length[E_VORTICES];
    int exponent[E_VORTICES], power;
    size_t unused;
    const double *gamma = parameter(s, "gamma", &unused);
    for (int i = 0; i < s->n; i++) {
        const double largest = fmax(fabs(z[3 * i]), fmax(fabs(z[3 * i + 1]), fabs(z[3 * i + 2])));
        exponent[i] = 0;
        if (largest > 0) frexp(largest, exponent + i);
        for (int k = 0; k < 3; k++) y[3 * i + k] = ldexp(z[3 * i + k], -exponent[i]);
        length[i] = sqrt(dot(y + 3 * i, y + 3 * i));
    }
    for (int i = 0; i < s->d; i++) s->xi[i] = 0;
    for (int i = 0; i < s->n; i++)
        for (int j = i + 1; j < s->n; j++) {
            const double *one = y + 3 * i, *two = y + 3 * j, a = length[i], b = length[j];
            double w[3], to_j[3], to_i[3];
            for (int k = 0; k < 3; k++) {
                const int l = (k + 1) % 3, m = (k + 2) % 3;
                w[k] = product_difference(one[l], two[m], one[m], two[l]);
            }
            const double both = a * b, along = dot(one, two);
            double gap = along > 0 ? dot(w, w) / (both * (both + along)) : (both - along) / both;
            if (!(gap > 0x1p-40)) gap = NAN;
            cross(to_j, w, one);
            cross(to_i, two, w);
            const double at_i = gamma[j] / (a * a * a * b * gap);
            const double at_j = gamma[i] / (a * b * b * b * gap);
            for (int k = 0; k < 3; k++) {
                s->xi[3 * i + k] += at_i * to_j[k];
                s->xi[3 * j + k] += at_j * to_i[k];
            }
        }
    const double part = frexp(s->over_pi, &power);
    for (int i = 0; i < s->d; i++)
        s->xi[i] = ldexp(part * s->xi[i], power - exponent[i / 3]) + s->turn[i % 3] * z[i];
}

static void generator(careful *s, const double *z)
{
    if (s->model == E_POINTS) points_generator(s, z);
    if (s->model == E_SPINS) careful_spins_generator(s->xi, &s->spins, s->of, z);
    if (s->model == E_POINTS || s->model == E_SPINS) return;
    for (int i = 0; i < 3; i++) {
        s->xi[i] = add(times(s->rate[i], z[i]), s->shift[i]).high;
        if (is_top(s)) s->xi[3 + i] = s->force[i];
    }
}

/* c = a/scale, scale = max(1, |a_i|), a = share xi: quotients of it do not overflow. */
static double scale_generator(double *c, const double *xi, double share)
{
    double scale = 1;
    for (int i = 0; i < 3; i++) scale = fmax(scale, share * fabs(xi[i]));
    for (int i = 0; i < 3; i++) c[i] = scale > 1 ? share * xi[i] / scale : share * xi[i];
    return 1 / scale;
}

/* so(3): z with (I + A) z (I - A) = x in matrices, A = hat(xi)/2 */
static void turn_stage(double *z, const double *xi, const double *x)
{
    double b[3], turn[3];
    const double r = scale_generator(b, xi, 0.5), w = r * r, under = w + dot(b, b),
                 along = 0 * dot(b, x);
    cross(turn, b, x);
    for (int i = 0; i < 3; i++) z[i] = (w * x[i] - r * turn[i] + along * b[i]) / under;
}

/* su(2): the same in matrices of 2 rows */
static void spin_stage(double *z, const double *xi, const double *x)
{
    double c[3], turn[3];
    const double r = scale_generator(c, xi, 0.25), w = r * r, square = dot(c, c),
                 under = w + square;
    const double along = 2 * dot(c, x), share = w / under;
    cross(turn, c, x);
    for (int i = 0; i < 3; i++)
        z[i] = share * (((w - square) * x[i] + (along * c[i] - 2 * r * turn[i])) / under);
}

/* (I + A) z (I - A) - z */
static void turn_change(double *y, const double *xi, const double *z)
{
    const double a[3] = {0.5 * xi[0], 0.5 * xi[1], 0.5 * xi[2]}, along = dot(a, z);
    cross(y, a, z);
    for (int i = 0; i < 3; i++) y[i] += along * a[i];
}
static void spin_change(double *y, const double *xi, const double *z)
{
    const double b[3] = {0.25 * xi[0], 0.25 * xi[1], 0.25 * xi[2]};
    const double square = dot(b, b), along = 2 * dot(b, z);
    cross(y, b, z);
    for (int i = 0; i < 3; i++) y[i] = 2 * y[i] + (along * b[i] - square * z[i]);
}

/* The heavy top at the stage z: the next stage, and the state that the step ends at. */
static void top_maps(double *mean, double *end, careful *s, const double *z)
{
    double k[3], middle[3], first[3], second[3], moved[3], torque[3], y[3], turn[3];
    generator(s, z);
    for (int i = 0; i < 3; i++) k[i] = 0.5 * s->xi[i];
    turn_stage(turn, k, s->x + 3);
    cross(middle, turn, k);
    for (int i = 0; i < 3; i++) middle[i] += s->x[3 + i];
    turn_stage(first, k, s->x);
    cross(moved, first, k);
    cross(torque, middle, s->xi + 3);
    for (int i = 0; i < 3; i++) moved[i] += torque[i];
    for (int i = 0; i < 3; i++) y[i] = s->x[i] + moved[i];
    turn_stage(second, k, y);
    for (int i = 0; i < 3; i++) mean[i] = 0.5 * first[i] + 0.5 * second[i];
    for (int i = 0; i < 3; i++) mean[3 + i] = middle[i];
    cross(torque, second, k);
    for (int i = 0; i < 3; i++) end[i] = s->x[i] + (moved[i] + torque[i]);
    turn_stage(turn, k, middle);
    cross(end + 3, turn, k);
    for (int i = 0; i < 3; i++) end[3 + i] += middle[i];
}

/* The dual numbers: what u adds to the change of Pi, v x gamma + (v.gamma) a + (a.gamma) v, a and v
 * halves of Omega and u */
static void lever_of(double *y, const double *xi, const double *gamma)
{
    const double a[3] = {0.5 * xi[0], 0.5 * xi[1], 0.5 * xi[2]};
    const double v[3] = {0.5 * xi[3], 0.5 * xi[4], 0.5 * xi[5]};
    const double along_v = dot(v, gamma), along_a = dot(a, gamma);
    cross(y, v, gamma);
    for (int i = 0; i < 3; i++) y[i] += along_v * a[i] + along_a * v[i];
}

/* The heavy top over the dual numbers, in both forms: Gamma's stage first, then Pi's with what u
 * adds on the other side. */
static void dual_map(double *next, careful *s, const double *z)
{
    double lever[3], right[3];
    generator(s, z);
    if (s->second) {
        turn_change(next, s->xi, z);
        turn_change(next + 3, s->xi, z + 3);
        lever_of(lever, s->xi, z + 3);
        for (int i = 0; i < 3; i++) next[i] += lever[i];
        for (int i = 0; i < 6; i++) next[i] = s->x[i] - next[i];
        return;
    }
    turn_stage(next + 3, s->xi, s->x + 3);
    lever_of(lever, s->xi, next + 3);
    for (int i = 0; i < 3; i++) right[i] = s->x[i] - lever[i];
    turn_stage(next, s->xi, right);
}

/* y = what the step adds to x, at the stage z */
static void change_of(double *y, careful *s, const double *z)
{
    double torque[3];
    generator(s, z);
    for (int i = 0; i < s->d; i += 3) cross(y + i, z + i, s->xi + (s->model == E_DUAL ? 0 : i));
    if (s->model != E_DUAL) return;
    cross(torque, z + 3, s->xi + 3);
    for (int i = 0; i < 3; i++) y[i] += torque[i];
}

static void stage_map(double *next, careful *s, const double *z)
{
    double unused[E_MOST];
    if (s->model == E_TOP) {
        top_maps(next, unused, s, z);
        return;
    }
    if (s->model == E_DUAL) {
        dual_map(next, s, z);
        return;
    }
    generator(s, z);
    for (int i = 0; i < s->d; i += 3) {
        const int body = s->model == E_BODY;
        if (!s->second && body) turn_stage(next + i, s->xi + i, s->x + i);
        if (!s->second && !body) spin_stage(next + i, s->xi + i, s->x + i);
        if (!s->second) continue;
        if (body) turn_change(next + i, s->xi + i, z + i);
        if (!body) spin_change(next + i, s->xi + i, z + i);
        for (int k = i; k < i + 3; k++) next[k] = s->x[k] - next[k];
    }
}

/* z = T(z) to roundoff: it ends when differences of roundoff's size no longer shrink, or where the
 * floor of rounding is reached.  After ITERATIONS half steps are made. */
static slp_status settle_stage(double *z, careful *s)
{
    const double goal = 4 * (DBL_EPSILON / 2 * s->scale + 0x1p-1074), floor_ = 8 * goal;
    double before = INFINITY, best = INFINITY, next[E_MOST];
    int since = 0;
    for (int k = 1; k <= ITERATIONS + HALVED; k++) {
        if (k == ITERATIONS + 1) {
            if (!(best <= 0x1p25 * goal)) break;
            before = best = INFINITY;
            since = 0;
        }
        stage_map(next, s, z);
        double delta = 0;
        for (int i = 0; i < s->d; i++) {
            const double change = fabs(next[i] - z[i]);
            if (!(change <= delta)) delta = change;
        }
        if (!(delta <= DBL_MAX)) return SLP_DOMAIN;
        for (int i = 0; i < s->d; i++)
            z[i] = k <= ITERATIONS ? next[i] : 0.5 * z[i] + 0.5 * next[i];
        if (delta == 0 || (delta <= goal && delta >= before)) return SLP_OK;
        since = delta < best ? 0 : since + 1;
        if (delta < best) best = delta;
        const double allowed = floor_ * (1 + fmin(largest_of(s->xi, s->d), LARGE));
        if (delta <= allowed && since >= PATIENCE + (k > ITERATIONS ? 0 : k / 4)) return SLP_OK;
        before = delta;
    }
    return SLP_NO_CONVERGENCE;
}

/* y = the step from s->x, by the stage's equation */
static slp_status solve_step(double *y, careful *s)
{
    const size_t bytes = (size_t)s->d * sizeof *y;
    double z[E_MOST], mean[E_MOST];
    memcpy(z, s->x, bytes);
    s->scale = largest_of(s->x, s->d);
    slp_status status = settle_stage(z, s);
    if (status == SLP_NO_CONVERGENCE && s->model != E_TOP) {
        s->second = 1;
        memcpy(z, s->x, bytes);
        status = settle_stage(z, s);
    }
    if (status != SLP_OK) return status;
    if (s->model == E_TOP) {
        top_maps(mean, y, s, z);
        return SLP_OK;
    }
    change_of(y, s, z);
    for (int i = 0; i < s->d; i++) y[i] = s->x[i] + y[i];
    return SLP_OK;
}

void careful_step(double *next, const slp_case *c, int model, const double *x, const double *dw)
{
    const int d = (int)c->d, splits = model == E_LIE || model == E_STRANG;
    careful s = {.of = c, .model = model, .d = d, .n = d / 3};
    double y[E_MOST];
    slp_status status = SLP_DOMAIN;
    memcpy(s.x, x, c->d * sizeof *x);
    if (all_finite(x, c->d) && all_finite(dw, c->M) && freeze_generator(&s, dw))
        status = splits ? SLP_OK : solve_step(y, &s);
    if (status == SLP_OK && splits) careful_flows(y, s.rate, c, dw, model == E_STRANG, x);
    const int fine = status == SLP_OK && all_finite(y, c->d);
    for (int i = 0; i < d; i++) next[i] = fine ? y[i] : NAN;
}
