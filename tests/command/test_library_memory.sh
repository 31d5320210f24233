#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What a library that is loaded with slp asks of its allocator (oracle/command/program_memory.c): it
# gets what there is; where memory is refused the program ends with status 2 and one line that says
# how much was asked for, and what is no request for memory is answered as the C library does.
# Run once (compiler): it asks what a process does when the system ends or refuses something.
. "$(dirname "$0")/../tap.sh"
name="memory of libraries"
! instrumented 'asan|tsan|msan' || skip_rest "$name" "a sanitizer has its own allocator"
[ "$(uname -s)" = Linux ] || skip_rest "$name" "a library is put before the program on Linux alone"
cat >"$dir/asks.c" <<'C'
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static __attribute__((constructor)) void ask(void)
{
    const char *what = getenv("ASK");
    volatile size_t many = SIZE_MAX / 4, eight = 8, nothing = 0, odd = 24;
    void *room = NULL, *zeros;
    if (!what) return;
    unsetenv("ASK");
    if (strcmp(what, "malloc") == 0) room = malloc(many);
    if (strcmp(what, "calloc") == 0) room = calloc(many / 8, eight);
    if (strcmp(what, "overflow") == 0) room = calloc(many, eight);
    if (strcmp(what, "realloc") == 0) room = realloc(malloc(8), many);
    if (strcmp(what, "aligned_alloc") == 0) room = aligned_alloc(64, many - many % 64);
    if (strcmp(what, "posix_memalign") == 0 && posix_memalign(&room, 64, many)) room = NULL;
    if (strcmp(what, "little") == 0) {
        room = aligned_alloc(64, 640);
        if (!room || (uintptr_t)room % 64) _Exit(4);
        free(room);
        if (posix_memalign(&room, 64, 640) || (uintptr_t)room % 64) _Exit(5);
        free(room);
        if (posix_memalign(&room, odd, 640) != EINVAL) _Exit(6); /* no power of 2 */
        if (!(zeros = calloc(nothing, eight))) _Exit(7);
        free(zeros);
        if (!(zeros = calloc(eight, nothing))) _Exit(8);
        free(zeros);
        if (!(zeros = malloc(nothing))) _Exit(9);
        free(zeros);
        return;
    }
    fprintf(stderr, "%s\n", room ? "given" : "refused");
    _Exit(3);
}
C
${CC:-cc} -std=gnu11 -O0 -fno-builtin -w -shared -fPIC -o "$dir/asks.so" "$dir/asks.c" \
    2>"$dir/log" || skip_rest "$name" "no compiler for a library"
asks() { # WHAT
    ASK=$1 LD_PRELOAD="$dir/asks.so" "$SLP" list laws >"$dir/out" 2>"$dir/err"
    local got=$?
    cat "$dir/err"
    return $got
}
asks malloc >/dev/null
[ $? = 3 ] && skip_rest "$name" "the program's allocator does not stand before the C library's here"
ends() { # WHAT BYTES
    asks "$1"
    [ $? = 2 ] && [ "$(wc -l <"$dir/err")" = 1 ] && [ ! -s "$dir/out" ] &&
        grep -qE "^slp: out of memory: $2 bytes were refused; (the limit is|no limit is set)" \
        "$dir/err"
}
ok "malloc" ends malloc 4611686018427387903
ok "calloc" ends calloc 4611686018427387896
ok "calloc of more than there are addresses" ends overflow 18446744073709551615
ok "realloc" ends realloc 4611686018427387903
ok "aligned_alloc" ends aligned_alloc 4611686018427387840
ok "posix_memalign" ends posix_memalign 4611686018427387903
ok "a little is given, and none of a wrong alignment" asks little
ok "and the command goes on" grep -q '^casimirs' "$dir/out"
