/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Pages from templates: what a page says stands in a file of text, and C gives it values, as JSON.
 *
 * A file has parts; each begins after a line {{=NAME}}.  Text stands for itself; a backslash at the
 * end of a line joins it with the next one.  Between double braces stand tags:
 *
 *   {{PATH}}          the value, as Markdown that is no markup; of a list its items, commas between
 *   {{PATH|KIND}}     raw: as it is; html: as text of a page or a drawing; words, cell: `code` in
 *                     it is code; code, cellcode; tex: with equations; anchor: letters, digits and
 *                     dashes; prose, quote: CommonMark of somebody else's, in paragraphs; block:
 *                     lines of code; f2, g3: digits of a number
 *   {{PATH -> URL}}   a link; in the URL {PATH} stands for the value
 *   {{#PATH}}         for each item of a list, or for an object that is there, up to {{/}}
 *   {{*PATH}}         for each member of an object
 *   {{?CONDITION}}    if one of the conditions, which commas part, holds, up to {{/}}: PATH, which
 *                     is there and not "", 0 or empty; PATH=WORD; PATH==PATH
 *   {{^CONDITION}}    if none of them holds
 *   {{>NAME}}         another part
 *
 * A path is name.name; `.` is the item itself, @key the member's name, @number its number from 1,
 * and ../ leads to what is around the list or object.  In place of a path text in quotes can stand,
 * in which {PATH} is a value.  The line of a tag that prints no words of its own vanishes. */
#ifndef SLP_REPORTS_TEMPLATE_H
#define SLP_REPORTS_TEMPLATE_H

#include <jansson.h>
#include <stdio.h>

/* Prints a part of the templates in `text`, filled with values.  NULL, or what is wrong with the
 * template.  Tested by tests/reports/test_template.c. */
const char *report_fill(FILE *to, const char *text, const char *part, const json_t *values);

/* Rows of two names as a table: {"columns": names, "rows": [{"name", "cells": [a row or {}]}]},
 * names in order of appearance.  A new reference. */
json_t *report_grid(const json_t *rows, const char *down, const char *across);

#endif
