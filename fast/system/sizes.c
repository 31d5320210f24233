/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sizes of the structures of fast.h, for bindings. */
#include "oracle/contract/number/float_rules.h"
#include "fast/fast.h"

#include <string.h>

size_t fast_size_of(const char *type)
{
    static const struct {
        const char *name;
        size_t size;
    } sizes[] = {
        {"fast_report", sizeof(fast_report)},
        {"fast_functions", sizeof(fast_functions)},
        {"fast_path", sizeof(fast_path)},
        {"fast_ensemble", sizeof(fast_ensemble)},
    };
    for (size_t i = 0; type && i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(sizes[i].name, type) == 0) return sizes[i].size;
    return 0;
}
