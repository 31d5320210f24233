/* The claims of an audit, read and checked before the first of them runs. */
#include "oracle/audit_plan.h"
#include "oracle/case_text.h"
#include "oracle/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TEXT = 1 << 20 };

static void refused(const char *file, const slp_error *err)
{
    fprintf(stderr, "%s:%zu: ", file, err->line);
    if (err->id[0]) fprintf(stderr, "claim %s, ", err->id);
    if (err->field[0]) fprintf(stderr, "field %s: ", err->field);
    fprintf(stderr, "%s\n", err->text);
}

/* A claim's file, whole; NULL with a message. */
static char *read_file(const char *path)
{
    FILE *from = fopen(path, "rb");
    char *text = from ? slp_allocate(MOST_TEXT + 1, 1) : NULL;
    size_t length = text ? fread(text, 1, MOST_TEXT + 1, from) : 0;
    bool good = text && !ferror(from) && length <= MOST_TEXT;
    if (from && text && length > MOST_TEXT)
        fprintf(stderr, "slp audit: %s is larger than a claim may be (1 MiB)\n", path);
    else if (!good)
        fprintf(stderr, "slp audit: cannot read %s: %s\n", path, strerror(errno));
    if (good && memchr(text, 0, length)) {
        fprintf(stderr, "slp audit: %s holds a NUL: it is not a text file\n", path);
        good = false;
    }
    if (from) fclose(from);
    if (good) {
        text[length] = 0;
        return text;
    }
    free(text);
    return NULL;
}

static bool add(audit_plan *p, const char *text, const char *file, const char *name)
{
    if (p->count == AUDIT_CLAIMS) {
        fprintf(stderr, "slp audit: at most %d claims at a time\n", AUDIT_CLAIMS);
        return false;
    }
    audit_entry *entry = &p->entries[p->count];
    slp_error err;
    if (slp_claim_read(&entry->claim, text, file, &err) != SLP_OK) {
        refused(file, &err);
        return false;
    }
    p->count++;
    if (audit_check(&entry->claim, p->options->full, &err) != SLP_OK) {
        refused(file, &err);
        return false;
    }
    for (size_t i = 0; i + 1 < p->count; i++)
        if (strcmp(p->entries[i].claim.id, entry->claim.id) == 0) {
            fprintf(stderr, "slp audit: claim %s is asked for twice\n", entry->claim.id);
            return false;
        }
    char *program = audit_program(), *word = audit_shell_word(name);
    size_t room = strlen(program) + strlen(word) + 40;
    entry->command = slp_allocate(room, 1);
    snprintf(entry->command, room, "%s audit --claim %s%s", program, word,
             p->options->full ? " --full" : "");
    entry->inputs = audit_inputs(text, p->options->full);
    free(program);
    free(word);
    return true;
}

/* The ledger's claim of that id, or NULL. */
static const char *ledger(const char *name, char file[128])
{
    const char *text, *entry;
    size_t length = strlen(name);
    for (size_t i = 0; (entry = slp_claim_at(i, &text)); i++)
        if (strncmp(entry, name, length) == 0 && strcmp(entry + length, ".yaml") == 0) {
            snprintf(file, 128, "oracle/claims/%s", entry);
            return text;
        }
    return NULL;
}

static void unknown(const char *name)
{
    char ids[AUDIT_CLAIMS][56];
    const char *names[AUDIT_CLAIMS + 1] = {NULL}, *entry;
    for (size_t i = 0; i < AUDIT_CLAIMS && (entry = slp_claim_at(i, NULL)); i++) {
        snprintf(ids[i], sizeof ids[i], "%.*s", (int)strcspn(entry, "."), entry);
        names[i] = ids[i];
    }
    slp_unknown_word("audit", "claim", name, names,
                     "it is neither in the ledger (slp list claims) nor a file");
}

bool audit_plan_add(audit_plan *p, const char *name)
{
    char file[128];
    const char *text = ledger(name, file);
    if (text) return add(p, text, file, name);
    if (access(name, F_OK) != 0) {
        unknown(name);
        return false;
    }
    char *own = read_file(name);
    bool good = own && add(p, own, name, name);
    free(own);
    return good;
}

bool audit_plan_ledger(audit_plan *p)
{
    const char *text, *entry;
    char file[128];
    p->whole = true;
    for (size_t i = 0; (entry = slp_claim_at(i, &text)); i++) {
        char id[96];
        snprintf(id, sizeof id, "%.*s", (int)strcspn(entry, "."), entry);
        snprintf(file, sizeof file, "oracle/claims/%s", entry);
        if (!add(p, text, file, id)) return false;
    }
    return true;
}

json_t *audit_plan_gather(const audit_plan *p)
{
    json_t *records = json_array();
    for (size_t i = 0; i < p->count; i++) json_array_append(records, p->entries[i].record);
    const char *text, *entry;
    for (size_t i = 0; !p->whole && (entry = slp_claim_at(i, &text)); i++) {
        audit_entry other = {0};
        char id[96];
        snprintf(id, sizeof id, "%.*s", (int)strcspn(entry, "."), entry);
        bool here = false;
        for (size_t k = 0; k < p->count; k++)
            here = here || strcmp(p->entries[k].claim.id, id) == 0;
        other.claim.id = id;
        for (int full = 0; full < 2 && !here; full++) {
            other.inputs = audit_inputs(text, full);
            json_t *record = audit_stored(&other, p->options->out);
            free(other.inputs);
            if (record) json_array_append_new(records, record);
        }
    }
    return records;
}

void audit_plan_clear(audit_plan *p)
{
    for (size_t i = 0; i < p->count; i++) {
        slp_claim_clear(&p->entries[i].claim);
        free(p->entries[i].command);
        free(p->entries[i].inputs);
        json_decref(p->entries[i].record);
    }
}
