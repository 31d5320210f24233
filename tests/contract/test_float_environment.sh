#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The program and the libraries in a process whose floating-point environment another library has
# changed before main, as one linked with -ffast-math does: the same bytes as without it.
. "$(dirname "$0")/../tap.sh"
case $(uname -m) in
x86_64) set_control='__builtin_ia32_ldmxcsr((unsigned)strtoul(getenv("SLP_TEST_CONTROL"), 0, 16))' \
    ;;
aarch64)
    set_control='unsigned long c = strtoul(getenv("SLP_TEST_CONTROL"), 0, 16);
    __asm__ volatile("msr fpcr, %0" : : "r"(c))'
    ;;
*) set_control= ;;
esac

# Each function that a public header declares and that computes enters the default environment
# first.
enters() { # HEADER ROOM NAMES-THAT-COMPUTE-NOTHING...
    local header=$1 room=$2 name missing= declared=0
    shift 2
    for name in $(grep -v "^#" "$header" | ${CC:-cc} -E -P -x c - |
        grep -oE "\b${room}_[a-z_A-Z0-9]+\(" | tr -d '('); do
        declared=$((declared + 1))
        case " $* " in *" $name "*) continue ;; esac
        awk -v name="$name" '
            !inside && $0 ~ "^[a-z].*[ *]" name "\\(" { inside = 1 }
            inside == 1 && /;$/ { inside = 0 }
            inside == 2 { found = /SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;/; exit }
            inside == 1 && /^\{/ { inside = 2 }
            END { exit !found }' $(find "$room" -name "*.c") 2>/dev/null || missing="$missing $name"
    done
    echo "$declared functions of $header; not entered:$missing"
    [ "$declared" -gt 15 ] && [ -z "$missing" ]
}
# ref_decimal does what ref_decimal_decide does
ok "every function of ref/ref.h that computes enters the default environment" enters ref/ref.h ref \
    ref_system_free ref_system_d ref_system_M ref_system_areas ref_scheme_find ref_has_system \
    ref_size_of \
    ref_casimir_count ref_casimir_name \
    ref_decimal ref_group_size ref_thread_cleanup ref_scheme_at ref_system_at
# advance does what follow does
ok "every function of fast/fast.h that computes enters the default environment" \
    enters fast/fast.h fast \
    fast_system_free fast_system_d fast_system_M fast_system_areas fast_scheme_find \
    fast_has_system fast_scheme_at fast_system_at fast_size_of \
    fast_step_work_size fast_casimir_count fast_trajectory_scheme fast_trajectory_free \
    fast_kernel_name fast_kernel_at fast_ensemble_scheme fast_ensemble_by_kernel \
    fast_ensemble_advance

name="a library that changes the environment"
[ -n "$set_control" ] || skip_rest "$name" "no such library for $(uname -m)"
! instrumented asan || skip_rest "$name" "the address sanitizer must be loaded first"
cat >"$dir/hostile.c" <<C
#include <stdlib.h>
__attribute__((constructor)) static void change(void)
{
    if (!getenv("SLP_TEST_CONTROL")) return;
    $set_control;
}
C
${CC:-cc} -O1 -shared -fPIC -o "$dir/hostile.so" "$dir/hostile.c" || exit 1
hostile() { SLP_TEST_CONTROL=$control LD_PRELOAD=$dir/hostile.so "$@"; }
# the library does what it is for: it flushes, in a program of no care
cat >"$dir/plain.c" <<'C'
#include <stdio.h>
int main(void)
{
    volatile double least = 2.2250738585072014e-308;
    puts(least / 4 == 0 ? "flushed" : "kept");
    return 0;
}
C
${CC:-cc} -O1 -o "$dir/plain" "$dir/plain.c"
flush=9fc0 up=5f80 others="1fc0 9f80 3f80 5f80 7f80 0000"
[ "$(uname -m)" = x86_64 ] || flush=1000000 up=400000 others="400000 800000 c00000"
control=$flush
ok "the library flushes subnormal numbers before main" [ "$(hostile "$dir/plain")" = flushed ]

echo 'case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0x1p-4 steps=1 x=1,0x1p-1040,0' \
    >"$dir/one"
