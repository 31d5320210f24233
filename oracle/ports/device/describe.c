/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The constants that all paths of an ensemble share. */
#include "oracle/ports/device/describe.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/ports/device/noise.h"
#include "oracle/ports/device/pairs.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SIXTEENTH_OVER_PI 0x1.45f306dc9c883p-6 /* 1/(16 pi) */
enum { UNTESTED = 24 };

/* Evaluations of a stage that contracts by L from a first difference delta, |x| = 1, until the next
 * difference would fall below u/16: a guess, and what the first test allows. */
static void expect_evaluations(ensemble_work *w, double delta, double L)
{
    L = L > 0x1p-10 ? L < 0.5 ? L : 0.5 : 0x1p-10;
    w->tolerance = fmin(0x1p-51, 0x1p-57 / L);
    for (; delta > w->tolerance && w->untested < UNTESTED; delta *= L) w->untested++;
}

static bool describe_body(ensemble_work *w, const slp_case *c, double typical)
{
    size_t quads, count, unused;
    const double *inertia = slp_case_param(c, "inertia", &unused),
                 *quad = slp_case_param(c, "quad", &quads), *lin = slp_case_param(c, "lin", &count);
    double L = 0;
    bool finite = isfinite(c->h);
    w->quads = quads ? 3 : 0;
    w->vectors = (int)(count / 3);
    for (size_t k = 0; k < count; k++) w->lin[k] = 0.5 * lin[k];
    for (size_t i = 0; i < 3; i++) {
        w->rate[i] = 0.5 * (c->h / inertia[i]);
        w->quad[i] = quads ? 0.5 * quad[i] : 0;
        finite = finite && isfinite(w->rate[i]);
        double a = fabs(w->rate[i]) + fabs(w->quad[i]) * typical;
        for (size_t k = i; k < count; k += 3) a += fabs(w->lin[k]) * typical;
        L = fmax(L, a);
    }
    expect_evaluations(w, 0.5 * L * L, L);
    return finite;
}

/* The stage contracts by `share` times the turn. */
static bool describe_top(ensemble_work *w, const slp_case *c, double typical, double share)
{
    size_t count, unused;
    const double *inertia = slp_case_param(c, "inertia", &unused),
                 *chi = slp_case_param(c, "chi", &unused),
                 *noise = slp_case_param(c, "noise", &count);
    double L = 0;
    bool finite = isfinite(c->h);
    w->vectors = (int)(count / 7);
    for (size_t k = 0; k < count / 7; k++) {
        memcpy(w->lin + 3 * k, noise + 7 * k, 3 * sizeof *noise);
        memcpy(w->push + 3 * k, noise + 7 * k + 3, 3 * sizeof *noise);
        w->square[k] = 2 * noise[7 * k + 6];
        finite = finite && isfinite(w->square[k]);
    }
    for (size_t i = 0; i < 3; i++) {
        w->rate[i] = c->h / inertia[i];
        w->force[i] = c->h * chi[i];
        finite = finite && isfinite(w->rate[i]) && isfinite(w->force[i]);
        double a = fabs(w->rate[i]);
        for (size_t k = 0; k < count / 7; k++)
            a += (fabs(w->lin[3 * k + i]) + fabs(w->square[k])) * typical;
        L = fmax(L, share * a);
    }
    expect_evaluations(w, 0.5 * L, L);
    return finite;
}

/* Lengths and directions of linear noises, and by how much |direction|^2 is not 1. */
static bool describe_turns(ensemble_work *w)
{
    bool finite = true;
    for (int k = 0; k < w->vectors; k++) {
        const double *lin = w->lin + 3 * k;
        const double most = fmax(fmax(fabs(lin[0]), fabs(lin[1])), fabs(lin[2]));
        double square = 0, part[3];
        pair excess = {most > 0 ? -1 : 0, 0};
        for (int i = 0; i < 3; i++) {
            part[i] = most > 0 ? lin[i] / most : 0;
            square += part[i] * part[i];
        }
        const double length = sqrt(square);
        for (int i = 0; i < 3; i++) {
            const double n = most > 0 ? part[i] / length : 0;
            w->unit[3 * k + i] = n;
            excess = add(excess, product(n, n));
        }
        w->excess[k] = excess.high;
        w->length[k] = most * length;
        finite = finite && isfinite(w->length[k]);
    }
    return finite;
}

