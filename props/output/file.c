/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Writes the report files of a run.  Each is written under another name and then renamed, so that
 * the file is always complete. */
#include "props/engine/engine.h"
#include "oracle/plumbing/whole_file.h"

#include <errno.h>
#include <string.h>

slp_status prop_report_file(const char *name, prop_report_writer *write,
                            const prop_item_result *item_results, size_t count,
                            const prop_options *options, slp_error *err)
{
    slp_whole_file file;
    bool written = true;
    errno = 0;
    if (slp_whole_begin(&file, name)) {
        written = write(file.to, item_results, count, options);
        if (!written) file.fault = errno;
    }
    if (slp_whole_end(&file, written, false)) return SLP_OK;
    return slp_error_set(err, 0, NULL, NULL, "cannot be written: %s",
                         errno ? strerror(errno) : "out of memory");
}
