/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What is special about a vector. */
#include "oracle/vectors/flags.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/draw/draw_su.h"

#include <float.h>
#include <math.h>

static const struct {
    const char *word, *note;
    bool edge;
} flags[] = {
#define VECTORS_ROW(name, word, edge, note) {word, note, edge},
    VECTORS_FLAGS(VECTORS_ROW)};

const char *vectors_flag_word(int flag)
{
    return flags[flag].word;
}

const char *vectors_flag_note(int flag)
{
    return flags[flag].note;
}

bool vectors_flag_is_edge(int flag)
{
    return flags[flag].edge;
}

bool vectors_is_edge(const vectors_step *v)
{
    for (int k = 0; k < VECTORS_FLAG_COUNT; k++)
        if ((v->flags >> k & 1) && flags[k].edge) return true;
    return false;
}

/* The least normal number; states below `tiny` and above `huge` have squares that underflow and
 * overflow, or nearly; steps below `step` move a state by few roundings. */
typedef struct limits {
    double normal, tiny, huge, step;
} limits;

static limits limits_of(const slp_arithmetic *a)
{
    if (slp_arithmetic_is_binary64(a)) return (limits){DBL_MIN, 0x1p-400, 0x1p400, 0x1p-40};
    const int first = a->least + a->bits - 1;
    return (limits){ldexp(1, first), ldexp(1, first / 2), ldexp(1, a->most / 2),
                    ldexp(1, -3 * a->bits / 4)};
}

/* What some numbers have among them. */
typedef struct found {
    double largest;
    size_t zeros, minus_zeros, subnormal;
} found;

static void note_numbers(found *f, const double *at, size_t count, double normal)
{
    for (size_t i = 0; i < count; i++) {
        const double size = fabs(at[i]);
        f->largest = fmax(f->largest, size);
        f->zeros += size == 0;
        f->minus_zeros += size == 0 && signbit(at[i]);
        f->subnormal += size > 0 && size < normal;
    }
}

/* Two vortices are near if the chord between their directions is below 2^-6. */
static bool has_near_vortices(const slp_case *c)
{
    for (size_t i = 0; i + 3 < c->d; i += 3)
        for (size_t j = i + 3; j < c->d; j += 3) {
            double unit[2][3], chord = 0;
            const double *at[2] = {c->x + i, c->x + j};
            for (int k = 0; k < 2; k++) {
                const double *x = at[k];
                const double largest = fmax(fmax(fabs(x[0]), fabs(x[1])), fabs(x[2]));
                const int e = largest > 0 ? ilogb(largest) : 0;
                double square = 0;
                for (int l = 0; l < 3; l++) {
                    unit[k][l] = ldexp(x[l], -e);
                    square += unit[k][l] * unit[k][l];
                }
                const double size = square > 0 ? sqrt(square) : 1;
                for (int l = 0; l < 3; l++) unit[k][l] /= size;
            }
            for (int l = 0; l < 3; l++)
                chord += (unit[0][l] - unit[1][l]) * (unit[0][l] - unit[1][l]);
            if (chord < 0x1p-12) return true;
        }
    return false;
}

static bool has_equal_inertia(const slp_case *c)
{
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (inertia[i] == inertia[j]) return true;
    return false;
}

/* On su(N) each matrix of x begins with the N diagonal parts. */
static bool has_trace(const slp_case *c)
{
    size_t n;
    bool has = false;
    const size_t blocks = slp_draw_su_blocks(&n, c);
    for (size_t b = 0; b < blocks; b++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += c->x[b * n * n + i];
        has = has || sum != 0;
    }
    return has;
}

void vectors_set_flags(vectors_step *v, slp_mixed_class which, bool deep)
{
    const slp_case *c = &v->c;
    const double size = fabs(c->h);
    const limits of = limits_of(c->arithmetic);
    found x = {0}, dw = {0}, h = {0};
    note_numbers(&x, c->x, c->d, of.normal);
    note_numbers(&dw, c->dw, c->M, of.normal);
    note_numbers(&h, &c->h, 1, of.normal);
    const bool zero = x.zeros == c->d;
    bool has[VECTORS_FLAG_COUNT] = {false};
    has[VECTORS_ZERO_STATE] = zero;
    has[VECTORS_SUBNORMAL_STATE] = !zero && x.largest < of.normal;
    has[VECTORS_TINY_STATE] = !zero && x.largest < of.tiny;
    has[VECTORS_HUGE_STATE] = x.largest > of.huge;
    has[VECTORS_SUBNORMAL] = x.subnormal + dw.subnormal + h.subnormal > 0;
    has[VECTORS_NEAR] = c->system->divides_by_lengths && has_near_vortices(c);
    has[VECTORS_H_ZERO] = size == 0;
    has[VECTORS_H_NEGATIVE] = c->h < 0;
    has[VECTORS_H_TINY] = size > 0 && size < of.step;
    has[VECTORS_H_LARGE] = size >= 1;
    has[VECTORS_NO_INCREMENTS] = c->M > 0 && dw.zeros == c->M;
    has[VECTORS_TRACE] = has_trace(c);
    has[VECTORS_AXIS] = c->system->algebra == SLP_SO3 && x.zeros == 2;
    has[VECTORS_NEGATIVE_ZERO] = x.minus_zeros + dw.minus_zeros + h.minus_zeros > 0;
    has[VECTORS_ZERO_COORDINATE] = !zero && x.zeros > 0;
    has[VECTORS_EQUAL] = has_equal_inertia(c);
    has[VECTORS_TWIN] = which == SLP_MIXED_TWIN;
    has[VECTORS_NEIGHBOUR] = which == SLP_MIXED_NEAR;
    has[VECTORS_RULE] = which == SLP_MIXED_RULE;
    has[VECTORS_AGAIN] = which == SLP_MIXED_AGAIN;
    has[VECTORS_TURN] = which == SLP_MIXED_TURN;
    has[VECTORS_MANY_NOISES] = c->M > 3;
    has[VECTORS_LARGE] = c->d > 36;
    has[VECTORS_DEEP] = deep;
    v->flags = 0;
    for (int k = 0; k < VECTORS_FLAG_COUNT; k++) v->flags |= (uint32_t)has[k] << k;
    if (v->flags == 0) v->flags = UINT32_C(1) << VECTORS_USUAL;
    v->note = 0;
    while (!(v->flags >> v->note & 1)) v->note++;
}
