#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Part of `make ports`: slp-mpi with MPICH, unpacked beside the system (sysroot.sh), writes the
# records that `slp audit` writes.  One line of a table on standard output.  Exit status 1 if not.
# usage: tests/ports/mpich.sh BUILD
set -u
here=$(dirname "$0")
build=$1
dir=$build/ports
root=$dir/mpich/root
ended() { # TEXT STATUS
    echo "| MPICH | $1 |"
    exit "$2"
}

echo "| MPI | the audit by four ranks |
|---|---|"
why=$("$here/sysroot.sh" "$dir/mpich" "$(dpkg --print-architecture)" libmpich-dev mpich |
    tail -n 1)
[ -z "$why" ] || ended "not tried: $why" 0
libraries=$root/usr/lib/$(gcc -print-multiarch)
header=$(dirname "$(find "$root/usr" -name mpi.h | head -n 1)")
objects=$(find "$build"/{oracle,props,reports,ref,fast,gen} -name '*.o' ! -name main.o \
    ! -name 'mpi_*.o' ! -name port_main.o ! -path '*/fast/plain/*' ! -path '*/oracle/ports/*')
gcc -std=c11 -D_POSIX_C_SOURCE=200809L -I. -I"$header" -DSLP_VERSION='"test"' -pthread \
    -o "$dir/mpich/slp-mpi" oracle/command/mpi_*.c $objects -L"$libraries" -lmpich \
    -Wl,--allow-shlib-undefined,-rpath-link,"$libraries" -lflint-arb -lflint -lmpfr -lgmp -lm \
    -lyaml -ljansson -lcmark -ldl >"$dir/mpich.log" 2>&1 ||
    ended "NOT BUILT: $(grep -m 1 -E 'error|rror ' "$dir/mpich.log")" 1
rm -rf "$dir"/audit-{one,four}
claim=${CLAIM:-ejll-fig5-weak}
cp "$build/slp" "$dir/mpich/slp" # the records name the program by its path, without -mpi
"$dir/mpich/slp" audit --claim "$claim" --out "$dir/audit-one" >"$dir/mpich.log" 2>&1
LD_LIBRARY_PATH=$libraries "$root/usr/bin/mpiexec.hydra" -n 4 "$dir/mpich/slp-mpi" audit \
    --claim "$claim" --out "$dir/audit-four" >>"$dir/mpich.log" 2>&1 </dev/null
diff -r "$dir/audit-one/results" "$dir/audit-four/results" >>"$dir/mpich.log" ||
    ended "OTHER RECORDS: $(tail -n 1 "$dir/mpich.log")" 1
ended "$claim: the same records" 0
