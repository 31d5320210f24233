/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The engine's parts: items, their results, counterexamples.  Internal to props. */
#ifndef SLP_PROPS_ENGINE_H
#define SLP_PROPS_ENGINE_H

#include <stdatomic.h>

#include "props/prop.h"
#include "props/smaller/smaller.h"

/* An item, or entry: one law tried on one pair by one subject.  The law must be kept, or must be
 * seen broken. */
typedef struct prop_item {
    const prop_law *law;
    const slp_system *system;
    const slp_scheme *scheme;
    const prop_subject *subject;
    bool control; /* the pair breaks the law, and must be seen to */
    bool missing; /* a path of this project that does not offer what the other one does */
    size_t d;     /* only cases of so many coordinates are drawn in general position; 0: any */
    size_t least, most; /* only cases of these sizes are drawn (slp_draw.size); 0: any */
    size_t tests;       /* statistical laws: how many cases the entry tries */
    double level; /* statistical laws: the p-value at which a case is refused; 0: PROP_ALARM */
    /* how many p-values it has seen that might have been small: prop_p_value_factor */
    size_t p_values_seen;
} prop_item;

/* Tries the item's law on one case and compares with what the pair promises.  In a negative control
 * PROP_HELD means that the law was clearly seen to be broken; for the reference also at the stated
 * order. */
prop_outcome prop_apply_law(prop_finding *found, const prop_item *item, const slp_case *c);
/* A violation is clear when it is this many times what rounding allows. */
#define PROP_CLEAR 1024.0

/* True if the law says something about the pair; *control: that the pair breaks it. */
bool prop_law_concerns(bool *control, const prop_law *law, const slp_system *system,
                       const slp_scheme *scheme);

/* True if the law says nothing of this case, although it speaks of its pair: the case has damping,
 * and the law is one of Hamiltonian systems (slp_system.lacks). */
bool prop_case_lacks(const prop_law *law, const slp_case *c);

/* ---- Chance (props/engine/error_rates.c) ---- */

/* The chance that laws which sample refuse a right subject in a whole run. */
#define PROP_ALARM 1e-6

/* ---- Cases ---- */

/* The random stream of an item: a function of the seed and the names of law, pair and subject. */
uint64_t prop_stream(const prop_item *item, uint64_t seed);
/* Draws case `number` of the item from `from` and changes it as
 * the law needs.  False if that gives no case. */
bool prop_draw(slp_case *c, slp_draw *from, const prop_item *item, uint64_t number);

/* False if every case of the item's sizes has more coordinates than its law takes. */
bool prop_has_size(const prop_item *item);

/* Classes of inputs: those that the draw marks, then those found from the case itself. */
enum {
    PROP_CLASS_TWO = SLP_DRAW_CLASS_COUNT,
    PROP_CLASS_THREE,
    PROP_CLASS_ODD,
    PROP_CLASS_EVEN,
    PROP_CLASS_ZERO_NOISE,
    PROP_CLASS_EDGE,
    PROP_CLASS_COUNT
};
/* The class in words, which < PROP_CLASS_COUNT. */
const char *prop_class_about(int which);
/* Whether a run should meet the class.  Classes of size are expected only if the run tries every
 * system. */
bool prop_class_expected(int which, const prop_options *options);
/* The set of classes found from the case itself, except PROP_CLASS_EDGE. */
uint32_t prop_classes(const slp_case *c);
/* (h, dW) := f (h, dW) such that the one step of c has a certificate and the step 1.125 f as large
 * has none.  False, with c unchanged, where factors up to 2^12 give no such f. */
bool prop_to_edge(slp_case *c);

/* ---- Counterexamples ---- */

/* How far shrinking has come; another thread reads this. */
typedef struct prop_watch {
    atomic_bool on;
    atomic_uint tried, percent; /* candidates tried; percent of the allowed work */
} prop_watch;

typedef struct prop_counterexample {
    prop_item item;
    uint64_t seed, number;
    bool found;
    slp_case drawn, shrunk;
    prop_finding first, last;    /* findings on drawn and on shrunk */
    unsigned tried;              /* candidates of the shrinking */
    double work;                 /* that they took */
    bool cut;                    /* shrinking ended at that limit */
    prop_watch *watch;           /* where shrinking reports how far it is; NULL: nowhere */
    slp_result r;                /* the subject's answer while shrinking goes on */
    char hint[JUDGE_HINT_CHARS]; /* which fault of the catalogue the port has; "": none is known */
} prop_counterexample;

