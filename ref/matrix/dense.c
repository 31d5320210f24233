/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Products of large matrices without zeros, in integers: each row of A and each column of B has one
 * scale, their midpoints become integers of k words, and a complex product is three real ones.  The
 * radius of an entry follows from the norms of a row and a column.  Derivation and bounds:
 * ref/matrix/matrix.md section 7.  Tested by tests/ref/test_ref_dense.c. */
#include "ref/matrix/matrix.h"

#include <flint/longlong.h>
#include <math.h>

enum {
    LEAST_SIZE = 24, /* smaller matrices keep their proofs as they were, to the last bit */
    SPREAD = 32, /* bits by which an entry may be smaller than the largest of its row or column */
    GUARD = 24,  /* bits beyond the precision, for small entries and sums */
    MOST_WORDS = 16, /* beyond, FLINT's products of integers are faster */
    PARTS = 3        /* Re, Im, Re + Im */
};

/* Rows (of A, or of B's transpose) as integers m = trunc(2^(W - 2 - exponent) entry), W the bits of
 * k words, of which m + 2^(W-1) >= 0 is kept: word l of entry j of row i is words[part][(l rows +
 * i) length + j]. */
typedef struct scaled_rows {
    slong rows, length, k;
    int parts; /* 1: real, PARTS: complex */
    mp_ptr words[PARTS];
    mp_ptr offset[PARTS]; /* k + 2 words a row, see set_offset */
    slong *exponent;      /* 2^exponent > each number of the row */
    mag_ptr size, error;  /* Euclidean norms of a row: of its midpoints, of radii and truncations */
} scaled_rows;

static void scaled_rows_clear(scaled_rows *s)
{
    flint_free(s->words[0]);
    flint_free(s->exponent);
    _mag_vec_clear(s->size, 2 * s->rows);
}

static void scaled_rows_init(scaled_rows *s, slong rows, slong length, slong k, int parts)
{
    const size_t plane = (size_t)(rows * length * k), offset = (size_t)(rows * (k + 2));
    *s = (scaled_rows){.rows = rows, .length = length, .k = k, .parts = parts};
    s->words[0] = flint_malloc((size_t)parts * (plane + offset) * sizeof *s->words[0]);
    for (int p = 1; p < parts; p++) s->words[p] = s->words[0] + (size_t)p * plane;
    for (int p = 0; p < parts; p++)
        s->offset[p] = s->words[0] + (size_t)parts * plane + (size_t)p * offset;
    s->exponent = flint_malloc((size_t)rows * sizeof *s->exponent);
    s->size = _mag_vec_init(2 * rows);
    s->error = s->size + rows;
}

/* entry j of row i of A, or of A's transpose */
static acb_srcptr entry_of(const acb_mat_t A, bool transposed, slong i, slong j)
{
    return transposed ? acb_mat_entry(A, j, i) : acb_mat_entry(A, i, j);
}

static arb_srcptr part_of(acb_srcptr z, int part)
{
    return part ? acb_imagref(z) : acb_realref(z);
}

/* Whether row i has no zero off the diagonal and no number below 2^-SPREAD of its largest.  Sets
 * its exponent. */
static bool measure_row(slong *exponent, const acb_mat_t A, bool transposed, slong i, int numbers)
{
    const slong n = acb_mat_nrows(A);
    slong most = WORD_MIN, least = WORD_MAX;
    for (slong j = 0; j < n; j++)
        for (int p = 0; p < numbers; p++) {
            arb_srcptr x = part_of(entry_of(A, transposed, i, j), p);
            slong e;
            if (arf_is_special(arb_midref(x)) || mag_is_inf(arb_radref(x))) {
                if (i != j || !arf_is_zero(arb_midref(x)) || mag_is_inf(arb_radref(x)))
                    return false;
                continue;
            }
            if (COEFF_IS_MPZ(*ARF_EXPREF(arb_midref(x)))) return false;
            e = ARF_EXP(arb_midref(x));
            if (e > most) most = e;
            if (e < least) least = e;
        }
    *exponent = most;
    return most - least <= SPREAD && most > -ARF_MAX_LAGOM_EXP && most < ARF_MAX_LAGOM_EXP;
}

