/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a program asks of the library itself: its version, and the sizes of the structures that it
 * was compiled with. */
#include "oracle/contract/arithmetic.h"
#include "oracle/contract/float_rules.h"

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
        {"slp_error", sizeof(slp_error)},     {"slp_status", sizeof(slp_status)},
        {"slp_numbers", sizeof(slp_numbers)}, {"slp_case", sizeof(slp_case)},
        {"slp_result", sizeof(slp_result)},   {"slp_system", sizeof(slp_system)},
        {"slp_scheme", sizeof(slp_scheme)},   {"slp_arithmetic", sizeof(slp_arithmetic)},
    };
    for (size_t i = 0; type && i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(sizes[i].name, type) == 0) return sizes[i].size;
    return 0;
}
