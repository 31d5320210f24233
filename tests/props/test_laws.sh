#!/bin/bash
# Every law on every pair and both paths: `slp check`, its lines as TAP.  An instrumented build,
# which is asked about memory and arithmetic, leaves out the two laws that step thousands of paths:
# they execute nothing that the others do not.
. "$(dirname "$0")/../tap.sh"
if instrumented 'asan|ubsan|tsan|gcov'; then
    laws=$("$SLP" list laws | awk '!/^#/ && $1 !~ /^(strong|weak)$/ { print $1 }')
    for law in $laws; do "$SLP" check --tap --law "$law" || status=$?; done
else
    "$SLP" check --tap
fi
