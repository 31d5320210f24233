/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How deep tests look, from the environment. */
#include "tests/support/depth.h"

#include <stdlib.h>

double depth_multiplier(void)
{
    const char *text = getenv("SLP_CHECK_MULTIPLIER");
    return text ? strtod(text, NULL) : 1;
}

size_t depth_stride(size_t stride)
{
    const char *wrap = getenv("SLP_CHECK_WRAP");
    return wrap && *wrap ? stride : 1;
}
