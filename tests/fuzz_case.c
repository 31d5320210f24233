/* Fuzz target of the exchange format: any bytes, read as a stream, must end in records or errors, and
 * every record accepted must print to text that reads back as the same text.
 * Built with -fsanitize=fuzzer, or with a main of one's own that feeds files. */
#include "oracle/case.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* Prints, reads the text, prints again: both texts must be the same. */
static void round_trip(slp_record_kind kind, const slp_case *c, const slp_result *r)
{
    char *text[2] = {NULL, NULL};
    size_t length[2];
    slp_error err;
    slp_case case_again;
    slp_result result_again;
    slp_case_init(&case_again);
    slp_result_init(&result_again);
    for (int i = 0; i < 2; i++) {
        FILE *to = open_memstream(&text[i], &length[i]);
        if (!to) abort();
        int failed = kind == SLP_RECORD_CASE ? slp_case_print(to, i ? &case_again : c)
                                             : slp_result_print(to, i ? &result_again : r);
        if (fclose(to) != 0 || failed) abort();
        if (i) break;
        text[0][length[0] - 1] = 0;
        slp_status status = kind == SLP_RECORD_CASE
                                ? slp_case_parse(&case_again, text[0], 1, &err)
                                : slp_result_parse(&result_again, text[0], 1, &err);
        if (status != SLP_OK) abort();
        text[0][length[0] - 1] = '\n';
    }
    if (length[0] != length[1] || memcmp(text[0], text[1], length[0]) != 0) abort();
    free(text[0]);
    free(text[1]);
    slp_case_clear(&case_again);
    slp_result_clear(&result_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count == 0) return 0;
    FILE *from = fmemopen((void *)(uintptr_t)bytes, count, "rb");
    if (!from) return 0;
    slp_reader *reader = slp_reader_new(from, "fuzz");
    slp_case c;
    slp_result r;
    slp_record_kind kind;
    slp_error err;
    slp_status status;
    slp_case_init(&c);
    slp_result_init(&r);
    size_t lines = 0;
    while ((status = slp_reader_next(&kind, &c, &r, reader, &err)) != SLP_END) {
        if (++lines > count + 1) abort(); /* every call takes at least a byte */
        if (status == SLP_OK && kind != SLP_RECORD_OTHER) round_trip(kind, &c, &r);
        if (status == SLP_INPUT && (err.line == 0 || err.text[0] == 0)) abort();
        if (status != SLP_OK && status != SLP_INPUT) abort();
    }
    slp_case_clear(&c);
    slp_result_clear(&r);
    slp_reader_free(reader);
    fclose(from);
    return 0;
}
