/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Random123's Philox without the headers of vector instructions, which it does not use: a compiler
 * reads them for longer than all else of such a file. */
#ifndef SLP_NOISE_PHILOX_H
#define SLP_NOISE_PHILOX_H

#define R123_USE_SSE 0
#define R123_USE_X86INTRIN_H 0
#include <Random123/philox.h>

#endif
