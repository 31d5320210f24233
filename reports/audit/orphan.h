/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ends this process when its parent process has ended. */
#ifndef SLP_ORACLE_AUDIT_ORPHAN_H
#define SLP_ORACLE_AUDIT_ORPHAN_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread that reads the pipe `from`.  When no process holds the pipe's writing end any
 * longer, it ends this process with status 3.  False if no thread can be started: the process then
 * ends only when it next reports progress. */
bool audit_orphan_begin(pthread_t *watch, int from);
/* Stops that thread. */
void audit_orphan_end(pthread_t watch);

#endif