/* None found; clear frees its cases. */
void prop_counterexample_init(prop_counterexample *example);
void prop_counterexample_clear(prop_counterexample *example);
/* Makes example->shrunk the simplest case found on which the item still fails.  When its candidates
 * have taken PROP_SHRINK_WORK, it ends with the best case found so far and sets example->cut.  The
 * work of a candidate depends on the case alone, so the outcome is the same on every machine. */
#define PROP_SHRINK_WORK 600.0
void prop_shrink(prop_counterexample *example);
/* example->hint = the fault of the catalogue that the port's answer for example->shrunk looks like,
 * and what the port's stages say; "" if the judge does not refuse it, or neither is known. */
void prop_name_fault(prop_counterexample *example, const judge_namer *namer);

/* ---- Text ---- */

/* Replay tokens; the caller frees them.  The first, law/subject/system=../scheme=../.., contains
 * the case.  The second, law/subject/SYSTEM/SCHEME/SEED/NUMBER[/LEAST..MOST], says how to draw it,
 * if sizes are asked for with them. */
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
/* A missing file counts as empty. */
slp_status prop_regressions_read(prop_regressions *all, const char *path, slp_error *err);
void prop_regressions_clear(prop_regressions *all);
/* Adds the examples that the file lacks; *added is their number.  The new file is written under
 * another name and then renamed. */
slp_status prop_regressions_add(size_t *added, const char *path,
                                const prop_counterexample *examples, size_t count, slp_error *err);

/* ---- Running ---- */

typedef struct prop_item_result {
    prop_item item;
    char label[SLP_MAX_ID]; /* of a regression; empty for a law */
    size_t checked, skipped, declined, failed;
    size_t powerless;    /* skipped because of too little power */
    double worst, least; /* margins: largest, smallest */
    double p_value;      /* of a statistical law: the least p-value; 1 where there is none */
    /* the chance that one of its cases refuses each fault of the law; 0: none looked for it */
    double power[PROP_FAULTS];
    int order; /* of the violation, in a control by the reference; 0: none, -1: it differs between
                  cases */
    size_t classes[PROP_CLASS_COUNT];
    char skip[PROP_NOTE]; /* why the last one was skipped */
    double seconds;       /* that it took */
    prop_counterexample example;
} prop_item_result;

typedef enum prop_verdict {
    PROP_PASSED,
    PROP_LAW_FAILED,
    PROP_NOT_OFFERED,
    PROP_UNDECIDED
} prop_verdict;
/* PROP_UNDECIDED: a statistical law had too little power in every case.  PROP_LAW_FAILED: a case
 * failed, or nothing was checked although the subject declined no case.  PROP_NOT_OFFERED: nothing
 * was checked and the subject declined cases, or it cannot decide a regression. */
/* True if nothing could be checked because the subject's arithmetic is too coarse for the law: it
 * is narrower than binary64, or the subject stops at a tolerance of its own.  The verdict is then
 * PROP_NOT_OFFERED, its word "no power". */
bool prop_has_no_power(const prop_item_result *item_result);
prop_verdict prop_item_verdict(const prop_item_result *item_result);
/* True if no subject had anything to check.  The noise does not count, unless only the noise was
 * tested. */
bool prop_nothing_checked(const prop_item_result *item_results, size_t count);
/* How many are undecided. */
size_t prop_count_undecided(const prop_item_result *item_results, size_t count);
/* How many passed and how many failed; a run in which nothing was checked counts as one more
 * failure. */
void prop_count_verdicts(size_t *passed, size_t *failed, const prop_item_result *item_results,
                         size_t count);
/* Draws and tries the item's cases into *result. */
void prop_run_item(prop_item_result *item_result, const prop_options *options);
/* How many cases an item tries at this multiplier, if their cost is ignored. */
size_t prop_case_count(const prop_item *item, double multiplier);
/* prop_set_levels, called before the run, gives statistical entries their levels.
 * prop_refuse_by_holm, called after it, refuses the further entries that Holm's rule refuses. */
void prop_set_levels(prop_item_result *item_results, size_t count, const prop_options *options);
void prop_refuse_by_holm(prop_item_result *item_results, size_t count);
/* True if prop_refuse_by_holm cannot change the result of this entry, which has run, whatever the
 * other results are. */
