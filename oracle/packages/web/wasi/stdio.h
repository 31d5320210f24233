/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* For WASI, which has no threads: wasi-libc leaves out the locks of streams. */
#ifndef SLP_WASI_STDIO_H
#define SLP_WASI_STDIO_H

#include_next <stdio.h>

static inline void flockfile(FILE *stream)
{
    (void)stream;
}

static inline void funlockfile(FILE *stream)
{
    (void)stream;
}

#endif
