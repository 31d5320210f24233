/* Weak convergence to the Stratonovich solution, by sampling: |E X_h(T) - E X(T)| = O(h).
 *
 * y_l is the state after 2^l steps, averaged over antithetic copies of one Wiener path and taken along one direction.
 *   Antithetic copies: the signs of an orthogonal array of strength 3 (rows of a Hadamard matrix and their opposites), each noise times its
 *     sign, make paths of the same law.  Terms of odd degree in the noises and products of two of them, the Levy areas
 *     among them, cancel, and the spread left is of the order of the error itself.
 *   Along v, the direction of E(X_0 - X_2), found by a pilot sample of its own paths, there is an error to see.
 *
 * With e(h) = E y - lim = a h + b h^2 + ..., T = 1, the mean of Z = 4(y_2 - y_4) - (y_0 - y_2) is -0.70 b: a has gone.  Of order 3/4 it is
 * (4^(1/4) - 1) E(y_0 - y_2) = 0.41 E(y_0 - y_2).  The deficit is Z over what the pilot found for E|y_0 - y_2|; what 0.41 is measured against is that
 * difference on the fresh paths, since a pilot finds its own noise too.  It needs no other solution.
 *
 * These differences do not know where the limit is.  E(X_l - R_l), R another scheme of the binary64 path on the same grid, falls with h where both
 * have one limit and stays where not (Ito's solution).  Along the direction of its pilot mean at l = 0, deficit: (g_2 - g_0/2)/|g_0|, -1/4 and 1/2; asked for is 1/4.
 * Where that mean is within its own noise (three standard errors), the solutions agree as far as can be seen.
 *
 * The pilot says how many paths a batch takes; a case that takes many is passed over.  Not asked of schemes of order four, whose errors of the mean are small beside
 * their spread, so that most cases would be passed over; nor of so(n) and su(N), which with three noises are so(3) once more, and Zeitlin's su(2), which does
 * not drift. */
#include "props/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FINEST = 4, PILOT = 128, MOST_NOISES = 31, MOST_FIRST = 20, FEW = 4 };

static const double seen_short = 0.25, wanted = 7, nothing = 0x1p-40, wrong = 0.25, apart = 3;

/* Rows of d numbers: of one path, means over its copies. */
enum { U0, U2, G0, G2, ROWS };

typedef struct sample {
    const prop_sampled *of;
    prop_nested path;
    size_t d;
    unsigned copies;
    double *row;              /* ROWS: X_0 - X_2, X_2 - X_4, X_0 - R_0, X_2 - R_2 */
    double *end;              /* 5: X_0, X_2, X_4, R_0, R_2 */
    double *v, *w;            /* directions */
    double size, off, spread; /* |E(X_0 - X_2)|, |E(X_0 - R_0)| as the pilot found, spread of Z */
    bool ordered, differs;    /* the first is more than rounding, the second than its noise */
} sample;

/* Copy number `copy` of 2^(r+1), 2^r > M: row copy/2 of the Hadamard matrix of order 2^r without its first column, and the opposite; of one or two
 * noises all signs. */
static void signs(signed char sign[MOST_NOISES], unsigned copy, size_t M)
{
    for (unsigned k = 0; k < M; k++) {
        unsigned both = (copy >> 1) & (k + 1), odd = 0;
        for (; both; both &= both - 1) odd ^= 1;
        sign[k] = M <= 2 ? (copy >> k & 1 ? -1 : 1) : (odd ^ (copy & 1) ? -1 : 1);
    }
}

static unsigned copies_of(size_t M)
{
    unsigned rows = 1;
    while (rows <= M) rows *= 2;
    return M <= 2 ? 1u << M : 2 * rows;
}

