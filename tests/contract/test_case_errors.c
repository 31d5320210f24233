/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* For every kind of bad input: the line, id and field that the error names. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case.h"

#include <stdlib.h>
#include <string.h>

#define RB "case id=a system=rigid-body scheme=tmk "

/* What each line is refused for: id ("" when it cannot be named), field, words of the message. */
static const struct {
    const char *line, *id, *field, *says;
} refused_cases[] = {
    /* the record and its fields */
    {"case", "", "id", "is missing"},
    {"case system=rigid-body scheme=tmk", "", "id", "is missing"},
    {"case id=", "", "id", "is empty"},
    {"case id=a,b system=rigid-body", "", "id", "printable ASCII"},
    {"case id=\xc3\xa9 system=rigid-body", "", "id", "printable ASCII"},
    {"case id=0123456789012345678901234567890123456789012345678901234567890123", "", "id",
     "longer than 63"},
    {"case id=a id=a", "a", "id", "given twice"},
    {"case id=a h=1 h=1", "a", "h", "given twice"},
    {"case id=a  system=rigid-body", "a", "", "two spaces"},
    {"case id=a ", "a", "", "space at the end"},
    {"case id=a system", "a", "system", "has no value"},
    {"case id=a\tsystem=rigid-body", "", "id", "printable ASCII"},
    {"case id=a =1", "a", "", "key=value"},
    {"case id=a Sys=1", "a", "", "'S' stands in the key"},
    {"case id=a s\xc3\xa9=1", "a", "s", "\\xc3 stands in the key"},
    {"case id=a a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1 j=1 k=1 l=1 m=1 n=1 o=1 p=1 q=1", "a", "q",
     "one field too many"},
    /* system, scheme, pair, keys */
    {"case id=a scheme=tmk", "a", "system", "is missing"},
    {"case id=a system=rigid-bdoy scheme=tmk", "a", "system", "did you mean rigid-body?"},
    {"case id=a system=fluid scheme=tmk", "a", "system", "unknown system 'fluid';"},
    {"case id=a system=rigid-body", "a", "scheme", "is missing"},
    {"case id=a system=rigid-body scheme=isospectral-midpiont", "a", "scheme",
     "did you mean isospectral-midpoint?"},
    {RB "inertial=1,2,3 h=1 steps=1 x=1,0,0", "a", "inertial", "did you mean inertia?"},
    {RB "amp=1 inertia=1,2,3 h=1 steps=1 x=1,0,0", "a", "amp", "rigid-body takes inertia quad lin"},
    {"case id=a system=heavy-top scheme=canonical-midpoint inertia=1,1,1 chi=0,0,1 h=1 steps=1 "
     "x=1,0,0,0,0,1",
     "a", "scheme", "makes no sense on heavy-top: canonical-midpoint needs a J-quadratic"},
    {"case id=a system=rigid-body scheme=midpoint inertia=1,2,3 h=1 steps=1 x=1,0,0", "a", "scheme",
     "makes no sense on rigid-body"},
    {"case id=a system=point-vortices scheme=variational-cayley gamma=1,1 h=1 steps=1 "
     "x=1,0,0,0,0,1",
     "a", "scheme", "makes no sense on point-vortices"},
    /* numbers */
    {RB "inertia=1,2,3 steps=1 x=1,0,0", "a", "h", "is missing"},
    {RB "inertia=1,2,3 h= steps=1 x=1,0,0", "a", "h", "is empty"},
    {RB "inertia=1,2,3 h=nan steps=1 x=1,0,0", "a", "h", "is not finite"},
    {RB "inertia=1,2,3 h=1x steps=1 x=1,0,0", "a", "h", "is not a number"},
    {RB "inertia=1,2,3 h=1,1 steps=2 x=1,0,0", "a", "h", "\"Steps that vary\""},
    {RB "inertia=1,2,3 h=1 x=1,0,0", "a", "steps", "is missing"},
    {RB "inertia=1,2,3 h=1 steps=0 x=1,0,0", "a", "steps", "is too small"},
    {RB "inertia=1,2,3 h=1 steps=-1 x=1,0,0", "a", "steps", "is too small"},
    {RB "inertia=1,2,3 h=1 steps=1.5 x=1,0,0", "a", "steps", "whole number"},
    {RB "inertia=1,2,3 h=1 steps=99999999999999999999 x=1,0,0", "a", "steps", "is too large"},
    {RB "inertia=1,2,3 h=1 steps=1000000 x=1,0,0", "a", "steps", "at most 699050 fit"},
    {RB "inertia=1,2,3 h=1 steps=1", "a", "x", "is missing"},
    {RB "inertia=1,2,3 h=1 steps=1 x=1,0", "a", "x", "has 2 numbers, expected d = 3"},
    {RB "inertia=1,2,3 h=1 steps=1 x=1,0,0,0", "a", "x", "has 4 numbers, expected d = 3"},
    {RB "inertia=1,2,3 h=1 steps=1 x=1,0,0,", "a", "x", "item 4 is empty"},
    {RB "inertia=1,2,3 h=1 steps=1 x=1,,0", "a", "x", "item 2 is empty"},
    {RB "inertia=1,2,3 h=1 steps=1 x=1,-inf,0", "a", "x", "item 2 is not finite"},
    {RB "inertia=1,2,3 h=1 steps=1 x=1,1e999,0", "a", "x", "item 2 overflows"},
    {RB "inertia=1,2,3 h=1 steps=1 x=1,0x,0", "a", "x", "item 2 is not a number"},
    {RB "inertia=1,2,3 h=1 steps=1 x=1,0,0 dw=1", "a", "dw", "without noise M = 0"},
    {RB "inertia=1,2,3 quad=1,1,1 h=1 steps=2 x=1,0,0 dw=1,2,3", "a", "dw",
     "has 3 numbers, expected steps*M = 6"},
    {RB "inertia=1,2,3 quad=1,1,1 h=1 steps=1 x=1,0,0 dw=1,2,3,4", "a", "dw",
     "has 4 numbers, expected steps*M = 3"},
    {RB "inertia=1,2,3 quad=1,1,1 h=1 steps=2 x=1,0,0", "a", "dw",
     "is missing; expected steps*M = 6"},
    {RB "inertia=1,2,3 quad=1,1,1 h=1 steps=1 x=1,0,0 dw=", "a", "dw", "is empty"},
    /* parameters of each system */
    {RB "h=1 steps=1 x=1,0,0", "a", "inertia", "is missing; system rigid-body needs it"},
    {RB "inertia=1,2 h=1 steps=1 x=1,0,0", "a", "inertia", "has 2 numbers, expected 3"},
    {RB "inertia=1,0,3 h=1 steps=1 x=1,0,0", "a", "inertia", "number 2 is 0x0p+0, must be greater"},
    {RB "inertia=1,2,-3 h=1 steps=1 x=1,0,0", "a", "inertia", "number 3 is -0x1.8p+1"},
    {RB "inertia=1,2,3 quad=1 h=1 steps=1 x=1,0,0", "a", "quad", "has 1 number, expected 3"},
    {RB "inertia=1,2,3 lin=1,2,3,4 h=1 steps=1 x=1,0,0", "a", "lin", "multiple of 3"},
    {"case id=a system=rigid-body-n scheme=tmk h=1 steps=1 x=1,0,0", "a", "n", "is missing"},
    {"case id=a system=rigid-body-n scheme=tmk n=1 h=1 steps=1 x=1", "a", "n", "from 2 to 1024"},
    {"case id=a system=rigid-body-n scheme=tmk n=3.5 h=1 steps=1 x=1", "a", "n", "whole number"},
    {"case id=a system=rigid-body-n scheme=tmk n=3,3 h=1 steps=1 x=1", "a", "n", "one whole"},
    {"case id=a system=rigid-body-n scheme=tmk n=1e9 h=1 steps=1 x=1", "a", "n", "to 1024"},
    {"case id=a system=rigid-body-n scheme=tmk n=4 inertia=1,2,3 h=1 steps=1 x=1,1,1,1,1,1", "a",
     "inertia", "has 3 numbers, expected 6"},
    {"case id=a system=rigid-body-n scheme=tmk n=3 quad=1,2 h=1 steps=1 x=1,1,1", "a", "quad",
     "has 2 numbers, expected 1"},
    {"case id=a system=point-vortices scheme=tmk gamma=1,0 h=1 steps=1 x=1,0,0,0,1,0", "a", "gamma",
     "number 2 is zero"},
    {"case id=a system=point-vortices scheme=tmk gamma=1,1 h=1 steps=1 x=1,0,0", "a", "x",
     "expected d = 6"},
    {"case id=a system=zeitlin-sphere scheme=tmk n=2 h=1 steps=1 x=1,1,0,0", "a", "x",
     "is not in su(2)"},
    {"case id=a system=zeitlin-sphere scheme=tmk n=3 shell=3 amp=1 h=1 steps=1 x=1", "a", "shell",
     "from 1 to 2"},
    {"case id=a system=zeitlin-sphere scheme=tmk n=2 amp=1,2 h=1 steps=1 x=1", "a", "amp",
     "has 2 numbers, expected 1"},
    {"case id=a system=sine-euler scheme=tmk n=4 h=1 steps=1 x=1", "a", "n", "must be odd"},
    {"case id=a system=sine-euler scheme=tmk n=3 modes=1:2 amp=1 h=1 steps=1 x=1", "a", "modes",
     "mode 1 is 1:2, must be within -1..1"},
    {"case id=a system=sine-euler scheme=tmk n=3 modes=1:1,0:0 amp=1 h=1 steps=1 x=1", "a", "modes",
     "mode 2 is 0:0"},
    {"case id=a system=sine-euler scheme=tmk n=3 modes=1:1,2 amp=1 h=1 steps=1 x=1", "a", "modes",
     "item 2 is not a pair"},
    {"case id=a system=sine-euler scheme=tmk n=3 modes=1:x amp=1 h=1 steps=1 x=1", "a", "modes",
     "item 1 is not a whole number"},
    {"case id=a system=sine-euler scheme=tmk n=3 h=1 steps=1 x=1,0,-2,0,0,0,0,0,0", "a", "x",
     "is not in su(3)"},
    {"case id=a system=heavy-top scheme=tmk inertia=1,1,1 h=1 steps=1 x=1,0,0,0,0,1", "a", "chi",
     "is missing"},
    {"case id=a system=heavy-top scheme=tmk inertia=1,1,1 chi=0,0,1 noise=1,2,3 h=1 steps=1 x=1",
     "a", "noise", "multiple of 7"},
    {"case id=a system=canonical scheme=midpoint h=1 steps=1 x=1,0", "a", "model", "is missing"},
    {"case id=a system=canonical scheme=midpoint model=kuba h=1 steps=1 x=1,0", "a", "model",
     "'kuba' is none of: kubo pendulum"},
    {"case id=a system=canonical scheme=midpoint model=kubo4567890123456789012345678901234567890 "
     "h=1 "
     "steps=1 x=1,0",
     "a", "model", "'kubo456789012345678901234567890123456789' is none of: kubo pendulum"},
    {"case id=a system=canonical scheme=midpoint model=kubo gamma=1 h=1 steps=1 x=1,0", "a",
     "gamma", "model=kubo has no second noise"},
    {"case id=a system=canonical scheme=midpoint model=kubo beta=1,2 h=1 steps=1 x=1,0", "a",
     "beta", "has 2 numbers, expected 1"},
    {"cases id=a", "a", "", "is not a case"},
};

