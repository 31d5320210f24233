#!/bin/bash
# The ensemble kernel for AArch64: chosen there, forced and refused by name, and with the bits of
# the portable kernel there and here; and the contract in every floating-point environment of that
# processor.  Elsewhere than on AArch64 it takes a cross compiler and qemu-user, which `make deps`
# installs; without them: skipped.
# Run once (sanitizer): it asks about the bits of another processor.
. "$(dirname "$0")/../tap.sh"
if [ "$(uname -m)" = aarch64 ]; then
    compiler=${CC:-cc} run=
else
    compiler=aarch64-linux-gnu-gcc run=qemu-aarch64
fi
for tool in $compiler $run; do
    needs "the kernel for AArch64" "$tool" "gcc-aarch64-linux-gnu, qemu-user"
done

# The ensembles' part of the library and of the contract, with tables of what is there.
systems='rigid_body heavy_top point_vortices spins'
schemes='isospectral variational spheres splitting'
named() { for name in "${@:2}"; do echo "$1/$name.c"; done; } # FOLDER NAME...
oracle/plumbing/registry.sh oracle/contract/case.h 'const slp_system' slp_system '' \
    $(named oracle/contract/system $systems) >"$dir/slp_system.c"
oracle/plumbing/registry.sh oracle/contract/case.h 'const slp_scheme' slp_schemes '[]' \
    $(named oracle/contract/scheme $schemes) >"$dir/slp_schemes.c"
oracle/plumbing/registry.sh fast/system/system.h 'const fast_system_table' fast_system '' \
    $(named fast/system $systems) >"$dir/fast_system.c"
oracle/plumbing/registry.sh fast/scheme/scheme.h 'const fast_scheme' fast_schemes '[]' \
    $(named fast/scheme $schemes) >"$dir/fast_schemes.c"
oracle/plumbing/embed.sh oracle/contract/embedded_file.h slp_presets >"$dir/presets.c"
contract="$(echo oracle/contract/*.c) $dir/slp_system.c $dir/slp_schemes.c $dir/presets.c
    $(named oracle/contract/system $systems) $(named oracle/contract/scheme $schemes)"
# Compiled for speed is what the compiler might change: the kernel, and what enters and leaves an
# environment.
kernel=fast/ensemble/kernel_neon.c
algebras='algebra so3 se3 su2n rotation rotation_each rotation_gauss plane spin'
plain="fast/scheme/scheme.c fast/scheme/sphere.c fast/system/system.c fast/scheme/fixed_point.c
    $(named fast/algebra $algebras) $(ls fast/ensemble/*.c | grep -vxF $kernel)
    $dir/fast_system.c $dir/fast_schemes.c
    $(named fast/system $systems spins_list spins_plain) $(named fast/scheme $schemes)
    fast/vector/largest.c"
# the host's headers come last: only those that the cross compiler has not (Random123, LAPACKE)
beside="-idirafter /usr/include/$(${CC:-cc} -print-multiarch 2>/dev/null) -idirafter /usr/include"
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -I. -pthread -ffp-contract=off -fno-math-errno"
flags="$flags"' -DSLP_VERSION="0"'
[ "${WERROR:-0}" = 0 ] || strict=-Werror
there() { $compiler $flags -Wall -Wextra ${strict:-} $beside "$@"; }
objects() { # FOLDER OPTION FILE...: these into objects there, by one call of the compiler
    rm -rf "$dir/$1" && mkdir "$dir/$1" && (
        to=$dir/$1 option=$2 files=()
        shift 2
        for file; do files+=("$(realpath "$file")"); done
        root=$PWD && cd "$to" && there -I"$root" $option -c "${files[@]}"
    )
}
{
    objects contract -O1 $contract && objects kernel -O1 $kernel && objects plain -O0 $plain &&
        there -O0 -static -o "$dir/there" tests/support/cross/kernel_bits.c \
        "$dir"/{contract,kernel,plain}/*.o -lm &&
        there -O1 -static -o "$dir/asks" tests/support/cross/float_environment.c \
        tests/support/float_hostile.c "$dir"/contract/*.o -lm
} 2>"$dir/errors" || {
    failed "compiled for AArch64" <"$dir/errors"
    exit 1
}
# or, where faults are planted, the one shared object of all that is compiled
library=("$BUILD/libslpfast.a" "$BUILD/libslp.a")
[ -f "${library[0]}" ] || library=("-L$BUILD" -lslpwhole "-Wl,-rpath,$BUILD")
# as the library was made
for own in '' -fsanitize=address,undefined -fsanitize=address -fsanitize=undefined --coverage; do
    ${CC:-cc} $flags $own -O1 -o "$dir/here" tests/support/cross/kernel_bits.c "${library[@]}" \
        -llapacke -llapack -lblas -lm \
        2>"$dir/errors" && break
done

same() { cmp -s <(tail -n +2 "$1") <(tail -n +2 "$2"); }
SLP_KERNEL= $run "$dir/there" >"$dir/chosen"
SLP_KERNEL=neon $run "$dir/there" >"$dir/neon"
SLP_KERNEL=portable $run "$dir/there" >"$dir/portable"
SLP_KERNEL=avx2 $run "$dir/there" >/dev/null
ended=$?
SLP_KERNEL=portable "$dir/here" >"$dir/own"
ok "the widest kernel on AArch64 is its own" [ "$(head -n 1 "$dir/chosen")" = "kernel neon" ]
ok "SLP_KERNEL forces another" [ "$(head -n 1 "$dir/portable")" = "kernel portable" ]
ok "a kernel of another processor is refused" [ $ended -eq 2 ]
ok "all models, lanes that end alone and lanes that fail were shown" \
    [ "$(grep -c ' [1-9][0-9]* failed, ' "$dir/neon")" -eq 6 ]
ok "AArch64's kernel has the bits of the portable one" same "$dir/neon" "$dir/portable"
ok "the portable kernel has the same bits there and here" same "$dir/portable" "$dir/own"
ok "the contract in every environment, on AArch64" $run "$dir/asks"
