/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Prints what `slp run --path ref` prints, by the reference alone: cases on standard input, results
 * on standard output, with DIGITS correctly rounded digits if an argument gives them.  For
 * processors for which FLINT is at hand and the rest of the program is not. */
#include "oracle/command/run_path.h"
#include "oracle/plumbing/allocate.h"
#include "ref/ref.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    const long digits = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    slp_reader *reader = slp_need_pointer(slp_reader_new(stdin, "standard input"));
    slp_case c;
    slp_result r;
    slp_record_kind kind;
    slp_error err;
    slp_status status;
    slp_case_init(&c);
    slp_result_init(&r);
    while ((status = slp_reader_next(&kind, &c, &r, reader, &err)) == SLP_OK) {
        if (kind != SLP_RECORD_CASE) continue;
        if (digits) {
            slp_run_digits(stdout, &c, digits, REF_PREC_CAP);
            continue;
        }
        slp_run_ref(&r, &c, REF_PREC_CAP);
        slp_result_print(stdout, &r);
    }
    if (status == SLP_INPUT) slp_error_print(stderr, "standard input", &err);
    slp_case_clear(&c);
    slp_result_clear(&r);
    slp_reader_free(reader);
    ref_thread_cleanup();
    return status == SLP_END ? 0 : 2;
}
