/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp list: prints systems, schemes, laws and so on, one on each line, fields separated by tabs. */
#include "fast/fast.h"
#include "oracle/command/command.h"
#include "oracle/command/named_case.h"
#include "oracle/contract/number/number.h"
#include "oracle/judge/fault/fault.h"
#include "oracle/plumbing/embedded.h"
#include "oracle/simulate/simulate.h"
#include "props/prop.h"
#include "ref/ref.h"
#include "reports/claims/claim.h"

#include <string.h>

static const char *paths(bool in_ref, bool in_fast)
{
    static const char *const words[2][2] = {{"-", "fast"}, {"ref", "ref,fast"}};
    return words[in_ref][in_fast];
}

/* Of the systems with this word in text the first that has the most parameters. */
static const slp_system *with_most_parameters(const char *word)
{
    const slp_system *s, *widest = NULL;
    size_t most = 0;
    for (size_t i = 0; (s = slp_system_of_word(word, i)); i++) {
        size_t count = 0;
        while (s->params[count].key) count++;
        if (widest && count <= most) continue;
        widest = s;
        most = count;
    }
    return widest;
}

/* Whether every system with this word in text needs the parameter. */
static bool always_required(const char *word, const char *key)
{
    const slp_system *s;
    for (size_t i = 0; (s = slp_system_of_word(word, i)); i++) {
        bool required = false;
        for (size_t k = 0; s->params[k].key; k++)
            required = required || (strcmp(s->params[k].key, key) == 0 && s->params[k].required);
        if (!required) return false;
    }
    return true;
}

static void list_systems(void)
{
    const slp_system *s;
    puts("# name\tpaths\tparameters\tabout\tsource");
    for (size_t i = 0; (s = slp_system_at(i)); i++) {
        const char *name = slp_system_word(s);
        if (slp_system_of_word(name, 0) != s) continue; /* a family is listed once */
        s = with_most_parameters(name);
        printf("%s\t%s\t", name, paths(ref_has_system(name), fast_has_system(name)));
        for (size_t k = 0; s->params[k].key; k++)
            printf(always_required(name, s->params[k].key) ? "%s%s" : "%s[%s]", k ? " " : "",
                   s->params[k].key);
        printf("\t%s\t%s\n", s->about, s->source);
        for (size_t k = 0; s->params[k].key; k++)
            printf("#   %s %s: %s\n", name, s->params[k].key, s->params[k].about);
        if (s->areas)
            printf("#   %s (area): Levy areas of its noises may be given, M(M-1)/2 a step\n", name);
    }
}

static void list_schemes(void)
{
    static const struct {
        slp_algebra algebra;
        const char *name;
    } algebras[] = {{SLP_SO3, "so3"},       {SLP_SON, "son"},          {SLP_SU2N, "su2n"},
                    {SLP_SUN, "sun"},       {SLP_SE3, "se3"},          {SLP_SP, "sp"},
                    {SLP_VECTOR, "vector"}, {SLP_SUN_DUAL, "sun-dual"}};
    const slp_scheme *s;
    puts("# name\tpaths\talgebras\torder\trule\tsource");
    for (size_t i = 0; (s = slp_scheme_at(i)); i++) {
        printf("%s\t%s\t", s->name,
               paths(ref_scheme_find(s->name) != NULL, fast_scheme_find(s->name) != NULL));
        const char *comma = "";
        for (size_t k = 0; k < sizeof algebras / sizeof *algebras; k++)
            if (s->applies & (unsigned)algebras[k].algebra) {
                printf("%s%s", comma, algebras[k].name);
                comma = ",";
            }
        printf("\t%d\t%s\t%s\n", s->order, s->rule, s->source);
    }
}

static void list_laws(void)
{
    puts("# name\tholds on\tequation\tabout");
    for (size_t i = 0; prop_law_registry[i]; i++) {
        const prop_law *law = prop_law_registry[i];
        printf("%s\t%s%s\t%s\t%s\n", law->name,
               law->applies.flag ? "pairs that keep it" : "every pair",
               law->applies.subjects == PROP_LAW_REFERENCE ? " of ref" : "", law->equation,
               law->about);
    }
}

/* The value of a key at the beginning of a line of YAML, and where it ends: one line, or the
 * indented lines below "key: >".  NULL when there is no such key. */
static const char *key_value(const char **end, const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (strncmp(line, key, length) != 0 || line[length] != ':') continue;
        const char *value = line + length + 1 + strspn(line + length + 1, " >");
        *end = value + strcspn(value, "\n");
        if (*end == value)
            while ((*end)[0] == '\n' && (*end)[1] == ' ') *end += 1 + strcspn(*end + 1, "\n");
        return value;
    }
    return NULL;
}

/* Prints the text between with one space for each run of blanks. */
static void print_folded(const char *at, const char *end)
{
    at += strspn(at, " \n");
    while (at < end) {
        size_t word = strcspn(at, " \n");
        printf("%.*s", (int)word, at);
        at += word;
        at += strspn(at, " \n");
        if (at < end) putchar(' ');
    }
}

/* Lists the files of a folder inside the program: name, and the values of the given keys, or the
 * file's first comment line. */
