# SPDX-License-Identifier: LGPL-3.0-or-later
# Puts a source and the project's headers that it includes into one text, each header once.
# usage: awk -f one_text.awk FILE
function put(file, line, name) {
    if (file in seen) return
    seen[file] = 1
    while ((getline line <file) > 0)
        if (line ~ /^#include "/) {
            name = line
            gsub(/^#include "|"$/, "", name)
            put(name)
        } else
            print line
    close(file)
}
BEGIN { put(ARGV[1]); exit }
