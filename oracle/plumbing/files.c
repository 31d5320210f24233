/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The files that a command reads and writes: see oracle/plumbing/files.h. */
#include "oracle/plumbing/files.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_USES = 32, MOST_LOOKED_AT = 1 << 20 };

const char slp_junit_mark[] = "<testsuite name=\"slp ";

const char *slp_figure_mark(const char *name)
{
    const char *dot = strrchr(name, '.');
    if (dot && strcmp(dot, ".png") == 0) return "PNG";
    if (dot && strcmp(dot, ".gif") == 0) return "GIF89a";
    return dot && strcmp(dot, ".gp") == 0 ? "set terminal " : "<svg";
}

/* A file; or its name in a folder, where there is none. */
typedef struct place {
    bool known, there;
    struct stat is; /* of the file, or of the folder */
    const char *name;
} place;

/* follow: what a link leads to; else the link, which is replaced, is a name where no file is. */
static place place_of(const char *path, bool follow)
{
    place p = {.known = true};
    const char *slash = strrchr(path, '/');
    p.name = slash ? slash + 1 : path;
    p.there = (follow || !slp_whole_is_link(path)) && stat(path, &p.is) == 0;
    if (p.there) return p;
    char *folder = slash ? slp_copy_bytes(path, (size_t)(slash - path + 1)) : slp_copy_text(".");
    p.known = stat(folder, &p.is) == 0;
    free(folder);
    return p;
}

static place place_of_stream(int descriptor)
{
    place p = {.name = ""};
    p.known = p.there = fstat(descriptor, &p.is) == 0 && S_ISREG(p.is.st_mode);
    return p;
}

static bool same(const place *a, const place *b)
{
    return a->known && b->known && a->there == b->there && a->is.st_dev == b->is.st_dev &&
           a->is.st_ino == b->is.st_ino && (a->there || strcmp(a->name, b->name) == 0);
}

bool slp_same_file(const char *a, const char *b)
{
    const place of_a = place_of(a, true), of_b = place_of(b, true);
    return strcmp(a, b) == 0 || same(&of_a, &of_b);
}

FILE *slp_open_regular(const char *path)
{
    struct stat there;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return NULL;
    const bool known = fstat(fd, &there) == 0;
    FILE *from = known && S_ISREG(there.st_mode) ? fdopen(fd, "rb") : NULL;
    if (from) return from;
    close(fd);
    errno = known && S_ISDIR(there.st_mode) ? EISDIR : EINVAL;
    return NULL;
}

char *slp_read_regular(size_t *length, const char *path, size_t most)
{
    struct stat there;
    FILE *from = slp_open_regular(path);
    char *text = NULL;
    *length = 0;
    if (!from) return NULL;
    if (fstat(fileno(from), &there) != 0 || (uintmax_t)there.st_size > most) {
        errno = EFBIG;
    } else {
        text = slp_allocate((size_t)there.st_size + 1, 1);
        *length = fread(text, 1, (size_t)there.st_size, from);
        if (ferror(from)) {
            free(text);
            text = NULL;
        }
    }
    const int fault = errno;
    fclose(from);
    errno = fault;
    return text;
}

const char *slp_open_fault(int fault)
{
    return fault == EINVAL ? "is not a regular file" : strerror(fault);
}

/* Whether slp may replace what is there: nothing, a link (what it leads to stays), an empty file,
 * or one with the mark. */
static bool has_mark(const char *path, const char *mark)
{
    if (slp_whole_is_link(path)) return true;
    FILE *from = slp_open_regular(path);
    if (!from) return errno != EACCES; /* none, or none that could be lost: writing says what is */
    char *text = slp_allocate(MOST_LOOKED_AT, 1);
    const size_t length = fread(text, 1, MOST_LOOKED_AT, from), size = strlen(mark);
    bool found = length == 0 && !ferror(from);
    for (const char *at = text; !found && length >= size; at++) {
        at = memchr(at, mark[0], length - size + 1 - (size_t)(at - text));
        if (!at) break;
        found = memcmp(at, mark, size) == 0;
    }
    free(text);
    fclose(from);
    return found;
}

/* A use with its path and place; those of standard input and output have no path. */
typedef struct item {
    const char *option;
    char *path;
    const char *mark;
    bool written;
    place at, replaced; /* through links, and not */
} item;

static void say_same(const char *command, const item *output, const item *other)
{
    const bool twice = other->written;
    slp_say(stderr, "slp %s: %s%s%s is the file that %s%s%s %s; name another\n", command,
            output->option, output->path ? " " : "", output->path ? output->path : "",
            other->option, other->path ? " " : "", other->path ? other->path : "",
            twice ? "writes" : "reads");
}

static bool all_different(const char *command, const item *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            if (k != i && items[i].written &&
                (items[k].written ? k < i && same(&items[i].replaced, &items[k].replaced)
                                  : same(&items[i].at, &items[k].at))) {
                say_same(command, items[i].path ? &items[i] : &items[k],
                         items[i].path ? &items[k] : &items[i]);
                return false;
            }
    return true;
}

static bool replaces_own(const char *command, const item *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (items[i].mark && *items[i].mark && !has_mark(items[i].path, items[i].mark)) {
            slp_say(stderr,
                    "slp %s: %s: %s is there, and slp did not write it: name another, or remove "
                    "this one\n",
                    command, items[i].option, items[i].path);
            return false;
        }
    return true;
}

bool slp_files_fit(const char *command, const slp_file_use *uses)
{
    const place in = place_of_stream(STDIN_FILENO), out = place_of_stream(STDOUT_FILENO);
    item items[MOST_USES + 2] = {{"standard input", NULL, NULL, false, in, in},
                                 {"standard output", NULL, NULL, true, out, out}};
    size_t count = 2;
    for (const slp_file_use *use = uses; use->option && count < MOST_USES + 2; use++) {
        if (!use->name) continue;
        const size_t room = strlen(use->name) + (use->folder ? strlen(use->folder) : 0) + 2;
        char *path = slp_allocate(room, 1);
        snprintf(path, room, "%s%s%s", use->folder ? use->folder : "", use->folder ? "/" : "",
                 use->name);
        items[count++] =
            (item){use->option,          path, use->mark, use->mark != NULL, place_of(path, true),
                   place_of(path, false)};
    }
    const bool good = all_different(command, items, count) && replaces_own(command, items, count);
    for (size_t i = 0; i < count; i++) free(items[i].path);
    return good;
}

bool slp_make_folders(const char *path)
{
    struct stat there;
    char *copy = slp_copy_text(path);
    bool good = true;
    for (char *slash = copy; good && slash;) {
        slash = strchr(slash + 1, '/');
        if (slash) *slash = 0;
        good = mkdir(copy, 0777) == 0 || errno == EEXIST;
        if (slash) *slash = '/';
    }
    free(copy);
    if (!good || stat(path, &there) != 0) return false;
    if (!S_ISDIR(there.st_mode)) errno = ENOTDIR;
    return S_ISDIR(there.st_mode);
}
