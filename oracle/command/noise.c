/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* slp noise: what the noise and the ensemble kernels must reproduce bit for bit. */
#include "oracle/command/named_case.h"
#include "oracle/command/own_noise.h"
#include "oracle/command/shared_options.h"
#include "oracle/contract/number/number.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/vectors/bits.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct order {
    slp_bits_kind kind;
    uint64_t seed, steps;
    slp_range path, channel, level, node;
    double h, ell; /* h = 0: not given */
    const char *scheme, *preset;
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

#define KEY(member, most, about)                                                                   \
    SLP_LIMITED(order, member, "--" #member, "A..B", RANGE, 0, most, about)

static const slp_option options[] = {
    SLP_SEED_OPTION(order, seed),
    KEY(path, UINT64_MAX, "of the keys (default 0)"),
    KEY(channel, UINT32_MAX, "likewise"),
    KEY(level, UINT32_MAX, "likewise; of increments and ensembles at most 32"),
    KEY(node, UINT64_MAX, "likewise"),
    SLP_VALUE(order, h, "--h", "H", POSITIVE,
              "the step of increments; of an ensemble the preset's unless given"),
    SLP_VALUE(order, ell, "--ell", "L", DECIMAL,
              "truncate at sqrt(2 L |ln h|); not truncated unless given"),
    SLP_LIMITED(order, steps, "--steps", "N", WHOLE, 1, UINT32_MAX, "of an ensemble (default 1)"),
    SLP_PRESET_OPTION(order, preset, "what the ensemble is of: a preset"),
    SLP_VALUE(order, scheme, "--scheme", "SCHEME", TEXT,
              "of the ensemble, which the line then names; the scheme that ensembles use unless "
              "given"),
    SLP_NO_OPTION};

static int run(int argc, char **argv)
{
    if (slp_is_own_noise(argc, argv)) return slp_own_noise(argc, argv);
    const char *operand = NULL;
    order o = {.seed = 1, .steps = 1};
    slp_case of;
    uint64_t horizon;
    if (!slp_options_read(&o, options, &operand, 1, argc, argv)) return 2;
    const int kind = named_kind(operand);
    if (kind < 0) return 2;
    o.kind = (slp_bits_kind)kind;
    if (kind >= SLP_BITS_INCREMENTS && o.level.last > SLP_NOISE_LEVELS)
        return slp_refuse("slp noise: --level needs a whole number from 0 to %d, not '%" PRIu64
                          "'\n",
                          SLP_NOISE_LEVELS, o.level.last);
    if (kind == SLP_BITS_INCREMENTS && !(o.h > 0))
        return slp_refuse("slp noise: increments of which step? --h H\n");
    if (kind == SLP_BITS_ENSEMBLE && !o.preset)
        return slp_refuse("slp noise: an ensemble of what? --preset PRESET (slp list presets)\n");
    slp_case_init(&of);
    int status = 0;
    if (kind == SLP_BITS_ENSEMBLE) {
        status = slp_named_case(&of, &horizon, "noise", o.preset);
        o.c = &of;
        if (!(o.h > 0)) o.h = of.h;
    }
    if (status == 0) status = print_all(&o);
    slp_case_clear(&of);
    return status;
}

const slp_command slp_command_noise = {
    .name = "noise",
    .about = "the noise's bits at given keys; judges a port's own noise",
    .usage = "words|normals --seed --path --channel --level --node\n"
             "increments --h! --ell --seed --path --channel --level --node\n"
             "ensemble --preset! --scheme --h --ell --steps --seed --path --node",
    .options = options,
    .parts = slp_own_noise_parts,
    .text = "Prints what a port of the noise, or of an ensemble kernel, must reproduce bit for bit "
            "(`slp manual vectors` has the keys, oracle/contract/noise/noise.md the formulas): a "
            "line a key,\n"
            "\n"
            "  normals seed=1 path=0 channel=0 level=0 node=5 y=0x1.5p-1,-0x1.2p+0\n"
            "\n"
            "  words       the four words of 32 bits that Philox gives, as numbers\n"
            "  normals     the two normals that are computed of them\n"
            "  increments  W(level, node) of steps of length H; with --ell truncated\n"
            "  ensemble    the state of one path after N steps of the preset's first\n"
            "              state, from node on; increments drawn at each step\n",
    .end = "Exit status: 0 printed; 2 unusable options.\n"
           "\n"
           "  slp noise increments --h 0x1p-8 --node 0..7\n",
    .run = run};
