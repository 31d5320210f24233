#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The user's manual: its pages render, every link leads somewhere, the index and the list of
# derivations are complete, and every command that a page shows prints what the page says.
# Run once (compiler, libraries, sanitizer): it asks about texts of pages.
# Starts first.
. "$(dirname "$0")/../tap.sh"
unset SLP_CHECK_MULTIPLIER # the pages show what is printed without it

ok "the pages are written" "$SLP" manual --out "$dir/html"
ok "links and anchors between them lead somewhere" python3 "$here/pages_links.py" "$dir/html"
ok "they load nothing, lead to their neighbours, and their equations are well formed" \
    python3 "$here/manual_html.py" "$dir/html"
ok "links to the sources lead somewhere" python3 "$here/manual_pages.py" links
ok "files of the sources that a page names are there" python3 "$here/manual_pages.py" names
ok "the index and the README name every page" python3 "$here/manual_pages.py" index
ok "the derivations name every page beside the code" python3 "$here/manual_pages.py" derivations
ok "lines are at most 100 columns" python3 "$here/manual_pages.py" lines

drawn() { python3 oracle/manual/momentum.py "$SLP" | cmp - oracle/manual/momentum.svg; }
ok "the picture is of our own runs" drawn

# ---- The command --------------------------------------------------------------------------
printed() { "$SLP" manual "$1" | cmp - "oracle/manual/$1.md"; }
for page in oracle/manual/*.md; do
    name=$(basename "$page" .md)
    ok "slp manual $name prints the page" printed "$name"
    ok "slp manual lists $name" sh -c '"$0" manual | grep -q "^  $1 "' "$SLP" "$name"
done
ok "an unknown page is refused" refused "unknown page 'indes' (did you mean index?)" \
    "$SLP" manual indes
ok "a page and a folder at once are refused" refused "not both" "$SLP" manual index --out "$dir/x"
ok "a folder that cannot be made is refused" refused "/dev/null/x" "$SLP" manual --out /dev/null/x
ok "slp --help names the manual" sh -c '"$0" --help | grep -q "slp manual"' "$SLP"
ok "the README is a door: at most 150 lines" test "$(wc -l <README.md)" -le 150

# ---- What the pages show ------------------------------------------------------------------
ok "commands print what the pages say" python3 "$here/manual_commands.py" "$SLP" "$dir/run"
ok "and what the README says" python3 "$here/manual_commands.py" "$SLP" "$dir/readme" README.md
ok "words that slp prints are in the glossary" python3 "$here/manual_words.py" "$SLP"

# ---- The checks see what they are for -----------------------------------------------------
mkdir "$dir/wrong"
printf '# A\n\n```console\n$ echo one; echo two\none\n...\n$ echo 12\n1...\n```\n' \
    >"$dir/wrong/right.md"
printf '# A\n\n```console\n$ echo two\none\n```\n' >"$dir/wrong/other.md"
printf '# A\n\n```console\n$ echo one\none\ntwo\n```\n' >"$dir/wrong/more.md"
ok "a right output is taken" python3 "$here/manual_commands.py" \
    "$SLP" "$dir/try1" "$dir/wrong/right.md"
ok "a wrong output is seen" sh -c '! "$@"' x python3 "$here/manual_commands.py" \
    "$SLP" "$dir/try2" "$dir/wrong/other.md"
ok "a missing line is seen" sh -c '! "$@"' x python3 "$here/manual_commands.py" \
    "$SLP" "$dir/try3" "$dir/wrong/more.md"
printf '# A\n\n```c tree=props/law_wrong.c\n#error wrong\n```\n\n```console tree\n$ true\n```\n' \
    >"$dir/wrong/tree.md"
if instrumented 'asan|ubsan|gcov'; then
    skip "an example that does not compile is seen" "an instrumented program is not built again"
else
    ok "an example that does not compile is seen" \
        sh -c '! "$@"' x python3 "$here/manual_commands.py" "$SLP" "$dir/try4" "$dir/wrong/tree.md"
fi
mkdir -p "$dir/tree/oracle/manual" "$dir/tree/ref"
printf '# A\n\n[x](gone.md) `ref/gone.c`\n' >"$dir/tree/oracle/manual/index.md"
printf '# A\n\n[x](oracle/manual/derivations.md) [y](oracle/manual/gone.md)\n\n%0101d\n' 0 \
    >"$dir/tree/README.md"
printf '# A\n\n%0101d\n' 0 >"$dir/tree/oracle/manual/derivations.md"
touch "$dir/tree/ref/new.md"
for what in links names index derivations lines; do
    ok "a fault of $what is seen" sh -c 'cd "$0" && ! python3 "$1" "$2"' "$dir/tree" \
        "$(realpath "$here")/manual_pages.py" $what
done
reported() {
    (cd "$dir/tree" && python3 "$(realpath "$OLDPWD/$here")/manual_pages.py" "$1") |
        grep -qF -- "$2"
}
ok "a link of the README that leads nowhere is seen" \
    reported links "README.md:3: oracle/manual/gone.md"
ok "a long line of the README is seen" reported lines "README.md:5: 101 columns"
rm "$dir/tree/oracle/manual/index.md"
printf '# A\n\n[x](derivations.md)\n' >"$dir/tree/oracle/manual/index.md"
printf '# A\n' >"$dir/tree/README.md"
ok "a page that the README does not name is seen" \
    reported index "derivations.md: no link from README.md"
sed '/^### unable/d' oracle/manual/glossary.md >"$dir/glossary.md"
missing() {
    ! python3 "$here/manual_words.py" "$SLP" "$dir/glossary.md" >"$dir/said" &&
        grep -q "no definition of unable" "$dir/said"
}
ok "a missing word is seen" missing
