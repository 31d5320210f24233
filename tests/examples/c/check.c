/* SPDX-License-Identifier: 0BSD */
/* A rule of one's own, which is in no list: the program slp asks it drawn cases.
 * cc check.c $(pkg-config --cflags --libs slp) -lm -o check */
#include <math.h>
#include <slp/port.h>
#include <stdio.h>

/* Midpoint rule of a rigid body, whose noise is taken at the start of the step: y = x + m x xi, m
 * the mean of x and y. */
static slp_status my_step(double *y, const slp_case *c, const double *x, const double *dW, void *u)
{
    size_t n, quads, lins;
    const double *inertia = slp_case_param(c, "inertia", &n);
    const double *quad = slp_case_param(c, "quad", &quads);
    const double *lin = slp_case_param(c, "lin", &lins);
    (void)u;
    for (int i = 0; i < 3; i++) y[i] = x[i];
    for (int iteration = 0; iteration < 200; iteration++) {
        double m[3], xi[3], change = 0;
        for (int i = 0; i < 3; i++) {
            m[i] = 0.5 * (x[i] + y[i]);
            xi[i] = slp_case_h(c) * m[i] / inertia[i];
            if (quads) xi[i] += dW[i] * quad[i] * x[i];
            for (size_t k = 0; k < lins / 3; k++) xi[i] += dW[quads + k] * lin[3 * k + i];
        }
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const double next = x[i] + (m[j] * xi[k] - m[k] * xi[j]);
            change = fmax(change, fabs(next - y[i]));
            y[i] = next;
        }
        if (change <= 1e-16) return SLP_OK;
    }
    return SLP_NO_CONVERGENCE;
}

int main(void)
{
    const char *const laws[] = {"order", "weak-order", "strong-order"};
    for (int i = 0; i < 3; i++) {
        const char *const options[] = {"--system", "rigid-body", "--law", laws[i], NULL};
        slp_error error;
        if (slp_check_function(my_step, NULL, NULL, options, stdout, &error) != SLP_OK) {
            slp_error_print(stderr, "check", &error);
            return 1;
        }
    }
    return 0;
}
