# For tests in the shell, sourced: `ok NAME COMMAND...` prints a line of TAP and on failure what the
# command said; $dir is a directory of the test's own, gone at its end; $status is 1 once something
# failed; $here is the folder of the test.  What is tried may be `refused WORDS COMMAND...`.
status=0
here=$(dirname "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ok() {
    local name=$1
    shift
    if "$@" >"$dir/log" 2>&1; then echo "ok - $name"; else
        echo "not ok - $name"
        sed 's/^/# /' "$dir/log" | head -n 12
        status=1
    fi
}
# True if the command ends with status 2, nothing on stdout ($dir/out) and a message with these
# words on stderr ($dir/err).
refused() {
    local words=$1
    shift
    "$@" >"$dir/out" 2>"$dir/err" </dev/null
    local got=$?
    cat "$dir/err"
    [ $got = 2 ] && [ ! -s "$dir/out" ] && grep -qF -- "$words" "$dir/err"
}
