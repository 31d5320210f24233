/* Laws, and subjects they are applied to.
 *
 * A law is written once, in props/law/NAME.c (it defines prop_law_NAME and the build finds it), and sees
 * results only.  The product law x pair x subject is walked at run time: where slp_pair_keeps() promises a
 * law it must hold on every case; where slp_pair_breaks() names it, it must be *seen* to fail.
 *
 * Three kinds of subject: the reference (enclosures, tangents), the binary64 path, any port.  To the
 * reference a law is a defect enclosed in ball arithmetic; to the others a residual of their printed
 * results in units of what rounding allows (props/LAWS.md derives them). */
#ifndef SLP_PROPS_PROP_H
#define SLP_PROPS_PROP_H

#include "oracle/contract/case.h"
#include "oracle/contract/draw.h"

/* What became of one question to a subject.  Not answering, answering half, refusing and being wrong
 * are different findings; being wrong is for a law to say. */
typedef enum prop_disposition {
    PROP_ANSWERED,   /* r->y holds steps*d finite numbers */
    PROP_DECLINED,   /* error=unsupported: the subject does not offer this pair */
    PROP_REFUSED,    /* any other error= word, left in r->error */
    PROP_INCOMPLETE, /* an answer that cannot be read: garbage, wrong count, wrong id, not finite */
    PROP_UNRECEIVED  /* silence, a closed pipe, a dead process */
} prop_disposition;

enum { PROP_NOTE = 240 };

/* Something that answers cases. */
typedef struct prop_subject prop_subject;
struct prop_subject {
    const char *name;
    /* Answers c with c->steps states in *r (initialised; cleared by the call).  Unless PROP_ANSWERED, note
     * says what happened. */
    prop_disposition (*answer)(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c);
    bool (*has)(const prop_subject *self, const slp_system *system, const slp_scheme *scheme);
    /* Asked where a law found nothing to check on a pair that `has` does not rule out: whether the subject declines ordinary cases
     * of it.  NULL: it does not. */
    bool (*declines)(const prop_subject *self, const slp_system *system, const slp_scheme *scheme);
    bool certified; /* the reference: laws ask it for enclosures and tangents */
    bool complete;  /* must offer every pair of the contract: a path of this project */
    bool serial;    /* may not be asked from two threads */
    void *own;
};

/* What became of one law on one case.  Three outcomes, never two. */
typedef enum prop_outcome { PROP_HELD, PROP_FAILED, PROP_SKIPPED, PROP_OUTCOME_COUNT } prop_outcome;

/* Of a statistical law, for one fault that it promises to see: by how many standard errors that fault shifts its two looks (props/statistics/test_power.c).
 * A law of one look has first infinite.  first 0: the fault was not looked for. */
typedef struct prop_reach {
    double first, second;
    bool taken;      /* the second look, else it is as would have been planned */
    double before;   /* the chance that the fault comes as far as these looks; 0: 1 */
    unsigned shares; /* of the level: a look is refused at 1/shares of it, one-sided; 0: two */
} prop_reach;

/* Kinds of faults that a statistical law states its power against: two at most. */
enum { PROP_FAULTS = 2 };
/* The power promised: a case whose computed power is less, against any fault looked for, decides nothing (props/engine/apply_law.c). */
#define PROP_POWER 0.99

typedef struct prop_finding {
    double chance;                 /* of a statistical law: p-value of the case, */
    prop_reach reach[PROP_FAULTS]; /* what a fault would have made of it, */
    double power[PROP_FAULTS];     /* and the chance of refusing that; 0: it was not looked for */
    bool could_refuse;             /* the case came as far as a p-value that may be small */
    bool powerless;                /* skipped because some power is below PROP_POWER */
    double margin; /* residual over what rounding allows, in units derived by the law; <= 1 holds */
    int order;     /* negative control of the reference: the whole order of the violation, or 0 */
    bool declined; /* skipped because the subject does not offer the pair */
    bool excused;  /* skipped: a step that it may refuse */
    bool mute;     /* failed because no answer could be read: nothing about the mathematics */
    char note[PROP_NOTE]; /* what was seen, where; or why it was skipped */
} prop_finding;

struct prop_ground; /* props/case/reference_step.h */
struct prop_defect;

