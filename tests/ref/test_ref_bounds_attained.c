/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every Lipschitz constant, size and slope that a certificate rests on is never exceeded, and is
 * nearly attained: an optimiser looks for the inputs at which (what the derivative does)/(what the
 * bound says) is largest.  It walks the tables of the reference, so that a new system, algebra or
 * scheme is looked at without a word here:
 *     generator   |DXi(z) v| / (lip |v|), z in the ball of radius R around x
 *     factor k    the same of the generator of a splitting's flow
 *     stage       |DT(z) v| / (L |v|), z in the ball of radius R around the start
 *     terms       |Xi(x)| / (sizes of its terms)
 *     actions     |A(xi) v| / (size |v|) and |dA(xi)[v] x| / (slope |v| span x)
 * Inputs are drawn as cases are, then climb: one number after the other of parameters, state, h,
 * increments and place in the ball is changed, and the change kept where the ratio grows.  Each
 * subject is looked at as drawn, without noise and with noise alone, so that each term of a bound
 * must hold by itself; in the ball of radius 0 and in a wide one.  The vector v is the best that
 * power iteration on the derivative finds.
 *
 * Attained is 1/1.5.  What stays below stands in `far` with the reason; a row there whose bound is
 * attained after all fails too.
 * Run once (compiler, libraries, sanitizer): it asks about formulas of bounds.
 * Starts first. */
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

#include "oracle/contract/draw/draw.h"
#include "ref/scheme/scheme.h"
#include "ref/system/system.h"
#include "tests/ref/rigid_body_steps.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PREC = 64, MOST_D = 12, MOST_K = 2 * MOST_D, MOST_FREE = 128 };

typedef enum quantity { GENERATOR, FACTOR, STAGE, TERMS, ACTION_SIZE, ACTION_SLOPE } quantity;
static const char *const quantity_words[] = {"generator", "factor", "stage",
                                             "terms",     "size",   "slope"};

/* What is looked at: a bound of one system, and where. */
typedef struct subject {
    quantity of;
    const slp_system *system;
    const ref_scheme *scheme;
    int number;  /* of the factor or action */
    double wide; /* the radius over the size of the state; of actions the span of xi */
} subject;

typedef struct trial {
    slp_case c;
    ref_system *sys;
    slong d, M;
    arb_ptr x, dW;
    arb_t h;
    double place[MOST_K]; /* of z in the ball; of actions xi */
} trial;

enum { DEXP = 6, ACTIONS = 9 };
static const char *const action_words[ACTIONS] = {"ad",     "change", "inverse", "printed", "exp",
                                                  "cayley", "dexp",   "bracket", "dcay"};
static const ref_action *action_of(const ref_algebra *g, int a)
{
    const ref_action *const all[ACTIONS] = {g->ad,
                                            g->congruence_change,
                                            g->congruence_inverse,
                                            g->printed_inverse,
                                            g->exponential,
                                            g->cayley,
                                            g->dexp_dual,
                                            g->bracket,
                                            g->dcay_inverse_change};
    return all[a];
}

/* ---- linear maps of k numbers, in blocks of d ---------------------------------------------- */

typedef struct matrix {
    slong k, d;
    double at[MOST_K][MOST_K], weight[MOST_D]; /* the norm is that of the numbers times these */
} matrix;

static double norm_of(const ref_algebra *g, arb_srcptr v)
{
    mag_t size;
    mag_init(size);
    g->norm(size, g, v);
    const double value = mag_get_d(size);
    mag_clear(size);
    return value;
}

static double span_of(const ref_algebra *g, arb_srcptr v)
{
    mag_t size;
    mag_init(size);
    (g->span ? g->span : g->norm)(size, g, v);
    const double value = mag_get_d(size);
    mag_clear(size);
    return value;
}

static void weights(matrix *m, const ref_algebra *g)
{
    arb_ptr e = _arb_vec_init(g->d);
    for (slong i = 0; i < g->d; i++) {
        arb_one(e + i);
        m->weight[i] = norm_of(g, e);
        arb_zero(e + i);
    }
    _arb_vec_clear(e, g->d);
}

