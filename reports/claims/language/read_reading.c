/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads how a claim reads its source: the quoted words, how near the claim is to them, and replies.
 */
#include "reports/claims/language/read.h"

#include <ctype.h>
#include <string.h>

const char *const slp_paper_forms[] = {"typeset", "latex", "ocr", NULL};

enum { LINES = 2, LINE = 100 }; /* the longest quote: lines, and characters in a line */

/* The characters of UTF-8 text. */
static size_t characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++) count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static size_t lines(const char *text)
{
    size_t count = 1;
    for (; *text; text++) count += *text == '\n' && text[1];
    return count;
}

bool slp_claim_read_choice(slp_yaml *y, yaml_node_t *mapping, const char *key,
                           const char *const *words, const char *remedy, char **word)
{
    yaml_node_t *node = slp_yaml_need(y, mapping, key, remedy);
    const char *scalar = node ? slp_yaml_scalar(y, node, key) : NULL;
    if (!scalar) return false;
    for (size_t i = 0; words[i]; i++)
        if (strcmp(words[i], scalar) == 0) {
            *word = slp_yaml_copy(y, scalar);
            return true;
        }
    return slp_yaml_refuse(y, node, key, "%s", remedy);
}

static bool quote(slp_yaml *y, yaml_node_t *node, slp_quote *q)
{
    static const char *const keys[] = {"text", "page", "section", "from", NULL};
    q->line = slp_yaml_line(node);
    if (!slp_yaml_mapping(y, node, "quote", keys) ||
        !slp_yaml_text(y, node, "text", true, &q->text))
        return false;
    const size_t length = characters(q->text), count = lines(q->text);
    if (length > LINES * LINE || count > LINES)
        return slp_yaml_refuse(y, slp_yaml_get(y, node, "text"), "quote",
                               "has %zu characters in %zu lines; at most %d lines of %d characters "
                               "may be quoted: quote the words that decide",
                               length, count, LINES, LINE);
    return slp_yaml_text(y, node, "page", false, &q->page) &&
           slp_yaml_text(y, node, "section", true, &q->section) &&
           slp_claim_read_choice(y, node, "from", slp_paper_forms,
                                 "say which text was read: typeset, latex or ocr", &q->from);
}

/* A day of the calendar as YYYY-MM-DD. */
static bool is_date(const char *text)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (strlen(text) != 10) return false;
    for (size_t i = 0; i < 10; i++)
        if (i == 4 || i == 7 ? text[i] != '-' : !isdigit((unsigned char)text[i])) return false;
    const int year =
        (text[0] - '0') * 1000 + (text[1] - '0') * 100 + (text[2] - '0') * 10 + (text[3] - '0');
    const int month = (text[5] - '0') * 10 + (text[6] - '0');
    const int day = (text[8] - '0') * 10 + (text[9] - '0');
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month >= 1 && month <= 12 && day >= 1 &&
           day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

static bool reply(slp_yaml *y, yaml_node_t *node, slp_reply *r)
{
    static const char *const keys[] = {"date", "by", "kind", "text", NULL};
    static const char *const kinds[] = {"answer", "dispute", NULL};
    if (!slp_yaml_mapping(y, node, "replies", keys)) return false;
    yaml_node_t *date =
        slp_yaml_need(y, node, "date", "a reply needs the day on which it was given, YYYY-MM-DD");
    const char *day = date ? slp_yaml_scalar(y, date, "date") : NULL;
    if (!day) return false;
    if (!is_date(day))
        return slp_yaml_refuse(y, date, "date", "`%.40s` is no day: write YYYY-MM-DD", day);
    r->date = slp_yaml_copy(y, day);
    return slp_yaml_text(y, node, "by", true, &r->by) &&
           slp_claim_read_choice(y, node, "kind", kinds, "is one of: answer dispute", &r->kind) &&
           slp_yaml_text(y, node, "text", true, &r->text);
}

bool slp_claim_read_reading(slp_yaml *y, yaml_node_t *root, slp_claim *claim)
{
    static const char *const nearness[] = {"quote", "paraphrase", "inference", NULL};
    yaml_node_t *words = slp_yaml_get(y, root, "quote");
    yaml_node_t *near = slp_yaml_get(y, root, "faithful");
    yaml_node_t *list = slp_yaml_get(y, root, "replies");
    static const char *const proofs[] = {"algebra", "bound", NULL};
    if (slp_yaml_get(y, root, "proof")) {
        if (!slp_claim_read_choice(y, root, "proof", proofs, "is one of: algebra bound",
                                   &claim->proof))
            return false;
        if (!claim->note)
            return slp_yaml_refuse(y, slp_yaml_get(y, root, "proof"), "proof",
                                   "the proof stands in `note`: add it");
    }
    if (words && !quote(y, words, &claim->quote)) return false;
    if ((words || near) &&
        !slp_claim_read_choice(
            y, root, "faithful", nearness,
            "say how near the statement is to the quote: quote, paraphrase or inference",
            &claim->faithful))
        return false;
    if (near && !words)
        return slp_yaml_refuse(y, near, "faithful",
                               "there is nothing to be faithful to: add `quote`");
    size_t count = 0;
    if (!list) return true;
    if (!slp_yaml_sequence(y, list, "replies", 1, SLP_CLAIM_PARTS, &count)) return false;
    claim->reply = slp_yaml_room(y, count, sizeof *claim->reply);
    while (claim->replies < count) {
        const size_t k = claim->replies++;
        if (!reply(y, slp_yaml_item(y, list, k), &claim->reply[k])) return false;
    }
    return true;
}
