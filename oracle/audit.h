/* The audit: runs claims, each in a process of its own, and keeps what it found as records on disk.
 *
 * Under DIR: results/ID.json (a record a claim), data/ID-MEASURE.tsv (series), results.json, results.csv,
 * verdicts.md, and the pages made from them.  Every file is written beside its name and renamed. */
#ifndef SLP_ORACLE_AUDIT_H
#define SLP_ORACLE_AUDIT_H

#include "oracle/claim.h"

#include <jansson.h>

typedef struct audit_options {
    const char *out; /* DIR */
    bool full, resume;
    size_t jobs;
    FILE *table, *progress; /* progress NULL: none */
} audit_options;

/* One claim to run, or whose record is at hand. */
typedef struct audit_entry {
    slp_claim claim;
    char *command; /* what reproduces it */
    char *inputs;  /* identity of claim text, size and program */
    json_t *record;
    bool reused;
} audit_entry;

/* Runs the entries and fills entry->record; prints the table.  0 if every claim was decided, 1 if one is
 * inconclusive or ended in an error, 2 if DIR cannot be written. */
int audit_run(audit_entry *entries, size_t count, const audit_options *options);

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

/* DIR/NAME, new string.  Creates the directories on the way. */
char *audit_path(const char *dir, const char *name);
bool audit_make_directories(const char *path);
/* Writes text to path, beside and renamed.  False with a message on stderr. */
bool audit_write(const char *path, const char *text, size_t length);
bool audit_write_json(const char *path, const json_t *json);
/* DIR/results/ID.json if it is there, whole, and made from the same inputs. */
json_t *audit_stored(const audit_entry *entry, const char *out);
/* Identity of a claim's text, the size and this program, 16 hex digits; new string. */
char *audit_inputs(const char *claim_text, bool full);
/* How this program is called from here ("build/slp", or "slp" when it is on the path); new string. */
char *audit_program(void);
/* text as one word of a POSIX shell; new string. */
char *audit_shell_word(const char *text);

/* The table, and results.json, results.csv. */
void audit_table_head(FILE *to);
void audit_table_row(FILE *to, const json_t *record);
bool audit_write_results(const char *out, const json_t *records);

#endif