/* Column j, weighted; false where it is not known well. */
static bool set_column(matrix *m, slong j, arb_srcptr v)
{
    double largest = 0, widest = 0;
    for (slong i = 0; i < m->k; i++) {
        if (!arb_is_finite(v + i) || mag_cmp_2exp_si(arb_radref(v + i), 200) > 0) return false;
        const double value = arf_get_d(arb_midref(v + i), ARF_RND_NEAR);
        largest = fmax(largest, fabs(value));
        widest = fmax(widest, mag_get_d(arb_radref(v + i)));
        m->at[i][j] = value * m->weight[i % m->d] / m->weight[j % m->d];
    }
    return widest <= 0x1p-24 * largest;
}

static double block_length(const double *v, slong d)
{
    double most = 0, sum = 0;
    for (slong i = 0; i < d; i++) most = fmax(most, fabs(v[i]));
    for (slong i = 0; i < d && most > 0; i++) sum += v[i] / most * (v[i] / most);
    return most * sqrt(sum);
}

/* The largest |A v| found over v with blocks of length 1, in the largest of the norms of blocks. */
static double norm_of_map(const matrix *m, uint64_t *state)
{
    enum { STARTS = 2, ROUNDS = 12 };
    double best = 0, v[MOST_K], w[MOST_D];
    for (slong row = 0; row < m->k; row += m->d)
        for (int start = 0; start < STARTS; start++) {
            for (slong i = 0; i < m->d; i++) w[i] = rigid_between(state, -1, 1);
            for (int n = 0; n < ROUNDS; n++) {
                for (slong j = 0; j < m->k; j++) {
                    v[j] = 0;
                    for (slong i = 0; i < m->d; i++) v[j] += m->at[row + i][j] * w[i];
                }
                for (slong b = 0; b < m->k; b += m->d) {
                    const double length = block_length(v + b, m->d);
                    for (slong j = b; j < b + m->d && length > 0; j++) v[j] /= length;
                }
                for (slong i = 0; i < m->d; i++) {
                    w[i] = 0;
                    for (slong j = 0; j < m->k; j++) w[i] += m->at[row + i][j] * v[j];
                }
                const double length = block_length(w, m->d);
                best = fmax(best, length);
                for (slong i = 0; i < m->d && length > 0; i++) w[i] /= length;
            }
        }
    return best;
}

/* ---- ratios ---- */

/* Nothing to compare; 0 is bounded by 0; no bound. */
enum { NONE = -3, BOTH_ZERO, NO_BOUND };
/* Bounds are rounded up, numbers here to nearest. */
static const double MOST = 1 + 0x1p-20;

static double ratio_of(double value, double bound)
{
    if (!isfinite(value)) return NONE;
    if (isinf(bound)) return NO_BOUND;
    if (bound == 0) return value > 0 ? INFINITY : BOTH_ZERO;
    return value / bound;
}

/* z = start + R times the place, each of whose blocks has length 1 at most */
static void place(arb_ptr z, const trial *t, const matrix *m, arb_srcptr start, double R)
{
    arb_t move;
    arb_init(move);
    for (slong b = 0; b < m->k; b += m->d) {
        double weighted[MOST_D];
        for (slong i = 0; i < m->d; i++) weighted[i] = t->place[b + i];
        const double length = fmax(block_length(weighted, m->d), 0x1p-100);
        for (slong i = 0; i < m->d; i++) {
            arb_set_d(move, t->place[b + i] / m->weight[i] / length * R * (1 - 0x1p-20));
            arb_add(z + b + i, start + b + i, move, PREC);
            mag_zero(arb_radref(z + b + i));
        }
    }
    arb_clear(move);
}

