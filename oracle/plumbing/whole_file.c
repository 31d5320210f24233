/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Files that are complete or absent: written under a name that nobody can guess, then renamed. */
#include "oracle/plumbing/whole_file.h"
#include "oracle/plumbing/allocate.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BASE = 200, DIGITS = 16, TRIES = 100 };

/* Random bits of the kernel; if there are none, of the clock.  Then the name could be guessed, but
 * O_EXCL still protects. */
static uint64_t draw(void)
{
    uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) == (ssize_t)sizeof bits) return bits;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec << 32) ^ (uint64_t)now.tv_nsec * UINT64_C(0x9e3779b97f4a7c15);
}

/* The last part of a path. */
static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool slp_whole_begin(slp_whole_file *file, const char *path)
{
    const char *base = base_of(path);
    const size_t room = strlen(path) + 64;
    int fd = -1;
    struct stat is;
    *file = (slp_whole_file){.path = slp_copy_text(path), .beside = slp_allocate(room, 1)};
    if (lstat(path, &is) == 0 && (S_ISCHR(is.st_mode) || S_ISBLK(is.st_mode))) {
        errno = file->fault = EINVAL;
        return false;
    }
    for (int i = 0; i < TRIES && fd < 0 && (i == 0 || errno == EEXIST); i++) {
        snprintf(file->beside, room, "%.*s%.*s.%ld.%016" PRIx64 ".new", (int)(base - path), path,
                 MOST_BASE, base, (long)getpid(), draw());
        fd = open(file->beside, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    }
    file->to = fd < 0 ? NULL : fdopen(fd, "w+");
    if (file->to) return true;
    file->fault = errno;
    if (fd >= 0) {
        close(fd);
        unlink(file->beside);
    }
    errno = file->fault;
    return false;
}

bool slp_whole_end(slp_whole_file *file, bool good, bool sync)
{
    int fault = file->fault;
    if (file->to) {
        errno = 0;
        if (!fault && (fflush(file->to) != 0 || ferror(file->to) ||
                       (good && sync && fsync(fileno(file->to)) != 0)))
            fault = errno ? errno : EIO;
        if (fclose(file->to) != 0 && !fault) fault = errno;
        if (good && !fault && rename(file->beside, file->path) != 0) fault = errno;
        if (!good || fault) unlink(file->beside);
    }
    free(file->path);
    free(file->beside);
    *file = (slp_whole_file){0};
    errno = fault;
    return good && !fault;
}

void slp_whole_drop(slp_whole_file *file)
{
    (void)slp_whole_end(file, false, false);
}

bool slp_whole_write(const char *path, const char *text, size_t length, bool sync)
{
    slp_whole_file file;
    if (slp_whole_begin(&file, path) && fwrite(text, 1, length, file.to) != length)
        file.fault = errno;
    return slp_whole_end(&file, true, sync);
}

/* The number in BASE.PID.RANDOM.new and how long BASE is; 0 if the name is not of that form. */
static long maker(const char *name, size_t *base)
{
    static const char ending[] = ".new";
    const size_t length = strlen(name), tail = DIGITS + sizeof ending; /* with the dot before */
    if (length < tail + 3 || strcmp(name + length + 1 - sizeof ending, ending) != 0) return 0;
    const char *dot = name + length - tail;
    if (*dot != '.' || strspn(dot + 1, "0123456789abcdef") != DIGITS) return 0;
    const char *first = dot;
    while (first > name && first[-1] >= '0' && first[-1] <= '9') first--;
    if (first == dot || first < name + 2 || first[-1] != '.') return 0;
    *base = (size_t)(first - 1 - name);
    return strtol(first, NULL, 10);
}

/* False if the process does not exist, or has ended (a zombie). */
static bool lives(long pid)
{
    char path[64], text[512];
    if (kill((pid_t)pid, 0) != 0 && errno == ESRCH) return false;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *from = fopen(path, "r");
    size_t length = from ? fread(text, 1, sizeof text - 1, from) : 0;
    if (from) fclose(from);
    text[length] = 0;
    const char *state = strrchr(text, ')'); /* "PID (name) STATE ..." */
    return !state || strlen(state) < 3 || state[2] != 'Z';
}

void slp_whole_sweep(const char *path, const char *name)
{
    DIR *folder = opendir(path);
    if (!folder) return;
    const size_t wanted = name ? strnlen(name, MOST_BASE) : 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t base = 0;
        const long pid = maker(entry->d_name, &base);
        if (pid <= 0 || lives(pid)) continue;
        if (name && (base != wanted || memcmp(entry->d_name, name, wanted) != 0)) continue;
        unlinkat(dirfd(folder), entry->d_name, 0);
    }
    closedir(folder);
}

FILE *slp_whole_open(const char *path)
{
    struct stat there;
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return NULL;
    const bool regular = fstat(fd, &there) == 0 && S_ISREG(there.st_mode);
    FILE *from = regular ? fdopen(fd, "rb") : NULL;
    if (from) return from;
    close(fd);
    errno = EINVAL;
    return NULL;
}

bool slp_whole_is_link(const char *path)
{
    struct stat there;
    return lstat(path, &there) == 0 && S_ISLNK(there.st_mode);
}
