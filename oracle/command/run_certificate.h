/* Writes what another program needs to prove the steps of `slp run` again: the lines, and the JSON,
 * of oracle/certificates/proof.md. */
#ifndef SLP_ORACLE_RUN_CERTIFICATE_H
#define SLP_ORACLE_RUN_CERTIFICATE_H

#include "oracle/contract/case.h"

typedef struct slp_certificates slp_certificates;

/* Opens the file; JSON if its name ends with ".json".  NULL after a message on standard error. */
slp_certificates *slp_certificates_open(const char *path);
/* The case c, and a certificate of each step from the state before it in the answer r; nothing if r
 * is an error.  c is of binary64.  Pinned by tests/certificates/test_certificates.sh. */
void slp_certificates_add(slp_certificates *to, const slp_case *c, const slp_result *r);
/* Ends and closes the file, and frees `to`, which may be NULL.  False after a message on standard
 * error if a write failed. */
bool slp_certificates_close(slp_certificates *to);

#endif
