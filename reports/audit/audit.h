/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The audit: runs claims, each in a process of its own, and stores a record of each on disk.
 *
 * Under DIR: results/ID.json (a record for each claim), runs/ID.json (when it ran, and how long),
 * data/ID-MEASURE.tsv (series), results.json, results.csv, verdicts.md, and the pages made from
 * them.  Every file is written under another name first and then renamed. */
#ifndef SLP_ORACLE_AUDIT_H
#define SLP_ORACLE_AUDIT_H

#include "reports/claims/claim.h"
#include "oracle/plumbing/junit.h"
#include "oracle/plumbing/team.h"

#include <jansson.h>

typedef struct audit_options {
    const char *out;          /* DIR */
    const char *certificates; /* a folder for certificates of the claims' steps; NULL: none */
    bool full, resume;
    size_t jobs;
    unsigned threads;       /* of a claim whose measure uses threads; 0: the unused jobs */
    const slp_team *team;   /* NULL: this process alone */
    FILE *table, *progress; /* NULL: none */
} audit_options;

/* One claim: to be run, or already with its record. */
typedef struct audit_entry {
    slp_claim claim;
    slp_paper paper; /* of which the claim is; key NULL: not known */
    char *command;   /* the command that repeats it */
    char *inputs;    /* hash of claim text, size and program */
    json_t *record;
    bool reused;
    bool elsewhere; /* audit_run leaves it out: another rank runs it, or all together */
} audit_entry;

/* Runs the entries without `elsewhere`, fills entry->record and prints the table.  Returns 0 if
 * every claim was decided, 1 if one is inconclusive or ended in an error, 2 if DIR cannot be
 * written. */
int audit_run(audit_entry *entries, size_t count, const audit_options *options);
/* The same by several processes, the ranks of options->team.  All of them call this function and
 * all can read DIR.  Each rank runs its share of the claims; a claim whose realisations can be
 * shared is run by all ranks together.  Rank 0 prints, and has the records.  Returns the same
 * number on every rank. */
int audit_run_team(audit_entry *entries, size_t count, const audit_options *options);
/* 0 or 1 as audit_run returns, from the records.  A claim that is not run yet counts neither
 * way, but if no other is there, it is 1. */
int audit_status(const audit_entry *entries, size_t count);
/* True if a measure of the claim can share its work among ranks and threads. */
bool audit_spreads(const slp_claim *claim);
/* `slp audit`; team is NULL for one process. */
int audit_command(int argc, char **argv, const slp_team *team);

/* Measures and decides one claim in this process, and writes its series to DIR/data.  It calls
 * `progress` with the fraction of the claim that is done.  Never NULL; after an error, a record
 * with "error". */
json_t *audit_measure(const audit_entry *entry, const audit_options *options,
                      void (*progress)(void *to, double fraction), void *to);
/* A record that has no numbers, only the reason. */
json_t *audit_error_record(const audit_entry *entry, bool full, const char *why);
/* The record's verdict, "confirmed" ... "inconclusive", or "error". */
const char *audit_verdict(const json_t *record);
/* True if the numbers decided, or if the claim is not run; else the verdict is inconclusive or an
 * error. */
bool audit_decided(const json_t *record);

/* DIR/NAME, new string. */
char *audit_path(const char *dir, const char *name);
/* Makes the directory and its parents; true too if it is there already.  False with a message on
 * stderr. */
bool audit_make_directories(const char *path);
/* Writes text, `length` bytes, to a new file, waits until it is on disk, and renames it to path.
 * So path always has the whole old or the whole new text.  False with a message on stderr. */
bool audit_write(const char *path, const char *text, size_t length);
/* The same of json as text, reals with 17 digits, a newline at the end. */
bool audit_write_json(const char *path, const json_t *json);
/* Prints "FILE:LINE: claim ID, field FIELD: TEXT" on stderr. */
void audit_refused(const char *file, const slp_error *err);
/* The whole text of a file, at most 1 MiB; NULL with a message.  The caller frees it. */
char *audit_read_text(const char *path);
/* Makes the directories under DIR.  False with a message if it cannot, or if one of them is a link.
 */
bool audit_prepare(const char *out);
/* Stores a record in its two files, each with its checksum; false with a message. */
bool audit_keep(const json_t *record, const char *id, const char *out);
enum { AUDIT_WHY = 300 };
/* Reads the record of that id.  NULL if a checksum is wrong or a file has not the form of a record;
 * then why (AUDIT_WHY bytes) names the file under DIR and what is wrong.  NULL with why = "" if
 * there is no record.  Follows no link. */