static double stage(const subject *s, const trial *t, uint64_t *state)
{
    ref_frame f;
    mag_t L, R;
    double value = NONE;
    matrix m;
    mag_init(L);
    mag_init(R);
    if (ref_frame_init(&f, s->scheme, t->sys, t->x, t->h, t->dW, PREC) && f.k <= MOST_K) {
        arb_ptr z = _arb_vec_init(3 * f.k), v = z + f.k, out = v + f.k;
        m.k = f.k;
        m.d = f.d;
        weights(&m, f.algebra);
        mag_set_d(R, s->wide);
        mag_mul(R, R, f.scale);
        f.scheme->lipschitz(L, &f, R);
        for (int n = 0; mag_is_inf(L) && n < 20; n++) {
            mag_mul_2exp_si(R, R, -2);
            f.scheme->lipschitz(L, &f, R);
        }
        place(z, t, &m, f.start, mag_get_d(R));
        bool known = !mag_is_inf(L);
        if (!known) value = NO_BOUND;
        for (slong j = 0; j < f.k && known; j++) {
            arb_one(v + j);
            f.scheme->stage_tangent(out, &f, z, v, NULL);
            arb_zero(v + j);
            known = set_column(&m, j, out);
        }
        if (known) value = ratio_of(norm_of_map(&m, state), mag_get_d(L));
        _arb_vec_clear(z, 3 * f.k);
    }
    ref_frame_clear(&f);
    mag_clear(L);
    mag_clear(R);
    return value;
}

/* Of the generator, or of the generator of a factor. */
static double generator(const subject *s, const trial *t, uint64_t *state)
{
    const ref_system_table *table = t->sys->table;
    const slong d = t->d, size = t->sys->pack_size;
    arb_ptr z = _arb_vec_init(3 * d + size), v = z + d, out = v + d, pack = out + d;
    mag_t lip, R;
    double value = NONE;
    matrix m = {.k = d, .d = d};
    mag_init(lip);
    mag_init(R);
    weights(&m, &t->sys->algebra);
    mag_set_d(R, s->wide * norm_of(&t->sys->algebra, t->x));
    if (!table->domain || table->domain(t->sys, t->x, PREC)) {
        table->freeze(pack, t->sys, t->h, t->dW, PREC);
        for (int n = 0; n < 20; n++) {
            if (s->of == GENERATOR)
                table->generator_lipschitz(lip, t->sys, pack, t->x, R);
            else
                table->factor_lipschitz(lip, t->sys, s->number, t->h, t->dW, t->x, R);
            if (!mag_is_inf(lip)) break;
            mag_mul_2exp_si(R, R, -2);
        }
        place(z, t, &m, t->x, mag_get_d(R));
        bool known = !mag_is_inf(lip);
        if (!known) value = NO_BOUND;
        for (slong j = 0; j < d && known; j++) {
            arb_one(v + j);
            if (s->of == GENERATOR)
                table->generator_tangent(out, t->sys, pack, z, v, PREC);
            else
                table->factor_tangent(out, t->sys, s->number, t->h, t->dW, z, v, PREC);
            arb_zero(v + j);
            known = set_column(&m, j, out);
        }
        if (known) value = ratio_of(norm_of_map(&m, state), mag_get_d(lip));
    }
    _arb_vec_clear(z, 3 * d + size);
    mag_clear(lip);
    mag_clear(R);
    return value;
}

/* In Euclidean norms of coordinates. */
static double terms(const trial *t)
{
    double size, condition, sum = 0;
    arb_ptr xi = _arb_vec_init(t->d);
    if (t->sys->table->domain && !t->sys->table->domain(t->sys, t->x, PREC)) {
        _arb_vec_clear(xi, t->d);
        return NONE;
    }
    ref_generator(xi, t->sys, t->x, t->h, t->dW, PREC);
    ref_generator_terms(&size, &condition, t->sys, t->x, t->h, t->dW);
    for (slong i = 0; i < t->d; i++) sum = hypot(sum, arf_get_d(arb_midref(xi + i), ARF_RND_NEAR));
    _arb_vec_clear(xi, t->d);
    return ratio_of(sum, size);
}

