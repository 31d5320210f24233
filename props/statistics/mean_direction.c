/* The direction along which a mean stands out most from its spread. */
#include "props/statistics/sampling.h"

#include <math.h>

/* Adds a multiple of the identity to the covariance, so that a direction that hardly varies, or
 * cannot vary, does not decide alone. */
static const double ridge = 0x1p-7;

/* Cholesky's factor in place, lower triangle; false where a pivot is not positive. */
static bool factor(double *a, size_t d)
{
    for (size_t j = 0; j < d; j++)
        for (size_t i = j; i < d; i++) {
            double sum = a[i * d + j];
            for (size_t k = 0; k < j; k++) sum -= a[i * d + k] * a[j * d + k];
            if (i == j && !(sum > 0)) return false;
            a[i * d + j] = i == j ? sqrt(sum) : sum / a[j * d + j];
        }
    return true;
}

void prop_mean_direction(double *v, const double *mean, double *covariance, size_t d)
{
    double trace = 0;
    for (size_t i = 0; i < d; i++) trace += covariance[i * d + i];
    for (size_t i = 0; i < d; i++) {
        covariance[i * d + i] += ridge * trace / (double)d;
        v[i] = mean[i];
    }
    if (!factor(covariance, d)) return;
    for (size_t i = 0; i < d; i++) {
        for (size_t k = 0; k < i; k++) v[i] -= covariance[i * d + k] * v[k];
        v[i] /= covariance[i * d + i];
    }
    for (size_t i = d; i-- > 0;) {
        for (size_t k = i + 1; k < d; k++) v[i] -= covariance[k * d + i] * v[k];
        v[i] /= covariance[i * d + i];
    }
}
