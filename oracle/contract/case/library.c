/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a program asks of the library itself: its version, and the sizes of the structures that it
 * was compiled with. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/float_rules.h"

#include <string.h>

const char *slp_version(void)
{
    return SLP_VERSION;
}

size_t slp_size_of(const char *type)
{
    static const struct {
        const char *name;
        size_t size;
    } sizes[] = {
        {"slp_error", sizeof(slp_error)},
        {"slp_status", sizeof(slp_status)},
        {"slp_numbers", sizeof(slp_numbers)},
        {"slp_arithmetic", sizeof(slp_arithmetic)},
    };
    for (size_t i = 0; type && i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(sizes[i].name, type) == 0) return sizes[i].size;
    return 0;
}
