/* The main findings: sentences about several claims, shown at the top of the index.
 *
 * A sentence is shown only if every claim that it depends on has the verdict that it needs.  The
 * verdicts follow it, as links. */
#include "reports/pages/claim_parts.h"
#include "reports/audit/audit.h"

#include <string.h>

typedef struct ground {
    const char *claim, *verdict;
} ground;

typedef struct finding {
    const char *words;
    ground on[6]; /* claim NULL ends */
} finding;

static const finding findings[] = {
    {"GBW’s rigid-body scheme as printed in (54) is not the variational integrator it stands for, "
     "nor a Poisson map. As meant it is a Poisson map, but does not keep the energy exactly "
     "without noise: no reading does both.",
     {{"gbw-cayley-printed", "refuted"},
      {"gbw-poisson-printed", "refuted"},
      {"gbw-poisson", "confirmed"},
      {"gbw-energy", "qualified"}}},
    {"The implicit midpoint rule keeps both Casimirs of the heavy top, where LECG shows it losing "
     "them.",
     {{"lecg-im", "refuted"}}},
    {"EJLL’s rule on the group with (21) and (22) as printed does not reduce to its (26), since "
     "the half is taken twice; taken once, it does.",
     {{"ejll-reduction-printed", "refuted"}, {"ejll-reduction", "confirmed"}}},
    {"EJLL’s midpoint is a Poisson map that keeps coadjoint orbits, and of strong order ½ for the "
     "rigid body and for vortices.",
     {{"ejll-poisson", "confirmed"},
      {"ejll-orbit", "confirmed"},
      {"ejll-fig5-strong", "confirmed"},
      {"ejll-fig9", "confirmed"}}},
};
enum {
    FINDINGS = sizeof findings / sizeof *findings,
    GROUNDS = sizeof findings->on / sizeof *findings->on
};

static const json_t *record_of(const json_t *records, const char *id)
{
    size_t i;
    const json_t *record;
    json_array_foreach(records, i, record)
    {
        if (strcmp(report_text(record, "id"), id) == 0) return record;
    }
    return NULL;
}

static bool stands(const json_t *records, ground g)
{
    const json_t *record = record_of(records, g.claim);
    return record && strcmp(audit_verdict(record), g.verdict) == 0;
}

static bool shown(const json_t *records, const finding *f)
{
    for (size_t k = 0; k < GROUNDS && f->on[k].claim; k++)
        if (!stands(records, f->on[k])) return false;
    return true;
}

static size_t count(const json_t *records)
{
    size_t n = 0;
    for (size_t i = 0; i < FINDINGS; i++) n += shown(records, &findings[i]);
    return n;
}

/* "a (40 samples), b (200 samples) refuted, c (1 case) confirmed": links with the size of each, a
 * verdict said once for all that share it. */
static void grounds(FILE *to, const json_t *records, const finding *f)
{
    for (size_t k = 0; k < GROUNDS && f->on[k].claim; k++) {
        bool last = k + 1 == GROUNDS || !f->on[k + 1].claim;
        fputs(k ? ", " : "(", to);
        report_claim_link(to, "claims/", f->on[k].claim);
        const char *size = report_text(record_of(records, f->on[k].claim), "of_size");
        if (*size) {
            fputs(" (", to);
            markdown_text(to, size);
            fputc(')', to);
        }
        if (last || strcmp(f->on[k].verdict, f->on[k + 1].verdict) != 0)
            fprintf(to, " %s", f->on[k].verdict);
    }
    fputc(')', to);
}

void report_findings(FILE *to, const json_t *records)
{
    if (count(records) == 0) return;
    report_heading(to, 2, "most-consequential", "Most consequential");
    for (size_t i = 0; i < FINDINGS; i++) {
        if (!shown(records, &findings[i])) continue;
        fputs("- ", to);
        markdown_text(to, findings[i].words);
        fputc(' ', to);
        grounds(to, records, &findings[i]);
        fputc('\n', to);
    }
    fputc('\n', to);
}