static bool describe_points(ensemble_work *w, const slp_case *c, double typical)
{
    size_t quads, count;
    const double *gamma = slp_case_param(c, "gamma", &count),
                 *quad = slp_case_param(c, "quad", &quads);
    double L = 0, all = 0;
    bool finite = isfinite(c->h);
    w->n = (int)count;
    w->quads = quads ? 3 : 0;
    for (size_t j = 0; j < count; j++) {
        w->strength[j] = gamma[j] * (c->h * SIXTEENTH_OVER_PI);
        finite = finite && isfinite(w->strength[j]);
        all += 2 * fabs(w->strength[j]);
    }
    for (size_t k = 0; k < 3; k++) {
        w->quad[k] = quads ? quad[k] : 0;
        L = fmax(L, all + 0.375 * fabs(w->quad[k]) * typical);
    }
    expect_evaluations(w, 0.5 * L, L);
    return finite;
}

/* A spin's colour is the least that no spin before it which is bound to it has; spins follow colour
 * after colour. */
static void order_spins(ensemble_bonds *to, const double *end, size_t ends, int spins)
{
    int colour[E_SPINS_MOST], placed = 0;
    for (int a = 0; a < spins; a++) {
        uint32_t taken = 0; /* a bit a colour */
        for (size_t e = 0; e < ends; e++) {
            const int other = (int)end[e ^ 1] - 1;
            if ((int)end[e] - 1 == a && other < a) taken |= (uint32_t)1 << colour[other];
        }
        for (colour[a] = 0; taken >> colour[a] & 1;) colour[a]++;
    }
    for (int now = 0; placed < spins; now++)
        for (int a = 0; a < spins; a++)
            if (colour[a] == now) to->order[placed++] = a;
}

/* The places of the spins, how many bonds each has, and n of the kernel that has room for them. */
static void place_spins(ensemble_work *w, ensemble_bonds *to, const double *end, size_t ends)
{
    int most = 0;
    order_spins(to, end, ends, w->spins);
    for (int a = 0; a < w->spins; a++) {
        for (size_t e = 0; e < ends; e++) to->count[a] += (int)end[e] - 1 == to->order[a];
        most = to->count[a] > most ? to->count[a] : most;
    }
    w->n = w->spins <= 4 && most < 4 ? 4 : w->spins <= 8 && most < 8 ? 8 : 0;
    for (int a = 1; a < w->spins; a++)
        to->first[a] = to->first[a - 1] + (w->n ? w->n - 1 : to->count[a - 1]);
}

/* Bond k of place a. */
static ensemble_bond *bond_of(ensemble_bonds *of, int a, int k, int n)
{
    int at = of->first[a];
    for (int some = n / 2; some; at += some, some /= 2) {
        if (!(of->count[a] & some)) continue;
        if (k < some) return of->bond + at + k;
        k -= some;
    }
    return of->bond + at + k; /* n = 0 */
}

/* The ends of all bonds, in the lists of both spins: of a spin in the order of the bonds. */
static void list_bonds(ensemble_work *w, ensemble_bonds *to, const slp_case *c, double by)
{
    size_t ends, dmis, unused;
    const double *end = slp_case_param(c, "bonds", &ends),
                 *exchange = slp_case_param(c, "exchange", &unused),
                 *dmi = slp_case_param(c, "dmi", &dmis);
    int place[E_SPINS_MOST];
    place_spins(w, to, end, ends);
    for (int a = 0; a < w->spins; a++) place[to->order[a]] = a;
    for (int a = 0; a < w->spins; a++) {
        int k = 0;
        for (size_t e = 0; e < ends; e++) {
            if ((int)end[e] - 1 != to->order[a]) continue;
            ensemble_bond *bond = bond_of(to, a, k++, w->n);
            const double sign = e % 2 ? -by : by; /* x_a x x_b changes its sign with them */
            bond->other = place[(int)end[e ^ 1] - 1];
            bond->exchange = by * exchange[e / 2];
            for (size_t i = 0; i < 3; i++) bond->dmi[i] = dmis ? sign * dmi[e / 2 * 3 + i] : 0;
        }
    }
}

static double largest_entry(const double *v)
{
    return fmax(fmax(fabs(v[0]), fabs(v[1])), fabs(v[2]));
}

