/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The part of a state of the torus in one pair of modes m, -m.  On cyclic diagonal n2 > 0,
 *     X_{k,k+n2} = i sum_{n1} omega_n e^{2 pi i n1 n2/N} e^{4 pi i n1 k/N},
 * so the part with n = (n1, n2) is e^{4 pi i n1 k/N} (1/N) sum_j e^{-4 pi i n1 j/N} X_{j,j+n2}.  On
 * the diagonal itself both modes are, and the part is (2/N) sum_j cos(4 pi n1 (k - j)/N) X_jj.
 * Derivation: ref/scheme/splitting.md section 2.  Tested by tests/ref/test_ref_splitting.c. */
#include "ref/system/sine.h"
#include "ref/system/zeitlin.h"

/* cos, sin of 4 pi j/N */
static arb_srcptr root(arb_srcptr roots, slong N, slong j)
{
    const slong turn = 2 * j % N;
    return roots + 2 * (turn < 0 ? turn + N : turn);
}

/* As ref_sine_convolve: where X_{k, k+n2 mod N} stands, and whether the entry across does. */
static slong place(bool *below, slong N, slong n2, slong k)
{
    *below = k + n2 >= N;
    return *below ? ref_zeitlin_entry(N, k + n2 - N, k) : ref_zeitlin_entry(N, k, k + n2);
}

static void on_diagonal(arb_ptr out, slong N, slong n1, arb_srcptr x, arb_srcptr roots, slong prec)
{
    for (slong k = 0; k < N; k++) {
        for (slong j = 0; j < N; j++)
            arb_addmul(out + k, root(roots, N, n1 * (k - j)), x + j, prec);
        arb_mul_2exp_si(out + k, out + k, 1);
        arb_div_si(out + k, out + k, N, prec);
    }
}

void ref_sine_pair(arb_ptr out, slong N, slong n1, slong n2, arb_srcptr x, arb_srcptr roots,
                   slong prec)
{
    arb_ptr re, im, part;
    bool below;
    _arb_vec_zero(out, N * N);
    if (n2 == 0) {
        on_diagonal(out, N, n1, x, roots, prec);
        return;
    }
    if (n2 < 0) {
        n1 = -n1;
        n2 = -n2;
    }
    re = _arb_vec_init(3);
    im = re + 1;
    part = re + 2;
    for (slong j = 0; j < N; j++) {
        const slong at = place(&below, N, n2, j);
        arb_srcptr turn = root(roots, N, n1 * j);
        arb_set(part, x + at);
        if (below) arb_neg(part, part);
        arb_addmul(re, turn, part, prec);
        arb_addmul(re, turn + 1, x + at + 1, prec);
        arb_addmul(im, turn, x + at + 1, prec);
        arb_submul(im, turn + 1, part, prec);
    }
    arb_div_si(re, re, N, prec);
    arb_div_si(im, im, N, prec);
    for (slong k = 0; k < N; k++) {
        const slong at = place(&below, N, n2, k);
        arb_srcptr turn = root(roots, N, n1 * k);
        arb_mul(out + at, turn, re, prec);
        arb_submul(out + at, turn + 1, im, prec);
        if (below) arb_neg(out + at, out + at);
        arb_mul(out + at + 1, turn, im, prec);
        arb_addmul(out + at + 1, turn + 1, re, prec);
    }
    _arb_vec_clear(re, 3);
}
