/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Whoever links the library has no allocator that ends the program where memory is refused
 * (oracle/command/program_memory.c).  Here each place of ours that asks for memory is refused it
 * once, in each command: the process then ends by abort, or with exit status 1 or 2 and a message,
 * or as if nothing had been refused.  It crashes nowhere, does not hang, and does not print
 * something else as the answer.
 *
 * Places are told by the return address of the call: of malloc and its kin, of strdup and
 * open_memstream, where the caller is the object of everything (libslpwhole.so).  FLINT and other
 * libraries abort by themselves and are not refused.  The process that records the places runs the
 * command whole; then a process for each place.
 * Calls the BLAS, for seconds. */
#define _GNU_SOURCE /* dl_iterate_phdr, dladdr */
#include "oracle/command/command.h"
#include "tests/support/depth.h"
#include "tests/support/foreign_allocator.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/support/cmocka.h"

#ifdef SLP_FOREIGN_ALLOCATOR
int main(void)
{
    puts("1..1\nok 1 - memory refused # SKIP the allocator of this build is not the C library's");
    return 0;
}
#else

enum { MOST_PLACES = 4000, SECONDS = 30 };

/* Shared by the processes: the places in the order in which they first ask, and which of them is
 * refused. */
static struct book {
    bool open;
    uintptr_t refused;
    size_t count;
    uintptr_t place[MOST_PLACES];
} * book;
static uintptr_t ours_from, ours_to;

static int find_ours(struct dl_phdr_info *library, size_t size, void *unused)
{
    (void)size, (void)unused;
    if (!strstr(library->dlpi_name, "libslpwhole")) return 0;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const uintptr_t begin = library->dlpi_addr + library->dlpi_phdr[i].p_vaddr;
        if (library->dlpi_phdr[i].p_type != PT_LOAD) continue;
        if (!ours_from || begin < ours_from) ours_from = begin;
        if (begin + library->dlpi_phdr[i].p_memsz > ours_to)
            ours_to = begin + library->dlpi_phdr[i].p_memsz;
    }
    return 1;
}

/* Whether the call that returns there is refused; only its first one. */
static bool refuse(void *return_address)
{
    const uintptr_t at = (uintptr_t)return_address;
    if (!book || !book->open || at < ours_from || at >= ours_to) return false;
    if (book->refused) {
        if (at != book->refused) return false;
        book->open = false;
        return true;
    }
    for (size_t i = 0; i < book->count; i++)
        if (book->place[i] == at) return false;
    if (book->count < MOST_PLACES) book->place[book->count++] = at;
    return false;
}

/* ---- The allocator, before the C library's ---- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *at, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    return refuse(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return refuse(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *at, size_t size)
{
    return refuse(__builtin_return_address(0)) ? NULL : __libc_realloc(at, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return refuse(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

char *strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = refuse(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

FILE *open_memstream(char **text, size_t *size)
{
    static FILE *(*next)(char **text, size_t *size);
    void *at = next ? NULL : dlsym(RTLD_NEXT, "open_memstream");
    if (at) memcpy(&next, &at, sizeof at);
    return refuse(__builtin_return_address(0)) ? NULL : next(text, size);
}

/* ---- Commands in processes of their own ---- */

static char room[] = "/tmp/slp-refused-XXXXXX";

static const char plan[] =
    "id: few\nsource: T\nlocator: (1)\nstatement: Something.\nprinted: \"x\"\nmeant: \"y\"\n"
    "erratum: \"(1)\"\nexperiments:\n"
    "  - {name: one, system: rigid-body, scheme: tmk, parameters: {inertia: [1, 2, 3]}, state: "
    "[0.6, 0, 0.8], h: 2^-6, steps: 8}\n"
    "measures:\n  - {name: m, quantity: casimir-drift, experiment: one}\n"
    "decide:\n  - verdict: confirmed\n    when: [{value: m.largest, is: below, bound: 1}]\n"
    "    because: \"{m.largest}\"\n";
