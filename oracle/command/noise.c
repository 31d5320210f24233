/* slp noise: what the noise and the ensemble kernels must reproduce bit for bit. */
#include "oracle/command/command.h"
#include "oracle/command/own_noise.h"
#include "oracle/contract/case_text.h"
#include "oracle/contract/noise.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/options.h"
#include "oracle/vectors/bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* first..last, or first alone */
typedef struct range {
    const char *text;
    uint64_t first, last;
} range;

static bool read_whole(uint64_t *value, const char *text, size_t length)
{
    uint64_t whole = 0;
    if (length == 0) return false;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = (unsigned)(text[i] - '0');
        if (digit > 9 || whole > (UINT64_MAX - digit) / 10) return false;
        whole = 10 * whole + digit;
    }
    *value = whole;
    return true;
}

static bool read_range(range *r, const char *name, uint64_t most)
{
    const char *dots = strstr(r->text, "..");
    const size_t length = dots ? (size_t)(dots - r->text) : strlen(r->text);
    bool good = read_whole(&r->first, r->text, length);
    r->last = r->first;
    if (good && dots) good = read_whole(&r->last, dots + 2, strlen(dots + 2));
    if (good && r->first <= r->last && r->last <= most) return true;
    slp_say(stderr,
            "slp noise: --%s %s: must be a whole number up to %" PRIu64 ", or a range A..B\n", name,
            r->text, most);
    return false;
}

static bool read_number(double *value, const char *name, const char *text)
{
    const char *fault = text ? slp_number_parse(value, (slp_span){text, strlen(text)}) : NULL;
    if (fault) slp_say(stderr, "slp noise: --%s %s: %s\n", name, text, fault);
    return !fault;
}

typedef struct order {
    slp_bits_kind kind;
    uint64_t seed, steps;
    range path, channel, level, node;
    double h, ell;
    const char *scheme;
    slp_case *c;
} order;

/* Prints one line for each key, the last of the ranges in turn first. */
static int print_all(const order *o)
{
    slp_error err;
    double *at = slp_allocate(slp_bits_count(o->kind, o->c), sizeof *at);
    int status = 0;
    for (uint64_t path = o->path.first;; path++) {
        for (uint64_t channel = o->channel.first;; channel++) {
            for (uint64_t level = o->level.first;; level++) {
                for (uint64_t node = o->node.first;; node++) {
                    const slp_bits_key key = {.seed = o->seed,
                                              .path = path,
                                              .node = node,
                                              .channel = (uint32_t)channel,
                                              .level = (uint32_t)level,
                                              .h = o->h,
                                              .ell = o->ell,
                                              .steps = o->steps,
                                              .scheme = o->scheme};
                    if (slp_need_memory(slp_bits(at, o->kind, &key, o->c, &err)) != SLP_OK) {
                        slp_error_print(stderr, "slp noise", &err);
                        status = 2;
                    } else {
                        slp_bits_print(stdout, NULL, o->kind, &key, o->c, at);
                    }
                    if (node == o->node.last || status || ferror(stdout)) break;
                }
                if (level == o->level.last || status) break;
            }
            if (channel == o->channel.last || status) break;
        }
        if (path == o->path.last || status) break;
    }
    free(at);
    return status;
}

static int named_kind(const char *word)
{
    const char *words[SLP_BITS_KIND_COUNT + 1] = {NULL};
    for (int k = 0; k < SLP_BITS_KIND_COUNT; k++) words[k] = slp_bits_word(k);
    for (int k = 0; word && k < SLP_BITS_KIND_COUNT; k++)
        if (strcmp(word, words[k]) == 0) return k;
    if (word)
        slp_unknown_word("noise", "kind", word, words,
                         "words, normals, increments, ensemble, cases, answer or judge");
    else
        fputs(
            "slp noise: of what? words, normals, increments or ensemble; cases, answer or judge\n",
            stderr);
    return -1;
}

