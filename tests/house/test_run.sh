#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What tests/run.sh says while programs run, and when: how far it is, and what failed, at once.
# Run once (compiler, sanitizer): it asks about a script.
. "$(dirname "$0")/../tap.sh"
cat >"$dir/test_good.sh" <<'S'
echo "ok - one"
echo "ok - two"
echo "ok - three # SKIP no reason"
S
cat >"$dir/test_bad.sh" <<'S'
echo "ok - one"
echo "not ok - what is wrong here"
exit 1
S
# It passes only once the failure beside it has been shown, and three lines of how far it is.
cat >"$dir/test_late.sh" <<'S'
for try in {1..300}; do
    grep -q "what is wrong here" "$SEEN" && [ "$(grep -c "^tests:" "$HEARD")" -ge 3 ] && break
    sleep 0.1
done
[ $try = 300 ] || echo "ok - it was shown before this ended"
S
export SEEN=$dir/seen HEARD=$dir/heard
: >"$SEEN"
: >"$HEARD"
runs() { # STATUS PROGRAM...
    local wanted=$1 got=0
    shift
    SLP_CHECK_JOBS=3 SLP_CHECK_EVERY=${every:-1} "$here/../run.sh" "$dir/build" "${@/#/$dir/}" \
        >"$SEEN" 2>"$HEARD" || got=$?
    cat "$SEEN" "$HEARD"
    [ $got = "$wanted" ]
}
ok "a failure ends the run with status 1" runs 1 test_{good,bad,late}.sh
ok "it is shown while others run, and lines of how far it is" \
    grep -q "^ok - it was shown" "$dir/build/test-logs/test_late.sh.out"
is "once" "$(grep -c "what is wrong here" "$SEEN")" 1
ok "with its program and status" grep -qx -- "---- test_bad.sh: exit status 1" "$SEEN"
ok "such a line counts programs and checks" \
    grep -qxE 'tests: 2 of 3 programs in [0-9]+ s, 3 passed, 1 failed' "$HEARD"
is "the last line of all is the tally" "$(tail -n 1 "$SEEN")" "4 passed, 1 failed, 1 skipped"
every=60
ok "without a failure the status is 0" runs 0 test_good.sh
ok "and a short run has no such line" test "$(grep -c ^tests: "$HEARD")" = 0
ends() { echo 'exit 3' >"$dir/test_mute.sh" && runs 1 test_mute.sh; }
ok "a program without a word is a failure" ends
asked() {
    printf 'echo "ok - ${OPENBLAS_CORETYPE:-none}"\n' >"$dir/test_kernel.sh"
    OPENBLAS_CORETYPE=Zen SLP_CHECK_KERNEL=$1 runs 0 test_kernel.sh &&
        grep -qx "ok - $2" "$dir/build/test-logs/test_kernel.sh.out"
}
ok "kernels of a BLAS reach the programs if asked for" asked Nehalem Nehalem
ok "and not otherwise" asked '' none
# A script in place of Python: what it would start is not asked.
if [ -x /usr/bin/python3 ]; then
    mkdir "$dir/shims"
    printf '#!/bin/sh\nexit 9\n' >"$dir/shims/python3"
    chmod +x "$dir/shims/python3"
    printf 'python3 -c pass && echo "ok - an interpreter"\n' >"$dir/test_python.sh"
    PATH=$dir/shims:$PATH
    ok "where python3 is a script, the system's interpreter serves" runs 0 test_python.sh
    PATH=${PATH#*:}
else
    skip "where python3 is a script, the system's interpreter serves" "no /usr/bin/python3 here"
fi
# ---- The longest first ----
printf '# Starts first.\necho first >>"$SEEN.order"; echo "ok - first"\n' >"$dir/test_long.sh"
printf 'for i in {1..30000}; do :; done; echo later >>"$SEEN.order"; echo "ok - later"\n' \
    >"$dir/test_short.sh"
SLP_CHECK_JOBS=1 SLP_CHECK_SHORT=0 "$here/../run.sh" "$dir/build" "$dir"/test_{short,long}.sh \
    >"$dir/said" 2>&1
is "a program whose head says so starts first" "$(xargs <"$SEEN.order")" "first later"
is "one that takes long and does not say so is named" \
    "$(sed -n 's/^tests: \(.*\) took .* no line `Starts first`$/\1/p' "$dir/said")" test_short.sh
# ---- A terminal: one line, rewritten ----
if command -v python3 >/dev/null && python3 -c 'import pty; pty.openpty()' 2>/dev/null; then
    TERM=xterm SLP_CHECK_EVERY=1 python3 -c '
import pty, sys
sys.exit(pty.spawn(sys.argv[1:]))' "$here/../run.sh" "$dir/build" "$dir"/test_{good,bad}.sh \
        </dev/null >"$dir/shown" 2>&1
    rewritten() {
        cat -v "$dir/shown"
        [ "$(cat -v "$dir/shown" | grep -o '\^M^\[\[Ktests: [12] of 2 programs' |
            sort -u | wc -l)" = 2 ] && ! grep -aq '^tests:' "$dir/shown"
    }
    ok "a terminal has one line that is rewritten" rewritten
else
    skip "a terminal" "none can be opened here"
fi
# ---- Programs that call the BLAS say so ----
if [ -x "$BUILD/tests/test_fast_matrix" ] && [ -x "$BUILD/tests/test_case_number" ] &&
    ! instrumented 'asan|ubsan|tsan|gcov'; then
    mkdir "$dir/tests" && ln -s "$(realpath "$BUILD/tests/libslpwhole.so")" "$dir/tests"
    cp "$BUILD/tests/test_fast_matrix" "$dir/tests/test_without_a_line"
    cp "$BUILD/tests/test_case_number" "$dir/tests/test_without_blas"
    export SLP_CHECK_BLAS=1
    ok "a program that calls the BLAS and does not say so fails" \
        runs 1 tests/test_without_a_line
    ok "and says why" grep -q "^not ok - it calls the BLAS" "$SEEN"
    ok "one that calls none passes" runs 0 tests/test_without_blas
    ok "and one that says so" "$here/../run.sh" "$dir/build" "$BUILD/tests/test_fast_matrix"
else
    skip "programs that call the BLAS" "not in this build"
fi
