/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The power of h of an error, without fitting: the slope between the two smallest steps above what
 * can be seen. */
#include "props/own/own.h"
#include "oracle/contract/number/float_rules.h"

#include <math.h>

/* A slope is taken as a power if later terms may change it by a quarter at most. */
static const double clear = 0.25;

prop_own_fall prop_own_power(prop_own_error *error, void *of, double least)
{
    static const double small = 0x1p24; /* times least: a tolerance may leave so much */
    double errors[PROP_SIZES];
    prop_own_fall fall = {.kind = PROP_OWN_SILENT, .power = NAN};
    for (int octaves = PROP_QUARTERS; octaves > 0; octaves--) {
        for (int j = 0; j < PROP_SIZES; j++) {
            if (!error(errors + j, of, octaves * j)) return fall;
            fall.first = errors[0];
            fall.kind = PROP_OWN_NONE;
            if (!(errors[0] > least)) return fall;
            fall.kind = PROP_OWN_SILENT;
        }
        const prop_slope slope = prop_slope_of(errors, octaves, least);
        if (slope.pair == PROP_SIZES || !(slope.deviation <= clear)) continue;
        fall.power = round(2 * slope.at) / 2;
        fall.lead = errors[slope.pair + 1] * exp2(octaves * (double)(slope.pair + 1) * fall.power);
        fall.kind = fall.power > 0 || errors[0] >= small * least ? PROP_OWN_FALLS : PROP_OWN_FLAT;
        return fall;
    }
    fall.kind = PROP_OWN_UNCLEAR;
    return fall;
}
