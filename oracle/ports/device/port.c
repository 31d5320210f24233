/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The program of a port on a device: it collects cases, sorts them by pair, and gives them to the
 * device together (device.h).  It needs the contract and the C library. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/case/case.h"
#include "oracle/contract/case/case_text.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/port.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A block is computed when it has so many cases, or so many numbers. */
enum { CASES = 8192, NUMBERS = 1 << 24, WORDS = 128, LARGEST = 4096 };

static const char help[] =
    "usage: %s < LINES > ANSWERS\n"
    "       %s --ensemble < LINES > ANSWERS\n"
    "       %s --time N [N]...\n"
    "\n"
    "Answers cases of at most 18 coordinates, a case a work item of the device, and cases of\n"
    "zeitlin-sphere with isospectral-midpoint and without noise up to N = 4096.  It collects\n"
    "cases until a line `go`, until it has 8192, or until the input ends.  It also answers\n"
    "`list`, `about` and `environment ...`.\n"
    "\n"
    "--ensemble answers lines as `slp noise ensemble` prints them, with or without y; lines that\n"
    "differ in successive paths alone are one ensemble.  Other lines are passed over.\n"
    "--time says how long a step of zeitlin-sphere with these N takes, beside a complex product\n"
    "of matrices (zgemm) of that size, and --time ensembles how many steps a second those take.\n"
    "\n"
    "exit status: 0 the input ended; 2 unusable input, a failed write, or a device that failed;\n"
    "3 there is no device with binary64\n"
    "\n"
    "  slp gen --count 1000 | %s | slp judge\n"
    "  slp check --port %s --in-flight 4096\n"
    "  slp noise ensemble --preset free-rigid-body --path 0..99 | %s --ensemble\n";

static const char *const systems[] = {
    "rigid-body", "rigid-body-n", "point-vortices", "zeitlin-sphere", "sine-euler",
    "heavy-top",  "symplectic",   "canonical",      "spins",          "mhd-sphere"};
/* Polynomials, in the order of these systems: those that have their algebras. */
static const char *const polynomials[] = {"polynomial-so3",
                                          "polynomial-so",
                                          NULL,
                                          "polynomial-su",
                                          NULL,
                                          "polynomial-se3",
                                          "polynomial-sp",
                                          "polynomial-plane",
                                          "polynomial-su2"};
static const char *const schemes[] = {"implicit-midpoint",
                                      "trapezoidal",
                                      "midpoint",
                                      "isospectral-midpoint",
                                      "canonical-midpoint",
                                      "isospectral-gauss4",
                                      "tmk",
                                      "rkmk-euler-exp",
                                      "rkmk-euler-cay",
                                      "rkmk-heun-exp",
                                      "rkmk-heun-cay",
                                      "rkmk-midpoint-exp",
                                      "rkmk-midpoint-cay",
                                      "rkmk-gauss4-exp",
                                      "rkmk-gauss4-cay",
                                      "rkmk-rk4-exp",
                                      "rkmk-rk4-cay",
                                      "variational-cayley",
                                      "variational-exp",
                                      "variational-cayley-printed",
                                      "heun",
                                      "heun-projected",
                                      "euler",
                                      "spherical-midpoint",
                                      "sib",
                                      "depondt",
                                      "splitting-lie",
                                      "splitting-strang"};
static const char *const lists[] = {"inertia",    "quad",     "lin",      "gamma", "amp",
                                    "shell",      "modes",    "chi",      "noise", "quadratic",
                                    "beta",       "bonds",    "exchange", "dmi",   "field",
                                    "anisotropy", "coriolis", "damping",  "terms", "weights"};
static const char *const operations[] = {"add",          "add-add", "multiply", "divide", "sqrt",
                                         "multiply-add", "fma",     "sum",      "dot"};
static const size_t operands[] = {2, 3, 2, 2, 1, 3, 3, 1, 2};

/* A case that waits for its answer: its line, and its place among the jobs, or -1; then the states
 * that a trajectory of large matrices had, if it was one, and its outcome. */
typedef struct waiting {
    char *line, *id;
    int at, outcome;
    double *states;
    size_t numbers;
} waiting;

typedef struct block {
    device *on;
    waiting *of;
    job *jobs;
    size_t count, jobs_count, numbers, capacity;
    double *all;
    bool binary32; /* its jobs compute in binary32 */
} block;

static int find_word(const char *const *words, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (words[i] && strcmp(words[i], word) == 0) return (int)i;
    return -1;
}
#define FIND(words, word) find_word(words, sizeof(words) / sizeof *(words), word)

