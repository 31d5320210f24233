/* slp gen: draws cases. */
#include "oracle/case_text.h"
#include "oracle/command.h"
#include "oracle/draw.h"
#include "oracle/options.h"
#include "ref/ref.h"

#include <string.h>

enum { MOST_PAIRS = 512 };

typedef struct pair {
    const slp_system *system;
    const slp_scheme *scheme;
} pair;

/* What to draw: pairs that make sense, whose system can be drawn, and that the reference has, unless
 * the scheme is asked for by name. */
static size_t choose(pair pairs[MOST_PAIRS], const slp_system *system, const slp_scheme *scheme)
{
    size_t count = 0;
    const slp_system *s;
    const slp_scheme *t;
    for (size_t i = 0; (s = slp_system_at(i)); i++)
        for (size_t k = 0; (t = slp_scheme_at(k)); k++) {
            bool wanted = (!system || s == system) && (!scheme || t == scheme);
            bool has = scheme || (ref_has_system(s->name) && ref_scheme_find(t->name));
            if (wanted && has && s->draw && slp_pair_makes_sense(s, t, NULL) && count < MOST_PAIRS)
                pairs[count++] = (pair){s, t};
        }
    return count;
}

/* Seeds of different pairs must not meet: FNV-1a over both names. */
static uint64_t pair_seed(uint64_t seed, const pair *p)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ seed;
    for (const char *c = p->system->name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    hash = (hash ^ 0xff) * UINT64_C(0x100000001b3);
    for (const char *c = p->scheme->name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return hash;
}

static int explain_none(const slp_system *system, const slp_scheme *scheme)
{
    const char *why;
    if (system && scheme && !slp_pair_makes_sense(system, scheme, &why))
        slp_say(stderr, "slp gen: %s makes no sense on %s: %s\n", scheme->name, system->name, why);
    else if (system && !system->draw)
        slp_say(stderr,
                "slp gen: cases of %s cannot be drawn; write them by hand, see oracle/FORMAT.md\n",
                system->name);
    else
        slp_say(stderr, "slp gen: no system that can be drawn goes with this scheme\n");
    return 2;
}

static int draw_all(const pair *pairs, size_t count, uint64_t cases, uint64_t seed, int level)
{
    slp_case c;
    slp_case_init(&c);
    int status = 0;
    for (uint64_t i = 0; i < cases && status == 0; i++) {
        const pair *p = &pairs[i % count];
        slp_draw from;
        slp_draw_init(&from, pair_seed(seed, p), i / count);
        if (slp_draw_case(&c, p->system, p->scheme, &from, level) != SLP_OK) {
            slp_say(stderr, "slp gen: the draw of %s made a case that the format refuses\n",
                    p->system->name);
            status = 2;
        } else if (slp_case_print(stdout, &c) != 0) {
            status = 2; /* reported by main */
        }
    }
    slp_case_clear(&c);
    return status;
}

static const slp_system *named_system(const char *name, bool *unknown)
{
    const char *names[65] = {NULL};
    for (size_t i = 0; i < 64 && slp_system_at(i); i++) names[i] = slp_system_at(i)->name;
    const slp_system *system = slp_system_find(name);
    *unknown = name && !system;
    if (*unknown) slp_unknown_word("gen", "system", name, names, "`slp list systems` shows them");
    return system;
}

static const slp_scheme *named_scheme(const char *name, bool *unknown)
{
    const char *names[65] = {NULL};
    for (size_t i = 0; i < 64 && slp_scheme_at(i); i++) names[i] = slp_scheme_at(i)->name;
    const slp_scheme *scheme = slp_scheme_find(name);
    *unknown = name && !scheme;
    if (*unknown) slp_unknown_word("gen", "scheme", name, names, "`slp list schemes` shows them");
    return scheme;
}

static int run(int argc, char **argv)
{
    const char *system_name = NULL, *scheme_name = NULL;
    uint64_t count = 100, seed = 1, level = 1;
    const slp_option options[] = {{"--system", SLP_OPTION_TEXT, &system_name, 0, 0},
                                  {"--scheme", SLP_OPTION_TEXT, &scheme_name, 0, 0},
                                  {"--count", SLP_OPTION_WHOLE, &count, 1, UINT64_MAX},
                                  {"--seed", SLP_OPTION_WHOLE, &seed, 0, UINT64_MAX},
                                  {"--level", SLP_OPTION_WHOLE, &level, 1, 2},
                                  {NULL, SLP_OPTION_FLAG, NULL, 0, 0}};
    if (!slp_options_read(options, NULL, 0, argc, argv)) return 2;
    bool no_system, no_scheme;
    const slp_system *system = named_system(system_name, &no_system);
    const slp_scheme *scheme = named_scheme(scheme_name, &no_scheme);
    if (no_system || no_scheme) return 2;
    pair pairs[MOST_PAIRS];
    size_t chosen = choose(pairs, system, scheme);
    if (chosen == 0) return explain_none(system, scheme);
    printf("# slp gen%s%s%s%s --count %llu --seed %llu --level %llu\n", system ? " --system " : "",
           system ? system->name : "", scheme ? " --scheme " : "", scheme ? scheme->name : "",
           (unsigned long long)count, (unsigned long long)seed, (unsigned long long)level);
    return draw_all(pairs, chosen, count, seed, (int)level);
}

const slp_command slp_command_gen = {
    .name = "gen",
    .about = "draw cases: cases -> standard output",
    .help =
        "usage: slp gen [--system S] [--scheme S] [--count K] [--seed N] [--level 1|2]\n"
        "\n"
        "Draws K cases in the exchange format (oracle/FORMAT.md), pairs of system and scheme\n"
        "interleaved.  Case number i of a pair depends on the seed and i alone: a longer run "
        "starts\n"
        "with the shorter one, and the same seed gives the same bytes on every machine.\n"
        "\n"
        "  --system S  this system only            --scheme S  this scheme only\n"
        "              (all pairs that the reference has, unless named)\n"
        "  --count K   how many cases (100)\n"
        "  --seed N    0 to 2^64-1 (1); printed in a comment on the first line\n"
        "  --level 1   ordinary cases, which any correct port must pass (default)\n"
        "  --level 2   also denormals, huge and tiny norms, zero and large steps; some of these\n"
        "              have no certificate, and their verdict is then `unable`\n"
        "\n"
        "Exit status: 0 drawn; 2 unknown names, a pair that makes no sense, or a failed write.\n"
        "\n"
        "  slp gen --system rigid-body --scheme tmk --count 1000 | my-port | slp judge\n",
    .run = run};