static const struct {
    const char *line, *id, *field, *says;
} refused_results[] = {
    {"result y=1", "", "id", "is missing"},
    {"result id=a", "a", "y", "is missing"},
    {"result id=a y=", "a", "y", "item 1 is empty"},
    {"result id=a y=1,nan", "a", "y", "item 2 is nan"},
    {"result id=a y=1 error=unable", "a", "error", "stands beside an answer"},
    {"result id=a error=tired", "a", "error", "'tired' is none of"},
    {"result id=a error=ok", "a", "error", "'ok' is none of"},
    {"result id=a y=1 iterations=-1", "a", "iterations", "is too small"},
    {"result id=a y=1 iteration=1", "a", "iteration", "did you mean iterations?"},
    {"result id=a y=1 y=1", "a", "y", "given twice"},
    {"case id=a y=1", "a", "", "is not a result"},
};

static void expect(const slp_error *err, const char *line, const char *id, const char *field,
                   const char *says)
{
    if (err->line != 17 || strcmp(err->id, id) != 0 || strcmp(err->field, field) != 0 ||
        !strstr(err->text, says))
        fail_msg("%s\n  said line %zu, id '%s', field '%s': %s\n  not '%s', '%s': %s", line,
                 err->line, err->id, err->field, err->text, id, field, says);
}

