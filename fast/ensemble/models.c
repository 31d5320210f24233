/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The constants of a step that kernels need, computed from the system once a run. */
#include "fast/ensemble/ensemble.h"
#include "fast/system/point_vortices.h"
#include "fast/system/polynomial.h"
#include "fast/system/spins.h"
#include "fast/vector/twofold.h"

#include <math.h>
#include <string.h>

#define SIXTEENTH_OVER_PI 0x1.45f306dc9c883p-6 /* 1/(16 pi) */

_Static_assert((int)ENSEMBLE_SPINS_MOST <= (int)FAST_SPINS_FEW, "steps alone: twofold sums");

/* Whether the arrays of a job hold these spins. */
static bool spins_fit(const fast_system *sys)
{
    const fast_spins *spins = sys->own;
    return spins->spins <= ENSEMBLE_SPINS_MOST && spins->bonds <= ENSEMBLE_BONDS_MOST;
}

static bool is_square(const summand *s)
{
    return s->degree == 2 && s->at[0] == s->at[1];
}

static size_t quads_of(const fast_polynomial *own)
{
    for (size_t s = 0; s < own->summands; s++)
        if (own->summand[s].k && own->summand[s].degree == 2) return 3;
    return 0;
}

/* No two summands of one Hamiltonian have the same monomial. */
static bool are_distinct(const fast_polynomial *own)
{
    for (size_t m = 0; m < own->monomials; m++)
        for (size_t s = own->start[m] + 1; s < own->start[m + 1]; s++)
            if (own->summand[s].k == own->summand[s - 1].k) return false;
    return true;
}

/* Terms of a rigid body: squares in H_0; in the noises linear terms or, in the first three, the
 * square of one axis each. */
static bool is_body(const fast_polynomial *own)
{
    const size_t quads = quads_of(own);
    for (size_t n = 0; n < own->summands; n++) {
        const summand *s = own->summand + n;
        const bool square = is_square(s);
        if (s->k == 0 ? !square : s->k <= quads ? !(square && s->k == s->at[0] + 1) : s->degree > 1)
            return false;
    }
    return own->on.kind == SLP_SO3 && own->M >= quads && are_distinct(own);
}

/* Factors of a rigid body: the axes, then each linear noise. */
static bool splits_as_body(const fast_polynomial *own)
{
    const size_t quads = quads_of(own);
    if (own->factor_count != 3 + own->M - quads) return false;
    for (size_t n = 0; n < own->summands; n++) {
        const summand *s = own->summand + n;
        if (s->factor != (is_square(s) ? s->at[0] : 3 + s->k - 1 - quads)) return false;
    }
    return true;
}

/* Terms of a heavy top: in H_0 squares of Pi and linear terms of Gamma; in the noises linear terms
 * and c |Pi|^2. */
static bool is_top(const fast_polynomial *own)
{
    double square[FAST_ENSEMBLE_NOISES][3] = {{0}};
    for (size_t n = 0; n < own->summands; n++) {
        const summand *s = own->summand + n;
        const bool turns = s->at[0] < 3;
        if (s->degree > 1 && !(is_square(s) && turns)) return false;
        if (s->degree == 1 && turns && s->k == 0) return false;
        if (s->degree == 2 && s->k) square[s->k - 1][s->at[0]] = s->c;
    }
    for (size_t k = 0; k < own->M; k++)
        if (square[k][0] != square[k][1] || square[k][0] != square[k][2]) return false;
    return own->on.kind == SLP_SE3 && are_distinct(own);
}

/* The terms of a system that has them; NULL otherwise. */
static const fast_polynomial *terms_of(const fast_system *sys)
{
    return sys->table == &fast_system_polynomial ? sys->own : NULL;
}

