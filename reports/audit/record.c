/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Measures and decides one claim, and makes its record. */
#include "reports/audit/json.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/blas_thread.h"
#include "oracle/plumbing/machine.h"
#include "ref/ref.h"
#include "oracle/plumbing/clock.h"

#include <mpfr.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Progress of one measure within the claim. */
typedef struct part {
    void (*progress)(void *to, double fraction);
    void *to;
    double base, share;
} part;

static void report(void *own, double fraction)
{
    const part *p = own;
    if (p->progress) p->progress(p->to, p->base + p->share * fraction);
}

static json_t *versions(void)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "slp", SLP_VERSION, "flint", FLINT_VERSION,
                     "mpfr", mpfr_get_version(), "gmp", gmp_version, "jansson",
                     jansson_version_str(), "compiler", __VERSION__);
}

/* The quoted words and where they stand; null if the claim quotes nothing. */
static json_t *quote(const slp_claim *claim)
{
    const slp_quote *q = &claim->quote;
    if (!q->text) return json_null();
    return json_pack("{s:s, s:s?, s:s, s:s}", "text", q->text, "page", q->page, "section",
                     q->section, "from", q->from);
}

static json_t *replies(const slp_claim *claim)
{
    json_t *list = json_array();
    for (size_t i = 0; i < claim->replies; i++) {
        const slp_reply *r = &claim->reply[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "date", r->date, "by", r->by,
                                              "kind", r->kind, "text", r->text));
    }
    return list;
}

static json_t *opening(const audit_entry *entry, bool full)
{
    const slp_claim *claim = &entry->claim;
    json_t *record = json_object(), *unprinted = json_array(), *experiments = json_array();
    audit_set_text(record, "schema", "slp-record-1");
    audit_set_text(record, "id", claim->id);
    audit_set_text(record, "source", claim->source);
    json_object_set_new(record, "paper", audit_paper_json(&entry->paper));
    audit_set_text(record, "locator", claim->locator);
    audit_set_text(record, "statement", claim->statement);
    json_object_set_new(record, "quote", quote(claim));
    audit_set_text(record, "faithful", claim->faithful);
    audit_set_text(record, "proof", claim->proof);
    json_object_set_new(record, "replies", replies(claim));
    audit_set_text(record, "printed", claim->printed);
    audit_set_text(record, "meant", claim->meant);
    audit_set_text(record, "note", claim->note);
    audit_set_text(record, "erratum", claim->erratum);
    audit_set_text(record, "size", full ? "full" : "default");
    char of_size[100];
    const slp_evidence evidence = slp_claim_evidence(claim, full);
    slp_evidence_print(of_size, sizeof of_size, &evidence);
    audit_set_text(record, "of_size", of_size);
    audit_set_text(record, "command", entry->command);
    audit_set_text(record, "inputs", entry->inputs);
    char digits[SLP_SHA256_CHARS];
    audit_text_hash(digits, claim->text, false);
    audit_set_text(record, "text", digits);
    audit_text_hash(digits, claim->text, true);
    audit_set_text(record, "asked", digits);
    audit_set_text(record, "program", audit_build());
    json_object_set_new(record, "versions", versions());
    char when[32];
    time_t now = time(NULL);
    struct tm utc;
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    audit_set_text(record, "started", when);
    for (size_t i = 0; i < claim->unprinteds; i++) {
        const slp_unprinted *one = &claim->unprinted[i];
        json_array_append_new(unprinted,
                              json_pack("{s:s, s:s}", "what", one->what, "chosen", one->chosen));
    }
    for (size_t i = 0; i < claim->experiments; i++)
        json_array_append_new(experiments, audit_experiment_json(&claim->experiment[i], full));
    json_object_set_new(record, "unprinted", unprinted);
    json_object_set_new(record, "experiments", experiments);
    return record;
}

json_t *audit_error_record(const audit_entry *entry, bool full, const char *why)
{
    json_t *record = opening(entry, full);
    json_object_set_new(record, "verdict", json_null());
    audit_set_text(record, "error", why);
    return record;
}

