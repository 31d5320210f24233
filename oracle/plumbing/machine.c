/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The machine that this process runs on: /proc/cpuinfo, /etc/os-release, uname. */
#define _GNU_SOURCE /* uname's fields, sysconf */
#include "oracle/plumbing/machine.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/whole_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The text after `key` and what stands between, on the first line of the file that begins with it.
 * "" if there is none. */
static void first_line(char *to, size_t room, const char *file, const char *key, const char *skip)
{
    char line[500];
    FILE *from = slp_whole_open(file);
    *to = 0;
    if (!from) from = fopen(file, "r"); /* a link, or of /proc */
    while (from && !*to && fgets(line, sizeof line, from))
        if (strncmp(line, key, strlen(key)) == 0) {
            const char *text = line + strlen(key);
            text += strspn(text, skip);
            line[strcspn(line, "\n")] = 0;
            slp_shown(to, room, text);
        }
    if (from) fclose(from);
    const size_t length = strlen(to);
    if (length && to[length - 1] == '"') to[length - 1] = 0;
}

void slp_machine_read(slp_machine *to)
{
    char release[200];
    struct utsname name;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (uname(&name) != 0) memset(&name, 0, sizeof name);
    first_line(to->processor, sizeof to->processor, "/proc/cpuinfo", "model name", " \t:");
    first_line(release, sizeof release, "/etc/os-release", "PRETTY_NAME=", "\"");
    if (!*to->processor) snprintf(to->processor, sizeof to->processor, "%s", name.machine);
    snprintf(to->system, sizeof to->system, "%s%s%s %s, %s", release, *release ? ", " : "",
             name.sysname, name.release, name.machine);
    to->processors = (int)(processors < 1 ? 1 : processors);
}
