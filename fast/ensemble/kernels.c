/* Which kernels this CPU can run.  Compiled without instruction set flags. */
#include "fast/ensemble/ensemble.h"

#include <stdlib.h>
#include <string.h>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
enum { CAPABLE_OF_ASIMD = 1 << 1 }; /* HWCAP_ASIMD of asm/hwcap.h */
#endif

typedef struct entry {
    const char *name;
    const ensemble_kernel *kernel;
} entry;

/* Adds a kernel that was compiled with its instruction set, if the CPU has it too. */
static void add(entry have[4], size_t *n, bool able, const char *name,
                const ensemble_kernel *kernel)
{
    if (able && kernel->record) have[(*n)++] = (entry){name, kernel};
}

/* The i-th that this CPU can run, widest first. */
static entry at(size_t i)
{
    entry have[4] = {{0}};
    size_t n = 0;
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
    add(have, &n, avx512, "avx512", &fast_ensemble_avx512);
    add(have, &n, avx2, "avx2", &fast_ensemble_avx2);
#elif defined(__aarch64__) && defined(__linux__)
    add(have, &n, getauxval(AT_HWCAP) & CAPABLE_OF_ASIMD, "neon", &fast_ensemble_neon);
#endif
    add(have, &n, true, "portable", &fast_ensemble_portable);
    return i < n ? have[i] : (entry){0};
}

const char *fast_kernel_at(size_t i)
{
    return at(i).name;
}

const ensemble_kernel *ensemble_kernel_find(const char *name)
{
    for (size_t i = 0; at(i).name; i++)
        if (strcmp(at(i).name, name) == 0) return at(i).kernel;
    return NULL;
}

const char *fast_kernel_name(void)
{
    const char *wanted = getenv("SLP_KERNEL");
    if (!wanted || !*wanted) return at(0).name;
    for (size_t i = 0; at(i).name; i++)
        if (strcmp(at(i).name, wanted) == 0) return at(i).name;
    return NULL;
}
