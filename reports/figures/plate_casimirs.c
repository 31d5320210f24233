/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Plates of Casimirs of the heavy top under three rules on one Wiener path.
 */
#include "reports/figures/plate_list.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <string.h>

enum { EVERY = 20, RULES = 3 };

/* plate->start up to "scheme=", the rule, the rest. */
static bool open_rule(plate_run *run, const char *line, const char *rule)
{
    char text[600];
    const char *at = strstr(line, "scheme=SCHEME");
    if (!at) return false;
    snprintf(text, sizeof text, "%.*sscheme=%s%s", (int)(at - line), line, rule, at + 13);
    return plate_open(run, text, PLATE_SEED, 0);
}

static bool casimir(FILE *to, const report_plate *plate, size_t index)
{
    static const char *const rules[RULES] = {"trapezoidal", "implicit-midpoint", "tmk"};
    static const char *const colors[RULES] = {"#b45f06", "#1f6fb5", "#38761d"};
    double values[8], start[8], last = 0;
    plate_run run = {.x = NULL}; /* closed, though it may not have been opened */
    for (size_t r = 0; r < RULES; r++) {
        bool good = open_rule(&run, plate->start, rules[r]) && fast_casimir_count(run.sys) <= 8;
        if (good) slp_need_memory(fast_casimirs(start, run.sys, run.x));
        fprintf(to, "$rule%zu << END_OF_CURVE\n", r);
        for (size_t s = 1; s <= plate->steps && good; s++) {
            good = plate_step(&run);
            if (s % EVERY) continue;
            slp_need_memory(fast_casimirs(values, run.sys, run.x));
            fprintf(to, "%.6g %.5g\n", (double)s * run.start.h,
                    fabs(values[index] / start[index] - 1));
        }
        plate_end(to);
        last = (double)plate->steps * run.start.h;
        plate_close(&run);
        if (!good) return false;
    }
    plate_departures(to, last, 1e-2);
    report_key(to, RULES + 1);
    for (size_t r = 0; r < RULES; r++)
        fprintf(to, "%s$rule%zu using 1:($2>0?$2:NaN) with lines lw 1.5 lc rgb '%s' title '%s'",
                r ? ", \\\n  " : "plot ", r, colors[r], rules[r]);
    fputs(", \\\n  1e-5 with lines lw 1 dt 3 lc rgb '#555555' title '1e-5, the unit of the paper’s "
          "axis'\n",
          to);
    return true;
}

bool plate_product(FILE *to, const report_plate *plate)
{
    return casimir(to, plate, 0);
}

bool plate_square(FILE *to, const report_plate *plate)
{
    return casimir(to, plate, 1);
}
