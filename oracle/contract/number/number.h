/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers and words in text: read, printed, listed, and shown in messages. */
#ifndef SLP_ORACLE_NUMBER_H
#define SLP_ORACLE_NUMBER_H

#include "oracle/contract/slp.h"
#include "oracle/contract/number/float_rules.h"

#include <stdarg.h>

/* A part of a line.  It has no final zero, and it does not own the text. */
typedef struct slp_span {
    const char *at;
    size_t length;
} slp_span;

/* The same bytes? */
bool slp_span_is(slp_span span, const char *word);
/* A copy with a final zero, to be freed; NULL if memory is refused. */
char *slp_span_copy(slp_span span);

/* What the readers below return where memory was refused; it is told by its address. */
extern const char slp_memory_fault[];

/* A number's text, taken apart.  The place of a digit is k if it counts base^k. */
enum { SLP_HEAD = 16 };
typedef struct slp_digits {
    bool hex, negative;
    const char *at, *end,
        *stop;            /* digits and at most one point, to `end`; the exponent, to `stop` */
    size_t count;         /* of digits from the first to the last that is not 0 */
    long last, head_last; /* the places of the last of them, and of the last of head */
    uint64_t head;        /* the first SLP_HEAD digits from the first that is not 0 on */
    long power;           /* the exponent given, of 2 or of 10 */
} slp_digits;
/* Takes a text apart that is a number's, whatever its size: [+-]0xH.H[p[+-]D] or
 * [+-]D.D[e[+-]D].  Returns NULL, or what is wrong with it. */
const char *slp_digits_read(slp_digits *d, slp_span text);
/* The nearest double, of two the even one.  Returns NULL; or "overflows binary64; ...", or
 * slp_memory_fault, and *value stays. */
const char *slp_digits_round(double *value, const slp_digits *d);
/* 0 to base - 1, or -1 if c is no such digit. */
int slp_digit_value(char c, int base);
/* Reads one number that fills the span: [+-]0xH.H[p[+-]D] or [+-]D.D[e[+-]D], correctly rounded to
 * nearest even.  Returns NULL; or what is wrong with it ("is not a number"), or slp_memory_fault,
 * and *value stays. */
const char *slp_number_parse(double *value, slp_span text);
/* Reads one decimal integer in lo..hi that fills the span.  Returns NULL; or what is wrong, and
 * *value stays. */
const char *slp_integer_parse(int64_t *value, slp_span text, int64_t lo, int64_t hi);
/* Index of the first number that is infinite or NaN; count if there is none. */
size_t slp_first_not_finite(const double *at, size_t count);
/* For lists of other items: room for `each` numbers an item, which returns as slp_list_parse does;
 * how many items a text has; the item at *at, which moves to the next one, NULL after the last. */
const char *slp_list_begin(slp_numbers *to, size_t *which, slp_span text, size_t each);
size_t slp_list_items(slp_span text);
slp_span slp_list_next(const char **at, slp_span list);
/* Reads a list of numbers.  Returns NULL; or what is wrong, and `to` is empty and *which is the
 * number of the wrong item, from 1; or slp_memory_fault, `to` is empty and *which is how many bytes
 * were refused, 0 if that is not known. */
const char *slp_list_parse(slp_numbers *to, size_t *which, slp_span text);
/* Reads a list of integer pairs a:b; stores two numbers for each pair.  Returns the same. */
const char *slp_pairs_parse(slp_numbers *to, size_t *which, slp_span text);

/* " (did you mean NAME?)" if one of `names` (ends with NULL) is close to `word`; "" otherwise. */
enum { SLP_HINT_CHARS = 96 };
void slp_hint(char hint[SLP_HINT_CHARS], slp_span word, const char *const *names);
/* How many one-letter edits lead from one to the other; a swap of two neighbours is one edit.  At
 * most 9. */
int slp_edits(slp_span word, const char *name);

/* Copies text into room >= 1 bytes, final zero included; text that does not fit is cut after a
 * whole character.  Bytes that could control a terminal become \xNN: control characters, marks that
 * change the direction of writing, and what is not UTF-8.  Returns the length of the copy. */
size_t slp_shown(char *to, size_t room, const char *text);
/* Prints one message, printf style.  All of it but a last newline goes through slp_shown.  For
 * every message that contains text from outside: arguments, names of files, contents of files.
 * Where memory is refused, a message of more than 1000 bytes is cut.
 * Tested, with slp_shown, by tests/contract/test_case_shown.c. */
void slp_say(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
void slp_say_list(FILE *to, const char *format, va_list rest) __attribute__((format(printf, 2, 0)));

#endif
