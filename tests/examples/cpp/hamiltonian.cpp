// SPDX-License-Identifier: 0BSD
// A Hamiltonian of one's own, on R^3: H0 = (x1^2 + 2 x2^2)/2 + x3^4/4, with noise H1 = x1/10.  Any
// scheme steps it, and each step can be enclosed with a proof.
// c++ -std=c++17 hamiltonian.cpp $(pkg-config --cflags --libs slpfast slpref) -o hamiltonian
#include <cmath>
#include <cstdio>
#include <slp/fast.h>
#include <slp/ref.h>

int main()
{
    fast_functions in_doubles{};
    // g = the partial derivatives of H_k.  No exception may leave these functions.
    in_doubles.gradient = [](double *g, size_t k, const double *x, void *) {
        g[0] = k == 0 ? x[0] : 0.1;
        g[1] = k == 0 ? 2 * x[1] : 0;
        g[2] = k == 0 ? x[2] * x[2] * x[2] : 0;
    };
    in_doubles.energy = [](const double *x, void *) {
        return (x[0] * x[0] + 2 * x[1] * x[1]) / 2 + std::pow(x[2], 4) / 4;
    };
    in_doubles.casimir_count = 1;
    in_doubles.casimirs = [](double *values, const double *x, void *) {
        values[0] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    };
    // The same in balls: what these return encloses the value at each point of the ball x.
    ref_functions in_balls{};
    in_balls.gradient = [](arb_ptr g, slong k, arb_srcptr x, slong prec, void *) {
        _arb_vec_zero(g, 3);
        if (k == 1) {
            arb_set_d(g, 0.1);
            return;
        }
        arb_set(g, x);
        arb_mul_2exp_si(g + 1, x + 1, 1);
        arb_pow_ui(g + 2, x + 2, 3, prec);
    };
    // g = the derivative of the gradient along v
    in_balls.hessian = [](arb_ptr g, slong k, arb_srcptr x, arb_srcptr v, slong prec, void *) {
        _arb_vec_zero(g, 3);
        if (k == 1) return; // H1 is linear
        arb_set(g, v);
        arb_mul_2exp_si(g + 1, v + 1, 1);
        arb_sqr(g + 2, x + 2, prec);
        arb_mul_ui(g + 2, g + 2, 3, prec);
        arb_mul(g + 2, g + 2, v + 2, prec);
    };
    const double x[] = {0.6, 0, 0.8};
    double rows[3 * 2], before, after, lo[3], hi[3];
    slp_error error;
    slp_system *mine = nullptr;
    fast_system *fast = nullptr;
    ref_system *ref = nullptr;
    // on so(3), with one noise
    if (slp_user_system_new(&mine, "mine", SLP_SO3, 0, nullptr, 1, &error) ||
        fast_system_from_functions(&fast, mine, &in_doubles, &error) ||
        ref_system_from_functions(&ref, mine, &in_balls, &error)) {
        slp_error_print(stderr, "hamiltonian", &error);
        return 1;
    }
    fast_path run{};
    run.h = 0x1p-6;
    run.steps = run.every = 6400;
    run.seed = 7;
    run.ell = 2;
    const fast_scheme *scheme = fast_scheme_find("isospectral-midpoint");
    if (fast_path_run(rows, nullptr, scheme, fast, x, &run)) return 1;
    if (fast_casimirs(&before, fast, x) || fast_casimirs(&after, fast, rows + 3)) return 1;
    std::printf("after 6400 steps: H0 %.4f -> %.4f, change of |x|^2 below 1e-12: %s\n",
                fast_energy(fast, x), fast_energy(fast, rows + 3),
                std::fabs(after - before) < 1e-12 ? "yes" : "no");
    const double dW = 0.125;
    if (ref_step_enclose(nullptr, nullptr, lo, hi, nullptr, ref_scheme_find("isospectral-midpoint"),
                         ref, x, 0x1p-6, &dW, 128))
        return 1;
    for (int i = 0; i < 3; i++) std::printf("%.17g <= y%d <= %.17g\n", lo[i], i + 1, hi[i]);
    fast_system_free(fast);
    ref_system_free(ref);
    slp_user_system_free(mine);
    ref_thread_cleanup();
}
