# SPDX-License-Identifier: LGPL-3.0-or-later
"""Every source includes what it uses: a name of the C library (C11, POSIX) stands in no file that
does not include a header which declares it, itself or by the project's own headers that it names.
What another library's headers happen to include does not count: FLINT 2's include <math.h> and
<stdlib.h>, FLINT 3's do not.
usage: includes.py FILE...   prints FILE:LINE: what is missing; exit status 1 if anything is"""

import os
import re
import sys

SUFFIXED = """acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 expm1 frexp
        ilogb ldexp log log10 log1p log2 logb modf scalbn scalbln cbrt fabs hypot pow sqrt erf
        erfc lgamma tgamma ceil floor nearbyint rint lrint llrint round lround llround trunc
        fmod remainder remquo copysign nan nextafter nexttoward fdim fmax fmin fma"""
# Not listed: open, close, read, write, raise, which the project's files use as names of their own.
NAMES = {
    "math.h": " ".join("%s %sf %sl" % (n, n, n) for n in SUFFIXED.split())
    + """ INFINITY NAN HUGE_VAL isnan isinf isfinite isnormal signbit fpclassify isgreater isless
        isunordered FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL""",
    "stdlib.h": """malloc calloc realloc free aligned_alloc posix_memalign abort exit atexit _Exit
        getenv setenv unsetenv system abs labs llabs div ldiv atoi atol atoll atof strtod
        strtof strtold strtol strtoll strtoul strtoull qsort bsearch rand srand mkstemp mkdtemp
        realpath EXIT_SUCCESS EXIT_FAILURE RAND_MAX""",
    "string.h": """memcpy memmove memset memcmp memchr strlen strcpy strncpy strcat strncat strcmp
        strncmp strcoll strxfrm strchr strrchr strspn strcspn strpbrk strstr strtok strtok_r
        strerror strerror_r strdup strndup strnlen strsignal stpcpy""",
    "stdio.h": """FILE stdin stdout stderr EOF SEEK_SET SEEK_CUR SEEK_END BUFSIZ printf fprintf
        sprintf snprintf vprintf vfprintf vsprintf vsnprintf dprintf scanf fscanf sscanf fopen
        freopen fdopen fclose fflush fread fwrite fgetc getc getchar getc_unlocked ungetc fgets
        fputc putc putchar fputs puts getline getdelim fseek fseeko ftell ftello rewind feof
        ferror clearerr fileno perror remove rename tmpfile setvbuf setbuf popen pclose
        open_memstream fmemopen flockfile""",
    "errno.h": """errno ENOENT EEXIST EINTR EAGAIN EINVAL ENOMEM ERANGE EIO EPIPE EACCES ENOSPC
        ENOTDIR EISDIR ESRCH ECHILD""",
    "float.h": """DBL_EPSILON DBL_MAX DBL_MIN DBL_TRUE_MIN DBL_MANT_DIG DBL_MAX_EXP DBL_MIN_EXP
        DBL_DIG FLT_EVAL_METHOD FLT_RADIX""",
    "limits.h": """INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN
        ULLONG_MAX CHAR_BIT SHRT_MAX PATH_MAX""",
    "time.h": """time clock clock_gettime clock_nanosleep nanosleep localtime gmtime gmtime_r
        localtime_r strftime mktime difftime""",
    "ctype.h": """isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace
        isupper isxdigit tolower toupper""",
    "locale.h": """setlocale localeconv newlocale uselocale freelocale LC_ALL LC_NUMERIC LC_ALL_MASK
        LC_NUMERIC_MASK locale_t""",
    "signal.h": """sigaction sigemptyset sigfillset sigaddset sigprocmask pthread_sigmask kill
        SIGINT SIGTERM SIGKILL SIGPIPE SIGHUP SIGALRM SIGCHLD SIGXFSZ SIG_IGN SIG_DFL
        sig_atomic_t""",
    "stdarg.h": "va_start va_end va_arg va_copy",
    "stdbool.h": "bool true false",
    "stdint.h inttypes.h": """int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t
        intptr_t uintptr_t intmax_t uintmax_t INT32_MAX INT32_MIN INT64_MAX INT64_MIN
        UINT32_MAX UINT64_MAX SIZE_MAX UINT64_C INT64_C UINT32_C""",
    "inttypes.h": "PRIu64 PRId64 PRIx64 PRIu32 PRId32 PRIx32 SCNu64 SCNx64 strtoumax strtoimax",
    "stddef.h": "ptrdiff_t offsetof max_align_t",
    "stddef.h stdlib.h stdio.h string.h time.h": "size_t NULL",
    "fenv.h": """fesetround fegetround fegetenv fesetenv feholdexcept feclearexcept fetestexcept
        FE_TONEAREST FE_UPWARD FE_DOWNWARD""",
    "pthread.h": """pthread_create pthread_join pthread_mutex_lock pthread_mutex_unlock
        pthread_mutex_init pthread_mutex_destroy pthread_cond_wait pthread_cond_signal
        pthread_cond_broadcast pthread_once pthread_t pthread_mutex_t pthread_cond_t""",
    "unistd.h": """pread pwrite lseek ftruncate truncate fsync fdatasync unlink rmdir getpid fork
        execv execvp execl execlp pipe dup dup2 access isatty sysconf alarm _exit chdir getcwd
        STDIN_FILENO STDOUT_FILENO STDERR_FILENO""",
    "sys/stat.h": "stat fstat lstat mkdir chmod umask S_ISREG S_ISDIR",
    "fcntl.h": """openat fcntl O_RDONLY O_WRONLY O_RDWR O_CREAT O_EXCL O_TRUNC O_CLOEXEC O_NOFOLLOW
        O_APPEND""",
    "sys/wait.h": "wait waitpid WIFEXITED WEXITSTATUS WIFSIGNALED WTERMSIG WNOHANG",
    "poll.h": "poll POLLIN POLLOUT POLLHUP",
    "dirent.h": "opendir readdir closedir",
    "sys/resource.h": "getrlimit setrlimit getrusage RLIMIT_AS RLIMIT_FSIZE RLIMIT_NOFILE",
    "sys/mman.h": """mmap munmap mprotect PROT_READ PROT_WRITE PROT_NONE MAP_PRIVATE MAP_ANONYMOUS
        MAP_FAILED""",
}
DECLARED_BY = {}
for headers, names in NAMES.items():
    for name in names.split():
        DECLARED_BY[name] = headers.split()