static void append_numbers(block *b, int *at, int *count, const double *values, size_t n)
{
    if (b->numbers + n > b->capacity) {
        b->capacity = 2 * (b->numbers + n);
        b->all = slp_reallocate(b->all, b->capacity * sizeof *b->all);
    }
    *at = (int)b->numbers;
    *count = (int)n;
    for (size_t i = 0; i < n; i++) b->all[b->numbers++] = values ? values[i] : 0;
}

static bool in_binary32(const slp_case *c)
{
    const slp_arithmetic *a = c->arithmetic, *binary32 = slp_arithmetic_find("binary32");
    return a && a->bits == binary32->bits && a->least == binary32->least &&
           a->most == binary32->most && a->sum_bits == a->bits && !a->two_parts;
}

/* The flows of a polynomial's factors are not here. */
static bool has_pair(const slp_system *system, const slp_scheme *scheme)
{
    const bool polynomial = system && FIND(polynomials, system->name) >= 0;
    return slp_pair_makes_sense(system, scheme, NULL) && !(polynomial && scheme->splits);
}

/* False if the kernels have no room for the case or do not have its pair. */
static bool make_job(block *b, job *j, const slp_case *c)
{
    const int polynomial = FIND(polynomials, c->system->name);
    const int system = polynomial < 0 ? FIND(systems, c->system->name) : polynomial;
    const int scheme = FIND(schemes, c->scheme->name);
    size_t n;
    int unused;
    if (c->areas) return false; /* the kernels have no brackets of noises */
    if (!has_pair(c->system, c->scheme)) return false;
    if (system < 0 || scheme < 0 || c->d > MOST || (c->arithmetic && !in_binary32(c))) return false;
    *j = (job){.system = system, .scheme = scheme, .n = (int)c->d / 3, .caller = (int)b->count};
    j->d = (int)c->d, j->M = (int)c->M, j->steps = (int)c->steps;
    const double *model = slp_case_param(c, "model", &n);
    const double *rows = slp_case_param(c, polynomial < 0 ? "n" : "size", &n);
    if (n) j->n = (int)*rows;
    j->kubo = model && *model == 0; /* the first word of the schema */
    for (int k = 0; k < STEP; k++) {
        const double *values = slp_case_param(c, lists[k], &n);
        append_numbers(b, &j->at[k], &j->count[k], values, values ? n : 0);
    }
    append_numbers(b, &j->at[STEP], &j->count[STEP], &c->h, 1);
    append_numbers(b, &j->at[STATE], &j->count[STATE], c->x, c->d);
    append_numbers(b, &j->at[INCREMENTS], &j->count[INCREMENTS], c->dw, c->steps * c->M);
    append_numbers(b, &j->y, &unused, NULL, c->steps * c->d);
    return true;
}

/* Cases of a pair stand together, in the order of the input. */
static int by_pair(const void *a, const void *b)
{
    const job *one = a, *two = b;
    if (one->system != two->system) return one->system < two->system ? -1 : 1;
    if (one->scheme != two->scheme) return one->scheme < two->scheme ? -1 : 1;
    if (one->n != two->n) return one->n < two->n ? -1 : 1;
    return one->caller < two->caller ? -1 : 1;
}

static void print_answer(const block *b, const waiting *w)
{
    static const slp_status words[] = {SLP_OK, SLP_NO_CONVERGENCE, SLP_DOMAIN}; /* by outcome */
    slp_result r;
    slp_result_init(&r);
    r.id = w->id;
    r.error = SLP_UNSUPPORTED;
    if (w->at >= 0) {
        const job *j = b->jobs + w->at;
        r.error = words[j->outcome];
        r.y.count = (size_t)j->steps * (size_t)j->d;
        r.y.at = b->all + j->y;
    }
    if (w->states) {
        r.error = words[w->outcome];
        r.y.count = w->numbers;
        r.y.at = w->states;
    }
    printf("%s\n", w->line);
    slp_result_print(stdout, &r);
}

/* The block's jobs, by the device; -1 and text if it failed. */
static int compute(block *b, char text[DEVICE_TEXT])
{
    if (!b->binary32)
        return slp_driver_batch(b->on, b->jobs, b->jobs_count, b->all, b->numbers, false, text);
    float *narrow = slp_allocate(b->numbers, sizeof *narrow);
    for (size_t i = 0; i < b->numbers; i++) narrow[i] = (float)b->all[i];
    const int failed =
        slp_driver_batch(b->on, b->jobs, b->jobs_count, narrow, b->numbers, true, text);
    for (size_t i = 0; i < b->numbers; i++) b->all[i] = narrow[i];
    free(narrow);
    return failed;
}

