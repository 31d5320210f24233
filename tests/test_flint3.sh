#!/bin/bash
# FLINT 3 carries Arb's headers under flint/.  A tree with that layout, forwarding to the installed headers,
# shows that no source names the old layout: everything must compile against it alone.
# Run once (compiler, sanitizer): it asks about the sources.
status=0
tree=$BUILD/flint3
mkdir -p "$tree/flint"
if [ -e /usr/include/flint/arb.h ]; then
    flags=
    echo "# the installed FLINT has this layout already"
else
    for h in /usr/include/arb*.h /usr/include/acb*.h /usr/include/arf*.h /usr/include/mag*.h /usr/include/fmp[zr]_extras.h /usr/include/fmpr*.h; do
        [ -e "$h" ] && echo "#include <$(basename "$h")>" >"$tree/flint/$(basename "$h")"
    done
    flags=-I$tree
fi
# every source that sees FLINT's or Arb's headers, as the compiler noted when it was built
sources=$(cd "$BUILD" && grep -lE 'ref/ref\.h' {ref,oracle,props,reports}/*.d 2>/dev/null | sed 's/\.d$/.c/')
[ -n "$sources" ] && sources=$(ls $sources 2>/dev/null) # a build directory may remember files that are gone
[ -n "$sources" ] || sources="none-found"
# what gcc 14 refuses every compiler must refuse here; all warnings where the build has them as errors
strict="-Werror=implicit-function-declaration -Werror=incompatible-pointer-types -Werror=int-conversion"
[ "${WERROR:-0}" = 0 ] || strict=-Werror
bad=$(printf '%s\n' $sources | LC_ALL=C xargs -P 2 -I{} sh -c '${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -DSLP_VERSION=\"test\" -I. '"$flags"' \
    -Wall -Wextra '"$strict"' -fsyntax-only {} 2>&1 || echo {} does not compile' |
    grep -E 'error: |does not compile')
if [ -z "$bad" ]; then echo "ok - all sources compile against headers laid out as FLINT 3 has them"; else
    echo "not ok - all sources compile against headers laid out as FLINT 3 has them"
    head -n 12 <<<"$bad" | sed 's/^/# /'
    status=1
fi
# and the choice is made in one place
others=$(grep -lE '#include <(arb|acb|arf|mag|arb_mat)[a-z_]*\.h>' ref/*.[ch] oracle/*.[ch] props/*.[ch] reports/*.[ch] | grep -v '^ref/ref.h$' | tr '\n' ' ')
if [ -z "$others" ]; then echo "ok - one header chooses the layout"; else
    echo "not ok - headers of Arb named outside ref/ref.h: $others"
    status=1
fi
exit $status
