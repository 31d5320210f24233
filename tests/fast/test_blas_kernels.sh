#!/bin/bash
# fast/ with every kind of kernel that OpenBLAS has for this processor, not only the one it chooses:
# the tests of what calls the BLAS again, and steps of every system with matrices, judged.  Kernels
# differ in the last bits of products: what is asserted of matrices holds with each of them, and
# what is the same to the bit whatever the kernel is all that calls no BLAS.  Of kinds that give the
# same bits for many steps of matrices, which are one kind under several names, the first is tried,
# and none that gives those of the usual one.  Cheap programs run with each, those that take seconds
# once, with the kinds of the widest vectors.
# Run once (compiler): it asks about the BLAS; the programs run with its usual kernels.
. "$(dirname "$0")/../tap.sh"
! instrumented 'asan|ubsan|tsan|gcov' ||
    skip_rest "kernels of the BLAS" "instrumented build; the plain one runs it"
cheap=(allocations casimirs exchanged_coordinates golden lengths matrix inputs_read residual_order \
    sizes sp symplectic symplectic_laws trajectory_aim
    trajectory_anew trajectory_scaled trajectory_vectors drift)
costly=(zeitlin blocks blas_threads trajectory)

# ---- Kinds ----
# What a kind's kernels execute, as /proc/cpuinfo names it; the widest vectors first.
kinds='NEOVERSEN2 asimd sve sve2 bf16
NEOVERSEV1 asimd sve bf16
ARMV8SVE asimd sve
THUNDERX2T99 asimd atomics
NEOVERSEN1 asimd atomics
CORTEXA57 asimd
CORTEXA53 asimd
ARMV8 asimd
SapphireRapids avx512f avx512dq avx512bw avx512vl avx512cd avx512_bf16 amx_bf16
Cooperlake avx512f avx512dq avx512bw avx512vl avx512cd avx512_bf16
SkylakeX avx512f avx512dq avx512bw avx512vl avx512cd
Zen avx2 fma
Haswell avx2 fma
Excavator avx2 fma fma4
Piledriver avx fma fma4
Bulldozer avx fma4 xop
Sandybridge avx
Barcelona sse4a
Nehalem sse4_2
Penryn sse4_1
Core2 ssse3
Prescott pni'
flags=" $(grep -m1 -E '^(flags|Features)' /proc/cpuinfo | cut -d: -f2) "
can_take() { # FLAG...
    local flag
    for flag in "$@"; do case $flags in *" $flag "*) ;; *) return 1 ;; esac done
}
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
while read -r name needs; do
    can_take $needs || continue
    [ "${name^^}" != "$usual" ] || continue
    if [ "$(OPENBLAS_CORETYPE=$name kind)" = "${name^^}" ]; then
        tried+=("$name")
    else
        echo "# this OpenBLAS has no kernels for $name"
    fi
done <<<"$kinds"
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
        "$BUILD/tests/test_fast_$program" >"$dir/said" 2>&1 && continue
        failed=1
        echo "test_fast_$program:"
        grep -v '^ok' "$dir/said"
    done
    return $failed
}
same_bits() { "$SLP" run --path fast <"$dir/vectors" | cmp - "$dir/vectors.usual"; }
bits() { "$SLP" run --path fast <"$dir/many" | cksum; }
judged() { "$SLP" run --path fast --echo <"$dir/matrices" | "$SLP" judge >/dev/null; }
turn=0
declare -A seen=(["$(bits)"]=$usual)
for name in "${tried[@]}"; do
    export OPENBLAS_CORETYPE=$name
    own=$(bits)
    if [ -n "${seen[$own]:-}" ]; then
        skip "with kernels for $name" "the bits of those for ${seen[$own]}, which are tried"
        continue
    fi
    seen[$own]=$name
    ok "with kernels for $name: tests of what calls the BLAS" \
        passes "${cheap[@]}" ${costly[turn++]:-}
    ok "with kernels for $name: steps without matrices have the same bits" same_bits
    ok "with kernels for $name: steps of matrices pass the judge" judged
    echo "# $name: $("$SLP" run --path fast <"$dir/matrices" | diff - "$dir/matrices.usual" |
        grep -c '^<') of $(wc -l <"$dir/matrices") answers of matrices differ in bits"
done