/* Computes and answers what waits, in the order of the input.  False if the device or the output
 * failed. */
static bool answer_block(block *b)
{
    char text[DEVICE_TEXT];
    int failed = 0;
    if (b->jobs_count) {
        qsort(b->jobs, b->jobs_count, sizeof *b->jobs, by_pair);
        failed = compute(b, text);
        if (failed) fprintf(stderr, "%s: %s\n", slp_driver_program, text);
    }
    for (size_t k = 0; k < b->jobs_count; k++) b->of[b->jobs[k].caller].at = (int)k;
    for (size_t i = 0; i < b->count; i++) {
        if (!failed) print_answer(b, b->of + i);
        free(b->of[i].states);
        free(b->of[i].line);
        free(b->of[i].id);
    }
    b->count = b->jobs_count = b->numbers = 0;
    return !failed && fflush(stdout) == 0;
}

/* Matrices of Zeitlin's sphere too large for a work item are computed at once, one case after the
 * other, the device's work items sharing each.  False if the device failed. */
static bool compute_large(block *b, waiting *w, const slp_case *c)
{
    char text[DEVICE_TEXT];
    size_t count;
    const double *n = slp_case_param(c, "n", &count), *amp = slp_case_param(c, "amp", &count);
    const double *coriolis = slp_case_param(c, "coriolis", &count);
    if (FIND(systems, c->system->name) != ZEITLIN || FIND(schemes, c->scheme->name) != ISOSPECTRAL)
        return true;
    if (c->d <= MOST || *n > LARGEST || c->arithmetic || (amp && *amp != 0) || coriolis)
        return true;
    w->numbers = c->steps * c->d;
    w->states = slp_allocate(w->numbers, sizeof *w->states);
    const int ended =
        slp_device_trajectory(b->on, w->states, NULL, c->x, (int)*n, c->h, c->steps, text);
    w->outcome = ended == SLP_NO_CONVERGENCE ? NO_CONVERGENCE : FINE;
    if (ended == SLP_OK || ended == SLP_NO_CONVERGENCE) return true;
    if (ended == SLP_MEMORY) snprintf(text, sizeof text, "out of memory");
    fprintf(stderr, "%s: %s\n", slp_driver_program, text);
    return false;
}

/* False if the device failed.  A block's jobs compute in one arithmetic. */
static bool add_case(block *b, const slp_case *c, const char *line)
{
    if (b->jobs_count && b->binary32 != in_binary32(c) && !answer_block(b)) return false;
    b->binary32 = in_binary32(c);
    waiting *w = b->of + b->count;
    *w = (waiting){.line = slp_copy_text(line), .id = slp_copy_text(c->id), .at = -1};
    if (make_job(b, b->jobs + b->jobs_count, c)) b->jobs_count++;
    if (!compute_large(b, w, c)) {
        free(w->line);
        free(w->id);
        free(w->states);
        return false;
    }
    b->count++;
    return true;
}

static void print_pairs_of(const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++)
            if (names[i] && has_pair(slp_system_find(names[i]), slp_scheme_find(schemes[k])))
                printf("pair system=%s scheme=%s\n", names[i], schemes[k]);
}

static void print_pairs(void)
{
    print_pairs_of(systems, sizeof systems / sizeof *systems);
    print_pairs_of(polynomials, sizeof polynomials / sizeof *polynomials);
    printf("go\nend\n");
}

/* Answers a line `environment id=ID op=add x=1,2` by the device.  False if the device failed. */
static bool answer_operation(device *on, const char *line)
{
    char text[DEVICE_TEXT];
    slp_error err;
    slp_fields fields;
    slp_numbers x = {0, NULL};
    size_t which;
    if (slp_fields_split(&fields, line, 0, &err)) return true;
    const slp_span id = slp_fields_find(&fields, "id"), op = slp_fields_find(&fields, "op");
    const slp_span list = slp_fields_find(&fields, "x");
    if (!id.at || !op.at || !list.at || slp_list_parse(&x, &which, list)) return true;
    size_t k = 0, most = sizeof operands / sizeof *operands;
    while (k < most && !slp_span_is(op, operations[k])) k++;
    int failed = 0;
    printf("result id=%.*s ", (int)id.length, id.at);
    if (k == most || x.count < operands[k] || x.count > WORDS) {
        printf("error=unsupported\n");
    } else {
        failed = slp_driver_operate(on, (int)k, x.at, x.count, text);
        printf("y=%a\n", failed ? 0 : x.at[0]);
        if (failed) fprintf(stderr, "%s: %s\n", slp_driver_program, text);
    }
    free(x.at);
    return !failed && fflush(stdout) == 0;
}

