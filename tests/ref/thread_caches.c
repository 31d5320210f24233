/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* See tests/ref/thread_caches.h. */
#include "tests/ref/thread_caches.h"
#include "ref/ref.h"

int cached_give_back(void **state)
{
    (void)state;
    ref_thread_cleanup();
    return 0;
}
