// SPDX-License-Identifier: 0BSD
// One step of a rigid body with noise, in double precision.
// c++ -std=c++17 step.cpp $(pkg-config --cflags --libs slpfast) -o step
#include <cstdio>
#include <memory>
#include <slp/fast.h>
#include <vector>

struct freed {
    void operator()(slp_case *c) const { slp_case_free(c); }
    void operator()(fast_system *system) const { fast_system_free(system); }
};
template <class T> using owned = std::unique_ptr<T, freed>;

int main()
{
    const std::vector<double> inertia{1, 2, 3}, lin{0.1, 0, 0}, x{0.6, 0, 0.8}, dW{0.125};
    slp_error error;
    slp_case *c = nullptr;
    fast_system *system = nullptr;
    // The case says which system and scheme, and with which parameters.
    slp_status status = slp_case_new(&c, "rigid-body", "isospectral-midpoint", &error);
    const owned<slp_case> kept_case(c);
    if (!status) status = slp_case_set(c, "inertia", inertia.data(), inertia.size(), &error);
    if (!status) status = slp_case_set(c, "lin", lin.data(), lin.size(), &error);
    if (!status) status = fast_system_new(&system, c, &error);
    const owned<fast_system> kept_system(system);
    if (status) {
        slp_error_print(stderr, "step", &error); // names the key and the remedy
        return 1;
    }
    const fast_scheme *scheme = fast_scheme_find("isospectral-midpoint");
    std::vector<double> work(fast_step_work_size(scheme, system)), y(fast_system_d(system));
    if (fast_step(y.data(), nullptr, scheme, system, x.data(), 0x1p-6, dW.data(), work.data()))
        return 1;
    std::printf("%.17g %.17g %.17g\n", y[0], y[1], y[2]);
}
