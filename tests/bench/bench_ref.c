/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Certified steps a second on one core: the rigid body by every scheme that steps it, by working
 * precision, and rounded correctly to binary64.  A figure is that of the fastest of nine slices of
 * its time, since other programs on the machine only add time.  usage: bench_ref [FILE.json] */
#include "oracle/contract/case/case.h"
#include "ref/ref.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STATES = 64, LONGEST = 1024, SLICES = 9 };
enum { AIM = 80000, AIM_BITS = 128 }; /* steps a second that are aimed at, and at which precision */
static const double seconds_each = 0.3; /* all slices */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* EJLL's rigid body (section 6.1) at h = 2^-8 with increments of the size sqrt(h). */
static ref_system *rigid_body(slp_case *c)
{
    static const double inertia[] = {2, 1, 2.0 / 3}, quad[] = {0.1, 0.1, 0.1};
    slp_error err;
    ref_system *sys;
    c->system = slp_system_find("rigid-body");
    if (slp_case_set_param(c, "inertia", inertia, 3, &err) != SLP_OK ||
        slp_case_set_param(c, "quad", quad, 3, &err) != SLP_OK ||
        ref_system_new(&sys, c, &err) != SLP_OK) {
        slp_error_print(stderr, "bench_ref", &err);
        exit(2);
    }
    return sys;
}

/* Coordinates in (-1, 1), increments within 2 sqrt(h): a fixed sequence, so that runs compare. */
static void draw(double *to, int n, double size, uint64_t *state)
{
    for (int i = 0; i < n; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        to[i] = size * ((double)(int32_t)(*state >> 32) * 0x1p-31);
    }
}

/* Not every scheme steps a body: midpoint is for vector spaces. */
static bool applies(const ref_scheme *scheme, const ref_system *sys)
{
    const double x[3] = {0.5, 0.25, 0.125}, dw[3] = {0};
    double next[3];
    ref_certificate cert;
    return ref_step_round(next, &cert, scheme, sys, x, 0x1p-8, dw, REF_PREC_CAP) != SLP_UNSUPPORTED;
}

/* Steps a second of the fastest slice; prec = 0: rounded correctly to binary64. */
static double rate(const ref_scheme *scheme, const ref_system *sys, slong prec)
{
    static const double h = 0x1p-8;
    double x[STATES][3], dw[STATES][3], next[3], fastest = 0;
    arb_ptr ball = _arb_vec_init(9);
    uint64_t state = 1;
    long steps = 0, unable = 0;
    arb_t step;
    arb_init(step);
    arb_set_d(step, h);
    for (int s = 0; s < STATES; s++) {
        draw(x[s], 3, 1, &state);
        draw(dw[s], 3, 2 * 0x1p-4, &state);
    }
    for (int slice = 0; slice < SLICES; slice++) {
        const double start = now();
        const long before = steps;
        double spent;
        do {
            for (int s = 0; s < STATES; s++, steps++) {
                ref_certificate cert;
                slp_status status;
                if (prec == 0) {
                    status = ref_step_round(next, &cert, scheme, sys, x[s], h, dw[s], REF_PREC_CAP);
                } else {
                    for (int i = 0; i < 3; i++) {
                        arb_set_d(ball + i, x[s][i]);
                        arb_set_d(ball + 3 + i, dw[s][i]);
                    }
                    status = ref_step(ball + 6, &cert, scheme, sys, ball, step, ball + 3, prec);
                }
                if (status != SLP_OK) unable++;
            }
            spent = now() - start;
        } while (spent < seconds_each / SLICES);
        const double found = (double)(steps - before) / spent;
        if (found > fastest) fastest = found;
    }
    arb_clear(step);
    _arb_vec_clear(ball, 9);
    if (unable > 0) {
        fprintf(stderr, "bench_ref: %ld of %ld steps without a certificate\n", unable, steps);
        exit(1);
    }
    return fastest;
}

int main(int argc, char **argv)
{
    static const slong precs[] = {64, 128, 256, 512, LONGEST, 0};
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    slp_case c;
    ref_system *sys;
    if (argc > 1 && !json) {
        perror(argv[1]);
        return 2;
    }
    slp_case_init(&c);
    sys = rigid_body(&c);
    printf("certified so(3) steps a second of processor time on one core, fastest of %d slices,\n"
           "by working bits\n",
           SLICES);
    printf("%-28s %9s %9s %9s %9s %9s %9s\n", "scheme", "64", "128", "256", "512", "1024",
           "rounded");
    double reached = 0;
    if (json) fprintf(json, "{\"bench\":\"ref\",\"unit\":\"steps/s\"");
    for (size_t s = 0; ref_scheme_at(s); s++) {
        const ref_scheme *scheme = ref_scheme_find(ref_scheme_at(s));
        if (!applies(scheme, sys)) continue;
        printf("%-28s", ref_scheme_at(s));
        for (size_t p = 0; p < sizeof precs / sizeof *precs; p++) {
            double steps = rate(scheme, sys, precs[p]);
            printf(" %9.0f", steps);
            fflush(stdout);
            if (precs[p] == AIM_BITS && strcmp(ref_scheme_at(s), "isospectral-midpoint") == 0)
                reached = steps;
            if (json && precs[p] > 0)
                fprintf(json, ",\"%s/%ld\":%.0f", ref_scheme_at(s), (long)precs[p], steps);
            if (json && precs[p] == 0)
                fprintf(json, ",\"%s/rounded\":%.0f", ref_scheme_at(s), steps);
        }
        printf("\n");
    }
    printf("  isospectral-midpoint at %d bits, fastest of %d slices: %.0f, aim %d, %s\n", AIM_BITS,
           SLICES, reached, AIM, reached >= AIM ? "met" : "NOT MET");
    if (json && (fprintf(json, "}\n") < 0 || fclose(json) != 0)) {
        perror(argv[1]);
        return 2;
    }
    ref_system_free(sys);
    slp_case_clear(&c);
    ref_thread_cleanup();
    return 0;
}
