#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Rooms and modules: includes go one way, the two paths are independent, and the libraries know no
# foreign symbols.
# Run once (sanitizer): it asks about sources, and about libraries as users get them.
. "$(dirname "$0")/../tap.sh"
# Files as git knows them, or all of them where this is no checkout.
listed=$(git ls-files 2>/dev/null)
[ -n "$listed" ] || listed=$(find ref fast oracle props reports tests -type f)
empty "includes go one way, and to the headers that modules open (tests/house/rooms.py)" \
    "$(python3 tests/house/rooms.py . <<<"$listed" 2>&1)"
# The check sees what it is for.
sees() { # NAME WORDS FILE INCLUDED: a source with this include must be told so
    mkdir -p "$dir/$(dirname "$3")"
    echo "#include \"$4\"" >"$dir/$3"
    said=$(python3 tests/house/rooms.py "$dir" --part <<<"$3" 2>&1)
    case $said in *"$2"*) said= ;; *) said="not seen: $3 includes $4; said: $said" ;; esac
    empty "$1" "$said"
}
sees "a path that includes the other is seen" "may include only" ref/scheme/a.c fast/fast.h
sees "a law that includes a private header of a path is seen" "may include only" props/law/a.c \
    ref/system/system.h
sees "a private header of a module that may be included is seen" "private to oracle/judge" \
    oracle/command/a.c oracle/judge/batch.h
sees "an include against the direction is seen" "may include only" oracle/contract/a.c \
    oracle/judge/judge.h
sees "a folder that no rule names is seen" "names no module" oracle/new/a.c \
    oracle/contract/case/case.h
[ -n "$(python3 tests/house/rooms.py . </dev/null)" ] && said= ||
    said="an empty list of files passes"
empty "an empty list of files is an error" "$said"

# ---- No circle inside a folder ----
circles() { python3 tests/house/circles.py "$@" 2>&1; } # BUILD: of the files listed on stdin
empty "files of a folder need each other one way (tests/house/circles.py)" \
    "$(grep -E '^(ref|fast|oracle|props|reports)/' <<<"$listed" | circles "$BUILD")"
