// SPDX-License-Identifier: 0BSD
// A rule of one's own, which is in no list: the program slp asks it drawn cases.
// c++ -std=c++17 check.cpp $(pkg-config --cflags --libs slp) -o check
#include <algorithm>
#include <cmath>
#include <slp/port.h>

// Midpoint rule of a rigid body, whose noise is taken at the start of the step: y = x + m x xi, m
// the mean of x and y.
static slp_status my_step(double *y, const slp_case *c, const double *x, const double *dW, void *)
{
    std::size_t n, quads, lins;
    const double *inertia = slp_case_param(c, "inertia", &n);
    const double *quad = slp_case_param(c, "quad", &quads);
    const double *lin = slp_case_param(c, "lin", &lins);
    std::copy_n(x, 3, y);
    for (int iteration = 0; iteration < 200; iteration++) {
        double m[3], xi[3], change = 0;
        for (int i = 0; i < 3; i++) {
            m[i] = 0.5 * (x[i] + y[i]);
            xi[i] = slp_case_h(c) * m[i] / inertia[i];
            if (quads) xi[i] += dW[i] * quad[i] * x[i];
            for (std::size_t k = 0; k < lins / 3; k++) xi[i] += dW[quads + k] * lin[3 * k + i];
        }
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const double next = x[i] + (m[j] * xi[k] - m[k] * xi[j]);
            change = std::max(change, std::fabs(next - y[i]));
            y[i] = next;
        }
        if (change <= 1e-16) return SLP_OK;
    }
    return SLP_NO_CONVERGENCE;
}

int main()
{
    for (const char *law : {"order", "weak-order", "strong-order"}) {
        const char *const options[] = {"--system", "rigid-body", "--law", law, nullptr};
        slp_error error;
        if (slp_check_function(my_step, nullptr, nullptr, options, stdout, &error) != SLP_OK) {
            slp_error_print(stderr, "check", &error);
            return 1;
        }
    }
}
