#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Runs test programs (TAP on stdout) side by side, prints what failed in full as soon as it has,
# and counts.  Meanwhile stderr has how far it is: a terminal one line that is rewritten, anything
# else a line every 20 seconds.
# usage: tests/run.sh BUILD PROGRAM...  A program that ends with another status than its own lines
# promise, or prints no line at all, is a failure: a run in which nothing was checked is not a pass.
# Skips are counted.  Last line: N passed, N failed[, N skipped].  Exit 0, or 1.  Settings of BLAS
# libraries in the environment do not reach the programs (tests/clean_environment.sh).  Programs
# (not scripts) that run side by side share the processors: each gets its part of them as threads
# of the BLAS, which otherwise wait for each other without pause.  Scripts, NAME.sh or NAME.py, get
# no such setting: they run slp as its users do.  Programs whose heads have a line that begins
# `Starts first` do, since they take longest, and what runs last should be short; a program without
# such a line that takes more than a fiftieth of all processor time is named at the end.
#   SLP_CHECK_JOBS       programs at a time (default: the processors and two, since some wait for
#                        time to pass)
#   SLP_CHECK_EVERY      seconds between two lines of how far it is (20)
#   SLP_CHECK_SHORT      processor seconds of which no program is named for lack of a line (5)
#   SLP_CHECK_KERNEL     kernels that OpenBLAS takes, as OPENBLAS_CORETYPE: Haswell (default: its
#                        own choice).  Kernels for another processor end a program by a signal.
#   SLP_CHECK_BLAS       1: a binary that calls the BLAS fails unless the head of its source has a
#                        line that begins `Calls the BLAS` (tests/fast/test_blas_kernels.sh).  The
#                        loader tells which functions are bound, at their first call where programs
#                        are linked as on Debian.
#   SLP_CHECK_FAIL_FAST  1: stop at the first program that fails
#   SLP_CHECK_WRAP       a command put before each binary (valgrind ...); some then look at a part
#                        only (tests/support/depth.h)
#   SLP_CHECK_AGAIN      compiler, libraries or sanitizer: the tests of another build run as well
#                        (.ci/run), and this build differs from it by its compiler, by libraries and
#                        compiler of another version, or by sanitizers.  A test whose head has a
#                        line `Run once (compiler, libraries, sanitizer): REASON.` is skipped if
#                        that word stands in it: what it shows does not depend on that.  Unset,
#                        every test runs.
#   SLP_CHECK_DEEP       1: a test whose head says that SLP_CHECK_MULTIPLIER=1 tries all does so,
#                        and is not skipped
set -u
. "$(dirname "$0")/clean_environment.sh"
build=$1
shift
logs=$build/test-logs
rm -rf "$logs"
mkdir -p "$logs"
export BUILD=$build SLP=$build/slp CMOCKA_MESSAGE_OUTPUT=TAP logs
case ${SLP_CHECK_AGAIN:-} in '' | compiler | libraries | sanitizer) ;; *)
    echo "tests/run.sh: SLP_CHECK_AGAIN=$SLP_CHECK_AGAIN: must be compiler, libraries or" \
        "sanitizer, or unset" >&2
    exit 2
    ;;
esac

# Where python3 is a script that looks for the interpreter at each start (pyenv), the system's is
# taken: it starts in a tenth of the time, and has the packages that `make deps` brings.
if [ "$(head -c 2 "$(command -v python3)" 2>/dev/null)" = '#!' ] && [ -x /usr/bin/python3 ]; then
    mkdir "$logs/bin" && ln -s /usr/bin/python3 "$logs/bin" && PATH=$(realpath "$logs/bin"):$PATH
fi

head_of() { # PROGRAM: the first lines of its source
    local source=$1
    case $source in *.sh | *.py) ;; *) for source in tests/*/"${source##*/}.c"; do :; done ;; esac
    [ ! -f "$source" ] || head -n 20 "$source"
}
# Is it one of those that SLP_CHECK_DEEP asks for?
deep() { # PROGRAM
    [ "${SLP_CHECK_DEEP:-0}" = 1 ] && head_of "$1" | grep -qE 'SLP_CHECK_MULTIPLIER=1\b'
}
# Why this test need not run again: the reason, or nothing.
once() { # PROGRAM
    [ -n "${SLP_CHECK_AGAIN:-}" ] || return 0
    head_of "$1" | sed -nE "s/^[#/* ]*Run once \((.*, )?$SLP_CHECK_AGAIN(,.*)?\): (.*)/\3/p"
}

