/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads lines `# stage step=S NAME=NUMBERS ...`.  What cannot be read is said, and the other values
 * are compared all the same. */
#include "oracle/contract/number/number.h"
#include "oracle/judge/stages/lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So many remarks are told, and so many names that a rule has. */
enum { MOST = 3, NAMES = 40 };

FILE *stage_lines_remark(stage_lines *lines)
{
    if (lines->remarks++ >= MOST) return NULL;
    if (lines->remarks > 1) fputs("; ", lines->to);
    return lines->to;
}

void stage_lines_end(stage_lines *lines)
{
    if (lines->remarks > MOST) fprintf(lines->to, "; %zu more", lines->remarks - MOST);
}

/* The names of all values that may be printed. */
static void write_names(FILE *to, const stage_rule *rule)
{
    const char *between = "";
    size_t names = 0;
    for (size_t i = 0; i < rule->item_count && names <= NAMES; i++)
        if (rule->items[i].shown) {
            fprintf(to, "%s%s", between, names++ < NAMES ? rule->items[i].name : "...");
            between = ", ";
        }
}

static void remark_name(stage_lines *lines, const stage_rule *rule, slp_span name)
{
    FILE *to = stage_lines_remark(lines);
    if (!to) return;
    fprintf(to, "%.*s is no value of this scheme; there are ", (int)name.length, name.at);
    write_names(to, rule);
}

/* Reads the numbers of one value; true if they are its. */
static bool read_value(stage_lines *lines, stage_comparison *with, slp_span name, slp_span list)
{
    const stage_rule *rule = with->rule;
    const size_t at = stage_item_find(rule, name.at, name.length);
    slp_numbers numbers = {0, NULL};
    size_t which;
    if (at == rule->item_count) {
        if (!slp_span_is(name, "y")) remark_name(lines, rule, name); /* the result has y */
        return false;
    }
    const stage_item *item = &rule->items[at];
    const char *fault = slp_list_parse(&numbers, &which, list);
    bool fits = !fault && numbers.count == (size_t)item->n;
    for (size_t i = 0; fits && i < numbers.count; i++) fits = isfinite(numbers.at[i]);
    FILE *to = fits ? NULL : stage_lines_remark(lines);
    if (to && fault)
        fprintf(to, "item %zu of %s %s", which, item->name, fault);
    else if (to)
        fprintf(to, "%s has %zu numbers and needs %ld that are finite", item->name, numbers.count,
                item->n);
    if (fits && !with->given[at]) with->given[at] = _arb_vec_init(item->n);
    for (slong i = 0; fits && i < item->n; i++) arb_set_d(with->given[at] + i, numbers.at[i]);
    free(numbers.at);
    return fits;
}

/* The step that lines are of from now on; 0, with a remark, if the case has no such step. */
static size_t read_step(stage_lines *lines, slp_span number, size_t s)
{
    char *end;
    const unsigned long step = strtoul(number.at, &end, 10);
    const bool whole = end == number.at + number.length && number.length > 0;
    if (whole && step > 0 && step <= lines->steps) return step;
    FILE *to = s == 0 ? stage_lines_remark(lines) : NULL; /* once, not at every step */
    if (to)
        fprintf(to, "step=%.*s: the case has %s%zu", (int)number.length, number.at,
                lines->steps == 1 ? "step " : "steps 1 to ", lines->steps);
    return 0;
}

/* Takes what is of step s of one line.  *now: the step that lines are of.  True: a value. */
static bool read_line(stage_lines *lines, stage_comparison *with, slp_span line, size_t s,
                      size_t *now)
{
    const char *end = line.at + line.length;
    bool some = false;
    for (const char *at = line.at + strlen("# stage"); at < end;) {
        size_t length = 0;
        at++;
        while (at + length < end && at[length] != ' ') length++;
        const char *equals = memchr(at, '=', length);
        const slp_span key = {at, equals ? (size_t)(equals - at) : length};
        const slp_span value = {equals ? equals + 1 : at + length,
                                equals ? length - key.length - 1 : 0};
        at += length;
        if (slp_span_is(key, "step"))
            *now = read_step(lines, value, s);
        else if (length > 0 && *now == s + 1 && !slp_span_is(key, "rule") &&
                 !slp_span_is(key, "norm"))
            some = read_value(lines, with, key, value) || some;
    }
    return some;
}

bool stage_lines_read(stage_lines *lines, stage_comparison *with, size_t s)
{
    bool some = false;
    size_t now = 1;
    for (const char *line = lines->text; *line;) {
        const size_t length = strcspn(line, "\n");
        some = read_line(lines, with, (slp_span){line, length}, s, &now) || some;
        line += length + (line[length] == '\n');
    }
    return some;
}
