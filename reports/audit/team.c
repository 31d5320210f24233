/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An audit by several ranks.  First come the claims whose work cannot be shared: each rank runs
 * some of them, each claim in a process of its own.  Then all ranks together measure the other
 * claims one by one, in this process.  The bytes of the records do not depend on the number of
 * ranks: a claim of the first kind is computed by one process, and oracle/plumbing/team.h ensures
 * it for the others. */
#include "reports/audit/audit.h"
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/blas_thread.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static bool leads(const slp_team *team)
{
    return team->rank == 0;
}

/* True if every rank sees what rank 0 writes under DIR. */
static bool same_directory(const audit_options *options)
{
    const slp_team *team = options->team;
    int word = team->largest(team->own, leads(team) ? (int)(time(NULL) & 0x3fffffff) : 0);
    char text[32], seen[32] = "";
    int length = snprintf(text, sizeof text, "%d\n", word);
    char *path = audit_path(options->out, "ranks");
    bool good = !leads(team) || audit_write(path, text, (size_t)length);
    if (team->largest(team->own, !good)) {
        free(path);
        return false;
    }
    FILE *from = fopen(path, "r");
    good = from && fgets(seen, sizeof seen, from) && strcmp(seen, text) == 0;
    if (from) fclose(from);
    if (!good)
        slp_say(
            stderr,
            "slp-mpi: rank %zu does not see what rank 0 writes to %s: give --out a directory that "
            "all machines share\n",
            team->rank, options->out);
    bool all = !team->largest(team->own, !good);
    if (leads(team)) remove(path);
    free(path);
    return all;
}

/* Rank 0 decides which claims are still to be run, because records appear while other ranks look
 * for them.  left: false if the record exists. */
static void take_up(audit_entry *entries, bool *left, size_t count, const audit_options *options)
{
    const slp_team *team = options->team;
    for (size_t i = 0; i < count; i++) {
        if (leads(team) && options->resume)
            entries[i].record = audit_take_up(&entries[i], options->out);
        entries[i].reused = entries[i].record != NULL;
        left[i] = team->largest(team->own, leads(team) && !entries[i].record) != 0;
    }
}

/* Runs this rank's share of the claims whose work cannot be shared; then waits for all ranks. */
static int run_apart(audit_entry *entries, const bool *left, size_t count,
                     const audit_options *options)
{
    const slp_team *team = options->team;
    audit_options apart = *options;
    size_t turn = 0;
    char why[AUDIT_WHY];
    apart.table = NULL;
    apart.resume = false;
    apart.threads = 1;
    for (size_t i = 0; i < count; i++) {
        bool mine =
            left[i] && !audit_spreads(&entries[i].claim) && turn++ % team->size == team->rank;
        entries[i].elsewhere = !mine;
    }
    int status = audit_run(entries, count, &apart);
    status = team->largest(team->own, status == 2);
    for (size_t i = 0; i < count && leads(team); i++)
        if (!entries[i].record && left[i] && !audit_spreads(&entries[i].claim)) {
            entries[i].record = audit_load(entries[i].claim.id, options->out, why);
            if (!entries[i].record)
                entries[i].record = audit_error_record(&entries[i], options->full,
                                                       "its rank left no record of the claim");
        }
    return status ? 2 : 0;
}

static void show_fraction(void *own, double fraction)
{
    FILE *to = own;
    fprintf(to, "\r\033[K%.1f %%", 100 * fraction);
    fflush(to);
}

/* Runs one claim on all ranks; rank 0 stores the record. */
static bool run_together(audit_entry *entry, const audit_options *options)
{
    const slp_team *team = options->team;
    json_t *record =
        audit_measure(entry, options, options->progress ? show_fraction : NULL, options->progress);
    if (options->progress) fputs("\r\033[K", options->progress);
    bool good = !leads(team) || audit_keep(record, entry->claim.id, options->out);
    if (leads(team))
        entry->record = record;
    else
        json_decref(record);
    return !team->largest(team->own, !good);
}

int audit_run_team(audit_entry *entries, size_t count, const audit_options *options)
{
    const slp_team *team = options->team;
    const int width = audit_table_width(entries, count);
    bool *left = slp_allocate(count, sizeof *left);
    size_t printed = 0;
    if (team->largest(team->own, leads(team) && !audit_prepare(options->out)) ||
        !same_directory(options)) {
        free(left);
        return 2;
    }
    take_up(entries, left, count, options);
    int status = run_apart(entries, left, count, options);
    slp_blas_one_thread();
    if (leads(team)) audit_table_head(options->table, width);
    for (size_t i = 0; i <= count && status == 0; i++) {
        for (; leads(team) && printed < count && entries[printed].record; printed++)
            if (audit_chapter_of(entries[printed].record) == AUDIT_PAPERS)
                audit_table_row(options->table, width, entries[printed].record);
        if (i < count && left[i] && audit_spreads(&entries[i].claim) &&
            !run_together(&entries[i], options))
            status = 2;
    }
    free(left);
    if (status == 0 && leads(team)) audit_table_end(options->table, width, entries, count);
    if (status == 0 && leads(team)) status = audit_status(entries, count);
    return team->largest(team->own, status);
}