/* The model of isospectral-midpoint, and on the heavy top variational-cayley. */
static ensemble_model midpoint_model(const fast_system *sys)
{
    if (sys->table == &fast_system_spins) return spins_fit(sys) ? ENSEMBLE_SPINS : ENSEMBLE_MODELS;
    if (sys->M > FAST_ENSEMBLE_NOISES) return ENSEMBLE_MODELS;
    if (terms_of(sys) && is_body(terms_of(sys))) return ENSEMBLE_RIGID_BODY;
    if (terms_of(sys) && is_top(terms_of(sys))) return ENSEMBLE_HEAVY_TOP;
    const size_t n = sys->d / 3;
    if (sys->table == &fast_system_point_vortices && n >= ENSEMBLE_VORTICES_LEAST &&
        n <= ENSEMBLE_VORTICES_MOST)
        return (ensemble_model)(ENSEMBLE_VORTICES + n - ENSEMBLE_VORTICES_LEAST);
    return ENSEMBLE_MODELS;
}

const char *fast_ensemble_model_scheme(const fast_system *sys)
{
    const ensemble_model model = midpoint_model(sys);
    if (model == ENSEMBLE_MODELS || sys->areas) return NULL; /* kernels have no brackets */
    return model == ENSEMBLE_HEAVY_TOP ? "variational-cayley" : "isospectral-midpoint";
}

ensemble_model fast_ensemble_model_of(const fast_scheme *scheme, const fast_system *sys)
{
    const char *own = fast_ensemble_model_scheme(sys);
    if (!own) return ENSEMBLE_MODELS;
    if (scheme == fast_scheme_find(own)) return midpoint_model(sys);
    if (midpoint_model(sys) == ENSEMBLE_RIGID_BODY && splits_as_body(terms_of(sys))) {
        if (scheme == fast_scheme_find("splitting-lie")) return ENSEMBLE_BODY_LIE;
        if (scheme == fast_scheme_find("splitting-strang")) return ENSEMBLE_BODY_STRANG;
    }
    if (midpoint_model(sys) == ENSEMBLE_HEAVY_TOP &&
        scheme == fast_scheme_find("isospectral-midpoint"))
        return ENSEMBLE_TOP_DUAL;
    if (midpoint_model(sys) == ENSEMBLE_SPINS && scheme == fast_scheme_find("sib"))
        return ENSEMBLE_SPINS_SIB;
    return ENSEMBLE_MODELS;
}

/* The size of a typical increment: one in eight is larger. */
static double typical_increment(double h)
{
    return h > 0 ? 1.5 * sqrt(h) : 0;
}

/* Evaluations of a stage that contracts by L from a first difference delta, |x| = 1, until the next
 * difference would fall below u/16.  This is a guess; the kernels check that a stage has
 * converged. */
static void expect_evaluations(ensemble_job *job, double delta, double L)
{
    const double least = 0x1p-10, most = 0.5;
    L = L > least ? L < most ? L : most : least;
    job->tolerance = fmin(0x1p-51, 0x1p-57 / L);
    job->untested = 0;
    for (; delta > job->tolerance && job->untested < ENSEMBLE_UNTESTED; delta *= L) job->untested++;
}

/* h times the derivative of c x^2/over */
static double rate_of(const summand *s, double h)
{
    return h * (2 * s->c) / s->over;
}

static bool describe_body(ensemble_job *job, const fast_polynomial *own)
{
    bool finite = isfinite(job->h);
    job->quads = (unsigned)quads_of(own);
    job->vectors = (unsigned)own->M - job->quads;
    memset(job->rate, 0, sizeof job->rate);
    memset(job->quad, 0, sizeof job->quad);
    memset(job->lin, 0, sizeof job->lin);
    for (size_t n = 0; n < own->summands; n++) {
        const summand *s = own->summand + n;
        if (s->k == 0)
            job->rate[s->at[0]] = 0.5 * rate_of(s, job->h);
        else if (s->k <= job->quads)
            job->quad[s->at[0]] = s->c;
        else
            job->lin[s->k - 1 - job->quads][s->at[0]] = 0.5 * s->c;
    }
    for (int i = 0; i < 3; i++) finite = finite && isfinite(job->rate[i]);
    double L = 0;
    for (int i = 0; i < 3; i++) {
        double a = fabs(job->rate[i]) + fabs(job->quad[i]) * typical_increment(job->h);
        for (unsigned k = 0; k < job->vectors; k++)
            a += fabs(job->lin[k][i]) * typical_increment(job->h);
        L = fmax(L, a);
    }
    expect_evaluations(job, 0.5 * L * L, L);
    return finite;
}

