/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The regression file: every counterexample that was ever found, as case records that any command
 * can read.
 *
 * The id of a record is LAW--HASH.  The hash is a function of law and case, so the file holds a
 * case once and names its law.  A new file is written under another name and then renamed, so that
 * the file is always complete. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/sum.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The id of a case under a law: a function of both, 17 characters at most after the law's name. */
static void regression_id(char id[SLP_MAX_ID], const prop_law *law, const slp_case *c)
{
    char *fields = prop_case_fields(c, ' ');
    const uint64_t hash =
        slp_fnv(slp_fnv(SLP_FNV, law->name, strlen(law->name)), fields, strlen(fields));
    snprintf(id, SLP_MAX_ID, "%s--%016llx", law->name, (unsigned long long)hash);
    free(fields);
}

static const prop_law *law_of(const char *id)
{
    char name[SLP_MAX_ID];
    const char *end = strstr(id, "--");
    if (!end) return NULL;
    snprintf(name, sizeof name, "%.*s", (int)(end - id), id);
    return prop_law_find(name);
}

static void append_case(prop_regressions *all, const slp_case *c, const prop_law *law)
{
    all->cases = slp_one_more(all->cases, all->count, sizeof *all->cases);
    all->laws = slp_one_more(all->laws, all->count, sizeof *all->laws);
    slp_case_init(all->cases + all->count);
    slp_need_memory(slp_case_copy(all->cases + all->count, c));
    all->laws[all->count++] = law;
}

static slp_status read_all(prop_regressions *all, slp_reader *reader, slp_error *err)
{
    SLP_CLEARED(slp_case) c = {0};
    SLP_CLEARED(slp_result) r = {0};
    slp_record_kind kind;
    slp_status status;
    while ((status = slp_need_memory(slp_reader_next(&kind, &c, &r, reader, err))) == SLP_OK) {
        if (kind != SLP_RECORD_CASE) {
            status = slp_error_set(err, c.line, NULL, NULL,
                                   "only case records stand in a regression file");
            break;
        }
        const prop_law *law = law_of(c.id);
        if (!law) {
            status = slp_error_set(err, c.line, c.id, "id",
                                   "must be LAW--HASH with a law of `slp list laws`");
            break;
        }
        append_case(all, &c, law);
    }
    return status == SLP_END ? SLP_OK : status;
}

slp_status prop_regressions_read(prop_regressions *all, const char *path, slp_error *err)
{
    *all = (prop_regressions){0};
    FILE *from = fopen(path, "r");
    if (!from && errno == ENOENT) return SLP_OK;
    if (!from) return slp_error_set(err, 0, NULL, NULL, "cannot be read: %s", strerror(errno));
    slp_reader *reader = slp_need_pointer(slp_reader_new(from, path));
    slp_status status = read_all(all, reader, err);
    slp_reader_free(reader);
    fclose(from);
    if (status != SLP_OK) prop_regressions_clear(all);
    return status;
}

void prop_regressions_clear(prop_regressions *all)
{
    for (size_t i = 0; i < all->count; i++) slp_case_clear(all->cases + i);
    free(all->cases);
    free(all->laws);
    *all = (prop_regressions){0};
}

/* The present text of the file, "" if there is none; the caller frees it. */
static char *read_text(const char *path)
{
    char part[4096];
    size_t got;
    slp_written text;
    FILE *to = slp_written_begin(&text), *from = fopen(path, "r");
    while (from && (got = fread(part, 1, sizeof part, from)) > 0) fwrite(part, 1, got, to);
    if (from) fclose(from);
    return slp_written_end(&text);
}

/* Adds one record to the text being written unless it is there. */
static bool add_record(FILE *to, const char *old, const prop_counterexample *example)
{
    char id[SLP_MAX_ID], key[SLP_MAX_ID + 16];
    SLP_CLEARED(slp_case) named = {0};
    regression_id(id, example->item.law, &example->shrunk);
    snprintf(key, sizeof key, "case id=%s ", id);
    if (strstr(old, key)) return false;
    slp_need_memory(slp_case_copy(&named, &example->shrunk));
    free(named.id);
    named.id = slp_copy_text(id);
    fprintf(to, "# %s: %s\n", example->item.subject->name, example->last.note);
    slp_case_print(to, &named);
    return true;
}

static bool is_repeated(const prop_counterexample *examples, size_t i)
{
    char id[SLP_MAX_ID], other[SLP_MAX_ID];
    regression_id(id, examples[i].item.law, &examples[i].shrunk);
    for (size_t k = 0; k < i; k++) {
        if (!examples[k].found || examples[k].item.missing || examples[k].last.unanswered) continue;
        regression_id(other, examples[k].item.law, &examples[k].shrunk);
        if (strcmp(id, other) == 0) return true;
    }
    return false;
}

slp_status prop_regressions_add(size_t *added, const char *path,
                                const prop_counterexample *examples, size_t count, slp_error *err)
{
    char *old = read_text(path);
    slp_whole_file file;
    *added = 0;
    if (slp_whole_begin(&file, path)) {
        fputs(old, file.to);
        for (size_t i = 0; i < count; i++)
            if (examples[i].found && !examples[i].item.missing && !examples[i].last.unanswered &&
                !is_repeated(examples, i))
                *added += add_record(file.to, old, examples + i);
    }
    slp_status status = SLP_OK;
    if (!slp_whole_end(&file, *added > 0, false) && errno)
        status = slp_error_set(err, 0, NULL, NULL, "cannot be written: %s", strerror(errno));
    free(old);
    return status;
}
