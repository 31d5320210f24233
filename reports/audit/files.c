/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Files of an audit: each is written completely or not at all. */
#include "reports/audit/audit.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 20 };

char *audit_path(const char *dir, const char *name)
{
    size_t room = strlen(dir) + strlen(name) + 2;
    char *path = slp_allocate(room, 1);
    snprintf(path, room, "%s/%s", dir, name);
    return path;
}

bool audit_make_directories(const char *path)
{
    if (slp_make_folders(path)) return true;
    slp_say(stderr, "slp audit: cannot make the directory %s: %s\n", path, strerror(errno));
    return false;
}

bool audit_write(const char *path, const char *text, size_t length)
{
    if (slp_whole_write(path, text, length, true)) return true;
    slp_say(stderr, "slp audit: cannot write %s: %s\n", path, strerror(errno));
    return false;
}

bool audit_write_json(const char *path, const json_t *json)
{
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    if (!text) return false;
    size_t length = strlen(text);
    text[length] = '\n'; /* in place of the NUL; audit_write gets the length */
    bool good = audit_write(path, text, length + 1);
    free(text);
    return good;
}

void audit_refused(const char *file, const slp_error *err)
{
    slp_say(stderr, "%s:%zu: ", file, err->line);
    if (err->id[0]) slp_say(stderr, "claim %s, ", err->id);
    if (err->field[0]) slp_say(stderr, "field %s: ", err->field);
    slp_say(stderr, "%s\n", err->text);
}

char *audit_read_text(const char *path)
{
    size_t length;
    char *text = slp_read_regular(&length, path, MOST_TEXT);
    if (text && !memchr(text, 0, length)) return text;
    if (text)
        slp_say(stderr, "slp audit: %s holds a NUL: it is not a text file\n", path);
    else if (errno == EFBIG)
        slp_say(stderr, "slp audit: %s is larger than a claim may be (1 MiB)\n", path);
    else
        slp_say(stderr, "slp audit: cannot read %s: %s\n", path, slp_open_fault(errno));
    free(text);
    return NULL;
}
