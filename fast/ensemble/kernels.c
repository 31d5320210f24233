/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which kernels this CPU can run.  Compiled without instruction set flags. */
#include "fast/ensemble/ensemble.h"

#include <stdlib.h>
#include <string.h>

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#include <sys/prctl.h>
enum { CAPABLE_OF_ASIMD = 1 << 1, CAPABLE_OF_SVE = 1 << 22 }; /* HWCAP_... of asm/hwcap.h */
enum { GET_SVE_LENGTH = 51, LENGTH_OF_IT = 0xffff };          /* PR_SVE_... of linux/prctl.h */

/* Bits of an SVE register as the system lets this thread use it; 0: there is no SVE. */
static int sve_bits(void)
{
    const int said = getauxval(AT_HWCAP) & CAPABLE_OF_SVE ? prctl(GET_SVE_LENGTH) : -1;
    return said < 0 ? 0 : 8 * (said & LENGTH_OF_IT);
}
#endif

#if defined(__riscv) && defined(__linux__)
#include <sys/auxv.h>
enum { CAPABLE_OF_VECTORS = 1 << ('v' - 'a') }; /* AT_HWCAP: a bit for each letter */
#endif

typedef struct entry {
    const char *name;
    const ensemble_kernel *kernel;
} entry;

/* Adds a kernel that was compiled with its instruction set, if the CPU has it too. */
static void add_kernel(entry have[4], size_t *n, bool able, const char *name,
                       const ensemble_kernel *kernel)
{
    if (able && kernel->record) have[(*n)++] = (entry){name, kernel};
}

/* The i-th that this CPU can run, widest first. */
static entry kernel_at(size_t i)
{
    entry have[4] = {{0}};
    size_t n = 0;
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
    add_kernel(have, &n, avx512, "avx512", &fast_ensemble_avx512);
    add_kernel(have, &n, avx2, "avx2", &fast_ensemble_avx2);
#elif defined(__aarch64__) && defined(__linux__)
    add_kernel(have, &n, sve_bits() == 512, "sve512", &fast_ensemble_sve512);
    add_kernel(have, &n, sve_bits() == 256, "sve256", &fast_ensemble_sve256);
    add_kernel(have, &n, getauxval(AT_HWCAP) & CAPABLE_OF_ASIMD, "neon", &fast_ensemble_neon);
#elif defined(__riscv) && defined(__linux__)
    add_kernel(have, &n, getauxval(AT_HWCAP) & CAPABLE_OF_VECTORS, "rvv", &fast_ensemble_rvv);
#endif
    add_kernel(have, &n, true, "portable", &fast_ensemble_portable);
    return i < n ? have[i] : (entry){0};
}

const char *fast_kernel_at(size_t i)
{
    return kernel_at(i).name;
}

const ensemble_kernel *fast_ensemble_kernel_find(const char *name)
{
    for (size_t i = 0; kernel_at(i).name; i++)
        if (strcmp(kernel_at(i).name, name) == 0) return kernel_at(i).kernel;
    return NULL;
}

const char *fast_kernel_name(void)
{
    const char *wanted = getenv("SLP_KERNEL");
    if (!wanted || !*wanted) return kernel_at(0).name;
    for (size_t i = 0; kernel_at(i).name; i++)
        if (strcmp(kernel_at(i).name, wanted) == 0) return kernel_at(i).name;
    return NULL;
}
