/* Weak convergence to the Stratonovich solution, by sampling: |E X_h(T) - E X(T)| = O(h).
 *
 * y_l is the state after 2^l steps, averaged over antithetic copies of one Wiener path
 * (props/statistics/nested_grids.c) and taken along one direction.  In that average terms of odd
 * degree in the noises and products of two of them, the Levy areas among them, cancel, and the
 * spread left is of the order of the error itself.  The direction is the one along which the mean
 * of X_0 - X_2 stands out most from the spread of Z below (props/statistics/mean_direction.c),
 * found by a pilot sample of its own paths.
 *
 * With e(h) = E y - lim = a h + b h^2 + ..., T = 1, the mean of Z = 4(y_2 - y_4) - (y_0 - y_2) is
 * -0.70 b: a has gone.  Of order 3/4 it is (4^(1/4) - 1) E(y_0 - y_2) = 0.41 E(y_0 - y_2).  The
 * deficit is Z over what the pilot found for E|y_0 - y_2|; what 0.41 is measured against is that
 * difference on the fresh paths, since a pilot finds its own noise too.  This needs no other
 * solution.
 *
 * These differences do not show whether the limit is right.  For that, let R be another scheme of
 * the binary64 path on the same grid.  E(X_l - R_l) decreases with h if both have the same limit,
 * and does not otherwise (Ito's solution).  Along the direction of its pilot mean at l = 0,
 * deficit: (g_2 - g_0/2)/|g_0|, -1/4 and 1/2; asked for is 1/4.  Where that mean is within its own
 * noise (three standard errors) or within roundings, which may all lean one way (2^-40 |x|: sixteen
 * steps of K = 36 are 2^-44 |x|), the sample shows no difference between the solutions.
 *
 * The pilot decides how many paths a batch takes; a case that takes too many is skipped.  That
 * happens most with schemes of order four in the drift, because the noise alone determines their
 * order.  Of these the law is tried on one pair in eight (on all at multiplier 8); of the others on
 * so(n) and su(N), where a path costs most, on one pair in two (on all at multiplier 2).  The
 * systems drawn are on so(3), so(4), su(2)^n, su(3), sp(2, R), se(3) and the plane: nine
 * coordinates and six noises at most. */
#include "props/statistics/sampling.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FINEST = 4,
    GLANCE = 32,
    ONE_IN = 4,
    PILOT = 128,
    MOST_NOISES = 31,
    MOST_FIRST = 192,
    MOST_AGAIN = 768,
    FEW = 4
};

/* ONE_IN: where the binary64 path stands in, the subject is asked for one in so many paths of a
 * short pilot.  MOST_FIRST, MOST_AGAIN: the most copies of paths in a batch of the first and of the
 * second sample. */
static const double seen_short = 0.25, wanted = 6.5, nothing = 0x1p-40, wrong = 0.25, apart = 3,
                    near = 0x1p-8;

/* Rows of d numbers: of one path, means over its copies. */
enum { U0, U2, G0, G2, ROWS };

enum { ENDS = 5, OWN = 3 }; /* X_0, X_2, X_4 of the subject, R_0, R_2 */
static const unsigned level[ENDS] = {0, 2, 4, 0, 2};

typedef struct sample {
    const prop_sampled_case *of;
    prop_path_grids path;
    size_t d;
    unsigned copies;
    bool stands_in; /* the binary64 path makes the runs that the subject is not asked for */
    double apart;   /* the largest distance of a run of the subject from that of this path */
    unsigned batch; /* paths of a batch */
    double *glance; /* the rows of the first GLANCE paths, which both pilot samples look at */
    unsigned glanced;
    uint64_t expected;        /* the subject knows of its runs on the paths before this number */
    double *row;              /* ROWS: X_0 - X_2, X_2 - X_4, X_0 - R_0, X_2 - R_2 */
    double *end;              /* 6: X_0, X_2, X_4, R_0, R_2, and one to compare with */
    double *v, *w;            /* directions, of the first and of the second */
    double size, off, spread; /* |E(X_0 - X_2)|, |E(X_0 - R_0)| as the pilot found, spread of Z */
    double off_spread;        /* of X_0 - R_0, one path's */
    unsigned pilots;          /* paths of the pilot sample */
    bool ordered, differs;    /* the first is more than rounding, the second than its noise */
} sample;

/* Whether the subject makes the runs of this path itself. */
static bool asked(const sample *s, uint64_t number)
{
    if (!s->stands_in) return true;
    return number < PILOT ? number < GLANCE && number % ONE_IN == 0
                          : (number - PILOT) % s->batch == 0;
}

