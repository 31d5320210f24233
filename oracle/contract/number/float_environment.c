/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Entering the default floating-point environment and leaving it again, by the control registers of
 * the processor. */
#include "oracle/contract/number/float_environment.h"

#if defined(SLP_FLOAT_ENVIRONMENT_X86)

/* MXCSR: flags 0-5, DAZ 6, masks 7-12, rounding 13-14, FTZ 15.  Other bits are not ours. */
enum { SSE_CONTROL = 0xffc0, SSE_DEFAULT = 0x1f80 };
/* x87: masks 0-5, precision 8-9, rounding 10-11; flags 0-5 of its status. */
enum { X87_CONTROL = 0x0f3f, X87_DEFAULT = 0x033f, X87_FLAGS = 0x3f };
enum { X87_STATUS_WORD = 1 }; /* of what fnstenv stores */

static uint32_t read_mxcsr(void)
{
    uint32_t mxcsr;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr) : : "memory");
    return mxcsr;
}

static void write_mxcsr(uint32_t mxcsr)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(mxcsr) : "memory");
}

static uint16_t read_x87_status(void)
{
    uint16_t status;
    __asm__ volatile("fnstsw %0" : "=m"(status) : : "memory");
    return status;
}

/* A BLAS may use x87 (OpenBLAS does for norms), so the x87 flags are saved too.  fnstenv stores all
 * of x87 but its registers, and masks every exception: nothing traps after it. */
slp_float_environment slp_float_environment_enter(void)
{
    slp_float_environment caller = {.mxcsr = read_mxcsr(), .x87_status = read_x87_status()};
    uint16_t control;
    __asm__ volatile("fnstcw %0" : "=m"(control) : : "memory");
    if ((caller.mxcsr & SSE_CONTROL) != SSE_DEFAULT)
        write_mxcsr((caller.mxcsr & ~(uint32_t)SSE_CONTROL) | SSE_DEFAULT);
    if ((control & X87_CONTROL) != X87_DEFAULT) {
        control = (uint16_t)((control & ~(unsigned)X87_CONTROL) | X87_DEFAULT);
        __asm__ volatile("fnstenv %0\n\tfldcw %1" : "=m"(caller.x87) : "m"(control) : "memory");
        caller.x87_changed = true;
    }
    return caller;
}

/* If fldenv enables a trap, the caller's next x87 instruction traps, as it would have done before.
 */
void slp_float_environment_leave(const slp_float_environment *caller)
{
    if (caller->x87_changed) {
        __asm__ volatile("fldenv %0" : : "m"(caller->x87) : "memory");
    } else if ((read_x87_status() ^ caller->x87_status) & X87_FLAGS) {
        uint32_t now[7];
        __asm__ volatile("fnstenv %0" : "=m"(now) : : "memory");
        now[X87_STATUS_WORD] =
            (now[X87_STATUS_WORD] & ~(uint32_t)X87_FLAGS) | (caller->x87_status & X87_FLAGS);
        __asm__ volatile("fldenv %0" : : "m"(now) : "memory");
    }
    write_mxcsr(caller->mxcsr); /* faster than a test whether flags were raised */
}

#elif defined(SLP_FLOAT_ENVIRONMENT_AARCH64)

/* FPCR: FIZ 0, AH 1, NEP 2, traps 8-12 and 15, rounding 22-23, FZ 24, DN 25: all of them 0 by
 * default.  The other bits say how half precision and AArch32 compute. */
#define FPCR_CONTROL UINT64_C(0x03c09f07)

static uint64_t read_fpcr(void)
{
    uint64_t fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr) : : "memory");
    return fpcr;
}

static void write_fpcr(uint64_t fpcr)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(fpcr) : "memory");
}

static uint64_t read_fpsr(void)
{
    uint64_t fpsr;
    __asm__ volatile("mrs %0, fpsr" : "=r"(fpsr) : : "memory");
    return fpsr;
}

slp_float_environment slp_float_environment_enter(void)
{
    const slp_float_environment caller = {read_fpcr(), read_fpsr()};
    if (caller.fpcr & FPCR_CONTROL) write_fpcr(caller.fpcr & ~FPCR_CONTROL);
    return caller;
}

void slp_float_environment_leave(const slp_float_environment *caller)
{
    if (read_fpsr() != caller->fpsr)
        __asm__ volatile("msr fpsr, %0" : : "r"(caller->fpsr) : "memory");
    if (read_fpcr() != caller->fpcr) write_fpcr(caller->fpcr);
}

#else

slp_float_environment slp_float_environment_enter(void)
{
    slp_float_environment caller;
    fegetenv(&caller.all);
    fesetenv(FE_DFL_ENV);
    return caller;
}

void slp_float_environment_leave(const slp_float_environment *caller)
{
    fesetenv(&caller->all);
}

#endif
