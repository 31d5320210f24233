#!/bin/bash
# The port kit: a static slp-port without BLAS, YAML, JSON and FLINT, for this processor and for
# another one under its emulator, passes the judge over all pairs, and has the same noise and
# ensembles.  `make ports` does this for every processor and for more cases.
# Run once (compiler, sanitizer): it compiles the sources itself.
. "$(dirname "$0")/../tap.sh"
. "$here/platform.sh"
make="make BUILD=$dir/build CFLAGS=-O0"
tried=
while IFS=$'\t' read -r host emulator packages processors compilers; do
    [[ $host == \#* ]] && continue
    why=$(reason "$host" "$emulator" "$packages")
    [ -z "$why" ] && tried=$host && break
    echo "# $host: $why"
done <"$here/platforms.tsv"
[ -n "$tried" ] || skip_rest "the port kit for another processor" \
    "no compiler and emulator of one: gcc-aarch64-linux-gnu, qemu-user"
kit=$dir/build/portkit/$host
file_is_static() { ! readelf -l "$kit/slp-port" | grep INTERP; }
ok "the kit is built for $host" build_kit "$host" $compilers
ok "slp-port is one static program" file_is_static
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
malformed() {
    exits 2 port <<<"case id=a system=rigid-body scheme=tmk inertia=1,2,4 h=0.1 steps=no x=1,2,3" &&
        says "standard input:1: case a, field steps"
}
ok "a malformed case is named by line, id and field" malformed
unknown() { refused "unknown argument '--kernel'" port --kernel; }
ok "an unknown argument is named" unknown
helps() { exits 0 port --help && prints "usage: slp-port" && exits 0 port --version && prints 0.; }
ok "--help and --version" helps
