/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp gen: draws cases. */
#include "oracle/contract/number/number.h"
#include "oracle/command/command.h"
#include "oracle/command/named_pair.h"
#include "oracle/command/preset_cases.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/case/case_sum.h"
#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/coverage/coverage.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/arithmetic_options.h"
#include "ref/ref.h"

#include <string.h>

enum { MOST_PAIRS = 512 };

/* Chooses the pairs to draw: the scheme applies to the system, the system has a `draw`, and the
 * reference has the scheme or the user named it. */
static size_t choose(slp_draw_pair pairs[MOST_PAIRS], const slp_pair_choice *choice, bool areas)
{
    size_t count = 0;
    const slp_system *s;
    const slp_scheme *t;
    for (size_t i = 0; (s = slp_system_at(i)); i++)
        for (size_t k = 0; (t = slp_scheme_at(k)); k++) {
            bool has = choice->scheme || choice->count ||
                       (ref_has_system(s->name) && ref_scheme_find(t->name));
            if (areas && !slp_draw_has_areas(s, t)) continue;
            if (slp_pair_is_chosen(choice, s, t) && has && s->draw &&
                slp_pair_makes_sense(s, t, NULL) && count < MOST_PAIRS)
                pairs[count++] = (slp_draw_pair){s, t, choice->least, choice->most};
        }
    return count;
}

static int explain_none(bool areas)
{
    return slp_refuse(areas
                          ? "slp gen: no such pair takes Levy areas; `slp list systems` says which "
                            "systems do, with all schemes but splittings\n"
                          : "slp gen: no system that can be drawn goes with this scheme\n");
}

/* The user's options; level 0 is the mixture. */
typedef struct order {
    slp_draw_pair pairs[MOST_PAIRS];
    size_t count;
    slp_preset_cases *preset; /* NULL: `pairs` */
    uint64_t cases, seed;
    int level;
    bool binary, areas, coverage;
    const slp_arithmetic *arithmetic; /* NULL: binary64 */
} order;

static slp_status draw_one(slp_case *c, slp_mixed_class *which, const order *o, uint64_t i)
{
    if (o->preset) return slp_need_memory(slp_preset_cases_draw(c, o->preset, i));
    const slp_draw_pair *p = &o->pairs[i % o->count];
    slp_draw from;
    if (o->level == 0)
        return slp_need_memory(
            slp_draw_mixed_in(c, which, o->pairs, o->count, o->seed, i, o->arithmetic));
    slp_draw_init(&from, slp_draw_pair_seed(o->seed, p), i / o->count);
    from.arithmetic = o->arithmetic;
    from.size = p->size;
    from.size_most = p->size_most;
    return slp_need_memory(slp_draw_case(c, p->system, p->scheme, &from, o->level));
}

/* "# drawn: 126 usual, 125 extreme, ..." */
static void print_classes(const uint64_t classes[SLP_MIXED_CLASS_COUNT])
{
    const char *before = "# drawn: ";
    for (int k = 0; k < SLP_MIXED_CLASS_COUNT; k++) {
        if (classes[k] == 0) continue;
        printf("%s%llu %s", before, (unsigned long long)classes[k],
               slp_mixed_word((slp_mixed_class)k));
        before = ", ";
    }
    printf("\n");
}

/* Prints the table of what the cases have; exit status 1 if a cell is empty without a reason. */
static int print_coverage(slp_coverage *of)
{
    const size_t unexplained = of ? slp_coverage_print(stdout, of) : 0;
    slp_coverage_free(of);
    if (unexplained)
        slp_say(stderr, "slp gen: %zu cells are empty and have no reason; draw more cases\n",
                unexplained);
    return unexplained ? 1 : 0;
}

static int draw_all(const order *o)
{
    slp_coverage *coverage = o->coverage ? slp_coverage_new() : NULL;
    SLP_CLEARED(slp_case) c = {0};
    slp_mixed_class which = SLP_MIXED_USUAL;
    uint64_t classes[SLP_MIXED_CLASS_COUNT] = {0};
    slp_sums sums = {0, 0};
    int status = 0;
    for (uint64_t i = 0; i < o->cases && status == 0; i++) {
        if (draw_one(&c, &which, o, i) != SLP_OK ||
            (o->areas && slp_need_memory(slp_draw_areas(&c, o->seed)) != SLP_OK)) {
            slp_say(stderr, "slp gen: the draw of %s made a case that the format refuses\n",
                    o->preset ? "the preset" : o->pairs[i % o->count].system->name);
            status = 2;
        } else if (coverage) {
            slp_coverage_add(coverage, &c);
        } else if ((o->binary ? slp_case_write_sum : slp_case_print_sum)(stdout, &c, &sums,
                                                                         i + 1 == o->cases) != 0) {
            status = 2; /* reported by main */
        }
        classes[which]++;
    }
    if (status == 0 && o->level == 0 && !o->preset && !coverage) {
        if (!o->binary) print_classes(classes);
        slp_warn_of_few("gen", o->count, o->cases);
    }
    return print_coverage(coverage) == 1 && status == 0 ? 1 : status;
}

/* The words of --level; 0, the mixture, unless it is given. */
enum { UNASKED = -1 };
#define LEVELS "mixed|1|2"

typedef struct request {
    slp_choice_words choice;
    slp_arithmetic_words numbers;
    const char *preset;
    uint64_t count, seed;
    int level, form;
    bool areas, coverage;
} request;

