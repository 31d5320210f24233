#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Sources of libraries, from Debian's archive: OUT/src/NAME for each NAME of sources.tsv.  What is
# there already is kept.
# usage: sources.sh OUT NAME...
# Exit status: 0 there; 2 they are not to be had.
set -u -o pipefail
export LC_ALL=C
out=${1:?usage: sources.sh OUT NAME...} table=$(realpath "$(dirname "$0")")/sources.tsv
shift
cannot() { echo "sources.sh: $*" >&2; exit 2; }
mkdir -p "$out"/{archives,src} && cd "$out" || exit 2
for wanted; do
    IFS=$'\t' read -r name path sum < <(grep "^$wanted	" "$table") || cannot "no row $wanted"
    file=archives/${path##*/}
    same() { echo "$sum  $1" | sha256sum --check --status; }
    if [ ! -e "$file" ]; then
        curl -sSfL --retry 2 --connect-timeout 20 --max-time 300 -o "$file.new" \
            "${SLP_DEBIAN:-http://deb.debian.org/debian}/pool/main/$path" ||
            cannot "$name is not to be had: ${path##*/} of Debian's archive"
        same "$file.new" || cannot "$file.new is not the file that sources.tsv names"
        mv "$file.new" "$file"
    fi
    [ -d "src/$name" ] || {
        rm -rf "src/$name.new" && mkdir "src/$name.new" &&
            tar -xf "$file" -C "src/$name.new" --strip-components=1 &&
            mv "src/$name.new" "src/$name" || cannot "$file cannot be unpacked"
    }
done
