#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make deb`: Debian's source package and its binary packages, of the tarball of `make dist` and of
# oracle/packages/debian, in BUILD/deb.  Needs what debian/control says that it is built with, and
# lintian to look at them.
# usage: debian.sh BUILD VERSION [--source]     --source: the source package alone, without a build
# Exit status: 0 made, and lintian has no error; 1 lintian has; 2 it cannot be made here.
set -u -o pipefail
export LC_ALL=C TZ=UTC
build=${1:?usage: debian.sh BUILD VERSION} version=${2:?usage: debian.sh BUILD VERSION}
cannot() { echo "make deb: $*" >&2; exit 2; }
here=$(dirname "$0")
command -v dpkg-source >/dev/null || cannot "there is no dpkg-source here: install dpkg-dev"
out=$(realpath -m "$build/deb") name=slp-oracle-$version
seconds=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} || cannot "there is no commit"
[ -s "$build/dist/slp-$version.tar.gz" ] || cannot "there is no tarball: make dist"
rm -rf "$out" && mkdir -p "$out/$name" || exit 2
cp "$build/dist/slp-$version.tar.gz" "$out/slp-oracle_$version.orig.tar.gz" &&
    tar -C "$out/$name" --strip-components 1 -xzf "$out/slp-oracle_$version.orig.tar.gz" &&
    cp -r "$here/debian" "$out/$name/debian" || exit 2
cat >"$out/$name/debian/changelog" <<C
slp-oracle ($version-1) unstable; urgency=medium

  * oracle/manual/changes.md says what is new.

 -- $(sed -n 's/^Maintainer: //p' "$here/debian/control")  $(date -R -d "@$seconds")
C
cd "$out/$name" || exit 2
if [ "${3:-}" = --source ]; then
    dpkg-source -b . >/dev/null || cannot "dpkg-source failed"
    exit 0
fi
command -v dh >/dev/null ||
    cannot "there is no dh here: install lintian and what apt-get build-dep $out/$name names"
dpkg-buildpackage -us -uc >"$out/log" 2>&1 ||
    { tail -n 20 "$out/log" >&2; cannot "dpkg-buildpackage failed; all it said is in $out/log"; }
(cd "$out" && ls -l -- *.deb *.dsc | awk '{ print $5, $9 }')
command -v lintian >/dev/null || { echo "there is no lintian here: it was not asked"; exit 0; }
lintian --allow-root --fail-on error --display-info "$out"/*.changes
