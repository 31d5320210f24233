/* Which kernels this CPU can run.  Compiled without instruction set flags. */
#include "fast/ensemble/ensemble.h"

#include <stdlib.h>
#include <string.h>

#if defined(__aarch64__) && defined(__ARM_NEON) && defined(__linux__)
#include <sys/auxv.h>
enum { CAPABLE_OF_ASIMD = 1 << 1 }; /* HWCAP_ASIMD of asm/hwcap.h */
#endif

typedef struct entry {
    const char *name;
    const ensemble_kernel *kernel;
} entry;

/* The i-th that this CPU can run, widest first. */
static entry at(size_t i)
{
    entry have[4] = {{0}};
    size_t n = 0;
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        have[n++] = (entry){"avx512", &fast_ensemble_avx512};
    if (avx2) have[n++] = (entry){"avx2", &fast_ensemble_avx2};
#endif
#if defined(__aarch64__) && defined(__ARM_NEON) && defined(__linux__)
    if (getauxval(AT_HWCAP) & CAPABLE_OF_ASIMD) have[n++] = (entry){"neon", &fast_ensemble_neon};
#endif
    have[n++] = (entry){"portable", &fast_ensemble_portable};
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
