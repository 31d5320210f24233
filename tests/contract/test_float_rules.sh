#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# How the sources must be compiled: what the compiler tells of options that change arithmetic is
# refused, what it does not tell is found when a program begins; machines whose double is computed
# with more digits are refused, others are not.  And the contract in hostile floating-point
# environments, also by <fenv.h>.
# Run once (sanitizer): it compiles what it asks about itself.
# Starts first.
. "$(dirname "$0")/../tap.sh"
posix="-std=c11 -D_POSIX_C_SOURCE=200809L -I."

compiles() { "$@" >/dev/null; } # COMMAND...
told() { # WORDS COMMAND...: fails with an #error that has these words
    local words=$1
    shift
    "$@" >/dev/null 2>"$dir/err" && echo "it compiled" && return 1
    cat "$dir/err"
    grep -q '#error\|error:' "$dir/err" && grep -qF -- "$words" "$dir/err"
}

sources="oracle/contract/number/number.c oracle/contract/noise/normal.c oracle/judge/judge.c
    fast/scheme/scheme.c fast/ensemble/kernel_portable.c ref/step/step.c"
for compiler in gcc clang; do
    command -v $compiler >/dev/null || {
        skip "options that $compiler tells of" "no $compiler here"
        continue
    }
    plain() { for s in $sources; do $compiler $posix -E $s >/dev/null || return 1; done; }
    ok "$compiler: the rooms compile under the rules" plain
    for option in -ffast-math -Ofast; do
        refuse_all() {
            for s in $sources; do
                told "compile without it, or with -fno-fast-math" $compiler $posix \
                    -E $option $s || return 1
            done
        }
        ok "$compiler: $option is refused in every room, with the remedy" refuse_all
    done
    ok "$compiler: -ffinite-math-only is refused" told -fno-finite-math-only $compiler $posix \
        -E -ffinite-math-only oracle/contract/noise/path.c
    ok "$compiler: -Ofast -fno-fast-math is not" compiles $compiler $posix \
        -E -Ofast -fno-fast-math oracle/contract/noise/path.c
done
tells=$(gcc -std=c11 -fno-signed-zeros -dM -E -xc /dev/null 2>/dev/null |
    grep -c __NO_SIGNED_ZEROS__)
if [ "$tells" = 1 ] && gcc --version | grep -qi gcc; then
    for option in -funsafe-math-optimizations \
        "-fassociative-math -fno-signed-zeros -fno-trapping-math"; do
        ok "gcc: $option is refused" told -fassociative-math gcc $posix \
            -E $option oracle/contract/noise/path.c
    done
    ok "gcc: -freciprocal-math is refused" told -freciprocal-math gcc $posix \
        -E -freciprocal-math oracle/contract/noise/path.c
    ok "gcc: -fno-signed-zeros is refused" told -fsigned-zeros gcc $posix \
        -E -fno-signed-zeros oracle/contract/noise/path.c
    ok "gcc: contraction under -std=c11 is refused" told -ffp-contract=off gcc $posix \
        -E -ffp-contract=fast oracle/contract/noise/path.c
    ok "gcc: -fsingle-precision-constant is refused" told -fsingle-precision-constant gcc $posix \
        -E -fsingle-precision-constant oracle/contract/noise/path.c
else
    skip "options that gcc tells of one by one" "this gcc has no macros for them"
fi

# Every source that was compiled sees the rules, but those that compute nothing or are tables.
unruled() {
    local seen=0 without= file source known
    # lists in which the rules do not stand
    known=$(find "$BUILD"/{ref,fast,oracle/contract,oracle/judge} -name "*.d" \
        ! -path "*/contract/scheme/*" ! -name float_environment.d)
    seen=$(wc -l <<<"$known")
    for file in $(xargs grep -L 'contract/number/float_rules\.h' <<<"$known"); do
        # a build directory may remember files that are gone
        source=${file#"$BUILD"/}
        [ -e "${source%.d}.c" ] || continue
        case ${file##*/} in
        print.d | status.d | tables.d | cases.d | explain.d) ;; # text, tables, files
        kernel_*[0-9].d | kernel_neon.d | kernel_rvv.d) ;; # empty for another processor
        *) without="$without $file" ;;
        esac
    done
    echo "$seen seen; without the rules:$without"
    [ -z "$without" ] && [ "$seen" -gt 100 ]
}
if [ -e "$BUILD/ref/step/step.d" ]; then
    ok "every source that computes includes the rules" unruled
