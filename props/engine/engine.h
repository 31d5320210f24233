/* The engine's parts: items of the product, their tallies, counterexamples.  Internal to props. */
#ifndef SLP_PROPS_ENGINE_H
#define SLP_PROPS_ENGINE_H

#include <stdatomic.h>

#include "props/prop.h"

/* One entry of the product: a law on a pair by a subject, to be kept or to be seen broken. */
typedef struct prop_item {
    const prop_law *law;
    const slp_system *system;
    const slp_scheme *scheme;
    const prop_subject *subject;
    bool control;  /* the pair breaks the law: it must be seen to */
    bool missing;  /* a path of this project that does not offer what the other one does */
    size_t d;      /* only cases of so many coordinates are drawn in general position; 0: any */
    size_t tests;  /* of a statistical law: how many cases the entry tries, */
    double level;  /* and the p-value at which one of them is refused; 0: PROP_ALARM */
    size_t looked; /* how many p-values it has seen that might have been small: prop_spend */
} prop_item;

/* What became of one law on one case, the expectation included: in a negative control PROP_HELD means that the law was
 * seen to be broken, clearly, and by the reference at the order stated. */
prop_outcome prop_try(prop_finding *found, const prop_item *item, const slp_case *c);
/* A violation is clear when it is this many times what rounding allows. */
#define PROP_CLEAR 1024.0

/* True if the law says something about the pair; *control if that is that it breaks. */
bool prop_speaks(bool *control, const prop_law *law, const slp_system *system,
                 const slp_scheme *scheme);

/* ---- Chance (props/engine/error_rates.c) ---- */

/* The chance that sampling refuses anything sound in a whole run. */
#define PROP_ALARM 1e-6

/* ---- Cases ---- */

enum { PROP_CHOICES = 4096 };

/* The stream of an item: a function of the seed and the names of law, pair and subject. */
uint64_t prop_stream(const prop_item *item, uint64_t seed);
/* Draws case `number` of the item from `from` (its replay and record respected) and bends it for the law.
 * False when it cannot be drawn or bent. */
bool prop_draw(slp_case *c, slp_draw *from, const prop_item *item, uint64_t number);

/* Classes of inputs: those that draws mark, and those that are seen in the case. */
enum {
    PROP_CLASS_TWO = SLP_DRAW_CLASS_COUNT,
    PROP_CLASS_THREE,
    PROP_CLASS_ODD,
    PROP_CLASS_EVEN,
    PROP_CLASS_MUTE,
    PROP_CLASS_EDGE,
    PROP_CLASS_COUNT
};
/* The class in words, which < PROP_CLASS_COUNT. */
const char *prop_class_about(int which);
/* Whether a run should meet the class: sizes only where it walks every system. */
bool prop_class_expected(int which, const prop_options *options);
/* What is seen in the case, a set of classes; the edge is not looked for. */
uint32_t prop_classes(const slp_case *c);
/* (h, dW) := f (h, dW) such that the one step of c has a certificate and the step 1.125 f as large has none.  False, c
 * unchanged, where 2^12 f leads to no such place. */
bool prop_to_edge(slp_case *c);

/* ---- Counterexamples ---- */

/* How far a shrinking is, for another thread to read. */
typedef struct prop_watch {
    atomic_bool on;
    atomic_uint tried, percent; /* candidates; of the work that it may take */
} prop_watch;

typedef struct prop_counterexample {
    prop_item item;
    uint64_t seed, number;
    bool found;
    slp_case drawn, shrunk;
    prop_finding first, last; /* findings on drawn and on shrunk */
    unsigned tried;           /* candidates of the shrinking */
    double work, allowed;     /* that they took, and may take: PROP_SHRINK_WORK in the end */
    bool cut;                 /* the shrinking ended because it had taken that */
    prop_watch *watch;        /* told of the shrinking; NULL: nobody */
} prop_counterexample;

