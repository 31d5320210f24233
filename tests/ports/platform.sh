# SPDX-License-Identifier: LGPL-3.0-or-later
# For scripts that hold the port kit on a processor (platforms.tsv).  They set $make, the make to
# call with its options, and $dir, a folder to write in.

# reason HOST EMULATOR PACKAGES: why it cannot be tried on this machine; nothing if it can.
reason() {
    local why
    if [[ $1 == wasm32-* ]]; then
        [ -d "/usr/include/$1" ] || { echo "no C library of $1 here: $3" && return; }
    else
        command -v "$1-gcc" >/dev/null || { echo "no $1-gcc here: $3" && return; }
    fi
    if [ "$2" = - ]; then
        [ "$(uname -m)" = x86_64 ] || echo "its programs run on x86-64 only"
    elif ! command -v "$2" >/dev/null; then
        echo "no $2 here: qemu-user"
    else
        why=$("$2" --version 2>&1 >/dev/null) || echo "$why"
    fi
}
# compiler_of HOST [COMPILER...]: the first of these that is here, for HOST; nothing if none is.
compiler_of() {
    local host=$1 compiler
    for compiler in "${@:2}"; do
        command -v "$compiler" >/dev/null && echo "$compiler --target=$host" && return
    done
}
# build_kit HOST [COMPILER...]: slp-port, and what shows its bits and environments, for it, by the
# first of these compilers that is here, else by HOST-gcc; what the build said in $dir/HOST.log.
build_kit() {
    $make portkit HOST="$1" KIT_CC="$(compiler_of "$@")" \
        KIT_PROGRAMS="slp-port kernel_bits float_environment" >"$dir/$1.log" 2>&1 && return
    grep -E 'error|rror ' "$dir/$1.log" | head -n 5
    return 1
}
# on EMULATOR COMMAND...: runs it there; as on the processor $cpu, if that is set.
on() {
    if [ "$1" = - ]; then "${@:2}"; else env ${cpu:+"QEMU_CPU=$cpu"} "$@"; fi
}
# kernels_of PORT EMULATOR [PROCESSOR...]: the names of all kernels that it has there.
kernels_of() {
    local cpu port=$1 emulator=$2
    shift 2
    for cpu in "${@:-}"; do on "$emulator" "$port" --kernels | tr ' ' '\n'; done |
        sort -u | paste -sd, | sed 's/,/, /g'
}
# judged KIT EMULATOR CASES: the judge's tally of the port's answers; fails if a case does.
judged() {
    on "$2" "$1/slp-port" <"$3" >"$dir/answers" || return
    "$slp" judge <"$dir/answers" 2>&1 >"$dir/verdicts" | grep -m 1 " pass, "
    [ "${PIPESTATUS[0]}" = 0 ] && ! grep -q unsupported "$dir/verdicts"
}
# same_bits KIT EMULATOR WANTED [PROCESSOR...]: noise and ensembles by every kernel of each of these
# processors (QEMU_CPU); the first line of the file WANTED names a kernel and is not compared.  One
# line: the same bits, or which are others; fails where that is a fault (differing_bits.py).
same_bits() {
    local kernel kernels cpu words said= kit=$1 emulator=$2 wanted=$3
    shift 3
    for cpu in "${@:-}"; do
        kernels=$(on "$emulator" "$kit/slp-port" --kernels) && [ -n "$kernels" ] || return
        for kernel in $kernels; do
            SLP_KERNEL=$kernel on "$emulator" "$kit/kernel_bits" >"$dir/bits" || return
            words=$(python3 tests/ports/differing_bits.py "$wanted" "$dir/bits") ||
                { echo "$words (kernel $kernel, processor ${cpu:-as it is})" && return 1; }
            [ "$words" = "the same bits" ] || said=$words
        done
    done
    echo "${said:-the same bits}"
}
