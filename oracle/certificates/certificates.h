/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Writes what another program needs to prove steps of the reference again: the lines, and the JSON,
 * of oracle/certificates/proof.md. */
#ifndef SLP_ORACLE_CERTIFICATES_H
#define SLP_ORACLE_CERTIFICATES_H

#include "oracle/contract/case/case.h"

#include <stdio.h>

typedef struct slp_certificates slp_certificates;

/* For `slp run`.  Opens the file; JSON if its name ends with ".json".  NULL after a message on
 * standard error. */
slp_certificates *slp_certificates_open(const char *path);
/* The case c, and a certificate of each step from the state before it in the answer r; nothing if r
 * is an error.  c is of binary64.  Tested by tests/certificates/test_certificates.sh. */
void slp_certificates_add(slp_certificates *to, const slp_case *c, const slp_result *r);
/* Computes the result *r of c, and writes the case and its certificates: each step begins in the
 * set that the one before it ends in, and its answer is the binary64 number that the whole set
 * rounds
 * to.  The stages' bits are doubled from 128 until all steps succeed, or their double would exceed
 * cap; the certificates of the steps before the one that fails are then written.  *r as of
 * slp_run_carried.  Tested by tests/certificates/test_chains.sh. */
void slp_certificates_carry(slp_certificates *to, slp_result *r, const slp_case *c, long cap);
/* Lines to a file that stays the caller's; ended by slp_certificates_release. */
slp_certificates *slp_certificates_on(FILE *to);
/* The case c and a certificate of its first step, from c->x.  A case that was added before, text by
 * text, is left out, so that several measures of an experiment may add it.  Nothing if `to` is
 * NULL.  c is of binary64.  Tested by tests/certificates/test_audit_certificates.sh. */
void slp_certificates_first(slp_certificates *to, const slp_case *c);
/* Frees `to`, which may be NULL; returns how many certificates it wrote. */
size_t slp_certificates_release(slp_certificates *to);
/* Ends and closes the file, and frees `to`, which may be NULL.  False after a message on standard
 * error if a write failed. */
bool slp_certificates_close(slp_certificates *to);

#endif
