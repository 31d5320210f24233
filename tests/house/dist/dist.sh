#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make dist`: the sources of a version as a tarball, its list of parts (SPDX 2.3) and their sums.
# usage: tests/house/dist/dist.sh VERSION FOLDER
# Writes FOLDER/slp-VERSION.tar.gz, FOLDER/slp-VERSION.spdx.json and FOLDER/SHA256SUMS.  The tarball
# holds the tracked files, sorted by bytes, of owner 0, writable by the owner alone.  All have one
# time: that of the last commit, or SOURCE_DATE_EPOCH.  So the same commit gives the same bits, on
# another machine, in another folder, under another umask or time zone.
# Exit status: 0 written; 2 it cannot be made here.
set -u -o pipefail
export LC_ALL=C TZ=UTC
unset GZIP TAR_OPTIONS
version=${1:?usage: dist.sh VERSION FOLDER} folder=${2:?usage: dist.sh VERSION FOLDER}
cannot() { echo "make dist: $*" >&2; exit 2; }
here=$(dirname "$0")
[ "$(git rev-parse --show-prefix 2>/dev/null || echo none)" = "" ] ||
    cannot "needs a git checkout of slp, to know which files are the sources"
seconds=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} || cannot "there is no commit"
case $seconds in
'' | *[!0-9]*) cannot "SOURCE_DATE_EPOCH=$seconds: must be seconds since 1970" ;;
esac
changed=$(git diff --name-only HEAD | wc -l)
[ "$changed" = 0 ] ||
    echo "make dist: $changed tracked files differ from the last commit;" \
        "they are taken as they are" >&2
name=slp-$version
mkdir -p "$folder" || exit 2
git ls-files -z | sort -z |
    tar --null --no-recursion -T - --transform "s|^|$name/|" --format=ustar --owner=0 --group=0 \
        --numeric-owner --mode=u+w,go-w,a+rX --mtime="@$seconds" -cf - |
    gzip -9n >"$folder/$name.tar.gz" || cannot "the tarball cannot be written"
python3 "$here/sbom.py" "$folder/$name.tar.gz" "$version" "$seconds" "$here/dependencies.tsv" \
    >"$folder/$name.spdx.json" || cannot "the list of parts cannot be written"
cd "$folder" && sha256sum "$name.tar.gz" "$name.spdx.json" >SHA256SUMS || exit 2
echo "$folder/$name.tar.gz"
echo "$folder/$name.spdx.json"
echo "$folder/SHA256SUMS"