static double action(const subject *s, const trial *t, uint64_t *state)
{
    const ref_algebra *g = &t->sys->algebra;
    const ref_action *A = action_of(g, s->number);
    const slong d = t->d;
    arb_ptr xi = _arb_vec_init(3 * d + g->scratch), v = xi + d, out = v + d, w = out + d;
    mag_t size, slope, rho;
    matrix m = {.k = d, .d = d};
    mag_init(size);
    mag_init(slope);
    mag_init(rho);
    weights(&m, g);
    place(xi, t, &m, xi, 1);
    const double span = span_of(g, xi);
    for (slong i = 0; i < d; i++) {
        arb_set_d(xi + i, arf_get_d(arb_midref(xi + i), ARF_RND_NEAR) * s->wide / span);
    }
    (g->span ? g->span : g->norm)(rho, g, xi);
    A->bound(size, slope, g, rho);
    bool known = true;
    for (slong j = 0; j < d && known; j++) {
        arb_one(v + j);
        if (s->of == ACTION_SLOPE)
            ref_action_vary(out, A, g, xi, v, t->x, w, PREC);
        else
            (A->along ? A->along : A->apply)(out, g, xi, v, w, PREC);
        arb_zero(v + j);
        known = set_column(&m, j, out);
    }
    const double moved = known ? norm_of_map(&m, state) : INFINITY;
    const double value = s->of == ACTION_SLOPE
                             ? ratio_of(moved, mag_get_d(slope) * span_of(g, t->x))
                             : ratio_of(moved, mag_get_d(size));
    _arb_vec_clear(xi, 3 * d + g->scratch);
    mag_clear(size);
    mag_clear(slope);
    mag_clear(rho);
    return value;
}

/* ---- trials ---- */

/* Makes the system of the case as it stands; false where its numbers make none. */
static bool open(trial *t)
{
    slp_error err;
    if (ref_system_new(&t->sys, &t->c, &err) != SLP_OK) return false;
    t->d = t->sys->algebra.d;
    t->M = t->sys->M;
    t->x = _arb_vec_init(t->d + t->M);
    t->dW = t->x + t->d;
    arb_init(t->h);
    for (slong i = 0; i < t->d; i++) arb_set_d(t->x + i, t->c.x[i]);
    for (slong i = 0; i < t->M; i++) arb_set_d(t->dW + i, t->c.dw[i]);
    arb_set_d(t->h, t->c.h);
    return true;
}

static void close_trial(trial *t)
{
    arb_clear(t->h);
    _arb_vec_clear(t->x, t->d + t->M);
    ref_system_free(t->sys);
    t->sys = NULL;
}

static double ratio(const subject *s, trial *t, uint64_t *state)
{
    double value = NONE;
    if (!open(t)) return NONE;
    const bool there =
        s->of != FACTOR || (t->sys->table->factors && t->sys->table->factors(t->sys) > s->number);
    if (there) switch (s->of) {
        case STAGE:
            value = stage(s, t, state);
            break;
        case GENERATOR:
        case FACTOR:
            value = generator(s, t, state);
            break;
        case TERMS:
            value = terms(t);
            break;
        case ACTION_SIZE:
        case ACTION_SLOPE:
            value = action(s, t, state);
            break;
        }
    close_trial(t);
    return value;
}

typedef enum regime { AS_DRAWN, QUIET, NOISE_ALONE, REGIMES } regime;

/* The numbers of a trial that may be changed. */
static size_t free_numbers(double *at[MOST_FREE], trial *t, const subject *s, regime r)
{
    size_t count = 0;
    for (size_t i = 0; i < t->c.d && count < MOST_FREE; i++) at[count++] = t->c.x + i;
    for (size_t i = 0; i < t->c.M && r != QUIET && count < MOST_FREE; i++)
        at[count++] = t->c.dw + i;
    if (r != NOISE_ALONE && count < MOST_FREE) at[count++] = &t->c.h;
    for (size_t i = 0; i < MOST_K && count < MOST_FREE; i++)
        if (s->wide > 0) at[count++] = t->place + i;
    for (size_t p = 0; s->system->params[p].key; p++)
        if (s->system->params[p].kind == SLP_PARAM_NUMBERS)
            for (size_t i = 0; i < t->c.params[p].count && count < MOST_FREE; i++)
                at[count++] = t->c.params[p].at + i;
    return count;
}

