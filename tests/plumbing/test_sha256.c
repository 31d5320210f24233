/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* SHA-256: the examples of FIPS 180-4, every length about the size of a block, bytes that come in
 * parts. */
#include "oracle/plumbing/sha256.h"

#include <string.h>

#include "tests/support/cmocka.h"

static void examples(void **unused)
{
    (void)unused;
    char digits[SLP_SHA256_CHARS];
    slp_sha256_text(digits, "");
    assert_string_equal(digits, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    slp_sha256_text(digits, "abc");
    assert_string_equal(digits, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    slp_sha256_text(digits, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
    assert_string_equal(digits, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void a_million_bytes_in_parts(void **unused)
{
    (void)unused;
    char part[977], digits[SLP_SHA256_CHARS];
    slp_sha256 hash;
    memset(part, 'a', sizeof part);
    slp_sha256_begin(&hash);
    for (size_t left = 1000000, take; left > 0; left -= take) {
        take = left < sizeof part ? left : sizeof part;
        slp_sha256_add(&hash, part, take);
    }
    slp_sha256_end(&hash, digits);
    assert_string_equal(digits, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Of a file, from where it stands: the same million after other bytes. */
static void a_million_bytes_of_a_file(void **unused)
{
    (void)unused;
    char digits[SLP_SHA256_CHARS];
    uint64_t bytes;
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs("before", file);
    for (int i = 0; i < 1000000; i++) fputc('a', file);
    assert_int_equal(fseek(file, 6, SEEK_SET), 0);
    assert_true(slp_sha256_file(digits, &bytes, file));
    assert_int_equal(bytes, 1000000);
    assert_string_equal(digits, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    fclose(file);
}

/* The digest of the digests of 0 to 200 letters x, by sha256sum:
 * for n in $(seq 0 200); do printf "%${n}s" | tr ' ' x | sha256sum | cut -c-64; done | tr -d '\n' |
 * sha256sum */
static void every_length(void **unused)
{
    (void)unused;
    char letters[201] = "", digits[SLP_SHA256_CHARS];
    slp_sha256 all;
    slp_sha256_begin(&all);
    for (int n = 0; n <= 200; n++) {
        slp_sha256_text(digits, letters);
        slp_sha256_add(&all, digits, 64);
        if (n < 200) letters[n] = 'x';
    }
    slp_sha256_end(&all, digits);
    assert_string_equal(digits, "75013a3fd49991ead9d8a57ea80485c088443c3406a0e8fa003ed57144041eb4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples),
        cmocka_unit_test(a_million_bytes_in_parts),
        cmocka_unit_test(a_million_bytes_of_a_file),
        cmocka_unit_test(every_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
