/* The option --form: see oracle/command/form.h. */
#include "oracle/command/form.h"
#include "oracle/command/command.h"
#include "oracle/plumbing/options.h"

#include <string.h>

bool slp_form_read(bool *binary, const char *word, const char *command)
{
    static const char *const forms[] = {"text", "binary", NULL};
    *binary = word && strcmp(word, "binary") == 0;
    if (!word || *binary || strcmp(word, "text") == 0) return true;
    slp_unknown_word(command, "form", word, forms, "text or binary");
    return false;
}
