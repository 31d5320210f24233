/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the constructors of both paths ask of a case, so that none takes what slp_case_check would
 * refuse or has not put in its place yet.  Exported to libslpfast and libslpref alone. */
#ifndef SLP_ORACLE_INSTANCE_H
#define SLP_ORACLE_INSTANCE_H

#include "oracle/contract/case/case.h"

/* *shaped = the case c, whose system is known, with d, M and areas as its parameters give them.  It
 * owns nothing: do not clear it.  h, x and dw are not looked at, which no instance reads.  SLP_OK;
 * or SLP_INPUT with *err, and *shaped is c as it stands: parameters that slp_case_check refuses, or
 * areas that it has not put behind the increments.  Tested by tests/contract/test_instance.c. */
slp_status slp_case_shaped(slp_case *shaped, const slp_case *c, slp_error *err);

#endif