static const char cases[] =
    "case id=a system=rigid-body scheme=implicit-midpoint inertia=1,2,3 h=0x1p-4 steps=2 "
    "x=0.5,1,0.25\n"
    "case id=b system=point-vortices scheme=tmk gamma=1,-1 quad=1,1,1 h=0x1p-4 steps=1 "
    "x=1,0,0,0,1,0 dw=0,0.125,0\n"
    "case id=c system=zeitlin-sphere scheme=isospectral-midpoint n=3 h=0x1p-4 steps=1 "
    "x=0.5,-0.5,0,1,0,0,1,0.25,0\n"
    "case id=d system=heavy-top scheme=rkmk-rk4-exp inertia=1,2,3 chi=0,0,1 h=0x1p-4 steps=1 "
    "x=0.5,-0.5,0,1,0,0\n"
    "case id=e system=sine-euler scheme=isospectral-midpoint n=3 modes=1:1 amp=0.1 h=0x1p-4 "
    "steps=1 "
    "x=0.5,-0.5,0,1,0,0,1,0.25,0 dw=0.125\n"
    "case id=f system=canonical scheme=tmk model=kubo beta=0.3 h=0.4 steps=1 x=0.7,-0.4 dw=0.5\n"
    "case id=g system=rigid-body-n scheme=tmk n=4 inertia=1,2,3,4,5,6 h=0.1 steps=1 "
    "x=0.7,-0.4,1,2,3,4\n"
    "case id=h system=symplectic scheme=isospectral-midpoint n=2 quadratic=1,0,0,1,0,1 h=0.1 "
    "steps=1 "
    "x=0.7,-0.4,1\n";

typedef struct activity {
    const char *name;
    char *words[24];
    const char *reads;
} activity;

#define CHECK "check", "--jobs", "1", "--multiplier", "0.02", "--regressions", "kept", "--save"
static const activity activities[] = {
    {"gen", {"gen", "--count", "60", "--seed", "3", "--level", "2"}, NULL},
    {"run fast", {"run", "--path", "fast", "--echo"}, "cases"},
    {"run ref", {"run", "--path", "ref", "--digits", "20"}, "cases"},
    {"judge", {"judge"}, "answers"},
    {"check casimirs",
     {CHECK, "--system", "rigid-body", "--scheme", "tmk", "--law", "casimirs", "--json", "laws",
      "--junit", "xml"},
     NULL},
    {"check broken",
     {CHECK, "--system", "rigid-body", "--scheme", "trapezoidal", "--law", "spectrum"},
     NULL},
    {"check relations",
     {CHECK, "--path", "fast", "--scheme", "isospectral-midpoint", "--law", "relations"},
     NULL},
    {"check orbit", {CHECK, "--system", "symplectic", "--scheme", "tmk", "--law", "orbit"}, NULL},
    {"check weak-order",
     {CHECK, "--path", "fast", "--system", "canonical", "--scheme", "tmk", "--law", "weak-order"},
     NULL},
    {"check strong-order",
     {CHECK, "--path", "fast", "--system", "canonical", "--scheme", "tmk", "--law", "strong-order"},
     NULL},
    {"check drift",
     {CHECK, "--path", "fast", "--system", "canonical", "--scheme", "tmk", "--law", "drift"},
     NULL},
    {"check energy",
     {CHECK, "--path", "fast", "--system", "canonical", "--scheme", "tmk", "--law", "energy-near"},
     NULL},
    {"check determinism",
     {CHECK, "--path", "fast", "--system", "rigid-body-n", "--scheme", "tmk", "--law",
      "determinism"},
     NULL},
    {"simulate",
     {"simulate", "ejll-rigid-body", "--steps", "40", "--every", "4", "--noise",
      "--checkpoint-steps", "16", "--table", "run.csv"},
     NULL},
    {"audit", {"audit", "--claim", "few.yaml", "--out", "report", "--jobs", "1"}, NULL},
};

static void put_file(const char *name, const char *text)
{
    FILE *to = fopen(name, "w");
    assert_non_null(to);
    assert_ge(fputs(text, to), 0);
    assert_int_equal(fclose(to), 0);
}

static int by_name(int argc, char **argv)
{
    for (size_t i = 0; slp_command_registry[i]; i++)
        if (strcmp(slp_command_registry[i]->name, argv[0]) == 0)
            return slp_command_registry[i]->run(argc, argv);
    return 99;
}

