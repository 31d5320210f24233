/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads which program is the scheme of an experiment. */
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/sha256.h"
#include "reports/claims/language/read.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* `name` from the folder of the claim's file; a new string. */
static char *path_of(slp_yaml *y, const char *name)
{
    const char *file = y->file;
    const char *slash = file ? strrchr(file, '/') : NULL;
    const bool whole = name[0] == '/';
    const size_t folder = slash && !whole ? (size_t)(slash + 1 - file) : 0;
    const size_t room = folder + strlen(name) + 3;
    char *path = slp_yaml_room(y, room, 1);
    /* the shell looks up a word without a slash elsewhere */
    snprintf(path, room, "%s%.*s%s", folder || whole ? "" : "./", (int)folder, file ? file : "",
             name);
    return path;
}

/* The sum of the file, a new string; NULL with errno. */
static char *sum_of(slp_yaml *y, const char *path)
{
    FILE *from = slp_open_regular(path);
    if (!from) return NULL;
    char *digits = slp_yaml_room(y, SLP_SHA256_CHARS, 1);
    const bool read = slp_sha256_file(digits, NULL, from);
    fclose(from);
    return read ? digits : NULL;
}

bool slp_claim_read_port(slp_yaml *y, yaml_node_t *node, slp_experiment *e)
{
    static const char *const keys[] = {"port", "seconds", NULL};
    yaml_node_t *seconds;
    if (!slp_yaml_mapping(y, node, "scheme", keys) ||
        !slp_yaml_text(y, node, "port", true, &e->port))
        return false;
    e->port_line = slp_yaml_line(node);
    e->port_seconds = 10;
    seconds = slp_yaml_get(y, node, "seconds");
    if (seconds && !slp_yaml_number(y, seconds, "seconds", &e->port_seconds)) return false;
    if (!(e->port_seconds > 0 && e->port_seconds <= 86400))
        return slp_yaml_refuse(y, seconds, "seconds", "wants a number above 0, to 86400");
    if (strchr(e->port, '\''))
        return slp_yaml_refuse(y, node, "port", "has a quote in its name; rename the file");
    e->port_path = path_of(y, e->port);
    errno = 0;
    if (!(e->port_sum = sum_of(y, e->port_path)))
        return slp_yaml_refuse(y, node, "port",
                               "%.80s: %s; it is looked for from the claim's folder", e->port_path,
                               slp_open_fault(errno));
    if (access(e->port_path, X_OK) != 0)
        return slp_yaml_refuse(y, node, "port", "%.80s cannot be run: chmod +x", e->port_path);
    return true;
}
