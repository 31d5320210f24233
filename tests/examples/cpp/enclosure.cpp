// SPDX-License-Identifier: 0BSD
// The same step, enclosed with a proof: ends in double precision, and 30 digits.
// c++ -std=c++17 enclosure.cpp $(pkg-config --cflags --libs slpref) -o enclosure
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <slp/ref.h>
#include <vector>

struct freed {
    void operator()(slp_case *c) const { slp_case_free(c); }
    void operator()(ref_system *system) const { ref_system_free(system); }
};
template <class T> using owned = std::unique_ptr<T, freed>;

static int run()
{
    const std::vector<double> inertia{1, 2, 3}, lin{0.1, 0, 0}, x{0.6, 0, 0.8}, dW{0.125};
    const double h = 0x1p-6;
    slp_error error;
    slp_case *c = nullptr;
    ref_system *system = nullptr;
    slp_status status = slp_case_new(&c, "rigid-body", "isospectral-midpoint", &error);
    const owned<slp_case> kept_case(c);
    if (!status) status = slp_case_set(c, "inertia", inertia.data(), inertia.size(), &error);
    if (!status) status = slp_case_set(c, "lin", lin.data(), lin.size(), &error);
    if (!status) status = ref_system_new(&system, c, &error);
    const owned<ref_system> kept_system(system);
    if (status) {
        slp_error_print(stderr, "enclosure", &error);
        return 1;
    }
    const ref_scheme *scheme = ref_scheme_find("isospectral-midpoint");
    std::vector<double> lo(3), hi(3);
    std::vector<char *> digits(3);
    ref_certificate proof;
    if (ref_step_enclose(nullptr, nullptr, lo.data(), hi.data(), &proof, scheme, system, x.data(),
                         h, dW.data(), 128) ||
        ref_step_decimals(digits.data(), nullptr, scheme, system, x.data(), h, dW.data(), 30,
                          REF_PREC_CAP))
        return 1; // no proof: the step is too large
    for (std::size_t i = 0; i < 3; i++) {
        std::printf("%.17g <= y%zu <= %.17g   %s\n", lo[i], i + 1, hi[i], digits[i]);
        std::free(digits[i]);
    }
    std::printf("contraction %.2g, kappa %.3g\n", proof.L, proof.kappa);
    return 0;
}

int main()
{
    const int status = run();
    ref_thread_cleanup(); // before a thread, or the program, ends
    return status;
}