/* Lengths and directions of lin; their squares neither overflow nor vanish. */
static bool describe_turns(ensemble_job *job)
{
    bool finite = true;
    for (unsigned k = 0; k < job->vectors; k++) {
        const double *lin = job->lin[k];
        const double most = fmax(fmax(fabs(lin[0]), fabs(lin[1])), fabs(lin[2]));
        double square = 0, part[3];
        for (int i = 0; i < 3; i++) {
            part[i] = most > 0 ? lin[i] / most : 0;
            square += part[i] * part[i];
        }
        const double length = sqrt(square);
        twofold excess = {most > 0 ? -1 : 0, 0};
        for (int i = 0; i < 3; i++) {
            const double n = most > 0 ? part[i] / length : 0;
            job->unit[k][i] = n;
            excess = twofold_add(excess, twofold_product(n, n));
        }
        job->excess[k] = excess.high;
        job->length[k] = most * length;
        finite = finite && isfinite(job->length[k]);
    }
    return finite;
}

static bool describe_top(ensemble_job *job, const fast_polynomial *own, double share)
{
    bool finite = isfinite(job->h);
    job->vectors = (unsigned)own->M;
    memset(job->rate, 0, sizeof job->rate);
    memset(job->force, 0, sizeof job->force);
    memset(job->lin, 0, sizeof job->lin);
    memset(job->push, 0, sizeof job->push);
    memset(job->square, 0, sizeof job->square);
    for (size_t n = 0; n < own->summands; n++) {
        const summand *s = own->summand + n;
        const size_t i = s->at[0], k = s->k - 1U;
        if (s->k == 0 && s->degree == 2)
            job->rate[i] = rate_of(s, job->h);
        else if (s->k == 0)
            job->force[i - 3] = job->h * s->c;
        else if (s->degree == 2)
            job->square[k] = 2 * s->c;
        else if (i < 3)
            job->lin[k][i] = s->c;
        else
            job->push[k][i - 3] = s->c;
    }
    for (int i = 0; i < 3; i++)
        finite = finite && isfinite(job->rate[i]) && isfinite(job->force[i]);
    for (unsigned k = 0; k < job->vectors; k++) finite = finite && isfinite(job->square[k]);
    double L = 0;
    for (int i = 0; i < 3; i++) {
        double a = fabs(job->rate[i]);
        for (unsigned k = 0; k < job->vectors; k++)
            a += (fabs(job->lin[k][i]) + fabs(job->square[k])) * typical_increment(job->h);
        L = fmax(L, share * a);
    }
    expect_evaluations(job, 0.5 * L, L);
    return finite;
}

static bool describe_vortices(ensemble_job *job, const fast_point_vortices *vortices)
{
    bool finite = isfinite(job->h);
    job->quads = vortices->has_quad ? 3 : 0;
    for (int k = 0; k < 3; k++) job->quad[k] = vortices->has_quad ? vortices->quad[k] : 0;
    for (size_t j = 0; j < vortices->n; j++) {
        job->strength[j] = vortices->gamma[j] * (job->h * SIXTEENTH_OVER_PI);
        finite = finite && isfinite(job->strength[j]);
    }
    double L = 0, all = 0;
    for (size_t j = 0; j < vortices->n; j++) all += 2 * fabs(job->strength[j]);
    for (int k = 0; k < 3; k++)
        L = fmax(L, all + 0.375 * fabs(job->quad[k]) * typical_increment(job->h));
    expect_evaluations(job, 0.5 * L, L);
    return finite;
}

/* The ends of bond k, in the lists of both its spins; *used counts what is in a's list. */
static void put_bond_end(ensemble_spins *to, size_t *used, const fast_spins *spins, size_t k,
                         bool second, double times)
{
    const fast_bond *ends = spins->ends + k;
    ensemble_bond *bond = to->bond + to->first[second ? ends->b : ends->a] + (*used)++;
    bond->other = second ? ends->a : ends->b;
    bond->exchange = times * spins->exchange[k];
    for (size_t i = 0; i < 3; i++)
        bond->dmi[i] = spins->dmi ? (second ? -times : times) * spins->dmi[3 * k + i] : 0;
}