/* The command in a process of its own, its output in `out` and "err"; what waitpid says of it. */
static int run_apart(const activity *a, const char *out)
{
    fflush(NULL);
    const pid_t pid = fork();
    assert_ge(pid, 0);
    if (pid == 0) {
        char *words[24];
        int argc = 0;
        while (a->words[argc]) words[argc] = a->words[argc], argc++;
        words[argc] = NULL;
        alarm(SECONDS);
        static const int crashes[] = {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS, SIGSYS};
        for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
            signal(crashes[i], SIG_DFL); /* cmocka would go on in this process */
        if (!freopen(a->reads ? a->reads : "/dev/null", "r", stdin) || !freopen(out, "w", stdout) ||
            !freopen("err", "w", stderr))
            _exit(98);
        book->open = true;
        const int status = by_name(argc, words);
        book->open = false;
        _exit(fflush(NULL) == 0 ? status : 97);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    book->open = false;
    return status;
}

/* What is in a file, new string. */
static char *content(const char *name)
{
    char *text = NULL;
    size_t size = 0;
    FILE *from = fopen(name, "r"), *to = open_memstream(&text, &size);
    if (!from || !to) fail_msg("%s is not there: %s", name, strerror(errno));
    for (int c; (c = getc(from)) != EOF;) putc(c, to);
    fclose(from);
    fclose(to);
    return text;
}

/* A process may end by abort, with status 1 or 2 and words, or with the answer that it gives when
 * nothing is refused. */
static bool ends_well(int status, int whole, const char *answer)
{
    if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGABRT;
    char *said = content("out"), *err = content("err");
    const bool same = status == whole && strcmp(said, answer) == 0;
    const bool error = (WEXITSTATUS(status) == 2 || WEXITSTATUS(status) == 1) && (*err || *said);
    free(said);
    free(err);
    return same || error;
}

static void refused_everywhere(void **state)
{
    const activity *a = *state;
    book->refused = 0;
    book->count = 0;
    const int whole = run_apart(a, "answer");
    char *answer = content("answer"), *err = content("err");
    if (!WIFEXITED(whole) || WEXITSTATUS(whole) > 1) fail_msg("%s: %d: %s", a->name, whole, err);
    assert_ge(book->count, 1);
    assert_lt(book->count, MOST_PLACES);
    const size_t places = book->count;
    unsigned wrong = 0, aborted = 0;
    for (size_t i = 0; i < places; i += depth_stride(8)) {
        book->refused = book->place[i];
        const int status = run_apart(a, "out");
        aborted += WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
        if (ends_well(status, whole, answer)) continue;
        Dl_info in = {0};
        dladdr((void *)book->place[i], &in);
        print_message("# %s: refused in %s (+%#lx): %s %d\n", a->name,
                      in.dli_sname ? in.dli_sname : "a static function",
                      (unsigned long)(book->place[i] - ours_from),
                      WIFSIGNALED(status) ? "signal" : "status",
                      WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        wrong++;
    }
    print_message("# %s: %zu places, %u end by abort\n", a->name, places, aborted);
    free(answer);
    free(err);
    assert_int_equal(wrong, 0);
}

static int begin(void **unused)
{
    (void)unused;
    book = mmap(NULL, sizeof *book, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (book == MAP_FAILED || !mkdtemp(room) || chdir(room) != 0) return -1;
    dl_iterate_phdr(find_ours, NULL);
    put_file("few.yaml", plan);
    put_file("cases", cases);
    put_file("kept", "# none yet\n");
    const activity echo = {"echo", {"run", "--path", "fast", "--echo"}, "cases"};
    const int status = run_apart(&echo, "answers");
    if (status) print_message("# %#x %s\n", (unsigned)status, content("err"));
    return status;
}

static int end(void **unused)
{
    char command[sizeof room + 16];
    (void)unused;
    snprintf(command, sizeof command, "rm -rf %s", room);
    return chdir("/") || system(command);
}

int main(void)
{
    enum { ACTIVITIES = sizeof activities / sizeof *activities };
    struct CMUnitTest tests[ACTIVITIES];
    for (size_t i = 0; i < ACTIVITIES; i++)
        tests[i] = (struct CMUnitTest){activities[i].name, refused_everywhere, NULL, NULL,
                                       (void *)(uintptr_t)&activities[i]};
    return cmocka_run_group_tests(tests, begin, end);
}

#endif
