/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step of a case record. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/case_in_balls.h"

void take(ref_exact_step *step, const char *line)
{
    slp_error err = {0};
    slp_case *c = test_malloc(sizeof *c);
    slp_case_init(c);
    if (slp_case_parse(c, line, 1, &err) != SLP_OK || ref_exact_step_init(step, c, &err) != SLP_OK)
        fail_msg("%s: %s: %s", line, err.field, err.text);
}

void put_back(ref_exact_step *step)
{
    slp_case *c = (slp_case *)step->c;
    ref_exact_step_clear(step);
    slp_case_clear(c);
    test_free(c);
}
