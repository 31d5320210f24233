/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* For WASI, which has no threads: none can be made, so the caller does the work itself. */
#ifndef SLP_WASI_PTHREAD_H
#define SLP_WASI_PTHREAD_H

#include <errno.h>
#include <signal.h>

typedef int pthread_t;
typedef int pthread_attr_t;

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *how,
                                 void *(*begin)(void *), void *own)
{
    (void)thread, (void)how, (void)begin, (void)own;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return EINVAL;
}

#endif
