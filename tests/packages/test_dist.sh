#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make dist`: the same bits in another folder, under another umask and in another time zone; a list
# of parts that SPDX 2.3 allows and that names what is linked; a tarball that builds without git.
# Run once (compiler, sanitizer): it asks about the makefile.
. "$(dirname "$0")/../tap.sh"
[ "$(git rev-parse --show-prefix 2>/dev/null || echo none)" = "" ] ||
    skip_rest "make dist" "no git checkout here"
version=$(sed -n 's/^VERSION := //p' GNUmakefile)
tarball=slp-$version
# The tree as it is, without a word on what is not committed.
dist() { # FOLDER: of the current directory
    "$top/tests/house/dist/dist.sh" "$version" "$1" >"$dir/said" 2>&1 || {
        cat "$dir/said"; return 1
    }
}
top=$PWD
seconds=$(git log -1 --format=%ct)
ok "make dist writes a tarball, a list of parts and sums" make -s BUILD="$dir/build" dist
first=$dir/build/dist
sums() (cd "$first" && sha256sum -c --quiet SHA256SUMS && [ "$(wc -l <SHA256SUMS)" = 2 ])
ok "the sums hold" sums

notes() { # of this version: a title with its day, the page's own words, links that lead somewhere
    local notes=$first/$tarball-notes.md target
    head -n 1 "$notes" | grep -qE "^# slp $version, [0-9]{4}-[0-9]{2}-[0-9]{2}$" &&
        ! grep -q "^## " "$notes" && [ "$(wc -l <"$notes")" -gt 5 ] || return 1
    for target in $(grep -o '](oracle/[^)#]*' "$notes" | sed 's/](//'); do
        [ -e "$target" ] || return 1
    done
}
ok "the notes are those of this version" notes
ok "of another version there are none" refused "says nothing of 0.0.9" \
    tests/house/dist/notes.sh 0.0.9

again() (
    umask 077
    export TZ=Asia/Tokyo LC_ALL=C.UTF-8 GZIP=-1 SOURCE_DATE_EPOCH=$seconds
    dist "$dir/again"
)
ok "under another umask and in another time zone" again
ok "the bits are the same" cmp "$first/$tarball.tar.gz" "$dir/again/$tarball.tar.gz"
same_lists() {
    local file
    for file in "$tarball.spdx.json" SHA256SUMS; do
        cmp "$first/$file" "$dir/again/$file" || return 1
    done
}
ok "and so the list of parts and the sums" same_lists

# ---- Unpacked: it builds outside of git ----------------------------------------------------
tar -C "$dir" --exclude='tests/*/*' -xzf "$first/$tarball.tar.gz"
apart() (
    cd "$dir/$tarball" && export GIT_CEILING_DIRECTORIES=$dir && ! git rev-parse 2>/dev/null && "$@"
)
ok "unpacked, a library builds" apart make -s -j 2 CFLAGS=-O0 BUILD="$dir/built" \
    "$dir/built/libslp.a"
ok "and has the functions of the contract" \
    grep -q " T slp_case_parse" <(nm "$dir/built/libslp.a")
ok "make dist says there that it needs a checkout" apart refused "needs a git checkout" \
    "$top/tests/house/dist/dist.sh" "$version" "$dir/none"

# ---- Two checkouts of a few files, written by people with other umasks, at other times ----
checkout() ( # FOLDER UMASK TIME
    umask "$2"
    mkdir "$1" && cd "$1" && git init -q && mkdir -p b/c B && echo a >b/c/a && echo b >"B/a file" &&
        echo c >b.c && printf '#!\n' >run && chmod +x run && touch -d "$3" b/c/a b.c &&
        git add . && git config core.fileMode true &&
        GIT_COMMITTER_DATE="@$seconds +0900" git -c user.name=a -c user.email=a@b \
            -c commit.gpgsign=false commit -q -m a && dist "$1.dist"
)
ok "one checkout" checkout "$dir/one" 022 2001-01-01
ok "another, elsewhere" checkout "$dir/two" 077 2002-02-02
ok "have the same bits" diff -r "$dir/one.dist" "$dir/two.dist"
later() (cd "$dir/two" && echo >>b.c && touch new && SOURCE_DATE_EPOCH=86400 dist "$dir/later")
ok "changed files are said" \
    eval 'later && grep -qF "1 tracked files differ from the last commit" "$dir/said"'
contents() { TZ=UTC tar --numeric-owner --full-time -tvzf "$1"; } # TARBALL
is "what is not tracked is left out; SOURCE_DATE_EPOCH is the time" \
    "$(contents "$dir/later/$tarball.tar.gz" | awk '{ print $1, $2, $4, $5, $6 }')" \
    "$(printf -- "%s 0/0 1970-01-02 00:00:00 $tarball/%s\n" -rw-r--r-- B/a -rw-r--r-- b.c \
        -rw-r--r-- b/c/a -rwxr-xr-x run)"
ok "a time that is none is refused" refused "SOURCE_DATE_EPOCH=now: must be seconds since 1970" \
    env SOURCE_DATE_EPOCH=now tests/house/dist/dist.sh "$version" "$dir/none"
ok "it holds the tracked files, in their order" \
    cmp <(tar -tzf "$first/$tarball.tar.gz") \
    <(git ls-files | LC_ALL=C sort | sed "s|^|$tarball/|")
is "of owner 0, one time, writable by the owner alone" \
    "$(contents "$first/$tarball.tar.gz" | awk '{ print $1, $2, $4, $5 }' | sort -u)" \
    "$(TZ=UTC date -d "@$seconds" +'-rw-r--r-- 0/0 %F %T%n-rwxr-xr-x 0/0 %F %T')"

ok "the list of parts is one of SPDX 2.3, with every file's sums; faults in it are seen" \
    python3 tests/house/dist/check_sbom.py "$first/$tarball.spdx.json" "$first/$tarball.tar.gz" \
    "$version"
# each word of a link line of the makefile is of a part in the list
linked=$(sed -n 's/^[A-Z_]*LIB[S]* *=//p; /-lcmocka/p' GNUmakefile |
    grep -oE -- '-l[a-z-]+' | grep -vxE -- '-l(m|dl|slpwhole)' | sort -u)
unlisted() {
    local word
    for word in $linked; do
        cut -f 5 tests/house/dist/dependencies.tsv | tr ' ' '\n' | grep -qxF -- "$word" ||
            echo "$word"
    done
}
ok "it names what is linked" test -n "$linked" -a -z "$(unlisted)"
