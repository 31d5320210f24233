/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Preloaded into a program under test (LD_PRELOAD): makes the n-th request for memory, or the n-th
 * call on files, fail.
 *
 *   FAILING_CALLS   memory: malloc, calloc, realloc, posix_memalign, aligned_alloc, of whoever
 *                   calls them; files: the system calls
 *                   below, wherever they are made, in the C library's streams too
 *   FAILING_AT      which of them, from 1, counted in each process, a fork counting on from its
 *                   parent; 0: none
 *   FAILING_HOW     of files: error (the errno below), again (EINTR), short (write and read do half
 *                   of what is asked)
 *   FAILING_LOG     file to which each process appends, as "failed NAME", what failed, and when it
 *                   exits "counted N"; what is done
 *                   after that is not counted.  Where none is to fail, "call NAME" for each call on
 *                     files
 *
 * Memory is counted by functions of the same names before the C library's.  Files are counted by a
 * seccomp filter that turns each call into a SIGSYS, whose handler makes the call itself or does
 * not.  Writes to descriptor 2 are not counted: what is wrong has to be told somewhere.  A call of
 * close that fails has closed, as in Linux. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static enum { NOTHING, MEMORY, FILES } calls;
static enum { ERROR, AGAIN, SHORT } how;
static long at, counted;
static int log_to = -1;

/* ---- A system call that the filter lets through: made from between these two labels ------- */

long failing_raw(long number, long a, long b, long c, long d, long e, long f);
extern const char failing_raw_begin[], failing_raw_end[];
#if defined(__x86_64__)
#define NATIVE AUDIT_ARCH_X86_64
__asm__(".text\n.global failing_raw\n.type failing_raw,@function\n.hidden failing_raw_begin\n"
        ".hidden failing_raw_end\nfailing_raw_begin:\nfailing_raw:\n"
        "mov %rdi,%rax\nmov %rsi,%rdi\nmov %rdx,%rsi\nmov %rcx,%rdx\nmov %r8,%r10\nmov %r9,%r8\n"
        "mov 8(%rsp),%r9\nsyscall\nret\nfailing_raw_end:\n");
static long argument(const ucontext_t *u, int i)
{
    static const int at_register[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};
    return (long)u->uc_mcontext.gregs[at_register[i]];
}
static void give(ucontext_t *u, long result)
{
    u->uc_mcontext.gregs[REG_RAX] = result;
}
#elif defined(__aarch64__)
#define NATIVE AUDIT_ARCH_AARCH64
__asm__(".text\n.global failing_raw\n.type failing_raw,%function\n.hidden failing_raw_begin\n"
        ".hidden failing_raw_end\nfailing_raw_begin:\nfailing_raw:\n"
        "mov x8,x0\nmov x0,x1\nmov x1,x2\nmov x2,x3\nmov x3,x4\nmov x4,x5\nmov x5,x6\nsvc 0\nret\n"
        "failing_raw_end:\n");
static long argument(const ucontext_t *u, int i)
{
    return (long)u->uc_mcontext.regs[i];
}
static void give(ucontext_t *u, long result)
{
    u->uc_mcontext.regs[0] = (unsigned long long)result;
}
#else
#error "tests/command/failing/calls.c knows x86-64 and AArch64"
#endif

/* ---- What is counted ---------------------------------------------------------------------- */

