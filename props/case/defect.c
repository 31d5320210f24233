/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The defect of a law over one step: entries, and the unit of each. */
#include "props/case/reference_step.h"

void prop_defect_init(prop_defect *defect)
{
    *defect = (prop_defect){0};
}

void prop_defect_clear(prop_defect *defect)
{
    if (defect->at) _arb_vec_clear(defect->at, defect->count);
    if (defect->unit) _arb_vec_clear(defect->unit, defect->count);
    *defect = (prop_defect){0};
}

void prop_defect_fit(prop_defect *defect, slong count)
{
    prop_defect_clear(defect);
    defect->count = count;
    defect->at = _arb_vec_init(count);
    defect->unit = _arb_vec_init(count);
}

void prop_defect_append(prop_defect *defect, const prop_defect *more)
{
    prop_defect all = {0};
    slong count = defect->count;
    prop_defect_fit(&all, count + more->count);
    _arb_vec_set(all.at, defect->at, count);
    _arb_vec_set(all.unit, defect->unit, count);
    _arb_vec_set(all.at + count, more->at, more->count);
    _arb_vec_set(all.unit + count, more->unit, more->count);
    prop_defect_clear(defect);
    *defect = all;
}
