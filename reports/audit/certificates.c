/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Certificates of the steps that a claim's verdict rests on: a file for each of its experiments. */
#include "reports/audit/json.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct audit_certificates {
    const slp_claim *claim;
    slp_whole_file *file;  /* one for each experiment */
    slp_certificates **to; /* NULL: not asked for */
    char **path;
};

static bool begin(audit_certificates *all, size_t e, const char *folder)
{
    char name[300];
    snprintf(name, sizeof name, "%s.%s.txt", all->claim->id, all->claim->experiment[e].name);
    all->path[e] = audit_path(folder, name);
    if (!slp_whole_begin(&all->file[e], all->path[e])) return false;
    fprintf(all->file[e].to, "# slp %s: certified steps of claim %s, experiment %s\n", SLP_VERSION,
            all->claim->id, all->claim->experiment[e].name);
    all->to[e] = slp_certificates_on(all->file[e].to);
    return true;
}

audit_certificates *audit_certificates_begin(const slp_claim *claim, const char *folder)
{
    audit_certificates *all = slp_allocate(1, sizeof *all);
    const size_t count = claim->experiments;
    all->claim = claim;
    all->file = slp_allocate(count, sizeof *all->file);
    all->to = slp_allocate(count, sizeof *all->to);
    all->path = slp_allocate(count, sizeof *all->path);
    bool good = true;
    for (size_t i = 0; folder && i < claim->measures && good; i++) {
        const slp_measure *m = &claim->measure[i];
        if (!all->path[m->experiment] && m->quantity->certifies && m->quantity->certifies(m->word))
            good = begin(all, m->experiment, folder);
    }
    return all;
}

slp_certificates *audit_certificates_of(const audit_certificates *all, const slp_measure *measure)
{
    const slp_quantity *q = measure->quantity;
    return q->certifies && q->certifies(measure->word) ? all->to[measure->experiment] : NULL;
}

bool audit_certificates_end(audit_certificates *all, bool good, char *why, size_t room)
{
    bool whole = true;
    for (size_t e = 0; e < all->claim->experiments; e++) {
        if (!all->path[e]) continue;
        slp_certificates_release(all->to[e]);
        if (!slp_whole_end(&all->file[e], good, true) && good && whole) {
            whole = false;
            snprintf(why, room, "cannot write %s: %s", all->path[e], strerror(errno));
        }
        free(all->path[e]);
    }
    free(all->file);
    free(all->to);
    free(all->path);
    free(all);
    return whole;
}
