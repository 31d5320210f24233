#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# No object of the three libraries refers to what prints, exits or aborts.  Eight objects of
# libslp write to a FILE that the caller gives (slp_case_print with its terms and check words,
# slp_result_print; the same in binary form; a reader's line; slp_pair_choice_print;
# slp_error_print; slp_say, which that one uses): they may write, but know neither stdout nor
# stderr.  What FLINT, a BLAS and the C library do themselves is not seen here.
# Run once (sanitizer): it asks about the plain build.
. "$(dirname "$0")/../tap.sh"
! instrumented 'asan|ubsan|tsan|gcov' "$BUILD/libslp.a" ||
    skip_rest "libraries are silent" "instrumented build: its checks print and abort"
ends='abort|exit|_exit|_Exit|quick_exit|raise|kill|longjmp'
ends="$ends|__assert_fail|__stack_chk_fail_local|flint_(abort|throw)"
talks='stdin|stdout|stderr|v?printf|puts|putchar|perror|psignal|v?dprintf|v?syslog'
talks="$talks|v?(warn|err)x?|error|write"
talks="$talks|(flint|arb|acb|arf|mag|fmpz)_(v?printf?|printd|printn|dump.*)"
writes='v?fprintf|fputs|f?putc|fputc|fwrite|putw|fputws|fputwc'
printers='print|binary|reader|sum|status|shown|terms|pair_choice'
# "OBJECT: NAME" of each such reference; *_chk and *_unlocked are the same functions.
refers() { # ARCHIVE
    nm -A -u "$1" | sed -nE 's|^.*:([^:]+\.o): +[Uw] (__)?([A-Za-z0-9_]+)$|\1: \2\3|p' |
        awk -v bad="^($ends|$talks)\$" -v file="^($writes)\$" -v printers="^($printers)\\.o:\$" '
            { name = $2; sub(/^__/, "", name); sub(/_chk$/, "", name); sub(/_unlocked$/, "", name)
              if ($2 ~ bad || name ~ bad) print
              else if (name ~ file && $1 !~ printers) print }'
}
quiet() { # ARCHIVE
    local found objects
    objects=$(nm -A "$1" | sed -nE 's|^.*:([^:]+\.o):.*|\1|p' | sort -u | wc -l)
    found=$(refers "$1")
    printf '%s\n' "$found" "$objects objects"
    [ "$objects" -gt 20 ] && [ -z "$found" ]
}
for library in slp slpfast slpref; do
    ok "lib$library neither prints nor ends the program" quiet "$BUILD/lib$library.a"
done

# ---- The test sees what it is for ----------------------------------------------------------
planted() { # LINE OF C, NAME.o [NAME]: the archive refers to it, or not
    cat >"$dir/planted.c" <<C
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void planted(FILE *to, const char *text);
void planted(FILE *to, const char *text)
{
    (void)to, (void)text;
    $1
}
C
    rm -f "$dir/planted.a"
    ${CC:-cc} -O2 ${4:-} -c -o "$dir/$2" "$dir/planted.c" && ar qcs "$dir/planted.a" "$dir/$2" ||
        return 1
    refers "$dir/planted.a"
    [ "$(refers "$dir/planted.a" | grep -c .)" "${3:--gt}" 0 ]
}
for line in 'abort();' 'exit(2);' '_exit(2);' 'printf("%s", text);' 'puts(text);' 'perror(text);' \
    'fputs(text, stderr);' 'fprintf(stdout, "%s", text);' 'if (write(2, text, 1)) return;'; do
    ok "seen: $line" planted "$line" print.o
done
ok "seen: a FILE of the caller's, elsewhere" planted 'fprintf(to, "%s", text);' step.o
ok "seen: fortified" planted 'printf("%s %d", text, 1);' step.o -gt -D_FORTIFY_SOURCE=2
ok "a FILE of the caller's may be written to where cases are printed" \
    planted 'fputs(text, to);' print.o -eq
