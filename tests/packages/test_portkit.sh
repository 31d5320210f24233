#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The port kit: a static slp-port without BLAS, YAML, JSON and FLINT, for this processor and for
# another one under its emulator, passes the judge over all pairs, and has the same noise and
# ensembles by every kernel.  Kernels are chosen, forced and refused by name there, and the contract
# holds in every floating-point environment of that processor.  `make ports` does this for every
# processor and for more cases.
# Run once (compiler, libraries, sanitizer): it asks what a program without libraries needs.
# Starts first.
. "$(dirname "$0")/../tap.sh"
. "$here/../ports/platform.sh"
make="make BUILD=$dir/build CFLAGS=-O0"
tried=
while IFS=$'\t' read -r host emulator packages processors compilers; do
    [[ $host == \#* ]] && continue
    why=$(reason "$host" "$emulator" "$packages")
    [ -z "$why" ] && tried=$host && break
    echo "# $host: $why"
done <"$here/../ports/platforms.tsv"
[ -n "$tried" ] || skip_rest "the port kit for another processor" \
    "no compiler and emulator of one: gcc-aarch64-linux-gnu, qemu-user"
kit=$dir/build/portkit/$host
file_is_static() { ! readelf -l "$kit/slp-port" | grep INTERP; }
ok "the kit is built for $host" build_kit "$host" $compilers
ok "slp-port is one static program" file_is_static
ok "the contract in every environment there" on "$emulator" "$kit/float_environment"
"$slp" gen --count 125 >"$dir/cases"
ok "its answers over all pairs pass" judged "$kit" "$emulator" "$dir/cases"

# Noise and ensembles, against the library of this machine.
library=("$BUILD/libslpfast.a" "$BUILD/libslp.a")
[ -f "${library[0]}" ] || library=("-L$BUILD" -lslpwhole "-Wl,-rpath,$BUILD")
${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -I. -pthread -o "$dir/bits_here" \
    tests/support/cross/kernel_bits.c "${library[@]}" -llapacke -llapack -lblas -lm &&
    "$dir/bits_here" >"$dir/bits.here"
# of the last processor that is named, which has all kernels; `make ports` tries each
ok "noise and ensembles have the same bits by every kernel" \
    same_bits "$kit" "$emulator" "$dir/bits.here" ${processors##* }

# Which bits are others, and whether that is a fault.
part() { # NAME WORDS CHANGED...: a part of 87 numbers, those at CHANGED (from 0) with other bits
    local k name=$1
    echo "$1 $2"
    for ((k = 0; k < 87; k++)); do
        [[ " ${*:3} " == *" $k "* ]] && printf '%016x ' $((k + 1000)) || printf '%016x ' $k
    done
    echo
}
parts() { # CHANGED of case a, of case g, of the increments
    echo "kernel of $RANDOM"
    part a "rigid-body 0 failed, 7 evaluations" $1
    part g "rigid-body 0 failed, 0 evaluations" $2
    part increments "" $3
}
compared() { # STATUS WORDS, then as parts
    parts "" "" "" >"$dir/parts.here"
    parts "${@:3}" >"$dir/parts.there"
    exits "$1" python3 "$here/../ports/differing_bits.py" "$dir/parts.here" "$dir/parts.there" &&
        prints "$2"
}
ok "the same bits" compared 0 "the same bits" "" "" ""
ok "of a path of size 1e9 in a splitting they are the C library's: no fault" \
    compared 0 "but for case g, splitting-lie: 2 of 87 numbers, of path 5, of size 1e9: no fault" \
    "" "5 34" ""
ok "of another path there they are a fault" \
    compared 1 "a fault: case g, splitting-lie: 2 of 87 numbers, of path 5, 6 " "" "5 35" ""
ok "in another scheme too, and where is said" compared 1 \
    "a fault: case a, rigid-body: 1 of 87 numbers, of path 5 (first: 0000000000000005 here" 5 "" ""
ok "and in the noise" compared 1 "a fault: noise: 1 of 87 increments (first: number 6)" "" "" 5

ok "all models, lanes that end alone and lanes that fail were shown" \
    [ "$(grep -c ' [1-9][0-9]* failed, ' "$dir/bits.here")" -eq 6 ]
# Every processor of that name has its vectors' kernel, AArch64 neon; others' are refused.
kernel() { # NAME: the kernel of ensembles with SLP_KERNEL=NAME
    printf 'about\n' | SLP_KERNEL=$1 on "$emulator" "$kit/slp-port" |
        sed -n 's/^about kernel of ensembles //p'
}
widest=portable
for cpu in ${processors%% *}; do widest=$(kernel ''); done
unset cpu
[ "$host" != aarch64-linux-gnu ] || is "the widest kernel on AArch64 is its own" "$widest" neon
is "SLP_KERNEL forces another" "$(kernel portable)" portable
foreign() { SLP_KERNEL=avx2 exits 2 on "$emulator" "$kit/kernel_bits"; }
ok "a kernel of another processor is refused" foreign

# The protocol.
port() { on "$emulator" "$kit/slp-port" "$@"; }
lists() {
    printf 'hello\nlist\n' | port >"$dir/pairs" && [ "$(tail -n 1 "$dir/pairs")" = end ] &&
        [ "$(grep -c '^pair system=[a-z0-9-]* scheme=[a-z0-9-]*$' "$dir/pairs")" -ge 100 ] &&
        [ "$(grep -vc '^pair ' "$dir/pairs")" = 1 ]
}
echoes() {
    head -n 9 "$dir/cases" | grep '^case ' >"$dir/few"
    port <"$dir/few" | grep '^case ' | cmp - "$dir/few"
}
ok "it answers list by its pairs, and passes over other lines" lists
ok "it repeats each case before its result" echoes
# What it is, in lines that `slp conform` takes: the processor is the emulated one.
tells() { # PROGRAM WORDS MACHINE...
    local words=$2 machine
    printf 'about\n' | "$1" >"$dir/about" || return
    cat "$dir/about"
    machine=$(sed -n 's/^about machine \([^,]*\), .*/\1/p' "$dir/about")
    [ "$(wc -l <"$dir/about")" = 4 ] && ! grep -vE '^about .{1,200}$' "$dir/about" &&
        [[ " ${*:3} " == *" $machine "* ]] &&
        grep -q "^about slp-port $("$slp" --version | sed 's/.* //'), matrices by $words" \
            "$dir/about" && grep -qE '^about compiler (gcc|.*[Cc]lang) [0-9.]+' "$dir/about" &&
        grep -q "^about kernel of ensembles [a-z0-9]*$" "$dir/about"
}
ok "it answers about by version, machine and compiler" \
    tells port "the loops of fast/plain" "${host%%-*}"
said() {
    "$slp" conform --port "$emulator $kit/slp-port" --out "$dir/statement" --system rigid-body \
        --scheme tmk --count 8 --quick --multiplier 0.01 >/dev/null 2>&1
    sed 's/^about //' "$dir/about" | while IFS= read -r line; do
        grep -qF "\"$line\"" "$dir/statement/conform.json" &&
            grep -qF "$line" "$dir/statement/index.html" || { echo "not there: $line" && return 1; }
    done
}
ok "its statement says the same" said
malformed() {
    exits 2 port <<<"case id=a system=rigid-body scheme=tmk inertia=1,2,4 h=0.1 steps=no x=1,2,3" &&
        says "standard input:1: case a, field steps"
}
ok "a malformed case is named by line, id and field" malformed
unknown() { refused "unknown argument '--kernel'" port --kernel; }
ok "an unknown argument is named" unknown
helps() {
    exits 0 port --help && prints "usage: slp-port" && exits 0 port --version &&
        prints "slp-port $("$slp" --version | sed 's/.* //')"
}
ok "--help and --version" helps

# With the BLAS and LAPACK of this machine, linked statically: objects are those of $BUILD.
blas="-llapacke -llapack -lblas -lgfortran -lquadmath"
archives() { # each of these libraries is there as an archive
    local name file
    for name; do
        file=$(${CC:-cc} -print-file-name="lib${name#-l}.a")
        [[ $file == /* ]] || { echo "no lib${name#-l}.a here" && return; }
    done
}
if instrumented "asan|ubsan|tsan|msan|gcov"; then
    skip "BLAS=" "the objects here are not those of a release"
elif why=$(archives $blas) && [ -n "$why" ]; then
    skip "BLAS=" "$why: libopenblas-dev, liblapacke-dev, gfortran"
else
    ok "BLAS=: slp-port with the BLAS of this machine is built" \
        make -s BUILD="$BUILD" BLAS="$blas" "$BUILD/slp-port"
    with=$BUILD/slp-port
    ok "BLAS=: it says so" tells "$with" "a BLAS and LAPACK" "$(uname -m)"
    ok "BLAS=: that of the archive, not the loops" \
        eval '[ "$(nm "$with" | grep -cE " [Tt] (cblas_dgemm|dgemm_)$")" = 2 ] &&
            ! nm "$with" | grep -q " fast_plain_"'
    # steps that multiply, solve and need eigenvalues: matrices of all sizes that are drawn
    for system in zeitlin-sphere rigid-body-n; do
        "$slp" gen --system $system --count 40 || echo "no $system"
    done >"$dir/matrices"
    passes() { "$with" <"$dir/matrices" | "$slp" judge >"$dir/verdicts" 2>"$dir/tally" &&
        [ "$(grep -c " pass " "$dir/verdicts")" -ge 60 ]; }
    ok "BLAS=: its answers on matrices pass" passes
fi
