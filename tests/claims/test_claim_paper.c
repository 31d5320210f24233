/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* paper.yaml: what is read of it, what is refused, whether a claim fits it, and that every claim of
 * the ledger fits the paper of its folder. */
#include "tests/claims/claim_text.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka.h"

#define HEAD  "key: K\ntitle: A title\nauthors: [Ann Author, Bo Writer]\nyear: 2024\n"
#define WHOLE HEAD "published: A journal 3\ndoi: 10.1000/a.b-c\narxiv: \"2408.16701v2\"\n" READ
#define READ  "read:\n  - {from: latex, about: the preprint}\n  - {from: ocr, about: a scan}\n"

static slp_paper read_paper(const char *text)
{
    slp_paper paper;
    slp_error err;
    if (slp_paper_read(&paper, text, &err) != SLP_OK)
        fail_msg("line %zu, field %s: %s", err.line, err.field, err.text);
    return paper;
}

static void refuses(const char *text, size_t line, const char *field, const char *says)
{
    slp_paper paper;
    slp_error err;
    const slp_status status = slp_paper_read(&paper, text, &err);
    slp_paper_clear(&paper);
    if (status != SLP_INPUT || err.line != line || strcmp(err.field, field) != 0 ||
        !strstr(err.text, says))
        fail_msg("wanted line %zu, field %s, '%s'; got status %d, line %zu, field %s: %s", line,
                 field, says, (int)status, err.line, err.field, err.text);
}

static void a_whole_paper_is_read(void **state)
{
    (void)state;
    slp_paper p = read_paper(WHOLE);
    assert_string_equal(p.key, "K");
    assert_string_equal(p.title, "A title");
    assert_int_equal(p.authors, 2);
    assert_string_equal(p.author[1], "Bo Writer");
    assert_int_equal(p.year, 2024);
    assert_string_equal(p.published, "A journal 3");
    assert_string_equal(p.doi, "10.1000/a.b-c");
    assert_string_equal(p.arxiv, "2408.16701v2");
    assert_int_equal(p.texts, 2);
    assert_string_equal(p.text[1].from, "ocr");
    assert_string_equal(p.text[1].about, "a scan");
    slp_paper_clear(&p);
    assert_null(p.key);
    p = read_paper(HEAD "read: not at hand\n");
    assert_int_equal(p.texts, 0);
    assert_null(p.doi);
    assert_null(p.arxiv);
    assert_null(p.published);
    slp_paper_clear(&p);
}

static void a_wrong_paper_is_refused(void **state)
{
    (void)state;
    refuses("key: K\n", 1, "title", "is missing");
    refuses("title: t\n", 1, "key", "is missing");
    refuses("key: K\ntitle: t\nauthors: []\nyear: 2024\nread: not at hand\n", 3, "authors",
            "has 0 entries");
    refuses("key: K\ntitle: t\nauthors: Ann\nyear: 2024\nread: not at hand\n", 3, "authors",
            "wants a list");
    refuses("key: K\ntitle: t\nauthors: [[a]]\nyear: 2024\nread: not at hand\n", 3, "authors",
            "one plain value");
    refuses("key: K\ntitle: t\nauthors: [a]\nread: not at hand\n", 1, "year", "four digits");
    refuses("key: K\ntitle: t\nauthors: [a]\nyear: 24\nread: not at hand\n", 4, "year",
            "four digits");
    refuses("key: K\ntitle: t\nauthors: [a]\nyear: soon\nread: not at hand\n", 4, "year",
            "whole number");
    refuses(HEAD, 1, "read", "or `not at hand`");
    refuses(HEAD "read: no\n", 5, "read", "or `not at hand`");
    refuses(HEAD "read: []\n", 5, "read", "has 0 entries");
    refuses(HEAD "read: [{from: scan, about: a}]\n", 5, "from", "typeset, latex or ocr");
    refuses(HEAD "read: [{from: ocr}]\n", 5, "about", "is missing");
    refuses(HEAD "read: [{from: ocr, about: a, page: 3}]\n", 5, "page", "unknown key");
    refuses(WHOLE "pages: 3\n", 11, "pages", "those that fit here: key title authors year");
    refuses(WHOLE "year: 2023\n", 11, "year", "stands twice");
    refuses("", 1, "", "the file is empty");
}

