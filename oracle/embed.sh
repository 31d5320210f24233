#!/bin/sh
# Prints C source that holds the named text files: struct slp_embedded in oracle/embedded.h.
# A question mark is escaped, or two of them could begin a trigraph.
echo '/* Made by the build from the files named below. */'
echo '#include "oracle/embedded.h"'
echo 'const struct slp_embedded slp_embedded[] = {'
for file; do
    printf '    {"%s",\n' "$file"
    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/	/\\t/g' -e 's/?/\\?/g' -e 's/^/     "/' -e 's/$/\\n"/' "$file"
    echo '     ""},'
done
echo '    {0, 0}};'
