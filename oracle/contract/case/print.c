/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Printing records: every number as a hex float that reads back bit for bit, fields in one fixed
 * order, so that equal records are equal text. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/exact.h"
#include "oracle/contract/case/terms.h"

#include <math.h>
#include <string.h>

void slp_exact_print(FILE *to, double nearest, const slp_exact *exact, size_t i)
{
    char text[SLP_NUMBER_CHARS];
    const double *own = slp_exact_at(exact, i, nearest);
    if (!own) {
        slp_number_print(text, nearest);
        fputs(text, to);
        return;
    }
    size_t words = exact->words;
    while (words && own[words] == 0) words--;
    fputs(signbit(nearest) ? "-0x1" : "0x1", to);
    if (words) fputc('.', to);
    for (size_t w = 1; w <= words; w++) {
        int length = snprintf(text, sizeof text, "%013llx", (unsigned long long)own[w]);
        while (w == words && text[length - 1] == '0') length--;
        fprintf(to, "%.*s", length, text);
    }
    fprintf(to, "p%+ld", (long)own[0]);
}

/* Of each row of numbers those from `first` on, `some` of them. */
static void print_part(FILE *to, const char *key, const double *at, const slp_exact *exact,
                       size_t count, size_t row, size_t first, size_t some)
{
    bool more = false;
    if (count == 0) return;
    fprintf(to, " %s=", key);
    for (size_t i = 0; i < count; i++) {
        if (i % row < first || i % row >= first + some) continue;
        if (more) fputc(',', to);
        more = true;
        slp_exact_print(to, at[i], exact, i);
    }
}

static void print_list(FILE *to, const char *key, const double *at, const slp_exact *exact,
                       size_t count)
{
    print_part(to, key, at, exact, count, count, 0, count);
}

static void print_pairs(FILE *to, const char *key, const double *at, size_t count)
{
    if (count == 0) return;
    fprintf(to, " %s=", key);
    for (size_t i = 0; i + 1 < count; i += 2) {
        /* a case that was not checked may hold numbers that are no pair: as %a, which is refused */
        const bool whole = fabs(at[i]) <= 1e6 && fabs(at[i + 1]) <= 1e6;
        if (whole)
            fprintf(to, "%s%d:%d", i ? "," : "", (int)at[i], (int)at[i + 1]);
        else
            fprintf(to, "%s%a:%a", i ? "," : "", at[i], at[i + 1]);
    }
}

const char *slp_word_at(size_t *length, const char *words, double index)
{
    for (; index >= 1 && *words; index--) {
        words += strcspn(words, " ");
        words += *words == ' ';
    }
    *length = strcspn(words, " ");
    return words;
}

static void print_noise(FILE *to, const slp_case *c)
{
    const size_t M = c->M, w = M - c->areas;
    if (c->areas && c->areas < M) {
        print_part(to, "dw", c->dw, c->exact_dw, c->dw_count, M, 0, w);
        print_part(to, "area", c->dw, c->exact_dw, c->dw_count, M, w, c->areas);
        return;
    }
    print_list(to, "dw", c->dw, c->exact_dw, c->dw_count);
    print_list(to, "area", c->area.at, c->exact_area, c->area.count);
}

void slp_case_print_params(FILE *to, const slp_case *c)
{
    for (size_t i = 0; c->system->params[i].key; i++) {
        const slp_param_schema *schema = &c->system->params[i];
        const slp_numbers *value = &c->params[i];
        const char *word;
        size_t length;
        switch (schema->kind) {
        case SLP_PARAM_NUMBERS:
            print_list(to, schema->key, value->at, NULL, value->count);
            break;
        case SLP_PARAM_PAIRS:
            print_pairs(to, schema->key, value->at, value->count);
            break;
        case SLP_PARAM_TERMS:
            if (value->count == 0) break;
            fprintf(to, " %s=", schema->key);
            slp_terms_print(to, value->at, value->count, ",");
            break;
        case SLP_PARAM_WORD:
            if (value->count == 0) break;
            word = slp_word_at(&length, schema->words, value->at[0]);
            fprintf(to, " %s=%.*s", schema->key, (int)length, word);
            break;
        }
    }
}

int slp_case_print(FILE *to, const slp_case *c)
{
    if (!to || !c || !c->system || !c->scheme) return -1;
    fprintf(to, "case id=%s system=%s scheme=%s", c->id, slp_system_word(c->system),
            c->scheme->name);
    if (!slp_arithmetic_is_binary64(c->arithmetic))
        fprintf(to, " arithmetic=%s", c->arithmetic->name);
    slp_case_print_params(to, c);
    print_list(to, "h", &c->h, c->exact_h, 1);
    fprintf(to, " steps=%zu", c->steps);
    print_list(to, "x", c->x, c->exact_x, c->x_count);
    print_noise(to, c);
    fputc('\n', to);
    return ferror(to) ? -1 : 0;
}

int slp_result_print(FILE *to, const slp_result *r)
{
    if (!to || !r) return -1;
    fprintf(to, "result id=%s", r->id);
    if (r->error != SLP_OK)
        fprintf(to, " error=%s", slp_status_word(r->error));
    else if (r->exact_y && r->exact_y->text)
        fprintf(to, " y=%s", r->exact_y->text);
    else
        print_list(to, "y", r->y.at, r->exact_y, r->y.count);
    print_list(to, "g", r->g.at, NULL, r->g.count);
    if (r->has_iterations) fprintf(to, " iterations=%llu", (unsigned long long)r->iterations);
    if (r->has_bits) fprintf(to, " bits=%llu", (unsigned long long)r->bits);
    if (r->has_prec) fprintf(to, " prec=%llu", (unsigned long long)r->prec);
    fputc('\n', to);
    return ferror(to) ? -1 : 0;
}
