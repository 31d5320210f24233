#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The suite of vectors of a release: slp-vectors-VERSION.tar.gz and its SHA-256, the same bytes on
# every machine.  With the suite go the verifiers, the schema, and the page that describes them.
# usage: tests/vectors/release.sh BUILD VERSION COUNT
# Written into BUILD/vectors.  Exit status: 0; 2 if something cannot be written.
set -u
export LC_ALL=C
build=$1 version=$2 count=$3
name=slp-vectors-$version
out=$build/vectors
mkdir -p "$out" || exit 2
"$build/slp" vectors --out "$out/$name" --count "$count" || exit 2
cp oracle/ports/vectors/slp_verify.c oracle/ports/vectors/slp_verify.py \
    oracle/vectors/vectors.schema.json oracle/vectors/vectors.md LICENSE COPYING "$out/$name" ||
    exit 2
# names in order, one owner, one time, no name or time of gzip's
tar -C "$out" --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mtime=@0 \
    --mode=u=rw,go=r,a+X -cf - "$name" | gzip -9 -n >"$out/$name.tar.gz.new" || exit 2
mv "$out/$name.tar.gz.new" "$out/$name.tar.gz" || exit 2
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256") || exit 2
du -b "$out/$name"/* "$out/$name.tar.gz" | sed "s|$out/||"
cat "$out/$name.tar.gz.sha256"