/* to := trunc(2^shift x) in k words, negative numbers as their complement; |2^shift x| < 2^(W-2) */
static void to_integer(mp_ptr to, const arf_t x, slong shift, slong k)
{
    mp_srcptr from;
    mp_size_t n;
    flint_mpn_zero(to, k);
    if (arf_is_zero(x) || ARF_EXP(x) + shift <= 0) return;
    ARF_GET_MPN_READONLY(from, n, x);
    _arf_get_integer_mpn(to, from, n, ARF_EXP(x) + shift);
    if (ARF_SGNBIT(x)) mpn_neg(to, to, k);
}

/* Stores the integer in `number`, shifted by 2^(W-1), as entry j of row i of the part. */
static void store_integer(scaled_rows *s, int part, slong i, slong j, mp_srcptr number)
{
    const slong k = s->k;
    mp_ptr to = s->words[part] + i * s->length + j;
    for (slong l = 0; l < k; l++) to[l * s->rows * s->length] = number[l];
    to[(k - 1) * s->rows * s->length] ^= (mp_limb_t)1 << (FLINT_BITS - 1);
}

/* offset of row i: -2^(W-1) times the sum of its shifted integers, and `squares` times 2^(2W-2), in
 * units of 2^((k-1) FLINT_BITS). */
static void set_offset(scaled_rows *s, int part, slong i, slong squares)
{
    const slong k = s->k;
    mp_ptr sum = s->offset[part] + i * (k + 2);
    flint_mpn_zero(sum, k + 2);
    for (slong l = 0; l < k; l++) {
        mp_srcptr word = s->words[part] + (l * s->rows + i) * s->length;
        mp_limb_t two[2] = {0, 0};
        for (slong j = 0; j < s->length; j++)
            add_ssaaaa(two[1], two[0], two[1], two[0], 0, word[j]);
        mpn_add(sum + l, sum + l, k + 2 - l, two, 2);
    }
    mpn_lshift(sum, sum, k + 2, FLINT_BITS - 1);
    mpn_neg(sum, sum, k + 2);
    mpn_add_1(sum + k, sum + k, 2, (mp_limb_t)squares << (FLINT_BITS - 2));
    sum[k + 1] += (mp_limb_t)squares >> 2;
}

/* error of row i: each number was truncated by less than one unit 2^(exponent + 2 - W) */
static void bound_error(scaled_rows *s, slong i, const acb_mat_t A, bool transposed, int numbers)
{
    REF_LOCAL(mag, m, unit, sum);
    mag_set_ui_2exp_si(unit, 1, s->exponent[i] + 2 - s->k * FLINT_BITS);
    mag_mul(m, unit, unit);
    mag_mul_ui(s->error + i, m, (ulong)(numbers * s->length)); /* of truncations alone */
    mag_sqrt(s->error + i, s->error + i);
    for (slong j = 0; j < s->length; j++)
        for (int p = 0; p < numbers; p++) {
            mag_srcptr radius = arb_radref(part_of(entry_of(A, transposed, i, j), p));
            if (!mag_is_special(radius)) mag_addmul(sum, radius, radius);
        }
    mag_sqrt(sum, sum);
    mag_add(s->error + i, s->error + i, sum);
}

/* 2^(FLINT_BITS - W) |m| of an integer m of k words, and at most 2 more */
static double size_of_integer(mp_srcptr number, slong k)
{
    const mp_limb_t top = number[k - 1];
    const bool negative = top >> (FLINT_BITS - 1);
    return (double)(negative ? -top : top) + 1;
}

