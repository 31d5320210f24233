/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The contract in every hostile floating-point environment of tests/support/float_hostile.c:
 * numbers read, cases checked, increments, and the caller's environment back.  Prints what is
 * wrong; exit status 1 if anything is.  Links the contract alone, for any processor:
 * tests/contract/test_float_rules.sh, tests/packages/test_portkit.sh. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/contract/noise/noise.h"
#include "tests/support/float_hostile.h"

#include <stdio.h>
#include <string.h>

static const char line[] =
    "case id=a system=rigid-body scheme=isospectral-midpoint inertia=0.1,0.3,1e-310 "
    "quad=0.1,-0.7,0x1p-1040 h=0x1p-1050 steps=1 x=0.1,-0.3,4.9406564584124654e-324 "
    "dw=0.2,1e-320,-0.3";

typedef struct found {
    slp_status status;
    double bound, truncated, increment, normals[2];
    const char *rules, *noise;
    bool entered, left;
} found;

static void ask(found *f, slp_case *c)
{
    slp_error err;
    const slp_noise_key key = {.seed = 3, .node = 28};
    const float_hostile_state before = float_hostile_read();
    const slp_float_environment caller = slp_float_environment_enter();
    f->entered = float_hostile_is_default();
    f->rules = slp_float_rules_fault();
    slp_float_environment_leave(&caller);
    f->status = slp_case_parse(c, line, 1, &err);
    f->noise = slp_noise_fault();
    f->bound = slp_truncation_bound(0x1p-1050, 2);
    f->truncated = slp_truncate(1, 0x1p-1060, 2);
    f->increment = slp_increment(0.01, 1, 2, 3, 4, 5);
    slp_normal_pair(f->normals, &key);
    const float_hostile_state after = float_hostile_read();
    float_hostile_clear();
    f->left = float_hostile_same(&before, &after);
}

static bool same_case(const slp_case *a, const slp_case *b)
{
    return a->h == b->h && memcmp(a->x, b->x, 3 * sizeof *a->x) == 0 &&
           memcmp(a->dw, b->dw, 3 * sizeof *a->dw) == 0 &&
           memcmp(a->params[0].at, b->params[0].at, 3 * sizeof *a->x) == 0 &&
           memcmp(a->params[1].at, b->params[1].at, 3 * sizeof *a->x) == 0;
}

int main(void)
{
    slp_case right, now;
    found expected = {0};
    size_t kept = 0, wrong = 0;
    slp_case_init(&right);
    slp_case_init(&now);
    float_hostile_clear();
    ask(&expected, &right);
    for (size_t i = 0; i < float_hostile_count(); i++) {
        found f = {0};
        const char *what = NULL;
        if (!float_hostile_set(i)) continue;
        ask(&f, &now);
        kept += i > 0;
        if (!f.entered || f.rules) what = f.rules ? f.rules : "what was entered is not the default";
        if (!f.left) what = "the caller's environment did not come back";
        if (f.noise) what = f.noise;
        if (f.status != SLP_OK || !same_case(&now, &right)) what = "a case was read otherwise";
        if (memcmp(&f.bound, &expected.bound, sizeof f.bound) != 0 ||
            memcmp(&f.truncated, &expected.truncated, sizeof f.truncated) != 0 ||
            memcmp(&f.increment, &expected.increment, sizeof f.increment) != 0 ||
            memcmp(f.normals, expected.normals, sizeof f.normals) != 0)
            what = "increments have other bits";
        if (what) printf("%s: %s\n", float_hostile_name(i), what);
        wrong += what != NULL;
    }
    printf("%zu environments beside the default one, %zu wrong\n", kept, wrong);
    slp_case_clear(&right);
    slp_case_clear(&now);
    return wrong || !kept || expected.noise || expected.rules;
}
