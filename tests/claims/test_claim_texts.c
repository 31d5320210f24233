/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the words of the ledger's claims say of their own file: sizes that a text gives are those of
 * the experiments, and an erratum read from a scan says so. */
#include "tests/claims/claim_text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

/* The number that ends just before `end`, digits in groups of three with spaces between; -1 if none
 * stands there.  text: where the sentence begins. */
static double number_before(const char *text, const char *end)
{
    char digits[32] = "";
    const char *at = end;
    while (at > text && (isdigit((unsigned char)at[-1]) || at[-1] == ' ' || at[-1] == '\n')) at--;
    size_t length = 0;
    for (; at < end && length + 1 < sizeof digits; at++)
        if (isdigit((unsigned char)*at)) digits[length++] = *at;
    digits[length] = 0;
    return length ? strtod(digits, NULL) : -1;
}

/* True if an experiment has so many steps or samples, or is so long, at that size. */
static bool is_a_size(const slp_claim *c, double number, bool full)
{
    for (size_t i = 0; i < c->experiments; i++) {
        const slp_experiment *e = &c->experiment[i];
        const double steps = (double)(full ? e->steps.full : e->steps.usual);
        const double samples = (double)(full ? e->samples.full : e->samples.usual);
        const double time = e->h.kind == SLP_ORIGIN_FIXED ? steps * e->h.at[0] : 0;
        if (!(fabs(number - steps) > 0) || !(fabs(number - samples) > 0) ||
            fabs(number - time) <= 0.01 * time)
            return true;
    }
    return false;
}

/* Every "N <words>" of the text must be a size; returns how many there are. */
static size_t sizes_in(const slp_claim *c, const char *text, const char *words, bool full)
{
    size_t found = 0;
    if (!text) return 0;
    for (const char *at = text; (at = strstr(at, words)); at++) {
        const double number = number_before(text, at);
        if (number < 0) continue;
        if (!is_a_size(c, number, full))
            fail_msg("%s: the text says %.0f%s, and no experiment has that size", c->id, number,
                     words);
        found++;
    }
    return found;
}

static size_t sizes_of(const slp_claim *c)
{
    static const struct {
        const char *words;
        bool full;
    } of[] = {{" steps by default", false}, {" time units; ", false}, {" in the full audit", true}};
    size_t found = 0;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        found += sizes_in(c, c->note, of[k].words, of[k].full);
        for (size_t i = 0; i < c->unprinteds; i++)
            found += sizes_in(c, c->unprinted[i].chosen, of[k].words, of[k].full);
    }
    return found;
}

static slp_claim read_claim(const char *text, const char *name)
{
    slp_claim c;
    slp_error err;
    if (slp_claim_read(&c, text, name, &err) != SLP_OK)
        fail_msg("%s:%zu: %s", name, err.line, err.text);
    return c;
}

static void sizes_are_those_of_the_experiments(void **state)
{
    const char *name, *text;
    size_t found = 0;
    (void)state;
    for (size_t i = 0; (name = slp_claim_at(i, &text)); i++) {
        slp_claim c = read_claim(text, name);
        found += sizes_of(&c);
        slp_claim_clear(&c);
    }
    assert_gt(found, 10);
}

static void a_number_is_read_before_its_word(void **state)
{
    static const char text[] = "2⁻⁸; 128 000 steps by default,\n 256\n000 in the full audit";
    (void)state;
    assert_true(number_before(text, strstr(text, " steps")) == 128000);
    assert_true(number_before(text, strstr(text, " in the")) == 256000);
    assert_lt(number_before("eight in", strstr("eight in", " in")), 0);
}

static void errata_from_a_scan_say_so(void **state)
{
    const char *name, *text;
    size_t found = 0;
    (void)state;
    for (size_t i = 0; (name = slp_claim_at(i, &text)); i++) {
        slp_claim c = read_claim(text, name);
        if (c.erratum && c.quote.from && strcmp(c.quote.from, "ocr") == 0) {
            found++;
            if (!c.note || !strstr(c.note, "recognised from a scan"))
                fail_msg("%s: an erratum of a text read from a scan, and its note does not say so",
                         name);
        }
        slp_claim_clear(&c);
    }
    assert_ge(found, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_number_is_read_before_its_word),
                                       cmocka_unit_test(sizes_are_those_of_the_experiments),
                                       cmocka_unit_test(errata_from_a_scan_say_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