/* The command that computes the witness case by the reference, or by the port whose step it is. */
static void set_witness_command(json_t *object, const char *witness, const char *port)
{
    slp_written text = {.text = NULL};
    if (witness) {
        FILE *to = slp_written_begin(&text);
        char *program = audit_program(), *word = audit_shell_word(witness);
        if (port)
            fprintf(to, "printf '%%s\\n' %s | '%s'", word, port);
        else
            fprintf(to, "printf '%%s\\n' %s | %s run --path ref --digits 40", word, program);
        free(program);
        free(word);
        slp_written_end(&text);
    }
    audit_set_text(object, "witness_command", text.text);
    free(text.text);
}

/* The commit that the program was built from, or ""; written by the build. */
extern const char slp_commit[];

/* What differs from machine to machine; of runs/ID.json. */
static json_t *machine(void)
{
    slp_machine found;
    json_t *object = json_object();
    slp_machine_read(&found);
    audit_set_text(object, "processor", found.processor);
    json_object_set_new(object, "processors", json_integer(found.processors));
    audit_set_text(object, "system", found.system);
    audit_set_text(object, "blas", *slp_blas_library() ? slp_blas_library() : NULL);
    audit_set_text(object, "kernel", *slp_blas_kernel() ? slp_blas_kernel() : NULL);
    audit_set_text(object, "slp", SLP_VERSION);
    audit_set_text(object, "commit", *slp_commit ? slp_commit : NULL);
    json_object_set_new(object, "libraries", versions());
    return object;
}

/* Marks the numbers of a measure that called the BLAS, and names the BLAS in the record.  A record
 * without such numbers has no word of it, so that it is the same bytes anywhere. */
static void name_blas(json_t *record, json_t *measure)
{
    size_t i;
    json_t *value, *blas = json_object();
    json_array_foreach(json_object_get(measure, "values"), i, value)
    {
        audit_set_text(value, "depends", "blas");
    }
    audit_set_text(blas, "library", slp_blas_library());
    audit_set_text(blas, "kernel", slp_blas_kernel());
    json_object_set_new(record, "blas", blas);
}

static json_t *measure_json(const slp_claim *claim, const slp_measure *m,
                            const slp_measurement *got, double took, const audit_options *audit)
{
    json_t *values = json_array(), *options = json_object();
    const slp_experiment *e = &claim->experiment[m->experiment];
    for (size_t k = 0; m->quantity->options[k].key; k++) {
        const char *key = m->quantity->options[k].key;
        if (m->quantity->options[k].word)
            audit_set_text(options, key, m->word[k]);
        else
            json_object_set_new(options, key, json_real(m->number[k]));
    }
    for (size_t v = 0; m->quantity->values[v].name; v++) {
        json_t *value = audit_interval_json(&got->values[v], m->quantity->values[v].unit);
        audit_set_text(value, "name", m->quantity->values[v].name);
        audit_set_text(value, "about", m->quantity->values[v].about);
        json_array_append_new(values, value);
    }
    json_t *object = json_pack("{s:s, s:s, s:s?, s:s?, s:s, s:o, s:I, s:I, s:I, s:f, s:o, s:s?}",
                               "name", m->name, "quantity", m->quantity->name, "about",
                               m->quantity->about, "method", m->quantity->method, "experiment",
                               e->name, "options", options, "samples", (json_int_t)got->samples,
                               "unable", (json_int_t)got->unable, "steps", (json_int_t)got->steps,
                               "seconds", took, "values", values, "witness", got->witness);
    set_witness_command(object, got->witness, e->port);
    json_t *nodes = audit_nodes_json(got, e);
    if (nodes) json_object_set_new(object, "nodes", nodes);
    json_object_set_new(object, "series",
                        audit_keep_series(&got->series, audit, claim->id, m->name));
    return object;
}

