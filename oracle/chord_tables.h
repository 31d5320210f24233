/* Inside the chord method: tables of a system and the workspace of a step. */
#ifndef SLP_ORACLE_CHORD_TABLES_H
#define SLP_ORACLE_CHORD_TABLES_H

#include "oracle/chord.h"

struct chord {
    size_t d, M;
    double *c, *A, *T;                         /* (M+1) d; (M+1) d d; d d d */
    double *g, *G;                             /* of this step: Xi(x) = g + G x */
    double *E, *J, *s, *f, *y, *term, *middle; /* d d, d d, and d each */
};

/* Xi of this step becomes g + G x. */
void chord_begin(chord *on, double h, const double *dW);
/* xi = g + G x */
void chord_generator(double *xi, const chord *on, const double *x);
/* f = ad*_s x; f aliases neither. */
void chord_field(double *f, const chord *on, const double *s, const double *x);

#endif