json_t *audit_load(const char *id, const char *out, char *why);
/* As audit_load, but only a record that has a verdict and the same inputs.  why is "" too if the
 * inputs differ. */
json_t *audit_stored(const audit_entry *entry, const char *out, char *why);
/* As audit_stored, but prints `why` on stderr, if it is not "", and that the claim is computed
 * again. */
json_t *audit_take_up(const audit_entry *entry, const char *out);
/* As audit_load, but only a record that has a verdict and was made by this same program, whatever
 * the claim's text was. */
json_t *audit_left(const char *id, const char *out, char *why);
/* A hash of this program: of all its object files but those of the command itself. */
const char *audit_build(void);
/* A hash of the claim's text, the size and this program, 16 hex digits; new string. */
char *audit_inputs(const char *claim_text, bool full);
/* How this program was called ("build/slp"), without the -mpi of slp-mpi, quoted for a shell; new
 * string. */
char *audit_program(void);
/* text quoted as one word for a POSIX shell; new string. */
char *audit_shell_word(const char *text);

/* True if the claim awaits a scheme that the program has not. */
bool audit_not_run(const json_t *record);
/* Where a record stands and is counted: among claims of papers of which a text was read, among
 * those of whom none was, such as what the field says, or among findings of ours, which are no
 * verdicts on claims. */
typedef enum audit_chapter { AUDIT_PAPERS, AUDIT_FIELD, AUDIT_FINDINGS } audit_chapter;
audit_chapter audit_chapter_of(const json_t *record);
/* The verdict on the statement as it is meant; that on what is printed if the record has no other.
 */
const char *audit_meant(const json_t *record);
/* What the verdict rests on: "proof by algebra", "bound on all cases", "confidence intervals",
 * "exact case", "samples" or "decisive number"; "-" if nothing is decided.  The pages' index says
 * what each means. */
const char *audit_rests_on(const json_t *record);
/* The number of a record, with its level of confidence if it is not certain: "0.5 (99 %)". */
void audit_number_text(char *to, size_t room, const json_t *number);
/* How many confidence intervals the verdicts rest on, all together: {"claims", "intervals",
 * "expected_misses", "text"}.  It counts the numbers in the conditions of the rule that decided, a
 * number of a claim once.  If every interval contains its number with its level, so many miss on
 * average; the chance that one or more miss is at most that (the sum of the chances). */
json_t *audit_multiplicity(const json_t *records);

/* The folder of published evidence: the environment's SLP_PUBLISHED, or where the build and `make
 * install` put reports/published/.  False if there is none. */
enum { AUDIT_PATH = 8192 };
bool audit_published_folder(char folder[AUDIT_PATH]);
/* The published evidence of a claim (ID.json in that folder): the
 * numbers and verdicts of both sizes.  New reference; NULL if there is none. */
json_t *audit_published(const char *id);
/* True if both sizes were run and do not indicate the same verdict. */
bool audit_published_flips(const json_t *published);
/* Applies the claim's rules to the published numbers again.  False, with why (AUDIT_WHY bytes), if
 * what is measured is another thing now, or if a verdict or a size comes out otherwise.  True with
 * why != "" if only words of the claim have changed.  Tested by tests/audit/test_published.sh. */
bool audit_published_verify(const slp_claim *claim, const json_t *published, char *why);

/* The table of verdicts; its first column is as wide as the longest id.  audit_write_results writes
 * DIR/results.json and DIR/results.csv; false with a message. */
int audit_table_width(const audit_entry *entries, size_t count);
void audit_table_head(FILE *to, int width);
void audit_table_row(FILE *to, int width, const json_t *record);
/* The rows of the findings, under a title; nothing if there is none. */
void audit_table_end(FILE *to, int width, const audit_entry *entries, size_t count);
bool audit_write_results(const char *out, const json_t *records);
/* Hands each page of the records under DIR to `put`, by its name below DIR.  False: failed. */
typedef bool audit_pages(const char *dir, const json_t *records,
                         bool (*put)(void *where, const char *name, const char *text, size_t size),
                         void *where);
/* Writes the bundle of the records under DIR `out` to a new file (reports/audit/bundle.c), with the
 * pages of records that do not say when and where they ran.  False with a message: the file exists,
 * a file of a record is missing, it cannot be written.  audit_bundle_free says beforehand whether
 * the file exists. */
bool audit_bundle(const char *file, const json_t *records, const char *out, audit_pages *pages);
bool audit_bundle_free(const char *file);
/* Adds a claim to a file of JUnit: passed if it is decided, with its verdict and deciding number;
 * failed if it is inconclusive; an error if it ended in one. */
void audit_junit_add(slp_junit *to, const json_t *record);

#endif
