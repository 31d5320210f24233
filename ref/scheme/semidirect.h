/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The variational rules on a semidirect product of a rotation group with R^3, GBW (60): the forms
 * that the schemes of ref/scheme/variational.c take there. */
#ifndef SLP_REF_SEMIDIRECT_H
#define SLP_REF_SEMIDIRECT_H

#include "ref/scheme/scheme.h"

extern const ref_scheme ref_semidirect_cayley, ref_semidirect_exponential, ref_semidirect_printed;

#endif
