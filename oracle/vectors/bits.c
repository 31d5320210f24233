/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the noise and the ensemble kernels must reproduce bit for bit. */
#include "oracle/vectors/bits.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/vectors/write.h"
#include "fast/fast.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *slp_bits_word(int kind)
{
    static const char *const words[] = {"words", "normals", "increments", "ensemble"};
    return kind >= 0 && kind < SLP_BITS_KIND_COUNT ? words[kind] : NULL;
}

size_t slp_bits_count(slp_bits_kind kind, const slp_case *c)
{
    static const size_t counts[] = {4, 2, 1};
    return kind == SLP_BITS_ENSEMBLE ? c->d : counts[kind];
}

static slp_status advance_state(double *x, const slp_bits_key *key, const slp_case *c,
                                slp_error *err)
{
    fast_system *system = NULL;
    const fast_scheme *scheme = key->scheme ? fast_scheme_find(key->scheme) : NULL;
    const fast_ensemble run = {.paths = 1,
                               .seed = key->seed,
                               .first_path = key->path,
                               .h = key->h,
                               .ell = key->ell,
                               .first_step = key->node,
                               .steps = (size_t)key->steps,
                               .threads = 1,
                               .scheme = scheme};
    slp_status status = fast_system_new(&system, c, err);
    if (status != SLP_OK) return status;
    memcpy(x, c->x, c->d * sizeof *x);
    const bool none =
        key->scheme ? !fast_ensemble_by_kernel(scheme, system) : !fast_ensemble_scheme(system);
    if (none)
        status =
            slp_error_set(err, 0, c->id, "system", "%s has no ensemble kernel%s%s", c->system->name,
                          key->scheme ? " for " : "", key->scheme ? key->scheme : "");
    else
        status = fast_ensemble_advance(x, NULL, system, &run);
    if (status != SLP_OK && !none)
        slp_error_set(err, 0, c->id, NULL, "no such path: %s", slp_status_word(status));
    fast_system_free(system);
    return status;
}

slp_status slp_bits(double *at, slp_bits_kind kind, const slp_bits_key *key, const slp_case *c,
                    slp_error *err)
{
    const slp_noise_key of = {key->seed, key->path, key->channel, key->level, key->node};
    uint32_t block[4];
    switch (kind) {
    case SLP_BITS_WORDS:
        slp_noise_block(block, &of);
        for (int i = 0; i < 4; i++) at[i] = block[i];
        return SLP_OK;
    case SLP_BITS_NORMALS:
        slp_normal_pair(at, &of);
        return SLP_OK;
    case SLP_BITS_INCREMENTS:
        at[0] = slp_increment(key->h, key->seed, key->path, key->channel, key->level, key->node);
        if (key->ell > 0) at[0] = slp_truncate(at[0], ldexp(key->h, -(int)key->level), key->ell);
        if (!isnan(at[0])) return SLP_OK;
        return slp_error_set(err, 0, NULL, "h",
                             "must be finite and above 0, and the level at most "
                             "%d",
                             SLP_NOISE_LEVELS);
    default:
        return advance_state(at, key, c, err);
    }
}

void slp_bits_print_numbers(FILE *to, slp_bits_kind kind, const double *at, size_t count,
                            const char *quote)
{
    char text[SLP_NUMBER_CHARS];
    for (size_t i = 0; i < count; i++) {
        slp_number_print(text, at[i]);
        if (kind == SLP_BITS_WORDS) snprintf(text, sizeof text, "0x%08" PRIx32, (uint32_t)at[i]);
        fprintf(to, "%s%s%s%s", i ? "," : "", quote, text, quote);
    }
}

void slp_bits_print(FILE *to, const char *id, slp_bits_kind kind, const slp_bits_key *key,
                    const slp_case *c, const double *at)
{
    fprintf(to, "%s%s%s seed=%" PRIu64 " path=%" PRIu64, slp_bits_word((int)kind), id ? " id=" : "",
            id ? id : "", key->seed, key->path);
    if (kind != SLP_BITS_ENSEMBLE)
        fprintf(to, " channel=%" PRIu32 " level=%" PRIu32, key->channel, key->level);
    fprintf(to, " node=%" PRIu64, key->node);
    if (kind == SLP_BITS_ENSEMBLE) fprintf(to, " steps=%" PRIu64, key->steps);
    if (kind >= SLP_BITS_INCREMENTS) {
        vectors_print_list(to, " h=", &key->h, 1);
        if (key->ell > 0) vectors_print_list(to, " ell=", &key->ell, 1);
    }
    if (kind == SLP_BITS_ENSEMBLE) {
        fprintf(to, " system=%s", slp_system_word(c->system));
        if (key->scheme) fprintf(to, " scheme=%s", key->scheme);
        slp_case_print_params(to, c);
        vectors_print_list(to, " x=", c->x, c->d);
    }
    fputs(" y=", to);
    slp_bits_print_numbers(to, kind, at, slp_bits_count(kind, c), "");
    fputc('\n', to);
}

void vectors_print_list(FILE *to, const char *before, const double *at, size_t count)
{
    char text[SLP_NUMBER_CHARS];
    if (count == 0) return;
    fputs(before, to);
    for (size_t i = 0; i < count; i++) {
        slp_number_print(text, at[i]);
        if (i) fputc(',', to);
        fputs(text, to);
    }
}