static bool draw(trial *t, const subject *s, const slp_scheme *scheme, uint64_t number, regime r,
                 uint64_t *state)
{
    slp_draw from;
    memset(t, 0, sizeof *t);
    slp_case_init(&t->c);
    slp_draw_init(&from, 5, number);
    assert_int_equal(slp_draw_case(&t->c, s->system, scheme, &from, 1), SLP_OK);
    if (t->c.d > MOST_D) {
        slp_case_clear(&t->c);
        return false;
    }
    if (r == NOISE_ALONE) t->c.h = 0;
    for (size_t k = 0; k < t->c.M && r == QUIET; k++) t->c.dw[k] = 0;
    /* spheres, and other parts of a state, of unlike size */
    if (number % 3 == 2)
        for (size_t i = 0; i < t->c.d; i += 3) {
            const double by = ldexp(1, (int)(rigid_bits(state) % 12) - 8);
            for (size_t k = i; k < i + 3 && k < t->c.d; k++) t->c.x[k] *= by;
        }
    /* where spans add up: along the state */
    for (size_t i = 0; i < MOST_K; i++)
        t->place[i] = number % 2 ? t->c.x[i % t->c.d] : rigid_between(state, -1, 1);
    return true;
}

static void change(double *number, uint64_t *state)
{
    switch (rigid_bits(state) % 5) {
    case 0:
        *number = 0;
        break;
    case 1:
        *number = -*number;
        break;
    case 2:
        *number = rigid_between(state, -1, 1);
        break;
    default:
        *number *= exp2(rigid_between(state, -2, 2));
    }
}

/* The largest ratio found from this draw, `changes` changes on. */
static double climb(const subject *s, trial *t, regime r, int changes, uint64_t *state)
{
    double *number[MOST_FREE];
    const size_t count = free_numbers(number, t, s, r);
    double best = ratio(s, t, state);
    for (int n = 0; n < changes && best < 0.999; n++) {
        double *one = number[rigid_bits(state) % count], old = *one;
        change(one, state);
        const double now = ratio(s, t, state);
        if (now >= best)
            best = now;
        else
            *one = old;
    }
    return best;
}

/* ---- what is far from attained, and why ---- */

/* Patterns of the names below, and the reasons. */
static const struct {
    const char *what, *why;
} far[] = {
    {"rigid-body stage isospectral-gauss4 *",
     "the bound is one of matrices, for which |[A, B]| <= 2 |A| |B|; a cross product has half"},
    {"rigid-body-n stage *midpoint 0.25",
     "R bounds the span of a move of Frobenius norm R, and a skew matrix has R/sqrt(2) at most"},
    {"rigid-body-n stage trapezoidal 0.25", "the same"},
    {"heavy-top slope change 0.75",
     "parts of Pi and Gamma are bounded each by its largest, which other arguments reach"},
    {"heavy-top slope dcay 0.75", "the same"},
    {"heavy-top slope exp *", "the same, of rotation and translation"},
    {"heavy-top slope cayley *", "the same"},
    {"rigid-body slope change 0.75", "two terms at right angles are added: 1/2 and rho/2"},
    {"rigid-body slope dcay 0.75", "the same"},
    {"rigid-body slope inverse 0.75", "that slope, and |D^-1|^2 <= 1"},
    {"rigid-body slope printed 0.75", "that slope, and |D^-1|^2 along the axis"},
    {"rigid-body * printed 24", "no bound from rho = 2 on, where the rule has a pole"},
    {"rigid-body * inverse 24", "the largest over all rho; here the inverse is 1/(1 + rho^2/4)"},
    {"rigid-body slope cayley 24", "the largest over all rho; here it is 1/(1 + rho^2/4)"},
    {"rigid-body-n slope inverse 24", "the largest over all rho"},
    {"rigid-body-n slope cayley 24", "the largest over all rho"},
    {"sine-euler slope inverse 24", "the largest over all rho"},
    {"symplectic * inverse 24", "no bound from rho = 2 on, where a resolvent has a pole"},
    {"symplectic * cayley 24", "the same"},
    {"symplectic * dexp 0.75", "the mean of e^(2 rho s) over s is bounded by its largest"},
    {"symplectic * exp 24", "e^(2 rho) needs both ends of one eigenvector"},
};
enum { FAR = sizeof far / sizeof *far };

