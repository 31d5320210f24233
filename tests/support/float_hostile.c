/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Hostile floating-point environments, by the processor's registers.  Written without the functions
 * that are tested. */
#include "tests/support/float_hostile.h"

#include <string.h>

#if defined(__x86_64__) || (defined(__i386__) && defined(__SSE2__))

/* SSE's control and flags; x87's control; x87's flags. */
static const struct {
    const char *name;
    uint32_t mxcsr;
    uint16_t x87;
} environments[] = {
    {"the default", 0x1f80, 0x037f},
    {"subnormal results flushed (FTZ)", 0x9f80, 0x037f},
    {"subnormal operands taken for zero (DAZ)", 0x1fc0, 0x037f},
    {"FTZ and DAZ", 0x9fc0, 0x037f},
    {"rounding up", 0x5f80, 0x0b7f},
    {"rounding down", 0x3f80, 0x077f},
    {"rounding toward zero", 0x7f80, 0x0f7f},
    {"x87 of 24 bits", 0x1f80, 0x007f},
    {"x87 of 53 bits", 0x1f80, 0x027f},
    {"SSE traps invalid operations and division by zero", 0x1d00, 0x037f},
    {"SSE traps everything", 0x0000, 0x037f},
    {"x87 traps everything", 0x1f80, 0x0340},
    {"all flags raised", 0x1fbf, 0x037f},
    {"FTZ, DAZ, toward zero, x87 of 24 bits, every trap", 0xe040, 0x0c40},
};
enum { COUNT = sizeof environments / sizeof *environments };

static void load(uint32_t mxcsr, uint16_t control, uint16_t flags)
{
    uint32_t all[7];
    __asm__ volatile("fnstenv %0" : "=m"(all) : : "memory");
    all[0] = (all[0] & 0xffff0000) | control;
    all[1] = (all[1] & ~(uint32_t)0x3f) | flags;
    __asm__ volatile("fldenv %0\n\tldmxcsr %1" : : "m"(all), "m"(mxcsr) : "memory");
}

float_hostile_state float_hostile_read(void)
{
    uint32_t mxcsr;
    uint16_t control, status;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2"
                     : "=m"(mxcsr), "=m"(control), "=m"(status)
                     :
                     : "memory");
    return (float_hostile_state){{mxcsr, control, status & 0x3f, 0}};
}

void float_hostile_clear(void)
{
    __asm__ volatile("fnclex" : : : "memory");
    load(0x1f80, 0x037f, 0);
}

bool float_hostile_is_default(void)
{
    const float_hostile_state now = float_hostile_read();
    return (now.word[0] & 0xffc0) == 0x1f80 && (now.word[1] & 0x0f3f) == 0x033f;
}

bool float_hostile_set(size_t i)
{
    const uint32_t mxcsr = environments[i].mxcsr | (uint32_t)(i % 4 == 1 ? 0x21 : i % 4 == 2);
    /* a flag whose trap is open would trap at the next x87 instruction */
    const uint16_t flags = (uint16_t)(environments[i].x87 & 0x3f ? 0x15 >> i % 3 : 0);
    load(mxcsr, environments[i].x87, flags);
    const float_hostile_state now = float_hostile_read();
    if (now.word[0] == mxcsr && now.word[1] == environments[i].x87 && now.word[2] == flags)
        return true;
    float_hostile_clear();
    return false;
}

#elif defined(__aarch64__)

static const struct {
    const char *name;
    uint64_t fpcr;
} environments[] = {
    {"the default", 0},
    {"subnormal numbers flushed (FZ)", UINT64_C(1) << 24},
    {"rounding up", UINT64_C(1) << 22},
    {"rounding down", UINT64_C(2) << 22},
    {"rounding toward zero", UINT64_C(3) << 22},
    {"default NaNs (DN)", UINT64_C(1) << 25},
    {"every trap", 0x9f00},
    {"FZ, DN, toward zero", UINT64_C(15) << 22},
};
enum { COUNT = sizeof environments / sizeof *environments };

static void load(uint64_t fpcr, uint64_t fpsr)
{
    __asm__ volatile("msr fpsr, %0\n\tmsr fpcr, %1" : : "r"(fpsr), "r"(fpcr) : "memory");
}

float_hostile_state float_hostile_read(void)
{
    uint64_t fpcr, fpsr;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(fpcr), "=r"(fpsr) : : "memory");
    return (float_hostile_state){{fpcr, fpsr & 0x9f, 0, 0}};
}

void float_hostile_clear(void)
{
    load(0, 0);
}

/* By <fenv.h> default NaNs stay: which NaN comes out is seen nowhere. */
bool float_hostile_is_default(void)
{
#if defined(SLP_FLOAT_ENVIRONMENT_BY_FENV)
    const uint64_t control = 0x01c09f07;
#else
    const uint64_t control = 0x03c09f07;
#endif
    return (float_hostile_read().word[0] & control) == 0;
}

bool float_hostile_set(size_t i)
{
    const uint64_t flags = i % 4;
    load(environments[i].fpcr, flags);
    const float_hostile_state now = float_hostile_read();
    if (now.word[0] == environments[i].fpcr && now.word[1] == flags) return true;
    float_hostile_clear();
    return false;
}

#else
#include <fenv.h>

/* Rounding alone: a mode that the machine lacks is passed over. */
static const struct {
    const char *name;
    int rounding;
} environments[] = {
    {"the default", FE_TONEAREST},
#ifdef FE_UPWARD
    {"rounding up", FE_UPWARD},
#endif
#ifdef FE_DOWNWARD
    {"rounding down", FE_DOWNWARD},
#endif
#ifdef FE_TOWARDZERO
    {"rounding toward zero", FE_TOWARDZERO},
#endif
};
enum { COUNT = sizeof environments / sizeof *environments };

float_hostile_state float_hostile_read(void)
{
    return (float_hostile_state){
        {(uint64_t)fegetround(), (uint64_t)fetestexcept(FE_ALL_EXCEPT), 0, 0}};
}

void float_hostile_clear(void)
{
    fesetenv(FE_DFL_ENV);
}

bool float_hostile_is_default(void)
{
    return fegetround() == FE_TONEAREST;
}

bool float_hostile_set(size_t i)
{
    float_hostile_clear();
    return fesetround(environments[i].rounding) == 0;
}

#endif

const char *float_hostile_name(size_t i)
{
    return i < COUNT ? environments[i].name : NULL;
}

size_t float_hostile_count(void)
{
    return COUNT;
}

bool float_hostile_same(const float_hostile_state *a, const float_hostile_state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}