static void list_embedded(const struct slp_embedded *files, const char *folder,
                          const char *const *keys)
{
    size_t length = strlen(folder);
    for (size_t i = 0; files[i].name; i++) {
        if (strncmp(files[i].name, folder, length) != 0) continue;
        const char *base = strrchr(files[i].name, '/'), *text = files[i].text, *end;
        const char *name = base + 1;
        /* about the claims beside it, or about many */
        if (strcmp(base, "/paper.yaml") == 0 || strstr(base, ".json")) continue;
        printf("%.*s", (int)strcspn(name, "."), name);
        for (int k = 0; keys[k]; k++) {
            const char *value = key_value(&end, text, keys[k]);
            putchar('\t');
            if (value) print_folded(value, end);
        }
        if (!keys[0] && *text == '#') {
            text += 1 + strspn(text + 1, "# ");
            putchar('\t');
            print_folded(text, text + strcspn(text, "\n"));
        }
        putchar('\n');
    }
}

static void list_presets(void)
{
    static const char *const none[] = {NULL};
    puts("# name\tabout");
    list_embedded(slp_presets, "oracle/simulate/presets/", none);
}

static void list_claims(void)
{
    static const char *const keys[] = {"source", "locator", "statement", NULL};
    puts("# name\tsource\twhere\tstatement");
    list_embedded(slp_embedded, "reports/ledger/", keys);
}

/* In the order in which a person should look. */
static void list_faults(void)
{
    puts("# name\twhat is wrong\tsection of the manual");
    for (int rank = 0; rank < JUDGE_FAULT_RANKS; rank++)
        for (size_t i = 0; judge_faults_registry[i]; i++) {
            const judge_fault *fault = judge_faults_registry[i];
            if (fault->rank == rank)
                printf("%s\t%s\t%s\n", fault->name, fault->equation, fault->section);
        }
}

/* What claims can measure. */
static void list_quantities(void)
{
    const slp_quantity *q;
    puts("# name\tabout");
    for (size_t i = 0; (q = slp_quantity_at(i)); i++) {
        printf("%s\t%s\n", q->name, q->about);
        for (size_t k = 0; q->options[k].key; k++)
            printf("#   option %-12s %s%s\n", q->options[k].key,
                   q->options[k].required ? "(required) " : "", q->options[k].about);
        for (size_t k = 0; q->values[k].name; k++)
            printf("#   value  %-12s %s%s%s%s\n", q->values[k].name, q->values[k].about,
                   *q->values[k].unit ? " [" : "", q->values[k].unit,
                   *q->values[k].unit ? "]" : "");
        if (q->by_states) puts("#   also of a port's steps (`scheme: {port: PATH}`)");
    }
}

/* The whole file of a preset: comments, and the case line. */
static int show_preset(const char *name)
{
    if (!name) return slp_refuse("slp list: which preset? `slp list presets` shows them\n");
    const char *text = slp_preset_text(name);
    if (!text) return slp_unknown_preset("list", name);
    fputs(text, stdout);
    return 0;
}

#define LISTED "systems, schemes, laws, presets, claims, faults or quantities"

static const slp_option options[] = {SLP_NO_OPTION};

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*list)(void);
    } lists[] = {{"systems", list_systems},      {"schemes", list_schemes}, {"laws", list_laws},
                 {"presets", list_presets},      {"claims", list_claims},   {"faults", list_faults},
                 {"quantities", list_quantities}};
    enum { LISTS = sizeof lists / sizeof *lists };
    const char *words[2] = {NULL}, *names[LISTS + 1] = {NULL};
    if (!slp_options_read(NULL, options, words, 2, argc, argv)) return 2;
    const char *what = words[0];
    if (!what) {
        fputs("slp list: of what? " LISTED "\n", stderr);
        return 2;
    }
    if (strcmp(what, "preset") == 0) return show_preset(words[1]);
    if (words[1])
        return slp_refuse(
            "slp list: '%s' is one argument too many; slp list preset NAME shows one\n", words[1]);
    for (int i = 0; i < LISTS; i++) {
        names[i] = lists[i].name;
        if (strcmp(what, names[i]) == 0) {
            lists[i].list();
            return 0;
        }
    }
    slp_unknown_word("list", "list", what, names, LISTED);
    return 2;
}

const slp_command slp_command_list = {
    .name = "list",
    .about = "what there is: systems, schemes, laws, presets, claims, ...",
    .usage = "systems|schemes|laws|presets|claims|faults|quantities\n"
             "preset PRESET",
    .options = options,
    .text = "One line each, fields separated by tabs; lines that start with # explain.  For "
            "systems the third field names the parameters, optional ones in brackets; `paths` says "
            "which implementations have it: ref (certified), fast (binary64), or - for none: the "
            "exchange format knows it, and a port may be ahead.  Quantities are what claims can "
            "measure (reports/CLAIMS.md), with options and values.\n"
            "\n"
            "`preset PRESET` prints a preset whole: where it comes from, and the case line with "
            "its parameters.  slp simulate takes a file with that text as it takes the name.\n",
    .end = "Exit status: 0 listed, 2 an unknown list or preset.\n"
           "\n"
           "  slp list schemes | cut -f 1,2\n"
           "  slp list preset gbw-rigid-body > body.slp\n",
    .run = run};
