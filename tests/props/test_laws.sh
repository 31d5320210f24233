#!/bin/bash
# Every law and both paths: `slp check`, its lines as TAP, on half as many cases as it draws by
# itself, so that `make check` takes few minutes.  The statistical laws, which cannot try less than
# one case, are then tried on half of their pairs.  SLP_CHECK_MULTIPLIER=1 tries all; .ci/run does
# so with the other compiler.  An instrumented build, which is asked about memory and arithmetic,
# leaves out the two laws that step thousands of paths: they execute nothing that the others do not.
. "$(dirname "$0")/../tap.sh"
if instrumented 'asan|ubsan|tsan|gcov'; then
    laws=$("$SLP" list laws | awk '!/^#/ && $1 !~ /^(strong|weak)$/ { print $1 }')
    for law in $laws; do "$SLP" check --tap --law "$law" || status=$?; done
else
    "$SLP" check --tap --multiplier "${SLP_CHECK_MULTIPLIER:-0.5}"
fi
