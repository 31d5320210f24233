/* SPDX-License-Identifier: 0BSD */
/* The same step, enclosed with a proof: ends in double precision, and 30 digits.
 * cc enclosure.c $(pkg-config --cflags --libs slpref) -o enclosure */
#include <slp/ref.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const double inertia[] = {1, 2, 3}, lin[] = {0.1, 0, 0}, x[] = {0.6, 0, 0.8}, dW[] = {0.125};
    const double h = 0x1p-6;
    slp_error error;
    slp_case *c;
    ref_system *system;
    if (slp_case_new(&c, "rigid-body", "isospectral-midpoint", &error) ||
        slp_case_set(c, "inertia", inertia, 3, &error) || slp_case_set(c, "lin", lin, 3, &error) ||
        ref_system_new(&system, c, &error)) {
        slp_error_print(stderr, "enclosure", &error);
        return 1;
    }
    const ref_scheme *scheme = ref_scheme_find("isospectral-midpoint");
    double lo[3], hi[3];
    char *digits[3];
    ref_certificate proof;
    if (ref_step_enclose(NULL, NULL, lo, hi, &proof, scheme, system, x, h, dW, 128) != SLP_OK ||
        ref_step_decimals(digits, NULL, scheme, system, x, h, dW, 30, REF_PREC_CAP) != SLP_OK)
        return 1; /* no proof: the step is too large */
    for (int i = 0; i < 3; i++) {
        printf("%.17g <= y%d <= %.17g   %s\n", lo[i], i + 1, hi[i], digits[i]);
        free(digits[i]);
    }
    printf("contraction %.2g, kappa %.3g\n", proof.L, proof.kappa);
    ref_system_free(system);
    slp_case_free(c);
    ref_thread_cleanup(); /* before a thread, or the program, ends */
    return 0;
}
