/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Laws, and the subjects that they test.
 *
 * A law is written once, in props/law/NAME.c (it defines prop_law_NAME and the build finds it), and
 * uses only results.  A run tries every combination of law, pair and subject.  A law that
 * slp_pair_keeps() names for the pair must hold on every case.  A law that slp_pair_breaks() names
 * must be *seen* to fail.
 *
 * Three kinds of subject: the reference (enclosures, tangents), the binary64 path, any port.  For
 * the reference a law is a defect, enclosed in ball arithmetic.  For the others it is a residual of
 * their printed results, divided by what rounding allows (props/LAWS.md derives that). */
#ifndef SLP_PROPS_PROP_H
#define SLP_PROPS_PROP_H

#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/contract/case/pair_choice.h"

/* How a subject answered one case.  No answer, an incomplete answer and a refusal are different
 * findings.  A law decides whether an answer is wrong. */
typedef enum prop_disposition {
    PROP_ANSWERED,   /* r->y holds steps*d finite numbers */
    PROP_DECLINED,   /* error=unsupported: the subject does not offer this pair */
    PROP_REFUSED,    /* any other error= word, left in r->error */
    PROP_INCOMPLETE, /* an answer that cannot be read: garbage, wrong count, wrong id, not finite */
    PROP_UNRECEIVED  /* no answer in time, a closed pipe, an ended process */
} prop_disposition;

enum { PROP_NOTE = 240 };

/* Something that answers cases. */
typedef struct prop_subject prop_subject;
struct prop_subject {
    const char *name;
    /* Answers c with c->steps states in *r (initialised; cleared by the call).  Unless
     * PROP_ANSWERED, note says what happened. */
    prop_disposition (*answer)(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c);
    /* The line of a case without an answer, byte for byte, by the number in its id check-NUMBER,
     * which r->id has after PROP_UNRECEIVED.  To be freed; NULL if it is not known.  NULL: the
     * subject is sent no lines. */
    char *(*lost_line)(const prop_subject *self, unsigned long long number);
    bool (*has)(const prop_subject *self, const slp_system *system, const slp_scheme *scheme);
    /* True if the subject declines ordinary cases of the pair.  Called if a law found nothing to
     * check on a pair that `has` does not rule out.  NULL: false. */
    bool (*declines)(const prop_subject *self, const slp_system *system, const slp_scheme *scheme);
    bool certified; /* the reference: laws ask it for enclosures and tangents */
    bool complete;  /* must offer every pair of the contract: a path of this project */
    bool serial;    /* only one thread at a time may use it */
    /* the arithmetic that it computes in: its cases hold numbers of it, and laws allow its
     * roundings; NULL: binary64 */
    const slp_arithmetic *arithmetic;
    /* A subject that is faster when it has several cases at a time.  in_flight: how many; 0: one.
     * expect: the calling thread will probably ask c, after what it expects already.  forget: it
     * does not ask what it still expects.  Answers do not depend on either.  NULL: nothing to do.
     */
    unsigned in_flight;
    void (*expect)(const prop_subject *self, const slp_case *c);
    void (*forget)(const prop_subject *self);
    void *own;
};

/* The outcome of one law on one case. */
typedef enum prop_outcome { PROP_HELD, PROP_FAILED, PROP_SKIPPED, PROP_OUTCOME_COUNT } prop_outcome;

/* For one fault that a statistical law promises to find: by how many standard errors the fault
 * shifts the law's sample; 0 if the law did not look for the fault.  A sample is refused,
 * one-sided, at level / shares. */
typedef struct prop_reach {
    double shift;
    unsigned shares;
} prop_reach;

/* A statistical law states its power against at most so many kinds of faults. */
enum { PROP_FAULTS = 2 };
/* The power promised: a case decides nothing if its computed power against one of these faults is
 * less (props/engine/apply_law.c). */
#define PROP_POWER 0.99

typedef struct prop_finding {
    double p_value;                /* statistical laws: p-value of the case */
    prop_reach reach[PROP_FAULTS]; /* how far each fault would shift the sample */
    double power[PROP_FAULTS];     /* the chance of refusing each fault; 0: not looked for */
    bool could_refuse;             /* the case gave a p-value that could have been small */
    bool powerless;                /* skipped because some power is below PROP_POWER */
    double margin; /* residual over what rounding allows, in the law's units; holds if <= 1 */
    int order;     /* negative control of the reference: the whole order of the violation, or 0 */
    bool declined; /* skipped because the subject does not offer the pair */
    bool excused;  /* skipped: the subject may refuse this step */
    bool
        unanswered; /* failed because no answer could be read; says nothing about the mathematics */
    unsigned long long lost; /* number of the line without an answer; 0: none */
    char note[PROP_NOTE];    /* what was found, and where; or why the case was skipped */
} prop_finding;

struct ref_exact_step; /* ref/exact_step.h */
struct prop_defect;

/* Whom a law asks. */
typedef enum prop_law_subjects {
    PROP_LAW_EVERY,     /* every subject */
    PROP_LAW_REFERENCE, /* it needs tangents or enclosures: the reference alone */
    PROP_LAW_COMPUTED, /* it samples trajectories: not the reference, whose enclosures prove more */
    PROP_LAW_NOISE     /* the noise generator alone; cases only choose the Wiener paths */
} prop_law_subjects;