static int run(int argc, char **argv)
{
    if (slp_is_own_noise(argc, argv)) return slp_own_noise(argc, argv);
    const char *operand = NULL, *h = NULL, *ell = NULL, *preset = NULL;
    order o = {.seed = 1,
               .steps = 1,
               .path = {.text = "0"},
               .channel = {.text = "0"},
               .level = {.text = "0"},
               .node = {.text = "0"}};
    slp_error err;
    const slp_option options[] = {{"--seed", SLP_OPTION_WHOLE, &o.seed, 0, UINT64_MAX},
                                  {"--path", SLP_OPTION_TEXT, &o.path.text, 0, 0},
                                  {"--channel", SLP_OPTION_TEXT, &o.channel.text, 0, 0},
                                  {"--level", SLP_OPTION_TEXT, &o.level.text, 0, 0},
                                  {"--node", SLP_OPTION_TEXT, &o.node.text, 0, 0},
                                  {"--h", SLP_OPTION_TEXT, &h, 0, 0},
                                  {"--ell", SLP_OPTION_TEXT, &ell, 0, 0},
                                  {"--steps", SLP_OPTION_WHOLE, &o.steps, 1, UINT32_MAX},
                                  {"--preset", SLP_OPTION_TEXT, &preset, 0, 0},
                                  {"--scheme", SLP_OPTION_TEXT, &o.scheme, 0, 0},
                                  {NULL, SLP_OPTION_FLAG, NULL, 0, 0}};
    if (!slp_options_read(options, &operand, 1, argc, argv)) return 2;
    const int kind = named_kind(operand);
    if (kind < 0) return 2;
    o.kind = (slp_bits_kind)kind;
    const uint64_t most_level = kind < SLP_BITS_INCREMENTS ? UINT32_MAX : SLP_NOISE_LEVELS;
    if (!read_range(&o.path, "path", UINT64_MAX) || !read_range(&o.node, "node", UINT64_MAX) ||
        !read_range(&o.channel, "channel", UINT32_MAX) ||
        !read_range(&o.level, "level", most_level) || !read_number(&o.h, "h", h) ||
        !read_number(&o.ell, "ell", ell))
        return 2;
    if (kind == SLP_BITS_INCREMENTS && !h) {
        fputs("slp noise: increments of which step? --h H\n", stderr);
        return 2;
    }
    if (kind == SLP_BITS_ENSEMBLE) {
        if (!preset) {
            fputs("slp noise: an ensemble of what? --preset NAME (slp list presets)\n", stderr);
            return 2;
        }
        if (slp_need_memory(slp_case_new_preset(&o.c, NULL, preset, &err)) != SLP_OK) {
            slp_error_print(stderr, "slp noise", &err);
            return 2;
        }
        if (!h) o.h = o.c->h;
    }
    const int status = print_all(&o);
    slp_case_free(o.c);
    return status;
}

const slp_command slp_command_noise = {
    .name = "noise",
    .about = "the noise's bits at given keys; judges noise that a port draws itself",
    .help =
        "usage: slp noise words|normals [--seed N] [--path A..B] [--channel A..B]\n"
        "                 [--level A..B] [--node A..B]\n"
        "       slp noise increments --h H [--ell L] [the same]\n"
        "       slp noise ensemble --preset NAME [--scheme S] [--h H] [--ell L] [--steps K]\n"
        "                 [--seed N] [--path A..B] [--node A..B]\n"
        "\n"
        "Prints what a port of the noise, or of an ensemble kernel, must reproduce bit for bit\n"
        "(`slp manual vectors` has the keys, oracle/contract/noise.md the formulas): a line\n"
        "a key,\n"
        "\n"
        "  normals seed=1 path=0 channel=0 level=0 node=5 y=0x1.5p-1,-0x1.2p+0\n"
        "\n"
        "  words       the four words of 32 bits that Philox gives, as numbers\n"
        "  normals     the two normals that are computed of them\n"
        "  increments  W(level, node) of steps of length H; with --ell truncated as L says\n"
        "  ensemble    the state of one path after K steps of the preset's first state, by the\n"
        "              scheme that ensembles use, from node on; increments drawn at each step;\n"
        "              with --scheme by that one, which the line then names\n"
        "\n"
        "  --seed N    0 to 2^64-1 (1)              --path, --channel, --level, --node  (0)\n"
        "  --h H       the step; of an ensemble the preset's unless given\n"
        "  --ell L     truncate at sqrt(2 L |ln h|); not truncated unless given\n"
        "  --steps K   (1)\n"
        "\n"
        "Exit status: 0 printed; 2 unusable options.\n"
        "\n"
        "  slp noise increments --h 0x1p-8 --node 0..7\n" SLP_OWN_NOISE_HELP,
    .run = run};
