/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Options that name pairs of system and scheme: --system, --scheme, --pairs, --size. */
#include "oracle/command/named_pair.h"
#include "oracle/contract/number/number.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/plumbing/allocate.h"
#include "ref/ref.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, FEW = 30 };

/* Where a name stands: `command`, or a line of a file. */
typedef struct place {
    const char *command, *file;
    size_t line;
} place;

static void begin(char text[240], const place *at)
{
    if (at->file)
        snprintf(text, 240, "%s --pairs: %s:%zu", at->command, at->file, at->line);
    else
        snprintf(text, 240, "%s", at->command);
}

/* The first system of that name (slp_system_named) that makes sense with the scheme, or else the
 * first one. */
static const slp_system *system_named(const char *name, const slp_scheme *scheme, const place *at)
{
    const char *names[MOST + 1] = {NULL};
    char where[240];
    const slp_system *system, *first = NULL;
    for (size_t i = 0; (system = slp_system_at(i)); i++) {
        if (!slp_system_named(system, name)) continue;
        if (!first) first = system;
        if (!scheme || slp_pair_makes_sense(system, scheme, NULL)) return system;
    }
    if (first) return first;
    for (size_t i = 0; i < MOST && slp_system_at(i); i++) names[i] = slp_system_at(i)->name;
    begin(where, at);
    slp_unknown_word(where, "system", name, names, "`slp list systems` shows them");
    return NULL;
}

static const slp_scheme *scheme_named(const char *name, const place *at)
{
    const char *names[MOST + 1] = {NULL};
    char where[240];
    const slp_scheme *scheme = slp_scheme_find(name);
    if (scheme) return scheme;
    for (size_t i = 0; i < MOST && slp_scheme_at(i); i++) names[i] = slp_scheme_at(i)->name;
    begin(where, at);
    slp_unknown_word(where, "scheme", name, names, "`slp list schemes` shows them");
    return NULL;
}

static bool refuse(const place *at, const char *what, const char *words, const char *remedy)
{
    char where[240];
    begin(where, at);
    slp_say(stderr, "slp %s: %s%s%s\n", where, what, words, remedy);
    return false;
}

/* NULL stands for every system, or every scheme. */
static bool pair_fits(const slp_system *system, const slp_scheme *scheme, const place *at)
{
    char pair[160];
    const char *why = NULL;
    if (system && scheme && !slp_pair_makes_sense(system, scheme, &why)) {
        snprintf(pair, sizeof pair, "%s makes no sense on %s: ", scheme->name, system->name);
        return refuse(at, pair, why, "");
    }
    if (system && !system->draw)
        return refuse(at, "cases of ", system->name,
                      " cannot be drawn; write them by hand, see oracle/FORMAT.md");
    return true;
}

/* ---- A list -------------------------------------------------------------------------------- */

static void add_pair(slp_pair_choice *choice, const slp_system *system, const slp_scheme *scheme)
{
    slp_pair *list = slp_one_more((void *)choice->listed, choice->count, sizeof *list);
    list[choice->count++] = (slp_pair){system, scheme};
    choice->listed = list;
}

/* Adds the pair of a line, which is changed; blank lines, comments, `end` and `go` are none. */
static bool read_line(slp_pair_choice *choice, char *line, const place *at)
{
    char *save = NULL, *words[4];
    size_t count = 0;
    line[strcspn(line, "#\r\n")] = 0;
    for (char *w = strtok_r(line, " \t", &save); w && count < 4; w = strtok_r(NULL, " \t", &save))
        words[count++] = w;
    if (count == 0 || (count == 1 && (!strcmp(words[0], "end") || !strcmp(words[0], "go"))))
        return true;
    char *system = words[0], *scheme = words[1];
    if (strcmp(system, "pair") == 0 && count == 3 && strncmp(words[1], "system=", 7) == 0 &&
        strncmp(words[2], "scheme=", 7) == 0) {
        system = words[1] + 7;
        scheme = words[2] + 7;
    } else if (count == 1) {
        return refuse(at, "'", system,
                      "' stands alone; write SYSTEM SCHEME, such as rigid-body tmk");
    } else if (count > 2) {
        return refuse(at, "'", words[2], "' is a third word; a line is SYSTEM SCHEME");
    }
    if (!system_named(system, NULL, at)) return false;
    const slp_scheme *with = scheme_named(scheme, at);
    if (!with || !pair_fits(system_named(system, with, at), with, at)) return false;
    const slp_system *one;
    for (size_t i = 0; (one = slp_system_at(i)); i++)
        if (slp_system_named(one, system) && slp_pair_makes_sense(one, with, NULL) &&
            !(choice->count && slp_pair_is_chosen(choice, one, with)))
            add_pair(choice, one, with);
    return true;
}