static bool answer_line(block *b, const char *line, const char *name)
{
    if (strcmp(line, "go") == 0) return answer_block(b);
    if (strcmp(line, "list") == 0) print_pairs();
    if (strcmp(line, "about") == 0)
        printf("about %s %s\nabout device: %.180s\n", slp_driver_program, SLP_VERSION, name);
    if (strncmp(line, "environment ", strlen("environment ")) == 0)
        return answer_operation(b->on, line);
    return fflush(stdout) == 0;
}

static int answer_stream(device *on, const char *name)
{
    slp_reader *reader = slp_need_pointer(slp_reader_new(stdin, "standard input"));
    block b = {.on = on,
               .of = slp_allocate(CASES, sizeof *b.of),
               .jobs = slp_allocate(CASES, sizeof *b.jobs)};
    SLP_CLEARED(slp_case) c = {0};
    SLP_CLEARED(slp_result) r = {0};
    slp_record_kind kind;
    slp_error err;
    slp_status status = SLP_OK;
    bool fine = true;
    while (fine &&
           (status = slp_need_memory(slp_reader_next(&kind, &c, &r, reader, &err))) == SLP_OK) {
        if (kind == SLP_RECORD_CASE) fine = add_case(&b, &c, slp_reader_line(reader));
        if (kind == SLP_RECORD_OTHER) fine = answer_line(&b, slp_reader_line(reader), name);
        if (fine && (b.count == CASES || b.numbers > NUMBERS)) fine = answer_block(&b);
    }
    if (fine) fine = answer_block(&b);
    if (fine && status == SLP_INPUT) slp_error_print(stderr, slp_reader_source(reader), &err);
    slp_reader_free(reader);
    free(b.of);
    free(b.jobs);
    free(b.all);
    if (ferror(stdout))
        fprintf(stderr, "%s: standard output: a write failed\n", slp_driver_program);
    return fine && status == SLP_END ? 0 : 2;
}

/* The sizes after --time; false and a message if one is none. */
static bool check_sizes(int argc, char **argv)
{
    if (argc == 2) fprintf(stderr, "%s: --time needs sizes; see --help\n", slp_driver_program);
    for (int i = 2; i < argc; i++) {
        char *end;
        const long n = strtol(argv[i], &end, 10);
        if (*end == 0 && n >= 5 && n <= LARGEST) continue;
        fprintf(stderr, "%s: --time %s: sizes are whole numbers from 5 to %d\n", slp_driver_program,
                argv[i], LARGEST);
        return false;
    }
    return argc > 2;
}

static int time_steps(device *on, char *text, int argc, char **argv)
{
    enum { STEPS = 20 };
    printf("%s, %s\n", slp_driver_program, text);
    for (int i = 2; i < argc; i++) {
        if (port_time_steps(on, (int)strtol(argv[i], NULL, 10), STEPS, text)) {
            fprintf(stderr, "%s: %s\n", slp_driver_program, text);
            return 2;
        }
        if (fflush(stdout)) return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *me = slp_driver_program;
    char text[DEVICE_TEXT];
    device *on = NULL;
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return printf(help, me, me, me, me, me, me) < 0 ? 2 : 0;
    const bool timed = argc > 1 && strcmp(argv[1], "--time") == 0;
    const bool rates = timed && argc == 3 && strcmp(argv[2], "ensembles") == 0;
    const bool ensembles = argc == 2 && strcmp(argv[1], "--ensemble") == 0;
    if (timed && !rates && !check_sizes(argc, argv)) return 2;
    if (argc > 1 && !timed && !ensembles) {
        fprintf(stderr, "%s: unknown argument '%s'; see --help\n", me, argv[1]);
        return 2;
    }
    int status = slp_device_open(&on, text);
    if (status != SLP_OK) {
        fprintf(stderr, "%s: %s\n", me, text);
        return status == SLP_UNSUPPORTED ? 3 : 2;
    }
    if (rates) status = port_time_ensembles(on, text) ? 2 : 0;
    if (status) fprintf(stderr, "%s: %s\n", me, text);
    if (timed && !rates) status = time_steps(on, text, argc, argv);
    if (ensembles) status = port_ensembles(on);
    if (!timed && !ensembles) status = answer_stream(on, text);
    slp_device_close(on);
    return status;
}
