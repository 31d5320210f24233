#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Every source includes what it uses, so that it compiles whatever another library's headers happen
# to include.
# Run once (compiler, sanitizer): it asks about the sources.
. "$(dirname "$0")/../tap.sh"
mapfile -t files < <(find ref fast oracle props reports tests -maxdepth 4 -name '*.[ch]' \
    ! -path '*/corpus/*')
ok "every source includes what it uses: ${#files[@]} files" \
    python3 "$here/includes.py" "${files[@]}"

# The check sees what it is for.
finds() { # WORDS TEXT: the check must fail on a file of this text, with these words
    printf '%s\n' "$2" >"$dir/source.c"
    python3 "$here/includes.py" "$dir/source.c" >"$dir/found" && return 1
    cat "$dir/found"
    grep -qF -- "$1" "$dir/found" && [ "$(wc -l <"$dir/found")" = 1 ]
}
accepts() {
    printf '%s\n' "$1" >"$dir/source.c"
    python3 "$here/includes.py" "$dir/source.c"
}
echo '#include <stdlib.h>' >"$dir/own.h"
ok "a function without its header is found" finds "source.c:2: fmax without <math.h>" \
    $'int f(void);\ndouble g(double x) { return fmax(x, 1); }'
ok "a macro too" finds "INFINITY without <math.h>" 'double x = INFINITY;'
ok "a header of another library does not count" finds "free without <stdlib.h>" \
    $'#include <flint/flint.h>\nvoid f(void *p) { free(p); }'
ok "the header itself does" accepts $'#include <stdlib.h>\nvoid f(void *p) { free(p); }'
ok "so does one of the project's that includes it" \
    accepts $'#include "own.h"\nvoid f(void *p) { free(p); }'
ok "words of comments and strings, members and variables are no uses" \
    accepts '/* free() */ struct s { int floor; }; const char *t = "fmax(1)";
int f(struct s *p) { return p->floor + p->free(1); }'
