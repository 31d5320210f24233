#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Every function of every installed header, asked with every kind of bad argument: NULL for each
# pointer; NaN, infinities, 0, negative and huge numbers.  It answers by a status, or does nothing;
# it never crashes.  Functions are read from the headers, so none can be left out.
# Run once (compiler): sanitizers see the same calls in the unit tests.
. "$(dirname "$0")/../tap.sh"
! instrumented 'asan|ubsan|tsan|msan|gcov' "$BUILD/slp" ||
    skip_rest "bad arguments" "instrumented build"
root=$dir/root
make -s BUILD="$BUILD" DESTDIR="$root" PREFIX=/opt/slp install >"$dir/log" 2>&1
is "install succeeds" "$?" 0
tree=$root/opt/slp
headers=("$tree"/include/slp/*.h)
python3 "$here/bad_arguments.py" "${headers[@]}" >"$dir/bad.c" 2>"$dir/err"
is "a good argument is known for each parameter of each function" "$? $(cat "$dir/err")" "0 "
libs=$(sed -n 's/^Libs: -L[^ ]* -lslpref//p' "$tree/lib/pkgconfig/slpref.pc")
ok "the program compiles" "${CC:-cc}" -O0 -w -I"$tree/include" "$dir/bad.c" -L"$tree/lib" \
    -lslpref -lslpfast -lslp $libs -lm -o "$dir/bad"
export LD_LIBRARY_PATH=$tree/lib
"$dir/bad" >"$dir/asked" 2>"$dir/err"
cat "$dir/asked"
grep -q '^not ok' "$dir/asked" && status=1
is "each function was asked" "$(grep -cE '^(not )?ok - ' "$dir/asked")" \
    "$(python3 "$here/functions.py" names "${headers[@]}" | wc -l)"

# ---- What is not asked, has no header's function, or crashes is seen -----------------------------
cat >"$dir/slp_more.h" <<'H'
void slp_more(unknown_type *u);
H
python3 "$here/bad_arguments.py" "${headers[@]}" "$dir/slp_more.h" >/dev/null 2>"$dir/err"
is "a parameter of a type that nobody knows is seen" "$(cat "$dir/err")" \
    "bad_arguments.py: slp_more: no good argument of type 'unknown_type *' (u)"
cp "$here/functions.py" "$dir/functions.py"
sed 's/"slp_reader_new.source",/"slp_reader_new.sauce",/' "$here/bad_arguments.py" \
    >"$dir/bad_arguments.py"
python3 "$dir/bad_arguments.py" "${headers[@]}" >/dev/null 2>"$dir/err"
is "an exception for what is in no header is seen" "$(cat "$dir/err")" \
    "bad_arguments.py: slp_reader_new.sauce is in no header"
echo '#include <signal.h>
const char *slp_version(void) { raise(SIGSEGV); return ""; }' |
    "${CC:-cc}" -shared -fPIC -x c -o "$dir/crash.so" -
LD_PRELOAD=$dir/crash.so "$dir/bad" slp_version >"$dir/crashed" # this one alone
is "a crash is seen" "$(grep -A1 '^not ok - slp_version' "$dir/crashed" | tail -n 1)" \
    "#   good arguments: signal 11"
