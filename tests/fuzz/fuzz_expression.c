/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: an expression (ref/expression/).  The first byte says the algebra and the size.
 *
 * Any text ends in terms or in a fault whose place is in the text, in bounded time and memory.  The
 * terms fit the algebra; a second reading gives the same ones; and so does the sum of the text and
 * itself, halved, where that is not too long, since coefficients are exact until the end. */
#include "tests/fuzz/fuzz.h"

#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/terms.h"
#include "ref/ref.h"

typedef struct coordinates {
    slp_algebra algebra;
    size_t n, d;
} coordinates;

static coordinates coordinates_of(uint8_t byte)
{
    const slp_algebra_kind *kind = slp_algebra_kind_at(byte % 7);
    size_t n = kind->least ? kind->least + byte / 7 % 6 : 1;
    if (kind->algebra == SLP_SP && n % 2) n++;
    return (coordinates){kind->algebra, n, slp_algebra_coordinates(kind->algebra, n)};
}

static void same_terms(const slp_numbers *a, const slp_numbers *b)
{
    HOLDS(a->count == b->count);
    HOLDS(a->count == 0 || memcmp(a->at, b->at, a->count * sizeof *a->at) == 0);
}

/* "(TEXT + TEXT) / 2" */
static void doubled(const char *text, const slp_numbers *expected, const coordinates *of)
{
    const size_t length = strlen(text);
    slp_error err;
    slp_numbers terms = {0, NULL};
    if (length > 2000) return;
    char *twice = malloc(2 * length + 16);
    HOLDS(twice != NULL);
    snprintf(twice, 2 * length + 16, "((%s)+(%s))/2", text, text);
    const slp_status status =
        ref_expression_terms(&terms, NULL, 0, twice, of->algebra, of->n, &err);
    if (status == SLP_OK) same_terms(expected, &terms);
    free(terms.at);
    free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) return 0;
    const coordinates of = coordinates_of(data[0]);
    char *text = fuzz_text(data + 1, size - 1);
    slp_numbers terms = {0, NULL}, again = {0, NULL};
    size_t at;
    slp_error err;
    const slp_status status = ref_expression_terms(&terms, &at, 0, text, of.algebra, of.n, &err);
    HOLDS(status == SLP_OK || status == SLP_INPUT || status == SLP_MEMORY);
    if (status == SLP_OK) {
        size_t which;
        HOLDS(slp_terms_fault(&which, terms.at, terms.count, of.d) == NULL);
        HOLDS(ref_expression_terms(&again, NULL, 0, text, of.algebra, of.n, &err) == SLP_OK);
        same_terms(&terms, &again);
        doubled(text, &terms, &of);
    } else {
        HOLDS(terms.count == 0 && at <= strlen(text) && (status != SLP_INPUT || err.text[0]));
    }
    free(terms.at);
    free(again.at);
    free(text);
    return 0;
}
