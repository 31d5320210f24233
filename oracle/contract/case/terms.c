/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Terms of polynomials: reading, printing, checking. */
#include "oracle/contract/case/terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool slp_terms_next(slp_term *term, size_t *at, const double *list, size_t count)
{
    if (*at >= count) return false;
    const double *from = list + *at;
    term->k = (size_t)from[0];
    term->c = from[1];
    term->degree = (size_t)from[2];
    for (size_t j = 0; j < term->degree; j++) term->index[j] = (size_t)from[SLP_TERM_HEAD + j] - 1;
    *at += SLP_TERM_HEAD + term->degree;
    return true;
}

size_t slp_terms_write(double *to, const slp_term *term)
{
    to[0] = (double)term->k;
    to[1] = term->c;
    to[2] = (double)term->degree;
    for (size_t j = 0; j < term->degree; j++) to[SLP_TERM_HEAD + j] = (double)term->index[j] + 1;
    return SLP_TERM_HEAD + term->degree;
}

static bool is_whole(double value, double lo, double hi)
{
    return value >= lo && value <= hi && value == floor(value);
}

static const char *const wrong_k = "has a k that is no whole number from 0 to 2097152; 0 is the "
                                   "energy, 1, 2, ... are the noises";
static const char *const wrong_c =
    "has a c that is no finite number; give one, such as 0x1p-1 or 0.5";
static const char *const wrong_degree =
    "has no degree from 1 to 8; leave constants out, and give at "
    "most 8 indices";
static const char *const wrong_index =
    "has an index that is no coordinate; they are counted from 1 "
    "to d";
static const char *const not_a_term = "is not k:c:i.j..., the monomial c x_i x_j ... of H_k";

/* The reason why the numbers at `from`, of which `left` are there, begin no term. */
static const char *term_fault(const double *from, size_t left, double d)
{
    if (left < SLP_TERM_HEAD + 1) return not_a_term;
    if (!is_whole(from[0], 0, SLP_MAX_LIST)) return wrong_k;
    if (!isfinite(from[1])) return wrong_c;
    if (!is_whole(from[2], 1, SLP_MAX_DEGREE)) return wrong_degree;
    if (left - SLP_TERM_HEAD < (size_t)from[2]) return not_a_term;
    for (size_t j = 0; j < (size_t)from[2]; j++)
        if (!is_whole(from[SLP_TERM_HEAD + j], 1, d)) return wrong_index;
    return NULL;
}

const char *slp_terms_fault(size_t *which, const double *list, size_t count, size_t d)
{
    const char *fault = NULL;
    *which = 0;
    for (size_t at = 0; at < count && !fault;
         at += SLP_TERM_HEAD + (fault ? 0 : (size_t)list[at + 2])) {
        ++*which;
        fault = term_fault(list + at, count - at, (double)(d ? d : SLP_MAX_LIST));
    }
    return fault;
}

size_t slp_terms_noises(const double *list, size_t count)
{
    slp_term term;
    size_t most = 0;
    for (size_t at = 0; slp_terms_next(&term, &at, list, count);)
        if (term.k > most) most = term.k;
    return most;
}

size_t slp_terms_degree(const double *list, size_t count, size_t k)
{
    slp_term term;
    size_t most = 0;
    for (size_t at = 0; slp_terms_next(&term, &at, list, count);)
        if ((k == SIZE_MAX || term.k == k) && term.c != 0 && term.degree > most) most = term.degree;
    return most;
}

/* The part of the text up to the next `mark` or its end; *text becomes what follows, .at NULL if
 * the mark is not there. */
static slp_span part(slp_span *text, char mark)
{
    const char *at = text->length ? memchr(text->at, mark, text->length) : NULL;
    const slp_span first = {text->at, at ? (size_t)(at - text->at) : text->length};
    *text = at ? (slp_span){at + 1, text->length - first.length - 1} : (slp_span){NULL, 0};
    return first;
}

