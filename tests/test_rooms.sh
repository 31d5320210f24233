#!/bin/bash
# The two paths are independent: neither includes the other, and the libraries know no foreign symbols.
status=0
verdict() { # NAME TEXT-THAT-MUST-BE-EMPTY
    if [ -z "$2" ]; then echo "ok - $1"; else
        echo "not ok - $1"
        echo "$2" | sed 's/^/# /' | head -n 5
        status=1
    fi
}
verdict "ref includes nothing of fast, props, reports" "$(grep -nE '#include "(fast|props|reports|tests)/' ref/*.[ch])"
verdict "fast includes nothing of ref, props, reports" "$(grep -nE '#include "(ref|props|reports|tests)/' fast/*.[ch])"
verdict "of oracle, ref and fast include the contract alone" \
    "$(grep -nE '#include "oracle/' ref/*.[ch] fast/*.[ch] | grep -vE '"oracle/(case|float_environment|float_rules)\.h"')"
verdict "the contract includes nothing but itself" \
    "$(grep -nE '#include "(ref|fast|props|reports|tests)/' oracle/case*.[ch] oracle/system_*.c oracle/scheme_*.c oracle/draw*.[ch] oracle/float*.[ch] oracle/noise*.[ch])"
verdict "props include public headers alone" \
    "$(grep -nE '#include "(ref|fast)/' props/*.[ch] | grep -vE '"(ref/ref|fast/fast)\.h"')"

symbols() { nm --undefined-only "$1" | awk '$1 == "U" { print $2 }' | sort -u; }
dynamic() { nm -D --undefined-only "$1" | awk '{ print $NF }' | sort -u; }
flint='^(_?(arb|acb|arf|mag|fmpz|fmpq|flint|mpfr|mpf|nmod|mpn)_|__gmp)'
blas='^(cblas_|LAPACKE_|openblas_|[sdcz](ge|sy|he|tr|or|un)[a-z0-9]+_$)'
for kind in a so.0; do
    fast=$BUILD/libslpfast.$kind ref=$BUILD/libslpref.$kind
    [ -s "$fast" ] && [ -s "$ref" ] || verdict "libraries are there ($kind)" "missing $fast or $ref"
    list=symbols
    [ "$kind" = a ] || list=dynamic
    verdict "libslpfast.$kind knows no FLINT, Arb, MPFR or GMP" "$($list "$fast" | grep -E "$flint")"
    verdict "libslpref.$kind knows no BLAS or LAPACK" "$($list "$ref" | grep -E "$blas")"
    # the pattern itself must be able to see what it looks for
    [ -n "$($list "$ref" | grep -E "$flint")" ] && seen= || seen="the pattern sees no FLINT in libslpref"
    verdict "the FLINT pattern finds FLINT in libslpref.$kind" "$seen"
done
# what the program does to its allocator, signals and environment (oracle/program.h) no library does to who calls it
tampers() { nm -D "$1" | grep -E ' [A-TV-Z] (malloc|calloc|realloc|free)$| U (setenv|putenv|unsetenv|signal|sigaction)(@|$)'; }
for path in ref fast; do
    verdict "libslp$path puts nothing before the allocator, sets no environment, takes no signal" "$(tampers "$BUILD/libslp$path.so.0")"
done
[ -n "$(tampers "$BUILD/slp")" ] && seen= || seen="the check does not see what the program does"
verdict "the check of that sees it in the program" "$seen"
# comments say which test pins what they stand on
gone=$(grep -ohE 'tests/test_[a-z0-9_]+\.(c|sh|py)|props/law_[a-z_]+\.c' {ref,fast,oracle,props,reports,tests}/*.{c,h,md} 2>/dev/null | sort -u |
    while read -r named; do [ -e "$named" ] || echo "$named, named in $(grep -lF "$named" {ref,fast,oracle,props,reports,tests}/*.{c,h,md} 2>/dev/null | tr '\n' ' ')"; done)
verdict "tests that comments name are there" "$gone"
verdict "planted faults find their text, once" "$(tests/mutants.sh "$BUILD" --list 2>&1 >/dev/null)"
verdict "libslpfast.so needs no FLINT, MPFR or GMP" "$(readelf -d "$BUILD/libslpfast.so.0" | grep NEEDED | grep -E 'flint|arb|mpfr|gmp')"
# constant tables with addresses in them live in .data.rel.ro, which is read-only once the program runs
writable() {
    objdump -t "$1" | awk '$3 == "O" && $4 ~ /^(\.t?data|\.t?bss|\*COM\*)/ && $4 !~ /^\.data\.rel\.ro/ { print $4, $NF }' |
        grep -vE '(gcov|asan|ubsan|odr)'
}
verdict "libslpref.a holds no writable globals" "$(writable "$BUILD/libslpref.a")"
verdict "libslpfast.a holds no writable globals" "$(writable "$BUILD/libslpfast.a")"
counter=$(mktemp -d)
trap 'rm -rf "$counter"' EXIT
echo 'int seen; static int hidden; int next(void); int next(void) { return seen++ + hidden++; }' >"$counter/c.c"
${CC:-cc} -c -o "$counter/c.o" "$counter/c.c"
[ "$(writable "$counter/c.o" | wc -l)" = 2 ] && seen= || seen="the check does not see a writable global"
verdict "the check for writable globals sees one" "$seen"
exit $status
