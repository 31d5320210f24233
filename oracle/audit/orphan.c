/* A claim's process ends with the audit that began it, however long its quantity tells nothing: a thread of it waits at a pipe into
 * which nobody writes, and whose other end the audit alone holds. */
#include "oracle/audit/orphan.h"

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
