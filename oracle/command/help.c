/* Help, manual page and completion, from the commands' tables. */
#include "oracle/command/help.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, ABOUT_AT = 20 };

const slp_command *slp_command_find(const slp_command *const *list, const char *name)
{
    for (; list && *list; list++)
        if (strcmp((*list)->name, name) == 0) return *list;
    return NULL;
}

/* ---- Text, for a terminal or as mdoc ------------------------------------------------------- */

/* Text that is filled: where the next character goes, and where lines begin. */
typedef struct page {
    size_t column, indent;
    bool mdoc;
} page;

/* Characters that mdoc would take for its own. */
static void put_mdoc(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (word[i] == '\\')
            fputs("\\e", stdout);
        else if (word[i] == '-')
            fputs("\\-", stdout);
        else
            putchar(word[i]);
}

/* A word of a paragraph, on a new line where it would go beyond the width. */
static void put_word(page *p, const char *word, size_t length)
{
    const bool begins = p->column == p->indent;
    if (p->mdoc) {
        fputs(begins ? "\\&" : " ", stdout); /* a point at the beginning is no request */
        put_mdoc(word, length);
        p->column += length + 1;
        return;
    }
    if (!begins && p->column + 1 + length > WIDTH) {
        printf("\n%*s", (int)p->indent, "");
        p->column = p->indent;
    } else if (!begins) {
        putchar(' ');
        p->column++;
    }
    fwrite(word, 1, length, stdout);
    p->column += length;
}

static void put_words(page *p, const char *text, const char *end)
{
    while (text < end) {
        const size_t length = strcspn(text, " \n");
        if (length) put_word(p, text, length);
        text += length + (text[length] != 0);
    }
}

/* Paragraphs; lines that begin with a space stay as they are. */
static void put_paragraphs(const char *text, bool mdoc)
{
    page p = {0, 0, mdoc};
    bool shown = false; /* such lines stand before */
    for (const char *line = text; *line; line += *line != 0) {
        const size_t length = strcspn(line, "\n");
        const bool shows = *line == ' ';
        if (p.column && (shows || !length)) putchar('\n');
        if (shows || !length) p.column = 0;
        if (mdoc && shows != shown) puts(shows ? ".Bd -literal" : ".Ed");
        if (!shows && length) {
            if (mdoc && !p.column) puts(".Pp");
            put_words(&p, line, line + length);
        } else if (mdoc) {
            put_mdoc(line, length);
            if (length) putchar('\n');
        } else {
            printf("%.*s\n", (int)length, line);
        }
        shown = shows;
        line += length;
    }
    if (p.column) putchar('\n');
    if (mdoc && shown) puts(".Ed");
}

/* ---- Usage --------------------------------------------------------------------------------- */

/* The row of the first `length` characters of a word; NULL if there is none. */
static const slp_option *option_of(const slp_command *command, const char *word, size_t length)
{
    for (const slp_option *o = command->options; o && o->name; o++)
        if (strlen(o->name) == length && memcmp(o->name, word, length) == 0) return o;
    return NULL;
}

/* Whether the usage has the option in this line, in whatever way, or in another with a mark !. */
static bool stands_apart(const slp_command *command, const char *line, const char *end,
                         const slp_option *option)
{
    const size_t length = strlen(option->name);
    for (const char *at = command->usage; (at = strstr(at, option->name)); at += length)
        if (at[length] == '!' || (strchr(" \n", at[length]) && at >= line && at < end)) return true;
    return false;
}

/* [--seed N], as one word; in mdoc a line of its own. */
static void put_option(page *p, const slp_option *option, bool brackets)
{
    char word[WIDTH];
    const char *argument = option->argument ? option->argument : "";
    if (p->mdoc) {
        printf("\n.%sFl ", brackets ? "Op " : "");
        fputs(option->name + 1, stdout);
        if (*argument) printf(" Ar %s", argument);
        return;
    }
    snprintf(word, sizeof word, "%s%s%s%s%s", brackets ? "[" : "", option->name,
             *argument ? " " : "", argument, brackets ? "]" : "");
    put_word(p, word, strlen(word));
}

static void put_usage_line(page *p, const slp_command *command, const char *line, const char *end)
{
    for (const char *word = line; word < end; word += word < end) {
        const size_t length = strcspn(word, " \n"), bare = strcspn(word, "! \n");
        const slp_option *named = option_of(command, word, bare);
        if (named)
            put_option(p, named, word[bare] != '!');
        else if (*word == '*')
            for (const slp_option *o = command->options; o->name; o++) {
                if (!stands_apart(command, line, end, o)) put_option(p, o, true);
            }
        else if (*word != '^' && p->mdoc)
            printf("\n.Ar %.*s", (int)length, word);
        else if (*word != '^')
            put_word(p, word, length);
        word += length;
    }
}