/* None found; clear frees its cases. */
void prop_counterexample_init(prop_counterexample *example);
void prop_counterexample_clear(prop_counterexample *example);
/* Makes example->shrunk the simplest case found on which the item still fails.  record holds the choices that drew
 * example->drawn.  Ends when its candidates have taken PROP_SHRINK_WORK, with the best found so far and example->cut; the
 * work of a candidate is a function of the case alone, so that the outcome is the same on every machine. */
#define PROP_SHRINK_WORK 600.0
void prop_shrink(prop_counterexample *example, const uint64_t *record, size_t count);
/* How complicated a case is: characters of its shortest decimal text. */
size_t prop_complexity(const slp_case *c);

/* ---- Text ---- */

/* The fields of c, without record word and id, joined by `between`, numbers as their shortest exact decimals; to be
 * freed. */
char *prop_case_fields(const slp_case *c, char between);
/* law/subject/system=../scheme=../.., which draws nothing; and law/subject/SYSTEM/SCHEME/SEED/NUMBER.  To be
 * freed. */
char *prop_token_of_case(const prop_item *item, const slp_case *c);
char *prop_token_of_number(const prop_item *item, uint64_t seed, uint64_t number);
/* Reads either; *c is filled (initialised by the caller).  SLP_INPUT with err. */
slp_status prop_token_read(prop_item *item, slp_case *c, const prop_subject *const *subjects,
                           const char *token, slp_error *err);

/* ---- Regressions: a file of case records whose ids are LAW--HASH ---- */

typedef struct prop_regressions {
    size_t count;
    slp_case *cases;
    const prop_law **laws;
} prop_regressions;
/* A file that is not there is empty. */
slp_status prop_regressions_read(prop_regressions *all, const char *path, slp_error *err);
void prop_regressions_clear(prop_regressions *all);
/* Adds what is not there yet, written beside and renamed.  *added counts. */
slp_status prop_regressions_add(size_t *added, const char *path,
                                const prop_counterexample *examples, size_t count, slp_error *err);
/* The id of a case under a law: a function of both, 17 characters at most after the law's name. */
void prop_regression_id(char id[SLP_MAX_ID], const prop_law *law, const slp_case *c);

/* ---- Running ---- */

typedef struct prop_tally {
    prop_item item;
    char label[SLP_MAX_ID]; /* of a regression; empty for a law */
    size_t checked, skipped, declined, failed;
    size_t powerless;    /* of those skipped: too little power */
    double worst, least; /* margins: largest, smallest */
    double chance;       /* of a statistical law: the least p-value; 1 where there is none */
    double power
        [PROP_FAULTS]; /* that one of its cases refuses each fault of the law; 0: none looked for it */
    int order;         /* of a control by the reference; 0 none, -1 not the same everywhere */
    size_t classes[PROP_CLASS_COUNT];
    char skip[PROP_NOTE]; /* why the last one was skipped */
    prop_counterexample example;
} prop_tally;

typedef enum prop_verdict { PROP_PASSED, PROP_FELL, PROP_NOT_OFFERED, PROP_UNDECIDED } prop_verdict;
/* PROP_UNDECIDED where a statistical law had too little power in every case that it could be asked of.  PROP_FELL where a case failed, or nothing was checked and the subject declined none of it; if it did that is
 * PROP_NOT_OFFERED, as is a regression that it cannot decide. */
prop_verdict prop_tally_verdict(const prop_tally *tally);
/* Whether no subject had anything to check, the noise apart where more was asked for. */
bool prop_nothing_checked(const prop_tally *tallies, size_t count);
/* How many are undecided. */
size_t prop_count_undecided(const prop_tally *tallies, size_t count);
/* How many passed, how many fell; a run in which nothing was checked has fallen once more. */
void prop_count_verdicts(size_t *passed, size_t *failed, const prop_tally *tallies, size_t count);
/* Draws and tries the item's cases into *tally. */
void prop_tally_run(prop_tally *tally, const prop_options *options);
/* How many cases an item tries at this multiplier, cost apart. */
size_t prop_how_many(const prop_item *item, double multiplier);
/* Gives statistical entries their levels, before; refuses what Holm's rule refuses beyond them, after. */
void prop_levels(prop_tally *tallies, size_t count, const prop_options *options);
void prop_holm(prop_tally *tallies, size_t count);
/* Whether prop_holm leaves the entry, which has run, as it is, whatever becomes of the others. */
bool prop_decided(const prop_tally *tally);
/* The factor by which the next p-value of the entry is taken larger.  An entry with level a/n for each of n cases may look at more of them, until one has the
 * power promised: the first n share a/2 among them, the (n + k)-th has a/2 / (k (k + 1)), so that all together have a.  1 where no number of cases is set. */