static const char *parse_term(slp_numbers *to, slp_span text)
{
    int64_t whole;
    const slp_span k = part(&text, ':');
    if (!text.at) return not_a_term;
    const slp_span c = part(&text, ':');
    if (!text.at)
        return "is not k:c:i.j...; a term without a coordinate is a constant: leave it out";
    if (slp_integer_parse(&whole, k, 0, SLP_MAX_LIST)) return wrong_k;
    double *at = to->at + to->count;
    at[0] = (double)whole;
    const char *fault = slp_number_parse(at + 1, c);
    if (fault) return fault == slp_memory_fault ? fault : wrong_c;
    size_t degree = 0;
    do {
        if (degree == SLP_MAX_DEGREE) return wrong_degree;
        if (slp_integer_parse(&whole, part(&text, '.'), 1, SLP_MAX_LIST)) return wrong_index;
        at[SLP_TERM_HEAD + degree++] = (double)whole;
    } while (text.at);
    at[2] = (double)degree;
    to->count += SLP_TERM_HEAD + degree;
    return NULL;
}

/* How many numbers a well-formed list of this text has. */
static size_t numbers_in(slp_span text)
{
    size_t count = SLP_TERM_HEAD + 1;
    bool in_indices = false;
    int colons = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == ',') count += SLP_TERM_HEAD + 1, colons = 0;
        if (text.at[i] == ':') colons++;
        in_indices = colons == 2;
        count += in_indices && text.at[i] == '.';
    }
    return count;
}

const char *slp_terms_parse(slp_numbers *to, size_t *which, slp_span text)
{
    *to = (slp_numbers){0, NULL};
    *which = 1;
    if (text.length == 0) return "is empty; leave the field out where there is nothing to give";
    const size_t most = numbers_in(text);
    if (most > SLP_MAX_LIST) {
        for (size_t i = 0; i < text.length; i++) *which += text.at[i] == ',';
        return "is one too many: a list holds at most 2097152 numbers, 3 and its degree a term";
    }
    /* one term that is malformed may write up to SLP_MAX_DEGREE numbers more than it has */
    to->at = calloc(most + SLP_MAX_DEGREE, sizeof *to->at);
    if (!to->at) {
        *which = (most + SLP_MAX_DEGREE) * sizeof *to->at;
        return slp_memory_fault;
    }
    const char *fault = NULL;
    for (size_t item = 1; text.at && !fault; item++) {
        *which = item;
        fault = parse_term(to, part(&text, ','));
    }
    if (!fault) return NULL;
    if (fault == slp_memory_fault) *which = 0;
    free(to->at);
    *to = (slp_numbers){0, NULL};
    return fault;
}

void slp_terms_print(FILE *to, const double *list, size_t count, const char *between)
{
    char text[SLP_NUMBER_CHARS];
    size_t which;
    slp_term term;
    if (slp_terms_fault(&which, list, count, 0)) {
        fputs("none", to); /* a case that was not checked: is refused when it is read */
        return;
    }
    for (size_t at = 0; slp_terms_next(&term, &at, list, count);) {
        slp_number_print(text, term.c);
        fprintf(to, "%zu:%s:", term.k, text);
        for (size_t j = 0; j < term.degree; j++)
            fprintf(to, "%s%zu", j ? "." : "", term.index[j] + 1);
        if (at < count) fputs(between, to);
    }
}

char *slp_terms_coefficients(slp_span text)
{
    char *copy = malloc(text.length + 1), *to = copy;
    if (!copy) return NULL;
    while (text.at) {
        slp_span item = part(&text, ',');
        part(&item, ':');
        const slp_span c = part(&item, ':');
        memcpy(to, c.at, c.length);
        to += c.length;
        if (text.at) *to++ = ',';
    }
    *to = '\0';
    return copy;
}

double *slp_terms_coefficient(const slp_numbers *list, size_t i)
{
    size_t at = 0;
    for (; at < list->count && i > 0; i--) at += SLP_TERM_HEAD + (size_t)list->at[at + 2];
    return at < list->count ? list->at + at + 1 : NULL;
}

size_t slp_terms_get_coefficients(double *to, const double *list, size_t count)
{
    slp_term term;
    size_t terms = 0;
    for (size_t at = 0; slp_terms_next(&term, &at, list, count); terms++)
        if (to) to[terms] = term.c;
    return terms;
}

void slp_terms_set_coefficients(double *list, size_t count, const double *c)
{
    for (size_t at = 0; at < count; at += SLP_TERM_HEAD + (size_t)list[at + 2]) list[at + 1] = *c++;
}
