#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The kinds of kernels that OpenBLAS may have for this processor, by the names that
# OPENBLAS_CORETYPE takes, a line each, the widest vectors first.
# usage: tests/fast/kernels.sh [--beyond]     --beyond: those that this processor cannot execute
set -u
# What a kind's kernels execute, as /proc/cpuinfo names it.
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
arm=no
[ "$(uname -m)" != aarch64 ] || arm=yes
while read -r name needs; do
    case $arm$needs in yesasimd* | no[^a]* | noa[^s]*) ;; *) continue ;; esac
    if can_take $needs; then took=; else took=--beyond; fi
    [ "$took" != "${1:-}" ] || echo "$name"
done <<<"$kinds"