static bool rows_on(sample *s, uint64_t number, bool limit)
{
    static const unsigned level[5] = {0, 2, 4, 0, 2};
    static const unsigned char from[ROWS][2] = {{0, 1}, {1, 2}, {0, 3}, {1, 4}};
    const size_t d = s->d;
    signed char sign[MOST_NOISES];
    memset(s->row, 0, ROWS * d * sizeof *s->row);
    prop_nested_draw(&s->path, number);
    for (unsigned copy = 0; copy < s->copies; copy++) {
        signs(sign, copy, s->path.M);
        for (unsigned e = 0; e < (limit ? 5 : 3); e++)
            if (!prop_nested_end(s->end + e * d, &s->path,
                                 e < 3 ? s->of->subject : &prop_subject_fast,
                                 e < 3 ? s->of->c->scheme : s->of->other, level[e], sign))
                return false;
        for (unsigned r = 0; r < (limit ? ROWS : G0); r++)
            for (size_t i = 0; i < d; i++)
                s->row[r * d + i] +=
                    (s->end[from[r][0] * d + i] - s->end[from[r][1] * d + i]) / s->copies;
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

/* v := v / |v|, returns |v| */
static double unit(double *v, size_t d)
{
    double size = 0;
    for (size_t i = 0; i < d; i++) size = hypot(size, v[i]);
    for (size_t i = 0; i < d && size > 0; i++) v[i] /= size;
    return size;
}

/* Directions and sizes, by paths 0 to PILOT - 1. */
static bool pilot(sample *s)
{
    const size_t d = s->d;
    double *kept = calloc(2 * PILOT * d, sizeof *kept), square = 0, mean = 0, second = 0;
    bool answered = true;
    if (!kept) abort();
    for (uint64_t n = 0; n < PILOT && answered; n++) {
        answered = rows_on(s, n, true);
        memcpy(kept + 2 * n * d, s->row, 2 * d * sizeof *kept);
        for (size_t i = 0; i < d; i++) {
            s->v[i] += s->row[U0 * d + i] / PILOT;
            s->w[i] += s->row[G0 * d + i] / PILOT;
            square += s->row[G0 * d + i] * s->row[G0 * d + i] / PILOT;
        }
    }
    s->size = unit(s->v, d);
    s->off = unit(s->w, d);
    s->differs = s->off * s->off > apart * apart * (square - s->off * s->off) / (PILOT - 1);
    for (size_t n = 0; n < PILOT && answered; n++) {
        memcpy(s->row, kept + 2 * n * d, 2 * d * sizeof *kept);
        const double z = contrast(s);
        mean += z / PILOT, second += z * z / PILOT;
    }
    s->spread = sqrt(fmax(0, second - mean * mean));
    free(kept);
    return answered;
}

/* The batches, on paths from PILOT on. */
static bool batches(prop_look *look, sample *s)
{
    const size_t d = s->d;
    const double share = 1.0 / look->paths, few = 1.0 / (look->paths < FEW ? look->paths : FEW);
    double fresh = 0;
    uint64_t number = PILOT;
    for (int b = 0; b < PROP_BATCHES; b++)
        for (unsigned p = 0; p < look->paths; p++) {
            bool limit = s->differs && p < FEW;
            if (!rows_on(s, number++, limit)) return false;
            fresh += along(s->v, s->row + U0 * d, d) * share / PROP_BATCHES;
            look->deficit[PROP_ORDER][b] += contrast(s) / s->size * share;
            if (limit)
                look->deficit[PROP_LIMIT][b] += along(s->w, s->row + G2 * d, d) / s->off * few -
                                                along(s->w, s->row + G0 * d, d) / s->off * few / 2;
        }
    look->short_by[PROP_ORDER] = s->ordered ? (pow(4, seen_short) - 1) * fresh / s->size : 0;
    look->short_by[PROP_LIMIT] = s->differs ? wrong : 0;
    return true;
}

static bool with_room(prop_look *look, char note[PROP_NOTE], sample *s, unsigned paths)
{
    double state = 0;
    snprintf(note, PROP_NOTE, "no answers");
    if (!pilot(s)) return false;
    for (size_t i = 0; i < s->d; i++) state = hypot(state, s->of->c->x[i]);
    s->ordered = s->size > nothing * state && !s->of->wrong_limit;
    double first = wanted * s->spread / (s->size * (pow(4, seen_short) - 1));
    first = s->ordered ? ceil(first * first / PROP_BATCHES) : FEW;
    snprintf(note, PROP_NOTE, "it would take %.3g paths a batch", first);
    if (!paths && first > MOST_FIRST) return false;
    look->paths = first < 2 ? 2 : (unsigned)fmin(first, MOST_FIRST);
    if (look->paths < paths) look->paths = paths;
    snprintf(note, PROP_NOTE, "no answers");
    if (!batches(look, s)) return false;
    snprintf(note, PROP_NOTE, "the mean error after one step was the pilot's noise");
    return s->ordered ? look->short_by[PROP_ORDER] > 0 : s->differs;
}

static bool look_at(prop_look *look, char note[PROP_NOTE], const prop_sampled *of, unsigned paths)
{
    const size_t d = of->c->d;
    snprintf(note, PROP_NOTE, "more than %d noises", MOST_NOISES);
    if (of->c->M > MOST_NOISES) return false;
    double *room = calloc((ROWS + 7) * d, sizeof *room);
    if (!room) abort();
    sample s = {.of = of,
                .d = d,
                .copies = copies_of(of->c->M),
                .row = room,
                .end = room + ROWS * d,
                .v = room + (ROWS + 5) * d,
                .w = room + (ROWS + 6) * d};
    prop_nested_init(&s.path, of->c, FINEST);
    bool looked = with_room(look, note, &s, paths);
    prop_nested_clear(&s.path);
    free(room);
    return looked;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    static const char *const others[2] = {"rkmk-gauss4-exp", "rkmk-midpoint-exp"};
    (void)law;
    return prop_look_twice(found, subject, c, others, look_at);
}

const prop_law prop_law_weak = {
    .name = "weak",
    .about = "converges weakly to the Stratonovich solution, at order one",
    .equation = "|E X_h(T) - E X(T)| = O(h)",
    .algebras = SLP_SO3 | SLP_SU2N | SLP_SE3 | SLP_SP | SLP_VECTOR,
    .most_order = 2,
    .most_d = 6,
    .most_noises = 3,
    .statistical = true,
    .generic = true,
    .noisy = true,
    .loud = -5,
    .sampled = true,
    .cases = 1,
    .check = check,
};