/* To which pairs and subjects a law applies. */
typedef struct prop_law_applies {
    unsigned flag; /* SLP_LAW_* that decides where it must hold or break; 0: holds on every pair */
    /* Used instead of flag.  1: the pair must keep the law.  -1: it must be seen to break it; the
     * order of the violation is not checked.  0: the law says nothing about the pair.  NULL: the
     * flag decides. */
    int (*promise)(const slp_system *system, const slp_scheme *scheme);
    /* Speaks of Hamiltonian cases only, although no flag says so: as if flag were every law that
     * slp_case_lacks can name. */
    bool hamiltonian;
    unsigned algebras;  /* set of slp_algebra to which it applies; 0: all */
    const char *scheme; /* the only scheme to which it applies; NULL: all */
    prop_law_subjects subjects;
} prop_law_applies;

/* Which cases a law draws, and how it asks about them. */
typedef struct prop_law_draw {
    bool generic; /* cases of no special class, with a moderate step */
    bool noisy;   /* with noise; with `generic` */
    /* with `generic`: drift and noises both have size 2^(noise_size-1) to 2^noise_size over c->h;
     * 0: not scaled */
    int noise_size;
    /* with `generic`: limits of the number of coordinates and of Wiener processes; 0: none */
    unsigned most_d, most_noises, least_noises;
    bool edges;  /* large steps are moved to the edge of what has a certificate */
    bool norms;  /* some cases have states of any norm that binary64 has: slp_draw_any_norm */
    bool larger; /* some cases have more steps and coordinates than the others: level 3 */
    /* Changes a drawn case so that the law makes sense on it (for example, removes noise).  NULL:
     * no change. */
    void (*shape)(slp_case *c);
    bool asks_case; /* the first question about a case is the case itself */
    bool unshrunk;  /* cases are not shrunk: a case only seeds the law's own draws */
} prop_law_draw;

/* How many cases a law tries on each pair and subject, at multiplier 1. */
typedef struct prop_law_effort {
    unsigned cases;
    unsigned controls; /* negative controls */
    /* the least number of cases for a port, whatever they cost; 0: as for other subjects */
    unsigned least;
    bool costly; /* a case on many coordinates takes seconds, so only two are tried */
    /* limits of the number of cases and coordinates for the reference, which proves every step of
     * long runs; 0: as for other subjects */
    unsigned certified_cases, certified_most_d;
    /* of a statistical law that is costly.  At multiplier 1 it is tried on about one pair in
     * `seldom` (0: all) of schemes of order above two, and otherwise on about half of the pairs on
     * the algebras `halved`.  The seed decides which pairs. */
    unsigned seldom, halved;
} prop_law_effort;

/* A statistical law gives a p-value, found->p_value, to be decided over the whole run
 * (props/engine/error_rates.c). */
typedef struct prop_law_statistics {
    bool decides; /* it is a statistical law */
    /* the faults that its power is stated against, in words; NULL: none */
    const char *against[PROP_FAULTS];
} prop_law_statistics;

typedef struct prop_law prop_law;
struct prop_law {
    const char *name, *about, *equation;
    prop_law_applies applies;
    prop_law_draw draw;
    prop_law_effort effort;
    prop_law_statistics statistics;
    /* For a function of the state that some steps need not keep: returns why the step of exact_step
     * is such a step, or NULL if it is not.  Such a step is skipped, with that note.  NULL: every
     * step keeps it. */
    const char *(*exception)(const struct ref_exact_step *exact_step);
    prop_outcome (*check)(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c);
    /* The law's defect over the step of `exact_step`, as balls.  Each has a unit: the defect that
     * one rounding of the result would cause.  NULL: the law has no defect that scales with the
     * step. */
    slp_status (*defect)(struct prop_defect *to, const struct ref_exact_step *exact_step,
                         long prec);
};

/* True if the law asks this subject; a law of the noise generator asks no subject that answers
 * cases. */
static inline bool prop_law_asks(const prop_law *law, const prop_subject *subject)
{
    const prop_law_subjects asks = law->applies.subjects;
    return asks == PROP_LAW_EVERY ||
           asks == (subject->certified ? PROP_LAW_REFERENCE : PROP_LAW_COMPUTED);
}

extern const prop_law *const prop_law_registry[];
const prop_law *prop_law_find(const char *name);

/* True if a quick run does not apply the law: it samples, or it is much work for each case. */
bool prop_quick_leaves_out(const prop_law *law);

/* The two paths of this project. */
extern const prop_subject prop_subject_ref, prop_subject_fast;
/* The noise of oracle/contract/noise/noise.h, the subject of laws that ask it; it answers no cases.
 * */
extern const prop_subject prop_subject_noise;
/* A port: a command (run by /bin/sh -c, once) that reads cases on stdin and answers results on
 * stdout, with or without echo (props/PORTS.md).  This function sends `list` and a first case.
 * Returns NULL, with the reason in err, if the port gives no readable answer within `seconds`. */