static void list_bonds(ensemble_spins *to, const fast_spins *spins, double times)
{
    size_t used[ENSEMBLE_SPINS_MOST] = {0};
    memset(to->first, 0, sizeof to->first);
    for (size_t k = 0; k < spins->bonds; k++) {
        to->first[spins->ends[k].a + 1]++;
        to->first[spins->ends[k].b + 1]++;
    }
    for (size_t a = 0; a < spins->spins; a++) to->first[a + 1] += to->first[a];
    for (size_t k = 0; k < spins->bonds; k++) {
        put_bond_end(to, used + spins->ends[k].a, spins, k, false, times);
        put_bond_end(to, used + spins->ends[k].b, spins, k, true, times);
    }
}

/* Each spin gets the least colour that no bound spin before it has; then colour after colour. */
static void set_order(ensemble_spins *to)
{
    uint32_t colour[ENSEMBLE_SPINS_MOST], placed = 0;
    for (uint32_t a = 0; a < to->n; a++) {
        uint32_t taken = 0; /* a bit a colour */
        for (uint32_t e = to->first[a]; e < to->first[a + 1]; e++)
            if (to->bond[e].other < a) taken |= (uint32_t)1 << colour[to->bond[e].other];
        for (colour[a] = 0; taken >> colour[a] & 1;) colour[a]++;
    }
    for (uint32_t c = 0; placed < to->n; c++)
        for (uint32_t a = 0; a < to->n; a++)
            if (colour[a] == c) to->order[placed++] = a;
}

static double largest(const double v[3])
{
    return fmax(fmax(fabs(v[0]), fabs(v[1])), fabs(v[2]));
}

static bool describe_spins(ensemble_job *job, const fast_spins *spins, double share)
{
    ensemble_spins *to = &job->spins;
    const double times = -share * job->h;
    to->n = (unsigned)spins->spins;
    to->turns = spins->dmi != NULL;
    to->has_axis = spins->has_axis && spins->axis[0] != 0;
    to->damped = spins->damping != 0;
    to->amplitude = -share * spins->amplitude;
    to->damping = spins->damping;
    for (int i = 0; i < 3; i++) {
        to->field[i] = times * spins->field[i];
        to->axis[i] = spins->axis[1 + i];
        to->pull[i] = 2 * times * spins->axis[0] * spins->axis[1 + i];
    }
    list_bonds(to, spins, times);
    set_order(to);
    bool finite = isfinite(job->h) && isfinite(largest(to->field)) && isfinite(largest(to->pull));
    double L = 0, still = largest(to->field) + fabs(to->amplitude) * typical_increment(job->h);
    for (size_t a = 0; a < spins->spins; a++) {
        double sum = largest(to->pull) * largest(to->axis);
        for (uint32_t e = to->first[a]; e < to->first[a + 1]; e++) {
            sum += fabs(to->bond[e].exchange) + largest(to->bond[e].dmi);
            finite = finite && isfinite(sum);
        }
        L = fmax(L, 2 * sum);
    }
    L += to->damping * (2 * L + still);
    /* one spin after the other: faster than all at once, whose first difference would be L/2 */
    expect_evaluations(job, 0.5 * L * L, 0.25 * L);
    return finite;
}

bool fast_ensemble_describe(ensemble_job *job)
{
    const ensemble_model model = fast_ensemble_model_of(job->scheme, job->sys);
    const void *own = job->sys->own;
    job->channels = (unsigned)job->sys->M;
    if (model == ENSEMBLE_RIGID_BODY) return describe_body(job, own);
    if (model == ENSEMBLE_BODY_LIE || model == ENSEMBLE_BODY_STRANG)
        return describe_body(job, own) && describe_turns(job);
    if (model == ENSEMBLE_HEAVY_TOP) return describe_top(job, own, 0.375);
    if (model == ENSEMBLE_TOP_DUAL) return describe_top(job, own, 0.75);
    if (model == ENSEMBLE_SPINS) return describe_spins(job, own, 0.25);
    if (model == ENSEMBLE_SPINS_SIB) return describe_spins(job, own, 0.5);
    return model != ENSEMBLE_MODELS && describe_vortices(job, own);
}
