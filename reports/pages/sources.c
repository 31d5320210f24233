/* What the papers' keys stand for. */
#include "reports/pages/claim_parts.h"

#include <string.h>

static const struct {
    const char *key, *paper;
} sources[] = {
    {"EJLL",
     "Ephrati, Jansson, Lang, Luesink: An exponential map free implicit midpoint method for "
     "stochastic Lie–Poisson systems"},
    {"LECG", "Luesink, Ephrati, Cifani, Geurts: Casimir preserving stochastic Lie–Poisson "
             "integrators. Advances in Continuous and Discrete Models 2024:1"},
    {"GBW", "Gay-Balmaz, Wu: Variational integrators for stochastic Hamiltonian systems on Lie "
            "groups: properties and convergence"},
};

const char *report_source(const char *key)
{
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        if (strcmp(sources[i].key, key) == 0) return sources[i].paper;
    return "";
}

/* The first record of its source. */
static bool first(const json_t *records, size_t i)
{
    const char *source = report_text(json_array_get(records, i), "source");
    for (size_t k = 0; k < i; k++)
        if (strcmp(report_text(json_array_get(records, k), "source"), source) == 0) return false;
    return true;
}

void report_sources(FILE *to, const json_t *records)
{
    size_t i, found = 0;
    const json_t *record;
    json_array_foreach(records, i, record)
    {
        const char *key = report_text(record, "source");
        if (!*report_source(key) || !first(records, i)) continue;
        if (found++ == 0) fputs("## The papers\n\n", to);
        report_definition(to, key);
        markdown_text(to, report_source(key));
        fputc('\n', to);
    }
    if (found) fputc('\n', to);
}