digits='result id=a y=1.000000000000000000000000000000000000000,'
digits=${digits}8.482455334083199144840572150323378582897e-314,
digits=$digits-2.652494513747237369539892390641691331455e-315
"$SLP" gen --count 60 --seed 3 --level 2 >"$dir/cases"
"$SLP" run --path ref --echo <"$dir/cases" >"$dir/ref"
"$SLP" run --path fast <"$dir/cases" >"$dir/fast"
"$SLP" judge <"$dir/ref" >"$dir/verdicts" 2>"$dir/summary"
"$SLP" simulate gbw-rigid-body --until 0.5 >"$dir/table" 2>/dev/null
ok "subnormal numbers are drawn" grep -qE '0x0\.[0-9a-f]+p-1022' "$dir/cases"
ok "a trajectory is made" [ "$(wc -l <"$dir/table")" -gt 10 ]
printed() { # FILE COMMAND...
    local file=$1
    shift
    hostile "$@" >"$dir/now" 2>"$dir/said"
    cmp "$file" "$dir/now"
}
for control in $flush $others; do
    ok "forty digits of a subnormal state, control $control" \
        [ "$(hostile "$SLP" run --path ref --digits 40 <"$dir/one")" = "$digits" ]
    ok "gen draws the same cases, control $control" printed "$dir/cases" "$SLP" gen --count 60 \
        --seed 3 --level 2
done
for control in $flush $up; do
    ok "ref's answers, control $control" printed "$dir/ref" "$SLP" run --path ref \
        --echo <"$dir/cases"
    ok "fast's answers, control $control" printed "$dir/fast" "$SLP" run --path fast <"$dir/cases"
    ok "the verdicts on ref's answers, control $control" printed "$dir/verdicts" \
        "$SLP" judge <"$dir/ref"
    ok "a trajectory, control $control" printed "$dir/table" "$SLP" simulate gbw-rigid-body \
        --until 0.5
done
ok "ref's own answers are not failed" grep -q ' 0 fail' "$dir/summary"

# A program that is itself compiled with -ffast-math, with the reference as a library: its own
# environment flushes, the answer is right.  It computes nothing itself.
cat >"$dir/user.c" <<'C'
#include "ref/ref.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
    static const char line[] =
        "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0x1p-4 steps=1 x=1,0x1p-1040,0";
    slp_case *c = slp_case_empty();
    slp_error err;
    ref_system *sys;
    double y[3] = {0, 0, 0};
    if (slp_case_parse(c, line, 1, &err) || ref_system_new(&sys, c, &err)) return 2;
    if (ref_step_round(y, NULL, ref_scheme_find("tmk"), sys, slp_case_x(c, NULL),
                       slp_case_h(c), slp_case_dw(c, NULL), 4096)) return 2;
    for (int i = 0; i < 3; i++) {
        char text[SLP_NUMBER_CHARS];
        slp_number_print(text, y[i]);
        printf("%s%s", i ? "," : "result id=a y=", text);
    }
    putchar('\n');
    ref_system_free(sys);
    slp_case_free(c);
    return 0;
}
C
libs=$(make -s --no-print-directory --eval='print-libs: ; @echo $(REF_LIBS)' print-libs)
# or, where faults are planted, the one shared object of all that is compiled
library=("$BUILD/libslpref.a" "$BUILD/libslp.a")
[ -f "${library[0]}" ] || library=("-L$BUILD" -lslpwhole -Wl,--allow-shlib-undefined
    "-Wl,-rpath,$(cd "$BUILD" && pwd)")
user() {
    local own
    for own in '' -fsanitize=undefined --coverage; do # as the library was made
        ${CC:-cc} -I. -O2 -ffast-math $own -o "$dir/user" "$dir/user.c" "${library[@]}" $libs \
            2>"$dir/err" && break
    done
    cat "$dir/err"
    "$SLP" run --path ref <"$dir/one" | sed 's/ iterations=.*//' >"$dir/right"
    control=$flush
    hostile "$dir/user" | diff - "$dir/right" && "$dir/user" | diff - "$dir/right"
}
ok "libslpref in a program that is compiled with -ffast-math" user