static bool read_list(slp_pair_choice *choice, const char *name, const char *command)
{
    const bool standard = strcmp(name, "-") == 0;
    place at = {command, standard ? "standard input" : name, 0};
    FILE *from = standard ? stdin : fopen(name, "r");
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    if (!from) {
        slp_say(stderr, "slp %s: --pairs %s: %s\n", command, name, strerror(errno));
        return false;
    }
    while (good && getline(&line, &room, from) != -1) {
        at.line++;
        good = read_line(choice, line, &at);
    }
    if (good && ferror(from)) {
        slp_say(stderr, "slp %s: --pairs %s: cannot be read\n", command, name);
        good = false;
    } else if (good && choice->count == 0) {
        slp_say(stderr, "slp %s: --pairs %s: names no pair; write SYSTEM SCHEME on a line\n",
                command, name);
        good = false;
    }
    if (!standard) fclose(from);
    free(line);
    return good;
}

/* ---- Sizes --------------------------------------------------------------------------------- */

/* Whether a case of the system can be drawn in one of the sizes. */
static bool has_size(const slp_system *system, const slp_pair_choice *choice)
{
    const slp_scheme *scheme;
    slp_draw from;
    SLP_CLEARED(slp_case) c = {0};
    slp_status status = SLP_DOMAIN;
    for (size_t k = 0; status != SLP_OK && (scheme = slp_scheme_at(k)); k++) {
        if (!slp_pair_is_chosen(choice, system, scheme) ||
            !slp_pair_makes_sense(system, scheme, NULL))
            continue;
        slp_draw_init(&from, 1, 0);
        from.size = choice->least;
        from.size_most = choice->most;
        status = slp_need_memory(slp_draw_case(&c, system, scheme, &from, 1));
        break;
    }
    return status == SLP_OK;
}

static bool sizes_fit(const slp_pair_choice *choice, const char *command)
{
    const slp_system *system;
    const slp_scheme *scheme;
    for (size_t i = 0; (system = slp_system_at(i)); i++) {
        bool any = false;
        for (size_t k = 0; (scheme = slp_scheme_at(k)) && !any; k++)
            any = slp_pair_is_chosen(choice, system, scheme) &&
                  slp_pair_makes_sense(system, scheme, NULL);
        if (!any || !system->draw || has_size(system, choice)) continue;
        slp_say(stderr,
                "slp %s: --size %zu%s%.0zu: cases of %s cannot have that size; choose others by "
                "--system or --pairs\n",
                command, choice->least, choice->most > choice->least ? ".." : "",
                choice->most > choice->least ? choice->most : 0, system->name);
        return false;
    }
    return true;
}

/* ---- The options --------------------------------------------------------------------------- */

bool slp_choice_read(slp_pair_choice *choice, const slp_choice_words *words, const char *command)
{
    const place here = {command, NULL, 0};
    *choice = (slp_pair_choice){0};
    if (words->pairs && (words->system || words->scheme))
        return refuse(&here, "--pairs ", words->pairs,
                      ": stands beside --system or --scheme; give the one or the others");
    if (words->system && !system_named(words->system, NULL, &here)) return false;
    if (words->scheme && !(choice->scheme = scheme_named(words->scheme, &here))) return false;
    choice->system = words->system;
    if (!pair_fits(words->system ? system_named(words->system, choice->scheme, &here) : NULL,
                   choice->scheme, &here))
        return false;
    choice->least = (size_t)words->size.first;
    choice->most = (size_t)words->size.last;
    if ((words->pairs && !read_list(choice, words->pairs, command)) ||
        (choice->most && !sizes_fit(choice, command))) {
        slp_choice_clear(choice);
        return false;
    }
    return true;
}

void slp_choice_clear(slp_pair_choice *choice)
{
    free((void *)choice->listed);
    *choice = (slp_pair_choice){0};
}

void slp_warn_of_few(const char *command, size_t pairs, uint64_t count)
{
    if (pairs < 2 || count / pairs >= FEW) return;
    slp_say(stderr,
            "slp %s: %zu pairs, about %llu cases each: with fewer than %d rare cases are missing; "
            "--count %zu gives each %d\n",
            command, pairs, (unsigned long long)(count / pairs), FEW, FEW * pairs, FEW);
}
