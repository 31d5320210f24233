#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The quotes of the ledger: each ends where a sentence ends or shows what it leaves out, and is the
# one that was compared, word for word, with its paper's text.  The texts are not part of the
# project: SLP_CHECK_PAPERS is a directory with them, and only there can it be compared again.
# Run once (compiler, sanitizer): it asks about the ledger.
. "$(dirname "$0")/../tap.sh"
quotes() { python3 "$here/ledger_quotes.py" "$@"; }
rejects() { # FAULT SED CLAIM: of a ledger with the claim changed
    rm -rf "$dir/ledger"
    cp -r reports/ledger "$dir/ledger"
    sed -i "$2" "$dir/ledger/$3"
    ! cmp -s "$dir/ledger/$3" "reports/ledger/$3" || return 1
    quotes "$dir/ledger" "$here/quotes.tsv" ${4:+"$4"} >"$dir/said" && return 1
    cat "$dir/said"
    grep -qF -- "$1" "$dir/said"
}
ok "quotes are whole and as they were compared" quotes reports/ledger "$here/quotes.tsv"
ok "a changed word is found" rejects "gbw-minimum: the quote is not" \
    's/takes its minima/takes its minimum/' gbw/gbw-minimum.yaml
ok "a quote that stops short is found" rejects "gbw-minimum: neither a sentence" \
    's/minima at \$\\theta_{0}\$\./minima/' gbw/gbw-minimum.yaml
ok "one that stops at an abbreviation, too" rejects "gbw-minimum: neither a sentence" \
    's/minima at \$\\theta_{0}\$\./minima, cf./' gbw/gbw-minimum.yaml
ok "another text than was read is found" rejects "gbw-minimum: the quote is not" \
    's/^  from: latex/  from: typeset/' gbw/gbw-minimum.yaml
[ -d "${SLP_CHECK_PAPERS-}" ] ||
    skip_rest "quotes in their papers" "the texts are not at hand: SLP_CHECK_PAPERS names no folder"
ok "quotes stand in their papers" quotes reports/ledger "$here/quotes.tsv" "$SLP_CHECK_PAPERS"
ok "a word that the paper has not is found" rejects "gbw-minimum: not in its text" \
    's/takes its minima/takes its minimum/' gbw/gbw-minimum.yaml "$SLP_CHECK_PAPERS"
