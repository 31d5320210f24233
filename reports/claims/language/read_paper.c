/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads paper.yaml: what the claims beside it are claims of, and which texts of it were read. */
#include "reports/claims/language/read.h"

#include <ctype.h>
#include <string.h>

static bool authors(slp_yaml *y, yaml_node_t *root, slp_paper *paper)
{
    yaml_node_t *list = slp_yaml_need(y, root, "authors", "list them: [Given Family, ...]");
    size_t count = 0;
    if (!list || !slp_yaml_sequence(y, list, "authors", 1, SLP_PAPER_PARTS, &count)) return false;
    paper->author = slp_yaml_room(y, count, sizeof *paper->author);
    for (; paper->authors < count; paper->authors++) {
        const char *name = slp_yaml_scalar(y, slp_yaml_item(y, list, paper->authors), "authors");
        if (!name) return false;
        paper->author[paper->authors] = slp_yaml_copy(y, name);
    }
    return true;
}

static bool year(slp_yaml *y, yaml_node_t *root, slp_paper *paper)
{
    yaml_node_t *node = slp_yaml_need(y, root, "year", "in which it appeared, of four digits");
    uint64_t number = 0;
    if (!node || !slp_yaml_count(y, node, "year", 9999, &number)) return false;
    paper->year = (unsigned)number;
    return number >= 1000 || slp_yaml_refuse(y, node, "year", "wants four digits, such as 2024");
}

/* 10.REGISTRANT/SUFFIX, of printing characters. */
static bool is_doi(const char *text)
{
    const size_t digits = strncmp(text, "10.", 3) == 0 ? strspn(text + 3, "0123456789.") : 0;
    if (digits < 4 || text[3 + digits] != '/' || !text[4 + digits]) return false;
    for (const char *c = text; *c; c++)
        if (!isgraph((unsigned char)*c)) return false;
    return true;
}

/* YYMM.NNNNN, since 2007; a version may follow. */
static bool is_arxiv(const char *text)
{
    const char *digits = "0123456789";
    const size_t length = strlen(text) < 10 ? 0 : strspn(text + 5, digits);
    if (length < 4 || length > 5 || strspn(text, digits) != 4 || text[4] != '.') return false;
    const char *end = text + 5 + length;
    return !*end || (*end == 'v' && end[1] && strspn(end + 1, digits) == strlen(end + 1));
}

static bool numbers(slp_yaml *y, yaml_node_t *root, slp_paper *paper)
{
    if (!slp_yaml_text(y, root, "doi", false, &paper->doi) ||
        !slp_yaml_text(y, root, "arxiv", false, &paper->arxiv))
        return false;
    if (paper->doi && !is_doi(paper->doi))
        return slp_yaml_refuse(y, slp_yaml_get(y, root, "doi"), "doi",
                               "`%.60s` is no DOI: write 10.NUMBER/NAME, without https://doi.org/",
                               paper->doi);
    return !paper->arxiv || is_arxiv(paper->arxiv) ||
           slp_yaml_refuse(y, slp_yaml_get(y, root, "arxiv"), "arxiv",
                           "`%.60s` is no number of arXiv: write \"2408.16701\", in quotation "
                           "marks and without arXiv:",
                           paper->arxiv);
}

static bool text_read(slp_yaml *y, yaml_node_t *node, slp_paper_text *text)
{
    static const char *const keys[] = {"from", "about", NULL};
    return slp_yaml_mapping(y, node, "read", keys) &&
           slp_claim_read_choice(y, node, "from", slp_paper_forms,
                                 "say which text was read: typeset, latex or ocr", &text->from) &&
           slp_yaml_text(y, node, "about", true, &text->about);
}

/* `not at hand`, or a list of {from, about}. */
static bool texts(slp_yaml *y, yaml_node_t *root, slp_paper *paper)
{
    static const char remedy[] =
        "say which text was read, as a list of {from, about}, or `not at hand`";
    yaml_node_t *list = slp_yaml_need(y, root, "read", remedy);
    size_t count = 0;
    if (!list) return false;
    if (list->type == YAML_SCALAR_NODE)
        return strcmp((const char *)list->data.scalar.value, "not at hand") == 0 ||
               slp_yaml_refuse(y, list, "read", "%s", remedy);
    if (!slp_yaml_sequence(y, list, "read", 1, SLP_PAPER_PARTS, &count)) return false;
    paper->text = slp_yaml_room(y, count, sizeof *paper->text);
    while (paper->texts < count) {
        const size_t k = paper->texts++;
        if (!text_read(y, slp_yaml_item(y, list, k), &paper->text[k])) return false;
    }
    return true;
}

slp_status slp_paper_read(slp_paper *paper, const char *text, slp_error *err)
{
    static const char *const keys[] = {"key", "title", "authors", "year", "published",
                                       "doi", "arxiv", "read",    NULL};
    memset(paper, 0, sizeof *paper);
    memset(err, 0, sizeof *err);
    slp_yaml y;
    slp_status status = slp_yaml_open(&y, text, err);
    y.owned = &paper->owned;
    if (status == SLP_OK) {
        yaml_node_t *root = slp_yaml_root(&y);
        const bool good = slp_yaml_mapping(&y, root, "", keys) &&
                          slp_yaml_text(&y, root, "key", true, &paper->key) &&
                          slp_yaml_text(&y, root, "title", true, &paper->title) &&
                          authors(&y, root, paper) && year(&y, root, paper) &&
                          slp_yaml_text(&y, root, "published", false, &paper->published) &&
                          numbers(&y, root, paper) && texts(&y, root, paper);
        if (!good) status = SLP_INPUT;
        paper->line = slp_yaml_line(slp_yaml_get(&y, root, "key"));
    }
    slp_yaml_clear(&y);
    if (status != SLP_OK) slp_paper_clear(paper);
    return status;
}

slp_status slp_paper_fits(const slp_paper *paper, const slp_claim *claim, slp_error *err)
{
    memset(err, 0, sizeof *err);
    if (strcmp(claim->source, paper->key) != 0)
        return slp_error_set(err, claim->source_line, claim->id, "source",
                             "is not the key of the paper.yaml beside the claim: write `source: "
                             "%.60s`, or put the claim into the folder of its paper",
                             paper->key);
    if (!claim->quote.text) return SLP_OK;
    for (size_t i = 0; i < paper->texts; i++)
        if (strcmp(paper->text[i].from, claim->quote.from) == 0) return SLP_OK;
    return slp_error_set(err, claim->quote.line, claim->id, "quote",
                         paper->texts
                             ? "is of a text that paper.yaml does not name as read: add "
                               "`{from: %s, about: ...}` to its `read`"
                             : "cannot be of a text that is not at hand: remove the quote, "
                               "or add `{from: %s, about: ...}` to `read` in paper.yaml",
                         claim->quote.from);
}