typedef struct prop_law prop_law;
struct prop_law {
    const char *name, *about, *equation;
    unsigned flag; /* SLP_LAW_* that decides where it must hold or break; 0: holds on every pair */
    /* In place of flag: 1 where the pair must keep it, -1 where it must be seen to break it, 0 where nothing is said; of
     * which order the violation is, is not looked at.  NULL: the flag decides. */
    int (*promise)(const slp_system *system, const slp_scheme *scheme);
    unsigned algebras;  /* set of slp_algebra that it speaks of; 0: all */
    const char *scheme; /* the only one that it is asked of; NULL: all */
    /* statistical, costly: at multiplier 1 it is asked of one pair in `seldom` (0: all) of schemes above order two, and of every other pair on these
     * algebras; of others under another seed */
    unsigned seldom, halved;
    bool certified_only; /* needs tangents or enclosures: applies to the reference alone */
    bool
        statistical; /* gives a p-value, found->chance, to be decided over the whole run (props/engine/error_rates.c) */
    const char *
        against[PROP_FAULTS]; /* of a statistical law: what its power is against, in words; NULL: no
                                       * such fault */
    bool unshrunk; /* a case only names the draws that the law makes: a simpler one says no more */
    bool sampled;  /* runs trajectories: not for the reference, whose enclosures say more */
    bool costly;   /* a case on many coordinates takes seconds: two of them do */
    bool edges;    /* large steps are moved to the edge of what has a certificate */
    bool larger;   /* some cases have more steps and coordinates than the others: level 3 */
    unsigned
        least; /* of a port, at multiplier 1, so many cases whatever they cost; 0: as of other subjects */
    bool noisy; /* drawn with noise; with `generic` */
    int loud; /* with `generic`: drift and noises both of size 2^(loud-1) to 2^loud over c->h; 0: no */
    /* with `generic`: no more coordinates, no more and no fewer Wiener processes; 0: any */
    unsigned most_d, most_noises, least_noises;
    bool noise;   /* about the noise, whoever steps: one entry, whose cases only choose the paths */
    bool generic; /* drawn away from every special class, with a moderate step */
    unsigned cases; /* for each pair and subject, at multiplier 1 */
    /* of the reference, whose long runs prove every step: no more cases than these, of no more coordinates; 0: as of others */
    unsigned certified_cases, certified_most_d;
    unsigned controls; /* negative controls for each pair and subject, at multiplier 1 */
    /* How the case drawn must be bent before the law makes sense on it (say, noise removed). NULL: as is. */
    void (*shape)(slp_case *c);
    /* A function that is kept, but not on every step: why not on the one that ground stands on, or NULL.  Such a step is skipped
     * and its note says so.  NULL: on every step. */
    const char *(*exception)(const struct prop_ground *ground);
    prop_outcome (*check)(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c);
    /* The law's defect over the step that `ground` stands on, as balls, each with the unit in which it is
     * measured: what one rounding of the result would leave of it.  NULL: none that scales with the step. */
    slp_status (*defect)(struct prop_defect *to, const struct prop_ground *ground, long prec);
};

extern const prop_law *const prop_law_registry[];
const prop_law *prop_law_find(const char *name);

/* The two paths of this project. */
extern const prop_subject prop_subject_ref, prop_subject_fast;
/* The noise of oracle/contract/noise.h, of which laws with `noise` speak; it answers no cases. */
extern const prop_subject prop_subject_noise;
/* A port: a command (run by /bin/sh -c, once) that reads cases on stdin and answers results on stdout, with
 * or without echo (props/PORTS.md).  Asks it for its list and answers a first case; a port that then says
 * nothing readable within `seconds` cannot be used: NULL, err says why. */
prop_subject *prop_subject_port_new(const char *command, double seconds, slp_error *err);
void prop_subject_port_free(prop_subject *port);

typedef struct prop_options {
    const prop_subject *const *subjects; /* ends with NULL */
    const char *law, *system, *scheme;   /* NULL: all */
    uint64_t seed;
    double multiplier;       /* scales the number of cases: SLP_CHECK_MULTIPLIER */
    unsigned threads;        /* >= 1; the output does not depend on it */
    const char *regressions; /* file replayed first and appended to on failure; NULL: none */
    bool save;               /* append to it */
    const char *replay;      /* a replay token; NULL: all */
    const char *program;     /* how the printed replay command begins ("build/slp"); NULL: "slp" */
    const char *again; /* how the printed replay command ends (" --port '...'"); NULL: nothing */
    bool brief;        /* a law ends at its first failure, which is not shrunk */
    bool tap;
    const char *json, *junit; /* files to write the run to; NULL: none */
    FILE *out;                /* rows of the table are flushed as they are decided */
    /* How far the run is: NULL: not said; on a terminal one line, drawn anew every `every` seconds from the fourth time on; elsewhere a line of
     * its own every `every` seconds. */
    FILE *progress;
    bool terminal;
    double every;
} prop_options;

/* Runs the product, prints the table and the counterexamples, returns the exit status 0, 1 or 2.  2, and nothing on
 * options->out, where no law asked for applies to what is asked; why is said on stderr. */
int prop_run(const prop_options *options);

#endif
