/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A port's rule as a scheme of the reference: an explicit one, whose result is the answer. */
#include "props/own/own.h"
#include "oracle/contract/number/float_rules.h"
#include "props/case/adjust_case.h"

#include <math.h>
#include <string.h>

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    prop_own_rule *rule = self->own;
    slp_case own = *c; /* lent */
    own.scheme = &slp_scheme_own;
    /* No solution is promised, so that `error=` is no fault. */
    const prop_disposition became = rule->port->answer(r, note, rule->port, &own);
    if (became == PROP_INCOMPLETE || became == PROP_UNRECEIVED)
        if (rule->unanswered++ == 0) memcpy(rule->why, note, PROP_NOTE);
    return became == PROP_REFUSED ? PROP_DECLINED : became;
}

static bool port_has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    const prop_own_rule *rule = self->own;
    (void)scheme;
    return rule->port->has(rule->port, system, &slp_scheme_own);
}

/* y = the step from x, d doubles each; indeterminate if the port does not answer. */
static void ask_port(arb_ptr y, const ref_frame *frame, const double *x)
{
    const prop_own_rule *rule = (const prop_own_rule *)frame->scheme;
    SLP_CLEARED(slp_case) one = {0};
    SLP_CLEARED(slp_result) r = {0};
    char note[PROP_NOTE];
    prop_one_step(&one, rule->c, x, 0);
    one.h = arf_get_d(arb_midref(frame->h), ARF_RND_NEAR);
    for (size_t k = 0; k < one.M; k++)
        one.dw[k] = arf_get_d(arb_midref(frame->dW + k), ARF_RND_NEAR);
    const bool answered =
        rule->subject.answer(&r, note, &rule->subject, &one) == PROP_ANSWERED && r.y.count == one.d;
    for (size_t i = 0; i < one.d; i++) {
        if (answered && isfinite(r.y.at[i]))
            arb_set_d(y + i, r.y.at[i]);
        else
            arb_indeterminate(y + i);
    }
}

static void finish(arb_ptr next, ref_frame *frame, arb_srcptr z)
{
    double x[frame->d];
    (void)z;
    for (slong i = 0; i < frame->d; i++) x[i] = arf_get_d(arb_midref(frame->x + i), ARF_RND_NEAR);
    ask_port(next, frame, x);
}

/* v without its traces: states of su(N) have none, and B(x) takes them out, so that D B D^T is the
 * same. */
static void remove_traces(double *v, size_t d, slp_algebra algebra)
{
    const size_t parts = algebra == SLP_SUN_DUAL ? 2 : algebra == SLP_SUN ? 1 : 0;
    for (size_t p = 0; p < parts; p++) {
        const size_t n = (size_t)lround(sqrt((double)(d / parts)));
        double *diagonal = v + p * n * n, trace = 0;
        for (size_t i = 0; i < n; i++) trace += diagonal[i];
        for (size_t i = 0; i < n; i++) diagonal[i] -= trace / (double)n;
    }
}

/* out = (8 (Psi(x + s dx) - Psi(x - s dx)) - (Psi(x + 2s dx) - Psi(x - 2s dx))) / 12 s: off by
 * O(s^4), and by the roundings of Psi over s. */
static void finish_tangent(arb_ptr out, ref_frame *frame, arb_srcptr z, arb_srcptr dz,
                           arb_srcptr dx)
{
    static const struct {
        int at, weight;
    } points[] = {{1, 8}, {-1, -8}, {2, -1}, {-2, 1}};
    const slong d = frame->d;
    double x[d], v[d], size = 0, s;
    REF_LOCAL_VEC(arb, d, y);
    (void)z, (void)dz;
    REF_LOCAL(arb, part);
    for (slong i = 0; i < d; i++)
        size = hypot(size, arf_get_d(arb_midref(frame->x + i), ARF_RND_NEAR));
    for (slong i = 0; i < d; i++) v[i] = arf_get_d(arb_midref(dx + i), ARF_RND_NEAR);
    remove_traces(v, (size_t)d, ((const prop_own_rule *)frame->scheme)->system->algebra);
    s = PROP_OWN_STRIDE * ldexp(1, ilogb(size));
    _arb_vec_zero(out, d);
    for (size_t p = 0; p < sizeof points / sizeof *points; p++) {
        for (slong i = 0; i < d; i++)
            x[i] = arf_get_d(arb_midref(frame->x + i), ARF_RND_NEAR) + points[p].at * s * v[i];
        ask_port(y, frame, x);
        for (slong i = 0; i < d; i++) {
            arb_mul_si(part, y + i, points[p].weight, frame->prec);
            arb_add(out + i, out + i, part, frame->prec);
        }
    }
    arb_set_d(part, 12 * s);
    for (slong i = 0; i < d; i++) arb_div(out + i, out + i, part, frame->prec);
}

static bool suits(const ref_algebra *algebra)
{
    (void)algebra;
    return true;
}

static void condition(mag_t kappa, ref_frame *frame)
{
    (void)frame;
    mag_one(kappa);
}

bool prop_own_draw(slp_case *c, const prop_own_rule *rule, const prop_law *law, uint64_t seed,
                   uint64_t number)
{
    enum { LARGER = 4, SIZE = -1, FAINT = -8 };
    prop_law general = *law;
    const prop_item item = {
        .law = &general, .system = rule->system, .scheme = &rule->as, .subject = &rule->subject};
    slp_draw from;
    general.draw.generic = true;
    slp_draw_init(&from, prop_stream(&item, seed), number);
    if (!prop_draw(c, &from, &item, number)) return false;
    if (c->areas) return false;
    if (c->steps > 1 || law->draw.noise_size) return true;
    if (number % 2) {
        c->h = ldexp(c->h, FAINT);
        return prop_set_generator_size(c, SIZE);
    }
    c->h *= LARGER;
    for (size_t k = 0; k < c->M; k++) c->dw[k] = 0;
    return true;
}

bool prop_own_rule_init(prop_own_rule *rule, const prop_subject *port, const slp_system *system)
{
    enum { TRIALS = 4 };
    bool any = false;
    SLP_CLEARED(slp_case) c = {0};
    SLP_CLEARED(slp_result) r = {0};
    *rule = (prop_own_rule){.port = port, .system = system, .as = *slp_scheme_find("heun")};
    rule->table = (ref_scheme){.name = slp_scheme_own.name,
                               .suits = suits,
                               .finish = finish,
                               .finish_tangent = finish_tangent,
                               .condition = condition};
    rule->subject = (prop_subject){
        .name = "port", .answer = answer, .has = port_has, .serial = true, .own = rule};
    if (!system->draw || !slp_pair_makes_sense(system, &rule->as, NULL) ||
        !port_has(&rule->subject, system, NULL))
        return false;
    for (uint64_t i = 0; i < TRIALS && !any; i++) {
        char note[PROP_NOTE];
        any = prop_own_draw(&c, rule, prop_law_find("determinism"), 1, i) &&
              answer(&r, note, &rule->subject, &c) == PROP_ANSWERED;
    }
    return any;
}
