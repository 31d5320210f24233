/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Faults planted on purpose: what a port or a path may get wrong, as functions on the question and
 * the answer of one step, and a subject that answers by the binary64 path with such a fault. */
#ifndef SLP_TESTS_PLANTED_H
#define SLP_TESTS_PLANTED_H

#include "props/prop.h"

typedef struct planted_fault {
    const char *what;
    const char *law, *scheme; /* where it must be caught; scheme NULL: on isospectral-midpoint */
    void (*ask)(slp_case *c); /* bends the question of one step */
    void (*bend)(double *y, const slp_case *c, const double *x); /* bends the answer of one step */
} planted_fault;

/* Ends with what NULL. */
extern const planted_fault planted_faults[];

/* prop_subject.answer and .has of a subject whose own is a planted_fault: one step at a time. */
prop_disposition planted_answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                const slp_case *c);
bool planted_has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme);

/* The rigid body's steps that some faults are planted in, without their fault. */
void planted_variational(double y[3], const slp_case *c, const double x[3], double quarter,
                         double last);
/* Implicit midpoint iterated `rounds` times; generator at the start instead of the stage if frozen.
 */
void planted_midpoint(double *y, const slp_case *c, const double *x, int rounds, bool frozen);

/* Explicit Euler: Ito's equation. */
void planted_ito(double *y, const slp_case *c, const double *x);
void planted_cross(double out[3], const double a[3], const double b[3]);
double planted_dot(const double a[3], const double b[3]);

/* Runs the laws (law, scheme NULL: all) on the rigid body by one subject; exit status, and what was
 * printed (to be freed). */
int planted_status(char **printed, const prop_subject *subject, const char *law,
                   const char *scheme);

#endif
