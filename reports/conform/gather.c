/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A statement from beginning to end: the port is started, asked the drawn cases and the laws. */
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"
#include "oracle/plumbing/sha256.h"
#include "reports/conform/parts.h"

#include <stdlib.h>

static const char SCHEMA[] = "slp conformance statement 1";

char *conform_text(const json_t *part)
{
    return slp_need_pointer(json_dumps(part, JSON_COMPACT | JSON_REAL_PRECISION(15)));
}

static bool asks_any(const conform_cases *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (cases->pairs[i].asked) return true;
    return false;
}

static json_t *nothing(void)
{
    return slp_need_pointer(json_pack("{s:[], s:[]}", "rows", "classes"));
}

static prop_subject *start(const conform_request *request, slp_error *err)
{
    return prop_subject_port_new(request->port, request->seconds, err);
}

/* The laws are asked of a port that is started anew: it may have been given up for the cases.  One
 * that does not answer a first case then has failed every pair that it was asked. */
static json_t *ask_laws(conform_cases *cases, const conform_request *request)
{
    slp_error err;
    prop_subject *port = start(request, &err);
    if (!port) {
        slp_shown(cases->laws_fault, sizeof cases->laws_fault, err.text);
        return nothing();
    }
    prop_subject_port_in_flight(port, request->in_flight);
    prop_subject_port_set_arithmetic(port, request->arithmetic);
    json_t *laws = conform_laws(port, request);
    prop_subject_port_free(port);
    return laws;
}

static json_t *document_of(json_t *statement, json_t *run)
{
    char digits[SLP_SHA256_CHARS], *text = conform_text(statement);
    slp_sha256_text(digits, text);
    free(text);
    return slp_need_pointer(json_pack("{s:s, s:o, s:s, s:o}", "schema", SCHEMA, "statement",
                                      statement, "sha256", digits, "run", run));
}

static json_t *gather(prop_subject *port, conform_cases *cases, const conform_request *request,
                      slp_error *err)
{
    const double began = slp_clock_seconds();
    json_t *about = conform_port(port, request);
    prop_subject_port_in_flight(port, request->in_flight);
    const slp_status status = conform_ask(cases, port, request, err);
    prop_subject_port_free(port);
    if (status != SLP_OK) {
        json_decref(about);
        return NULL;
    }
    json_t *laws = asks_any(cases) ? ask_laws(cases, request) : nothing();
    json_t *statement = conform_sum_up(cases, laws, about, request);
    json_decref(laws);
    json_decref(about);
    return document_of(statement, conform_run(slp_clock_seconds() - began, request));
}

json_t *conform_gather(const conform_request *request, slp_error *err)
{
    conform_cases cases;
    json_t *document = NULL;
    *err = (slp_error){0};
    conform_choose(&cases, request);
    if (cases.count == 0) {
        slp_error_set(err, 0, NULL, NULL,
                      "no system that can be drawn goes with this scheme in the reference");
    } else {
        prop_subject *port = start(request, err);
        if (port && !request->ready(request->of))
            prop_subject_port_free(port);
        else if (port)
            document = gather(port, &cases, request, err);
    }
    conform_cases_clear(&cases);
    return document;
}