else
    skip "every source that computes includes the rules" \
        "this build directory has no lists of includes"
fi

# Machines: what the compiler says of its evaluation is put in its mouth.
beside="-idirafter /usr/include/$(${CC:-cc} -print-multiarch 2>/dev/null) -idirafter /usr/include"
preprocess() {
    ${CC:-cc} -std=c11 -I. -I"$dir/stubs" -w -E "$@" $beside oracle/contract/noise/elementary.h
}
mkdir -p "$dir/stubs/gnu"
: >"$dir/stubs/gnu/stubs-32.h"
for method in 0 1 16 32 64; do
    ok "FLT_EVAL_METHOD $method is accepted" compiles preprocess -U__FLT_EVAL_METHOD__ \
        -D__FLT_EVAL_METHOD__=$method
done
for method in -1 2 33 65 128; do
    ok "FLT_EVAL_METHOD $method is refused" told "more digits than binary64" preprocess \
        -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=$method
done
machine() {
    preprocess -U__x86_64__ -U__aarch64__ -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__="$@"
}
ok "s390x, whose method is 1, is accepted" compiles machine 1 -D__s390x__
ok "m68k is told its remedy" told -msoft-float machine 2 -D__m68k__
ok "32-bit x86 is told its remedy" told "-msse2 -mfpmath=sse" machine 2 -D__i386__
ok "another machine is told what to look for" told "FLT_EVAL_METHOD" machine 2
if [ "$(uname -m)" = x86_64 ]; then
    x87=-mfpmath=387
    # clang has no such arithmetic here: then what a compiler that has it would say
    ${CC:-cc} $x87 -E -x c /dev/null >/dev/null 2>&1 ||
        x87="-U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=2"
    ok "x87 arithmetic on x86-64 is refused with its remedy" told "compile with -mfpmath=sse" \
        preprocess $x87
    ok "32-bit x86 without SSE is refused with its remedy" told "-msse2 -mfpmath=sse" preprocess \
        -m32 -mno-sse
    ok "32-bit x86 with the remedy is accepted" compiles preprocess -m32 -msse2 -mfpmath=sse
fi
for there in s390x-linux-gnu-gcc:0 m68k-linux-gnu-gcc:1 i686-linux-gnu-gcc:1; do
    if command -v "${there%:*}" >/dev/null; then
        "${there%:*}" -std=c11 -I. -w -E oracle/contract/noise/elementary.h >/dev/null 2>&1
        ok "${there%:*}: as its machine computes" [ $? -eq "${there#*:}" ]
    else
        skip "${there%:*}: as its machine computes" "no such compiler here"
    fi
done

