/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A rule of one's own: a port whose rule is not in the list of schemes.  Nothing is promised of it.
 * So every law is measured, and the rule is compared with those of the list.  What is measured, to
 * which resolution, and what is not: props/own/own.md. */
#ifndef SLP_PROPS_OWN_H
#define SLP_PROPS_OWN_H

#include "props/case/reference_step.h"
#include "props/engine/engine.h"
#include "props/order/order.h"
#include "ref/scheme/scheme.h"

/* ---- The port's rule as a scheme of the reference (props/own/rule.c) ---- */

/* `table` is an explicit scheme whose result is the port's answer, as exact numbers.  So the defect
 * of a law, which is written for the reference's schemes, can be computed of the port's steps.  Its
 * derivative is by central differences of stride PROP_OWN_STRIDE |x|. */
typedef struct prop_own_rule {
    ref_scheme table;     /* first: ref_frame.scheme leads back to the rule */
    prop_subject subject; /* asks `port` every case as one of slp_scheme_own */
    const prop_subject *port;
    const slp_system *system;
    slp_scheme as;       /* the scheme of the list under which cases are drawn */
    const slp_case *c;   /* whose parameters the steps of `table` have */
    size_t unanswered;   /* cases: the port ended, fell silent, or what it wrote cannot be read */
    char why[PROP_NOTE]; /* of the first of them */
} prop_own_rule;
#define PROP_OWN_STRIDE 0x1p-12
/* False if cases of the system cannot be drawn, or the port declines them. */
bool prop_own_rule_init(prop_own_rule *rule, const prop_subject *port, const slp_system *system);
/* A case in general position of one step, with |Xi| between 1/4 and 1/2.  Of an even number the
 * increments are 0; of an odd one the drift is 2^-8 of the noise, so that powers of sqrt(h) show.
 * Laws of a `noise_size`, or of more steps, get the cases that they draw themselves. */
bool prop_own_draw(slp_case *c, const prop_own_rule *rule, const prop_law *law, uint64_t seed,
                   uint64_t number);

/* ---- Powers of h (props/own/power.c) ---- */

typedef enum prop_own_kind {
    PROP_OWN_NONE,    /* no more than the resolution */
    PROP_OWN_FALLS,   /* as a power of h */
    PROP_OWN_FLAT,    /* does not fall with h, and is small: not a matter of h */
    PROP_OWN_UNCLEAR, /* larger, of no power that can be told */
    PROP_OWN_SILENT   /* the port did not answer, or the law says nothing */
} prop_own_kind;
/* The error of a step with h 2^-octaves and increments 2^(-octaves/2), into *error; false if there
 * is none. */
typedef bool prop_own_error(double *error, void *of, int octaves);
typedef struct prop_own_fall {
    prop_own_kind kind;
    double power; /* of h, a whole or half number; NaN unless it falls */
    double first; /* the error at h itself */
    double lead;  /* the leading term at h */
} prop_own_fall;
/* What errors of ever smaller steps say.  An error up to `least` is not seen. */
prop_own_fall prop_own_power(prop_own_error *error, void *of, double least);

/* ---- Laws (props/own/measure.c) ---- */

typedef enum prop_own_verdict {
    PROP_OWN_KEPT,  /* to the resolution, on every case */
    PROP_OWN_POWER, /* a step's defect is O(h^power), power > 1 */
    PROP_OWN_BROKEN,
    PROP_OWN_ORDER, /* power is an order of convergence */
    PROP_OWN_UNDECIDED
} prop_own_verdict;

typedef struct prop_own_row {
    const prop_law *law;
    prop_own_verdict verdict;
    double worst, resolution;  /* largest defect, and what can be seen of one; 0: neither */
    double power, coefficient; /* of an order: errors are coefficient h^power on `example` */
    size_t cases, within;      /* measured; of these within the resolution */
    char note[PROP_NOTE];
    char *example; /* a case record; NULL: none */
} prop_own_row;

/* ---- Which rule it is (props/own/which.c) ---- */

enum { PROP_OWN_NEAREST = 2 };
typedef struct prop_own_kin {
    const slp_scheme *scheme;
    size_t decided;  /* cases on which the judge can say whether the answer is one of the scheme */
    size_t agrees;   /* of these, where it is one */
    bool same;       /* all of them, and most cases are decided; such are the first ones */
    double power;    /* of h, of the least difference of a step; NaN where none was seen */
    double distance; /* mean of it, over |x| */
} prop_own_kin;

typedef struct prop_own_report {
    const slp_system *system;
    prop_own_row *rows;
    size_t row_count;
    prop_own_kin *kin; /* the nearest first */
    size_t kin_count, compared, unanswered;
    char why[PROP_NOTE]; /* the first of `unanswered` has no answer */
} prop_own_report;
void prop_own_measure(prop_own_report *report, prop_own_rule *rule, const char *law, uint64_t seed);
void prop_own_compare(prop_own_report *report, prop_own_rule *rule, uint64_t seed);
/* ---- Running and output (props/own/report.c) ---- */

typedef struct prop_own_options {
    const prop_subject *port;
    const char *command, *system, *law; /* NULL: every one */
    uint64_t seed;
    const char *json, *page; /* files; NULL: none */
    FILE *out;
} prop_own_options;
/* Measures the port's rule on each system that it offers.  Exit status: 0, however it turns out; 1
 * if nothing could be measured; 2 with a message where a file cannot be written. */
int prop_own_run(const prop_own_options *options);

#endif