/* share: of the generator that the scheme takes */
static bool describe_spins(ensemble_work *w, ensemble_bonds *bonds, const slp_case *c,
                           double typical, double share)
{
    size_t dmis, fields, axes, noises, dampings;
    const double *field = slp_case_param(c, "field", &fields),
                 *axis = slp_case_param(c, "anisotropy", &axes),
                 *noise = slp_case_param(c, "noise", &noises),
                 *damping = slp_case_param(c, "damping", &dampings), by = -share * c->h;
    slp_case_param(c, "dmi", &dmis);
    w->spins = (int)c->d / 3;
    w->turns = dmis > 0;
    w->has_axis = axes && axis[0] != 0;
    w->damping = dampings ? *damping : 0;
    w->damped = w->damping != 0;
    w->amplitude = -share * (noises ? *noise : 0);
    for (int i = 0; i < 3; i++) {
        w->field[i] = by * (fields ? field[i] : 0);
        w->axis[i] = axes ? axis[1 + i] : 0;
        w->pull[i] = 2 * by * (axes ? axis[0] : 0) * w->axis[i];
    }
    list_bonds(w, bonds, c, by);
    bool finite =
        isfinite(c->h) && isfinite(largest_entry(w->field)) && isfinite(largest_entry(w->pull));
    double L = 0;
    for (int a = 0; a < w->spins; a++) {
        double sum = largest_entry(w->pull) * largest_entry(w->axis);
        for (int k = 0; k < bonds->count[a]; k++) {
            const ensemble_bond *bond = bond_of(bonds, a, k, w->n);
            sum += fabs(bond->exchange) + largest_entry(bond->dmi);
            finite = finite && isfinite(sum);
        }
        L = fmax(L, 2 * sum);
    }
    L += w->damping * (2 * L + (largest_entry(w->field) + fabs(w->amplitude) * typical));
    /* one spin after the other is faster than all at once */
    expect_evaluations(w, 0.5 * L * L, 0.25 * L);
    return finite;
}

/* The grid and the streams (noise.md); false if h is no step of a path. */
static bool describe_noise(ensemble_work *w, const ensemble_bonds *bonds, double h,
                           const slp_device_run *run)
{
    int E;
    if (!(h > 0) || !(h <= DBL_MAX)) return false;
    frexp(h, &E);
    const int twice = 73 - E, e = (twice + (twice & 1)) / 2;
    w->sigma = sqrt(ldexp(ldexp(h, e), e));
    w->grid = ldexp(1, -e);
    w->limit = run->ell > 0 ? sqrt(h) * slp_truncation_bound(h, run->ell) : INFINITY;
    for (int k = 0; k < w->channels; k++) {
        uint32_t *word = w->stream + 4 * k;
        word[0] = (uint32_t)(w->spins ? 3 * bonds->order[k / 3] + k % 3 : k); /* level 0 */
        philox(word, (uint32_t)run->seed, (uint32_t)(run->seed >> 32));
    }
    return true;
}

/* What the model needs. */
static bool describe_model(ensemble_work *w, ensemble_bonds *bonds, const slp_case *c)
{
    const double typical = c->h > 0 ? 1.5 * sqrt(c->h) : 0; /* one increment in eight is larger */
    switch (w->model) {
    case E_BODY:
        return describe_body(w, c, typical);
    case E_LIE:
    case E_STRANG:
        return describe_body(w, c, typical) && describe_turns(w);
    case E_TOP:
        return describe_top(w, c, typical, 0.375);
    case E_DUAL:
        return describe_top(w, c, typical, 0.75);
    case E_POINTS:
        return describe_points(w, c, typical);
    case E_SPINS:
        return describe_spins(w, bonds, c, typical, 0.25);
    default:
        return describe_spins(w, bonds, c, typical, 0.5);
    }
}

bool device_describe(ensemble_work *w, ensemble_bonds *bonds, int model, const slp_case *c,
                     const slp_device_run *run)
{
    memset(w, 0, sizeof *w);
    memset(bonds, 0, sizeof *bonds);
    w->model = model;
    w->d = (int)c->d;
    w->channels = (int)c->M;
    w->paths = (int)run->paths;
    w->first_path = run->first_path;
    w->first_step = run->first_step;
    return describe_model(w, bonds, c) && (!w->channels || describe_noise(w, bonds, c->h, run));
}
