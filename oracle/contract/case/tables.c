/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Systems and schemes by name, and what a pair of them keeps and breaks.  No system or scheme is
 * named here: the build makes the tables from file names, and the rules use the flags of the
 * entries. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/case/pair_choice.h"

#include <string.h>

extern const slp_system *const slp_system_registry[];
extern const slp_scheme *const slp_schemes_registry[];

const slp_system *slp_system_at(size_t i)
{
    for (size_t k = 0; slp_system_registry[k]; k++)
        if (k == i) return slp_system_registry[k];
    return NULL;
}

const slp_scheme *slp_scheme_at(size_t i)
{
    for (size_t family = 0; slp_schemes_registry[family]; family++)
        for (const slp_scheme *s = slp_schemes_registry[family]; s->name; s++, i--)
            if (i == 0) return s;
    return NULL;
}

const slp_system *slp_system_find(const char *name)
{
    for (size_t k = 0; name && slp_system_registry[k]; k++)
        if (strcmp(slp_system_registry[k]->name, name) == 0) return slp_system_registry[k];
    return NULL;
}

const char *slp_system_word(const slp_system *system)
{
    if (!system) return NULL;
    return system->family ? system->family : system->name;
}

const slp_system *slp_system_of_word(const char *word, size_t i)
{
    for (size_t k = 0; word && slp_system_registry[k]; k++)
        if (strcmp(slp_system_word(slp_system_registry[k]), word) == 0 && i-- == 0)
            return slp_system_registry[k];
    return NULL;
}

bool slp_system_named(const slp_system *system, const char *name)
{
    if (!system) return false;
    return !name || strcmp(system->name, name) == 0 || strcmp(slp_system_word(system), name) == 0;
}

const slp_scheme slp_scheme_own = {.name = "own",
                                   .rule = "a rule that its port alone knows",
                                   .source = "the port",
                                   .applies = ~0U,
                                   .maps = 1,
                                   .stages = 1};

const slp_scheme *slp_scheme_find(const char *name)
{
    if (name && strcmp(name, slp_scheme_own.name) == 0) return &slp_scheme_own;
    for (size_t family = 0; name && slp_schemes_registry[family]; family++)
        for (const slp_scheme *s = slp_schemes_registry[family]; s->name; s++)
            if (strcmp(s->name, name) == 0) return s;
    return NULL;
}

bool slp_pair_makes_sense(const slp_system *system, const slp_scheme *scheme, const char **why)
{
    if (why) *why = NULL;
    if (!system || !scheme) return false;
    bool sense =
        (scheme->applies & (unsigned)system->algebra) != 0 && (!scheme->splits || system->factors);
    if (why) *why = sense ? NULL : scheme->needs;
    return sense;
}

size_t slp_case_maps(const slp_case *c)
{
    if (!c || !c->system || !c->scheme) return 0;
    size_t factors = 1;
    if (c->scheme->splits &&
        (!c->system->factors || c->system->factors(&factors, c, NULL) != SLP_OK))
        return 0;
    return c->scheme->maps * (factors ? factors : 1);
}

/* The scheme's flags on this algebra; those of its exception if it has one. */
static void flags_on(unsigned *keeps, unsigned *breaks, const slp_system *system,
                     const slp_scheme *scheme)
{
    *keeps = scheme->keeps;
    *breaks = scheme->breaks;
    for (const slp_scheme_exception *e = scheme->exceptions; e->on; e++)
        if (e->on & (unsigned)system->algebra) {
            *keeps = e->keeps;
            *breaks = e->breaks;
            return;
        }
}

/* If every Casimir is a function of quadratic ones, a scheme that keeps these keeps all Casimirs,
 * and so the orbit.  A scheme that keeps the energy exactly also keeps it up to O(h^2). */
static unsigned promoted(unsigned keeps, const slp_system *system)
{
    if (system->only_quadratic_casimirs && (keeps & SLP_LAW_QUADRATIC))
        keeps |= SLP_LAW_CASIMIRS | SLP_LAW_SPECTRUM;
    if (keeps & SLP_LAW_CASIMIRS) keeps |= SLP_LAW_QUADRATIC;
    if (keeps & system->has & SLP_LAW_ENERGY) keeps |= SLP_LAW_ENERGY_NEAR;
    return keeps;
}

unsigned slp_pair_keeps(const slp_system *system, const slp_scheme *scheme)
{
    unsigned keeps, breaks;
    if (!slp_pair_makes_sense(system, scheme, NULL)) return 0;
    flags_on(&keeps, &breaks, system, scheme);
    return promoted(keeps, system) & system->has;
}

unsigned slp_pair_breaks(const slp_system *system, const slp_scheme *scheme)
{
    unsigned keeps, breaks;
    if (!slp_pair_makes_sense(system, scheme, NULL)) return 0;
    flags_on(&keeps, &breaks, system, scheme);
    return breaks & system->has & ~promoted(keeps, system);
}

unsigned slp_case_lacks(const slp_case *c)
{
    return c && c->system && c->system->lacks ? c->system->lacks(c) : 0;
}
