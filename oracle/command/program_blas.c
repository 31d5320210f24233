/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The BLAS and LAPACK of the program, loaded when fast/ first calls them.
 *
 * A BLAS may start a thread for each processor when it is loaded.  Each thread of OpenBLAS asks for
 * 128 MiB, and asks again for ever if it is refused.  If the program were linked with it, even `slp
 * --version` would hang under a limit on memory.  So the program is linked with the functions below
 * instead.  Their first call loads the libraries that the build found for FAST_LIBS, by their
 * names; the system's settings and LD_LIBRARY_PATH choose the files.  Every call is then passed on
 * to them.  libslpfast is linked with its BLAS as usual.
 *
 * The interface of the BLAS must be the usual one, with int.  Tested by
 * tests/command/test_limits.sh.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "oracle/contract/number/float_environment.h"
#include "oracle/command/program.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Address space of the program with one thread of the BLAS; and of each further thread: a buffer, a
 * stack, and the C library's memory pool for a thread. */
#define ROOM_OF_PROGRAM (512ULL << 20)
#define ROOM_OF_THREAD  (256ULL << 20)

enum { MOST_THREADS = 1024, MOST_LIBRARIES = 8 };

static unsigned processors(void)
{
    cpu_set_t set;
    const long all = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof set, &set) == 0) return (unsigned)CPU_COUNT(&set);
    return all > 0 ? (unsigned)all : 1;
}

/* The number of threads that the environment sets; 0: none. */
static unsigned threads_named(void)
{
    static const char *const names[] = {"OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS",
                                        "OMP_NUM_THREADS"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *word = getenv(names[i]);
        const long count = word ? strtol(word, NULL, 10) : 0;
        if (count > 0) return count < MOST_THREADS ? (unsigned)count : MOST_THREADS;
    }
    return 0;
}

static void fit_threads_to_limits(void)
{
    struct rlimit limits[2];
    const unsigned long long most = processors();
    unsigned long long fit = most;
    if (getrlimit(RLIMIT_AS, &limits[0]) != 0) limits[0].rlim_cur = RLIM_INFINITY;
    if (getrlimit(RLIMIT_DATA, &limits[1]) != 0) limits[1].rlim_cur = RLIM_INFINITY;
    for (size_t i = 0; i < 2; i++) {
        if (limits[i].rlim_cur == RLIM_INFINITY) continue;
        const unsigned long long room = limits[i].rlim_cur;
        const unsigned long long more =
            room > ROOM_OF_PROGRAM ? (room - ROOM_OF_PROGRAM) / ROOM_OF_THREAD : 0;
        if (1 + more < fit) fit = 1 + more;
    }
    if (fit == most || threads_named()) return;
    char text[24];
    snprintf(text, sizeof text, "%llu", fit);
    setenv("OPENBLAS_NUM_THREADS", text, 1);
    setenv("OMP_NUM_THREADS", text, 1);
}

/* ---- Loading ------------------------------------------------------------------------------ */

enum { DGEMM, SGEMM, DGETRF, DGETRS, ZGETRF, ZGETRS, ZHEEVD, FUNCTIONS };
static const char *const names[FUNCTIONS] = {
    "cblas_dgemm",    "cblas_sgemm",    "LAPACKE_dgetrf",     "LAPACKE_dgetrs",
    "LAPACKE_zgetrf", "LAPACKE_zgetrs", "LAPACKE_zheevd_work"};
