/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases that a command line names. */
#include "oracle/command/named_case.h"
#include "oracle/plumbing/options.h"
#include "oracle/simulate/simulate.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int slp_unknown_preset(const char *command, const char *name)
{
    enum { MOST_PRESETS = 256 };
    char found[MOST_PRESETS][SLP_MAX_ID];
    const char *names[MOST_PRESETS + 1] = {NULL};
    for (size_t i = 0; i < MOST_PRESETS && slp_preset_at(found[i], i); i++) names[i] = found[i];
    slp_unknown_word(command, "preset", name, names, "`slp list presets` shows them");
    return 2;
}

int slp_named_case(slp_case *c, uint64_t *horizon, const char *command, const char *name)
{
    slp_error err;
    const bool is_file =
        strchr(name, '/') != NULL || (!slp_preset_text(name) && access(name, F_OK) == 0);
    char *own = is_file ? slp_preset_file(name, &err) : NULL;
    const char *text = is_file ? own : slp_preset_text(name);
    if (!text && !is_file) return slp_unknown_preset(command, name);
    const bool good = text && slp_preset_case(c, horizon, text, &err) == SLP_OK;
    if (!good) slp_error_print(stderr, name, &err);
    free(own);
    return good ? 0 : 2;
}
