/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* See tests/props/orbit_leaver.h. */
#include "tests/props/orbit_leaver.h"

#include <stddef.h>
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

void leaving_parse(slp_case *c, const char *fields)
{
    char line[1024];
    slp_error err = {0};
    snprintf(line, sizeof line, "case id=a %s h=0x1p-7%s", fields,
             strstr(fields, "steps=") ? "" : " steps=1");
    slp_case_init(c);
    if (slp_case_parse(c, line, 1, &err) != SLP_OK) print_error("%s: %s\n", err.field, err.text);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
}

static prop_disposition leaving_answer(slp_result *r, char note[PROP_NOTE],
                                       const prop_subject *self, const slp_case *c)
{
    const leaving *own = self->own;
    prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    if (became == PROP_ANSWERED && own->bend) own->bend(r->y.at, c);
    return became;
}

static bool leaving_has(const prop_subject *self, const slp_system *system,
                        const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

prop_subject leaving_subject(leaving *own)
{
    return (prop_subject){
        .name = "leaving", .answer = leaving_answer, .has = leaving_has, .own = own};
}

void leaving_seen(const char *law, prop_outcome expected, void (*bend)(double *, const slp_case *),
                  const char *fields)
{
    slp_case c;
    prop_finding found = {0};
    leaving own = {bend};
    prop_subject subject = leaving_subject(&own);
    leaving_parse(&c, fields);
    const prop_law *of = prop_law_find(law);
    prop_outcome outcome = of->check(&found, of, &subject, &c);
    if (outcome != expected) print_error("%s on %s: %s\n", law, fields, found.note);
    assert_int_equal(outcome, expected);
    slp_case_clear(&c);
}
