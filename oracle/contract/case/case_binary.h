/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The binary form of cases and results (oracle/FORMAT.md, "Binary form"): the fields of a record as
 * its line of text, lists of numbers as binary64, lowest byte first.  For states of a million
 * numbers. */
#ifndef SLP_ORACLE_CASE_BINARY_H
#define SLP_ORACLE_CASE_BINARY_H

#include "oracle/contract/case/case_text.h"
#include "oracle/contract/number/checksum.h"

enum { SLP_FRAME_VERSION = 1, SLP_FRAME_LISTS = SLP_MAX_PARAMS + 2, SLP_FRAME_KEY = 8 };

/* A list of a frame, as numbers of this machine.  It owns `at`. */
typedef struct slp_frame_list {
    char key[SLP_FRAME_KEY + 1];
    double *at; /* NULL once slp_frame_numbers has given them away */
    size_t count, room /* bytes */;
    size_t item; /* the first that is not finite, from 1; 0 if all are */
} slp_frame_list;

/* A frame that was read; all zeros before the first.  It owns `text`, the lists and the
 * checksum. */
typedef struct slp_frame {
    char *text;
    size_t room;
    char *line; /* the record's line, `length` bytes, without its lists, newline and final zero */
    size_t length, count;
    slp_frame_list lists[SLP_FRAME_LISTS];
    slp_checksum *checksum; /* NULL before the first frame */
    /* of a case with a check word: what its text and its lists give (case_sum.h) */
    uint32_t word;
} slp_frame;

/* Reads the next frame in place of the last; number is for messages.  SLP_OK; SLP_END; SLP_INPUT
 * with *err: cut, another version, a wrong checksum, a length beyond what a record may have;
 * SLP_MEMORY with *err.  Memory grows with the bytes that came, not with the length that the frame
 * gives.  Numbers are read where they stay, and are not copied. */
slp_status slp_frame_read(slp_frame *frame, FILE *from, size_t number, slp_error *err);
void slp_frame_clear(slp_frame *frame);
/* The list of this key; NULL if there is none. */
slp_frame_list *slp_frame_find(slp_frame *frame, const char *key);
/* Gives the numbers of a list to `to`, which frees them.  SLP_OK; SLP_INPUT with *err if a number
 * is not finite, and *item is which, from 1. */
slp_status slp_frame_numbers(slp_numbers *to, size_t *item, slp_frame_list *list,
                             const slp_fields *f, slp_error *err);

/* Writes a frame.  Numbers that a binary64 number does not hold stay in the line.  Returns 0; -1 if
 * the stream failed or memory was refused. */
int slp_case_write(FILE *to, const slp_case *c);
int slp_result_write(FILE *to, const slp_result *r);
/* The reader reads frames instead of lines. */
void slp_reader_set_binary(slp_reader *reader);

#endif
