/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How deep tests look, from the environment. */
#include "tests/support/depth.h"

#include <stdlib.h>
#include <string.h>

double depth_multiplier(void)
{
    const char *text = getenv("SLP_CHECK_MULTIPLIER");
    return text ? strtod(text, NULL) : 1;
}

bool depth_wrapped(void)
{
    const char *wrap = getenv("SLP_CHECK_WRAP");
    return wrap && *wrap;
}

size_t depth_stride(size_t stride)
{
    const char *again = getenv("SLP_CHECK_AGAIN");
    return depth_wrapped() || (again && strcmp(again, "sanitizer") == 0) ? stride : 1;
}
