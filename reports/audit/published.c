/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Published evidence: the numbers of an audit at the default and at the full size, which are
 * installed beside the program, shown side by side and verified again: the claim's rules are
 * applied to the stored numbers, and the claim's text is compared with the one that was run. */
#include "reports/audit/json.h"
#include "reports/audit/plan.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

bool audit_published_folder(char folder[AUDIT_PATH])
{
    /* as built, as a program of the tests, as installed */
    static const char *const beside[] = {"published", "../published", "../share/slp/published"};
    char program[AUDIT_PATH / 2];
    const char *named = getenv("SLP_PUBLISHED");
    if (named) return snprintf(folder, AUDIT_PATH, "%s", named) < AUDIT_PATH && is_folder(folder);
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return false;
    program[length] = 0;
    *strrchr(program, '/') = 0;
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        snprintf(folder, AUDIT_PATH, "%s/%s", program, beside[i]);
        if (is_folder(folder)) return true;
    }
    return false;
}

json_t *audit_published(const char *id)
{
    char path[2 * AUDIT_PATH], folder[AUDIT_PATH];
    if (strchr(id, '/') || !audit_published_folder(folder)) return NULL;
    if (snprintf(path, sizeof path, "%s/%s.json", folder, id) >= (int)sizeof path) return NULL;
    return json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
}

void audit_text_hash(char digits[SLP_SHA256_CHARS], const char *claim_text, bool asked)
{
    const char *from = asked ? strstr(claim_text, "\nexperiments:\n") : claim_text;
    const char *to = from && asked ? strstr(from, "\ndecide:\n") : NULL;
    slp_sha256 hash;
    if (!from) from = claim_text;
    slp_sha256_begin(&hash);
    slp_sha256_add(&hash, from, to ? (size_t)(to - from) : strlen(from));
    slp_sha256_end(&hash, digits);
}

/* An end of an interval: hexadecimal, or inf. */
static bool read_end(double *value, const json_t *json)
{
    const char *word = json_string_value(json);
    char *end = NULL;
    *value = word ? strtod(word, &end) : 0;
    return word && *word && !*end;
}

/* The stored interval of a number: not known if there is none. */
static slp_interval stored(const json_t *values, const char *name)
{
    slp_interval found = {0, 0, 0, false};
    size_t i;
    const json_t *one;
    json_array_foreach(values, i, one)
    {
        const char *own = json_string_value(json_array_get(one, 0));
        if (!own || strcmp(own, name) != 0) continue;
        found.level = json_number_value(json_array_get(one, 3));
        found.known = read_end(&found.lo, json_array_get(one, 1)) &&
                      read_end(&found.hi, json_array_get(one, 2)) && found.lo <= found.hi &&
                      found.level > 0 && found.level <= 1;
    }
    return found;
}

/* The numbers of one size, an array that the caller frees. */
static slp_measurement *read_numbers(const slp_claim *claim, const json_t *size)
{
    char name[120];
    slp_measurement *measured = slp_allocate(claim->measures, sizeof *measured);
    for (size_t m = 0; m < claim->measures; m++)
        for (size_t v = 0; claim->measure[m].quantity->values[v].name; v++) {
            audit_reference_text(name, sizeof name, claim, (slp_value_name){m, v});
            measured[m].values[v] = stored(json_object_get(size, "values"), name);
        }
    return measured;
}

/* Of a record what audit_multiplicity and audit_rests_on read. */
static json_t *brief_record(const slp_claim *claim, const json_t *size)
{
    size_t rule;
    slp_measurement *measured = read_numbers(claim, size);
    json_t *measures = json_array();
    slp_claim_decide(&rule, claim, measured);
    for (size_t m = 0; m < claim->measures; m++) {
        json_t *values = json_array();
        const slp_value_schema *value = claim->measure[m].quantity->values;
        for (size_t v = 0; value[v].name; v++)
            json_array_append_new(values, json_pack("{s:s, s:f}", "name", value[v].name, "level",
                                                    measured[m].values[v].level));
        json_array_append_new(
            measures, json_pack("{s:s, s:o}", "name", claim->measure[m].name, "values", values));
    }
    json_t *record = json_object();
    audit_set_text(record, "verdict", audit_text(size, "verdict"));
    audit_set_text(record, "of_size", audit_text(size, "of_size"));
    audit_set_text(record, "proof", claim->proof);
    json_object_set_new(record, "measures", measures);
    json_object_set_new(record, "rules", audit_rules_json(claim, measured));
    json_object_set_new(record, "rule",
                        json_integer(rule < claim->rules ? (json_int_t)rule + 1 : 0));
    free(measured);
    return record;
}

/* Applies the claim's rules to the numbers of one size.  False, with why, if they give another
 * verdict than the one stored. */