/* Tells the subject of its runs on paths from..to-1, if as many are due. */
static void expect_paths(sample *s, uint64_t from, uint64_t to)
{
    uint64_t left = PROP_RUNS_AHEAD / (OWN * s->copies) + 1;
    signed char sign[MOST_NOISES];
    if (!s->of->subject->expect || s->expected > from) return;
    for (s->expected = from; left && s->expected < to; s->expected++) {
        if (!asked(s, s->expected) || s->expected < s->glanced) continue;
        left--;
        prop_path_grids_draw(&s->path, s->expected);
        for (unsigned copy = 0; copy < s->copies; copy++) {
            prop_antithetic_signs(sign, copy, s->path.M);
            for (unsigned e = 0; e < OWN; e++)
                prop_path_grids_expect(&s->path, s->of->subject, s->of->c->scheme, level[e], sign);
        }
    }
}

/* One end: of the subject, or of the binary64 path.  Where this path stands in for other runs, it
 * makes this one too. */
static bool end_of(sample *s, unsigned e, const signed char *sign, bool asks)
{
    const size_t d = s->d;
    const bool own = e < OWN;
    const slp_scheme *scheme = own ? s->of->c->scheme : s->of->other;
    double *end = s->end + e * d, *beside = s->end + ENDS * d, square = 0;
    if (!prop_path_grids_end(end, &s->path, own && asks ? s->of->subject : &prop_subject_fast,
                             scheme, level[e], sign))
        return false;
    if (!own || !asks || !s->stands_in) return true;
    if (!prop_path_grids_end(beside, &s->path, &prop_subject_fast, scheme, level[e], sign)) {
        s->apart = INFINITY;
        return true;
    }
    for (size_t i = 0; i < d; i++) square = hypot(square, end[i] - beside[i]);
    s->apart = fmax(s->apart, square);
    return true;
}

static bool rows_on(sample *s, uint64_t number, bool limit)
{
    static const unsigned char from[ROWS][2] = {{0, 1}, {1, 2}, {0, 3}, {1, 4}};
    const size_t d = s->d;
    const bool asks = asked(s, number);
    double *kept = s->glance + (number < GLANCE ? number : 0) * ROWS * d;
    signed char sign[MOST_NOISES];
    if (number < s->glanced) {
        memcpy(s->row, kept, ROWS * d * sizeof *kept);
        return true;
    }
    memset(s->row, 0, ROWS * d * sizeof *s->row);
    prop_path_grids_draw(&s->path, number);
    for (unsigned copy = 0; copy < s->copies; copy++) {
        prop_antithetic_signs(sign, copy, s->path.M);
        for (unsigned e = 0; e < (limit ? ENDS : OWN); e++)
            if (!end_of(s, e, sign, asks)) return false;
        for (unsigned r = 0; r < (limit ? ROWS : G0); r++)
            for (size_t i = 0; i < d; i++)
                s->row[r * d + i] +=
                    (s->end[from[r][0] * d + i] - s->end[from[r][1] * d + i]) / s->copies;
    }
    if (number < GLANCE) {
        memcpy(kept, s->row, ROWS * d * sizeof *kept);
        s->glanced = (unsigned)number + 1;
    }
    return true;
}

static double along(const double *v, const double *row, size_t d)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) sum += v[i] * row[i];
    return sum;
}

static double contrast(const sample *s)
{
    return 4 * along(s->v, s->row + U2 * s->d, s->d) - along(s->v, s->row + U0 * s->d, s->d);
}

static double length(const double *v, size_t d)
{
    double size = 0;
    for (size_t i = 0; i < d; i++) size = hypot(size, v[i]);
    return size;
}

/* v := v / |v|, returns |v| */
static double unit(double *v, size_t d)
{
    const double size = length(v, d);
    for (size_t i = 0; i < d && size > 0; i++) v[i] /= size;
    return size;
}

/* v, the mean of X_0 - X_2, := the unit vector along which it stands out most from the spread of Z;
 * returns the mean along it.  kept: of each path, X_0 - X_2 and X_2 - X_4. */
static double sharpest(double *v, const double *kept, unsigned count, size_t d)
{
    double *room = calloc(2 * d + d * d, sizeof *room), *z = room, *mean = room + d;
    double *covariance = room + 2 * d;
    if (!room) abort();
    memcpy(mean, v, d * sizeof *v);
    for (size_t n = 0; n < count; n++) {
        const double *u = kept + 2 * n * d;
        for (size_t i = 0; i < d; i++) z[i] = 4 * u[d + i] - u[i];
        for (size_t i = 0; i < d; i++)
            for (size_t j = 0; j < d; j++) covariance[i * d + j] += z[i] * z[j] / count;
    }
    prop_mean_direction(v, mean, covariance, d);
    unit(v, d);
    double size = along(v, mean, d);
    free(room);
    return size;
}

