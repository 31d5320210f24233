/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which trace a state of su(n) may have: at most 2 n^2 u max|x| (oracle/contract/case/schema.c).
 * On su(2) that is 2^-50 max|x|, where the largest number may be on the diagonal or off it. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *x;
    const char *sum; /* NULL: allowed */
} rows[] = {
    {"1,-1,0,0", NULL},
    {"1,-0x1.ffffffffffff8p-1,0,0", NULL},          /* 2^-50, the limit */
    {"1,-0x1.ffffffffffff4p-1,0,0", "1.33e-15"},    /* 1.5 times the limit */
    {"1,-0x1.ffffffffffff0p-1,2,0", NULL},          /* 2^-49: the limit beside 2 */
    {"1,-0x1.ffffffffffff0p-1,0,-2", NULL},         /* the last number counts */
    {"1,-0x1.ffffffffffff0p-1,1.99,0", "1.78e-15"}, /* just above it */
    {"0,0,0,0", NULL},
    {"0,0,1,2", NULL},
    {"0x1p-1074,0,0,0", "4.94e-324"},
    {"0x1p-1074,0,0x1p-1000,0", NULL},
    {"1,1,0,0", "2"},
    {"1,1,0x1p+49,0", "2"},
    {"1,1,0x1p+51,0", NULL},
    {"0x1p+1023,-0x1p+1023,0,0", NULL},
    {"0x1p+1023,0x1.8p+1022,0,0", "1.57e+308"},
    {"0x1p+1023,0x1p+1023,0,0", "inf"},
};

static void the_limit(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[300], says[100];
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        snprintf(line, sizeof line,
                 "case id=a system=zeitlin-sphere scheme=tmk n=2 h=1 steps=1 x=%s", rows[i].x);
        const slp_status status = slp_case_parse(&c, line, 1, &err);
        if (rows[i].sum) {
            snprintf(says, sizeof says, "they sum to %s;", rows[i].sum);
            if (status != SLP_INPUT || strcmp(err.field, "x") != 0 || !strstr(err.text, says))
                fail_msg("%s: %s: %s, expected %s", rows[i].x, err.field, err.text, says);
        } else if (status != SLP_OK) {
            fail_msg("%s: %s", rows[i].x, err.text);
        }
        slp_case_clear(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
