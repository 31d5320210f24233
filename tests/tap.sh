# SPDX-License-Identifier: LGPL-3.0-or-later
# For tests in the shell: prints TAP.  A test begins with a comment that says what it shows, and
#     . "$(dirname "$0")/../tap.sh"
# It then has $here (its folder), $dir (an empty folder of its own, gone at its end), $slp (the
# program, from any folder), and the functions below.  It ends by itself, with status 1 if a check
# failed.  Checks leave what a command printed in $dir/out and $dir/err.
set -u
: "${SLP:?path of the slp binary}" "${BUILD:?build directory}"
status=0
here=$(dirname "$0")
dir=$(mktemp -d)
slp=$(realpath -m "$SLP")
finish() {
    local ended=$?
    rm -rf "$dir"
    [ "$ended" != 0 ] || exit "$status"
}
trap finish EXIT

# ---- Lines of TAP ---------------------------------------------------------------------------
# ok NAME COMMAND...: the command succeeds; if not, what it said.
ok() {
    local name=$1
    shift
    if "$@" >"$dir/log" 2>&1; then echo "ok - $name"; else failed "$name" <"$dir/log"; fi
}
# failed NAME: says why on stdin.
failed() {
    echo "not ok - $1"
    sed 's/^/# /' | head -n 12
    status=1
}
# is NAME GOT WANTED: two texts are the same.
is() { ok "$1" same_text "$2" "$3"; }
# empty NAME TEXT: there is no text, such as a list of faults.
empty() { ok "$1" same_text "$2" ""; }
same_text() {
    [ "$1" = "$2" ] && return
    [ -z "$2" ] || echo "wanted: $2"
    echo "${2:+got:    }${1:-nothing}"
    return 1
}
# skip NAME REASON: one check; skip_rest: the whole test, or what is left of it.
skip() { echo "ok - $1 # SKIP $2"; }
skip_rest() {
    skip "$@"
    exit "$status"
}
# needs NAME TOOL [HINT]: without the tool the rest is skipped.
needs() { command -v "$2" >/dev/null || skip_rest "$1" "no $2 here${3:+: $3}"; }
# bare: cases on stdin without check words, for a test that changes cases or takes a part of them.
bare() { sed "s/ sum=.*//"; }
# fewer FEW ALL: FEW where the tests run again under the sanitizers (SLP_CHECK_AGAIN: tests/run.sh),
# which look at the code that runs, not at how many cases run it; ALL elsewhere.
fewer() { if [ "${SLP_CHECK_AGAIN:-}" = sanitizer ]; then echo "$1"; else echo "$2"; fi; }
# instrumented KINDS [FILE]: the program is built with one of asan|ubsan|tsan|msan|gcov.
instrumented() { nm "${2:-$SLP}" 2>/dev/null | grep -qE "__($1)_"; }

# ---- Commands to give to ok -----------------------------------------------------------------
# exits STATUS COMMAND...
exits() {
    local wanted=$1 got=0
    shift
    "$@" >"$dir/out" 2>"$dir/err" || got=$?
    [ "$got" = "$wanted" ] && return
    echo "exit status $got, wanted $wanted: $*" | cut -c 1-300
    head -n 8 "$dir/err" "$dir/out"
    return 1
}
# refused WORDS COMMAND...: status 2, nothing on stdout, a message with these words on stderr.
refused() {
    local words=$1
    shift
    exits 2 "$@" </dev/null || return 1
    says "$words" && [ ! -s "$dir/out" ]
}
# The last command's stderr has these words; its stdout has them; its stderr is empty.
says() { grep -qF -- "$1" "$dir/err" || without "$1" "$dir/err"; }
prints() { grep -qF -- "$1" "$dir/out" || without "$1" "$dir/out"; }
silent() { [ ! -s "$dir/err" ] || without nothing "$dir/err"; }
without() {
    echo "no '$1' in: $(head -c 300 "$2")"
    return 1
}
