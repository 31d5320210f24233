/* Laws, and subjects they are applied to.
 *
 * A law is written once, in props/law_NAME.c (it defines prop_law_NAME and the build finds it), and sees
 * results only.  The product law x pair x subject is walked at run time: where slp_pair_keeps() promises a
 * law it must hold on every case; where slp_pair_breaks() names it, it must be *seen* to fail. */
#ifndef SLP_PROPS_PROP_H
#define SLP_PROPS_PROP_H

#include "oracle/case.h"
#include "oracle/draw.h"

/* Something that answers cases. */
typedef struct prop_subject prop_subject;
struct prop_subject {
    const char *name;
    /* Answers c with c->steps states into *r (cleared by the call).  r->error says what went wrong. */
    void (*answer)(slp_result *r, const prop_subject *self, const slp_case *c);
    bool (*has)(const prop_subject *self, const slp_system *system, const slp_scheme *scheme);
    bool certified; /* the reference: laws may ask it for enclosures and tangents */
    void *own;
};

/* What became of one law on one case.  Three outcomes, never two. */
typedef enum prop_outcome { PROP_HELD, PROP_FAILED, PROP_SKIPPED, PROP_OUTCOME_COUNT } prop_outcome;

typedef struct prop_finding {
    double margin;  /* residual over what rounding allows, in units derived by the law; <= 1 holds */
    char note[200]; /* what was seen, where; or why it was skipped */
} prop_finding;

typedef struct prop_law {
    const char *name, *about, *equation;
    unsigned flag; /* SLP_LAW_* that decides where it must hold or break; 0: holds on every pair */
    bool certified_only; /* needs tangents or enclosures: applies to the reference alone */
    /* How the case drawn must be bent before the law makes sense on it (say, noise removed). NULL: as is. */
    void (*shape)(slp_case *c);
    prop_outcome (*check)(prop_finding *found, const prop_subject *subject, const slp_case *c);
} prop_law;

extern const prop_law *const prop_law_registry[];

/* The two paths of this project. */
extern const prop_subject prop_subject_ref, prop_subject_fast;
/* A port: a command (run by /bin/sh -c, once) that reads cases on stdin and answers results on stdout, with
 * or without echo.  NULL on failure to start, err says why. */
prop_subject *prop_subject_port_new(const char *command, slp_error *err);
void prop_subject_port_free(prop_subject *port);

typedef struct prop_options {
    const prop_subject *const *subjects; /* ends with NULL */
    const char *law, *system, *scheme;   /* NULL: all */
    uint64_t seed;
    double multiplier;       /* scales the number of cases: SLP_CHECK_MULTIPLIER */
    const char *regressions; /* file replayed first and appended to on failure; NULL: none */
    const char *replay;      /* a replay token; NULL: all */
    bool tap;
    FILE *out, *progress; /* progress NULL: none */
} prop_options;

/* Runs the product, prints the table and the counterexamples, returns the exit status 0, 1 or 2. */
int prop_run(const prop_options *options);

#endif