VALUES = {
    "errno",
    "stdin",
    "stdout",
    "stderr",
    "bool",
    "true",
    "false",
}  # lower case, and no functions
# Comments, strings and characters; a quoted include is read before they go.
SILENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+([<"])([^>"]+)[>"]', re.M)
# A name alone: no member of a structure, and no part of a preprocessor's include line.
WORD = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*")


def text(path, known={}):
    if path not in known:
        with open(path, encoding="utf-8") as f:
            known[path] = f.read()
    return known[path]


def includes(path, known={}):
    """(the mark before it, the name) of each header that PATH names."""
    if path not in known:
        known[path] = INCLUDE.findall(text(path))
    return known[path]


def included(path, seen):
    """The headers in angle brackets that PATH names, itself or by the project's headers that it
    names; those join SEEN."""
    found = set()
    for mark, name in includes(path):
        if mark == "<":
            found.add(name)
            continue
        for own in (name, os.path.join(os.path.dirname(path), name)):
            if os.path.exists(own) and own not in seen:
                seen.add(own)
                found |= included(own, seen)
                break
    return found


def seen_by(path, files):
    """What PATH may use: of a template, which is read in the middle of other files, what all of
    those include."""
    has = included(path, {path}) | {os.path.basename(path)}  # what stands for <pthread.h> is one
    if "ensemble/template" not in path:
        return has
    readers = []
    for reader in files:
        seen = {reader}
        headers = included(reader, seen)
        if reader.endswith(".c") and path in seen:
            readers.append(headers)
    return has | (set.intersection(*readers) if readers else set())


def missing(path, files):
    has = seen_by(path, files)
    code = SILENT.sub(lambda m: "\n" * m.group().count("\n") or " ", text(path))
    code = INCLUDE.sub("", code)
    told = set()
    for m in WORD.finditer(code):
        name = m.group()
        headers = DECLARED_BY.get(name)
        if not headers or name in told or has & set(headers):
            continue
        function = name.islower() and not name.endswith("_t") and name not in VALUES
        if function and not re.match(r"\s*\(", code[m.end() : m.end() + 40]):
            continue  # a variable or a member of that name
        told.add(name)
        yield "%s:%d: %s without <%s>" % (
            path,
            code.count("\n", 0, m.start()) + 1,
            name,
            ">, <".join(headers),
        )


if __name__ == "__main__":
    paths = sys.argv[1:]
    lines = [line for path in paths for line in missing(path, paths)]
    print("\n".join(lines), end="\n" if lines else "")
    sys.exit(bool(lines))
