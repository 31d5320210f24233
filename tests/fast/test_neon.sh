#!/bin/bash
# The ensemble kernel for AArch64: chosen there, forced and refused by name, and with the bits of
# the portable kernel there and here; and the contract in every floating-point environment of that
# processor.  Elsewhere than on AArch64 it takes a cross compiler and qemu-user, which `make deps`
# installs; without them: skipped.
# Run once (sanitizer): it asks about the bits of another processor.
work=$BUILD/neon
mkdir -p "$work" || exit 1
if [ "$(uname -m)" = aarch64 ]; then
    compiler=${CC:-cc} run=
else
    compiler=aarch64-linux-gnu-gcc run=qemu-aarch64
fi
for tool in $compiler $run; do
    command -v "$tool" >/dev/null || {
        echo "ok - the kernel for AArch64 # SKIP no $tool here (gcc-aarch64-linux-gnu, qemu-user)"
        exit 0
    }
done

# The ensembles' part of the library and of the contract, with tables of what is there.
systems='rigid_body heavy_top point_vortices' schemes='isospectral variational'
named() { for name in "${@:2}"; do echo "$1/$name.c"; done; } # FOLDER NAME...
oracle/plumbing/registry.sh oracle/contract/case.h 'const slp_system' slp_system '' $(named oracle/contract/system $systems) >"$work/slp_system.c"
oracle/plumbing/registry.sh oracle/contract/case.h 'const slp_scheme' slp_schemes '[]' $(named oracle/contract/scheme $schemes) >"$work/slp_schemes.c"
oracle/plumbing/registry.sh fast/system/system.h 'const fast_system_table' fast_system '' $(named fast/system $systems) >"$work/fast_system.c"
oracle/plumbing/registry.sh fast/scheme/scheme.h 'const fast_scheme' fast_schemes '[]' $(named fast/scheme $schemes) >"$work/fast_schemes.c"
contract="$(echo oracle/contract/*.c) $work/slp_system.c $work/slp_schemes.c
    $(named oracle/contract/system $systems) $(named oracle/contract/scheme $schemes)"
# Compiled for speed is what the compiler might change: the kernel, and what enters and leaves an
# environment.
kernel=fast/ensemble/kernel_neon.c
plain="fast/scheme/scheme.c fast/system/system.c fast/scheme/fixed_point.c fast/algebra/algebra.c fast/algebra/so3.c fast/algebra/se3.c fast/algebra/su2n.c
    fast/algebra/rotation.c fast/algebra/spin.c $(ls fast/ensemble/*.c | grep -vxF $kernel) $work/fast_system.c $work/fast_schemes.c
    $(named fast/system $systems) $(named fast/scheme $schemes)"
# the host's headers come last: only those that the cross compiler has not (Random123, LAPACKE)
beside="-idirafter /usr/include/$(${CC:-cc} -print-multiarch 2>/dev/null) -idirafter /usr/include"
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -I. -pthread -ffp-contract=off -fno-math-errno"
[ "${WERROR:-0}" = 0 ] || strict=-Werror
there() { $compiler $flags -Wall -Wextra ${strict:-} $beside "$@"; }
objects() { # FOLDER OPTION FILE...: these into objects there, by one call of the compiler
    rm -rf "$work/$1" && mkdir "$work/$1" && (
        to=$work/$1 option=$2 files=()
        shift 2
        for file; do files+=("$(realpath "$file")"); done
        root=$PWD && cd "$to" && there -I"$root" $option -c "${files[@]}"
    )
}
{
    objects contract -O1 $contract && objects kernel -O1 $kernel && objects plain -O0 $plain &&
        there -O0 -static -o "$work/there" tests/support/cross/kernel_bits.c "$work"/{contract,kernel,plain}/*.o -lm &&
        there -O1 -static -o "$work/asks" tests/support/cross/float_environment.c tests/support/float_hostile.c "$work"/contract/*.o -lm
} 2>"$work/errors" || {
    echo "not ok - compiled for AArch64"
    cat "$work/errors" >&2
    exit 1
}
library=("$BUILD/libslpfast.a" "$BUILD/libslp.a") # or, where faults are planted, the one shared object of all that is compiled
[ -f "${library[0]}" ] || library=("-L$BUILD" -lslpwhole "-Wl,-rpath,$BUILD")
for own in '' -fsanitize=address,undefined -fsanitize=address -fsanitize=undefined --coverage; do # as the library was made
    ${CC:-cc} $flags $own -O1 -o "$work/here" tests/support/cross/kernel_bits.c "${library[@]}" -llapacke -llapack -lblas -lm \
        2>"$work/errors" && break
done

status=0
expect() { # WHAT CONDITION...
    local what=$1
    shift
    if "$@"; then echo "ok - $what"; else
        echo "not ok - $what"
        status=1
    fi
}
same() { cmp -s <(tail -n +2 "$1") <(tail -n +2 "$2"); }
SLP_KERNEL= $run "$work/there" >"$work/chosen"
SLP_KERNEL=neon $run "$work/there" >"$work/neon"
SLP_KERNEL=portable $run "$work/there" >"$work/portable"
SLP_KERNEL=avx2 $run "$work/there" >/dev/null
refused=$?
SLP_KERNEL=portable "$work/here" >"$work/own"
expect "the widest kernel on AArch64 is its own" [ "$(head -n 1 "$work/chosen")" = "kernel neon" ]
expect "SLP_KERNEL forces another" [ "$(head -n 1 "$work/portable")" = "kernel portable" ]
expect "a kernel of another processor is refused" [ $refused -eq 2 ]
expect "all models, lanes that end alone and lanes that fail were shown" [ "$(grep -c ' [1-9][0-9]* failed, ' "$work/neon")" -eq 4 ]
expect "AArch64's kernel has the bits of the portable one" same "$work/neon" "$work/portable"
expect "the portable kernel has the same bits there and here" same "$work/portable" "$work/own"
expect "the contract in every environment, on AArch64" $run "$work/asks"
exit $status
