/* The option --form of the commands that read or write records. */
#ifndef SLP_ORACLE_COMMAND_FORM_H
#define SLP_ORACLE_COMMAND_FORM_H

#include <stdbool.h>

#define SLP_FORM_OPTION(word)                                                                      \
    {                                                                                              \
        "--form", SLP_OPTION_TEXT, &(word), 0, 0                                                   \
    }

/* *binary = the word is "binary"; NULL and "text" are text.  False after a message of the command.
 */
bool slp_form_read(bool *binary, const char *word, const char *command);

#endif
