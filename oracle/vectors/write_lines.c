/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* vectors.txt: lines of the exchange format, and what is expected of each. */
#include "oracle/vectors/suite.h"
#include "oracle/vectors/write.h"

#include <inttypes.h>

static void print_step(FILE *to, const vectors_step *v)
{
    const char *comma = " flags=";
    slp_case_print(to, &v->c);
    fprintf(to, "expected id=%s", v->c.id);
    vectors_print_list(to, " y=", v->y, v->c.d);
    vectors_print_list(to, " low=", v->low, v->c.d);
    vectors_print_list(to, " within=", &v->within, 1);
    vectors_print_list(to, " radius=", &v->radius, 1);
    vectors_print_list(to, " beyond=", &v->beyond, 1);
    fprintf(to, " unit=%d", v->unit);
    vectors_print_list(to, " L=", &v->L, 1);
    vectors_print_list(to, " kappa=", &v->kappa, 1);
    vectors_print_list(to, " bound=", &v->bound, 1);
    fprintf(to, " refusal=%s", v->refusal ? "error" : "unable");
    for (int k = 0; k < VECTORS_FLAG_COUNT; k++)
        if (v->flags >> k & 1) {
            fprintf(to, "%s%s", comma, vectors_flag_word(k));
            comma = ",";
        }
    fprintf(to, " note=%s\n", vectors_flag_word(v->note));
}

void vectors_write_lines(FILE *to, const vectors_suite *suite)
{
    fprintf(to, "# slp vectors, form %d, slp %s\n# %s\n", SLP_VECTORS_FORM, SLP_VERSION,
            suite->order->command);
    for (int k = 0; k < VECTORS_FLAG_COUNT; k++)
        fprintf(to, "# note %s: %s\n", vectors_flag_word(k), vectors_flag_note(k));
    const slp_arithmetic *a = vectors_arithmetic(suite);
    fprintf(to,
            "suite form=%d version=%s seed=%" PRIu64
            " steps=%zu bits=%zu arithmetic=%s significand=%d least=%d most=%d",
            SLP_VECTORS_FORM, SLP_VERSION, suite->order->seed, suite->count, suite->bits_count,
            a->name, a->bits, a->least, a->most);
    vectors_print_list(to, " tolerance=", &a->tolerance, 1);
    fputc('\n', to);
    for (size_t i = 0; i < suite->count; i++) print_step(to, &suite->steps[i]);
    for (size_t i = 0; i < suite->bits_count; i++) {
        const vectors_bits *b = &suite->bits[i];
        slp_bits_print(to, b->id, b->kind, &b->key, b->c, b->at);
    }
    fputs("end\n", to);
}