static slp_status measure_all(json_t *record, slp_measurement *measured, const slp_claim *claim,
                              const audit_options *options, const audit_certificates *proofs,
                              part *p, slp_error *err)
{
    json_t *list = json_array();
    json_object_set_new(record, "measures", list);
    for (size_t i = 0; i < claim->measures; i++) {
        const slp_measure *m = &claim->measure[i];
        const slp_experiment *e = &claim->experiment[m->experiment];
        slp_trial trial = audit_trial(m, e, options->full);
        trial.progress = report;
        trial.to = p;
        trial.team = options->team;
        trial.threads = options->threads;
        trial.certificates = audit_certificates_of(proofs, m);
        p->share = 1 / (double)claim->measures;
        p->base = (double)i * p->share;
        double start = slp_clock_seconds();
        const unsigned long calls = slp_blas_calls();
        slp_status status = m->quantity->measure(&measured[i], &trial, err);
        json_t *made = measure_json(claim, m, &measured[i], slp_clock_seconds() - start, options);
        json_array_append_new(list, made);
        if (slp_blas_calls() != calls) name_blas(record, made);
        if (status == SLP_OK && !json_object_get(made, "series"))
            return slp_error_set(err, m->line, claim->id, m->name,
                                 "the series cannot be stored in %s/data: make room and take the "
                                 "audit up again with --resume",
                                 options->out);
        if (status == SLP_OK) continue;
        if (!err->text[0])
            slp_error_set(
                err, m->line, claim->id, m->name, "%s ended with `%s` on %s with %s%s",
                m->quantity->name, slp_status_word(status), e->system->name, e->scheme->name,
                status == SLP_UNSUPPORTED ? ": this quantity is not made for the pair; `slp list "
                                            "quantities` says what it measures"
                                          : "");
        return status;
    }
    return SLP_OK;
}

static json_t *figures(const slp_claim *claim)
{
    json_t *list = json_array();
    for (size_t i = 0; i < claim->figures; i++) {
        json_t *figure = json_object(), *draw = json_array();
        audit_set_text(figure, "name", claim->figure[i].name);
        audit_set_text(figure, "caption", claim->figure[i].caption);
        if (claim->figure[i].title) audit_set_text(figure, "title", claim->figure[i].title);
        if (claim->figure[i].slope[0] > 0) {
            json_t *slopes = json_array();
            for (size_t k = 0; k < 2 && claim->figure[i].slope[k] > 0; k++)
                json_array_append_new(slopes, json_real(claim->figure[i].slope[k]));
            json_object_set_new(figure, "slope", slopes);
        }
        for (size_t k = 0; k < claim->figure[i].draws; k++)
            json_array_append_new(draw, json_string(claim->measure[claim->figure[i].draw[k]].name));
        json_object_set_new(figure, "draw", draw);
        if (claim->figure[i].legend) {
            json_t *legend = json_array();
            for (size_t k = 0; k < claim->figure[i].draws; k++)
                json_array_append_new(legend, json_string(claim->figure[i].legend[k]));
            json_object_set_new(figure, "legend", legend);
        }
        json_array_append_new(list, figure);
    }
    return list;
}

static void set_verdicts(json_t *record, slp_claim_verdict verdict, slp_claim_verdict meant,
                         slp_claim_verdict indicates)
{
    audit_set_text(record, "verdict", slp_claim_verdict_word(verdict));
    audit_set_text(record, "as_meant", slp_claim_verdict_word(meant));
    /* what the numbers would say at the source's own size, if they stay as they are */
    audit_set_text(record, "indicates", slp_claim_verdict_word(indicates));
}

/* Why, and by which rule, from 1; 0: by none. */
static void set_reason(json_t *record, const char *because, const char *restriction, size_t rule)
{
    audit_set_text(record, "because", because);
    audit_set_text(record, "restriction", restriction);
    json_object_set_new(record, "rule", rule ? json_integer((json_int_t)rule) : json_null());
}

