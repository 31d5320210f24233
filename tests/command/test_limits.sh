#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Under limits of the system (ulimit -v, -u, -f) every command ends, and ends as its manual says:
# with exit 0, or with exit 2 and one clear line that names the limit.  None hangs, none is ended by
# a signal, and none that needs no BLAS loads one.
# Run once (compiler): it asks what a process does when the system ends or refuses something.
. "$(dirname "$0")/../tap.sh"
! instrumented 'asan|tsan|msan' ||
    skip_rest limits "a sanitizer needs all addresses and has its own allocator"
ulimit -v unlimited 2>/dev/null || skip_rest limits "this process has its own limit on addresses"
needs limits timeout

# ---- What is asked ----
"$SLP" gen --count 4 --seed 3 --system zeitlin-sphere --scheme isospectral-midpoint >"$dir/cases"
"$SLP" gen --count 4 --seed 3 --system rigid-body >"$dir/body"
"$SLP" run --path ref --echo <"$dir/cases" >"$dir/answers"
awk 'BEGIN { n = 96; printf "case id=large system=zeitlin-sphere scheme=isospectral-midpoint "
    printf "n=%d h=0x1p-6 steps=1 x=0", n
    for (i = 1; i < n * n; i++) printf ",%s", i < n ? 0 : 0.001; print "" }' >"$dir/large"

# One command under `ulimit OPTION LIMIT`: its status; out, err.  A run that has not ended after 20
# s is killed, which is status 137.
under() { # OPTION LIMIT INPUT COMMAND...
    local option=$1 limit=$2 input=$3
    shift 3
    (
        ulimit "$option" "$limit" && exec timeout -s KILL 20 "$@"
    ) <"$input" >"$dir/out" 2>"$dir/err"
}
lines() { wc -l <"$1"; }
# Exit 0, or exit 2 with one line that names the limit.
ends_well() { # KIB INPUT COMMAND...
    local limit=$1 input=$2
    shift 2
    under -v "$limit" "$input" "$@"
    local got=$?
    [ $got = 0 ] && return 0
    echo "$limit KiB: exit $got, $(lines "$dir/err") lines:"
    cat "$dir/err"
    [ $got = 2 ] && [ "$(lines "$dir/err")" = 1 ] &&
        grep -q "^slp: .*the limit is $limit KiB (ulimit -v)" "$dir/err"
}
all_end_well() { # NAME INPUT COMMAND...: at every size
    local name=$1 input=$2 size
    shift 2
    for size in 40000 60000 80000 100000 150000 200000 300000 600000 2000000; do
        ends_well $size "$input" "$@" || return 1
    done
    [ ! -s "$dir/err" ] || [ "$name" = judge ] # of the largest size
}
few=(--law casimirs --system zeitlin-sphere --multiplier 0.02)
ok "ulimit -v: slp --version" all_end_well version /dev/null "$SLP" --version
ok "ulimit -v: slp list" all_end_well list /dev/null "$SLP" list claims
ok "ulimit -v: slp gen" all_end_well gen /dev/null "$SLP" gen --count 50 --level 1
ok "ulimit -v: slp run --path ref" all_end_well run-ref "$dir/cases" "$SLP" run --path ref
ok "ulimit -v: slp run --path fast" all_end_well run-fast "$dir/cases" "$SLP" run --path fast
ok "ulimit -v: slp judge" all_end_well judge "$dir/answers" "$SLP" judge
ok "ulimit -v: slp check" all_end_well check /dev/null "$SLP" check "${few[@]}" \
    --scheme isospectral-midpoint
ok "ulimit -v: slp simulate" all_end_well simulate /dev/null \
    "$SLP" simulate ejll-zeitlin-sphere-12 --steps 4

# What needs no BLAS has enough with little, and does what it does without a limit.
same_with_little() { # INPUT COMMAND...
    "${@:2}" <"$1" >"$dir/free" 2>/dev/null || return 1
    under -v 40000 "$@" || { cat "$dir/err"; return 1; }
    cmp "$dir/out" "$dir/free"
}
ok "40 MB are enough for slp --version" same_with_little /dev/null "$SLP" --version
ok "40 MB are enough for slp list" same_with_little /dev/null "$SLP" list claims
ok "40 MB are enough for slp gen" same_with_little /dev/null "$SLP" gen --count 50
ok "40 MB are enough for slp run --path ref" same_with_little "$dir/cases" "$SLP" run --path ref
ok "40 MB are enough for slp run --path fast without matrices" same_with_little "$dir/body" \
    "$SLP" run --path fast
ok "40 MB are enough for slp judge" same_with_little "$dir/answers" "$SLP" judge

# What loading the program takes, in KiB, and 6 MB: less than a step on su(96) needs.
least=20000
until under -v $least /dev/null "$SLP" --version || [ $least -gt 100000 ]; do
    least=$((least + 2000))