bool prop_is_decided(const prop_item_result *item_result);
/* The factor by which the next p-value of the entry is taken larger.  An entry with level a/n for
 * each of n cases may look at more of them, until one has the power promised: the first n share a/2
 * among them, the (n + k)-th has a/2 / (k (k + 1)), so that all together have a.  1 where no number
 * of cases is set. */
double prop_p_value_factor(const prop_item *item);
/* Tries one case. */
void prop_try_case(prop_item_result *item_result, const slp_case *c, uint64_t seed,
                   uint64_t number);

/* ---- The items of a run (props/engine/items.c) ---- */

typedef struct prop_list {
    prop_item_result *item_results;
    size_t count;
    double began;                 /* oracle/plumbing/clock.h */
    prop_regressions regressions; /* results with a label replay these, in order */
} prop_list;

/* SLP_INPUT if no law of the options applies to their subjects, system and scheme; regressions, and
 * pairs that cannot be drawn, do not count. err says why.  *laws, which the caller frees, names the
 * laws that do apply; "" for none. */
slp_status prop_applies(char **laws, const prop_list *list, const prop_options *options,
                        slp_error *err);
/* Adds an entry for every regression, on every subject that offers its pair; for every law of every
 * pair, as options ask. */
void prop_add_regressions(prop_list *list, const prop_options *options);
void prop_add_pairs(prop_list *list, const prop_options *options);
/* Prints for each law how many pairs this run leaves out, and the option that includes them.  Laws
 * about the noise have no pairs. */
void prop_report_left_out(const prop_options *options);
/* Frees its entries and regressions. */
void prop_list_clear(prop_list *list);

/* Runs every result by options->threads threads; those with a label replay the regression of that
 * name.  Prints rows of the table, each as soon as it is decided, up to the first that is decided
 * only at the end (prop_is_decided).  Returns how many. */
size_t prop_run_items(prop_item_result *item_results, size_t count,
                      const prop_regressions *regressions, const prop_options *options);

/* ---- Report ---- */

/* "held", "seen broken", ...: what the table says. */
const char *prop_verdict_word(const prop_item_result *item_result);
/* The limit of the deciding margin: at most 1 for a law that must hold, at least PROP_CLEAR for one
 * that must be seen to break. */
double prop_limit(const prop_item_result *item_result);
/* The table, to options->out: its head, and a line for each of the entries from..to-1.  A
 * counterexample with the command that replays it. */
void prop_report_head(size_t count, const prop_options *options);
void prop_report_rows(const prop_item_result *item_results, size_t from, size_t to,
                      const prop_options *options);
/* In which unit margins are and what their limits are. */
void prop_report_units(const prop_item_result *item_results, size_t count,
                       const prop_options *options);
void prop_report_example(const prop_item_result *item_result, const prop_options *options);
/* Prints for each law that samples the least power of its entries (props/output/power.c). */
void prop_report_power(const prop_item_result *item_results, size_t count,
                       const prop_options *options);
/* Of a quick run: which laws it does not apply; with which chance its rows find a fault
 * (props/output/quick.c).  Of another run nothing. */
void prop_report_quick(const prop_options *options);
void prop_report_quick_power(const prop_item_result *item_results, size_t count,
                             const prop_options *options);
/* Prints how often each class of inputs was met, and which expected classes were not met. */
void prop_report_coverage(const prop_item_result *item_results, size_t count,
                          const prop_options *options);
/* Writes a run to the file `name`, whole or not at all; write: false when the stream failed.
 * SLP_INPUT with err. */
typedef bool prop_report_writer(FILE *to, const prop_item_result *item_results, size_t count,
                                const prop_options *options);
slp_status prop_report_file(const char *name, prop_report_writer *write,
                            const prop_item_result *item_results, size_t count,
                            const prop_options *options, slp_error *err);
/* To options->json and options->junit; their forms are in props/output/json.c and
 * props/output/junit.c.  began: when the run began (oracle/plumbing/clock.h). */
slp_status prop_report_junit(const prop_item_result *item_results, size_t count, double began,
                             const prop_options *options, slp_error *err);
slp_status prop_report_json(const prop_item_result *item_results, size_t count,
                            const prop_options *options, slp_error *err);
/* The same as to options->json, to the stream options->json_to; false if writing failed. */
bool prop_report_json_stream(const prop_item_result *item_results, size_t count,
                             const prop_options *options);

#endif
