#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# A claim of one's own with a paper.yaml beside it has its paper in its record, and on the pages, as
# a claim of the ledger has; what does not fit is refused before anything runs.
# Run once (compiler, libraries, sanitizer): test_claim_paper.c reads papers in every build.
. "$(dirname "$0")/audit_trial.sh"

mkdir "$dir/own"
claim "$dir/own/a.yaml" a 20 1e-12 1e-12
paper() { # SED...: the paper of the folder, changed
    cat >"$dir/own/paper.yaml" <<'Y'
# A paper for tests.
key: test
title: "On <b>drift</b>"
authors: [Ann Author, Bo Writer]
year: 2024
doi: 10.1000/xyz
read: not at hand
Y
    [ $# = 0 ] || sed -i "$@" "$dir/own/paper.yaml"
}
record() { # PYTHON: is it true of the record r?
    python3 - "$dir/report/results/a.json" "$1" <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
assert eval(sys.argv[2]), r["paper"]
P
}
refused() { # WORDS: the audit is refused, says so, and has written nothing
    rm -rf "$dir/report"
    exits 2 audit --claim "$dir/own/a.yaml" && grep -qF "$1" "$dir/err" &&
        test ! -e "$dir/report"
}
ok "without a paper a claim runs" exits 0 audit --claim "$dir/own/a.yaml"
ok "and its record names none" record 'r["paper"] is None'
first=$(grep '"inputs"' "$dir/report/results/a.json")
paper
ok "with a paper.yaml beside it, too" exits 0 audit --claim "$dir/own/a.yaml"
ok "its record has it" record 'r["paper"] == {"key": "test", "title": "On <b>drift</b>",
    "authors": ["Ann Author", "Bo Writer"], "year": 2024, "published": None, "doi": "10.1000/xyz",
    "arxiv": None, "read": []}'
ok "the record's inputs change with it" \
    test "$first" != "$(grep '"inputs"' "$dir/report/results/a.json")"
named() { # FILE...: each names the paper, as text
    for file; do
        grep -qF 'Ann Author, Bo Writer: On &lt;b&gt;drift&lt;/b&gt; (2024), doi:10.1000/xyz.' \
            "$dir/report/$file" || return 1
        grep -qF 'Source text not at hand.' "$dir/report/$file" || return 1
    done
}
ok "its pages name it" named claims/a.html index.html
ok "from its own folder it is found as well" \
    sh -c 'cd "$1" && "$2" audit --claim a.yaml --out "$3/h" && grep -q xyz "$3/h/index.html"' \
    sh "$dir/own" "$slp" "$dir"
paper 's/^key: .*/key: other/'
ok "another key is refused" refused \
    'a.yaml:3: claim a, field source: is not the key of the paper.yaml beside the claim: write'
paper 's/^doi: .*/doi: doi.org/'
ok "no DOI is refused" refused 'own/paper.yaml:6: field doi: `doi.org` is no DOI: write 10.NUMBER'
paper '/^read/d'
ok "nothing read is refused" refused 'own/paper.yaml:2: field read: is missing: say which text'
paper 's/^year/years/'
ok "an unknown key is refused" refused 'own/paper.yaml:5: field years: unknown key; those that fit'
paper
printf 'quote: {text: "so it is", section: "1", from: ocr}\nfaithful: quote\n' >>"$dir/own/a.yaml"
ok "a quote of a text that is not at hand is refused" refused \
    'a.yaml:26: claim a, field quote: cannot be of a text that is not at hand: remove the quote'
paper 's/^read: .*/read: [{from: ocr, about: a scan}]/'
ok "one of a text that was read is not" exits 0 audit --claim "$dir/own/a.yaml"
ok "the page says which" grep -qF 'What was read: a scan.' "$dir/report/claims/a.html"
rm "$dir/own/paper.yaml"
sed -i 's/^source: .*/source: GBW/' "$dir/own/a.yaml"
ok "a claim of one's own on a paper of the ledger" exits 0 audit --claim "$dir/own/a.yaml"
ok "has that paper" record 'r["paper"]["key"] == "GBW" and r["paper"]["arxiv"] == "2412.19368"'

# ---- A claim that awaits a scheme ---------------------------------------------------------
sed -i 's/^    scheme: .*/    scheme: not-yet/' "$dir/own/a.yaml"
ok "an unknown scheme is refused" exits 2 audit --claim "$dir/own/a.yaml"
ok "with what to write" grep -qF 'unknown scheme not-yet: see `slp list schemes`, or name it' \
    "$dir/err"
echo 'awaits: [not-yet]' >>"$dir/own/a.yaml"
ok "alone, one that is awaited shows nothing: exit status 1" exits 1 audit --claim "$dir/own/a.yaml"
ok "its verdict is that it is not run" verdict a "not run"
ok "with the reason" record '"no scheme not-yet yet" in r["because"] and r["measures"] == []'
ok "the table says it" grep -qE '^a  +not run +not run +- +20 steps +- +' "$dir/out"
ok "beside a claim that is decided the status is 0" exits 0 audit --junit "$dir/junit.xml" \
    "$dir/own/a.yaml" gbw-energy-bound
ok "JUnit counts it as skipped" grep -q 'skipped="1"' "$dir/junit.xml"
ok "the index counts it" grep -qF '1 qualified, 1 not run.' "$dir/report/verdicts.md"
ok "it is kept by --resume" exits 0 audit --resume "$dir/own/a.yaml" gbw-energy-bound
sed -i 's/^    scheme: .*/    scheme: tmk/; s/not-yet/tmk/' "$dir/own/a.yaml"
ok "with the scheme there it runs" exits 0 audit --claim "$dir/own/a.yaml"
ok "and has its verdict" verdict a confirmed

# ---- A file of one's own beside the ledger: the same on every page ------------------------
# Claims with an erratum, with a figure and without: once of the ledger, once as files of a folder
# with its paper.yaml.  Every page and record is the same but for the command and what it hashes.
same=(gbw-cayley-printed gbw-convex gbw-energy-bound)
mkdir "$dir/copy" "$dir/pages"
rm -rf "$dir/report"
cp reports/ledger/gbw/paper.yaml "$dir/copy"
for id in "${same[@]}"; do cp "reports/ledger/gbw/$id.yaml" "$dir/copy"; done
exits 0 audit "${same[@]}" && mv "$dir/report" "$dir/pages/ledger"
exits 0 audit "$dir/copy"/gbw-*.yaml
mv "$dir/report" "$dir/pages/own"
plain() { # FOLDER: pages and records, without the command's file, sums, times and seconds
    (cd "$dir/pages/$1" && find . -name '*.html' -o -name '*.md' -o -path './results/*' |
        LC_ALL=C sort | while read -r file; do
        echo "== $file"
        sed -E -e "s#[^ \"\`<>]*copy/(gbw-[a-z-]*)\.yaml#\1#g" -e 's/[0-9a-f]{16}/SUM/g' \
            -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]*Z/TIME/g' -e 's/[0-9.]+ s\b/SECONDS/g' "$file"
    done)
}
alike() {
    plain ledger >"$dir/pages/a" && plain own >"$dir/pages/b" &&
        [ "$(grep -c '^== ' "$dir/pages/a")" -ge 14 ] && diff "$dir/pages/a" "$dir/pages/b"
}
ok "a claim of one's own is as one of the ledger on every page" alike