/* --preset stands beside --scheme, --count, --seed and what says the form of numbers. */
static bool preset_stands(const request *asked)
{
    const char *option = asked->choice.system      ? "--system"
                         : asked->choice.pairs     ? "--pairs"
                         : asked->choice.size.last ? "--size"
                         : asked->level != UNASKED ? "--level"
                                                   : NULL;
    if (option)
        slp_say(stderr, "slp gen: %s stands beside --preset, which has its own; leave it out\n",
                option);
    return !option;
}

static int draw(order *o, const slp_pair_choice *choice, const char *preset)
{
    if (preset) {
        o->preset = slp_preset_cases_new(preset, choice->scheme, o->seed, o->arithmetic);
        if (!o->preset) return 2;
    } else {
        o->count = choose(o->pairs, choice, o->areas);
        if (o->count == 0) return explain_none(o->areas);
    }
    if (!o->binary && !o->coverage) {
        printf("# slp gen");
        if (preset) slp_say(stdout, " --preset %s", preset);
        slp_pair_choice_print(stdout, choice);
        printf(" --count %llu --seed %llu", (unsigned long long)o->cases,
               (unsigned long long)o->seed);
        if (!preset) printf(" --level %s", o->level == 0 ? "mixed" : o->level == 1 ? "1" : "2");
        printf("%s%s%s\n", o->areas ? " --area" : "", o->arithmetic ? " --arithmetic " : "",
               o->arithmetic ? o->arithmetic->name : "");
    }
    const int status = draw_all(o);
    slp_preset_cases_free(o->preset);
    ref_thread_cleanup();
    return status;
}

static const slp_option options[] = {
    SLP_CHOICE_OPTIONS(request, choice),
    SLP_PRESET_OPTION(request, preset,
                      "states along its trajectory, drawn increments, one case in eight with 2 to "
                      "5 steps, under every scheme that takes it: of a preset"),
    SLP_LIMITED(request, count, "--count", "K", WHOLE, 1, UINT64_MAX,
                "how many cases (default 100), of all pairs together.  Several pairs with less "
                "than 30 each miss rare cases: standard error then says which count gives 30"),
    SLP_SEED_OPTION(request, seed),
    SLP_VALUE(request, level, "--level", LEVELS, WORD,
              "mixed (default): what levels 1 and 2 draw, and cases in which ports are found wrong "
              "that these leave out: large turns, long runs, steps that are 0, -0, negative or "
              "above 1, many vortices and noises, large matrices, subnormal and huge states, cases "
              "that differ in one number, a case once more.  An id names its class "
              "(oracle/FORMAT.md), a comment at the end counts them; about 3 in 100 have no "
              "certificate, and their verdict is `unable`.  1: ordinary cases, all of which any "
              "correct port must pass.  2: also denormals, huge and tiny norms, zero and large "
              "steps; some of these have no certificate"),
    SLP_FLAG(request, areas, "--area",
             "with Levy areas: pairs that take them, cases with two noises at least"),
    SLP_FLAG(request, coverage, "--coverage",
             "no cases, but a table of what the cases have: for each system and key how often it "
             "is left out, 0, partly 0, ..., sizes by octaves, angles by decades; of 120000 cases, "
             "and why a cell is empty, on the manual's page coverage"),
    SLP_ARITHMETIC_OPTIONS(request, numbers),
    SLP_FORM_OPTION(request, form),
    SLP_NO_OPTION};

static int run(int argc, char **argv)
{
    request asked = {.count = 100, .seed = 1, .level = UNASKED};
    slp_pair_choice choice;
    slp_arithmetic a;
    if (!slp_options_read(&asked, options, NULL, 0, argc, argv)) return 2;
    if (!slp_arithmetic_read(&a, &asked.numbers, "gen")) return 2;
    if (asked.preset && !preset_stands(&asked)) return 2;
    if (!slp_choice_read(&choice, &asked.choice, "gen")) return 2;
    order o = {.cases = asked.count,
               .seed = asked.seed,
               .level = asked.level == UNASKED ? 0 : asked.level,
               .binary = asked.form == SLP_FORM_BINARY,
               .areas = asked.areas,
               .coverage = asked.coverage,
               .arithmetic = slp_arithmetic_is_binary64(&a) ? NULL : &a};
    const int status = draw(&o, &choice, asked.preset);
    slp_choice_clear(&choice);
    return status;
}

const slp_command slp_command_gen = {
    .name = "gen",
    .about = "draw cases: cases -> standard output",
    .usage = "*\n"
             "--preset! --scheme --count --seed --area --arithmetic --unit --range --form",
    .options = options,
    .text = "Draws K cases in the exchange format (oracle/FORMAT.md), pairs of system and scheme "
            "in turn: all that the reference has, unless some are named.  A longer run starts with "
            "the shorter one, and the same arguments give the same bytes on every machine.  A line "
            "ends by its check word, sum=; that of the last case also has the number of cases and "
            "the sum of their words (oracle/FORMAT.md, Check words).  At levels 1 and 2 case "
            "number i of a pair depends on the seed and i alone; in the mixture also on which "
            "pairs are drawn.\n",
    .end = "Exit status: 0 drawn; 1 a cell of --coverage is empty without a reason; 2 unknown "
           "names, a pair that makes no sense, or a failed write.\n"
           "\n"
           "  slp gen --system rigid-body --scheme tmk --count 1000 | my-port | slp judge\n",
    .run = run};
