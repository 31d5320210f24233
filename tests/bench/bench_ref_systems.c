/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Certified steps of every system: how many a second at 128 bits on one core, and how their cost
 * grows with the size of the matrices and with the precision.  usage: bench_ref_systems [FILE.json]
 */
#include "oracle/contract/case/case.h"
#include "ref/ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static const double seconds_each = 0.3, longest = 100, most_megabytes = 4096;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Coordinates in (-size, size): a fixed sequence, so that runs compare. */
static void draw(double *to, size_t n, double size, uint64_t *state)
{
    for (size_t i = 0; i < n; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        to[i] = size * ((double)(int32_t)(*state >> 32) * 0x1p-31);
    }
}

typedef struct instance {
    slp_case c;
    ref_system *sys;
    arb_ptr numbers; /* x, then dW, then h */
} instance;

/* A case of the text, with a state of Frobenius norm about 1, h = 2^-8 and increments below 2
 * sqrt(h).  False if the reference lacks the system. */
static bool make(instance *in, const char *system, const char *parameters)
{
    char line[512];
    slp_error err;
    uint64_t state = 1;
    double *numbers, trace = 0;
    size_t d, M, n;
    memset(in, 0, sizeof *in);
    slp_case_init(&in->c);
    in->c.system = slp_system_find(system);
    in->c.scheme = slp_scheme_find("tmk");
    in->c.id = strdup("bench");
    in->c.steps = 1;
    in->c.h = 0x1p-8;
    snprintf(line, sizeof line, "%s", parameters);
    for (char *key = strtok(line, " "); key; key = strtok(NULL, " ")) {
        double values[16];
        size_t count = 0;
        char *number = strchr(key, '=');
        *number++ = 0;
        for (; count < 16; count++) {
            char *end;
            values[count] = strtod(number, &end);
            if (end == number) break;
            number = *end ? end + 1 : end;
        }
        if (slp_case_set_param(&in->c, key, values, count, &err) != SLP_OK) goto refused;
    }
    if (in->c.system->shape(&in->c, &err) != SLP_OK) goto refused;
    d = in->c.d;
    M = in->c.M;
    n = in->c.system->algebra == SLP_SUN ? (size_t)sqrt((double)d) : 0;
    numbers = calloc(d + M + 1, sizeof *numbers);
    if (!numbers) abort();
    draw(numbers, d, n ? 1 / (double)n : 1, &state);
    for (size_t i = 0; i + 1 < n; i++) {
        numbers[i] = rint(numbers[i] * 0x1p20) * 0x1p-20;
        trace += numbers[i];
    }
    if (n) numbers[n - 1] = -trace;
    draw(numbers + d, M, 2 * 0x1p-4, &state);
    numbers[d + M] = in->c.h;
    in->numbers = _arb_vec_init((slong)(d + M + 1));
    for (size_t i = 0; i < d + M + 1; i++) arb_set_d(in->numbers + i, numbers[i]);
    free(numbers);
    if (ref_system_new(&in->sys, &in->c, &err) == SLP_OK) return true;
    in->sys = NULL;
    return false;
refused:
    slp_error_print(stderr, "bench_ref_systems", &err);
    exit(2);
}

static void clear(instance *in)
{
    if (in->sys) ref_system_free(in->sys);
    if (in->numbers) _arb_vec_clear(in->numbers, (slong)(in->c.d + in->c.M + 1));
    slp_case_clear(&in->c);
}

/* Seconds of one step, or NaN: the pair is not there, or the step had no certificate. */
static double seconds(const instance *in, const char *scheme, slong prec)
{
    const ref_scheme *rule = ref_scheme_find(scheme);
    slong d = (slong)in->c.d, M = (slong)in->c.M;
    arb_ptr next;
    double start, spent = 0;
    long steps = -1; /* the first makes tables, and counts only if it is long */
    slp_status status = SLP_OK;
    if (!rule || !in->sys) return NAN;
    next = _arb_vec_init(d);
    start = now();
    while (status == SLP_OK && spent < seconds_each) {
        status = ref_step(next, NULL, rule, in->sys, in->numbers, in->numbers + d + M,
                          in->numbers + d, prec);
        spent = now() - start;
        if (++steps == 0 && spent < seconds_each) start = now();
    }
    _arb_vec_clear(next, d);
    return status == SLP_OK ? spent / (double)(steps > 0 ? steps : 1) : NAN;
}

/* Slope of log t over log s by least squares, over the times that are numbers. */
static double exponent(const double *s, const double *t, size_t count)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(t[i] > 0)) continue;
        n++;
        x += log(s[i]);
        y += log(t[i]);
        xx += log(s[i]) * log(s[i]);
        xy += log(s[i]) * log(t[i]);
    }
    return n >= 2 ? (n * xy - x * y) / (n * xx - x * x) : NAN;
}

static double resident_megabytes(void)
{
    struct rusage use;
    return getrusage(RUSAGE_SELF, &use) == 0 ? (double)use.ru_maxrss / 1024 : NAN;
}

static void record(FILE *json, const char *name, double value)
{
    if (json && isfinite(value)) fprintf(json, ",\"%s\":%.6g", name, value);
}

