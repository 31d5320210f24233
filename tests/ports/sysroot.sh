#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Unpacks Debian's packages of another processor into a folder, without root and without a change
# of this machine's package system: headers and libraries for a cross compiler and an emulator.
# usage: tests/ports/sysroot.sh FOLDER ARCHITECTURE PACKAGE...     FOLDER/root then holds them
#   SUITE    of this release of Debian (trixie) instead of the archives that this machine uses
#   MIRROR   where it is (http://deb.debian.org/debian)
# Exit status 1, with what apt said, if they are not to be had.
set -u
export LC_ALL=C
folder=$1 architecture=$2
shift 2
[ -e "$folder/complete" ] && exit
rm -rf "$folder"
mkdir -p "$folder"/{root,state/lists/partial,cache/archives/partial}
folder=$(realpath "$folder")
: >"$folder/state/status"
sources=()
if [ -n "${SUITE:-}" ]; then
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
        "${MIRROR:-http://deb.debian.org/debian} $SUITE main" >"$folder/sources.list"
    sources=(-o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=-)
fi
apt() {
    apt-get -q "${sources[@]}" \
        -o APT::Architecture="$architecture" -o APT::Architectures::="$architecture" \
        -o Dir::State="$folder/state" -o Dir::State::status="$folder/state/status" \
        -o Dir::Cache="$folder/cache" -o APT::Sandbox::User=root "$@"
}
{ apt update && apt install -y --no-install-recommends --download-only "$@"; } \
    >"$folder/log" 2>&1 || {
    tail -n 3 "$folder/log"
    exit 1
}
for package in "$folder"/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$folder/root" || exit 1
done
rm -rf "$folder"/cache "$folder"/state
touch "$folder/complete"
