/* Files of an audit: whole or not at all. */
#include "oracle/audit.h"
#include "oracle/case_text.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *audit_path(const char *dir, const char *name)
{
    size_t room = strlen(dir) + strlen(name) + 2;
    char *path = slp_allocate(room, 1);
    snprintf(path, room, "%s/%s", dir, name);
    return path;
}

bool audit_make_directories(const char *path)
{
    char *copy = strdup(path);
    bool good = copy != NULL;
    for (char *slash = copy; good && slash;) {
        slash = strchr(slash + 1, '/');
        if (slash) *slash = 0;
        good = mkdir(copy, 0777) == 0 || errno == EEXIST;
        if (slash) *slash = '/';
    }
    struct stat there;
    good = good && stat(path, &there) == 0 && S_ISDIR(there.st_mode);
    if (!good)
        fprintf(stderr, "slp audit: cannot make the directory %s: %s\n", path, strerror(errno));
    free(copy);
    return good;
}

bool audit_write(const char *path, const char *text, size_t length)
{
    size_t room = strlen(path) + 32;
    char *beside = slp_allocate(room, 1);
    snprintf(beside, room, "%s.%ld.new", path, (long)getpid());
    FILE *to = fopen(beside, "w");
    bool good = to && fwrite(text, 1, length, to) == length;
    good = good && fflush(to) == 0 && fsync(fileno(to)) == 0; /* on disk before it has the name */
    int why = errno;
    if (to && fclose(to) != 0 && good) {
        why = errno;
        good = false;
    }
    errno = why;
    good = good && rename(beside, path) == 0;
    if (!good) {
        fprintf(stderr, "slp audit: cannot write %s: %s\n", path, strerror(errno));
        if (to) remove(beside);
    }
    free(beside);
    return good;
}

bool audit_write_json(const char *path, const json_t *json)
{
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    if (!text) return false;
    size_t length = strlen(text);
    text[length] = '\n'; /* in place of the NUL; the length is carried along */
    bool good = audit_write(path, text, length + 1);
    free(text);
    return good;
}

/* The number in NAME.PID.new, 0 if the name is not of that form. */
static long maker(const char *name)
{
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 4, ".new") != 0) return 0;
    const char *dot = name + length - 5;
    while (dot > name && *dot >= '0' && *dot <= '9') dot--;
    return *dot == '.' ? strtol(dot + 1, NULL, 10) : 0;
}

/* False of a process that is gone, or has ended and waits to be collected. */
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

void audit_sweep(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) return;
    for (struct dirent *entry; (entry = readdir(folder));) {
        long pid = maker(entry->d_name);
        if (pid <= 0 || lives(pid)) continue;
        char *file = audit_path(path, entry->d_name);
        if (file) remove(file);
        free(file);
    }
    closedir(folder);
}
