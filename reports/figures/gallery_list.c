/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Plates as the ledger describes them, and the functions that draw them. */
#include "reports/figures/gallery_list.h"
#include "reports/figures/plate_list.h"

#include <string.h>

json_t *report_gallery_tables(void)
{
    return report_embedded_json("reports/ledger/figures.json");
}

bool report_plate_read(report_plate *plate, const json_t *one)
{
    static const struct {
        const char *name;
        bool (*draw)(FILE *to, const report_plate *plate);
    } kinds[] = {{"body-paths", plate_body_paths},
                 {"vortex-paths", plate_vortex_paths},
                 {"top-paths", plate_top_paths},
                 {"two-paths", plate_two_paths},
                 {"scatter", plate_scatter},
                 {"product", plate_product},
                 {"square", plate_square},
                 {"top-momentum", plate_top_momentum},
                 {"top-axis", plate_top_axis},
                 {"top-angles", plate_top_angles},
                 {"top-integrals", plate_top_integrals},
                 {"potential", plate_potential},
                 {"stages", plate_stages},
                 {"vorticity", plate_vorticity}};
    *plate = (report_plate){
        .name = report_text(one, "name"),
        .title = report_text(one, "title"),
        .about = report_text(one, "about"),
        .claim = report_text(one, "claim"),
        .width = (int)json_integer_value(json_object_get(one, "width")),
        .height = (int)json_integer_value(json_object_get(one, "height")),
        .start = json_string_value(json_object_get(one, "start")),
        .also = json_string_value(json_object_get(one, "also")),
        .of = json_string_value(json_object_get(one, "of")),
        .paths = (size_t)json_integer_value(json_object_get(one, "paths")),
        .steps = (size_t)json_integer_value(json_object_get(one, "steps")),
        .data = json_string_value(json_object_get(one, "data")),
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, report_text(one, "draw")) == 0) plate->draw = kinds[i].draw;
    return plate->draw != NULL;
}
