/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The check word of a case's line (oracle/FORMAT.md, "Check words"): the last field, sum=WORD; on
 * the last line of a stream sum=WORD,COUNT,TOTAL.  It shows whether a line came back as it was
 * written, and whether all lines did.  For the contract, what writes cases for ports, and the
 * judge. */
#ifndef SLP_ORACLE_CASE_SUM_H
#define SLP_ORACLE_CASE_SUM_H

#include "oracle/contract/case/case_binary.h"

typedef enum slp_sum_state { SLP_SUM_NONE, SLP_SUM_RIGHT, SLP_SUM_WRONG } slp_sum_state;

/* What a line says. */
typedef struct slp_sum {
    slp_sum_state state;
    bool last;      /* the line has COUNT and TOTAL */
    uint32_t word;  /* 0 if it cannot be read */
    uint64_t count; /* with last: lines of the stream, this one included */
    uint32_t total; /* with last: the words of all of them, added modulo 2^32 */
} slp_sum;

/* Of the lines written so far.  Zeros at first. */
typedef struct slp_sums {
    uint64_t count;
    uint32_t total;
} slp_sums;

/* How many bytes of the line stand before " sum="; `length` if there is no such field. */
size_t slp_sum_before(const char *line, size_t length);
/* Compares the word of a case's line with its bytes; and, of a frame, with the bytes of its lists.
 *   frame  NULL, or that whose text the line is
 *   by     what slp_checksum_begin filled; NULL: one is filled here
 * SLP_OK: NONE or RIGHT; SLP_INPUT with *err: WRONG, and *sum says what could be read. */
slp_status slp_sum_check(slp_sum *sum, const char *line, const slp_frame *frame, slp_checksum *by,
                         size_t number, slp_error *err);

/* slp_case_print and slp_case_write with a check word, counted in *all; `last`: the line also says
 * how many there are, and the sum of all.  Return 0; -1 if writing failed or memory was refused.
 * Tested by tests/contract/test_case_sum.c. */
int slp_case_print_sum(FILE *to, const slp_case *c, slp_sums *all, bool last);
int slp_case_write_sum(FILE *to, const slp_case *c, slp_sums *all, bool last);
/* " sum=WORD[,COUNT,TOTAL]" of a line that has this word; counts it. */
enum { SLP_SUM_CHARS = 64 };
void slp_sum_print(char text[SLP_SUM_CHARS], uint32_t word, slp_sums *all, bool last);

/* A case whose word is wrong becomes SLP_OK with nothing but its id, and slp_reader_sum says that
 * it is WRONG; its id counts as not seen.  Without this call it is SLP_INPUT. */
void slp_reader_keep_changed(slp_reader *reader);
/* From now on a comment that begins with "# stage " is no comment: it is SLP_RECORD_OTHER. */
void slp_reader_keep_stages(slp_reader *reader);
/* Of the case just read. */
const slp_sum *slp_reader_sum(const slp_reader *reader);
/* Writes the case just read as it stood, with its word; c is what was read.  0, or -1. */
int slp_reader_echo(FILE *to, slp_reader *reader, const slp_case *c);
/* Writes a frame again that was read, whose lists are c's now. */
int slp_frame_echo(FILE *to, const slp_frame *frame, const slp_case *c);

#endif
