/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What operations return on a model of a machine, in exact arithmetic and with its roundings. */
#include "oracle/environment/machine.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>

enum { EXACT_BITS = 1024 }; /* of quotients and roots before they are rounded */

const char *slp_machine_word(machine_operation operation)
{
    static const char *const words[MACHINE_OPERATIONS] = {
        "add", "add-add", "multiply", "divide", "sqrt", "multiply-add", "fma", "sum", "dot"};
    return words[operation];
}

arf_ptr slp_machine_numbers(size_t count)
{
    arf_ptr x = slp_allocate(count, sizeof *x);
    for (size_t i = 0; i < count; i++) arf_init(x + i);
    return x;
}

void slp_machine_numbers_free(arf_ptr x, size_t count)
{
    for (size_t i = 0; i < count; i++) arf_clear(x + i);
    free(x);
}

/* ---- One rounding --------------------------------------------------------------------------- */

/* y = the multiple of 2^e next to x: below it if `up` is false, above it if true.  y is x if x is
 * one. */
static void neighbour(arf_t y, const arf_t x, slong e, bool up)
{
    REF_LOCAL(fmpz, m);
    arf_mul_2exp_si(y, x, -e);
    if (up)
        arf_ceil(y, y);
    else
        arf_floor(y, y);
    arf_get_fmpz(m, y, ARF_RND_NEAR);
    arf_set_fmpz(y, m);
    arf_mul_2exp_si(y, y, e);
}

