/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a statement was made by and on: the port's files, this machine, this build. */
#include "reports/audit/audit.h"
#include "oracle/contract/number/number.h"
#include "oracle/environment/environment.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/machine.h"
#include "oracle/plumbing/sha256.h"
#include "reports/conform/parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

/* ---- The port ------------------------------------------------------------------------------ */

/* The hash of a regular file.  False where `name` is none that can be read. */
static bool hash_file(char digits[SLP_SHA256_CHARS], const char *name)
{
    struct stat there;
    if (stat(name, &there) != 0 || !S_ISREG(there.st_mode)) return false;
    FILE *from = fopen(name, "rb");
    if (!from) return false;
    const bool good = slp_sha256_file(digits, NULL, from);
    fclose(from);
    return good;
}

/* Words of the command that name files, with their hashes: the program, a script, weights. */
static json_t *files_of(const char *command)
{
    static const char between[] = " \t\n'\"|&;<>()=";
    char digits[SLP_SHA256_CHARS], *copy = slp_copy_text(command), *rest = NULL;
    json_t *files = json_array();
    for (char *word = strtok_r(copy, between, &rest); word; word = strtok_r(NULL, between, &rest))
        if (hash_file(digits, word))
            json_array_append_new(files, json_pack("{s:s, s:s}", "name", word, "sha256", digits));
    free(copy);
    return files;
}

static json_t *shown_text(const char *text)
{
    const size_t room = 4 * strlen(text) + 1;
    char *shown = slp_allocate(room, 1);
    slp_shown(shown, room, text);
    json_t *json = json_string(shown);
    free(shown);
    return json;
}

static json_t *about_of(prop_subject *port)
{
    json_t *lines = json_array();
    char *said = prop_subject_port_about(port), *rest = NULL;
    for (char *line = strtok_r(said, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        json_array_append_new(lines, shown_text(line));
    free(said);
    return lines;
}

static bool take_fact(void *environment, const char *line)
{
    return slp_environment_read(environment, line) || strncmp(line, "environment ", 12) == 0;
}

/* [{"fact", "verdict", "found"}]; empty if the port answers no such line, or if it computes in sums
 * of two numbers. */
static json_t *environment_of(prop_subject *port, const slp_arithmetic *a)
{
    json_t *list = json_array();
    slp_environment *e = slp_environment_new(a);
    slp_written lines;
    size_t count = 0, silent = 0;
    if (!e) return list;
    FILE *to = slp_written_begin(&lines);
    for (size_t i = 0; i < slp_environment_count(e); i++) fputs(slp_environment_question(e, i), to);
    prop_subject_port_ask(port, slp_written_end(&lines), take_fact, e);
    const slp_environment_fact *facts = slp_environment_facts(e, &count);
    for (size_t i = 0; i < count; i++) silent += facts[i].verdict == SLP_ENVIRONMENT_SILENT;
    for (size_t i = 0; i < count && silent < count; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "fact", facts[i].name, "verdict",
                                              slp_environment_word(facts[i].verdict), "found",
                                              facts[i].found));
    free(lines.text);
    slp_environment_free(e);
    return list;
}

json_t *conform_port(prop_subject *port, const conform_request *request)
{
    return slp_need_pointer(json_pack(
        "{s:o, s:o, s:o, s:b, s:o}", "command", shown_text(request->port), "files",
        files_of(request->port), "about", about_of(port), "lists", prop_subject_port_lists(port),
        "environment", environment_of(port, request->arithmetic)));
}

/* ---- The machine --------------------------------------------------------------------------- */

static json_t *machine(void)
{
    slp_machine found;
    slp_machine_read(&found);
    return json_pack("{s:s, s:i, s:s}", "processor", found.processor, "processors",
                     found.processors, "system", found.system);
}

/* Seconds since 1970 of SOURCE_DATE_EPOCH; false where it is not set, or no number. */
static bool stated_time(time_t *at)
{
    const char *text = getenv("SOURCE_DATE_EPOCH");
    char *end;
    errno = 0;
    if (!text || *text < '0' || *text > '9') return false;
    const long long number = strtoll(text, &end, 10);
    if (errno || *end || number > 253402300799) return false;
    *at = (time_t)number;
    return true;
}

json_t *conform_run(double seconds, const conform_request *request)
{
    char ended[32];
    time_t at;
    struct tm parts;
    const bool stated = stated_time(&at);
    if (!stated) at = time(NULL);
    gmtime_r(&at, &parts);
    strftime(ended, sizeof ended, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return slp_need_pointer(json_pack(
        "{s:s, s:o, s:i, s:o, s:s}", "ended", ended, "seconds",
        stated ? json_null() : json_real((double)(long long)(10 * seconds) / 10), "in_flight",
        (int)request->in_flight, "machine", machine(), "compiler", COMPILER));
}
