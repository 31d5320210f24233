#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What a reader finds on the pages of claims: the size wherever a verdict or a figure is, the
# paper's words and replies, findings apart, errata that say which text was read, links both ways,
# anchors that stay, neighbours, the foot, the page of a paper, and long states in a file beside
# the page.
# Run once (compiler): it asks about pages.
. "$(dirname "$0")/../tap.sh"
. "$here/../support/claim.sh"
formula() { # ID VERDICT STEPS [MORE]
    claim_file "$dir/$1.yaml" "$1" statement="A formula." verdict="$2" steps="$3" is=above \
        bound=0 because="The two sides differ by {m.largest}." after="${4:-}"
}
formula quoted refuted 37 'printed: "x = ½ y"
meant: "x = y"
erratum: "(1), the factor"
quote: {text: "x is half of y", page: "7", section: "2.1", from: ocr}
faithful: inference
replies:
  - {date: 2026-01-02, by: "An <b>Author</b>", kind: dispute, text: "The factor is *meant* so."}
figures:
  - {name: drift, title: "The *paper'\''s* words", caption: A drift., draw: [m]}'
formula found finding 41
formula last confirmed 43
out=$dir/out
"$SLP" audit --out "$out" --claim "$dir/quoted.yaml" "$dir/found.yaml" "$dir/last.yaml" \
    lecg-energy lecg-fig1-periodic ejll-zeitlin-sign >"$dir/stdout" 2>"$dir/stderr"
ok "the audit decides" test $? = 0
ok "links lead somewhere" python3 "$here/pages_links.py" "$out"
ok "HTML and Markdown say the same" python3 "$here/pages_same.py" "$out"
asks() { # WORDS: this part of the check holds
    ok "$1" python3 "$here/claim_pages.py" "$out" "$2"
}
asks "every verdict and every figure stands with its size" sizes
asks "the quote is there, with place and text that was read" quote
asks "a reply is there as text, with date, kind and author" reply
asks "a finding is in a table of its own and counted apart" finding
asks "errata say which text was read and lead to claim and figures" errata
asks "a claim leads to its erratum and to the gallery" links
asks "each heading has an anchor of its own, which no order numbers" anchors
asks "pages lead to the one before and the one after" neighbours
asks "each page's foot has version, date, size, hash and libraries" foot
asks "the page of a paper has each of its claims once, and its errata" summary
anchors() { # DIR: of the page of a claim
    grep -o ' id="[^"]*"' "$1/claims/lecg-energy.html" | sort
}
anchors "$out" >"$dir/before"
"$SLP" audit --out "$dir/alone" --claim lecg-energy >"$dir/stdout" 2>&1
anchors "$dir/alone" >"$dir/after"
ok "anchors do not depend on what else is in the report" cmp "$dir/before" "$dir/after"

# A state that is too long for a page: the exact case of su(24) has 576 coordinates.
claim_file "$dir/long.yaml" long system=zeitlin-sphere scheme=isospectral-midpoint \
    parameters="n: 24, amp: 0" state="{uniform: [-0.1, 0.1]}" steps=1 more="samples: 1" \
    quantity=energy-residual is=above bound=0
"$SLP" audit --out "$dir/long" --claim "$dir/long.yaml" >"$dir/stdout" 2>"$dir/stderr"
long_state() {
    local page=$dir/long/claims/long.html file=$dir/long/claims/long-m.sh
    [ -s "$file" ] || return 1
    [ "$(wc -c <"$file")" -gt 4000 ] && [ "$(awk '{ if (length > m) m = length }
        END { print m }' "$page")" -lt 4000 ] && grep -q 'href="long-m.sh"' "$page" &&
        sh "$file" >"$dir/again" && [ "$(wc -c <"$dir/again")" -gt 4000 ]
}
ok "a long state is in a file beside the page, and the file runs" long_state
refused() { # FIELD-LINE WORDS
    sed "s|title: \"The .paper's. words\"|$1|" "$dir/quoted.yaml" >"$dir/bad.yaml"
    "$SLP" audit --out "$dir/bad" --claim "$dir/bad.yaml" >"$dir/stdout" 2>"$dir/stderr"
    [ $? = 2 ] && grep -q "$2" "$dir/stderr"
}
ok "a slope of 0 is refused" refused "slope: 0" "field slope: must lie in (0, 8]"
ok "three slopes are refused" refused "slope: [1, 2, 3]" "field slope"
ok "a slope that is no number is refused" refused "slope: steep" "field slope"
ok "a title that does not fit over a figure is refused" refused "title: $(printf 'x%.0s' {1..51})" \
    "field title: has 51 letters: at most 50"
sed "s|The .paper's. words|$(printf 'é%.0s' {1..50})|" "$dir/quoted.yaml" |
    sed "s/^id: quoted/id: fits/" >"$dir/fits.yaml"
ok "one that fits is taken, letters counted and not bytes" \
    "$SLP" audit --out "$dir/bad" --claim "$dir/fits.yaml"
