/* The audit: runs claims, each in a process of its own, and keeps what it found as records on disk.
 *
 * Under DIR: results/ID.json (a record a claim), runs/ID.json (when and how long), data/ID-MEASURE.tsv (series), results.json,
 * results.csv, verdicts.md, and the pages made from them.  Every file is written beside its name and renamed. */
#ifndef SLP_ORACLE_AUDIT_H
#define SLP_ORACLE_AUDIT_H

#include "oracle/claims/claim.h"
#include "oracle/plumbing/team.h"

#include <jansson.h>

typedef struct audit_options {
    const char *out; /* DIR */
    bool full, resume;
    size_t jobs;
    unsigned threads;       /* of a claim that spreads; 0: the jobs that no other claim needs */
    const slp_team *team;   /* NULL: this process alone */
    FILE *table, *progress; /* NULL: none */
} audit_options;

/* One claim to run, or whose record is at hand. */
typedef struct audit_entry {
    slp_claim claim;
    char *command; /* what reproduces it */
    char *inputs;  /* identity of claim text, size and program */
    json_t *record;
    bool reused;
    bool elsewhere; /* not for audit_run: another rank's, or for all ranks together */
} audit_entry;

/* Runs the entries that are not elsewhere and fills entry->record; prints the table.  0 if every claim was decided, 1 if one is
 * inconclusive or ended in an error, 2 if DIR cannot be written. */
int audit_run(audit_entry *entries, size_t count, const audit_options *options);
/* The same by the ranks of options->team, which all call it and all see DIR: each runs its share of the claims, and all together those
 * whose realisations spread.  Rank 0 prints and has the records.  The same number on every rank. */
int audit_run_team(audit_entry *entries, size_t count, const audit_options *options);
/* 0 or 1 as above, from the records. */
int audit_status(const audit_entry *entries, size_t count);
/* True if a measure of the claim shares its work with a team. */
bool audit_spreads(const slp_claim *claim);
/* `slp audit` with a team, or NULL. */
int audit_command(int argc, char **argv, const slp_team *team);

/* Measures and decides one claim in this process; the series go to DIR/data.  Progress is a fraction of the
 * whole claim.  Never NULL; an error is a record with "error". */
json_t *audit_measure(const audit_entry *entry, const audit_options *options,
                      void (*progress)(void *to, double fraction), void *to);
/* A record that says only why there is none. */
json_t *audit_error_record(const audit_entry *entry, bool full, const char *why);
/* "confirmed".. or "error". */
const char *audit_verdict(const json_t *record);
/* True if the verdict is one of the four that decide. */
bool audit_decided(const json_t *record);

/* DIR/NAME, new string; NULL without memory. */
char *audit_path(const char *dir, const char *name);
/* The directory, with those on the way; true if it is there already.  False with a message on stderr. */
bool audit_make_directories(const char *path);
/* Writes text, `length` bytes, to path: beside it, to the disk, and renamed; path is whole, old or new, whatever happens.  False with a message on
 * stderr. */
bool audit_write(const char *path, const char *text, size_t length);
/* The same of json as text, reals with 17 digits, a newline at the end. */
bool audit_write_json(const char *path, const json_t *json);
/* The directories under DIR; false with a message, also where one of them is a link. */
bool audit_prepare(const char *out);
/* Stores a record in its two files, each with its sum; false with a message. */
bool audit_keep(const json_t *record, const char *id, const char *out);
enum { AUDIT_WHY = 300 };
/* The record of that id, from its files, if their sums match and they have the shape of a record; otherwise NULL with why (AUDIT_WHY
 * bytes): the file under DIR and what is wrong with it, "" where there is no record.  No link is followed. */
json_t *audit_load(const char *id, const char *out, char *why);
/* The same if it has a verdict and was made from the same inputs; why is "" too where it was made from others. */
json_t *audit_stored(const audit_entry *entry, const char *out, char *why);
/* The same with a message on stderr where why is not "": the claim is computed again. */
json_t *audit_take_up(const audit_entry *entry, const char *out);
/* The same if it has a verdict and was made by this very program, from whatever text. */
json_t *audit_left(const char *id, const char *out, char *why);
/* The identity of this program: of all objects that are linked into it but the command's own. */
const char *audit_build(void);
/* Identity of a claim's text, the size and this program, 16 hex digits; new string. */
char *audit_inputs(const char *claim_text, bool full);
/* How this program was called ("build/slp"), without the -mpi of slp-mpi, as a word of a shell; new string. */
char *audit_program(void);
/* text as one word of a POSIX shell; new string. */
char *audit_shell_word(const char *text);

/* The table, its columns as wide as the longest id of the entries needs; and DIR's results.json, results.csv: false with a message. */
int audit_table_width(const audit_entry *entries, size_t count);
void audit_table_head(FILE *to, int width);
void audit_table_row(FILE *to, int width, const json_t *record);
bool audit_write_results(const char *out, const json_t *records);

#endif
