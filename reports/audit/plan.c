/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The claims of an audit, read and checked before the first of them runs. */
#include "reports/audit/plan.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/files.h"
#include "oracle/plumbing/options.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file's name, without folder and ending, must be the claim's id.  Then no two files of a
 * folder have the same id, and a record shows its file. */
static bool id_fits(const slp_claim *claim, const char *file)
{
    slp_error err;
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file,
               *dot = strrchr(base, '.');
    const size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    if (slp_span_is((slp_span){base, length}, claim->id)) return true;
    slp_error_set(&err, claim->line, claim->id, "id",
                  "is not the name of the file: name the file %s.yaml, or write `id: %.*s`",
                  claim->id, length < 60 ? (int)length : 60, base);
    audit_refused(file, &err);
    return false;
}

/* A hash of the claim's text, of its own paper.yaml and of its ports; the ledger is part of the
 * program. */
static char *inputs(const slp_claim *claim, const char *paper, bool full)
{
    slp_written all;
    FILE *to = slp_written_begin(&all);
    fprintf(to, "%s%s", claim->text, paper ? paper : "");
    for (size_t i = 0; i < claim->experiments; i++)
        if (claim->experiment[i].port) fputs(claim->experiment[i].port_sum, to);
    char *hash = audit_inputs(slp_written_end(&all), full);
    free(all.text);
    return hash;
}

/* own: the file is a user's, and not of the ledger. */
static bool add(audit_plan *p, const char *text, const char *file, const char *name, bool own)
{
    if (p->count == AUDIT_CLAIMS) {
        slp_say(stderr, "slp audit: at most %d claims at a time\n", AUDIT_CLAIMS);
        return false;
    }
    audit_entry *entry = &p->entries[p->count];
    slp_error err;
    if (slp_claim_read(&entry->claim, text, file, &err) != SLP_OK) {
        audit_refused(file, &err);
        return false;
    }
    p->count++;
    if (!id_fits(&entry->claim, file)) return false;
    char *paper;
    if (!audit_find_paper(entry, own, &paper)) {
        free(paper);
        return false;
    }
    entry->inputs = inputs(&entry->claim, paper, p->options->full);
    free(paper);
    if (audit_check(&entry->claim, p->options->full, &err) != SLP_OK) {
        audit_refused(file, &err);
        return false;
    }
    for (size_t i = 0; i + 1 < p->count; i++)
        if (strcmp(p->entries[i].claim.id, entry->claim.id) == 0) {
            slp_say(stderr, "slp audit: claim %s is asked for twice\n", entry->claim.id);
            return false;
        }
    char *program = audit_program(), *word = audit_shell_word(name);
    size_t room = strlen(program) + strlen(word) + 40;
    entry->command = slp_allocate(room, 1);
    snprintf(entry->command, room, "%s audit --claim %s%s", program, word,
             p->options->full ? " --full" : "");
    free(program);
    free(word);
    return true;
}

enum { ID = 96 };

/* A file's name without folder and ending. */
static void base_name(char id[ID], const char *file)
{
    const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
    snprintf(id, ID, "%.*s", (int)strcspn(base, "."), base);
}

/* The ledger's claim of that id, and its file's name; or NULL. */
static const char *ledger(const char *name, const char **file)
{
    const char *text;
    for (size_t i = 0; (*file = slp_claim_at(i, &text)); i++) {
        char id[ID];
        base_name(id, *file);
        if (strcmp(id, name) == 0) return text;
    }
    return NULL;
}

static void unknown(const char *name)
{
    char ids[AUDIT_CLAIMS][ID];
    const char *names[AUDIT_CLAIMS + 1] = {NULL}, *entry;
    for (size_t i = 0; i < AUDIT_CLAIMS && (entry = slp_claim_at(i, NULL)); i++) {
        base_name(ids[i], entry);
        names[i] = ids[i];
    }
    slp_unknown_word("audit", "claim", name, names,
                     "it is neither in the ledger (slp list claims) nor a file");
}

bool audit_plan_add(audit_plan *p, const char *name)
{
    const char *file, *text = ledger(name, &file);
    if (text) return add(p, text, file, name, false);
    if (access(name, F_OK) != 0) {
        unknown(name);
        return false;
    }
    char *own = audit_read_text(name);
    bool good = own && add(p, own, name, name, true);
    free(own);
    return good;
}

bool audit_plan_ledger(audit_plan *p)
{
    const char *text, *file;
    p->whole = true;
    for (size_t i = 0; (file = slp_claim_at(i, &text)); i++) {
        char id[ID];
        base_name(id, file);
        if (!add(p, text, file, id, false)) return false;
    }
    return true;
}

/* The id in a file's name ID.json; false of other names. */
static bool id_of(char id[ID], const char *name)
{
    const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (length == 0 || length > 48 || strcmp(name + length, ".json") != 0) return false;
    snprintf(id, ID, "%.*s", (int)length, name);
    return true;
}

/* Adds the record of a claim from an earlier run, if this run does not have that claim. */
static void add_left(json_t *records, const audit_plan *p, const char *id)
{
    char why[AUDIT_WHY];
    const char *file;
    for (size_t k = 0; k < p->count; k++)
        if (strcmp(p->entries[k].claim.id, id) == 0) return;
    json_t *record = audit_left(id, p->options->out, why);
    if (record) json_array_append_new(records, record);
    if (!record && *why)
        slp_say(stderr, "slp audit: %s/%s; the report leaves claim %s out, audit %s again\n",
                p->options->out, why, id, ledger(id, &file) ? "it" : "its file");
}

json_t *audit_plan_gather(const audit_plan *p)
{
    json_t *records = json_array();
    char *path = audit_path(p->options->out, "results"), id[ID];
    struct dirent **names = NULL;
    const int count = scandir(path, &names, NULL, alphasort);
    for (size_t i = 0; i < p->count; i++) json_array_append(records, p->entries[i].record);
    for (int i = 0; i < count; i++) {
        if (id_of(id, names[i]->d_name)) add_left(records, p, id);
        free(names[i]);
    }
    free(names);
    free(path);
    return records;
}

void audit_plan_clear(audit_plan *p)
{
    for (size_t i = 0; i < p->count; i++) {
        slp_claim_clear(&p->entries[i].claim);
        free(p->entries[i].command);
        free(p->entries[i].inputs);
        slp_paper_clear(&p->entries[i].paper);
        json_decref(p->entries[i].record);
    }
}