static void decide(json_t *record, const slp_claim *claim, const slp_measurement *measured,
                   const audit_options *options)
{
    const bool full = options->full;
    size_t rule;
    const slp_claim_verdict verdict = slp_claim_decide(&rule, claim, measured);
    const slp_claim_verdict meant = rule < claim->rules ? claim->rule[rule].meant : verdict;
    const slp_evidence evidence = slp_claim_evidence(claim, full);
    set_verdicts(record, slp_claim_verdict_of_size(verdict, &evidence),
                 slp_claim_verdict_of_size(meant, &evidence), verdict);
    audit_sensitivity(record, claim, measured, verdict, meant, options);
    audit_set_text(record, "error", NULL);
    json_object_set_new(record, "rules", audit_rules_json(claim, measured));
    const slp_value_name of = audit_deciding_number(claim, rule);
    const slp_rule *own = rule < claim->rules ? &claim->rule[rule] : NULL;
    char *because =
        own ? audit_fill_in(own->because, claim, measured) : audit_undecided(claim, measured);
    set_reason(record, because, own ? own->restriction : NULL, own ? rule + 1 : 0);
    free(because);
    char name[120];
    const slp_quantity *quantity = claim->measure[of.measure].quantity;
    json_t *number = audit_interval_json(&measured[of.measure].values[of.value],
                                         quantity->values[of.value].unit);
    audit_reference_text(name, sizeof name, claim, of);
    const json_t *measure = json_array_get(json_object_get(record, "measures"), of.measure),
                 *value = json_array_get(json_object_get(measure, "values"), of.value);
    if (json_object_get(value, "depends")) audit_set_text(number, "depends", "blas");
    audit_set_text(number, "of", name);
    audit_set_text(number, "about", quantity->values[of.value].about);
    json_object_set_new(record, "number", number);
}

/* The record of a claim that cannot be run yet: its rules, with every condition undecided. */
static void put_off(json_t *record, const slp_claim *claim, const slp_measurement *measured)
{
    char why[200];
    snprintf(why, sizeof why,
             "This program has no scheme %.60s yet.  With a scheme of that name the claim is run.",
             claim->awaits);
    set_verdicts(record, SLP_NOT_RUN, SLP_NOT_RUN, SLP_NOT_RUN);
    audit_set_text(record, "error", NULL);
    json_object_set_new(record, "rules", audit_rules_json(claim, measured));
    set_reason(record, why, NULL, 0);
    json_object_set_new(record, "number", json_null());
    json_object_set_new(record, "measures", json_array());
}

bool audit_spreads(const slp_claim *claim)
{
    for (size_t i = 0; i < claim->measures; i++)
        if (claim->measure[i].quantity->spreads) return true;
    return false;
}

json_t *audit_measure(const audit_entry *entry, const audit_options *options,
                      void (*progress)(void *to, double fraction), void *to)
{
    const slp_claim *claim = &entry->claim;
    double start = slp_clock_seconds();
    json_t *record = opening(entry, options->full);
    slp_measurement *measured = slp_allocate(claim->measures, sizeof *measured);
    slp_error err = {0};
    part p = {progress, to, 0, 1};
    char why[600];
    audit_certificates *proofs =
        claim->awaits ? NULL : audit_certificates_begin(claim, options->certificates);
    const bool good =
        claim->awaits || measure_all(record, measured, claim, options, proofs, &p, &err) == SLP_OK;
    const bool written = claim->awaits || audit_certificates_end(proofs, good, why, sizeof why);
    if (claim->awaits) {
        put_off(record, claim, measured);
    } else if (good && written) {
        decide(record, claim, measured, options);
    } else {
        if (!good)
            snprintf(why, sizeof why, "%s:%zu: field %s: %s", claim->file, err.line, err.field,
                     err.text);
        json_object_set_new(record, "verdict", json_null());
        audit_set_text(record, "error", why);
    }
    json_object_set_new(record, "figures", claim->awaits ? json_array() : figures(claim));
    json_object_set_new(record, "machine", machine());
    json_object_set_new(record, "seconds", json_real(slp_clock_seconds() - start));
    json_object_set_new(record, "threads", json_integer(options->threads ? options->threads : 1));
    json_object_set_new(record, "ranks",
                        json_integer(options->team ? (json_int_t)options->team->size : 1));
    for (size_t i = 0; i < claim->measures; i++) slp_measurement_clear(&measured[i]);
    free(measured);
    return record;
}