typedef void (*function)(void);
static function functions[FUNCTIONS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool loaded;       /* under lock */
static int threads_asked; /* under lock: the number asked for before the BLAS was loaded, or 0 */
static void (*set_threads)(int); /* under lock: openblas_set_num_threads of the BLAS, or NULL */
static char *(*words[2])(
    void); /* under lock: the BLAS about itself, and about its kernel, or NULL */
static atomic_ulong calls;
static atomic_ullong third_multiplications; /* three times those of real numbers, below */
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Ends the process without handlers of exit(), which might wait for threads of the BLAS. */
static _Noreturn void end(const char *what, const char *why, const char *remedy)
{
    fflush(stdout);
    fprintf(stderr, "slp: %s: %s; %s\n", what, why, remedy);
    _exit(2);
}

static void *wait_for_all(void *open)
{
    char unused;
    if (read(*(int *)open, &unused, 1) < 0) return open;
    return NULL;
}

/* Starts as many threads as the BLAS will start, to see whether it is possible.  If OpenBLAS cannot
 * start one, it ends the process like Ctrl-C; with OpenMP the process ends with another status. */
static void try_threads(void)
{
    const unsigned named = threads_named(), count = named ? named : processors();
    pthread_t *tried = calloc(count, sizeof *tried);
    int ends[2], why = 0;
    unsigned started = 0;
    char limit[SLP_LIMIT_WORDS], remedy[SLP_LIMIT_WORDS + 160];
    if (!tried || pipe(ends) != 0) {
        free(tried);
        return;
    }
    while (started + 1 < count &&
           (why = pthread_create(&tried[started], NULL, wait_for_all, &ends[0])) == 0)
        started++;
    close(ends[1]);
    for (unsigned i = 0; i < started; i++) pthread_join(tried[i], NULL);
    close(ends[0]);
    free(tried);
    if (!why) return;
    slp_program_limit(limit);
    snprintf(remedy, sizeof remedy,
             "of %u threads for the BLAS %u can be: set OPENBLAS_NUM_THREADS and OMP_NUM_THREADS "
             "to no more, or raise ulimit -u; %s",
             count, started + 1, limit);
    end("a thread cannot be started", strerror(why), remedy);
}

static function find(void *const *libraries, size_t count, const char *name)
{
    function at = NULL;
    for (size_t i = 0; i < count; i++) {
        void *found = dlsym(libraries[i], name);
        if (!found) continue;
        memcpy(&at, &found, sizeof found);
        break;
    }
    return at;
}

/* Opens the libraries that the build found, and returns how many. */
static size_t open_libraries(void *libraries[MOST_LIBRARIES])
{
    size_t count = 0;
    char limit[SLP_LIMIT_WORDS];
    slp_program_limit(limit);
    for (const char *from = slp_blas_libraries, *to; (to = strchr(from, ' ')); from = to + 1) {
        char name[128];
        if (count == MOST_LIBRARIES || (size_t)(to - from) >= sizeof name) break;
        memcpy(name, from, (size_t)(to - from));
        name[to - from] = '\0';
        libraries[count] = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (!libraries[count++]) end("the BLAS cannot be loaded", dlerror(), limit);
    }
    return count;
}

/* The kernels of OpenBLAS for this processor's widest vectors, by the name that OPENBLAS_CORETYPE
 * takes; NULL: none wider than those that every processor has. */
static const char *widest_kernels(void)
{
#if defined __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512cd"))
        return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
    return NULL;
}

/* An OpenBLAS that is older than the processor does not know it, and takes kernels that every
 * processor can run, named Prescott: a step of matrices then takes two to four times as long.  This
 * loads it again with the kernels of the widest vectors, unless the environment names kernels. */
static size_t open_again_if_unknown(void *libraries[MOST_LIBRARIES], size_t count)
{
    const char *const better = widest_kernels();
    function at = find(libraries, count, "openblas_get_corename");
    char *(*name)(void) = NULL;
    memcpy(&name, &at, sizeof name);
    if (!name || !better || getenv("OPENBLAS_CORETYPE") || strcmp(name(), "Prescott") != 0)
        return count;
    setenv("OPENBLAS_CORETYPE", better, 1);
    while (count > 0) dlclose(libraries[--count]);
    count = open_libraries(libraries);
    unsetenv("OPENBLAS_CORETYPE"); /* for programs that this one starts */
    return count;
}

/* Loads the BLAS.  A library linked with -ffast-math changes the floating-point environment of the
 * thread that loads it. */
static void load(void)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    void *libraries[MOST_LIBRARIES];
    try_threads();
    const size_t count = open_again_if_unknown(libraries, open_libraries(libraries));
    for (int i = 0; i < FUNCTIONS; i++)
        if (!(functions[i] = find(libraries, count, names[i])))
            end("the BLAS cannot be used", names[i], "no library of it has this function");
    function set = find(libraries, count, "openblas_set_num_threads");
    pthread_mutex_lock(&lock);
    memcpy(&set_threads, &set, sizeof set);
    const function about[] = {find(libraries, count, "openblas_get_config"),
                              find(libraries, count, "openblas_get_corename")};
    memcpy(words, about, sizeof words);
    loaded = true;
    if (set_threads && threads_asked) set_threads(threads_asked);
    pthread_mutex_unlock(&lock);
}

static function blas_function(int which)
{
    pthread_once(&once, load);
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    return functions[which];
}

/* oracle/plumbing/blas_thread.c calls these, where the program has them. */
unsigned long slp_program_blas_calls(void);
unsigned long slp_program_blas_calls(void)
{
    return atomic_load(&calls);
}

double slp_program_blas_multiplications(void);
double slp_program_blas_multiplications(void)
{
    return (double)atomic_load(&third_multiplications) / 3;
}

const char *slp_program_blas_word(bool kernel);
const char *slp_program_blas_word(bool kernel)
{
    pthread_mutex_lock(&lock);
    const char *word = loaded && words[kernel] ? words[kernel]() : "";
    pthread_mutex_unlock(&lock);
    return word ? word : "";
}

