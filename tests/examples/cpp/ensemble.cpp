// SPDX-License-Identifier: 0BSD
// 1000 rigid bodies that start alike, each with noise of its own: mean and spread of x3 over time.
// c++ -std=c++17 ensemble.cpp $(pkg-config --cflags --libs slpfast) -o ensemble
// ./ensemble > spread.txt
// gnuplot -e "set term svg; set out 'spread.svg'; plot 'spread.txt' using 1:2:3 with yerror"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <slp/fast.h>
#include <vector>

int main()
{
    constexpr int paths = 1000, steps = 64, rows = 8;
    const std::vector<double> inertia{1, 2, 3}, quad{0.3, 0.2, 0.1}, start{0.6, 0, 0.8};
    slp_error error;
    slp_case *c = nullptr;
    fast_system *system = nullptr;
    if (slp_case_new(&c, "rigid-body", "isospectral-midpoint", &error) ||
        slp_case_set(c, "inertia", inertia.data(), 3, &error) ||
        slp_case_set(c, "quad", quad.data(), 3, &error) || fast_system_new(&system, c, &error)) {
        slp_error_print(stderr, "ensemble", &error);
        return 1;
    }
    fast_ensemble run{};
    run.paths = paths;
    run.seed = 7;
    run.h = 0x1p-6;
    run.ell = 2; // increments are cut off at sqrt(4 |ln h| h)
    run.steps = steps;
    run.threads = 2;
    run.scheme = fast_scheme_find("isospectral-midpoint");
    std::vector<double> x(3 * paths); // coordinate i of path p at x[i*paths + p]
    for (int i = 0; i < 3; i++) std::fill_n(x.begin() + i * paths, paths, start[i]);
    std::puts("# t mean(x3) sd(x3)");
    for (int row = 0; row <= rows; row++) {
        double mean = 0, square = 0;
        for (int p = 0; p < paths; p++) mean += x[2 * paths + p] / paths;
        for (int p = 0; p < paths; p++)
            square += std::pow(x[2 * paths + p] - mean, 2) / (paths - 1);
        std::printf("%.4g %.6f %.6f\n", row * steps * run.h, mean, std::sqrt(square));
        if (row < rows && fast_ensemble_advance(x.data(), nullptr, system, &run)) return 1;
        run.first_step += steps; // the noise goes on where it ended
    }
    fast_system_free(system);
    slp_case_free(c);
}