typedef struct tally {
    int looked_at, wrong;
    bool used[FAR];
} tally;

/* SYSTEM QUANTITY WHICH RADIUS */
static void name_of(char name[160], const subject *s)
{
    char which[40] = "-";
    if (s->of == STAGE) snprintf(which, sizeof which, "%s", s->scheme->name);
    if (s->of == FACTOR) snprintf(which, sizeof which, "%d", s->number);
    if (s->of == ACTION_SIZE || s->of == ACTION_SLOPE)
        snprintf(which, sizeof which, "%s", action_words[s->number]);
    snprintf(name, 160, "%s %s %s %g", s->system->name, quantity_words[s->of], which, s->wide);
}

static const slp_scheme *contract_of(const slp_system *system, const ref_scheme *scheme)
{
    for (size_t i = 0; slp_scheme_at(i); i++)
        if (scheme ? strcmp(slp_scheme_at(i)->name, scheme->name) == 0
                   : slp_pair_makes_sense(system, slp_scheme_at(i), NULL))
            return slp_scheme_at(i);
    return NULL;
}

/* The best of some draws, and what climbing makes of it; NONE where nothing could be drawn. */
static double search(const subject *s, const slp_scheme *scheme, regime r, uint64_t first,
                     int changes, uint64_t *state)
{
    enum { DRAWS = 4 };
    trial t, top = {0};
    double highest = NONE - 1;
    for (uint64_t n = first; n < first + DRAWS; n++) {
        if (!draw(&t, s, scheme, n, r, state)) continue;
        const double here = ratio(s, &t, state);
        if (here > highest) {
            if (highest >= NONE) slp_case_clear(&top.c);
            highest = here;
            top = t;
        } else {
            slp_case_clear(&t.c);
        }
    }
    if (highest < NONE) return NONE;
    highest = climb(s, &top, r, changes, state);
    if (highest > MOST) {
        char name[160];
        name_of(name, s);
        fputs("exceeded by: ", stderr);
        slp_case_print(stderr, &top.c);
        print_error("%s: exceeded, ratio %.9g\n", name, highest);
    }
    slp_case_clear(&top.c);
    return highest;
}

/* The largest ratio of the subject is at most 1, and near it; SHOW=1 prints it. */
static void look_at(const subject *s, tally *all)
{
    enum { CHANGES = 24, AGAIN = 24, MORE = 160 };
    static const double attained = 1 / 1.5;
    uint64_t state = 11;
    double best = NONE;
    char name[160];
    const slp_scheme *scheme = contract_of(s->system, s->scheme);
    if (!scheme || !slp_pair_makes_sense(s->system, scheme, NULL)) return;
    name_of(name, s);
    int excused = -1;
    for (int f = 0; f < FAR && excused < 0; f++)
        if (fnmatch(far[f].what, name, 0) == 0) excused = f;
    for (int n = 0; n < REGIMES; n++)
        best = fmax(best, search(s, scheme, (regime)n, 0, CHANGES, &state));
    for (int n = 0; n < AGAIN && best < attained && best != BOTH_ZERO && excused < 0; n++)
        best =
            fmax(best, search(s, scheme, (regime)(n % REGIMES), 4 * (uint64_t)n + 4, MORE, &state));
    all->wrong += best > MOST;
    const bool near = best >= attained || best == BOTH_ZERO;
    if (best == NONE && s->of == FACTOR) return; /* no case has so many factors */
    if (!near && excused < 0) {
        print_error("%s: attained to %.4g of the bound only\n", name, best);
        all->wrong++;
    }
    if (getenv("SHOW")) printf("# %-50s %.4f\n", name, best);
    all->looked_at++;
    if (!near && excused >= 0) all->used[excused] = true;
}