void slp_program_begin(void)
{
    signal(SIGXFSZ, SIG_IGN);
    fit_threads_to_limits();
}

/* oracle/plumbing/blas_thread.c calls this.  The number is set at once, or as soon as the BLAS is
 * loaded. */
void openblas_set_num_threads(int count);
void openblas_set_num_threads(int count)
{
    pthread_mutex_lock(&lock);
    threads_asked = count;
    if (loaded && set_threads) set_threads(count);
    pthread_mutex_unlock(&lock);
}

/* ---- Functions that pass calls on to the BLAS ----------------------------------------------
 *
 * They count multiplications of real numbers, by their leading term, a complex one as four: a
 * product of m x k and k x n matrices has m n k; an LU factorisation of n x n has n^3/3; two
 * triangular solves with c right-hand sides have n^2 c.  Counted in thirds, so that n^3/3 is whole.
 * Eigenvalues are not counted: no step takes them. */

enum { REAL = 1, COMPLEX = 4 };

static void count_thirds(int kind, int thirds, int a, int b, int c)
{
    const unsigned long long product =
        (unsigned long long)a * (unsigned long long)b * (unsigned long long)c;
    atomic_fetch_add_explicit(&third_multiplications,
                              (unsigned long long)kind * (unsigned long long)thirds * product,
                              memory_order_relaxed);
}

typedef void dgemm(int order, int turn_a, int turn_b, int m, int n, int k, double alpha,
                   const double *a, int lda, const double *b, int ldb, double beta, double *c,
                   int ldc);
typedef void sgemm(int order, int turn_a, int turn_b, int m, int n, int k, float alpha,
                   const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc);
typedef int getrf(int layout, int m, int n, void *a, int lda, int *pivot);
typedef int getrs(int layout, char turn, int n, int columns, const void *a, int lda,
                  const int *pivot, void *b, int ldb);
typedef int heevd(int layout, char job, char half, int n, void *a, int lda, double *lambda,
                  void *work, int works, double *room, int reals, int *wholes, int whole);

dgemm cblas_dgemm;
sgemm cblas_sgemm;
getrf LAPACKE_dgetrf, LAPACKE_zgetrf;
getrs LAPACKE_dgetrs, LAPACKE_zgetrs;
heevd LAPACKE_zheevd_work;

void cblas_dgemm(int order, int turn_a, int turn_b, int m, int n, int k, double alpha,
                 const double *a, int lda, const double *b, int ldb, double beta, double *c,
                 int ldc)
{
    count_thirds(REAL, 3, m, n, k);
    ((dgemm *)blas_function(DGEMM))(order, turn_a, turn_b, m, n, k, alpha, a, lda, b, ldb, beta, c,
                                    ldc);
}

void cblas_sgemm(int order, int turn_a, int turn_b, int m, int n, int k, float alpha,
                 const float *a, int lda, const float *b, int ldb, float beta, float *c, int ldc)
{
    ((sgemm *)blas_function(SGEMM))(order, turn_a, turn_b, m, n, k, alpha, a, lda, b, ldb, beta, c,
                                    ldc);
}

int LAPACKE_dgetrf(int layout, int m, int n, void *a, int lda, int *pivot)
{
    count_thirds(REAL, 1, m, n, m < n ? m : n);
    return ((getrf *)blas_function(DGETRF))(layout, m, n, a, lda, pivot);
}

int LAPACKE_zgetrf(int layout, int m, int n, void *a, int lda, int *pivot)
{
    count_thirds(COMPLEX, 1, m, n, m < n ? m : n);
    return ((getrf *)blas_function(ZGETRF))(layout, m, n, a, lda, pivot);
}

int LAPACKE_dgetrs(int layout, char turn, int n, int columns, const void *a, int lda,
                   const int *pivot, void *b, int ldb)
{
    count_thirds(REAL, 3, n, n, columns);
    return ((getrs *)blas_function(DGETRS))(layout, turn, n, columns, a, lda, pivot, b, ldb);
}

int LAPACKE_zgetrs(int layout, char turn, int n, int columns, const void *a, int lda,
                   const int *pivot, void *b, int ldb)
{
    count_thirds(COMPLEX, 3, n, n, columns);
    return ((getrs *)blas_function(ZGETRS))(layout, turn, n, columns, a, lda, pivot, b, ldb);
}

int LAPACKE_zheevd_work(int layout, char job, char half, int n, void *a, int lda, double *lambda,
                        void *work, int works, double *room, int reals, int *wholes, int whole)
{
    return ((heevd *)blas_function(ZHEEVD))(layout, job, half, n, a, lda, lambda, work, works, room,
                                            reals, wholes, whole);
}
