/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* wasi-libc has no threads, and leaves out the locks of streams. */
#include <stdio.h>

void flockfile(FILE *stream)
{
    (void)stream;
}

void funlockfile(FILE *stream)
{
    (void)stream;
}
