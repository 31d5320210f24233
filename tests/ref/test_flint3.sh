#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# FLINT 3 carries Arb's headers under flint/.  A tree with that layout, forwarding to the installed
# headers, shows that no source names the old layout: everything must compile against it alone.
# Run once (compiler, sanitizer): it asks about the sources.
. "$(dirname "$0")/../tap.sh"
tree=$dir
mkdir "$tree/flint"
if [ -e /usr/include/flint/arb.h ]; then
    flags=
    echo "# the installed FLINT has this layout already"
else
    for h in /usr/include/arb*.h /usr/include/acb*.h /usr/include/arf*.h /usr/include/mag*.h \
        /usr/include/fmp[zr]_extras.h /usr/include/fmpr*.h; do
        [ -e "$h" ] && echo "#include <$(basename "$h")>" >"$tree/flint/$(basename "$h")"
    done
    flags=-I$tree
fi
# ref/ref.h is the one header that includes Arb's (below): if it becomes the same text with this
# layout, so does every source that the build compiled with it.
text() { ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -I. "$@" -E -P ref/ref.h; }
seen=$(${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -I. $flags -M ref/ref.h |
    grep -oE '[^ ]*flint/(arb|acb)[a-z_]*\.h' | sort -u | wc -l)
named=$(grep -cE '#include <flint/(arb|acb)[a-z_]*\.h>' ref/ref.h)
same_header() {
    echo "$named are named there, $seen were read"
    text $flags >"$tree/there" && text >"$tree/here" && cmp "$tree/there" "$tree/here" &&
        [ "$named" -gt 3 ] && [ "$seen" -ge "$named" ]
}
ok "ref/ref.h is the same text with headers laid out as FLINT 3 has them" same_header
# Sources that name headers of FLINT themselves; what gcc 14 refuses every compiler must refuse
# here, all warnings where the build has them as errors.
sources=$(grep -rlE --include="*.[ch]" "#include <flint/" ref oracle props reports |
    grep -vx ref/ref.h)
strict="-Werror=implicit-function-declaration -Werror=incompatible-pointer-types
    -Werror=int-conversion"
[ "${WERROR:-0}" = 0 ] || strict=-Werror
bad=$(${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -DSLP_VERSION=\"test\" -I. $flags \
    -Wall -Wextra $strict -fsyntax-only $sources 2>&1) ||
    bad=${bad:-they do not compile}
bad=$(grep -E 'error: |not compile' <<<"$bad")
[ -n "$sources" ] || bad="no source names one"
empty "sources that name FLINT's headers compile with that layout" "$bad"
# and the choice is made in one place
others=$(grep -rlE --include='*.[ch]' \
    '#include <(flint/)?(arb|acb|arf|mag|fmp[zr]_extras|fmpr)[a-z_]*\.h>' ref fast oracle props \
    reports | grep -v '^ref/ref.h$' | tr '\n' ' ')
empty "one header chooses the layout" "$others"
