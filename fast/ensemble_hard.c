/* The stage of one path that the vector iteration leaves: slow contractions, and states for which
 * x - a x z - (a.z) a does not contract but (x - a x x)/(1 + |a|^2) does (the same stage, solved for z).
 * Compiled once, without instruction set flags, and called by every kernel: the same bits from all. */
#include "fast/ensemble.h"

#include <float.h>
#include <math.h>

enum { ITERATIONS = 20000, PATIENCE = 8, LARGE = 16 };

/* Returns |a|, the largest coordinate of half the generator. */
static double apply(double out[3], const double z[3], const double rate[3], const double turn[3],
                    const double x[3])
{
    double a[3], largest = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = rate[i] * z[i] + turn[i];
        largest = fmax(largest, fabs(a[i]));
    }
    double under = 1.0 + (a[0] * a[0] + (a[1] * a[1] + a[2] * a[2]));
    out[0] = (x[0] - (a[1] * x[2] - a[2] * x[1])) / under;
    out[1] = (x[1] - (a[2] * x[0] - a[0] * x[2])) / under;
    out[2] = (x[2] - (a[0] * x[1] - a[1] * x[0])) / under;
    return largest;
}

bool ensemble_hard_stage(double z[3], unsigned *iterations, double *delta, const double rate[3],
                         const double turn[3], const double x[3])
{
    /* the stopping rule of fixed_point.c, with |Xi| = 2|a| */
    double scale = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
    const double goal = 4 * (DBL_EPSILON / 2 * scale + DBL_TRUE_MIN), floor = 8 * goal;
    double before = INFINITY, best = INFINITY;
    unsigned since_best = 0;
    for (int i = 0; i < 3; i++) z[i] = x[i];
    for (unsigned k = 1; k <= ITERATIONS; k++) {
        double next[3], change = 0;
        double half = apply(next, z, rate, turn, x);
        for (int i = 0; i < 3; i++) {
            double c = fabs(next[i] - z[i]);
            if (!(c <= change)) change = c;
            z[i] = next[i];
        }
        *iterations = k;
        *delta = change;
        if (!(change <= DBL_MAX)) return false;
        if (change == 0 || (change <= goal && change >= before)) return true;
        since_best = change < best ? 0 : since_best + 1;
        if (change < best) best = change;
        if (change <= floor * (1 + fmin(2 * half, LARGE)) && since_best >= PATIENCE + k / 4)
            return true;
        before = change;
    }
    return false;
}

bool ensemble_alone(double *next, fast_report *report, const ensemble_job *job, const double *x,
                    const double *dW)
{
    double room[ENSEMBLE_ALONE_ROOM];
    if (fast_step(next, report, job->scheme, job->sys, x, job->h, dW, room) == SLP_OK) return true;
    for (size_t i = 0; i < fast_system_d(job->sys); i++) next[i] = NAN;
    return false;
}
