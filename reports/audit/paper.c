/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The paper of a claim: paper.yaml in the claim's folder, or the ledger's paper of that key. */
#include "reports/audit/json.h"
#include "reports/audit/plan.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* FOLDER/paper.yaml, where the claim's file is in FOLDER; new string. */
static char *beside(const char *file)
{
    const char *slash = strrchr(file, '/');
    char *folder = slash ? slp_copy_bytes(file, (size_t)(slash - file) + 1) : slp_copy_text("");
    char *path = slp_allocate(strlen(folder) + sizeof "paper.yaml", 1);
    strcat(strcpy(path, folder), "paper.yaml");
    free(folder);
    return path;
}

/* Reads the paper of that text and sees whether the claim fits it; false with a message. */
static bool read_paper(audit_entry *entry, const char *text, const char *file)
{
    slp_error err;
    if (slp_paper_read(&entry->paper, text, &err) != SLP_OK) {
        audit_refused(file, &err);
        return false;
    }
    if (slp_paper_fits(&entry->paper, &entry->claim, &err) == SLP_OK) return true;
    audit_refused(entry->claim.file, &err);
    return false;
}

/* The ledger's paper in that file, or, if file is NULL, of the key that the claim names. */
static bool of_ledger(audit_entry *entry, const char *file)
{
    const char *name, *text;
    slp_error err;
    for (size_t i = 0; (name = slp_paper_at(i, &text)); i++) {
        if (file && strcmp(name, file) == 0) return read_paper(entry, text, name);
        if (file) continue;
        if (slp_paper_read(&entry->paper, text, &err) == SLP_OK &&
            strcmp(entry->paper.key, entry->claim.source) == 0)
            return true;
        slp_paper_clear(&entry->paper);
    }
    return true;
}

bool audit_find_paper(audit_entry *entry, bool own, char **text)
{
    char *file = beside(entry->claim.file);
    bool good;
    *text = NULL;
    if (!own)
        good = of_ledger(entry, file);
    else if (access(file, F_OK) == 0)
        good = (*text = audit_read_text(file)) && read_paper(entry, *text, file);
    else
        good = of_ledger(entry, NULL);
    free(file);
    return good;
}

json_t *audit_paper_json(const slp_paper *paper)
{
    if (!paper->key) return json_null();
    json_t *authors = json_array(), *read = json_array();
    for (size_t i = 0; i < paper->authors; i++)
        json_array_append_new(authors, json_string(paper->author[i]));
    for (size_t i = 0; i < paper->texts; i++) {
        const slp_paper_text *one = &paper->text[i];
        json_array_append_new(read,
                              json_pack("{s:s, s:s}", "from", one->from, "about", one->about));
    }
    return json_pack("{s:s, s:s, s:o, s:i, s:s?, s:s?, s:s?, s:o}", "key", paper->key, "title",
                     paper->title, "authors", authors, "year", (int)paper->year, "published",
                     paper->published, "doi", paper->doi, "arxiv", paper->arxiv, "read", read);
}
