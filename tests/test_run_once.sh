#!/bin/bash
# Tests that need not run in every build are skipped only where SLP_CHECK_AGAIN names what the build differs by, and say why
# (tests/run.sh); continuous integration runs them in the build that differs by nothing.
# Run once (compiler, sanitizer): it asks about a script.
set -u
. "$(dirname "$0")/tap.sh"
cat >"$dir/test_marked.sh" <<'S'
# What it asks.
# Run once (compiler): a reason of its own.
echo ran >>"$RAN"
echo "ok - it ran"
S
sed 's/(compiler)/(compiler, sanitizer)/' "$dir/test_marked.sh" >"$dir/test_both.sh"
sed '2d' "$dir/test_marked.sh" >"$dir/test_unmarked.sh"
runs() { # TIMES SKIPPED SETTING...: so many of the three programs run, the others are skipped with their reason
    export RAN=$dir/ran
    rm -f "$RAN"
    env -u SLP_CHECK_AGAIN "${@:3}" "$here/run.sh" "$dir/build" "$dir"/test_{marked,both,unmarked}.sh || return 1
    [ "$(grep -c ran "$RAN")" = "$1" ] && [ "$(cat "$dir"/build/test-logs/*.out | grep -c "# SKIP once, .*: a reason of its own\.$")" = "$2" ]
}
ok "by itself a build runs every test" runs 3 0
ok "with another compiler those are skipped that ask nothing about it" runs 1 2 SLP_CHECK_AGAIN=compiler
ok "with a sanitizer those that ask nothing about it" runs 2 1 SLP_CHECK_AGAIN=sanitizer
unknown() { SLP_CHECK_AGAIN=everything "$here/run.sh" "$dir/build" "$dir/test_unmarked.sh"; [ $? = 2 ]; }
ok "another word is refused" unknown
# Every such line is one that tests/run.sh reads.
unread() {
    local file seen=0 bad=0
    for file in $(find "$here" -name 'test_*.sh' -o -name 'test_*.c'); do
        grep -qE '^[#/* ]*Run once' "$file" || continue
        seen=$((seen + 1))
        head -n 12 "$file" | grep -qE '^[#/* ]*Run once \((compiler|sanitizer|compiler, sanitizer)\): [a-z].*\.( \*/)?$' || { echo "$file"; bad=1; }
    done
    [ $bad = 0 ] && [ $seen -gt 10 ]
}
ok "every line of the kind has known words and a reason" unread
# The tests that are skipped elsewhere run in one build of continuous integration.
if [ -f .ci/run ]; then
    ok "continuous integration runs a build with every test" grep -qxE 'make (deps )?check' .ci/run
    ok "its other builds name what they differ by" test "$(grep -cE '^SLP_CHECK_AGAIN=sanitizer .*make sanitize$|^SLP_CHECK_AGAIN=compiler .*make CC=clang .* check$' .ci/run)" = 2
else
    echo "ok - continuous integration # SKIP no .ci/run here"
fi
exit $status