one() {
    local program=$1 name=${1##*/} log start end reason status=0 ok bad skip spent
    log=$logs/$name
    [ "${SLP_CHECK_FAIL_FAST:-0}" = 1 ] && [ -e "$logs/stop" ] && return 0
    start=${EPOCHREALTIME//[!0-9]/}
    reason=
    if deep "$program"; then
        export SLP_CHECK_MULTIPLIER=1
    else
        reason=$(once "$program")
    fi
    case ${reason:+once}$program in
    once*) echo "ok - $name # SKIP once, with another $SLP_CHECK_AGAIN: $reason" >"$log.out" \
        2>"$log.err" ;;
    *.sh) bash "$program" >"$log.out" 2>"$log.err" || status=$? ;;
    *.py) python3 -B "$program" >"$log.out" 2>"$log.err" || status=$? ;;
    *)
        local told=()
        [ "${SLP_CHECK_BLAS:-0}" != 1 ] || head_of "$program" | grep -q '^[/* ]*Calls the BLAS' ||
            told=(env LD_DEBUG=bindings LD_DEBUG_OUTPUT="$log.bound")
        OPENBLAS_NUM_THREADS=$blas_threads OMP_NUM_THREADS=$blas_threads \
            "${told[@]}" ${SLP_CHECK_WRAP:-} "$program" >"$log.out" 2>"$log.err" || status=$?
        if [ ${#told[@]} -gt 0 ]; then
            ! grep -qsE "file [^ ]*/tests/[^ ]* .*[\`](cblas_|LAPACKE_)" "$log".bound.* ||
                echo "not ok - it calls the BLAS, and the head of its source has no such line"
            rm -f "$log".bound.*
        fi >>"$log.out"
        ;;
    esac
    end=${EPOCHREALTIME//[!0-9]/}
    # of all processes that it started and waited for, as "XmY.YYYs XmY.YYYs", user and system
    times >"$log.times"
    read -r ok bad skip spent < <(awk '
        FILENAME ~ /times$/ { for (i = 1; FNR == 2 && i <= 2; i++) {
            split($i, t, "m"); s += 60 * t[1] + t[2] }; next }
        /^(not )?ok .*# SKIP/ { skip++; next }
        /^ok/ { ok++ }
        /^not ok/ { bad++ }
        END { printf "%d %d %d %.2f\n", ok, bad, skip, s }' "$log.times" "$log.out")
    # the exit status must agree with the lines; silence is a failure
    if [ "$bad" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((ok + skip)) -eq 0 ]; }; then bad=1; fi
    printf '%s %s %s %s %s %s %s\n' "$name" "$ok" "$bad" "$skip" "$status" \
        $(((end - start) / 1000)) "$spent" >"$log.count"
    if [ "$bad" -gt 0 ]; then
        : >"$logs/stop"
        { echo "---- $name: exit status $status"; cat "$log.out" "$log.err"; } >"$log.failed"
    fi
    echo "$name $ok $bad" # read below; shorter than what a pipe takes at once
}
export -f one once deep head_of
jobs=${SLP_CHECK_JOBS:-$(($(nproc) + 2))}
export blas_threads=$(($(nproc) > jobs && jobs > 0 ? $(nproc) / jobs : 1))
[ -z "${SLP_CHECK_KERNEL:-}" ] || export OPENBLAS_CORETYPE=$SLP_CHECK_KERNEL
all=$# every=${SLP_CHECK_EVERY:-20}
early=" $(printf '%s\n' tests/*/test_*.c "$@" | grep -E '\.(c|sh|py)$' |
    xargs grep -lsE '^[#/* ]*Starts first' | sed -E 's|.*/||; s|\.c$||' | tr '\n' ' ') "
first=() later=()
for program; do
    if [[ $early == *" ${program##*/} "* ]]; then first+=("$program"); else later+=("$program"); fi
done
# on a terminal after each program, and the line is wiped away before anything else is printed
line= wiped='\r\e[K'
[ -t 2 ] && [ "${TERM:-dumb}" != dumb ] || line='\n' wiped=
printf '%s\n' "${first[@]}" "${later[@]}" | grep . | xargs -P "$jobs" -I{} bash -c 'one {}' | {
    ran=0 passed=0 failed=0 told=0
    while :; do
        if read -rt $((told + every > SECONDS ? told + every - SECONDS : 1)) name ok bad; then
            ran=$((ran + 1)) passed=$((passed + ok)) failed=$((failed + bad))
            if [ "$bad" -gt 0 ]; then
                printf "$wiped" >&2
                cat "$logs/$name.failed"
            fi
        elif [ $? -le 128 ]; then
            break
        fi
        [ -n "$wiped" ] || [ $SECONDS -ge $((told + every)) ] || continue
        told=$SECONDS
        printf "${wiped}tests: %d of %d programs in %d s, %d passed, %d failed$line" \
            $ran $all $SECONDS $passed $failed >&2
    done
    printf "$wiped" >&2
}

printf '%-34s %7s %7s %7s %9s %9s\n' program passed failed skipped seconds processor
cat "$logs"/*.count 2>/dev/null | awk -v early="$early" -v short="${SLP_CHECK_SHORT:-5}" '
    { took[$1] = $7; sum += $7 }
    { printf "%-34s %7d %7d %7d %9.2f %9.2f\n", $1, $2, $3, $4, $6/1000, $7
      p += $2; f += $3; s += $4 }
    END {
        for (n in took)
            if (took[n] >= short && took[n] >= sum / 50 && !index(early, " " n " "))
                printf "tests: %s took %d s of %d s, and its head has no line `Starts first`\n",
                    n, took[n], sum | "cat >&2"
        if (p + f == 0) f = 1
        printf "%d passed, %d failed%s\n", p, f, s ? ", " s " skipped" : ""
        exit f > 0
    }'
