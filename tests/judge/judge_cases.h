/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the tests of the judge share: cases of the rigid body, exact images, verdicts on bare
 * numbers. */
#ifndef SLP_TESTS_JUDGED_H
#define SLP_TESTS_JUDGED_H

#include "oracle/judge/judge.h"
#include "ref/ref.h"

enum { D = 3, JUDGED_PREC = 256 };

/* The six schemes of the rigid body with K of oracle/judge/judge.md (6); ends with name NULL. */
extern const struct judged_scheme {
    const char *name;
    double K;
} judged_schemes[];
extern const double judged_inertia[D], judged_quad[D];

/* A case with these inertias, h, x, and D quadratic Hamiltonians (none where dw is NULL). */
void judged_case(slp_case *c, const char *scheme, double h, const double *x, const double *dw,
                 size_t steps);
/* The verdict on an answer of `count` numbers, or on a reported error. */
slp_verdict judged(const slp_case *c, const double *y, size_t count, slp_status error);
/* The image of x to 256 bits, and the certificate that the judge's first attempt gets; false
 * without one. */
bool judged_image(arb_ptr next, ref_certificate *cert, const slp_case *c, const double *x,
                  const double *dw);
/* The image rounded, coordinate by coordinate. */
void judged_rounded(double *y, const slp_case *c, const double *x, const double *dw);

#endif
