/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Operations on balls, and on words of options, that several quantities use. */
#include "reports/claims/experiment/balls.h"

#include <string.h>

void slp_raise(arb_t largest, arb_srcptr a, slong count, slong prec)
{
    REF_LOCAL(arb, size);
    for (slong i = 0; i < count; i++) {
        arb_abs(size, a + i);
        arb_max(largest, largest, size, prec);
    }
}

void slp_raise_entries(arb_t largest, const acb_mat_t A, slong prec)
{
    REF_LOCAL(arb, size);
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong k = 0; k < acb_mat_ncols(A); k++) {
            acb_abs(size, acb_mat_entry(A, i, k), prec);
            arb_max(largest, largest, size, prec);
        }
}

void slp_cross_add(arb_ptr to, arb_srcptr a, arb_srcptr b, int sign, slong halvings, slong prec)
{
    REF_LOCAL(arb, one);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_mul(one, a + j, b + k, prec);
        arb_submul(one, a + k, b + j, prec);
        arb_mul_2exp_si(one, one, -halvings);
        if (sign < 0) arb_neg(one, one);
        arb_add(to + i, to + i, one, prec);
    }
}

void slp_hat(arb_mat_t to, arb_srcptr v)
{
    arb_mat_zero(to);
    for (slong i = 0; i < 3; i++) {
        arb_set(arb_mat_entry(to, (i + 2) % 3, (i + 1) % 3), v + i);
        arb_neg(arb_mat_entry(to, (i + 1) % 3, (i + 2) % 3), v + i);
    }
}

void slp_off_rotations(arb_t to, const arb_mat_t R, slong prec)
{
    REF_LOCAL_MAT(arb, 3, 3, P);
    arb_mat_transpose(P, R);
    arb_mat_mul(P, P, R, prec);
    for (slong i = 0; i < 3; i++)
        arb_sub_ui(arb_mat_entry(P, i, i), arb_mat_entry(P, i, i), 1, prec);
    arb_zero(to);
    slp_raise(to, arb_mat_entry(P, 0, 0), 9, prec);
}

int slp_word_index(const char *words, const char *word)
{
    const size_t length = word ? strlen(word) : 0;
    for (int index = 0; word && *words; index++) {
        const size_t next = strcspn(words, " ");
        if (next == length && strncmp(words, word, length) == 0) return index;
        words += next + strspn(words + next, " ");
    }
    return word ? -1 : 0;
}
