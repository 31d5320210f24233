/* Files that a run is reported in: written beside and renamed, so that they are whole at any moment. */
#include "props/engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

slp_status prop_report_file(const char *name, prop_report_writer *write, const prop_tally *tallies,
                            size_t count, const prop_options *options, slp_error *err)
{
    size_t room = strlen(name) + 32;
    char *beside = malloc(room);
    if (!beside) abort();
    snprintf(beside, room, "%s.%ld.new", name, (long)getpid());
    errno = 0;
    FILE *to = fopen(beside, "w");
    bool good = to && write(to, tallies, count, options);
    if (to) good = fclose(to) == 0 && good;
    good = good && rename(beside, name) == 0;
    slp_status status = SLP_OK;
    if (!good) {
        status = slp_error_set(err, 0, NULL, NULL, "cannot be written: %s",
                               errno ? strerror(errno) : "out of memory");
        if (to) remove(beside);
    }
    free(beside);
    return status;
}
