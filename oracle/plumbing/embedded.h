/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Text files that the build puts inside the program: claims, style sheets. */
#ifndef SLP_ORACLE_EMBEDDED_H
#define SLP_ORACLE_EMBEDDED_H

#include "oracle/contract/case/embedded_file.h"

/* Ends with name NULL. */
extern const struct slp_embedded slp_embedded[];

#endif
