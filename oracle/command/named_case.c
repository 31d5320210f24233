/* Cases that a command line names. */
#include "oracle/command/named_case.h"
#include "oracle/contract/case_text.h"
#include "oracle/plumbing/options.h"
#include "oracle/simulate/simulate.h"

#include <stdlib.h>
#include <string.h>

int slp_unknown_preset(const char *command, const char *name)
{
    enum { MOST_PRESETS = 256 };
    char *names[MOST_PRESETS];
    slp_preset_names(names, MOST_PRESETS);
    slp_unknown_word(command, "preset", name, (const char *const *)names,
                     "`slp list presets` shows them");
    for (size_t i = 0; names[i]; i++) free(names[i]);
    return 2;
}

int slp_named_case(slp_case *c, uint64_t *horizon, const char *command, const char *name)
{
    slp_error err;
    const bool is_file = strchr(name, '/') != NULL;
    char *own = is_file ? slp_preset_file(name, &err) : NULL;
    const char *text = is_file ? own : slp_preset_text(name);
    if (!text && !is_file) return slp_unknown_preset(command, name);
    const bool good = text && slp_preset_case(c, horizon, text, &err) == SLP_OK;
    if (!good) slp_error_print(stderr, name, &err);
    free(own);
    return good ? 0 : 2;
}