/* -1, 0, 1: x is nearer to `below`, in the middle, nearer to `above` */
static int nearer_side(const arf_t x, const arf_t below, const arf_t above)
{
    REF_LOCAL(arf, middle);
    arf_add(middle, below, above, ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_mul_2exp_si(middle, middle, -1);
    int found = arf_cmp(x, middle);
    return found < 0 ? -1 : found > 0;
}

static bool is_odd_multiple(const arf_t x, slong e)
{
    REF_LOCAL(arf, half);
    arf_mul_2exp_si(half, x, -e - 1);
    return !arf_is_int(half);
}

void slp_machine_round(arf_t y, const arf_t x, slong bits, slong least, machine_rounding rounding)
{
    if (arf_is_zero(x)) {
        arf_zero(y);
        return;
    }
    REF_LOCAL(arf, below, above);
    /* 2^(top-1) <= |x| < 2^top */
    const slong top = arf_abs_bound_lt_2exp_si(x), e = top - bits > least ? top - bits : least;
    neighbour(below, x, e, false);
    neighbour(above, x, e, true);
    bool up = false;
    const bool negative = arf_sgn(x) < 0;
    int nearer = nearer_side(x, below, above);
    switch (rounding) {
    case MACHINE_EVEN:
        up = nearer > 0 || (nearer == 0 && is_odd_multiple(below, e));
        break;
    case MACHINE_AWAY:
        up = nearer > 0 || (nearer == 0 && !negative);
        break;
    case MACHINE_ZERO:
        up = negative;
        break;
    case MACHINE_UP:
        up = true;
        break;
    default:
        break;
    }
    arf_set(y, up ? above : below);
}

/* A number below which results are subnormal. */
static bool is_subnormal(const machine *m, const arf_t x)
{
    return !arf_is_zero(x) && arf_cmpabs_2exp_si(x, m->least + m->bits - 1) < 0;
}

/* As it is held between two operations. */
static void round_held(arf_t y, const machine *m)
{
    if (m->wide)
        slp_machine_round(y, y, m->wide, -100000, m->rounding);
    else
        slp_machine_round(y, y, m->bits, m->least, m->rounding);
}

static void round_stored(arf_t y, const machine *m)
{
    round_held(y, m);
    if (m->wide) slp_machine_round(y, y, m->bits, m->least, m->rounding);
    if (m->flush_results && is_subnormal(m, y)) arf_zero(y);
}

/* ---- Operations ----------------------------------------------------------------------------- */

/* y was cut after EXACT_BITS: half of its last bit more stands for what was cut.  This is no number
 * of any machine and no middle of two, so it rounds as the whole result does. */
static void add_sticky_bit(arf_t y, int cut)
{
    if (!cut || arf_is_zero(y)) return;
    REF_LOCAL(arf, half);
    arf_set_si_2exp_si(half, arf_sgn(y), arf_abs_bound_lt_2exp_si(y) - EXACT_BITS - 1);
    arf_add(y, y, half, ARF_PREC_EXACT, ARF_RND_NEAR);
}

static void add_rounded(arf_t y, const machine *m, const arf_t a, const arf_t b)
{
    arf_add(y, a, b, ARF_PREC_EXACT, ARF_RND_NEAR);
    round_held(y, m);
}

/* y = s + a b */
static void add_product(arf_t y, const machine *m, const arf_t s, const arf_t a, const arf_t b)
{
    REF_LOCAL(arf, product);
    arf_mul(product, a, b, ARF_PREC_EXACT, ARF_RND_NEAR);
    if (!m->fused) round_held(product, m);
    add_rounded(y, m, s, product);
}

/* ---- Many numbers --------------------------------------------------------------------------- */

/* s += term i; `pairs`: the term is a product. */
static void add_term(arf_t s, const machine *m, arf_srcptr x, size_t i, bool pairs)
{
    if (pairs)
        add_product(s, m, s, x + 2 * i, x + 2 * i + 1);
    else
        add_rounded(s, m, s, x + i);
}

static void sum_halves(arf_t s, const machine *m, arf_srcptr x, size_t count, bool pairs)
{
    if (count == 1) {
        arf_zero(s);
        add_term(s, m, x, 0, pairs);
        return;
    }
    REF_LOCAL(arf, right);
    sum_halves(s, m, x, count / 2, pairs);
    sum_halves(right, m, x + count / 2 * (pairs ? 2 : 1), count / 2, pairs);
    add_rounded(s, m, s, right);
}

static void join_lanes(arf_ptr s, const machine *m)
{
    size_t left = m->lanes;
    if (m->join == MACHINE_IN_TURN) {
        for (size_t l = 1; l < left; l++) add_rounded(s, m, s, s + l);
        return;
    }
    for (; left > 1; left /= 2)
        for (size_t l = 0; l < left / 2; l++) {
            if (m->join == MACHINE_NEIGHBOURS)
                add_rounded(s + l, m, s + 2 * l, s + 2 * l + 1);
            else
                add_rounded(s + l, m, s + l, s + l + left / 2);
        }
}

static void sum_lanes(arf_t y, const machine *m, arf_srcptr x, size_t count, bool pairs)
{
    arf_ptr s = slp_machine_numbers(m->lanes);
    for (size_t i = 0; i < count; i++) add_term(s + i % m->lanes, m, x, i, pairs);
    join_lanes(s, m);
    arf_set(y, s);
    slp_machine_numbers_free(s, m->lanes);
}

static void sum_terms(arf_t y, const machine *m, arf_srcptr x, size_t count, bool pairs)
{
    machine exact = *m;
    if (pairs) count /= 2;
    arf_zero(y);
    switch (m->order) {
    case MACHINE_FORWARD:
        for (size_t i = 0; i < count; i++) add_term(y, m, x, i, pairs);
        break;
    case MACHINE_BACKWARD:
        for (size_t i = count; i-- > 0;) add_term(y, m, x, i, pairs);
        break;
    case MACHINE_HALVES:
        sum_halves(y, m, x, count, pairs);
        break;
    case MACHINE_LANES:
        sum_lanes(y, m, x, count, pairs);
        break;
    case MACHINE_EXACT:
        exact.wide = 100 * EXACT_BITS;
        exact.fused = true;
        for (size_t i = 0; i < count; i++) add_term(y, &exact, x, i, pairs);
        break;
    }
}

void slp_machine_result(arf_t y, const machine *m, machine_operation operation, arf_srcptr x,
                        size_t count)
{
    arf_ptr v = slp_machine_numbers(count);
    machine one = *m;
    for (size_t i = 0; i < count; i++)
        if (!(m->flush_operands && is_subnormal(m, x + i))) arf_set(v + i, x + i);
    switch (operation) {
    case MACHINE_ADD:
        add_rounded(y, m, v, v + 1);
        break;
    case MACHINE_ADD_ADD:
        add_rounded(y, m, v, v + 1);
        add_rounded(y, m, y, v + 2);
        break;
    case MACHINE_MULTIPLY:
        arf_mul(y, v, v + 1, ARF_PREC_EXACT, ARF_RND_NEAR);
        break;
    case MACHINE_DIVIDE:
        add_sticky_bit(y, arf_div(y, v, v + 1, EXACT_BITS, ARF_RND_DOWN));
        break;
    case MACHINE_SQRT:
        add_sticky_bit(y, arf_sqrt(y, v, EXACT_BITS, ARF_RND_DOWN));
        break;
    case MACHINE_FMA:
        one.wide = 0;
        add_product(y, &one, v + 2, v, v + 1);
        break;
    case MACHINE_MULTIPLY_ADD:
        add_product(y, m, v + 2, v, v + 1);
        break;
    default:
        sum_terms(y, m, v, count, operation == MACHINE_DOT);
        break;
    }
    round_stored(y, m);
    slp_machine_numbers_free(v, count);
}
