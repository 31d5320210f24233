/* Files that a run is reported in: written beside and renamed, so that they are whole at any moment. */
#include "props/engine/engine.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <string.h>

slp_status prop_report_file(const char *name, prop_report_writer *write, const prop_tally *tallies,
                            size_t count, const prop_options *options, slp_error *err)
{
    slp_whole_file file;
    bool written = true;
    errno = 0;
    if (slp_whole_begin(&file, name)) {
        written = write(file.to, tallies, count, options);
        if (!written) file.fault = errno;
    }
    if (slp_whole_end(&file, written, false)) return SLP_OK;
    return slp_error_set(err, 0, NULL, NULL, "cannot be written: %s",
                         errno ? strerror(errno) : "out of memory");
}
