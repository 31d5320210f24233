/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: the functions that draw plates, by file. */
#ifndef SLP_REPORTS_PLATE_LIST_H
#define SLP_REPORTS_PLATE_LIST_H

#include "reports/figures/plate.h"

/* plate_paths.c */
bool plate_body_paths(FILE *to, const report_plate *plate);
bool plate_vortex_paths(FILE *to, const report_plate *plate);
bool plate_top_paths(FILE *to, const report_plate *plate);
bool plate_two_paths(FILE *to, const report_plate *plate);
bool plate_scatter(FILE *to, const report_plate *plate);
/* plate_casimirs.c */
bool plate_product(FILE *to, const report_plate *plate);
bool plate_square(FILE *to, const report_plate *plate);
/* plate_top.c */
bool plate_top_momentum(FILE *to, const report_plate *plate);
bool plate_top_axis(FILE *to, const report_plate *plate);
bool plate_top_angles(FILE *to, const report_plate *plate);
bool plate_top_integrals(FILE *to, const report_plate *plate);
/* plate_potential.c */
bool plate_potential(FILE *to, const report_plate *plate);
/* plate_stages.c */
bool plate_stages(FILE *to, const report_plate *plate);
/* plate_vorticity.c */
bool plate_vorticity(FILE *to, const report_plate *plate);

#endif
