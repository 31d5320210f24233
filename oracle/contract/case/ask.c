/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What programs ask of systems, schemes, cases and results, whose layouts are private. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

#include <stdlib.h>

/* A function that reads a member of an object; of NULL it is `none`. */
#define READ(type, name, object, member, none)                                                     \
    type name(const object *of)                                                                    \
    {                                                                                              \
        return of ? of->member : (none);                                                           \
    }

READ(const char *, slp_system_name, slp_system, name, NULL)
READ(const char *, slp_system_about, slp_system, about, NULL)
READ(const char *, slp_system_source, slp_system, source, NULL)
READ(slp_algebra, slp_system_algebra, slp_system, algebra, (slp_algebra)0)
READ(const char *, slp_scheme_name, slp_scheme, name, NULL)
READ(const char *, slp_scheme_rule, slp_scheme, rule, NULL)
READ(const char *, slp_scheme_source, slp_scheme, source, NULL)
READ(int, slp_scheme_order, slp_scheme, order, 0)
READ(const char *, slp_case_id, slp_case, id, NULL)
READ(const slp_system *, slp_case_system, slp_case, system, NULL)
READ(const slp_scheme *, slp_case_scheme, slp_case, scheme, NULL)
READ(double, slp_case_h, slp_case, h, 0)
READ(size_t, slp_case_steps, slp_case, steps, 0)
READ(size_t, slp_case_areas, slp_case, areas, 0)
READ(const char *, slp_result_id, slp_result, id, NULL)
READ(slp_status, slp_result_error, slp_result, error, SLP_INPUT)

bool slp_system_tests_states(const slp_system *system)
{
    return system && system->member;
}

bool slp_system_takes_areas(const slp_system *system)
{
    return system && system->areas;
}

/* The i-th parameter, or the empty one that ends the list. */
static slp_param_schema parameter(const slp_system *system, size_t i)
{
    static const slp_param_schema none = {0};
    size_t n = 0;
    while (system && system->params[n].key) n++;
    return i < n ? system->params[i] : none;
}

/* The same of the i-th parameter of a system. */
#define READ_PARAMETER(type, name, member)                                                         \
    type name(const slp_system *system, size_t i)                                                  \
    {                                                                                              \
        return parameter(system, i).member;                                                        \
    }

READ_PARAMETER(const char *, slp_parameter_key, key)
READ_PARAMETER(const char *, slp_parameter_about, about)
READ_PARAMETER(slp_param_kind, slp_parameter_kind, kind)
READ_PARAMETER(bool, slp_parameter_required, required)
READ_PARAMETER(const char *, slp_parameter_words, words)

slp_case *slp_case_empty(void)
{
    slp_case *c = malloc(sizeof *c);
    if (c) slp_case_init(c);
    return c;
}

static const double *list(size_t *count, const double *at, size_t n)
{
    if (count) *count = at ? n : 0;
    return n ? at : NULL;
}

const double *slp_case_x(const slp_case *c, size_t *count)
{
    return list(count, c ? c->x : NULL, c ? c->x_count : 0);
}

const double *slp_case_dw(const slp_case *c, size_t *count)
{
    return list(count, c ? c->dw : NULL, c ? c->dw_count : 0);
}

slp_result *slp_result_new(void)
{
    slp_result *r = malloc(sizeof *r);
    if (r) slp_result_init(r);
    return r;
}

void slp_result_free(slp_result *r)
{
    if (!r) return;
    slp_result_clear(r);
    free(r);
}

bool slp_result_is_fault(const slp_result *r)
{
    return r && r->fault;
}

const double *slp_result_y(const slp_result *r, size_t *count)
{
    return list(count, r ? r->y.at : NULL, r ? r->y.count : 0);
}
