/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Presets in files of the user's. */
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/files.h"
#include "oracle/simulate/simulate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *slp_preset_file(const char *file, slp_error *err)
{
    enum { MOST = 1 << 20 };
    FILE *from = slp_open_regular(file);
    char *text = slp_allocate(MOST + 1, 1);
    size_t length = from ? fread(text, 1, MOST + 1, from) : 0;
    bool whole = from && !ferror(from) && length <= MOST && memchr(text, 0, length) == NULL;
    if (!from)
        slp_error_set(err, 0, NULL, NULL, "cannot be opened: %s", slp_open_fault(errno));
    else if (!whole)
        slp_error_set(err, 0, NULL, NULL, "cannot be read as text of at most 1 MiB");
    if (from) fclose(from);
    if (whole) {
        text[length] = 0;
        return text;
    }
    free(text);
    return NULL;
}
