#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What `make coverage` prints: its counts on a small tree whose counts are known, its exit status,
# its list of reasons, and the page that a report has of it.
# Run once (compiler, sanitizer): it asks about a script.
. "$(dirname "$0")/../tap.sh"
. "$here/../support/claim.sh"
coverage() { python3 "$here/coverage.py" "$@"; }
needs coverage python3
ok "each reason of tests/house/coverage_reasons.tsv names lines that are there" coverage --stale

# ---- A tree of one source a room, and a program that executes a part of them --------------
top=$dir/top
mkdir -p "$top"/{ref,fast,oracle,props,reports,build}
cat >"$top/ref/a.h" <<'C'
static inline int share(int x)
{
    if (x > 3)
        return 1;
    return 0;
}
C
for room in ref fast oracle props reports; do
    cat >"$top/$room/$room.c" <<C
#include "ref/a.h"
int $room(int x)
{
    if (x > 0 && x < 9)
        return share(x);
    x++;
    return x;
}
C
done
# ref: x of 1, 5, 9, 0: everything; fast: the same but for the branch of x >= 9; oracle: 5 alone,
# and the rest not at all
cat >"$top/main.c" <<'C'
int ref(int), fast(int), oracle(int);
int main(void)
{
    return ref(1) + ref(5) + ref(9) + ref(0) + fast(1) + fast(5) + fast(0) + oracle(5) > 99;
}
C
counted() (
    cd "$top" || exit 1
    for room in ref fast oracle props reports; do
        gcc -I. -O0 --coverage -c -o build/$room.o $room/$room.c || exit 1
    done
    gcc --coverage -o build/main main.c build/*.o && build/main && gcov --version
)
counted >"$dir/log" 2>&1 ||
    skip_rest "counts" "no gcc and gcov that count lines: $(tail -n 1 "$dir/log")"
printf 'oracle/*\tx\\+\\+\tonly for this test\nreports/*\treturn x;\talso for it\n' >"$dir/reasons"
coverage "$top/build" --top "$top" --reasons "$dir/reasons" --list "$dir/list" \
    --report "$dir/report" >"$dir/table" 2>&1
ok "a room below what it needs makes the status 1" test $? = 1
row() { # ROOM LINES BRANCHES
    grep -qE "^$1 +$2 +[0-9.]+ +[0-9]+ +$3 +[0-9.]+ " "$dir/table" || {
        cat "$dir/table"; return 1
    }
}
# of ref: five lines and four branches of its own, and the header's four and two; an inline function
# of a header counts once
ok "all of ref is executed" row ref 9/9 6/6
ok "a way out of a condition is a branch" row fast 5/5 3/4
ok "what is not executed is not counted as executed" row oracle 3/5 2/4
ok "an object that was never run counts" row props 0/5 0/4
ok "the rooms below are named" test "$(grep -c 'is below what it needs' "$dir/table")" = 4
ok "ref is not among them" sh -c '! grep -q "^ref is below" "$0"' "$dir/table"
ok "a reason is told of its lines" grep -qE '^ +1 lines +0 branches +only for this test$' \
    "$dir/table"
ok "what has none is told" grep -qE 'lines .*branches +no reason is given' "$dir/table"
ok "the list has every line" grep -qP '^oracle/oracle.c:6\t1 line\tx\+\+;\tonly for this test$' \
    "$dir/list"
ok "and branches" grep -qP '^fast/fast.c:4\t1 branch\tif \(x > 0 && x < 9\)\t-$' "$dir/list"
ok "a reason that is not needed is told" \
    test "$(grep -c 'all of it is executed here' "$dir/table")" = 0
printf 'ref/*\treturn x;\tnot needed\n' >"$dir/idle"
coverage "$top/build" --top "$top" --reasons "$dir/idle" >"$dir/table" 2>&1
ok "and only such a one" grep -q 'idle:1: all of it is executed here: `return x;` of ref/\*' \
    "$dir/table"
stale() { # TEXT STATUS: what --stale ends with for this row
    printf '%s\n' "$1" >"$dir/old"
    coverage --stale --top "$top" --reasons "$dir/old"
    test $? = "$2"
}
ok "a row whose text is gone is stale" stale $'ref/*\treturn y;\tgone' 1
ok "so is one whose source is gone" stale $'ref/b.c\treturn x;\tgone' 1
ok "a row that has them is not" stale $'ref/*\treturn x;\tthere' 0
ok "a row without a reason is refused" stale $'ref/*\treturn x;' 1

# ---- The page -----------------------------------------------------------------------------
claim_file "$dir/plain.yaml" plain
audit() { "$SLP" audit --resume --out "$dir/report" --claim "$dir/plain.yaml"; }
audit >"$dir/stdout" 2>&1
page=$dir/report/coverage.html
ok "the report shows it" grep -qE '^ref +9/9 ' "$page"
ok "with the reasons" grep -q '<h2 id="only-for-this-test">only for this test</h2>' "$page"
ok "and the lines" grep -q 'oracle/oracle.c:6, line: <code>x++;</code>' "$page"
ok "the index leads there" grep -q '<a href="coverage.html">Coverage</a>' "$dir/report/index.html"
ok "the links hold" python3 "$here/../reports/pages_links.py" "$dir/report"
printf '\n[a](data:b) [c](errata.md#d) ![e](http://f.org/g.png) <script>h</script>\n' \
    >>"$dir/report/coverage.md"
audit >"$dir/stdout" 2>&1
tame() {
    grep -qF '<p>a <a href="errata.html#d">c</a> e &lt;script&gt;h&lt;/script&gt;</p>' "$page"
}
ok "it loads and runs nothing" tame
bad=
shown() { # the page is away, and the audit stands
    audit && [ ! -e "$page" ] && ! grep -q "coverage\.html" "$dir/report/index.html"
}
cp "$dir/report/coverage.md" "$dir/good.md"
printf 'no UTF-8: \377\n' >"$dir/report/coverage.md"
shown >"$dir/stdout" 2>&1 || bad="$bad bytes"
cp "$dir/good.md" "$dir/report/coverage.md" && audit >"$dir/stdout" 2>&1
printf '| a |\n|---|\n| b | c |\n' >"$dir/report/coverage.md"
shown >"$dir/stdout" 2>&1 || bad="$bad table"
cp "$dir/good.md" "$dir/report/coverage.md" && audit >"$dir/stdout" 2>&1
truncate -s 5M "$dir/report/coverage.md"
shown >"$dir/stdout" 2>&1 || bad="$bad large"
cp "$dir/good.md" "$dir/report/coverage.md" && audit >"$dir/stdout" 2>&1
rm "$dir/report/coverage.md" && mkdir "$dir/report/coverage.md"
shown >"$dir/stdout" 2>&1 || bad="$bad directory"
rmdir "$dir/report/coverage.md" && cp "$dir/good.md" "$dir/report/coverage.md" &&
    audit >"$dir/stdout" 2>&1
ok "a good one is back" test -e "$page"
rm "$dir/report/coverage.md"
shown >"$dir/stdout" 2>&1 || bad="$bad absent"
ok "without text that can be read there is no page${bad:+: not$bad}" test -z "$bad"
