#!/bin/bash
# Every law on every pair and both paths: `slp check`, its lines as TAP.  An instrumented build,
# which is asked about memory and arithmetic, leaves out the two laws that step thousands of paths:
# they execute nothing that the others do not.
case "$(nm "$SLP" 2>/dev/null | grep -m1 -E '__(asan|ubsan|tsan)_|__gcov_')" in ?*) ;; *) exec "$SLP" check --tap ;; esac
status=0
for law in $("$SLP" list laws | awk '!/^#/ && $1 !~ /^(strong|weak)$/ { print $1 }'); do "$SLP" check --tap --law "$law" || status=$?; done
exit $status