static void of_systems(void **of)
{
    tally *all = *of;
    for (size_t i = 0; drawn_system_at(i); i++)
        for (int wide = 0; wide < 2; wide++) {
            subject s = {.system = drawn_system_at(i), .of = GENERATOR, .wide = 0.25 * wide};
            look_at(&s, all);
            s.of = FACTOR;
            for (s.number = 0; s.number < 4 && s.system->factors; s.number++) look_at(&s, all);
            s.of = TERMS;
            if (!wide) look_at(&s, all);
        }
    assert_int_equal(all->wrong, 0);
}

static bool whole(void)
{
    return depth_multiplier() >= 1;
}

static void of_stages(void **of)
{
    tally *all = *of;
    for (size_t i = 0; modelled_system_at(i); i++)
        for (size_t k = 0; ref_scheme_at(k); k++)
            for (int wide = 0; wide < 2; wide++) {
                subject s = {.system = modelled_system_at(i),
                             .of = STAGE,
                             .scheme = ref_scheme_find(ref_scheme_at(k)),
                             .wide = 0.25 * wide};
                /* a quarter of the pairs in `make check` */
                if (s.scheme->lipschitz && (whole() || (i + k) % 4 == 0)) look_at(&s, all);
            }
    assert_int_equal(all->wrong, 0);
}

static void of_actions(void **of)
{
    tally *all = *of;
    static const double spans[] = {0x1p-6, 0.75, 24};
    const char *seen[32];
    size_t algebras = 0;
    for (size_t i = 0; modelled_system_at(i); i++) {
        subject s = {.system = modelled_system_at(i)};
        trial t;
        uint64_t state = 3, n = 0;
        while (n < 20 && !draw(&t, &s, contract_of(s.system, NULL), n, AS_DRAWN, &state)) n++;
        if (n == 20 || !open(&t)) continue;
        bool known = false;
        for (size_t k = 0; k < algebras; k++)
            known = known || !strcmp(seen[k], t.sys->algebra.name);
        bool has[ACTIONS];
        for (int a = 0; a < ACTIONS; a++) has[a] = action_of(&t.sys->algebra, a) != NULL;
        if (!known) seen[algebras++] = t.sys->algebra.name;
        close_trial(&t);
        slp_case_clear(&t.c);
        for (s.number = 0; s.number < ACTIONS && !known; s.number++)
            for (size_t w = 0; w < sizeof spans / sizeof *spans && has[s.number]; w++) {
                /* an integral over rotations: far from 0 its size and slope only fall */
                if (s.number == DEXP && spans[w] > 1) continue;
                s.wide = spans[w];
                s.of = ACTION_SIZE;
                look_at(&s, all);
                s.of = ACTION_SLOPE;
                look_at(&s, all);
            }
    }
    assert_int_equal(all->wrong, 0);
}

static void reasons_are_needed(void **of)
{
    const tally *all = *of;
    assert_gt(all->looked_at, 200);
    for (int f = 0; f < FAR && whole(); f++)
        if (!all->used[f]) fail_msg("`%s` is attained, or is nothing", far[f].what);
}

int main(void)
{
    static tally all;
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(of_systems, &all),
                                       cmocka_unit_test_prestate(of_stages, &all),
                                       cmocka_unit_test_prestate(of_actions, &all),
                                       cmocka_unit_test_prestate(reasons_are_needed, &all)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