static const struct kind {
    int number, fault;
    const char *name;
} kinds[] = {
    {SYS_write, ENOSPC, "write"},       {SYS_pwrite64, ENOSPC, "pwrite"},
    {SYS_writev, ENOSPC, "writev"},     {SYS_read, EIO, "read"},
    {SYS_pread64, EIO, "pread"},        {SYS_openat, EACCES, "openat"},
    {SYS_close, EIO, "close"},          {SYS_fsync, EIO, "fsync"},
    {SYS_fdatasync, EIO, "fdatasync"},  {SYS_ftruncate, EIO, "ftruncate"},
    {SYS_unlinkat, EACCES, "unlinkat"}, {SYS_mkdirat, EACCES, "mkdirat"},
    {SYS_renameat2, EIO, "renameat2"},  {SYS_lseek, EIO, "lseek"},
#ifdef SYS_renameat
    {SYS_renameat, EIO, "renameat"},
#endif
#ifdef SYS_open
    {SYS_open, EACCES, "open"},         {SYS_rename, EIO, "rename"},
    {SYS_mkdir, EACCES, "mkdir"},       {SYS_unlink, EACCES, "unlink"},
    {SYS_rmdir, EACCES, "rmdir"},
#endif
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void note(const char *word, const char *name, long number)
{
    char text[96], digits[24];
    size_t length = 0, count = 0;
    if (log_to < 0) return;
    for (; *word; word++) text[length++] = *word;
    text[length++] = ' ';
    for (; name && *name && length < 64; name++) text[length++] = *name;
    if (!name) {
        do digits[count++] = (char)('0' + number % 10);
        while ((number /= 10) > 0);
        while (count) text[length++] = digits[--count];
    }
    text[length++] = '\n';
    failing_raw(SYS_write, log_to, (long)text, (long)length, 0, 0, 0);
}

/* Before what the C library and a compiler's own counters do at the end; tests/house/counted/exit.c
 * calls it by its name. */
void failing_stop(void);
void failing_stop(void)
{
    if (calls != NOTHING) note("counted", NULL, counted);
    calls = NOTHING;
}

/* True for the call that is to fail. */
static bool is_it(const char *name)
{
    if (calls == NOTHING) return false;
    const long now = __atomic_add_fetch(&counted, 1, __ATOMIC_RELAXED);
    if (now == 1) atexit(failing_stop);
    if (at == 0 && calls == FILES) note("call", name, 0);
    if (now != at) return false;
    note("failed", name, 0);
    return true;
}

/* ---- Files -------------------------------------------------------------------------------- */

static long instead(const struct kind *k, const long *a)
{
    const bool moves = k->number == SYS_write || k->number == SYS_read;
    const bool waits = moves || k->number == SYS_pwrite64 || k->number == SYS_pread64 ||
                       k->number == SYS_openat || k->number == SYS_fsync;
    if (how == SHORT && moves && a[2] > 1)
        return failing_raw(k->number, a[0], a[1], a[2] / 2, 0, 0, 0);
    if (how == AGAIN && waits) return -EINTR;
    if (how != ERROR) return failing_raw(k->number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (k->number == SYS_close) failing_raw(SYS_close, a[0], 0, 0, 0, 0, 0);
    return -k->fault;
}

/* A thread may be cancelled while it waits in read.  From 2.41 on, glibc acts on that only where
 * its own code makes the call; here the thread must allow it at any instruction. */
static long read_cancellable(const long *a)
{
    int type, unused;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
    const long got = failing_raw(SYS_read, a[0], a[1], a[2], 0, 0, 0);
    pthread_setcanceltype(type, &unused);
    return got;
}

static void called(int signal, siginfo_t *info, void *context)
{
    ucontext_t *u = context;
    long a[6];
    size_t i = 0;
    (void)signal;
    for (int k = 0; k < 6; k++) a[k] = argument(u, k);
    while (i < KINDS && kinds[i].number != info->si_syscall) i++;
    const bool told = i < KINDS && kinds[i].number == SYS_write && a[0] == 2;
    if (i < KINDS && !told && is_it(kinds[i].name))
        give(u, instead(&kinds[i], a));
    else if (info->si_syscall == SYS_read)
        give(u, read_cancellable(a));
    else
        give(u, failing_raw(info->si_syscall, a[0], a[1], a[2], a[3], a[4], a[5]));
}

static bool watch_files(void)
{
    enum { HEAD = 8 };
    const uint64_t begin = (uint64_t)(uintptr_t)failing_raw_begin,
                   end = (uint64_t)(uintptr_t)failing_raw_end;
    struct sock_filter code[HEAD + KINDS + 2] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 0, HEAD + KINDS - 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer) + 4),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(begin >> 32), 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer)),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)begin, 0, 1),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)end, 0, HEAD + KINDS - 7),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    for (size_t i = 0; i < KINDS; i++)
        code[HEAD + i] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)kinds[i].number, (uint8_t)(KINDS - i), 0);
    code[HEAD + KINDS] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[HEAD + KINDS + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {sizeof code / sizeof *code, code};
    struct sigaction action = {.sa_sigaction = called,
                               .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
    return begin >> 32 == end >> 32 && sigaction(SIGSYS, &action, NULL) == 0 &&
           prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* ---- Memory ------------------------------------------------------------------------------- */

static bool refused(const char *name)
{
    if (calls != MEMORY || !is_it(name)) return false;
    errno = ENOMEM;
    return true;
}

/* The C library's function of that name. */
#define NEXT(type, name)                                                                           \
    static type next;                                                                              \
    if (!next) {                                                                                   \
        void *found = dlsym(RTLD_NEXT, name);                                                      \
        memcpy(&next, &found, sizeof next);                                                        \
    }

typedef void *of_one(size_t size);
typedef void *of_two(size_t first, size_t second);
typedef void *of_old(void *old, size_t size);
typedef int to_place(void **to, size_t alignment, size_t size);

void *malloc(size_t size)
{
    NEXT(of_one *, "malloc")
    return refused("malloc") ? NULL : next(size);
}
void *calloc(size_t count, size_t size)
{
    NEXT(of_two *, "calloc")
    return refused("calloc") ? NULL : next(count, size);
}
void *realloc(void *old, size_t size)
{
    NEXT(of_old *, "realloc")
    return refused("realloc") ? NULL : next(old, size);
}
void *aligned_alloc(size_t alignment, size_t size)
{
    NEXT(of_two *, "aligned_alloc")
    return refused("aligned_alloc") ? NULL : next(alignment, size);
}
int posix_memalign(void **to, size_t alignment, size_t size)
{
    NEXT(to_place *, "posix_memalign")
    return refused("posix_memalign") ? ENOMEM : next(to, alignment, size);
}

/* ---- Begin -------------------------------------------------------------------------------- */

static void __attribute__((constructor)) begin(void)
{
    const char *which = getenv("FAILING_CALLS"), *number = getenv("FAILING_AT"),
               *manner = getenv("FAILING_HOW"), *name = getenv("FAILING_LOG");
    at = number ? atol(number) : 0;
    how = manner && strcmp(manner, "again") == 0   ? AGAIN
          : manner && strcmp(manner, "short") == 0 ? SHORT
                                                   : ERROR;
    if (name) log_to = open(name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (log_to >= 0) { /* out of the way of the program's own */
        const int high = fcntl(log_to, F_DUPFD_CLOEXEC, 900);
        close(log_to);
        log_to = high;
    }
    if (which && strcmp(which, "memory") == 0) calls = MEMORY;
    if (which && strcmp(which, "files") == 0) {
        if (watch_files())
            calls = FILES;
        else
            note("unable", "seccomp", 0);
    }
}
