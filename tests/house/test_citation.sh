#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# CITATION.cff and codemeta.json have the fields of their formats, say the same, and have the
# makefile's version, which changes.md has too.
# Run once (compiler, sanitizer): it asks about texts.
. "$(dirname "$0")/../tap.sh"
root=$(realpath "$here/../..")
ok "the project can be cited" python3 "$here/citation.py" "$root"
seen() { # NAME FILE SED WORDS: a wrong file is refused, with these words
    cp "$root"/{CITATION.cff,codemeta.json,GNUmakefile} "$dir/"
    mkdir -p "$dir/oracle/manual" && cp "$root/oracle/manual/changes.md" "$dir/oracle/manual/"
    sed -i "$3" "$dir/$2"
    ok "$1 is seen" rejects "$4"
}
rejects() {
    python3 "$here/citation.py" "$dir" >"$dir/said" && return 1
    cat "$dir/said"
    grep -qF -- "$1" "$dir/said"
}
seen "an older version" CITATION.cff 's/^version: .*/version: 0.0.9/' \
    "CITATION.cff has version 0.0.9, GNUmakefile"
seen "the makefile's version changed alone" GNUmakefile 's/^VERSION := .*/VERSION := 9.9.9/' \
    "GNUmakefile 9.9.9"
seen "another licence" codemeta.json 's/LGPL/AGPL/' "licences differ"
seen "no title" CITATION.cff '/^title/d' "lacks {'title'}"
seen "a field of no format" CITATION.cff 's/^type/kind/' "fields that the format has not: {'kind'}"
seen "no author" CITATION.cff '/name:/d' "authors is no list"
seen "another name" codemeta.json 's/The slp/Some slp/' "authors differ"
seen "a day that is none" CITATION.cff 's/^date-released: .*/date-released: 2026-13-01/' \
    "date-released is no date"
seen "another context" codemeta.json 's#codemeta/3.0#codemeta/1.0#' "@context"
seen "another day" codemeta.json 's/2026-/2025-/' "datePublished and date-released"
seen "a version that the page of changes has not" oracle/manual/changes.md \
    's/^## [0-9.]*, /## 0.0.9, /' "changes.md: no heading "
seen "a version that is not yet released there" oracle/manual/changes.md \
    's/^## \([0-9.]*\), .*/## \1, not yet released/' "changes.md: no heading "
