/* Command-line options, read from a table. */
#include "oracle/plumbing/options.h"
#include "oracle/contract/case_text.h"

#include <errno.h>
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

static bool unknown_option(const slp_option *table, const char *command, const char *word)
{
    enum { MOST = 24 };
    const char *names[MOST + 1] = {NULL};
    char remedy[64];
    for (int i = 0; i < MOST && table[i].name; i++) names[i] = table[i].name;
    snprintf(remedy, sizeof remedy, "see slp %s --help", command);
    slp_unknown_word(command, "option", word, names, remedy);
    return false;
}

bool slp_option_value_fits(const char *command, const char *option, const char *text)
{
    if (strncmp(text, "--", 2) != 0 || text[2] == 0) return true;
    slp_say(stderr,
            "slp %s: %s needs a value, and the option %s follows; a value that begins with dashes "
            "is written %s=%s\n",
            command, option, text, option, text);
    return false;
}

static bool read_whole(const slp_option *option, const char *command, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value < option->lo || value > option->hi) {
        slp_say(stderr, "slp %s: %s needs a whole number from %llu to %llu, not '%s'\n", command,
                option->name, (unsigned long long)option->lo, (unsigned long long)option->hi, text);
        return false;
    }
    *(uint64_t *)option->value = value;
    return true;
}

static bool take(const slp_option *option, const char *command, const char *text)
{
    switch (option->kind) {
    case SLP_OPTION_FLAG:
        if (text) {
            slp_say(stderr, "slp %s: %s takes no value\n", command, option->name);
            return false;
        }
        *(bool *)option->value = true;
        return true;
    case SLP_OPTION_TEXT:
        if (text && *text) {
            *(const char **)option->value = text;
            return true;
        }
        break;
    case SLP_OPTION_WHOLE:
        if (text && *text) return read_whole(option, command, text);
        break;
    }
    slp_say(stderr, "slp %s: %s needs a value; see slp %s --help\n", command, option->name,
            command);
    return false;
}

bool slp_options_read(const slp_option *table, const char **operands, int most, int argc,
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
        size_t length = strcspn(word, "=");
        const slp_option *option = table;
        while (option->name &&
               (strlen(option->name) != length || memcmp(option->name, word, length) != 0))
            option++;
        if (!option->name) return unknown_option(table, argv[0], word);
        const char *text = word[length] == '=' ? word + length + 1 : NULL;
        if (!text && option->kind != SLP_OPTION_FLAG && i + 1 < argc) {
            text = argv[++i];
            if (!slp_option_value_fits(argv[0], option->name, text)) return false;
        }
        if (!take(option, argv[0], text)) return false;
    }
    return true;
}
