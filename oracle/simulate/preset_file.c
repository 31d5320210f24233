/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Presets in files of the user's. */
#include "oracle/contract/number/number.h"
#include "oracle/plumbing/files.h"
#include "oracle/simulate/simulate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

char *slp_preset_file(const char *file, slp_error *err)
{
    enum { MOST = 1 << 20 };
    size_t length;
    char *text = slp_read_regular(&length, file, MOST);
    if (text && !memchr(text, 0, length)) return text;
    if (text || errno == EFBIG)
        slp_error_set(err, 0, NULL, NULL, "cannot be read as text of at most 1 MiB");
    else
        slp_error_set(err, 0, NULL, NULL, "cannot be opened: %s", slp_open_fault(errno));
    free(text);
    return NULL;
}