static void every_system(FILE *json)
{
    static const char *const systems[][2] = {
        {"rigid-body", "inertia=2,1,0.66 quad=0.1,0.1,0.1"},
        {"rigid-body-n", "n=4 quad=0.1"},
        {"rigid-body-n", "n=10 quad=0.1"},
        {"point-vortices", "gamma=1,1,1,1 quad=0.1,0.1,0.1"},
        {"zeitlin-sphere", "n=4 amp=0.1"},
        {"zeitlin-sphere", "n=12 amp=2"},
        {"sine-euler", "n=3 modes=1,1,1,-1 amp=0.1"},
        {"heavy-top", "inertia=4,2,1 chi=0,0,1 noise=0.01,0.02,0.03,0,0,0,0"},
        {"canonical", "model=1 beta=0.1 gamma=0.1"}};
    static const char *const schemes[] = {"isospectral-midpoint", "tmk", "rkmk-gauss4-exp",
                                          "variational-cayley", "implicit-midpoint"};
    enum { SCHEMES = sizeof schemes / sizeof *schemes };
    printf("certified steps a second of processor time on one core at 128 bits\n%-58s", "system");
    for (int s = 0; s < SCHEMES; s++) printf(" %20s", schemes[s]);
    printf("\n");
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        instance in;
        char name[160];
        make(&in, systems[i][0], systems[i][1]);
        snprintf(name, sizeof name, "%s %s", systems[i][0], systems[i][1]);
        printf("%-58.58s", name);
        for (int s = 0; s < SCHEMES; s++) {
            bool apt = slp_pair_makes_sense(in.c.system, slp_scheme_find(schemes[s]), NULL);
            double rate = apt ? 1 / seconds(&in, schemes[s], 128) : NAN;
            char key[256];
            if (isfinite(rate))
                printf(" %20.1f", rate);
            else
                printf(" %20s", "-");
            fflush(stdout);
            snprintf(key, sizeof key, "%s %s/%s", systems[i][0], systems[i][1], schemes[s]);
            record(json, key, rate);
        }
        printf("\n");
        clear(&in);
    }
}

static void growth_with_size(FILE *json)
{
    static const double largest_aim = 0.5; /* seconds of a step on su(128) */
    static const double sizes[] = {4, 8, 16, 32, 64, 128};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    double t[SIZES];
    printf("seconds of an isospectral step on su(N) at 128 bits, zeitlin-sphere, and resident "
           "memory\n");
    for (int i = 0; i < SIZES; i++) {
        instance in;
        char parameters[64], key[64];
        snprintf(parameters, sizeof parameters, "n=%.0f", sizes[i]);
        t[i] = NAN;
        /* too long or too large for a bench, if time grows by 32 and memory by 16 as N doubles */
        if (i > 0 && (!isfinite(t[i - 1]) || t[i - 1] * 32 > longest ||
                      resident_megabytes() * 16 > most_megabytes)) {
            printf("  N = %3.0f left out: beyond %.0f s or %.0f MB, or its smaller one failed\n",
                   sizes[i], longest, most_megabytes);
            continue;
        }
        make(&in, "zeitlin-sphere", parameters);
        t[i] = seconds(&in, "isospectral-midpoint", 128);
        if (isfinite(t[i]))
            printf("  N = %3.0f %12.6f s %8.0f MB%s\n", sizes[i], t[i], resident_megabytes(),
                   sizes[i] != 128       ? ""
                   : t[i] <= largest_aim ? "  (aim 0.5 s, met)"
                                         : "  (aim 0.5 s, NOT MET)");
        fflush(stdout);
        snprintf(key, sizeof key, "su(%.0f)/seconds", sizes[i]);
        record(json, key, t[i]);
        snprintf(key, sizeof key, "su(%.0f)/megabytes", sizes[i]);
        record(json, key, resident_megabytes());
        clear(&in);
    }
    printf("  cost grows as N^%.2f over all, N^%.2f from N = 16 on\n", exponent(sizes, t, SIZES),
           exponent(sizes + 2, t + 2, SIZES - 2));
    record(json, "su(N)/exponent", exponent(sizes, t, SIZES));
    record(json, "su(N)/exponent from 16", exponent(sizes + 2, t + 2, SIZES - 2));
}

static void growth_with_precision(FILE *json)
{
    static const double bits[] = {128, 256, 512, 1024};
    static const char *const bodies[][2] = {{"rigid-body", "inertia=2,1,0.66 quad=0.1,0.1,0.1"},
                                            {"zeitlin-sphere", "n=8"}};
    printf("seconds of an isospectral step by working bits\n");
    for (int b = 0; b < 2; b++) {
        double t[4];
        instance in;
        char key[128];
        make(&in, bodies[b][0], bodies[b][1]);
        printf("  %-16s", bodies[b][0]);
        for (int i = 0; i < 4; i++) {
            t[i] = seconds(&in, "isospectral-midpoint", (slong)bits[i]);
            printf(" %5.0f: %.3e", bits[i], t[i]);
            snprintf(key, sizeof key, "%s/%.0f bits", bodies[b][0], bits[i]);
            record(json, key, t[i]);
        }
        printf("  grows as bits^%.2f\n", exponent(bits, t, 4));
        snprintf(key, sizeof key, "%s/exponent of bits", bodies[b][0]);
        record(json, key, exponent(bits, t, 4));
        clear(&in);
    }
}

int main(int argc, char **argv)
{
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !json) {
        perror(argv[1]);
        return 2;
    }
    if (json) fprintf(json, "{\"bench\":\"ref_systems\",\"unit\":\"steps/s, seconds\"");
    every_system(json);
    growth_with_size(json);
    growth_with_precision(json);
    if (json && (fprintf(json, "}\n") < 0 || fclose(json) != 0)) {
        perror(argv[1]);
        return 2;
    }
    ref_thread_cleanup();
    return 0;
}