/* What may be rounding, over |x|. */
static double least_seen(const sample *s)
{
    return ldexp(nothing, 53 - prop_unit_bits(s->of->c));
}

/* Directions and sizes, by paths 0 to count - 1. */
static bool pilot(sample *s, unsigned count)
{
    const size_t d = s->d;
    double *kept = calloc(2 * count * d, sizeof *kept), square = 0, mean = 0, second = 0;
    bool answered = true;
    if (!kept) abort();
    memset(s->v, 0, 2 * d * sizeof *s->v); /* and w */
    s->expected = 0;
    for (uint64_t n = 0; n < count && answered; n++) {
        expect_paths(s, n, count);
        answered = rows_on(s, n, true);
        memcpy(kept + 2 * n * d, s->row, 2 * d * sizeof *kept);
        for (size_t i = 0; i < d; i++) {
            s->v[i] += s->row[U0 * d + i] / count;
            s->w[i] += s->row[G0 * d + i] / count;
            square += s->row[G0 * d + i] * s->row[G0 * d + i] / count;
        }
    }
    s->off = unit(s->w, d);
    s->differs = s->off > least_seen(s) * length(s->of->c->x, d) &&
                 s->off * s->off > apart * apart * (square - s->off * s->off) / (count - 1);
    s->off_spread = sqrt(fmax(0, square - s->off * s->off));
    s->pilots = count;
    if (answered) s->size = sharpest(s->v, kept, count, d);
    for (size_t n = 0; n < count && answered; n++) {
        memcpy(s->row, kept + 2 * n * d, 2 * d * sizeof *kept);
        const double z = contrast(s);
        mean += z / count, second += z * z / count;
    }
    s->spread = sqrt(fmax(0, second - mean * mean));
    free(kept);
    return answered;
}

/* Used if the pilot shows no difference to the other scheme: how far Ito's solution would have
 * shifted the samples.  Its mean is off by c = ito T after one step, as the square of an increment
 * is, with a spread of at most sqrt(2) c a path beside the spread seen: the pilot sees a difference
 * where c is more than `apart` errors.  A difference that the pilot finds is sampled: g_2 - g_0/2
 * is c/2 on average, with a variance of c^2/2 a path (squares of four quarters of an increment, and
 * of their sum), and the second sample is planned so that a quarter is 17 errors
 * (props/statistics/two_sample_test.c). */
static prop_reach ito_reach(const sample *s)
{
    const double c = s->of->noise.ito * s->of->c->h, planned = 17;
    if (!(c > least_seen(s) * length(s->of->c->x, s->d))) return (prop_reach){0};
    const double error = sqrt((2 * c * c + s->off_spread * s->off_spread) / (s->pilots - 1));
    return (prop_reach){.first = DBL_MIN,
                        .second = planned / hypot(1, 0x1p-4),
                        .before = 0.5 * erfc((apart - c / error) / sqrt(2))};
}

/* Whether the subject's runs are those of the binary64 path, as closely as this law looks. */
static bool alike(const sample *s)
{
    double least = INFINITY;
    if (s->ordered) least = s->size;
    if (s->differs) least = fmin(least, s->off);
    if (isinf(least)) least = least_seen(s) / near * length(s->of->c->x, s->d);
    return s->apart <= near * least;
}

