/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The conformance statement of a port: what it was asked, what it answered, what held.  Gathered
 * once, as JSON (statement.schema.json); the page, the badge and JUnit's file are drawn of that.
 *
 * The part "statement" depends only on the port, this program and what is asked, so equal runs give
 * equal bytes.  Machine and times stand in the part "run". */
#ifndef SLP_REPORTS_STATEMENT_H
#define SLP_REPORTS_STATEMENT_H

#include "oracle/contract/case/pair_choice.h"

#include <jansson.h>
#include <stdio.h>

typedef struct conform_request {
    const char *port;       /* a command, run by /bin/sh -c */
    slp_pair_choice choice; /* of the pairs that can be drawn and that the reference has */
    uint64_t seed, count;   /* of the drawn cases: so many for each pair */
    double multiplier;      /* of the laws: as `slp check --multiplier` */
    bool quick;             /* leave out the laws that `slp check --quick` leaves out */
    /* in which the port computes, with the tolerance it stops at; NULL: binary64, 4u */
    const slp_arithmetic *arithmetic;
    double seconds;              /* for one answer */
    uint64_t questions;          /* to make one failing case smaller; 0: none is */
    unsigned in_flight;          /* cases sent before an answer is awaited, from 1 */
    unsigned threads;            /* that judge; no result depends on it */
    bool terminal;               /* progress goes to a terminal */
    bool (*ready)(const void *); /* called once the port has answered a first case; false: stop */
    const void *of;              /* what `ready` gets */
} conform_request;

/* Asks the port and returns the whole statement {"schema", "statement", "sha256", "run"}.
 * NULL with err if the port does not answer a first case, no pair can be drawn, or `ready` returned
 * false (err->text is then empty).  Tested by tests/reports/test_conform.sh. */
json_t *conform_gather(const conform_request *request, slp_error *err);
/* 0 if the port conforms, 1 if it falls short. */
int conform_status(const json_t *document);
/* "held on 12 of 97 pairs; 85 declined", as a new string; the other numbers are in its second
 * sentence: "answered 384 of 3104 cases". */
char *conform_sentence(const json_t *document);
char *conform_cases_sentence(const json_t *document);

/* DIR/index.html, conform.json, junit.xml, badge.svg and summary.svg, each whole or not at all.
 * False with a message on stderr. */
bool conform_write(const char *dir, const json_t *document);
/* Makes DIR and tries whether a file can be made in it.  False with a message on stderr. */
bool conform_prepare(const char *dir);

enum { CONFORM_WHY = 300 };
/* The statement in the file `path`, or in the folder's conform.json.  NULL with why: the file
 * cannot be read, is not JSON, has not the schema's form, or was changed after it was written. */
json_t *conform_read(const char *path, char why[CONFORM_WHY]);
/* Prints, as Markdown, what differs between two statements.  0: the same verdicts; 1: some differ;
 * 2, with why and nothing printed: they did not ask the same. */
int conform_compare(FILE *to, const json_t *a, const json_t *b, char why[CONFORM_WHY]);
/* The same as a page of HTML, from its Markdown. */
bool conform_compare_page(FILE *to, const char *markdown);

#endif
