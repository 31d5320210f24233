/* Printing records: every number as a hex float that reads back bit for bit, fields in one fixed
 * order, so that equal records are equal text. */
#include "oracle/contract/arithmetic.h"

#include <math.h>
#include <string.h>

static void print_list(FILE *to, const char *key, const double *at, size_t count)
{
    char text[SLP_NUMBER_CHARS];
    if (count == 0) return;
    fprintf(to, " %s=", key);
    for (size_t i = 0; i < count; i++) {
        slp_number_print(text, at[i]);
        if (i) fputc(',', to);
        fputs(text, to);
    }
}

/* The exact numbers where there are such. */
static void print_exact(FILE *to, const char *key, const double *at, const char *exact,
                        size_t count)
{
    if (exact)
        fprintf(to, " %s=%s", key, exact);
    else
        print_list(to, key, at, count);
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

/* The index-th of `words`, which are separated by spaces. */
static void print_word(FILE *to, const char *key, const char *words, const slp_numbers *value)
{
    if (value->count == 0) return;
    for (double skip = value->at[0]; skip >= 1 && *words; skip--) {
        words += strcspn(words, " ");
        words += *words == ' ';
    }
    fprintf(to, " %s=%.*s", key, (int)strcspn(words, " "), words);
}

/* Of each step's M numbers those from `first` on, `count` of them: increments, or areas. */
static void print_part(FILE *to, const char *key, const slp_case *c, size_t first, size_t count)
{
    char text[SLP_NUMBER_CHARS];
    const char *exact = c->exact_dw, *before = "";
    fprintf(to, " %s=", key);
    for (size_t i = 0; i < c->dw_count; i++) {
        const size_t length = exact ? strcspn(exact, ",") : 0;
        if (i % c->M >= first && i % c->M < first + count) {
            slp_number_print(text, c->dw[i]);
            fprintf(to, "%s%.*s", before, exact ? (int)length : (int)strlen(text),
                    exact ? exact : text);
            before = ",";
        }
        if (exact) exact += length + (exact[length] == ',');
    }
}

static void print_noise(FILE *to, const slp_case *c)
{
    if (c->areas && c->areas < c->M) {
        print_part(to, "dw", c, 0, c->M - c->areas);
        print_part(to, "area", c, c->M - c->areas, c->areas);
        return;
    }
    print_exact(to, "dw", c->dw, c->exact_dw, c->dw_count);
    print_exact(to, "area", c->area.at, c->exact_area, c->area.count);
}

int slp_case_print(FILE *to, const slp_case *c)
{
    if (!to || !c || !c->system || !c->scheme) return -1;
    fprintf(to, "case id=%s system=%s scheme=%s", c->id, c->system->name, c->scheme->name);
    if (!slp_arithmetic_is_binary64(c->arithmetic))
        fprintf(to, " arithmetic=%s", c->arithmetic->name);
    for (size_t i = 0; c->system->params[i].key; i++) {
        const slp_param_schema *schema = &c->system->params[i];
        const slp_numbers *value = &c->params[i];
        switch (schema->kind) {
        case SLP_PARAM_NUMBERS:
            print_list(to, schema->key, value->at, value->count);
            break;
        case SLP_PARAM_PAIRS:
            print_pairs(to, schema->key, value->at, value->count);
            break;
        case SLP_PARAM_WORD:
            print_word(to, schema->key, schema->words, value);
            break;
        }
    }
    print_exact(to, "h", &c->h, c->exact_h, 1);
    fprintf(to, " steps=%zu", c->steps);
    print_exact(to, "x", c->x, c->exact_x, c->x_count);
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
    else
        print_exact(to, "y", r->y.at, r->exact_y, r->y.count);
    print_list(to, "g", r->g.at, r->g.count);
    if (r->has_iterations) fprintf(to, " iterations=%llu", (unsigned long long)r->iterations);
    if (r->has_bits) fprintf(to, " bits=%llu", (unsigned long long)r->bits);
    if (r->has_prec) fprintf(to, " prec=%llu", (unsigned long long)r->prec);
    fputc('\n', to);
    return ferror(to) ? -1 : 0;
}
