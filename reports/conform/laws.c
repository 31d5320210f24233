/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The laws of a statement: a run of the engine of `slp check`, whose table is read back. */
#include "oracle/judge/fault/fault.h"
#include "oracle/plumbing/allocate.h"
#include "reports/conform/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the table, as its rows print them: three digits. */
static void round_number(json_t *row, const char *key, const char *format)
{
    char text[40];
    const json_t *number = json_object_get(row, key);
    if (!json_is_number(number)) return;
    snprintf(text, sizeof text, format, json_number_value(number));
    json_object_set_new(row, key, json_real(strtod(text, NULL)));
}

/* Powers are rounded down: what is promised is a lower bound. */
static void round_power(json_t *row, const char *key)
{
    const json_t *power = json_object_get(row, key);
    if (!json_is_number(power)) return;
    json_object_set_new(row, key,
                        json_real(fmin(floor(json_number_value(power) * 1e4) / 1e4, 0.9999)));
}

static json_t *rows_of(const json_t *run, const char *subject)
{
    size_t i, k;
    json_t *one, *row, *all = json_array();
    json_array_foreach(json_object_get(run, "subjects"), i, one)
    {
        const char *name = json_string_value(json_object_get(one, "subject"));
        if (!name || strcmp(name, subject) != 0) continue;
        json_array_foreach(json_object_get(one, "rows"), k, row)
        {
            round_number(row, "worst", "%.3g");
            round_number(row, "level", "%.2g");
            round_power(row, "power");
            round_power(row, "power_limit");
            round_number(json_object_get(row, "example"), "margin", "%.3g");
            json_array_append(all, row);
        }
    }
    return all;
}

/* While threads wait for answers in flight, others can work: as `slp check`. */
static unsigned threads_of(const prop_subject *port)
{
    enum { WAITING_THREADS = 32 };
    if (port->in_flight == 0) return 1;
    return port->in_flight < WAITING_THREADS ? port->in_flight : WAITING_THREADS;
}

json_t *conform_laws(const prop_subject *port, const conform_request *request)
{
    const prop_subject *subjects[] = {port, NULL};
    slp_written table, text;
    FILE *out = slp_written_begin(&table), *json = slp_written_begin(&text);
    const judge_namer namer = {.find = judge_hint_find};
    const prop_options options = {.subjects = subjects,
                                  .choice = request->choice,
                                  .seed = request->seed,
                                  .multiplier = request->multiplier,
                                  .quick = request->quick,
                                  .threads = threads_of(port),
                                  .out = out,
                                  .namer = &namer,
                                  .json_to = json,
                                  .progress = stderr,
                                  .title = "slp conform: laws,",
                                  .terminal = request->terminal,
                                  .every = request->terminal ? 0.5 : 10};
    prop_run(&options);
    json_t *run = json_loads(slp_written_end(&text), 0, NULL);
    json_t *classes = json_object_get(run, "classes"), *laws = json_object();
    json_object_set_new(laws, "rows", rows_of(run, port->name));
    json_object_set_new(laws, "classes", classes ? json_incref(classes) : json_array());
    json_decref(run);
    free(slp_written_end(&table));
    free(text.text);
    return laws;
}
