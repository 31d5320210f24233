/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The table of laws in the manual (oracle/manual/schemes.md) against what each scheme declares. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAWS = 8, LONGEST = 400, FIRST = 2 }; /* columns before those of laws: scheme, on */

static const char page[] = "oracle/manual/schemes.md", title[] = "## The table of laws";
static const struct {
    const char *name;
    unsigned flag;
} law[LAWS] = {{"Casimirs", SLP_LAW_CASIMIRS}, {"quadratic Casimirs", SLP_LAW_QUADRATIC},
               {"spectrum", SLP_LAW_SPECTRUM}, {"Poisson map", SLP_LAW_POISSON},
               {"energy", SLP_LAW_ENERGY},     {"energy, near", SLP_LAW_ENERGY_NEAR},
               {"symmetry", SLP_LAW_SYMMETRY}, {"momentum", SLP_LAW_MOMENTUM}};

/* Splits a row of the table into its cells, without their blanks; returns how many. */
static int split(char *cell[FIRST + LAWS], char *line)
{
    int count = 0;
    for (char *at = strchr(line, '|'); at && at[1] != '\n' && at[1]; count++) {
        char *end = strchr(++at, '|');
        assert_non_null(end);
        assert_lt(count, FIRST + LAWS);
        char *last = end;
        while (*at == ' ') at++;
        while (last > at && last[-1] == ' ') last--;
        cell[count] = at;
        at = end;
        *last = '\0';
    }
    return count;
}

/* The algebras that the second cell names. */
static unsigned on_of(const char *text, const slp_scheme *scheme)
{
    if (strcmp(text, "all") == 0 || strcmp(text, "all it applies to") == 0) return scheme->applies;
    if (strcmp(text, "all but canonical") == 0) return scheme->applies & ~(unsigned)SLP_VECTOR;
    const slp_system *system = slp_system_find(text);
    if (!system) fail_msg("%s: \"%s\" is no system", scheme->name, text);
    return (unsigned)system->algebra;
}

static void compare(const slp_scheme *scheme, char *cell[FIRST + LAWS], unsigned algebra)
{
    unsigned keeps = scheme->keeps, breaks = scheme->breaks;
    for (const slp_scheme_exception *e = scheme->exceptions; e->on; e++)
        if (e->on & algebra) {
            keeps = e->keeps;
            breaks = e->breaks;
            break;
        }
    for (int k = 0; k < LAWS; k++) {
        const char *truth = keeps & law[k].flag ? "keeps" : breaks & law[k].flag ? "breaks" : "";
        if (strcmp(cell[FIRST + k], truth) != 0)
            fail_msg("%s on %s, %s: the page says \"%s\", the scheme \"%s\"", scheme->name, cell[1],
                     law[k].name, cell[FIRST + k], truth);
    }
}

static void table_of_laws(void **state)
{
    enum { SCHEMES = 64, ALGEBRAS = 8 };
    unsigned covered[SCHEMES] = {0};
    char line[LONGEST], *cell[FIRST + LAWS];
    int rows = 0;
    bool inside = false;
    (void)state;
    FILE *from = fopen(page, "r");
    assert_non_null(from);
    while (fgets(line, sizeof line, from)) {
        if (strncmp(line, "## ", 3) == 0) inside = strncmp(line, title, sizeof title - 1) == 0;
        if (!inside || line[0] != '|' || line[1] == '-') continue;
        assert_int_equal(split(cell, line), FIRST + LAWS);
        if (rows++ == 0) {
            for (int k = 0; k < LAWS; k++) assert_string_equal(cell[FIRST + k], law[k].name);
            continue;
        }
        size_t at = 0;
        while (slp_scheme_at(at) && strcmp(slp_scheme_at(at)->name, cell[0]) != 0) at++;
        const slp_scheme *scheme = slp_scheme_at(at);
        if (!scheme) fail_msg("%s is no scheme", cell[0]);
        assert_lt(at, SCHEMES);
        unsigned on = on_of(cell[1], scheme);
        assert_int_equal(covered[at] & on, 0);
        covered[at] |= on;
        for (int k = 0; k < ALGEBRAS; k++)
            if (on >> k & 1) compare(scheme, cell, 1u << k);
    }
    fclose(from);
    for (size_t i = 0; slp_scheme_at(i); i++)
        if (covered[i] != slp_scheme_at(i)->applies)
            fail_msg("%s is not in the table on all it applies to", slp_scheme_at(i)->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(table_of_laws)};
    return cmocka_run_group_tests_name("manual: table of laws", tests, NULL, NULL);
}
