/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases of a preset, for `slp gen --preset`. */
#include "oracle/command/preset_cases.h"
#include "oracle/command/named_case.h"
#include "oracle/contract/number/number.h"
#include "oracle/contract/draw/draw_arithmetic.h"
#include "oracle/contract/draw/draw_mixed.h"
#include "oracle/plumbing/allocate.h"
#include "ref/ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SCHEMES = 64, MOST_STEPS = 16 };

struct slp_preset_cases {
    slp_case at; /* the preset, at the state of the round */
    const slp_scheme *schemes[MOST_SCHEMES];
    size_t count;
    uint64_t seed;
    const slp_arithmetic *arithmetic;
    bool still; /* the state is not moved any more */
};

static slp_draw stream_of(const slp_preset_cases *of, const slp_scheme *scheme, uint64_t round)
{
    const slp_draw_pair pair = {of->at.system, scheme, 0, 0};
    slp_draw from;
    slp_draw_init(&from, slp_draw_pair_seed(of->seed, &pair) ^ UINT64_C(0x707265736574), round);
    from.arithmetic = of->arithmetic;
    return from;
}

/* ---- Which schemes ------------------------------------------------------------------------- */

/* Whether the format takes the preset under the scheme.  A splitting refuses some parameters. */
static bool takes(const slp_preset_cases *of, const slp_scheme *scheme, slp_error *err)
{
    SLP_CLEARED(slp_case) c = {0};
    const char *why = "";
    slp_need_memory(slp_case_copy(&c, &of->at));
    c.scheme = scheme;
    bool fits = slp_pair_makes_sense(c.system, scheme, &why);
    if (!fits) slp_error_set(err, 0, NULL, "scheme", "%s", why);
    if (fits) fits = slp_case_check(&c, err) == SLP_OK;
    return fits;
}

static bool choose(slp_preset_cases *of, const char *name, const slp_scheme *scheme)
{
    const slp_scheme *t;
    slp_error err;
    if (scheme && !takes(of, scheme, &err)) {
        slp_say(stderr, "slp gen: --preset %s: %s does not take it: %s\n", name, scheme->name,
                err.text);
        return false;
    }
    for (size_t k = 0; (t = slp_scheme_at(k)) && of->count < MOST_SCHEMES; k++)
        if (scheme ? t == scheme : ref_scheme_find(t->name) && takes(of, t, &err))
            of->schemes[of->count++] = t;
    return true;
}

slp_preset_cases *slp_preset_cases_new(const char *name, const slp_scheme *scheme, uint64_t seed,
                                       const slp_arithmetic *arithmetic)
{
    slp_preset_cases *of = slp_allocate(1, sizeof *of);
    uint64_t horizon;
    *of = (slp_preset_cases){.seed = seed, .arithmetic = arithmetic};
    slp_case_init(&of->at);
    if (slp_named_case(&of->at, &horizon, "gen", name) == 0 && choose(of, name, scheme)) return of;
    slp_preset_cases_free(of);
    return NULL;
}

void slp_preset_cases_free(slp_preset_cases *of)
{
    if (of) slp_case_clear(&of->at);
    free(of);
}

/* ---- Cases --------------------------------------------------------------------------------- */

/* Moves the state along the trajectory, by the reference's rounded steps: the same everywhere. */
static void move(slp_preset_cases *of, uint64_t round)
{
    slp_case *at = &of->at;
    const size_t steps = at->d <= 9 ? MOST_STEPS : at->d <= 36 ? 4 : at->d <= 400 ? 1 : 0;
    slp_draw from = stream_of(of, at->scheme, round);
    const ref_scheme *scheme = ref_scheme_find(at->scheme->name);
    ref_system *system = NULL;
    slp_error err;
    from.next = UINT64_C(1) << 32; /* not the choices of the round's cases */
    of->still = of->still || steps == 0 || !scheme ||
                slp_need_memory(ref_system_new(&system, at, &err)) != SLP_OK;
    double *x = slp_allocate(at->d, sizeof *x);
    memcpy(x, at->x, at->d * sizeof *x);
    for (size_t s = 0; s < steps && !of->still; s++) {
        slp_need_memory(slp_draw_increments(at, &from));
        of->still = slp_need_memory(ref_step_round(x, NULL, scheme, system, x, at->h, at->dw,
                                                   REF_PREC_CAP)) != SLP_OK;
    }
    SLP_CLEARED(slp_case) moved = {0};
    slp_need_memory(slp_case_copy(&moved, at));
    slp_need_memory(slp_case_set_x(&moved, x, at->d));
    if (!of->still && slp_case_check(&moved, &err) == SLP_OK)
        slp_need_memory(slp_case_set_x(at, x, at->d));
    else
        of->still = true; /* such as a trace that rounding left */
    free(x);
    ref_system_free(system);
}

static slp_status give_id(slp_case *c, const char *preset, uint64_t round)
{
    char tail[SLP_MAX_ID], id[SLP_MAX_ID];
    const int length =
        snprintf(tail, sizeof tail, ".%.30s-%llu", c->scheme->name, (unsigned long long)round);
    snprintf(id, sizeof id, "%.*s", SLP_MAX_ID - 1 - length, preset);
    strcat(id, tail);
    free(c->id);
    c->id = slp_span_copy((slp_span){id, strlen(id)});
    return c->id ? SLP_OK : SLP_MEMORY;
}

slp_status slp_preset_cases_draw(slp_case *c, slp_preset_cases *of, uint64_t number)
{
    const uint64_t round = number / of->count;
    if (number % of->count == 0 && round > 0) move(of, round);
    slp_error err;
    slp_status status = slp_need_memory(slp_case_copy(c, &of->at));
    if (status != SLP_OK) return status;
    c->scheme = of->schemes[number % of->count];
    slp_draw from = stream_of(of, c->scheme, round);
    c->steps = slp_draw_chance(&from, 1, 8) ? 2 + (size_t)slp_draw_below(&from, 4) : 1;
    status = slp_draw_increments(c, &from);
    if (status == SLP_OK) status = give_id(c, of->at.id, round);
    if (status == SLP_OK) status = slp_draw_fit(c, &from, false);
    return status == SLP_OK ? slp_case_check(c, &err) : status;
}
