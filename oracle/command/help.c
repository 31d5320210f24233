/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Help, from the commands' tables.  The manual page (man.awk) and completion (completion.bash and
 * .zsh) are made of what is printed here. */
#include "oracle/command/command.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, ABOUT_AT = 20 };

const slp_command *slp_command_find(const slp_command *const *list, const char *name)
{
    for (; list && *list; list++)
        if (strcmp((*list)->name, name) == 0) return *list;
    return NULL;
}

/* ---- Text ---------------------------------------------------------------------------------- */

/* Filled text: where the next character goes, and where lines begin. */
typedef struct page {
    size_t column, indent;
} page;

/* A word, on a new line where it would go beyond the width. */
static void put_word(page *p, const char *word, size_t length)
{
    const bool begins = p->column == p->indent, fits = p->column + 1 + length <= WIDTH;
    if (!begins) printf(fits ? " " : "\n%*s", (int)p->indent, "");
    p->column = begins ? p->column : fits ? p->column + 1 : p->indent;
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
static void put_paragraphs(const char *text)
{
    page p = {0, 0};
    for (const char *line = text; *line; line += *line != 0) {
        const size_t length = strcspn(line, "\n");
        if (*line != ' ' && length) {
            put_words(&p, line, line + length);
        } else {
            if (p.column) putchar('\n');
            p.column = 0;
            printf("%.*s\n", (int)length, line);
        }
        line += length;
    }
    if (p.column) putchar('\n');
}

/* ---- Usage --------------------------------------------------------------------------------- */

/* The row of the first `length` characters of a word; NULL if there is none. */
static const slp_option *option_of(const slp_command *command, const char *word, size_t length)
{
    for (const slp_option *o = command->options; o->name; o++)
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

/* [--seed N], as one word. */
static void put_option(page *p, const slp_option *option, bool brackets)
{
    char word[WIDTH];
    snprintf(word, sizeof word, brackets ? "[%s%s%s]" : "%s%s%s", option->name,
             option->argument ? " " : "", option->argument ? option->argument : "");
    put_word(p, word, strlen(word));
}

static void put_usage(const slp_command *command, const char *first)
{
    const char *word = command->usage, *end = word + strcspn(word, "\n");
    page p = {0, strlen("usage: slp ") + strlen(command->name) + 1};
    for (const char *line = word; *line; line = end + (*end != 0), first = "       ") {
        end = line + strcspn(line, "\n");
        p.column = (size_t)printf("%sslp %s ", first, command->name);
        for (word = line; word < end; word += word < end) {
            const size_t length = strcspn(word, " \n"), bare = strcspn(word, "! \n");
            const slp_option *named = option_of(command, word, bare);
            if (named)
                put_option(&p, named, word[bare] != '!');
            else if (*word != '*' && *word != '^')
                put_word(&p, word, length);
            for (const slp_option *o = command->options; *word == '*' && o->name; o++)
                if (!stands_apart(command, line, end, o)) put_option(&p, o, true);
            word += length;
        }
        putchar('\n');
    }
}

/* ---- The whole ----------------------------------------------------------------------------- */

static void put_command(const slp_command *command)
{
    putchar('\n');
    put_paragraphs(command->text);
    putchar('\n');
    for (const slp_option *o = command->options; o->name; o++) {
        page p = {ABOUT_AT, ABOUT_AT};
        const int wide = printf("  %s %s", o->name, o->argument ? o->argument : "");
        if (wide > ABOUT_AT - 2) putchar('\n');
        printf("%*s", wide > ABOUT_AT - 2 ? ABOUT_AT : ABOUT_AT - wide, "");
        put_words(&p, o->about, strchr(o->about, 0));
        printf("\n%s", o[1].name ? "" : "\n");
    }
    put_paragraphs(command->end);
}

void slp_help_print(const slp_command *command)
{
    const slp_command *const none = NULL, *const *parts = command->parts ? command->parts : &none;
    put_usage(command, "usage: ");
    for (size_t i = 0; parts[i]; i++) put_usage(parts[i], "       ");
    put_command(command);
    for (size_t i = 0; parts[i]; i++) {
        printf("\nslp %s:\n", parts[i]->name);
        put_command(parts[i]);
    }
}
