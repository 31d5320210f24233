/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp manual: the user's manual, as pages for a browser or as text. */
#include "oracle/command/command.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/number/number.h"
#include "reports/manual/manual.h"

#include <string.h>

typedef struct list {
    const char *names[65];
    char room[64][40];
    size_t count;
} list;

static void note_name(void *what, const struct slp_embedded *page)
{
    list *l = what;
    const char *slash = strrchr(page->name, '/'), *name = slash ? slash + 1 : page->name;
    if (l->count == 64) return;
    snprintf(l->room[l->count], sizeof l->room[0], "%.*s", (int)strcspn(name, "."), name);
    l->names[l->count] = l->room[l->count];
    l->count++;
}

static void print_title(void *what, const struct slp_embedded *page)
{
    size_t length;
    const char *title = manual_title(page->text, &length);
    list *l = what;
    printf("  %-14s %.*s\n", l->names[l->count++], (int)length, title);
}

typedef struct request {
    const char *out;
} request;

static const slp_option options[] = {
    SLP_OUT_OPTION(request, out,
                   ": all pages for a browser, and the derivations they lead to; DIR/index.html is "
                   "the first.  No network and no script is needed"),
    SLP_NO_OPTION};

static int run(int argc, char **argv)
{
    const char *name = NULL;
    request asked = {NULL};
    if (!slp_options_read(&asked, options, &name, 1, argc, argv)) return 2;
    const char *out = asked.out;
    list l = {.count = 0};
    manual_each(slp_manual, note_name, &l);
    if (name && out)
        return slp_refuse(
            "slp manual: a page is printed, or all are written with --out DIR; not both\n");
    if (out) {
        markdown_fault fault;
        if (manual_write(out, slp_manual, &fault)) {
            slp_say(stdout, "manual: %s/index.html\n", out);
            return 0;
        }
        return slp_refuse("slp manual: %s\n", fault.why);
    }
    if (!name) {
        l.count = 0;
        puts("Pages; `slp manual PAGE` prints one, `slp manual --out DIR` writes all for a "
             "browser:");
        manual_each(slp_manual, print_title, &l);
        return 0;
    }
    const struct slp_embedded *page = manual_find(slp_manual, name);
    if (!page) {
        slp_unknown_word("manual", "page", name, l.names, "`slp manual` lists the pages");
        return 2;
    }
    fputs(page->text, stdout);
    return 0;
}

const slp_command slp_command_manual = {
    .name = "manual",
    .about = "the user's manual: start here",
    .usage = "[PAGE]\n"
             "--out!",
    .options = options,
    .text = "Without arguments: lists the pages.  With the name of a page: prints it as text "
            "(Markdown).\n",
    .end = "Exit status: 0 printed or written; 2 an unknown page, or a failed write.\n"
           "\n"
           "  slp manual start | less\n",
    .run = run};