static void a_wrong_number_is_refused(void **state)
{
    static const char *const doi[] = {
        "https://doi.org/10.1000/a", "10.1000",  "10.1000/", "11.1000/a", "10.10/a",
        "\"10.1000/a b\"",           "10.x000/a"};
    static const char *const arxiv[] = {"arXiv:2408.16701", "2408.167",    "\"240816701\"",
                                        "2408.167011",      "2408.16701v", "2408.16701w1",
                                        "math/0601001",     "240.816701"};
    char text[400];
    (void)state;
    for (size_t i = 0; i < sizeof doi / sizeof *doi; i++) {
        snprintf(text, sizeof text, HEAD "doi: %s\n" READ, doi[i]);
        refuses(text, 5, "doi", "is no DOI: write 10.NUMBER/NAME, without https://doi.org/");
    }
    for (size_t i = 0; i < sizeof arxiv / sizeof *arxiv; i++) {
        snprintf(text, sizeof text, HEAD "arxiv: %s\n" READ, arxiv[i]);
        refuses(text, 5, "arxiv", "is no number of arXiv: write \"2408.16701\"");
    }
}

static void misfits(const slp_paper *paper, const slp_claim *claim, size_t line, const char *field,
                    const char *says)
{
    slp_error err;
    assert_int_equal(slp_paper_fits(paper, claim, &err), SLP_INPUT);
    assert_int_equal(err.line, line);
    assert_string_equal(err.field, field);
    if (!strstr(err.text, says)) fail_msg("%s", err.text);
}

static void a_claim_fits_its_paper(void **state)
{
    slp_claim claim;
    slp_error err;
    slp_paper p = read_paper(WHOLE), other = read_paper(HEAD "read: not at hand\n");
    (void)state;
    assert_int_equal(slp_claim_read(&claim, CLAIM_WHOLE, "test", &err), SLP_OK);
    misfits(&p, &claim, 2, "source", "write `source: K`");
    claim.source[0] = 'K';
    claim.source[1] = 0;
    assert_int_equal(slp_paper_fits(&p, &claim, &err), SLP_OK);
    assert_int_equal(slp_paper_fits(&other, &claim, &err), SLP_OK);
    slp_claim_clear(&claim);
    assert_int_equal(slp_claim_read(&claim,
                                    "quote: {text: a, section: b, from: typeset}\n"
                                    "faithful: quote\n" CLAIM_WHOLE,
                                    "test", &err),
                     SLP_OK);
    claim.source[0] = 'K';
    claim.source[1] = 0;
    misfits(&p, &claim, 1, "quote", "add `{from: typeset, about: ...}` to its `read`");
    misfits(&other, &claim, 1, "quote", "cannot be of a text that is not at hand");
    strcpy(claim.quote.from, "ocr");
    assert_int_equal(slp_paper_fits(&p, &claim, &err), SLP_OK);
    slp_claim_clear(&claim);
    slp_paper_clear(&p);
    slp_paper_clear(&other);
}

static void the_ledgers_claims_fit_the_paper_of_their_folder(void **state)
{
    const char *name, *text, *file, *claims;
    size_t found = 0, folders = 0;
    (void)state;
    for (size_t k = 0; (name = slp_paper_at(k, &text)); k++) {
        slp_paper p = read_paper(text);
        const size_t folder = (size_t)(strrchr(name, '/') - name) + 1;
        const size_t before = found;
        for (size_t i = 0; (file = slp_claim_at(i, &claims)); i++) {
            slp_claim claim;
            slp_error err;
            if (strncmp(file, name, folder) != 0) continue;
            found++;
            assert_int_equal(slp_claim_read(&claim, claims, file, &err), SLP_OK);
            if (slp_paper_fits(&p, &claim, &err) != SLP_OK)
                fail_msg("%s:%zu: %s: %s", file, err.line, err.field, err.text);
            slp_claim_clear(&claim);
        }
        assert_gt(found, before);
        folders++;
        slp_paper_clear(&p);
    }
    assert_ge(folders, 3);
    assert_null(slp_claim_at(found, NULL)); /* no claim is outside them */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_paper_is_read),
        cmocka_unit_test(a_wrong_paper_is_refused),
        cmocka_unit_test(a_wrong_number_is_refused),
        cmocka_unit_test(a_claim_fits_its_paper),
        cmocka_unit_test(the_ledgers_claims_fit_the_paper_of_their_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