static bool decide_again(const slp_claim *claim, const json_t *size, bool full, char *why)
{
    char of_size[100];
    slp_measurement *measured = read_numbers(claim, size);
    size_t rule;
    const slp_evidence evidence = slp_claim_evidence(claim, full);
    const slp_claim_verdict verdict = slp_claim_decide(&rule, claim, measured);
    const slp_claim_verdict meant = rule < claim->rules ? claim->rule[rule].meant : verdict;
    const char *words[] = {slp_claim_verdict_word(slp_claim_verdict_of_size(verdict, &evidence)),
                           slp_claim_verdict_word(slp_claim_verdict_of_size(meant, &evidence)),
                           of_size, slp_claim_verdict_word(verdict)};
    static const char *const keys[] = {"verdict", "as_meant", "of_size", "indicates"};
    slp_evidence_print(of_size, sizeof of_size, &evidence);
    free(measured);
    /* other choices gave another verdict: `indicates` has the one that the numbers give */
    for (size_t i = 0; i < 2 && json_is_true(json_object_get(size, "sensitive")); i++)
        if (strcmp(audit_text(size, keys[i]), "underspecified") == 0) words[i] = "underspecified";
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(audit_text(size, keys[i]), words[i]) != 0) {
            snprintf(why, AUDIT_WHY, "%s size: %s is stored as %s; the claim gives %s",
                     full ? "full" : "default", keys[i], audit_text(size, keys[i]), words[i]);
            return false;
        }
    return true;
}

bool audit_published_flips(const json_t *published)
{
    const json_t *usual = json_object_get(published, "default"),
                 *full = json_object_get(published, "full");
    return json_is_object(full) &&
           (strcmp(audit_text(usual, "indicates"), audit_text(full, "indicates")) != 0);
}

bool audit_published_verify(const slp_claim *claim, const json_t *published, char *why)
{
    char asked[SLP_SHA256_CHARS], whole[SLP_SHA256_CHARS];
    const json_t *full = json_object_get(published, "full");
    *why = 0;
    audit_text_hash(asked, claim->text, true);
    audit_text_hash(whole, claim->text, false);
    if (strcmp(audit_text(published, "asked"), asked) != 0) {
        snprintf(why, AUDIT_WHY, "the claim measures something else now: audit it again");
        return false;
    }
    if (!decide_again(claim, json_object_get(published, "default"), false, why) ||
        (json_is_object(full) && !decide_again(claim, full, true, why)))
        return false;
    if (strcmp(audit_text(published, "text"), whole) != 0)
        snprintf(why, AUDIT_WHY, "words or rules of the claim changed since; the verdicts stay");
    return true;
}

/* "confirmed", "refuted (confirmed)" if another one is meant, "preliminary [confirmed]" if the
 * numbers by themselves indicate another one. */
static void verdicts(char to[64], const json_t *size)
{
    const char *verdict = audit_text(size, "verdict"), *meant = audit_text(size, "as_meant"),
               *indicates = audit_text(size, "indicates");
    if (strcmp(verdict, indicates) != 0)
        snprintf(to, 64, "%s [%s]", verdict, indicates);
    else if (strcmp(verdict, meant) != 0)
        snprintf(to, 64, "%s (%s)", verdict, meant);
    else
        snprintf(to, 64, "%s", verdict);
}

/* One row; false if the published numbers do not give the published verdicts.  Adds to `records`
 * a brief one of the default size. */
static bool row(FILE *to, json_t *records, int width, const slp_claim *claim)
{
    char first[64] = "-", second[64] = "-", why[AUDIT_WHY] = "";
    const char *rests = "-";
    json_t *published = audit_published(claim->id);
    const json_t *full = json_object_get(published, "full");
    bool good = true;
    if (published) {
        good = audit_published_verify(claim, published, why);
        verdicts(first, json_object_get(published, "default"));
        json_t *record = brief_record(claim, json_object_get(published, "default"));
        rests = audit_rests_on(record);
        json_array_append_new(records, record);
    }
    if (json_is_object(full)) verdicts(second, full);
    slp_say(to, "%-*s  %-26s  %-20s  %-24s  %-26s  %-26s  %s%s%s\n", width, claim->id, first, rests,
            published ? audit_text(json_object_get(published, "default"), "of_size") : "-", second,
            json_is_object(full) ? audit_text(full, "of_size") : "-",
            !published                         ? "not published in this version"
            : !good                            ? "DIFFERS: "
            : !json_is_object(full)            ? "not run at full size in this version"
            : audit_published_flips(published) ? "flips"
                                               : "agrees",
            *why && good ? "; " : "", why);
    json_decref(published);
    return good;
}

int audit_show_published(const audit_plan *p, FILE *to)
{
    const int width = audit_table_width(p->entries, p->count);
    char folder[AUDIT_PATH];
    size_t bad = 0;
    if (!audit_published_folder(folder)) {
        slp_say(stderr, "slp audit: the published records are not beside the program, in published "
                        "or ../share/slp/published: name their folder by SLP_PUBLISHED\n");
        return 2;
    }
    slp_say(to, "%-*s  %-26s  %-20s  %-24s  %-26s  %-26s  %s\n", width, "claim", "default",
            "rests on", "of size", "full", "of size", "verified again");
    json_t *records = json_array();
    for (size_t i = 0; i < p->count; i++) bad += !row(to, records, width, &p->entries[i].claim);
    slp_say(to, "%zu claims, %zu whose published numbers do not give the published verdict\n",
            p->count, bad);
    json_t *together = audit_multiplicity(records);
    slp_say(to, "default size: %s\n", audit_text(together, "text"));
    json_decref(together);
    json_decref(records);
    return bad > 0;
}
