#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The ports to copy (oracle/ports/skeletons): each is at most 200 lines, says what it has, and
# passes the judge on cases of all classes.  Skipped where its compiler is not.
# Run once (compiler, sanitizer): they are programs of their own.
# Starts first.
. "$(dirname "$0")/../tap.sh"
from=oracle/ports/skeletons
for pair in rigid-body/{implicit-midpoint,tmk} canonical/{implicit-midpoint,tmk}; do
    "$slp" gen --system "${pair%/*}" --scheme "${pair#*/}" --count "${CASES:-150}" \
        | bare | grep -v ' area=' >"$dir/cases.${pair//\//-}"
done
for pair in polynomial-{so3,plane}/{implicit-midpoint,tmk}; do
    algebra=${pair%/*}
    sed -n "/^case .* algebra=${algebra#*-} /s/ scheme=[^ ]*/ scheme=${pair#*/}/p" \
        tests/support/golden_polynomial.slp >"$dir/cases.${pair//\//-}"
done
run() { "${port[@]}"; }
lists() { # PAIR...: it answers `list` by these; one that takes blocks of cases says `go` too
    run <<<list | grep -vx go >"$dir/pairs"
    diff "$dir/pairs" <(printf 'pair system=%s\n' "${@/\// scheme=}" && echo end)
}
# Its answers are the same with stages as without, and pass; shows_right_stages looks at the rest.
passes() { # PAIR
    local ended
    run <"$dir/cases.${1//\//-}" 2>"$dir/err" >"$dir/plain"
    stages "$1"
    ended=$?
    cat "$dir/tally"
    [ $ended = 0 ] && ! grep -q unsupported "$dir/verdicts" &&
        grep -v '^# stage' "$dir/answers" | cmp - "$dir/plain"
}
declines() { # a pair that it has not, a scheme and then a system; areas
    printf '%s\n' \
        "case id=a system=rigid-body scheme=trapezoidal inertia=1,2,3 h=1 steps=1 x=1,2,3" \
        "case id=b system=heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 h=1 steps=1 x=1,2,3,4,5,6" \
        "case id=c system=rigid-body scheme=tmk inertia=1,2,3 lin=1,0,0,0,1,0 h=1 steps=1 x=1,2,3 \
dw=1,1 area=1" | run >"$dir/out"
    [ "$(grep -c '^result id=[abc] error=unsupported$' "$dir/out")" = 3 ]
}
# tried NAME FILE TOOL PAIR...: $port runs it; $build, if not empty, makes it.
tried() {
    local name=$1 file=$from/$2 pair
    is "$name: at most 200 lines" "$(($(wc -l <"$file") <= 200))" 1
    command -v "$3" >/dev/null || { skip "$name" "no $3 here" && return; }
    [ ${#build[@]} = 0 ] || ok "$name: compiles without a warning" quiet "${build[@]}"
    shift 3
    ok "$name: answers list" lists "$@"
    ok "$name: declines what it has not" declines
    for pair; do
        ok "$name: passes on $pair" passes "$pair"
        ok "$name: its stages are right on $pair" shows_right_stages
        [ "${pair%/*}" != rigid-body ] || ok "$name: its stages locate a fault" locates "$pair"
    done
}
stages() { # PAIR [SED]: it answers cases that SED changed, and is judged by those of the file
    sed -E "${2:-}" "$dir/cases.${1//\//-}" | SLP_STAGES=1 run 2>"$dir/err" >"$dir/answers"
    "$slp" judge --stages --hints 0 --errors 999 --cases "$dir/cases.${1//\//-}" \
        <"$dir/answers" >"$dir/verdicts" 2>"$dir/tally"
}
shows_right_stages() { # of what `passes` judged: an answer has stages, and none is wrong
    ! grep 'stages:' "$dir/verdicts" && ! grep '^# stage' "$dir/plain" &&
        [ "$(grep -c '^# stage step=1 ' "$dir/answers")" = "$(grep -c ' y=' "$dir/answers")" ]
}
# A port with two moments of inertia exchanged: its generator is the first wrong value.
locates() { # PAIR
    stages "$1" 's/ inertia=([^,]*),([^,]*),/ inertia=\2,\1,/'
    sed -n 's/^verdict id=\([^ ]*\) fail .*/\1/p' "$dir/verdicts" | sort >"$dir/fail"
    sed -nE 's/^# id=([^ ]*) stages: .*first wrong value is xi1 = Xi\((s1|z)\).*/\1/p' \
        "$dir/verdicts" | sort >"$dir/named"
    comm -23 "$dir/fail" "$dir/named" >"$dir/unnamed"
    cat "$dir/unnamed"
    [ "$(wc -l <"$dir/fail")" -gt 10 ] && [ ! -s "$dir/unnamed" ]
}
quiet() { "$@" >"$dir/said" 2>&1 && [ ! -s "$dir/said" ] || { cat "$dir/said"; return 1; }; }
all=(rigid-body/{implicit-midpoint,tmk} canonical/{implicit-midpoint,tmk})
polynomials=(polynomial-{so3,plane}/{implicit-midpoint,tmk})

port=("$dir/c")
build=(cc -std=c99 -Wall -Wextra -O2 -ffp-contract=off -o "$dir/c" $from/slp_port.c -lm)
tried C99 slp_port.c cc "${all[@]}" "${polynomials[@]}"
# As C: what a GPU does with it is not tried here.
port=("$dir/cu")
build=(cc -x c -D_GNU_SOURCE -Wall -Wextra -O2 -ffp-contract=off -o "$dir/cu" $from/slp_port.cu -lm)
tried "CUDA, as C" slp_port.cu cc "${all[@]}" "${polynomials[@]}"
ok "CUDA, as C: blocks of cases" eval '"$slp" check --port "$dir/cu" --in-flight 512 \
    --system rigid-body --law casimirs --multiplier 0.01 --regressions none'
# On whatever device OpenCL has: the processor itself, where there is PoCL.
port=("$dir/cl" $from/slp_port.cl)
build=(cc -D_GNU_SOURCE -Wall -Wextra -O2 -o "$dir/cl" $from/slp_port_opencl.c -lOpenCL)
. "$here/../ports/pocl.sh"
if ! quiet "${build[@]}" >/dev/null; then
    skip OpenCL "slp_port_opencl.c cannot be built here: ocl-icd-opencl-dev"
elif run <<<list >/dev/null 2>"$dir/err"; [ $? = 3 ]; then
    skip OpenCL "no device of OpenCL with binary64 here: pocl-opencl-icd"
else
    is "OpenCL, the kernel: at most 200 lines" "$(($(wc -l <$from/slp_port.cl) <= 200))" 1
    tried OpenCL slp_port_opencl.c cc "${all[@]}" "${polynomials[@]}"
    ok "OpenCL: blocks of cases" eval '"$slp" check --port "${port[*]}" --in-flight 512 \
        --system rigid-body --law casimirs --multiplier 0.01 --regressions none'
    ok "OpenCL: its device computes in binary64" \
        eval '"$slp" environment --port "${port[*]}" >"$dir/facts"'
    ok "OpenCL: no contraction" grep -q '^contraction  *as declared' "$dir/facts"
fi
port=("$dir/f")
build=(gfortran -std=f2008 -O2 -ffp-contract=off -J "$dir" -o "$dir/f" $from/slp_port.f90)
tried "Fortran 2008" slp_port.f90 gfortran "${all[@]}" "${polynomials[@]}"
port=("$dir/r")
build=(env -u MAKEFLAGS -u MFLAGS rustc -O -o "$dir/r" $from/slp_port.rs)
tried Rust slp_port.rs rustc "${all[@]}" "${polynomials[@]}"
build=()
port=(awk -f $from/slp_port.awk)
tried awk slp_port.awk awk {rigid-body,polynomial-so3}/{implicit-midpoint,tmk}
