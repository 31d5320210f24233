#!/bin/bash
# `make install` gives a usable tree: programs link with each library alone, static and shared; uninstall
# leaves nothing behind.
# Run once (compiler, sanitizer): it asks about the makefile.
status=0
is() { if [ "$2" = "$3" ]; then echo "ok - $1"; else
    echo "not ok - $1"
    printf '# wanted: %s\n# got:    %s\n' "$3" "$2"
    status=1
fi; }
case "$(nm "$BUILD/slp" 2>/dev/null | grep -m1 -E '__(asan|ubsan)_|__gcov_')" in ?*)
    echo "ok - install is tested on the plain build # SKIP instrumented build"
    exit 0
    ;;
esac
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
make -s BUILD="$BUILD" DESTDIR="$root" PREFIX=/opt/slp install >"$root.log" 2>&1
is "install succeeds" "$?" 0
tree=$root/opt/slp
for f in bin/slp lib/libslpref.a lib/libslpfast.a lib/libslpref.so.0 lib/libslpfast.so.0 lib/pkgconfig/slpref.pc \
    lib/pkgconfig/slpfast.pc include/slp/oracle/contract/case.h include/slp/ref/ref.h include/slp/fast/fast.h share/man/man1/slp.1; do
    [ -e "$tree/$f" ] || missing="${missing:-}$f "
done
is "every file is there" "${missing:-}" ""
is "the shared library names itself" "$(readelf -d "$tree/lib/libslpfast.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')" libslpfast.so.0

for path in fast ref; do
    pc=$tree/lib/pkgconfig/slp$path.pc
    cat >"$root/$path.c" <<C
#include "$path/$path.h"
#include <stdio.h>
int main(void) { puts(${path}_has_system("rigid-body") && ${path}_scheme_find("tmk") ? "has" : "lacks"); return 0; }
C
    private=$(sed -n 's/^Libs.private: //p' "$pc")
    # the tree is staged under DESTDIR, so paths carry that root in front
    cc -I"$tree/include/slp" "$root/$path.c" "$tree/lib/libslp$path.a" $private -o "$root/static" 2>"$root/err"
    is "a program links with libslp$path.a" "$("$root/static" 2>&1)" has
    cc -I"$tree/include/slp" "$root/$path.c" -L"$tree/lib" -lslp$path -o "$root/shared" 2>"$root/err"
    is "a program links with libslp$path.so" "$(LD_LIBRARY_PATH=$tree/lib "$root/shared" 2>&1)" has
done
is "the installed program runs" "$("$tree/bin/slp" --version | cut -d' ' -f1)" slp
make -s BUILD="$BUILD" DESTDIR="$root" PREFIX=/opt/slp uninstall >>"$root.log" 2>&1
is "uninstall leaves no file" "$(find "$tree" -type f -o -type l)" ""
rm -f "$root.log"
exit $status
