/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What programs ask of systems, schemes, cases and results, whose layouts are private. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

#include <stdlib.h>

const char *slp_system_name(const slp_system *system)
{
    return system ? system->name : NULL;
}

const char *slp_system_about(const slp_system *system)
{
    return system ? system->about : NULL;
}

const char *slp_system_source(const slp_system *system)
{
    return system ? system->source : NULL;
}

slp_algebra slp_system_algebra(const slp_system *system)
{
    return system ? system->algebra : (slp_algebra)0;
}

bool slp_system_tests_states(const slp_system *system)
{
    return system && system->member;
}

bool slp_system_takes_areas(const slp_system *system)
{
    return system && system->areas;
}

const char *slp_scheme_name(const slp_scheme *scheme)
{
    return scheme ? scheme->name : NULL;
}

const char *slp_scheme_rule(const slp_scheme *scheme)
{
    return scheme ? scheme->rule : NULL;
}

const char *slp_scheme_source(const slp_scheme *scheme)
{
    return scheme ? scheme->source : NULL;
}

int slp_scheme_order(const slp_scheme *scheme)
{
    return scheme ? scheme->order : 0;
}

/* The i-th parameter, or the empty one that ends the list. */
static slp_param_schema parameter(const slp_system *system, size_t i)
{
    static const slp_param_schema none = {0};
    size_t n = 0;
    while (system && system->params[n].key) n++;
    return i < n ? system->params[i] : none;
}

const char *slp_parameter_key(const slp_system *system, size_t i)
{
    return parameter(system, i).key;
}

const char *slp_parameter_about(const slp_system *system, size_t i)
{
    return parameter(system, i).about;
}

slp_param_kind slp_parameter_kind(const slp_system *system, size_t i)
{
    return parameter(system, i).kind;
}

bool slp_parameter_required(const slp_system *system, size_t i)
{
    return parameter(system, i).required;
}

const char *slp_parameter_words(const slp_system *system, size_t i)
{
    return parameter(system, i).words;
}

slp_case *slp_case_empty(void)
{
    slp_case *c = malloc(sizeof *c);
    if (c) slp_case_init(c);
    return c;
}

const char *slp_case_id(const slp_case *c)
{
    return c ? c->id : NULL;
}

const slp_system *slp_case_system(const slp_case *c)
{
    return c ? c->system : NULL;
}

const slp_scheme *slp_case_scheme(const slp_case *c)
{
    return c ? c->scheme : NULL;
}

double slp_case_h(const slp_case *c)
{
    return c ? c->h : 0;
}

size_t slp_case_steps(const slp_case *c)
{
    return c ? c->steps : 0;
}

size_t slp_case_areas(const slp_case *c)
{
    return c ? c->areas : 0;
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

const char *slp_result_id(const slp_result *r)
{
    return r ? r->id : NULL;
}

slp_status slp_result_error(const slp_result *r)
{
    return r ? r->error : SLP_INPUT;
}

bool slp_result_is_fault(const slp_result *r)
{
    return r && r->fault;
}

const double *slp_result_y(const slp_result *r, size_t *count)
{
    return list(count, r ? r->y.at : NULL, r ? r->y.count : 0);
}
