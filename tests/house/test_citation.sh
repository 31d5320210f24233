#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# CITATION.cff and codemeta.json have the fields of their formats, say the same, as does the head of
# the article, and have the makefile's version, which changes.md has too.  What only maintainers can
# fill in is named before a release.  The article cites what its bibliography has.
# Every source begins with its licence (licence_lines.py).
# Run once (compiler, sanitizer): it asks about texts.
. "$(dirname "$0")/../tap.sh"
root=$(realpath "$here/../..")
ok "the project can be cited" python3 "$here/citation.py" "$root"
fresh() { # all that is asked for, as it is
    mkdir -p "$dir"/{oracle/manual,oracle/packages/debian,.github/joss}
    for file in CITATION.cff codemeta.json GNUmakefile oracle/manual/changes.md \
        .github/joss/paper.md oracle/packages/debian/control oracle/packages/debian.sh; do
        cp "$root/$file" "$dir/$file"
    done
}
seen() { # NAME FILE SED WORDS: a wrong file is refused, with these words
    fresh
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
seen "another licence" codemeta.json 's/LGPL/AGPL/' "license is not what"
seen "no title" CITATION.cff '/^title/d' "lacks {'title'}"
seen "a field of no format" CITATION.cff 's/^type/kind/' "fields that the format has not: {'kind'}"
seen "no author" CITATION.cff '/name:/d' "authors is no list"
seen "another name" codemeta.json 's/The slp/Some slp/' "author is not what"
seen "a day that is none" CITATION.cff 's/^date-released: .*/date-released: 2026-13-01/' \
    "date-released is no date"
seen "another context" codemeta.json 's#codemeta/3.0#codemeta/1.0#' "@context"
seen "another day" codemeta.json 's/2026-/2025-/' "datePublished is not what"
seen "a version that the page of changes has not" oracle/manual/changes.md \
    's/^## [0-9.]*, /## 0.0.9, /' "changes.md: no heading "
seen "a version that is not yet released there" oracle/manual/changes.md \
    's/^## \([0-9.]*\), .*/## \1, not yet released/' "changes.md: no heading "

seen "another head of the article" .github/joss/paper.md 's/^date: .*/date: 2020-01-01/' \
    "paper.md: the head is not what CITATION.cff says"

# ---- before a release ----
fresh
released() { python3 "$here/citation.py" "$dir" --release; }
unfilled() { # what is missing, and exit status 2
    released >"$dir/said"
    [ $? = 2 ] && cat "$dir/said" && grep -q "is no person" "$dir/said" &&
        grep -q "contact: who answers" "$dir/said" && grep -q "repository-code" "$dir/said" &&
        grep -q "doi: of" "$dir/said" && grep -q "example.org is no address" "$dir/said" &&
        grep -q "paper.md: the section .AI usage disclosure" "$dir/said"
}
ok "before a release it is named what only maintainers can fill in" unfilled
sed -i 's/^  - name: The slp maintainers/  - family-names: Author\
    given-names: An\
    orcid: https:\/\/orcid.org\/0000-0002-1825-0097\
    affiliation: A Place/' "$dir/CITATION.cff"
cat >>"$dir/CITATION.cff" <<'C'
contact:
  - family-names: Author
    given-names: An
    email: an@place.edu
repository-code: https://place.edu/slp
doi: 10.5281/zenodo.1234
C
sed -i 's/maintainers@example\.org/an@place.edu/' "$dir"/oracle/packages/debian{/control,.sh}
sed -i 's/^To be written by.*/It is written./' "$dir/.github/joss/paper.md"
filled_in() { python3 "$here/citation.py" "$dir" --save && released; }
ok "once it is filled in nothing is missing, and the other files follow" filled_in
ok "codemeta.json has the person" grep -q '"givenName": "An"' "$dir/codemeta.json"
ok "and so has the article" grep -q "orcid: 0000-0002-1825-0097" "$dir/.github/joss/paper.md"
sed -i 's/0097$/009/' "$dir/CITATION.cff"
wrong_orcid() { ! released | tee "$dir/said"; grep -q "orcid of An Author" "$dir/said"; }
ok "an ORCID that is none is named" wrong_orcid

# ---- the article ----
cited() { grep -o '@[a-z]*[0-9]\{4\}' "$root/.github/joss/paper.md" | tr -d @ | sort -u; }
has() { sed -n 's/^@[a-z]*{\([a-z0-9]*\),$/\1/p' "$root/.github/joss/paper.bib" | sort; }
is "the article cites all that its bibliography has, and no more" "$(cited)" "$(has)"
words=$(sed '1,/^---$/d' "$root/.github/joss/paper.md" | wc -w)
ok "it is as long as the journal asks for: $words words" test "$words" -ge 750 -a "$words" -le 1750
if command -v pandoc >/dev/null; then
    ok "pandoc makes a page of it" make -s -C "$root" paper BUILD="$dir/build"
    ok "with its references" grep -qi "Arb: efficient" "$dir/build/paper.html"
else skip "pandoc makes a page of it" "there is no pandoc"; fi

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