done
little=$((least + 6000))
# Memory refused within FLINT, which would abort; within the BLAS, which would ask for ever;
# whatever number of threads is asked for.
refused_memory() { # KIB INPUT COMMAND...
    ends_well "$@" || return 1
    cat "$dir/err"
    grep -q '^slp: out of memory: [0-9]* bytes were refused' "$dir/err"
}
ok "memory that FLINT is refused is an error" refused_memory $little "$dir/large" \
    "$SLP" run --path ref
ok "memory that the BLAS is refused is an error" refused_memory 150000 "$dir/cases" \
    "$SLP" run --path fast
many_threads() { # as many as there are processors, each with a buffer of 128 MiB in OpenBLAS
    local size
    for size in 100000 150000 200000 250000 300000; do
        ends_well $size "$dir/cases" env OPENBLAS_NUM_THREADS=64 OMP_NUM_THREADS=64 \
            "$SLP" run --path fast || return 1
    done
}
ok "memory that the BLAS's threads are refused is an error" many_threads
ok "memory that a thread of slp check is refused is an error" ends_well 400000 /dev/null \
    "$SLP" check "${few[@]}" --jobs 16

# ---- What is loaded ----
loads() { # INPUT COMMAND...: the BLAS's libraries that it loads
    LD_DEBUG=files LD_DEBUG_OUTPUT=$dir/loaded "${@:2}" <"$1" >/dev/null 2>&1
    cat "$dir"/loaded.* | grep -oE 'file=[^ ]*(blas|lapack|blis|mkl)[^ ]*' | sort -u
    rm -f "$dir"/loaded.*
}
loads_none() { local seen; seen=$(loads "$@"); echo "$seen"; [ -z "$seen" ]; }
loads_some() { ! loads_none "$@"; }
if [ -z "$(LD_DEBUG=files "$SLP" --version 2>&1 >/dev/null)" ]; then
    skip "what is loaded" "this C library does not tell (LD_DEBUG)"
else
    ok "slp --version loads no BLAS" loads_none /dev/null "$SLP" --version
    ok "slp gen loads no BLAS" loads_none /dev/null "$SLP" gen
    ok "slp run --path ref loads no BLAS" loads_none "$dir/cases" "$SLP" run --path ref
    ok "slp run --path fast loads no BLAS where there are no matrices" loads_none "$dir/body" \
        "$SLP" run --path fast
    ok "slp judge loads no BLAS" loads_none "$dir/answers" "$SLP" judge
    ok "slp run --path fast loads one where there are" loads_some "$dir/cases" \
        "$SLP" run --path fast
fi
# What slp check says to the BLAS reaches one that is loaded later: a stand-in by the names of all
# that the program loads notes it.
cat >"$dir/stand_in.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#define NOT_HERE(name) void name(void); void name(void) { exit(3); }
NOT_HERE(cblas_dgemm) NOT_HERE(cblas_sgemm) NOT_HERE(LAPACKE_dgetrf) NOT_HERE(LAPACKE_dgetrs)
NOT_HERE(LAPACKE_zgetrf) NOT_HERE(LAPACKE_zgetrs) NOT_HERE(LAPACKE_zheevd_work)
void openblas_set_num_threads(int count);
void openblas_set_num_threads(int count)
{
    FILE *to = fopen(getenv("SAID_TO_THE_BLAS"), "a");
    if (to) fprintf(to, "%d\n", count), fclose(to);
}
C
said_to_the_blas() {
    local name
    mkdir -p "$dir/stand_in"
    for name in $(sed -n 's/^const char slp_blas_libraries.* "\(.*\)";$/\1/p' \
        "$BUILD/gen/blas_libraries.c"); do
        ${CC:-cc} -shared -fPIC -o "$dir/stand_in/$name" "$dir/stand_in.c" || return 1
    done
    : >"$dir/said"
    env -u OPENBLAS_NUM_THREADS -u OMP_NUM_THREADS SAID_TO_THE_BLAS="$dir/said" \
        LD_LIBRARY_PATH="$dir/stand_in" \
        "$SLP" check "${few[@]}" --path fast >/dev/null 2>&1
    cat "$dir/said"
    [ "$(cat "$dir/said")" = 1 ]
}
ok "slp check tells the BLAS to keep to one thread, once it is loaded" said_to_the_blas
# Libraries of these names that are no BLAS, or none at all.
without_functions() {
    local name
    mkdir -p "$dir/no_blas"
    echo 'void slp_nothing(void); void slp_nothing(void) {}' >"$dir/nothing.c"
    for name in $(sed -n 's/^const char slp_blas_libraries.* "\(.*\)";$/\1/p' \
        "$BUILD/gen/blas_libraries.c"); do
        ${CC:-cc} -shared -fPIC -o "$dir/no_blas/$name" "$dir/nothing.c" || return 1
    done
    LD_LIBRARY_PATH="$dir/no_blas" "$SLP" run --path fast <"$dir/cases" >"$dir/out" 2>"$dir/err"
    local got=$?
    cat "$dir/err"
    [ $got = 2 ] && grep -q \
        '^slp: the BLAS cannot be used: cblas_dgemm; no library of it has this function' "$dir/err"
}
ok "a BLAS without its functions is told" without_functions
# more than any machine has: as many as the program knows of are tried, and the answers are the same
many_threads() {
    OPENBLAS_NUM_THREADS=1 "$SLP" run --path fast <"$dir/body" >"$dir/few.out" &&
        OPENBLAS_NUM_THREADS=999999999 "$SLP" run --path fast <"$dir/body" | cmp - "$dir/few.out"
}
ok "a number of threads without sense harms nothing where no BLAS is needed" many_threads

