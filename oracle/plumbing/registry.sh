#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Prints a C table of the objects of one type that the files of a folder define.
# usage: registry.sh HEADER TYPE PREFIX SUFFIX FOLDER-OR-FILE...   (SUFFIX '[]' for arrays)
# Found are definitions at the beginning of a line, `TYPE PREFIX_NAME SUFFIX = {`; the table is
# sorted by NAME.
# A folder without one is an error: a table that is empty by mistake would drop everything silently.
set -u
export LC_ALL=C
header=$1 type=$2 prefix=$3 suffix=$4
shift 4
brackets=
[ -z "$suffix" ] || brackets='\[\]'
stems=$(sed -n "s/^$type ${prefix}_\([a-z0-9_]*\)$brackets = {.*/\1/p" $(find "$@" -name '*.c') |
    sort)
[ -n "$stems" ] || {
    echo "registry.sh: no file of $* defines '$type ${prefix}_NAME$suffix'" >&2
    exit 1
}
echo '/* Made by the build from the files of a folder. */'
echo "#include \"$header\""
echo "extern $type *const ${prefix}_registry[];"
for stem in $stems; do echo "extern $type ${prefix}_$stem$suffix;"; done
echo "$type *const ${prefix}_registry[] = {"
address='&'
[ -n "$suffix" ] && address=
for stem in $stems; do echo "    $address${prefix}_$stem,"; done
echo '    0};'
