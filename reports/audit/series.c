/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A measure's series as a file. */
#include "reports/audit/json.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/sum.h"

#include <stdlib.h>

void audit_series_name(char name[160], const char *id, const char *measure)
{
    snprintf(name, 160, "data/%s-%s.tsv", id, measure);
}

json_t *audit_keep_series(const slp_series *series, const audit_options *options, const char *id,
                          const char *measure)
{
    if (series->count == 0) return json_null();
    char name[160], sum[17];
    audit_series_name(name, id, measure);
    slp_written text;
    FILE *to = slp_written_begin(&text);
    json_t *object = json_object(), *labels = json_array();
    fprintf(to, "# %s", series->x_label);
    for (size_t k = 0; k < series->curves; k++) {
        fprintf(to, "\t%s", series->label[k]);
        if (series->level > 0) fputs("\tlow\thigh", to);
        json_array_append_new(labels, json_string(series->label[k]));
    }
    fputc('\n', to);
    for (size_t i = 0; i < series->count; i++) {
        fprintf(to, "%.9g", series->x[i]);
        for (size_t k = 0; k < series->curves; k++) {
            fprintf(to, "\t%.9g", series->y[k][i]);
            if (series->level > 0)
                fprintf(to, "\t%.9g\t%.9g", series->low[k][i], series->high[k][i]);
        }
        fputc('\n', to);
    }
    slp_written_end(&text);
    bool ours = !options->team || options->team->rank == 0;
    char *path = audit_path(options->out, name);
    bool good = !ours || audit_write(path, text.text, text.size);
    audit_sum_text(sum, slp_fnv(SLP_FNV, text.text, text.size));
    free(path);
    free(text.text);
    if (!good) {
        json_decref(object);
        json_decref(labels);
        return NULL;
    }
    audit_set_text(object, "file", name);
    audit_set_text(object, "sum", sum);
    audit_set_text(object, "x_label", series->x_label);
    audit_set_text(object, "y_label", series->y_label);
    json_object_set_new(object, "log", json_boolean(series->log_y));
    json_object_set_new(object, "curves", labels);
    if (series->level > 0) json_object_set_new(object, "level", json_real(series->level));
    return object;
}