/* False, with nothing to clear, where A is not dense enough. */
static bool scale_rows(scaled_rows *s, const acb_mat_t A, bool transposed, slong k, int parts)
{
    const slong n = acb_mat_nrows(A);
    const int numbers = parts == 1 ? 1 : 2;
    mp_limb_t two[2][MOST_WORDS], both[MOST_WORDS];
    scaled_rows_init(s, n, n, k, parts);
    for (slong i = 0; i < n; i++)
        if (!measure_row(s->exponent + i, A, transposed, i, numbers)) {
            scaled_rows_clear(s);
            return false;
        }
    for (slong i = 0; i < n; i++) {
        const slong shift = k * FLINT_BITS - 2 - s->exponent[i];
        double squares = 0;
        for (slong j = 0; j < n; j++) {
            for (int p = 0; p < numbers; p++) {
                to_integer(two[p], arb_midref(part_of(entry_of(A, transposed, i, j), p)), shift, k);
                const double size = size_of_integer(two[p], k);
                squares += size * size;
            }
            if (parts == PARTS) {
                mpn_add_n(both, two[0], two[1], k);
                store_integer(s, 2, i, j, both);
            }
            for (int p = 0; p < numbers; p++) store_integer(s, p, i, j, two[p]);
        }
        for (int p = 0; p < parts; p++) set_offset(s, p, i, transposed ? n : 0);
        /* some 4n roundings of sums of positive numbers */
        mag_set_d(s->size + i, ldexp(squares * (1 + 0x1p-30), 4 - 2 * FLINT_BITS));
        mag_sqrt(s->size + i, s->size + i);
        mag_mul_2exp_si(s->size + i, s->size + i, s->exponent[i]);
        bound_error(s, i, A, transposed, numbers);
    }
    return true;
}

/* s += sum_j a_j b_j, three words.  Not inlined, so that its loop keeps all in registers; four at a
 * time: a loop's own instructions would be a third of it. */
__attribute__((noinline)) static void add_dot(mp_ptr s, mp_srcptr a, mp_srcptr b, slong n)
{
    mp_limb_t s0 = s[0], s1 = s[1], s2 = s[2], high, low;
#define ADD_PRODUCT(j)                                                                             \
    umul_ppmm(high, low, a[j], b[j]);                                                              \
    add_sssaaaaaa(s2, s1, s0, s2, s1, s0, 0, high, low)
    slong j = 0;
    for (; j + 4 <= n; j += 4) {
        ADD_PRODUCT(j);
        ADD_PRODUCT(j + 1);
        ADD_PRODUCT(j + 2);
        ADD_PRODUCT(j + 3);
    }
    for (; j < n; j++) {
        ADD_PRODUCT(j);
    }
#undef ADD_PRODUCT
    s[0] = s0;
    s[1] = s1;
    s[2] = s2;
}

/* to[0..k+2): the product of row i of A and row j of B in units of 2^((k-1) FLINT_BITS), without
 * the products of words below that; two's complement. */
static void product_integer(mp_ptr to, const scaled_rows *A, slong i, const scaled_rows *B, slong j,
                            int part)
{
    const slong k = A->k, n = A->length, most = k + 2;
    mpn_add_n(to, A->offset[part] + i * most, B->offset[part] + j * most, most);
    for (slong sum = k - 1; sum <= 2 * k - 2; sum++) {
        mp_limb_t column[3] = {0, 0, 0};
        const slong at = sum - (k - 1);
        for (slong l = sum - (k - 1); l < k; l++)
            add_dot(column, A->words[part] + (l * A->rows + i) * n,
                    B->words[part] + ((sum - l) * B->rows + j) * n, n);
        mpn_add(to + at, to + at, most - at, column,
                3); /* a carry beyond is a multiple of 2^(W') */
    }
}