static void bad_cases_name_line_id_and_field(void **unused)
{
    (void)unused;
    slp_case c;
    slp_case_init(&c);
    for (size_t i = 0; i < sizeof refused_cases / sizeof *refused_cases; i++) {
        slp_error err = {0};
        if (slp_case_parse(&c, refused_cases[i].line, 17, &err) != SLP_INPUT)
            fail_msg("accepted: %s", refused_cases[i].line);
        expect(&err, refused_cases[i].line, refused_cases[i].id, refused_cases[i].field,
               refused_cases[i].says);
    }
    slp_case_clear(&c);
}

static void bad_results_name_line_id_and_field(void **unused)
{
    (void)unused;
    slp_result r;
    slp_result_init(&r);
    for (size_t i = 0; i < sizeof refused_results / sizeof *refused_results; i++) {
        slp_error err = {0};
        if (slp_result_parse(&r, refused_results[i].line, 17, &err) != SLP_INPUT)
            fail_msg("accepted: %s", refused_results[i].line);
        expect(&err, refused_results[i].line, refused_results[i].id, refused_results[i].field,
               refused_results[i].says);
    }
    slp_result_clear(&r);
}

/* Whatever a line holds, a message holds no byte that disturbs a terminal. */
static void messages_are_printable(void **unused)
{
    (void)unused;
    slp_error err;
    slp_error_set(&err, 3, "i\x1b[2J", "f\n", "%s", "t\x07\x80");
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    slp_error_print(to, "file", &err);
    fclose(to);
    assert_string_equal(text, "file:3: case i\\x1b[2J, field f\\x0a: t\\x07\\x80\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_cases_name_line_id_and_field),
        cmocka_unit_test(bad_results_name_line_id_and_field),
        cmocka_unit_test(messages_are_printable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