mkdir -p "$dir/circle"
for pair in "a b" "b c" "c a" "d a"; do # the first needs the second
    first=${pair% *} second=${pair#* }
    echo "int $second(void); int $first(void); int $first(void) { return $second(); }" |
        ${CC:-cc} -x c -c -o "$dir/circle/$first.o" -
done
is "a circle of three files is seen, and what hangs on it is not in it" \
    "$(printf 'circle/%s.c\n' a b c d | circles "$dir")" "circle: a.c b.c c.c"
is "no object at all is an error" "$(echo circle/e.c | circles "$dir")" \
    "no object of these files in $dir"

# What is a fact of a scheme or a system stands in its table: no code reads it off the name.
names=$(for what in systems schemes; do "$BUILD/slp" list $what |
    sed -n 's/^\([a-z][a-z0-9-]*\)\t.*/\1/p'; done)
beginnings() { python3 tests/house/name_beginnings.py "$names" "$@" 2>&1; } # FILE...
mapfile -t coded < <(grep -E '^(ref|fast|oracle|props|reports)/.*\.[ch]$' <<<"$listed")
empty "no code compares the beginning of a name of a scheme or system" "$(beginnings "${coded[@]}")"
sees_beginning() { # NAME CODE
    mkdir -p "$dir/oracle/judge"
    printf '%s\n' "$2" >"$dir/oracle/judge/a.c"
    [ -n "$(beginnings "$dir/oracle/judge/a.c")" ] && said= || said="not seen: $2"
    empty "$1" "$said"
}
sees_beginning "a comparison with the beginning of a name is seen" \
    'return strncmp(scheme->name, known, n) == 0;'
sees_beginning "so is one by a function of its own" 'return begins(s, "variational-");'
sees_beginning "so is one of a part" 'return strstr(c->system->name, "body") != NULL;'
sees_beginning "so is one of single letters" 'return c->scheme->name[0] == 0x72;'
[ -n "$(beginnings)" ] && said= || said="an empty list of files passes"
empty "names in no file at all is an error" "$said"

# ---- What a page says of a paper is in the ledger: the code of reports/ names none ----
# (`field` is a word of mathematics, too)
keys=$(sed -n 's/^key: //p' reports/ledger/*/paper.yaml | grep -vx FIELD | paste -sd '|')
empty "no code of reports/ names a paper of the ledger" \
    "$(grep -E '^reports/.*\.[ch]$' <<<"$listed" | xargs grep -nwiE "$keys")"
echo '/* As GBW has it. */' >"$dir/a.c"
ok "a name is seen" grep -wiE "$keys" "$dir/a.c"
# ---- Lines fit in 100 columns ----
wide() { python3 tests/house/wide_lines.py "$@" 2>&1; } # ROOT: of the files listed on stdin
empty "no line is wider than 100 columns" "$(wide . <<<"$listed")"
sees_wide() { # NAME FAULT FILE FORMAT: what is wrong with a file of this one line
    printf "$4\n" "$(printf 'x%.0s' {1..98})" >"$dir/$3"
    is "$1" "$(wide "$dir" <<<"$3")" "$2"
}
for file in a.c a.sh a.py a.yaml a.md GNUmakefile; do
    sees_wide "a wider line in $file is seen" "$file:1: 101 columns" $file "# %s#"
done
sees_wide "100 columns are not" "" a.sh "# %s"
sees_wide "nor a table in Markdown" "" a.md "| %s |"
sees_wide "letters are counted, not bytes" "" a.h "½ %s"
is "no file at all is an error" "$(wide . </dev/null)" "no file to look at"

symbols() { nm --undefined-only "$1" | awk '$1 == "U" { print $2 }' | sort -u; }
dynamic() { nm -D --undefined-only "$1" | awk '{ print $NF }' | sort -u; }
flint='^(_?(arb|acb|arf|mag|fmpz|fmpq|flint|mpfr|mpf|nmod|mpn)_|__gmp)'
blas='^(cblas_|LAPACKE_|openblas_|[sdcz](ge|sy|he|tr|or|un)[a-z0-9]+_$)'
for kind in a so.0; do
    fast=$BUILD/libslpfast.$kind ref=$BUILD/libslpref.$kind
    [ -s "$fast" ] && [ -s "$ref" ] || empty "libraries are there ($kind)" "missing $fast or $ref"
    list=symbols
    [ "$kind" = a ] || list=dynamic
    empty "libslpfast.$kind knows no FLINT, Arb, MPFR or GMP" "$($list "$fast" | grep -E "$flint")"
    empty "libslpref.$kind knows no BLAS or LAPACK" "$($list "$ref" | grep -E "$blas")"
    # the pattern itself must be able to see what it looks for
    [ -n "$($list "$ref" | grep -E "$flint")" ] && seen= ||
        seen="the pattern sees no FLINT in libslpref"
    empty "the FLINT pattern finds FLINT in libslpref.$kind" "$seen"
done
# what the program does to its allocator, signals and environment (oracle/command/program.h) no
# library does to who calls it
tampers() {
    nm -D "$1" | grep -E \
        ' [A-TV-Z] (malloc|calloc|realloc|free)$| U (setenv|putenv|unsetenv|signal|sigaction)(@|$)'
}
for path in "" ref fast; do
    empty "libslp$path puts nothing before the allocator, sets no environment, takes no signal" \
        "$(tampers "$BUILD/libslp$path.so.0")"
done
[ -n "$(tampers "$BUILD/slp")" ] && seen= || seen="the check does not see what the program does"
empty "the check of that sees it in the program" "$seen"
# comments say which test pins what they stand on
mapfile -t speaking < <(grep -E '^(ref|fast|oracle|props|reports|tests)/.*\.(c|h|md)$' \
    <<<"$listed" |
    grep -vE '^(tests/fuzz/corpus/|oracle/manual/(contributing|extending|papers).md)')
[ ${#speaking[@]} -gt 500 ] && few= || few="only ${#speaking[@]} files are looked at"
empty "comments of ${#speaking[@]} files are looked at" "$few"
named_files='\b(ref|fast|oracle|props|reports|tests)/[A-Za-z0-9_/-]+\.(c|h|md|sh|py|tsv|yaml)\b'
gone=$(grep -ohE "$named_files" "${speaking[@]}" 2>/dev/null |
    grep -vE '[/_](NAME|FAMILY|SYSTEM|ID|a|one|two)\.' | sort -u |
    while read -r named; do [ -e "$named" ] ||
    echo "$named, named in $(grep -lF "$named" "${speaking[@]}" 2>/dev/null | tr '\n' ' ')"; done)
empty "files that comments name are there" "$gone"
empty "planted faults find their text, once" \
    "$(tests/faults/mutants.sh "$BUILD" --list 2>&1 >/dev/null)"
[ -n "$(cd tests/faults && python3 -c 'import mutate
mutate.reasons = lambda: {"ref/ref.h@00000000": ("equivalent", "")}
print(*mutate.unknown_reasons())')" ] && said= || said="a reason for ref/ref.h@00000000 passes"
empty "a reason for what is no mechanical fault is seen" "$said"
empty "libslp.so needs the C library alone" "$(readelf -d "$BUILD/libslp.so.0" | grep NEEDED |
    grep -vE '\[lib(c|m|asan|ubsan|tsan)\.so\.[0-9]+\]')"
empty "libslpfast.so needs no FLINT, MPFR or GMP" "$(readelf -d "$BUILD/libslpfast.so.0" |
    grep NEEDED | grep -E 'flint|arb|mpfr|gmp')"
# constant tables with addresses in them live in .data.rel.ro, which is read-only once the program
# runs
writable() {
    objdump -t "$1" | awk \
        '$3 == "O" && $4 ~ /^(\.t?data|\.t?bss|\*COM\*)/ && $4 !~ /^\.data\.rel\.ro/ {
            print $4, $NF
        }' |
        grep -vE '(gcov|asan|ubsan|odr)'
}
empty "libslp.a holds no writable globals" "$(writable "$BUILD/libslp.a")"
empty "libslpref.a holds no writable globals" "$(writable "$BUILD/libslpref.a")"
empty "libslpfast.a holds no writable globals" "$(writable "$BUILD/libslpfast.a")"
echo 'int seen; static int hidden; int next(void); int next(void) { return seen++ + hidden++; }' \
    >"$dir/c.c"
${CC:-cc} -c -o "$dir/c.o" "$dir/c.c"
[ "$(writable "$dir/c.o" | wc -l)" = 2 ] && seen= || seen="the check does not see a writable global"
empty "the check for writable globals sees one" "$seen"
