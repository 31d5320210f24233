#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# With every kind of kernel that OpenBLAS has for this processor, not only the one it chooses: the
# tests of what calls the BLAS again, and steps of every system with matrices, judged.  Kernels
# differ in the last bits of products: what is asserted of matrices holds with each of them, and
# what is the same to the bit whatever the kernel is all that calls no BLAS.  Of kinds that give the
# same bits for many steps of matrices, which are one kind under several names, the first is tried,
# and none that gives those of the usual one.
# The programs are those whose head has a line `Calls the BLAS.` (SLP_CHECK_BLAS: tests/run.sh).
# Each runs with one of the kinds, by turns; above SLP_CHECK_MULTIPLIER=1 (make check-deep) with
# every kind.  Those that take seconds have `Calls the BLAS, for seconds.`: they run here with
# SLP_CHECK_MULTIPLIER=1 or more alone, at 1 on an eighth of their cases.  All run with the kernels
# that .ci/run asks for.
# Run once (compiler): it asks about the BLAS; the programs run with its usual kernels.
# Starts first.
. "$(dirname "$0")/../tap.sh"
! instrumented 'asan|ubsan|tsan|gcov' ||
    skip_rest "kernels of the BLAS" "instrumented build; the plain one runs it"
marked() { # LINE: programs of tests whose head has it
    grep -lE "^[/* ]*$1" tests/*/test_*.c | sed "s|.*/\(.*\)\.c|$BUILD/tests/\1|"
}
programs=$(marked 'Calls the BLAS\.')
each=1 few=
case ${SLP_CHECK_MULTIPLIER:-1} in
0*) ;;
*)
    programs+=" $(marked 'Calls the BLAS, for seconds\.')"
    if [ "${SLP_CHECK_MULTIPLIER:-1}" = 1 ]; then
        few=SLP_CHECK_MULTIPLIER=0.125
    else
        each=${#programs} # more than there are kinds
    fi
    ;;
esac

# ---- Kinds ----
# Which kind the BLAS of the tests takes; nothing of another BLAS than OpenBLAS.
cat >"$dir/kind.c" <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    void *blas = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    void *at = blas ? dlsym(blas, "openblas_get_corename") : NULL;
    if (at) puts((*(char *(**)(void))&at)());
    return 0;
}
C
${CC:-cc} -w -o "$dir/kind" "$dir/kind.c" -ldl || exit 1
library=$(ldd "$BUILD/tests/test_fast_matrix" | awk '$1 ~ /^lib(open)?blas\.so/ { print $3; exit }')
kind() { "$dir/kind" "$library" | tr '[:lower:]' '[:upper:]'; }
usual=$(kind)
[ -n "$usual" ] || skip_rest "kernels of the BLAS" \
    "the BLAS, ${library:-of another name}, is not OpenBLAS"
tried=()
for name in $("$here/kernels.sh"); do
    [ "${name^^}" != "$usual" ] || continue
    if [ "$(OPENBLAS_CORETYPE=$name kind)" = "${name^^}" ]; then
        tried+=("$name")
    else
        echo "# this OpenBLAS has no kernels for $name"
    fi
done
beyond=$("$here/kernels.sh" --beyond)
[ -z "$beyond" ] || skip "kernels for ${beyond//$'\n'/, }" "this processor cannot execute them"
echo "# $library: $usual by itself, and ${tried[*]:-no other}"
[ ${#tried[@]} -gt 0 ] ||
    skip_rest "kernels of the BLAS" \
    "this OpenBLAS has one kind of kernel for this processor, $usual"

# ---- With each ----
# One thread: two that wait for each other, beside other tests, take minutes.
export OPENBLAS_NUM_THREADS=1
"$SLP" gen --count 40 --seed 11 --system rigid-body --level 1 >"$dir/vectors"
"$SLP" gen --count 40 --seed 11 --system heavy-top >>"$dir/vectors"
for system in rigid-body-n zeitlin-sphere sine-euler symplectic; do
    "$SLP" gen --count 6 --seed 11 --system $system --level 1
    "$SLP" gen --count 40 --seed 12 --system $system >>"$dir/many"
done >"$dir/matrices"
"$SLP" run --path fast <"$dir/vectors" >"$dir/vectors.usual"
"$SLP" run --path fast <"$dir/matrices" >"$dir/matrices.usual"
passes() { # PROGRAM...: what did not
    local program failed=0
    for program in "$@"; do
        env $few "$program" >"$dir/said" 2>&1 && continue
        failed=1
        echo "${program##*/}:"
        grep -v '^ok' "$dir/said"
    done
    return $failed
}
same_bits() { "$SLP" run --path fast <"$dir/vectors" | cmp - "$dir/vectors.usual"; }
bits() { "$SLP" run --path fast <"$dir/many" | cksum; }
judged() { "$SLP" run --path fast --echo <"$dir/matrices" | "$SLP" judge >/dev/null; }
declare -A seen=(["$(bits)"]=$usual)
kinds=()
for name in "${tried[@]}"; do
    own=$(OPENBLAS_CORETYPE=$name bits)
    if [ -n "${seen[$own]:-}" ]; then
        skip "with kernels for $name" "the bits of those for ${seen[$own]}, which are tried"
        continue
    fi
    seen[$own]=$name
    kinds+=("$name")
done
# Those whose turn it is: program i runs with `each` kinds from number i on, round again.
turn() { # KIND's number
    local i=0 program
    for program in $programs; do
        [ $(((${#kinds[@]} + $1 - i % ${#kinds[@]}) % ${#kinds[@]})) -ge $each ] || echo "$program"
        i=$((i + 1))
    done
}
for k in "${!kinds[@]}"; do
    name=${kinds[k]}
    export OPENBLAS_CORETYPE=$name
    ok "with kernels for $name: tests of what calls the BLAS" passes $(turn "$k")
    ok "with kernels for $name: steps without matrices have the same bits" same_bits
    ok "with kernels for $name: steps of matrices pass the judge" judged
    echo "# $name: $("$SLP" run --path fast <"$dir/matrices" | diff - "$dir/matrices.usual" |
        grep -c '^<') of $(wc -l <"$dir/matrices") answers of matrices differ in bits"
done