# ---- Threads that cannot be started ----
# root is above this limit: nobody is asked then
ordinary=()
[ "$(id -u)" != 0 ] || ordinary=(setpriv --reuid=65534 --regid=65534 --clear-groups)
chmod 711 "$dir"
mkdir -m 1777 "$dir/counters" # of a build that counts: nobody cannot write them into the build
cp -L "$SLP" "$dir/slp"
chmod 755 "$dir/slp"
alone() { # COMMAND...: where no process or thread can be added
    timeout -s KILL 60 "${ordinary[@]}" env GCOV_PREFIX="$dir/counters" \
        bash -c 'ulimit -u 1; exec "$@"' - "$@" >"$dir/out" 2>"$dir/err"
}
one_line_of_threads() {
    alone "$dir/slp" "$@" <"$dir/cases"
    local got=$?
    cat "$dir/err"
    [ $got = 2 ] && [ "$(lines "$dir/err")" = 1 ] &&
        grep -q '^slp: a thread cannot be started: ' "$dir/err" &&
        grep -q 'of [0-9]* threads for the BLAS 1 can be: set OPENBLAS_NUM_THREADS' "$dir/err"
}
fewer_threads() {
    alone env OPENBLAS_NUM_THREADS=1 "$dir/slp" "$@" <"$dir/cases" || { cat "$dir/err"; return 1; }
}
if [ "$(id -u)" = 0 ] && ! "${ordinary[@]}" true 2>/dev/null; then
    skip "ulimit -u" "root is above it and there is no setpriv"
elif "${ordinary[@]}" bash -c 'ulimit -u 1; (true)' 2>/dev/null ||
    ! alone "$dir/slp" --version; then
    skip "ulimit -u" "this system does not keep it, or the program cannot be read by others"
elif [ "$(nproc)" = 1 ]; then
    skip "ulimit -u" "one processor: the BLAS starts no threads"
else
    unset OPENBLAS_NUM_THREADS OMP_NUM_THREADS GOTO_NUM_THREADS
    ok "the BLAS's threads cannot be started: slp run" one_line_of_threads run --path fast
    ok "the remedy it names is one" fewer_threads run --path fast
    ok "threads of slp check that cannot be started: fewer" fewer_threads check "${few[@]}" \
        --jobs 8
fi

# ---- Files that must not grow ----
"$SLP" gen --count 400 --seed 5 >"$dir/many"
"$SLP" run --path fast --echo <"$dir/many" >"$dir/many.answers"
too_large() { # INPUT COMMAND...: standard output is a file of 1 KiB at most
    under -f 1 "$@"
    local got=$?
    cat "$dir/err"
    [ $got = 2 ] && grep -q 'cannot write to standard output: ' "$dir/err"
}
ok "ulimit -f: slp gen" too_large /dev/null "$SLP" gen --count 1000
ok "ulimit -f: slp list" too_large /dev/null "$SLP" list claims
ok "ulimit -f: slp run --path fast" too_large "$dir/many" "$SLP" run --path fast --echo
ok "ulimit -f: slp run --path ref" too_large "$dir/cases" "$SLP" run --path ref --echo
ok "ulimit -f: slp judge" too_large "$dir/many.answers" "$SLP" judge
ok "ulimit -f: slp check" too_large /dev/null "$SLP" check "${few[@]}"
ok "ulimit -f: slp simulate" too_large /dev/null "$SLP" simulate lecg-heavy-top --steps 100
file_too_large() { # a file of its own: nothing half written
    under -f 1 /dev/null "$SLP" check "${few[@]}" --json "$dir/table.json"
    local got=$?
    cat "$dir/err"
    [ $got = 2 ] && grep -qF 'table.json: cannot be written: ' "$dir/err" &&
        [ ! -e "$dir/table.json" ]
}
ok "ulimit -f: slp check --json" file_too_large
# A port has the usual signals: one that writes too much is ended as it would be anywhere.
usual_signals() {
    "$SLP" check "${few[@]}" --timeout 5 --port "kill -XFSZ \$\$; echo >'$dir/survived'" \
        >"$dir/out" 2>&1
    [ ! -e "$dir/survived" ]
}
ok "a port does not inherit that the signal is ignored" usual_signals