/* x := the integer R of `most` words times 2^exponent, rounded, with the radius */
static void set_entry(arb_t x, mp_ptr R, slong most, slong exponent, const mag_t radius, slong prec)
{
    const bool negative = R[most - 1] >> (FLINT_BITS - 1);
    slong shift;
    if (negative) mpn_neg(R, R, most);
    while (most > 0 && R[most - 1] == 0) most--;
    if (most == 0) {
        arf_zero(arb_midref(x));
        mag_set(arb_radref(x), radius);
        return;
    }
    REF_LOCAL(mag, sum);
    const int inexact =
        _arf_set_round_mpn(arb_midref(x), &shift, R, most, negative, prec, ARF_RND_DOWN);
    const slong e = most * FLINT_BITS + shift + exponent;
    if (inexact) mag_set_ui_2exp_si(sum, 1, e - prec); /* one unit of the last place */
    mag_add(sum, sum, radius);
    mag_set(arb_radref(x), sum);
    fmpz_set_si(ARF_EXPREF(arb_midref(x)), e);
}

/* radius >= what an entry of row i and column j is off by */
static void bound_entry(mag_t radius, const scaled_rows *A, slong i, const scaled_rows *B, slong j)
{
    REF_LOCAL(mag, m);
    mag_add(m, B->size + j, B->error + j);
    mag_mul(radius, A->error + i, m);
    mag_addmul(radius, A->size + i, B->error + j);
    mag_set_ui_2exp_si(m, (ulong)(A->k > 1 ? A->length * A->k : 0),
                       A->exponent[i] + B->exponent[j] + 5 - A->k * FLINT_BITS);
    mag_add(radius, radius, m);
}

/* mirror != 0: entries below the diagonal follow from those above, C_ji = mirror conj C_ij */
static void multiply_scaled(acb_mat_t C, const scaled_rows *A, const scaled_rows *B, int mirror,
                            slong prec)
{
    const slong most = A->k + 2;
    mp_limb_t R[PARTS][MOST_WORDS + 2];
    REF_LOCAL(mag, radius);
    for (slong i = 0; i < A->rows; i++)
        for (slong j = mirror ? i : 0; j < B->rows; j++) {
            const slong exponent = A->exponent[i] + B->exponent[j] + 4 - (A->k + 1) * FLINT_BITS;
            acb_ptr entry = acb_mat_entry(C, i, j);
            for (int p = 0; p < A->parts; p++) product_integer(R[p], A, i, B, j, p);
            bound_entry(radius, A, i, B, j);
            if (A->parts == PARTS) {
                mpn_sub_n(R[2], R[2], R[0], most);
                mpn_sub_n(R[2], R[2], R[1], most);
                mpn_sub_n(R[0], R[0], R[1], most);
                set_entry(acb_imagref(entry), R[2], most, exponent, radius, prec);
            } else {
                arb_zero(acb_imagref(entry));
            }
            set_entry(acb_realref(entry), R[0], most, exponent, radius, prec);
            if (mirror && j > i) {
                acb_conj(acb_mat_entry(C, j, i), entry);
                if (mirror < 0) acb_neg(acb_mat_entry(C, j, i), acb_mat_entry(C, j, i));
            }
        }
}

bool ref_matrix_mul_dense(acb_mat_t C, const acb_mat_t A, const acb_mat_t B, int mirror, slong prec)
{
    const slong n = acb_mat_nrows(A), k = (prec + GUARD + FLINT_BITS - 1) / FLINT_BITS;
    const int parts = acb_mat_is_real(A) && acb_mat_is_real(B) ? 1 : PARTS;
    scaled_rows rows, columns;
    if (n < LEAST_SIZE || acb_mat_ncols(A) != n || acb_mat_ncols(B) != n || k > MOST_WORDS)
        return false;
    if (!scale_rows(&rows, A, false, k, parts)) return false;
    if (!scale_rows(&columns, B, true, k, parts)) {
        scaled_rows_clear(&rows);
        return false;
    }
    multiply_scaled(C, &rows, &columns, mirror, prec);
    scaled_rows_clear(&rows);
    scaled_rows_clear(&columns);
    return true;
}