# What no macro tells: the increments do.  A processor that fuses is needed to see it.
cat >"$dir/ask.c" <<'C'
#include "oracle/contract/noise/noise.h"
#include <stdio.h>
int main(void)
{
    const char *fault = slp_noise_fault();
    puts(fault ? fault : "right");
    return 0;
}
C
# COMPILER OPTIONS FILE...: what a program says in which these are compiled so, the others as they
# should be.
asked() {
    local compiler=$1 options=$2 f objects=
    shift 2
    for f in oracle/contract/noise/normal.c oracle/contract/noise/path.c \
        oracle/contract/noise/truncate.c oracle/contract/noise/fault.c \
        oracle/contract/number/float_environment.c "$dir/ask.c"; do
        local to=$dir/$compiler-$(basename $f .c).o so="-std=c11 -ffp-contract=off"
        case " $* " in *" $f "*) so=$options to=$dir/otherwise-$(basename $f .c).o ;; esac
        [ -e "$to" ] && [ "${to##*/otherwise-*}" ] ||
            $compiler -D_POSIX_C_SOURCE=200809L -I. -w -O2 $so -c -o "$to" $f || return 1
        objects="$objects $to"
    done
    $compiler -o "$dir/ask" $objects -lm && "$dir/ask"
}
fused="-std=gnu11 -ffp-contract=fast"
case $(uname -m) in
x86_64) fused="$fused -mfma" && grep -qw fma /proc/cpuinfo || fused= ;;
aarch64) ;;
*) fused= ;;
esac
for compiler in gcc clang; do
    command -v $compiler >/dev/null || {
        skip "what $compiler does not tell" "no $compiler here"
        continue
    }
    ok "$compiler: the noise has its bits" [ "$(asked $compiler "-std=c11 -ffp-contract=off")" = \
        right ]
    if [ -n "$fused" ]; then
        for f in oracle/contract/noise/normal.c oracle/contract/noise/path.c \
            oracle/contract/noise/truncate.c; do
            ok "$compiler: fused products in $f are found" \
                grep -qF -- -ffp-contract=off <(asked $compiler "$fused" $f)
        done
        ok "$compiler: fused products everywhere are found" \
            grep -qF -- -ffp-contract=off <(asked $compiler "$fused" \
            oracle/contract/noise/normal.c oracle/contract/noise/path.c \
            oracle/contract/noise/truncate.c oracle/contract/noise/fault.c)
    else
        skip "$compiler: fused products" "this processor fuses none"
    fi
done
if command -v clang >/dev/null; then # it has no macros for these
    found() { # WORDS OPTIONS
        asked clang "-std=c11 -ffp-contract=off $2" oracle/contract/noise/fault.c |
            tee "$dir/said" | grep -qF -- "$1" || ! cat "$dir/said"
    }
    ok "clang: -fassociative-math is found" found reordered "-fassociative-math -fno-signed-zeros"
    ok "clang: -freciprocal-math is found" found reciprocal -freciprocal-math
    ok "clang: -fno-signed-zeros is found" found "sign of zero" -fno-signed-zeros
fi

# The libraries refuse by their statuses, and the command with exit 2.
library=$BUILD/libslpfast.a reference=$BUILD/libslpref.a
if [ -n "$fused" ] && [ -f "$library" ] && [ -f "$reference" ] &&
    [ -e "$BUILD/oracle/command/main.o" ] &&
    ! instrumented 'asan|ubsan|gcov'; then
    print() { make -s --no-print-directory --eval="print: ; @echo \$($1)" print; }
    cat >"$dir/libraries.c" <<'C'
