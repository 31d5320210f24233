/* SPDX-License-Identifier: 0BSD */
/* One step of a rigid body with noise, in double precision.
 * cc step.c $(pkg-config --cflags --libs slpfast) -o step */
#include <slp/fast.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    const double inertia[] = {1, 2, 3}, lin[] = {0.1, 0, 0}, x[] = {0.6, 0, 0.8}, dW[] = {0.125};
    slp_error error;
    slp_case *c;
    fast_system *system;
    /* The case says which system and scheme, and with which parameters. */
    if (slp_case_new(&c, "rigid-body", "isospectral-midpoint", &error) ||
        slp_case_set(c, "inertia", inertia, 3, &error) || slp_case_set(c, "lin", lin, 3, &error) ||
        fast_system_new(&system, c, &error)) {
        slp_error_print(stderr, "step", &error); /* names the key and the remedy */
        return 1;
    }
    const fast_scheme *scheme = fast_scheme_find("isospectral-midpoint");
    double y[3], *work = malloc(fast_step_work_size(scheme, system) * sizeof *work);
    if (!work || fast_step(y, NULL, scheme, system, x, 0x1p-6, dW, work) != SLP_OK) return 1;
    printf("%.17g %.17g %.17g\n", y[0], y[1], y[2]);
    free(work);
    fast_system_free(system);
    slp_case_free(c);
    return 0;
}
