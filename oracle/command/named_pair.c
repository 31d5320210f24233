/* --system and --scheme of a command. */
#include "oracle/command/named_pair.h"
#include "oracle/contract/case_text.h"
#include "oracle/plumbing/options.h"

enum { MOST = 64 };

bool slp_named_pair(const slp_system **system, const slp_scheme **scheme, const char *command,
                    const char *system_name, const char *scheme_name)
{
    const char *systems[MOST + 1] = {NULL}, *schemes[MOST + 1] = {NULL}, *why;
    for (size_t i = 0; i < MOST && slp_system_at(i); i++) systems[i] = slp_system_at(i)->name;
    for (size_t i = 0; i < MOST && slp_scheme_at(i); i++) schemes[i] = slp_scheme_at(i)->name;
    *system = system_name ? slp_system_find(system_name) : NULL;
    *scheme = scheme_name ? slp_scheme_find(scheme_name) : NULL;
    if (system_name && !*system) {
        slp_unknown_word(command, "system", system_name, systems, "`slp list systems` shows them");
        return false;
    }
    if (scheme_name && !*scheme) {
        slp_unknown_word(command, "scheme", scheme_name, schemes, "`slp list schemes` shows them");
        return false;
    }
    if (*system && *scheme && !slp_pair_makes_sense(*system, *scheme, &why)) {
        slp_say(stderr, "slp %s: %s makes no sense on %s: %s\n", command, scheme_name, system_name,
                why);
        return false;
    }
    return true;
}
