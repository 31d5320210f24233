#!/bin/sh
# Prints a C table of the objects that a room's file names announce.
# usage: registry.sh HEADER TYPE PREFIX SUFFIX STEM...   (SUFFIX '[]' for arrays)
header=$1 type=$2 prefix=$3 suffix=$4
shift 4
echo '/* Made by the build from file names. */'
echo "#include \"$header\""
echo "extern $type *const ${prefix}_registry[];"
for stem; do echo "extern $type ${prefix}_$stem$suffix;"; done
echo "$type *const ${prefix}_registry[] = {"
address='&'
[ -n "$suffix" ] && address=
for stem; do echo "    $address${prefix}_$stem,"; done
echo '    0};'
