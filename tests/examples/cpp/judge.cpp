// SPDX-License-Identifier: 0BSD
// A step function of one's own, judged inside the program: once right, once with a lost sign.
// c++ -std=c++17 judge.cpp $(pkg-config --cflags --libs slpref) -o judge
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <slp/judge.h>
#include <slp/ref.h>

static const std::array<double, 3> inertia{1, 2, 3};

// The implicit midpoint rule of dx = x x (I^-1 x) dt, by iteration: y = x + m x h I^-1 m, m the
// mean of x and y.  *user is the sign of the increment.
static slp_status my_step(double *y, const double *x, double h, const double *, void *user)
{
    const double sign = *static_cast<const double *>(user);
    std::copy_n(x, 3, y);
    for (int iteration = 0; iteration < 100; iteration++) {
        std::array<double, 3> m, xi;
        double change = 0;
        for (int i = 0; i < 3; i++) {
            m[i] = 0.5 * (x[i] + y[i]);
            xi[i] = h * m[i] / inertia[i];
        }
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const double next = x[i] + sign * (m[j] * xi[k] - m[k] * xi[j]);
            change = std::max(change, std::fabs(next - y[i]));
            y[i] = next;
        }
        if (change == 0) return SLP_OK;
    }
    return SLP_NO_CONVERGENCE;
}

int main()
{
    const std::array<double, 3> x{0.6, 0, 0.8};
    const double h = 0x1p-6, steps = 100;
    slp_error error;
    slp_case *c = nullptr;
    if (slp_case_new(&c, "rigid-body", "implicit-midpoint", &error) ||
        slp_case_set(c, "inertia", inertia.data(), 3, &error) ||
        slp_case_set(c, "x", x.data(), 3, &error) || slp_case_set(c, "h", &h, 1, &error) ||
        slp_case_set(c, "steps", &steps, 1, &error)) {
        slp_error_print(stderr, "judge", &error);
        return 1;
    }
    for (double sign : {1.0, -1.0}) {
        slp_verdict v;
        if (slp_judge_function(&v, c, my_step, &sign, nullptr, &error)) {
            slp_error_print(stderr, "judge", &error);
            return 1;
        }
        std::printf("%s: ratio %.3g of %.0f allowed, worst in step %zu\n",
                    slp_verdict_word(v.kind), v.ratio, v.bound, v.step);
    }
    slp_case_free(c);
    ref_thread_cleanup();
}