/* The batches, on paths from PILOT on; of the limit, `most` paths a batch. */
static bool batches(prop_batch_sample *batch_sample, sample *s, unsigned most)
{
    const size_t d = s->d;
    const double share = 1.0 / batch_sample->paths,
                 few = 1.0 / (batch_sample->paths < most ? batch_sample->paths : most);
    double fresh = 0;
    uint64_t number = PILOT;
    s->batch = batch_sample->paths;
    const uint64_t end = PILOT + (uint64_t)PROP_BATCHES * batch_sample->paths;
    s->expected = 0;
    for (int b = 0; b < PROP_BATCHES; b++)
        for (unsigned p = 0; p < batch_sample->paths; p++) {
            expect_paths(s, number, end);
            bool limit = s->differs && p < most;
            if (!rows_on(s, number++, limit)) return false;
            fresh += along(s->v, s->row + U0 * d, d) * share / PROP_BATCHES;
            batch_sample->deficit[PROP_ORDER][b] += contrast(s) / s->size * share;
            if (limit)
                batch_sample->deficit[PROP_LIMIT][b] +=
                    along(s->w, s->row + G2 * d, d) / s->off * few -
                    along(s->w, s->row + G0 * d, d) / s->off * few / 2;
        }
    if (s->stands_in && !alike(s)) {
        s->stands_in = false;
        s->glanced = 0;
        memset(batch_sample->deficit, 0, sizeof batch_sample->deficit);
        return batches(batch_sample, s, most);
    }
    batch_sample->short_by[PROP_ORDER] =
        s->ordered ? (pow(4, seen_short) - 1) * fresh / s->size : 0;
    batch_sample->short_by[PROP_LIMIT] = s->differs ? wrong : 0;
    if (!s->differs) batch_sample->agreed = ito_reach(s);
    return true;
}

/* How many paths a batch the first sample needs, estimated from a pilot sample of `count` paths; 0
 * if there is no such sample. */
static double takes(sample *s, unsigned count)
{
    if (!pilot(s, count)) return 0;
    s->ordered = s->size > least_seen(s) * length(s->of->c->x, s->d) && !s->of->wrong_limit;
    if (s->stands_in && !alike(s)) {
        s->stands_in = false;
        s->glanced = 0;
        return takes(s, count);
    }
    const double first = wanted * s->spread / (s->size * (pow(4, seen_short) - 1));
    return s->ordered ? fmax(2, ceil(first * first / PROP_BATCHES)) : FEW;
}

static bool with_room(prop_batch_sample *batch_sample, char note[PROP_NOTE], sample *s,
                      unsigned paths)
{
    const double most = (double)MOST_FIRST / s->copies;
    double first = paths ? 1 : takes(s, GLANCE); /* a short pilot may show far too many */
    if (first > 0 && first <= 2 * most) first = takes(s, PILOT);
    snprintf(note, PROP_NOTE, "no answers");
    if (first <= 0) return false;
    snprintf(note, PROP_NOTE, "it would take %.3g paths a batch", first);
    if (!paths && first > most) return false;
    batch_sample->most_again = MOST_AGAIN / s->copies;
    batch_sample->paths = (unsigned)fmin(first, most);
    if (batch_sample->paths < paths) batch_sample->paths = paths;
    snprintf(note, PROP_NOTE, "no answers");
    if (!batches(batch_sample, s, paths ? batch_sample->paths : FEW)) return false;
    snprintf(note, PROP_NOTE, "the mean error after one step was the pilot's noise");
    return s->ordered ? batch_sample->short_by[PROP_ORDER] > 0 : s->differs;
}

static bool sampler(prop_batch_sample *batch_sample, char note[PROP_NOTE],
                    const prop_sampled_case *of, unsigned paths)
{
    const size_t d = of->c->d;
    snprintf(note, PROP_NOTE, "more than %d noises", MOST_NOISES);
    if (of->c->M > MOST_NOISES) return false;
    double *room = calloc((ROWS + ENDS + 3) * d + GLANCE * ROWS * d, sizeof *room);
    if (!room) abort();
    sample s = {.of = of,
                .d = d,
                .copies = prop_antithetic_copies(of->c->M),
                .row = room,
                .end = room + ROWS * d,
                .v = room + (ROWS + ENDS + 1) * d,
                .w = room + (ROWS + ENDS + 2) * d,
                .glance = room + (ROWS + ENDS + 3) * d,
                .stands_in = prop_path_grids_stand_in(of)};
    prop_path_grids_init(&s.path, of->c, FINEST);
    bool looked = with_room(batch_sample, note, &s, paths);
    prop_path_grids_clear(&s.path);
    free(room);
    return looked;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    static const char *const others[2] = {"implicit-midpoint", "trapezoidal"};
    (void)law;
    return prop_two_sample_test(found, subject, c, others, sampler);
}

const prop_law prop_law_weak = {
    .name = "weak",
    .about = "converges weakly to the Stratonovich solution, at order one",
    .equation = "|E X_h(T) - E X(T)| = O(h)",
    .most_d = 9,
    .most_noises = 6,
    .statistical = true,
    .against = {"an order short by 1/4", "a wrong limit"},
    .generic = true,
    .noisy = true,
    .noise_size = -7,
    .sampled = true,
    .seldom = 8,
    .halved = SLP_SON | SLP_SUN | SLP_SUN_DUAL,
    .cases = 1,
    .check = check,
};
