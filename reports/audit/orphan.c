/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The process of a claim ends when the audit that started it has ended, even if its quantity does
 * not report progress for a long time.  A thread of the process reads a pipe.  Nobody writes to it,
 * and only the audit has its other end open; so the read returns when the audit has ended. */
#include "reports/audit/orphan.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

static void *wait_for_the_end(void *own)
{
    char unused;
    const int from = (int)(intptr_t)own;
    ssize_t got;
    do got = read(from, &unused, sizeof unused);
    while (got > 0 || (got < 0 && errno == EINTR));
    _exit(3);
}

bool audit_orphan_begin(pthread_t *watch, int from)
{
    return pthread_create(watch, NULL, wait_for_the_end, (void *)(intptr_t)from) == 0;
}

void audit_orphan_end(pthread_t watch)
{
    pthread_cancel(watch); /* in read, where a thread can be cancelled */
    pthread_join(watch, NULL);
}
