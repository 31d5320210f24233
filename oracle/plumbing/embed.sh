#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Prints C source that holds the named text files in the array NAME that HEADER declares; its
# type is struct slp_embedded (oracle/contract/case/embedded_file.h).  usage: embed.sh HEADER NAME
# FILE...  A question mark is escaped, or two of them could begin a trigraph.  A file that cannot
# be read is an error.
exec awk '
    BEGIN {
        print "/* Made by the build from the files named below. */"
        print "#include \"" ARGV[1] "\""
        print "const struct slp_embedded " ARGV[2] "[] = {"
        for (i = 3; i < ARGC; i++) {
            printf "    {\"%s\",\n", ARGV[i]
            while ((got = (getline line <ARGV[i])) > 0) {
                gsub(/[\\"?]/, "\\\\&", line)
                gsub(/\t/, "\\t", line)
                printf "     \"%s\\n\"\n", line
            }
            if (got < 0) {
                print "embed.sh: cannot read " ARGV[i] | "cat >&2"
                exit 1
            }
            close(ARGV[i])
            print "     \"\"},"
        }
        print "    {0, 0}};"
    }' "$@"
