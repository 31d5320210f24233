/* The first guess of a stage by polynomials through earlier ones.  With backward differences D_j of the stages z_n, the
 * polynomial of degree p predicts z_{n+1} = D_0 + ... + D_p, and would have missed z_n by D_{p+1}, which is therefore
 * measured each step; the degree that missed least is taken, or x itself where noise makes every polynomial miss by more
 * than the half step that a stage lies from x. */
#include "fast/trajectory.h"

#include <math.h>
#include <string.h>

static void sum_of_differences(double *restrict z, const fast_trajectory *t, size_t count)
{
    const size_t size = fast_matrix_size(&t->shape);
    memcpy(z, t->difference[0], size * sizeof *z);
    for (size_t j = 1; j < count; j++) {
        const double *restrict d = t->difference[j];
        for (size_t i = 0; i < size; i++) z[i] += d[i];
    }
}

void fast_trajectory_guess(fast_trajectory *t, double moved)
{
    size_t best = 0; /* how many differences to add up */
    double miss = 0.5 * moved;
    for (size_t j = 1; j < t->known; j++)
        if (t->size[j] < miss) {
            miss = t->size[j];
            best = j;
        }
    if (best)
        sum_of_differences(t->z, t, best);
    else
        memcpy(t->z, t->x, fast_matrix_size(&t->shape) * sizeof *t->z);
}

void fast_trajectory_remember(fast_trajectory *t)
{
    const size_t size = fast_matrix_size(&t->shape);
    const size_t count = t->known < FAST_DIFFERENCES ? t->known + 1 : FAST_DIFFERENCES;
    double square[FAST_DIFFERENCES] = {0};
    for (size_t i = 0; i < size; i++) {
        double now = t->next[i];
        for (size_t j = 0; j < count; j++) {
            double before = t->difference[j][i];
            t->difference[j][i] = now;
            square[j] += now * now;
            now -= before;
        }
    }
    for (size_t j = 0; j < count; j++) t->size[j] = sqrt(square[j]);
    t->known = count;
}
