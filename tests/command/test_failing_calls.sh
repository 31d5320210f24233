#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Each command with its n-th request for memory refused, and with its n-th call on files failed
# (ENOSPC, EIO, EACCES), interrupted (EINTR) or half done: tests/command/failing/walk.py says what
# must hold, tests/command/failing/calls.c makes the calls fail.  Here a sample of n, twice as large
# with SLP_CHECK_MULTIPLIER=1; from 10 on (make check-deep) every n.
# Run once (compiler): it asks what a process does when the system ends or refuses something.
# Starts first.
. "$(dirname "$0")/../tap.sh"
name="failing calls"
! instrumented 'asan|tsan|msan' ||
    skip_rest "$name" "a sanitizer's own allocator stands before all others"
needs "$name" python3
case "$(uname -s)-$(uname -m)" in
Linux-x86_64 | Linux-aarch64) ;;
*) skip_rest "$name" "calls are made to fail on Linux on x86-64 and AArch64 alone" ;;
esac
${CC:-cc} -std=c11 -O1 -shared -fPIC -pthread -o "$dir/calls.so" "$here/failing/calls.c" -ldl \
    2>"$dir/log" || {
    failed "tests/command/failing/calls.c compiles" <"$dir/log"
    exit 1
}
size=$(awk -v m="${SLP_CHECK_MULTIPLIER:-1}" \
    'BEGIN { print m < 1 ? "--few 24" : m < 10 ? "--few 48" : "--all" }')
python3 "$here/failing/walk.py" "$SLP" "$dir/calls.so" $size