#include <stdio.h>
#include <string.h>
#if defined(REF)
#include "ref/ref.h"
#define new ref_system_new
typedef ref_system a_system;
#else
#include "fast/fast.h"
#define new fast_system_new
typedef fast_system a_system;
#endif
int main(void)
{
    slp_case *c = slp_case_empty();
    slp_error err;
    a_system *sys;
    const char *line = "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=1 steps=1 x=1,2,3";
    if (slp_case_parse(c, line, 1, &err))
        return 2;
    slp_status status = new(&sys, c, &err);
    printf("%s %s", slp_status_word(status), status ? err.text : "");
#ifndef REF
    double dw[3];
    fast_ensemble run = {.paths = 1, .h = 0.1, .steps = 1, .threads = 1, .kernel = "portable"};
    printf(" %s", slp_status_word(fast_ensemble_increments(dw, 3, &run)));
#endif
    putchar('\n');
    return 0;
}
C
    fusing="-O1 -fexpensive-optimizations" # enough for products to be fused
    broken() { # SOURCE DEFINE LIBRARY LIBS: that source compiled so, the rest as it is
        ${CC:-cc} -D_POSIX_C_SOURCE=200809L -I. -w $fusing $fused -c -o "$dir/broken.o" "$1" &&
            ${CC:-cc} $posix $2 -o "$dir/libraries" "$dir/libraries.c" "$dir/broken.o" "$3" \
            "$BUILD/libslp.a" $4 -pthread && "$dir/libraries"
    }
    ok "libslpref refuses when it is compiled with fused products" \
        grep -q '^unsupported .*-ffp-contract=off' \
        <(broken ref/system/system.c -DREF "$reference" "$(print REF_LIBS)")
    ok "libslpfast refuses when it is compiled with fused products" \
        grep -q '^unsupported .*-ffp-contract=off ok' \
        <(broken fast/system/system.c -DFAST "$library" "$(print FAST_LIBS)")
    ok "an ensemble's kernel with fused products is refused" grep -q '^ok  unsupported' \
        <(broken fast/ensemble/kernel_portable.c -DFAST "$library" "$(print FAST_LIBS)")
    ${CC:-cc} -D_POSIX_C_SOURCE=200809L -I. -w $fusing $fused -c -o "$dir/normal.o" \
        oracle/contract/noise/normal.c
    program() {
        find "$BUILD"/{oracle,props,reports,ref,fast,gen} -name '*.o' ! -name 'mpi_*' \
            ! -name normal.o ! -name port_main.o ! -path '*/oracle/ports/*' |
            while read -r object; do # a build directory may remember files that are gone
                file=${object%.o}.c
                case $object in "$BUILD"/gen/*) ;; *) file=${file#"$BUILD"/} ;; esac
                [ ! -e "$file" ] || echo "$object"
            done >"$dir/objects" && [ -s "$dir/objects" ] &&
            ${CC:-cc} -o "$dir/slp" "$dir/normal.o" @"$dir/objects" $(print PROGRAM_LIBS) ||
            return 1
        "$dir/slp" gen --count 1 >"$dir/out" 2>"$dir/err"
        [ $? -eq 2 ] && [ ! -s "$dir/out" ] &&
            grep -q 'slp: this program would print wrong numbers: .*-ffp-contract=off' "$dir/err"
    }
    ok "a command whose noise has fused products ends with exit 2" program
else
    skip "libraries and commands refuse" "${fused:+an instrumented build, or one without libraries}"
fi

# The contract in every environment: the objects of this build, and by <fenv.h> those again that
# save an environment.  On AArch64: tests/packages/test_portkit.sh.
work=$dir/contract
mkdir -p "$work"
oracle/plumbing/registry.sh oracle/contract/case/case.h 'const slp_system' slp_system '' \
    oracle/contract/system/rigid_body.c >"$work/slp_system.c"
oracle/plumbing/registry.sh oracle/contract/case/case.h 'const slp_scheme' slp_schemes '[]' \
    oracle/contract/scheme/isospectral.c >"$work/slp_schemes.c"
asks="tests/support/cross/float_environment.c tests/support/float_hostile.c
    $work/slp_system.c $work/slp_schemes.c"
contract="oracle/contract/system/rigid_body.c oracle/contract/scheme/isospectral.c $(echo \
    oracle/contract/number/*.c \
    $(ls oracle/contract/case/*.c | grep -v "/po\|/pre\|/lib") \
    oracle/contract/draw/draw.c \
    oracle/contract/draw/draw_arithmetic.c oracle/contract/draw/state.c oracle/contract/draw/su.c \
    oracle/contract/noise/*.c)"
linkable= # whether a program may be linked with what the build made, as it is
[ ! -e "$BUILD/oracle/command/main.o" ] || instrumented 'asan|ubsan|gcov' || linkable=yes
made() { # FILE...: what the build made of them, if that is linkable
    local file
    for file; do
        if [ -n "$linkable" ]; then
            echo "$BUILD/${file%.c}.o"
        else
            echo "$file"
        fi
    done
}
everywhere() { # OPTION FILE...
    ${CC:-cc} $posix -Wall -Wextra -Werror -O1 -ffp-contract=off $beside -o "$work/asks" $asks \
        "$@" -lm && "$work/asks"
}
saving=$(grep -l 'float_environment\.h\|SLP_IN_DEFAULT' $contract)
others=$(printf '%s\n' $contract | grep -vxF "$saving")
ok "the contract in every environment, by the registers of this machine" \
    everywhere $(made $contract)
ok "the contract in every environment, by <fenv.h>" everywhere -DSLP_FLOAT_ENVIRONMENT_BY_FENV \
    $saving $(made $others)
