/* Pieces of the exchange format's text that parser and printer share.  Private to oracle/case*.c. */
#ifndef SLP_ORACLE_CASE_TEXT_H
#define SLP_ORACLE_CASE_TEXT_H

#include "oracle/contract/case.h"
#include "oracle/contract/float_rules.h"

/* A stretch of text inside a line; not ended by a zero; the text is not its own. */
typedef struct slp_span {
    const char *at;
    size_t length;
} slp_span;

/* The same bytes? */
bool slp_span_is(slp_span span, const char *word);
/* A copy with a final zero, to be freed. */
char *slp_span_copy(slp_span span);

/* Reads one number that fills the span: [+-]0xH.H[p[+-]D] or [+-]D.D[e[+-]D], correctly rounded to
 * nearest even.  NULL, or what is wrong with it ("is not a number"): *value then stays. */
const char *slp_number_parse(double *value, slp_span text);
/* Reads one decimal integer in lo..hi that fills the span.  NULL, or what is wrong: *value then stays. */
const char *slp_integer_parse(int64_t *value, slp_span text, int64_t lo, int64_t hi);
/* Reads a list of numbers; on failure to->at is freed and *which is the 1-based place. */
const char *slp_list_parse(slp_numbers *to, size_t *which, slp_span text);
/* Reads a list of integer pairs a:b, stored flat. */
const char *slp_pairs_parse(slp_numbers *to, size_t *which, slp_span text);

/* Fields key=value of a record, in the order they stand. */
enum { SLP_MAX_FIELDS = 16 };
typedef struct slp_field {
    slp_span key, value;
} slp_field;
typedef struct slp_fields {
    size_t count, line;
    slp_span record; /* the first word */
    slp_field at[SLP_MAX_FIELDS];
    char id[SLP_MAX_ID]; /* for messages: the id when there is a usable one, else empty */
} slp_fields;

/* Splits a line into the record's word and its fields: one space between fields, no key twice. */
slp_status slp_fields_split(slp_fields *fields, const char *line, size_t number, slp_error *err);
/* The value of `key`; .at is NULL when absent. */
slp_span slp_fields_find(const slp_fields *fields, const char *key);
/* The required id, checked; NULL with *err filled when missing or malformed.  To be freed. */
char *slp_fields_id(const slp_fields *fields, slp_error *err);
/* Checks the parameters of a case whose system is known, that all it needs are there, and sets d and M from them: what
 * slp_case_check begins with.  SLP_OK, or SLP_INPUT with *err. */
slp_status slp_case_shape(slp_case *c, slp_error *err);
/* slp_case_parse, but a case refused keeps what was read of it before the fault. */
slp_status slp_case_read(slp_case *c, const char *line, size_t number, slp_error *err);
/* Why an id cannot be used, or NULL. */
const char *slp_id_fault(slp_span id);

/* " (did you mean NAME?)" when one of `names` (NULL ended) is near `word`, "" otherwise. */
enum { SLP_HINT_CHARS = 96 };
void slp_hint(char hint[SLP_HINT_CHARS], slp_span word, const char *const *names);
/* The number of single edits between the two, a swap of neighbours counting as one; capped at 9. */
int slp_edits(slp_span word, const char *name);

/* Copies text, cut at a whole character to what fits into room >= 1 bytes with the final zero.  Bytes that could do something to a terminal
 * (control characters, what turns text around, what is no UTF-8) become \xNN.  The length of the copy. */
size_t slp_shown(char *to, size_t room, const char *text);
/* Prints one message, printf style, with all of it shown as by slp_shown but a newline at its very end: for every message that holds
 * words of others (arguments, names of files, what a file says).  Pinned, with slp_shown, by tests/test_case_shown.c. */
void slp_say(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* calloc and realloc that end the program with a message instead of returning NULL. */
void *slp_allocate(size_t count, size_t size);
void *slp_reallocate(void *old, size_t bytes);
/* strdup that does so. */
char *slp_copy_text(const char *text);

#endif
