/* The table of orders and leading coefficients of all schemes on one problem. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"
#include "props/case/adjust_case.h"

#include <math.h>
#include <string.h>

enum { SIZE = -3 };

/* `at` of the errors; NaN where no order is seen.  off: what later terms may change of the
 * coefficient, as a part of it. */
static prop_slope slope_on(double *off, const prop_law *law, const prop_subject *subject,
                           const slp_case *c, char note[PROP_NOTE])
{
    prop_errors_of errors;
    prop_finding found = {0};
    const bool means = strcmp(law->name, "weak-order") == 0;
    const prop_outcome outcome = means ? prop_weak_errors(&errors, &found, subject, c)
                                       : prop_strong_errors(&errors, &found, subject, c);
    prop_slope slope = {.pair = PROP_SIZES};
    snprintf(note, PROP_NOTE, "%s", found.note);
    if (outcome != PROP_HELD) return slope;
    slope = prop_slope_of(errors.error, PROP_QUARTERS, errors.least);
    snprintf(note, PROP_NOTE, "agrees to roundings");
    if (slope.pair == PROP_SIZES) return slope;
    /* of half powers of h, as the root of a mean square has them */
    const double power = means ? round(slope.at) : round(2 * slope.at) / 2,
                 last = errors.error[slope.pair + 1], before = errors.error[slope.pair];
    slope.coefficient = last / pow(ldexp(errors.h, -PROP_QUARTERS * (int)(slope.pair + 1)), power);
    *off = fabs(before / last / exp2(PROP_QUARTERS * power) - 1) / 3;
    return slope;
}

int prop_print_coefficients(FILE *to, const prop_law *law, const prop_subject *subject,
                            const slp_case *problem)
{
    slp_case c;
    slp_case_init(&c);
    slp_need_memory(slp_case_copy(&c, problem));
    prop_set_steps(&c, 1);
    if (!prop_set_step_size(&c, SIZE)) {
        slp_case_clear(&c);
        return 2;
    }
    fprintf(to, "# %s: error = coefficient h^power, uncertain by that part\n", law->name);
    fprintf(to, "%-28s %-8s %-12s %s\n", "scheme", "power", "coefficient", "uncertain");
    for (size_t k = 0; slp_scheme_at(k); k++) {
        char note[PROP_NOTE] = "";
        double off = 0;
        c.scheme = slp_scheme_at(k);
        if (!slp_pair_makes_sense(c.system, c.scheme, NULL) ||
            !subject->has(subject, c.system, c.scheme))
            continue;
        const prop_slope slope = slope_on(&off, law, subject, &c, note);
        if (slope.pair == PROP_SIZES)
            fprintf(to, "%-28s -        # %.160s\n", c.scheme->name, note);
        else
            fprintf(to, "%-28s %-8.3f %-12.6g %.1g\n", c.scheme->name, slope.at, slope.coefficient,
                    off);
    }
    slp_case_clear(&c);
    return 0;
}
