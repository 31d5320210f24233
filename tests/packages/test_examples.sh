#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The programs of tests/examples/ build against the installed tree by the command that they name and
# print what the manual's page on libraries shows; those in C++ and Python print the same.
# Run once (compiler, sanitizer): it asks about the makefile and the page.
# Starts first.
. "$(dirname "$0")/../tap.sh"
page=oracle/manual/library.md examples=tests/examples
! instrumented 'asan|ubsan|tsan|gcov' "$BUILD/slp" ||
    skip_rest "the examples are built on the plain build" "instrumented build"
needs "the examples" pkg-config
tree=$dir/opt/slp
make -s BUILD="$BUILD" DESTDIR="$dir" PREFIX=/opt/slp install >"$dir/log" 2>&1
export PKG_CONFIG_SYSROOT_DIR=$dir PKG_CONFIG_PATH=$tree/lib/pkgconfig
export LD_LIBRARY_PATH=$tree/lib PATH=$tree/bin:$PATH
strict="-Wall -Wextra -Werror"

# What the page shows.
source_of() { sed -n "/^\`\`\`c file=$1.c\$/,/^\`\`\`\$/p" $page | sed '1d;$d'; }
console_of() { sed -n "/^\$ cc $1.c /,/^\`\`\`\$/p" $page | sed '$d'; }
# All of it but the line that names its licence.
same_source() { diff <(source_of "$1") <(sed '1{/SPDX/d}' $examples/c/$1.c); }
# The command in the program's first comment.
command_of() { sed -n 's/^[ /*]*\(cc\|c++\) \(.*pkg-config.*\)/\1 \2/p' "$1" | sed 's| \*/$||'; }
shown_command() { console_of "$1" | sed -n '1s/^\$ //p'; }
shows_command() { test "$(shown_command "$1")" = "$(command_of $examples/c/$1.c)"; }
runs_as() { # WANTED FILE COMMAND: the file, built by its command, prints that
    mkdir -p "$dir/run" && cp "$2" "$dir/run" || return 1
    (cd "$dir/run" && eval "$3 $strict" && "./$(basename "${2%.*}")" >printed 2>&1) || return 1
    diff <(echo "$1") "$dir/run/printed"
}
for name in step enclosure judge check ensemble hamiltonian; do
    wanted=$(console_of $name | grep -v '^\$ ')
    ok "$name: the page shows the program" same_source $name
    ok "$name: the page shows its command" shows_command $name
    ok "$name: in C it prints what the page shows" runs_as "$wanted" $examples/c/$name.c \
        "$(command_of $examples/c/$name.c | sed 's/^cc/cc -std=c11 -pedantic/')"
    if command -v g++ >/dev/null; then
        ok "$name: in C++ it prints the same" runs_as "$wanted" $examples/cpp/$name.cpp \
            "$(command_of $examples/cpp/$name.cpp | sed 's/^c++/g++/')"
    else
        skip "$name: in C++ it prints the same" "no g++ here"
    fi
done

# ---- In Python, by the package as it lies here --------------------------------------------
python=
for one in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$one" -c 'import numpy' 2>/dev/null || python=$one
done
export PYTHONPATH=oracle/ports/python-library/src SLP_LIBDIR=$tree/lib PYTHONDONTWRITEBYTECODE=1
says_in_python() { # NAME LINES: the first lines of what the page shows
    diff <(console_of "$1" | grep -v '^\$ ' | head -n "$2") <("$python" $examples/python/"$1".py)
}
for name in step enclosure judge check ensemble hamiltonian; do
    lines=100
    [ $name != enclosure ] || lines=3
    [ $name != hamiltonian ] || lines=1
    if [ -n "$python" ]; then
        ok "$name: in Python it prints the same" says_in_python $name $lines
    else
        skip "$name: in Python it prints the same" "no python3 with NumPy here"
    fi
done

# ---- The checks see what they are for -----------------------------------------------------
sed 's/1, 2, 3/1, 2, 4/' $examples/c/step.c >"$dir/step.c"
ok "another output is seen" exits 1 runs_as "$(console_of step | grep -v '^\$ ')" "$dir/step.c" \
    "$(command_of $examples/c/step.c)"
plot=$(sed -n 's/^ \* gnuplot -e "\(.*\)"$/\1/p' $examples/c/ensemble.c)
drawn() {
    (cd "$dir/run" && ./ensemble >spread.txt &&
        gnuplot -e "$plot" && grep -q '</svg>' spread.svg)
}
if command -v gnuplot >/dev/null; then
    ok "ensemble: gnuplot draws what it prints" drawn
else
    skip "ensemble: gnuplot draws what it prints" "no gnuplot here"
fi
