/* A process that ends when the one that began it does. */
#ifndef SLP_ORACLE_AUDIT_ORPHAN_H
#define SLP_ORACLE_AUDIT_ORPHAN_H

#include <pthread.h>
#include <stdbool.h>

/* Ends this process, status 3, as soon as nobody holds the writing end of the pipe that `from` reads.  False if there is no thread for it:
 * then the process lives on until it next tells its progress. */
bool audit_orphan_begin(pthread_t *watch, int from);
/* Watches no longer. */
void audit_orphan_end(pthread_t watch);

#endif
