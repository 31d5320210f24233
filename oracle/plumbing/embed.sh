#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Prints C source that holds the named text files in the array NAME that HEADER declares; its
# type is struct slp_embedded (oracle/contract/case/embedded_file.h).  usage: embed.sh HEADER NAME
# FILE...  A question mark is escaped, or two of them could begin a trigraph.
echo '/* Made by the build from the files named below. */'
echo "#include \"$1\""
echo "const struct slp_embedded $2[] = {"
shift 2
for file; do
    printf '    {"%s",\n' "$file"
    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' -e 's/?/\\?/g' -e 's/^/     "/' \
        -e 's/$/\\n"/' "$file"
    echo '     ""},'
done
echo '    {0, 0}};'
