#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# CITATION.cff and codemeta.json have the fields of their formats, say the same, and have the
# makefile's version, which changes.md has too.
# Every source begins with its licence (licence_lines.py).
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

# ---- the licence of each source ----
listed=$(git ls-files 2>/dev/null)
[ -n "$listed" ] || listed=$(find ref fast oracle props reports tests -type f)
empty "every source begins with its licence" "$(python3 "$here/licence_lines.py" . <<<"$listed")"
licence_seen() { # NAME FILE FIRST-LINE WORDS: what is said of a file that begins so
    mkdir -p "$dir/$(dirname "$2")"
    printf '%b\n' "$3" >"$dir/$2"
    ok "$1 is seen" grep -qF -- "$4" <<<"$(python3 "$here/licence_lines.py" "$dir" <<<"$2")"
}
licence_seen "a source without a licence" ref/a.c '/* A step. */' "is not SPDX-License-Identifier"
licence_seen "a script whose second line is none" tests/a.sh '#!/bin/bash\n# A test.' \
    "is not SPDX-License-Identifier"
licence_seen "a skeleton that nobody may copy" oracle/ports/skeletons/a.c \
    '/* SPDX-License-Identifier: LGPL-3.0-or-later */' "its folder has 0BSD"
licence_seen "a part of the library that asks for nothing" fast/a.c \
    '/* SPDX-License-Identifier: 0BSD */' "its folder has LGPL"
is "no source at all is an error" "$(python3 "$here/licence_lines.py" . </dev/null)" \
    "no source in the list"
