/* SPDX-License-Identifier: 0BSD */
/* A step function of one's own, judged inside the program: once right, once with a lost sign.
 * cc judge.c $(pkg-config --cflags --libs slpref) -lm -o judge */
#include <math.h>
#include <slp/judge.h>
#include <slp/ref.h>
#include <stdio.h>

static const double inertia[] = {1, 2, 3};

/* out = a x b */
static void cross(double out[3], const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[j] * b[k] - a[k] * b[j];
    }
}

/* The implicit midpoint rule of dx = x x (I^-1 x) dt, by iteration: y = x + m x h I^-1 m, m the
 * mean of x and y.  *user is the sign of the increment. */
static slp_status my_step(double *y, const double *x, double h, const double *dW, void *user)
{
    const double sign = *(const double *)user;
    (void)dW; /* no noise here */
    for (int i = 0; i < 3; i++) y[i] = x[i];
    for (int iteration = 0; iteration < 100; iteration++) {
        double m[3], xi[3], turn[3], change = 0;
        for (int i = 0; i < 3; i++) {
            m[i] = 0.5 * (x[i] + y[i]);
            xi[i] = h * m[i] / inertia[i];
        }
        cross(turn, m, xi);
        for (int i = 0; i < 3; i++) {
            const double next = x[i] + sign * turn[i];
            change = fmax(change, fabs(next - y[i]));
            y[i] = next;
        }
        if (change == 0) return SLP_OK;
    }
    return SLP_NO_CONVERGENCE;
}

int main(void)
{
    const double x[] = {0.6, 0, 0.8}, h = 0x1p-6, steps = 100;
    slp_error error;
    slp_case *c;
    if (slp_case_new(&c, "rigid-body", "implicit-midpoint", &error) ||
        slp_case_set(c, "inertia", inertia, 3, &error) || slp_case_set(c, "x", x, 3, &error) ||
        slp_case_set(c, "h", &h, 1, &error) || slp_case_set(c, "steps", &steps, 1, &error)) {
        slp_error_print(stderr, "judge", &error);
        return 1;
    }
    for (double sign = 1; sign >= -1; sign -= 2) {
        slp_verdict v;
        if (slp_judge_function(&v, c, my_step, &sign, NULL, &error) != SLP_OK) {
            slp_error_print(stderr, "judge", &error);
            return 1;
        }
        printf("%s: ratio %.3g of %.0f allowed, worst in step %zu\n", slp_verdict_word(v.kind),
               v.ratio, v.bound, v.step);
    }
    slp_case_free(c);
    ref_thread_cleanup();
    return 0;
}
