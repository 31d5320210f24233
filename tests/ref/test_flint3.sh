#!/bin/bash
# FLINT 3 carries Arb's headers under flint/.  A tree with that layout, forwarding to the installed
# headers, shows that no source names the old layout: everything must compile against it alone.
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
# ref/ref.h is the one header that includes Arb's (below): if it becomes the same text with this
# layout, so does every source that the build compiled with it.
text() { ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -I. "$@" -E -P ref/ref.h; }
seen=$(${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -I. $flags -M ref/ref.h | grep -oE '[^ ]*flint/(arb|acb)[a-z_]*\.h' | sort -u | wc -l)
named=$(grep -cE '#include <flint/(arb|acb)[a-z_]*\.h>' ref/ref.h)
if text $flags >"$tree/there" 2>"$tree/errors" && text >"$tree/here" && cmp "$tree/there" "$tree/here" >>"$tree/errors" 2>&1 &&
    [ "$named" -gt 3 ] && [ "$seen" -ge "$named" ]; then
    echo "ok - ref/ref.h is the same text with headers laid out as FLINT 3 has them"
else
    echo "not ok - ref/ref.h is the same text with headers laid out as FLINT 3 has them"
    echo "# $named are named there, $seen were read"
    head -n 12 "$tree/errors" | sed 's/^/# /'
    status=1
fi
# Sources that name headers of FLINT themselves; what gcc 14 refuses every compiler must refuse
# here, all warnings where the build has them as errors.
sources=$(grep -rlE --include="*.[ch]" "#include <flint/" ref oracle props reports | grep -vx ref/ref.h)
strict="-Werror=implicit-function-declaration -Werror=incompatible-pointer-types -Werror=int-conversion"
[ "${WERROR:-0}" = 0 ] || strict=-Werror
bad=$(${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -DSLP_VERSION=\"test\" -I. $flags -Wall -Wextra $strict -fsyntax-only $sources 2>&1) ||
    bad=${bad:-they do not compile}
bad=$(grep -E 'error: |not compile' <<<"$bad")
if [ -n "$sources" ] && [ -z "$bad" ]; then echo "ok - sources that name FLINT's headers compile with that layout"; else
    echo "not ok - sources that name FLINT's headers compile with that layout"
    head -n 12 <<<"$bad" | sed 's/^/# /'
    status=1
fi
# and the choice is made in one place
others=$(grep -rlE --include='*.[ch]' '#include <(flint/)?(arb|acb|arf|mag|fmp[zr]_extras|fmpr)[a-z_]*\.h>' ref fast oracle props reports | grep -v '^ref/ref.h$' | tr '\n' ' ')
if [ -z "$others" ]; then echo "ok - one header chooses the layout"; else
    echo "not ok - headers of Arb named outside ref/ref.h: $others"
    status=1
fi
exit $status
