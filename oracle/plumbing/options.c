/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Command-line options, read by a table. */
#include "oracle/plumbing/options.h"
#include "oracle/contract/number/number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void slp_unknown_word(const char *command, const char *what, const char *word,
                      const char *const *names, const char *remedy)
{
    char hint[SLP_HINT_CHARS];
    slp_hint(hint, (slp_span){word, strlen(word)}, names);
    slp_say(stderr, "slp%s%s: unknown %s '%s'%s; %s\n", *command ? " " : "", command, what, word,
            hint, remedy);
}

int slp_refuse(const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    slp_say_list(stderr, format, rest);
    va_end(rest);
    return 2;
}

int slp_option_refuse(const char *command, const char *option, const char *value,
                      const char *remedy)
{
    return slp_refuse("slp %s: %s %s: %s\n", command, option, value, remedy);
}

static bool unknown_option(const slp_option *table, const char *command, const char *word)
{
    enum { MOST = 40 };
    const char *names[MOST + 1] = {NULL};
    char remedy[64];
    for (int i = 0; i < MOST && table[i].name; i++) names[i] = table[i].name;
    snprintf(remedy, sizeof remedy, "see slp %s --help", command);
    slp_unknown_word(command, "option", word, names, remedy);
    return false;
}

/* A value that begins with two dashes and more is written OPTION=VALUE. */
static bool is_no_option(const char *command, const char *option, const char *text)
{
    if (strncmp(text, "--", 2) != 0 || text[2] == 0) return true;
    slp_say(stderr,
            "slp %s: %s needs a value, and the option %s follows; a value that begins with dashes "
            "is written %s=%s\n",
            command, option, text, option, text);
    return false;
}

/* Digits alone; *end is where they end. */
static bool parse_whole(uint64_t *value, const char **end, const char *text)
{
    char *stop;
    errno = 0;
    *value = strtoull(text, &stop, 10);
    *end = stop;
    return *text >= '0' && *text <= '9' && !errno;
}

static bool parse_range(slp_range *r, const slp_option *option, const char *text)
{
    const char *end;
    if (!parse_whole(&r->first, &end, text)) return false;
    r->last = r->first;
    if (option->kind == SLP_OPTION_RANGE && strncmp(end, "..", 2) == 0 &&
        !parse_whole(&r->last, &end, end + 2))
        return false;
    return !*end && r->first >= option->least && r->first <= r->last && r->last <= option->most;
}

static bool parse_number(double *value, const slp_option *option, const char *text)
{
    if (slp_number_parse(value, (slp_span){text, strlen(text)}) || !(*value >= 0)) return false;
    if (option->kind == SLP_OPTION_DECIMAL) return true;
    return *value > 0 && (!option->most || *value <= (double)option->most);
}

/* Which of the words between bars it is; -1 after a message. */
static int parse_word(const slp_option *option, const char *command, const char *text)
{
    enum { MOST = 8, CHARS = 200 };
    char words[CHARS], remedy[CHARS] = "", *rest = NULL;
    const char *names[MOST + 1] = {NULL};
    int count = 0;
    snprintf(words, sizeof words, "%s", option->argument);
    for (char *w = strtok_r(words, "|", &rest); w && count < MOST; w = strtok_r(NULL, "|", &rest)) {
        if (strcmp(w, text) == 0) return count;
        names[count++] = w;
    }
    for (int i = 0; i < count; i++) {
        if (i) strcat(remedy, i + 1 < count ? ", " : " or ");
        strcat(remedy, names[i]);
    }
    slp_unknown_word(command, option->name + 2, text, names, remedy);
    return -1;
}

static bool refuse_number(const slp_option *option, const char *command, const char *text)
{
    char needs[120] = "a number, 0 or above";
    if (option->kind == SLP_OPTION_WHOLE || option->kind == SLP_OPTION_RANGE)
        snprintf(needs, sizeof needs, "a whole number from %" PRIu64 " to %" PRIu64 "%s",
                 option->least, option->most,
                 option->kind == SLP_OPTION_RANGE ? ", or two such as 3..8" : "");
    else if (option->kind == SLP_OPTION_POSITIVE && option->most)
        snprintf(needs, sizeof needs, "a number above 0, at most %" PRIu64, option->most);
    else if (option->kind == SLP_OPTION_POSITIVE)
        snprintf(needs, sizeof needs, "a number above 0");
    slp_say(stderr, "slp %s: %s needs %s, not '%s'\n", command, option->name, needs, text);
    return false;
}

static bool set_value(void *to, const slp_option *option, const char *command, const char *text)
{
    void *value = (char *)to + option->at;
    slp_range range;
    if (option->kind == SLP_OPTION_FLAG) {
        if (text) slp_say(stderr, "slp %s: %s takes no value\n", command, option->name);
        *(bool *)value = true;
        return !text;
    }
    if (!text || !*text) {
        slp_say(stderr, "slp %s: %s needs a value: %s; see slp %s --help\n", command, option->name,
                option->argument, command);
        return false;
    }
    switch (option->kind) {
    case SLP_OPTION_WORD:
        return (*(int *)value = parse_word(option, command, text)) >= 0;
    case SLP_OPTION_WHOLE:
    case SLP_OPTION_RANGE:
        if (!parse_range(&range, option, text)) return refuse_number(option, command, text);
        if (option->kind == SLP_OPTION_WHOLE)
            *(uint64_t *)value = range.first;
        else
            *(slp_range *)value = range;
        return true;
    case SLP_OPTION_POSITIVE:
    case SLP_OPTION_DECIMAL:
        return parse_number(value, option, text) || refuse_number(option, command, text);
    default:
        *(const char **)value = text;
        return true;
    }
}

/* The row of that name; NULL if there is none. */
static const slp_option *find_option(const slp_option *option, const char *word, size_t length)
{
    for (; option->name; option++)
        if (strlen(option->name) == length && memcmp(option->name, word, length) == 0)
            return option;
    return NULL;
}

bool slp_option_set(void *to, const slp_option *table, const char *command, const char *name,
                    const char *text)
{
    return set_value(to, find_option(table, name, strlen(name)), command, text);
}

bool slp_options_read(void *to, const slp_option *table, const char **operands, int most, int argc,
                      char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-' || word[1] == 0) {
            if (count == most) {
                slp_say(stderr, "slp %s: '%s' is one argument too many; see slp %s --help\n",
                        argv[0], word, argv[0]);
                return false;
            }
            operands[count++] = word;
            continue;
        }
        const size_t length = strcspn(word, "=");
        const slp_option *option = find_option(table, word, length);
        if (!option) return unknown_option(table, argv[0], word);
        const char *text = word[length] == '=' ? word + length + 1 : NULL;
        if (!text && option->argument && i + 1 < argc) {
            text = argv[++i];
            if (!is_no_option(argv[0], option->name, text)) return false;
        }
        if (!set_value(to, option, argv[0], text)) return false;
    }
    return true;
}