double prop_spend(const prop_item *item);
/* Tries one case. */
void prop_tally_case(prop_tally *tally, const slp_case *c, uint64_t seed, uint64_t number);

/* ---- What a run asks (props/engine/items.c) ---- */

typedef struct prop_list {
    prop_tally *tallies;
    size_t count, room;
    prop_regressions regressions; /* tallies with a label replay these, in order */
} prop_list;

/* SLP_INPUT with err where there is no entry though regressions and pairs that cannot be drawn are left aside: no law asked for
 * applies to the subjects, the system and the scheme.  err says why; *laws, to be freed, names those that do, "" for none. */
slp_status prop_applies(char **laws, const prop_list *list, const prop_options *options,
                        slp_error *err);
/* Adds an entry for every regression, on every subject that offers its pair; for every law of every pair, as options ask. */
void prop_push_regressions(prop_list *list, const prop_options *options);
void prop_push_product(prop_list *list, const prop_options *options);
/* Says how many pairs each law is not asked of in this run, and what asks them; the noise has no pairs. */
void prop_tell_unasked(const prop_options *options);
/* Frees its entries and regressions. */
void prop_list_clear(prop_list *list);

/* Runs every tally by options->threads threads; those with a label replay the regression of that name.  Prints the rows of the
 * table up to the first that is not decided before the end (prop_decided), as soon as they are; how many. */
size_t prop_walk(prop_tally *tallies, size_t count, const prop_regressions *regressions,
                 const prop_options *options);

/* ---- Report ---- */

/* "held", "seen broken", ...: what the table says. */
const char *prop_verdict_word(const prop_tally *tally);
/* The limit of the deciding margin: 1 at most of a law that must hold, PROP_CLEAR at least of one that must be seen to break. */
double prop_limit(const prop_tally *tally);
/* The table, to options->out: its head, and a line for each of the entries from..to-1.  A counterexample with the command that
 * replays it. */
void prop_report_head(size_t count, const prop_options *options);
void prop_report_rows(const prop_tally *tallies, size_t from, size_t to,
                      const prop_options *options);
/* In which unit margins are and what their limits are. */
void prop_report_units(const prop_tally *tallies, size_t count, const prop_options *options);
void prop_report_example(const prop_tally *tally, const prop_options *options);
/* Of each law that samples, the least power of its entries (props/output/power.c). */
void prop_report_power(const prop_tally *tallies, size_t count, const prop_options *options);
/* Which classes of inputs were met how often, and which that should have been were not. */
void prop_report_coverage(const prop_tally *tallies, size_t count, const prop_options *options);
/* Writes a run to the file `name`, whole or not at all; write: false when the stream failed.  SLP_INPUT with err. */
typedef bool prop_report_writer(FILE *to, const prop_tally *tallies, size_t count,
                                const prop_options *options);
slp_status prop_report_file(const char *name, prop_report_writer *write, const prop_tally *tallies,
                            size_t count, const prop_options *options, slp_error *err);
/* To options->json and options->junit; their forms are in props/output/json.c and props/output/junit.c. */
slp_status prop_report_junit(const prop_tally *tallies, size_t count, const prop_options *options,
                             slp_error *err);
slp_status prop_report_json(const prop_tally *tallies, size_t count, const prop_options *options,
                            slp_error *err);

#endif
