/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sizes of the structures of ref.h, for bindings. */
#include "oracle/contract/number/float_rules.h"
#include "ref/ref.h"

#include <string.h>

size_t ref_size_of(const char *type)
{
    static const struct {
        const char *name;
        size_t size;
    } sizes[] = {
        {"ref_certificate", sizeof(ref_certificate)},
        {"ref_functions", sizeof(ref_functions)},
    };
    for (size_t i = 0; type && i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(sizes[i].name, type) == 0) return sizes[i].size;
    return 0;
}