prop_subject *prop_subject_port_new(const char *command, double seconds, slp_error *err);
void prop_subject_port_free(prop_subject *port);
/* Asks the port what it says of itself: sends the line `about` and a first case, and takes the
 * lines "about TEXT" before the answer (props/PORTS.md).  Returns their texts, a line each, "" if
 * there are none, or if several cases are in flight; the caller frees it.  Of more than
 * PROP_ABOUT_LINES lines the rest is dropped. */
enum { PROP_ABOUT_LINES = 16 };
char *prop_subject_port_about(prop_subject *port);
/* Sends the port these lines and a first case, and gives each line that comes back to `take` until
 * the case is answered.  take returns false for a line that it does not know.  False if the port
 * ended or fell silent, or if several cases are in flight. */
typedef bool prop_port_taker(void *to, const char *line);
bool prop_subject_port_ask(prop_subject *port, const char *lines, prop_port_taker *take, void *to);
/* From now on up to `most` cases are sent to the port before the first answer is awaited, by any
 * number of threads; answers may come in any order (props/PORTS.md).  The port stays as it is if
 * most < 2, or if no thread can be started. */
void prop_subject_port_in_flight(prop_subject *port, unsigned most);
/* The port computes in this arithmetic, which lives as long as the port; NULL: binary64. */
void prop_subject_port_set_arithmetic(prop_subject *port, const slp_arithmetic *a);
/* True if the port answered `list`. */
bool prop_subject_port_lists(const prop_subject *port);

typedef struct prop_options {
    const prop_subject *const *subjects; /* ends with NULL */
    const char *law;                     /* NULL: all */
    slp_pair_choice choice;
    uint64_t seed;
    double multiplier;       /* scales the number of cases: SLP_CHECK_MULTIPLIER */
    bool quick;              /* leave out the laws that prop_quick_leaves_out names */
    unsigned threads;        /* >= 1; the output does not depend on it */
    const char *regressions; /* file replayed first and appended to on failure; NULL: none */
    bool save;               /* append to it */
    const char *replay;      /* a replay token; NULL: all */
    const char *program;     /* how the printed replay command begins ("build/slp"); NULL: "slp" */
    const char *again; /* how the printed replay command ends (" --port '...'"); NULL: nothing */
    bool brief;        /* a law stops at its first failure, which is not shrunk */
    bool tap;
    const char *json, *junit; /* files to write the run to; NULL: none */
    FILE *json_to;            /* a stream to write the same as to `json` to; NULL: none */
    FILE *out;                /* rows of the table are flushed as they are decided */
    /* Where to report how far the run is; NULL: nowhere.  On a terminal, one line that is redrawn
     * every `every` seconds, from the fourth time on.  Elsewhere, a new line every `every`
     * seconds. */
    FILE *progress;
    bool terminal;
    double every;
    const char *title; /* how a line of it begins; NULL: "slp check:" */
    /* finds which fault a port's counterexample looks like (oracle/judge/hint.h); NULL: no hints */
    const struct judge_namer *namer;
} prop_options;

/* Runs every combination, prints the table and the counterexamples, and returns the exit status 0,
 * 1 or 2.  If no law of the options applies to their subjects, systems and schemes: returns 2,
 * prints nothing to options->out and the reason to stderr. */
int prop_run(const prop_options *options);

/* Prints a row for each scheme that the subject has on the problem's system: order and leading
 * coefficient, per power of h, of law weak-order or strong-order, from the problem's x; its h is
 * replaced by a small one.  json: NULL, or where the same goes as JSON
 * (props/order/coefficients.schema.json).  0; 2 where the problem has no noise; 3 where json takes
 * no more. */
int prop_print_coefficients(FILE *to, FILE *json, const prop_law *law, const prop_subject *subject,
                            const slp_case *problem);

/* Prints the errors after the time T, added up from the leading terms of single steps of the
 * problem's scheme at `count` >= 2 states of its trajectory (d numbers each), evenly spaced, and
 * the steps h for an error `wanted` > 0.  d and M are at most these limits.  Exit status 0; 1 after
 * a message where a step has no certificate.  Tested by tests/simulate/test_simulate_advice.py. */
enum { PROP_ADVISED_D = 64, PROP_ADVISED_M = 32 };
/* What one step of c's scheme at its x leaves, to leading order, says of the scheme: errors after a
 * fixed time fall as h^weak and h^strong, where each step leaves weak_term h^(weak + 1) of the
 * means and strong_term h^power over |x|.  power is strong + 1/2 of what differs from step to step
 * by chance (in root mean square), strong + 1 of a mean and without noise.  d, M as above. */
typedef struct prop_orders {
    double weak, weak_term, strong, power, strong_term;
} prop_orders;
/* False where a step has no certificate, or leaves nothing.  Tested by
 * tests/props/test_prop_orders.c. */
bool prop_orders_by_nodes(prop_orders *to, const slp_case *c);
int prop_print_advice(FILE *to, const slp_case *problem, const double *states, size_t count,
                      double T, double wanted);

#endif