static void put_usage(const slp_command *command, bool mdoc, const char *first)
{
    const char *line = command->usage;
    for (bool more = true; more; first = "       ") {
        const char *end = line + strcspn(line, "\n");
        page p = {0, strlen("usage: slp ") + strlen(command->name) + 1, mdoc};
        if (mdoc) {
            printf(".Pp\n.Nm\n.Cm %s", command->name);
        } else {
            printf("%sslp %s ", first, command->name);
            p.column = p.indent;
        }
        put_usage_line(&p, command, line, end);
        putchar('\n');
        more = *end != 0;
        line = end + more;
    }
}

/* ---- Whole pages --------------------------------------------------------------------------- */

static void put_options(const slp_command *command, bool mdoc)
{
    if (mdoc) puts(".Bl -tag -width Ds");
    for (const slp_option *o = command->options; o && o->name; o++) {
        const char *argument = o->argument ? o->argument : "", *end = strchr(o->about, 0);
        page p = {ABOUT_AT, ABOUT_AT, mdoc};
        if (mdoc) {
            fputs(".It Fl ", stdout);
            fputs(o->name + 1, stdout);
            printf("%s%s\n", *argument ? " Ar " : "", argument);
        } else {
            const int wide = printf("  %s%s%s", o->name, *argument ? " " : "", argument);
            if (wide > ABOUT_AT - 2) putchar('\n');
            printf("%*s", wide > ABOUT_AT - 2 ? ABOUT_AT : ABOUT_AT - wide, "");
        }
        put_words(&p, o->about, end);
        putchar('\n');
    }
    if (mdoc) puts(".El");
}

static void put_command(const slp_command *command, bool mdoc)
{
    put_paragraphs(command->text, mdoc);
    if (!mdoc) putchar('\n');
    if (command->options && command->options->name) {
        put_options(command, mdoc);
        if (!mdoc) putchar('\n');
    }
    put_paragraphs(command->end, mdoc);
}

void slp_help_print(const slp_command *command)
{
    put_usage(command, false, "usage: ");
    for (size_t i = 0; command->parts && command->parts[i]; i++)
        put_usage(command->parts[i], false, "       ");
    putchar('\n');
    put_command(command, false);
    for (size_t i = 0; command->parts && command->parts[i]; i++) {
        printf("\nslp %s:\n\n", command->parts[i]->name);
        put_command(command->parts[i], false);
    }
}

static void print_section(const slp_command *command)
{
    printf(".Ss slp %s \\(en ", command->name);
    put_mdoc(command->about, strlen(command->about));
    putchar('\n');
    put_usage(command, true, "");
    put_command(command, true);
    for (size_t i = 0; command->parts && command->parts[i]; i++) print_section(command->parts[i]);
}

void slp_help_print_manual(void)
{
    for (size_t i = 0; slp_command_registry[i]; i++) print_section(slp_command_registry[i]);
}

/* ---- Completion ---------------------------------------------------------------------------- */

/* What may stand where help writes PRESET, FILE, text|binary, or [CLAIM...]. */
static void complete_argument(const char *argument)
{
    static const char *const kinds[][2] = {
        {"SYSTEM", "list systems"}, {"SCHEME", "list schemes"}, {"LAW", "list laws"},
        {"PRESET", "list presets"}, {"CLAIM", "list claims"},   {"PRESET", "file"},
        {"FILE", "file"},           {"FIGURE", "file"},         {"DIR", "folder"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(argument, kinds[i][0])) puts(kinds[i][1]);
    for (const char *word = argument; *word; word += *word != 0) {
        const size_t length = strcspn(word, "|[]. ");
        if (*word >= 'a' && *word <= 'z') printf("word %.*s\n", (int)length, word);
        word += length;
    }
}

void slp_help_complete(int count, char **words)
{
    if (count <= 1) {
        for (size_t i = 0; slp_command_registry[i]; i++)
            printf("word %s\n", slp_command_registry[i]->name);
        puts("word help\nword --help\nword --version");
        return;
    }
    const slp_command *command = slp_command_find(slp_command_registry, words[0]), *part = NULL;
    char name[64];
    snprintf(name, sizeof name, "%s %s", words[0], words[1]);
    if (command && count > 2) part = slp_command_find(command->parts, name);
    if (part) command = part;
    if (!command) return;
    const char *before = words[count - 2];
    const slp_option *option = option_of(command, before, strlen(before));
    if (option && option->argument) {
        complete_argument(option->argument);
        return;
    }
    for (const slp_option *o = command->options; o && o->name; o++) printf("word %s\n", o->name);
    puts("word --help");
    for (const char *word = command->usage; *word; word += *word != 0) {
        char operand[64];
        const size_t length = strcspn(word, " \n");
        snprintf(operand, sizeof operand, "%.*s", (int)length, word);
        if (*word != '-' && *word != '^') complete_argument(operand);
        word += length;
    }
    for (size_t i = 0; count == 2 && command->parts && command->parts[i]; i++)
        printf("word %s\n", strchr(command->parts[i]->name, ' ') + 1);
}
