/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The questions: operands for which machines that differ return different results. */
#include "oracle/environment/question.h"
#include "oracle/plumbing/allocate.h"
#include "ref/exact_step.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* DRAWN: operands of a quotient or a root; SUMS: sums; TERMS: numbers of a sum, a power of 2;
 * TRIES: products that are tried until one is rounded differently by two roundings. */
enum { DRAWN = 24, SUMS = 3, TERMS = 64, TRIES = 1 << 20 };

typedef struct draw {
    uint64_t state;
    slong bits;
} draw;

/* SplitMix64. */
static uint64_t next_word(draw *from)
{
    uint64_t z = from->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* x = m, of 64 bits also where an integer of FLINT has 32. */
static void set_word(arf_t x, uint64_t m)
{
    arf_set_ui(x, (ulong)(m >> 32));
    arf_mul_2exp_si(x, x, 32);
    arf_add_ui(x, x, (ulong)(m & UINT32_MAX), ARF_PREC_EXACT, ARF_RND_NEAR);
}

/* x = m 2^(1 - bits) with a random m of `bits` bits: 1 <= x < 2. */
static void draw_number(arf_t x, draw *from)
{
    REF_LOCAL(arf, low);
    set_word(x, next_word(from) >> 1 | UINT64_C(1) << 62);
    arf_mul_2exp_si(x, x, -62);
    set_word(low, next_word(from) >> 1);
    arf_mul_2exp_si(low, low, -125);
    arf_add(x, x, low, ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_set_round(x, x, from->bits, ARF_RND_DOWN);
}

static question *add_question(slp_environment *e, question_subject about,
                              machine_operation operation, size_t count)
{
    e->at = slp_one_more(e->at, e->count, sizeof *e->at);
    question *q = e->at + e->count++;
    *q = (question){.about = about, .operation = operation, .count = count};
    q->x = slp_machine_numbers(count);
    arf_init(q->y);
    return q;
}

/* x = m 2^e */
static void set_number(arf_t x, slong m, slong e)
{
    arf_set_si_2exp_si(x, m, e);
}

/* (1 + k 2^e) or, negative, -(1 + k 2^e) */
static void near_one(arf_t x, slong k, slong e, bool negative)
{
    REF_LOCAL(arf, one);
    arf_one(one);
    set_number(x, k, e);
    arf_add(x, x, one, ARF_PREC_EXACT, ARF_RND_NEAR);
    if (negative) arf_neg(x, x);
}

static void ask_numbers(slp_environment *e)
{
    static const slong over[] = {3, 7, 11, 13};
    for (size_t i = 0; i < sizeof over / sizeof *over; i++) {
        question *q = add_question(e, ABOUT_NUMBERS, MACHINE_DIVIDE, 2);
        arf_one(q->x);
        set_number(q->x + 1, over[i], 0);
    }
}

/* Of 1 + k u/2 and 1 + 2u + k u/2, with both signs; u = 2^-bits, 2u the spacing above 1. */
static void ask_rounding(slp_environment *e)
{
    const slong bits = e->declared.bits;
    for (int negative = 0; negative < 2; negative++)
        for (slong odd = 0; odd < 2; odd++)
            for (slong k = 1; k <= 3; k++) {
                question *q = add_question(e, ABOUT_ROUNDING, MACHINE_ADD, 2);
                near_one(q->x, odd, 1 - bits, negative);
                set_number(q->x + 1, negative ? -k : k, -bits - 1);
            }
}

static void ask_subnormal(slp_environment *e)
{
    const slong bits = e->declared.bits, least = e->declared.least;
    static const slong part[] = {5, 3, 7};
    question *q;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        q = add_question(e, ABOUT_SUBNORMAL_RESULTS, MACHINE_MULTIPLY, 2);
        set_number(q->x, part[i], least + bits - 3); /* at least the smallest normal number / 4 */
        set_number(q->x + 1, 1, -2);
        q = add_question(e, ABOUT_SUBNORMAL_RESULTS, MACHINE_ADD, 2);
        set_number(q->x, part[i] + 8, least + bits - 4);
        set_number(q->x + 1, -8, least + bits - 4);
        q = add_question(e, ABOUT_SUBNORMAL_OPERANDS, MACHINE_MULTIPLY, 2);
        set_number(q->x, part[i], least);
        set_number(q->x + 1, 1, bits + 4);
    }
}

/* Operands whose product is rounded differently if it is first rounded to `wide` bits. */
static void draw_twice_rounded(question *q, const machine *m, slong wide, draw *from)
{
    machine other = *m;
    other.wide = wide;
    REF_LOCAL(arf, once, twice);
    for (int i = 0; i < TRIES && arf_equal(once, twice); i++) {
        draw_number(q->x, from);
        draw_number(q->x + 1, from);
        slp_machine_result(once, m, MACHINE_MULTIPLY, q->x, 2);
        slp_machine_result(twice, &other, MACHINE_MULTIPLY, q->x, 2);
    }
}

static void ask_excess(slp_environment *e, draw *from)
{
    static const slong bits_of[] = {24, 53, 64, 113}, beyond[] = {2, 20, 38};
    const slong bits = e->declared.bits; /* a product has 2 bits of them: more hold it exactly */
    for (size_t i = 0; i < 3; i++) {
        question *q = add_question(e, ABOUT_EXCESS, MACHINE_ADD_ADD, 3);
        arf_one(q->x);
        set_number(q->x + 1, 1, -bits - beyond[i]);
        set_number(q->x + 2, -1, 0);
    }
    for (size_t i = 0; i < 4; i++)
        if (bits < bits_of[i] && bits_of[i] <= bits + 16 && bits_of[i] < 2 * bits)
            draw_twice_rounded(add_question(e, ABOUT_EXCESS, MACHINE_MULTIPLY, 2), &e->declared,
                               bits_of[i], from);
}

/* (1 + 2^-k)(1 - 2^-k) - 1 = -2^-2k, where 1 - 2^-2k has more bits than a result is held in. */
static void ask_product_and_sum(slp_environment *e, question_subject about,
                                machine_operation operation)
{
    const slong bits = e->declared.bits;
    for (slong k = bits - 1; k >= bits - 3 && 2 * k > bits; k--) {
        question *q = add_question(e, about, operation, 3);
        near_one(q->x, 1, -k, false);
        near_one(q->x + 1, -1, -k, false);
        set_number(q->x + 2, -1, 0);
    }
}

static void ask_drawn(slp_environment *e, question_subject about, machine_operation operation,
                      draw *from)
{
    for (int i = 0; i < DRAWN; i++) {
        question *q = add_question(e, about, operation, operation == MACHINE_SQRT ? 1 : 2);
        for (size_t k = 0; k < q->count; k++) draw_number(q->x + k, from);
        if (i % 2) arf_mul_2exp_si(q->x, q->x, 1);
    }
}

/* Numbers of both signs whose sum is of the size of the roundings: for each a number of nearly its
 * size with the other sign stands elsewhere.  So each order has its own result. */
static void draw_terms(arf_ptr x, draw *from)
{
    for (size_t i = 0; i < TERMS / 2; i++) {
        const size_t other = TERMS - 1 - (5 * i + 7) % (TERMS / 2);
        const slong scale = (slong)(next_word(from) % 5);
        draw_number(x + i, from);
        draw_number(x + other, from);
        arf_add(x + other, x + other, x + i, from->bits, ARF_RND_DOWN);
        arf_mul_2exp_si(x + other, x + other, -1);
        if (next_word(from) & 1)
            arf_neg(x + i, x + i);
        else
            arf_neg(x + other, x + other);
        arf_mul_2exp_si(x + i, x + i, -scale);
        arf_mul_2exp_si(x + other, x + other, -scale);
    }
}

static void ask_sums(slp_environment *e, draw *from)
{
    arf_ptr x = slp_machine_numbers(TERMS);
    for (int i = 0; i < SUMS; i++) {
        draw_terms(x, from);
        question *sum = add_question(e, ABOUT_SUM, MACHINE_SUM, TERMS);
        for (size_t k = 0; k < TERMS; k++) arf_set(sum->x + k, x + k);
        draw_terms(x, from);
        question *dot = add_question(e, ABOUT_DOT, MACHINE_DOT, QUESTION_MOST);
        for (size_t k = 0; k < TERMS; k++) {
            arf_set(dot->x + 2 * k, x + k);
            draw_number(dot->x + 2 * k + 1, from);
        }
    }
    slp_machine_numbers_free(x, TERMS);
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void put_text(question *q, size_t i)
{
    REF_LOCAL_VEC(arb, (slong)q->count, exact);
    double *nearest = slp_allocate(q->count, sizeof *nearest);
    bool doubles;
    slp_written line;
    FILE *to = slp_written_begin(&line);
    for (size_t k = 0; k < q->count; k++) arf_set(arb_midref(exact + k), q->x + k);
    slp_exact *list = slp_need_pointer(ref_exact_list(nearest, &doubles, exact, q->count));
    fprintf(to, "environment id=environment-%zu op=%s x=", i + 1, slp_machine_word(q->operation));
    for (size_t k = 0; k < q->count; k++) {
        if (k) fputc(',', to);
        slp_exact_print(to, nearest[k], doubles ? NULL : list, k);
    }
    fputc('\n', to);
    q->text = slp_written_end(&line);
    slp_exact_free(list);
    free(nearest);
}

slp_environment *slp_environment_new(const slp_arithmetic *a)
{
    draw from = {.state = 1};
    if (!a) a = slp_arithmetic_binary64();
    if (a->two_parts) return NULL;
    slp_environment *e = slp_allocate(1, sizeof *e);
    e->arithmetic = *a;
    e->declared = (machine){.bits = a->bits, .least = a->least};
    from.bits = a->bits;
    ask_numbers(e);
    ask_rounding(e);
    ask_subnormal(e);
    ask_excess(e, &from);
    ask_product_and_sum(e, ABOUT_CONTRACTION, MACHINE_MULTIPLY_ADD);
    ask_product_and_sum(e, ABOUT_FMA, MACHINE_FMA);
    ask_drawn(e, ABOUT_DIVISION, MACHINE_DIVIDE, &from);
    ask_drawn(e, ABOUT_SQRT, MACHINE_SQRT, &from);
    ask_sums(e, &from);
    for (size_t i = 0; i < e->count; i++) put_text(e->at + i, i);
    return e;
}

void slp_environment_free(slp_environment *e)
{
    if (!e) return;
    for (size_t i = 0; i < e->count; i++) {
        slp_machine_numbers_free(e->at[i].x, e->at[i].count);
        arf_clear(e->at[i].y);
        free(e->at[i].text);
    }
    free(e->at);
    free(e);
}

size_t slp_environment_count(const slp_environment *e)
{
    return e->count;
}

const char *slp_environment_question(const slp_environment *e, size_t i)
{
    return e->at[i].text;
}

bool slp_environment_read(slp_environment *e, const char *line)
{
    static const char start[] = "result id=environment-";
    slp_arithmetic any;
    slp_error err;
    SLP_CLEARED(slp_result) r = {0};
    if (strncmp(line, start, strlen(start)) != 0) return false;
    char *end;
    const unsigned long i = strtoul(line + strlen(start), &end, 10);
    if (i == 0 || i > e->count || (*end && *end != ' ')) return true;
    question *q = e->at + i - 1;
    /* a number that is none of the declared arithmetic is an answer too: it has excess precision */
    if (slp_need_memory(slp_result_parse_in(&r, line, 1, &e->arithmetic, &err)) != SLP_OK &&
        slp_need_memory(slp_result_parse(&r, line, 1, &err)) == SLP_OK &&
        slp_arithmetic_parse(&any, "2^-1024:2^-20000..2^20000", NULL) == SLP_OK)
        slp_need_memory(slp_result_in(&r, &any, NULL));
    q->became = r.fault || !r.id ? NO_NUMBER : UNSUPPORTED;
    if (q->became == UNSUPPORTED && r.error == SLP_OK) {
        q->became = r.y.count == 1 ? ANSWERED : NO_NUMBER;
        if (q->became == ANSWERED) {
            REF_LOCAL(arb, y);
            ref_exact_numbers(y, r.y.at, r.exact_y, 0, 1);
            arf_set(q->y, arb_midref(y));
        }
    }
    return true;
}
