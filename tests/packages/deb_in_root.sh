#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make check-deb`: Debian's packages, built in a minimal root of SUITE=bookworm or trixie with what
# the source package says that it needs, and looked at by lintian; then installed by apt in another
# minimal root, with the packages' own test (oracle/packages/debian/tests); then removed.
# The roots are those of tests/fresh.sh, kept in BUILD/fresh.  The packages come into
# BUILD/deb-SUITE; what was said stands in BUILD/fresh/deb-SUITE.log.
# usage: deb_in_root.sh BUILD VERSION
# Exit status: 0 all held; 1 not; 2 this cannot be run here.
set -u -o pipefail
export LC_ALL=C
build=${1:?usage: deb_in_root.sh BUILD VERSION} version=${2:?usage: deb_in_root.sh BUILD VERSION}
suite=${SUITE:-bookworm}
cannot() { echo "make check-deb: $*" >&2; exit 2; }
[ "$(id -u)" = 0 ] || cannot "only root can make a root: run it as root"
unshare --mount --pid --fork true 2>/dev/null || cannot "no namespaces can be made here"
oracle/packages/debian.sh "$build" "$version" --source || exit 2
[ -s "$build/fresh/$suite.tar" ] || SUITE=$suite FRESH='' tests/fresh.sh "$build" || exit 2
fresh=$(realpath "$build/fresh") || exit 2
root=$fresh/deb-$suite.root log=$fresh/deb-$suite.log made=$(realpath -m "$build/deb-$suite")
exec 9>"$fresh/deb-$suite.lock"
flock -n 9 || cannot "another such run is at work in $fresh"
mkdir -p "$fresh/$suite.debs/partial" && ln -sfn "$suite.debs" "$fresh/deb-$suite.debs" || exit 2
trap 'rm -rf --one-file-system "$root"' EXIT
: >"$log"
anew() { # FILES...: a new root with these in /src
    rm -rf --one-file-system "$root"
    mkdir -p "$root/src" && tar --numeric-owner -C "$root" -xpf "$fresh/$suite.tar" &&
        mkdir -p "$root/var/cache/apt/archives" && cp "$@" "$root/src" || exit 2
    [ ! -r /etc/resolv.conf ] || cat /etc/resolv.conf >"$root/etc/resolv.conf"
    echo "127.0.0.1 localhost" >"$root/etc/hosts"
}
inside() { # NAME COMMANDS: in the root; all that is said goes to the log
    echo "== $1" >>"$log"
    unshare --mount --pid --fork --kill-child --propagation private bash tests/fresh.sh \
        --inside "$root" "cd /src && export DEBIAN_FRONTEND=noninteractive && $2" </dev/null \
        >>"$log" 2>&1
    local status=$?
    printf '%s [%3d:%02d] %s: exit status %d\n' $suite $((SECONDS / 60)) $((SECONDS % 60)) "$1" \
        $status
    return $status
}
failed() { sed -n '/^== /h;//!H;${x;p}' "$log" | tail -n 30; exit 1; }
get="apt-get install -y -qq --no-install-recommends"
anew "$build"/deb/slp-oracle_*
inside "what it is built with" "apt-get update -qq && $get build-essential lintian &&
    dpkg-source -x *.dsc source && apt-get build-dep -y -qq --no-install-recommends ./source" ||
    failed
inside "dpkg-buildpackage" "cd source && dpkg-buildpackage -us -uc" || failed
inside "lintian" "lintian --allow-root --fail-on error --display-info *.changes" || failed
sed -n '/^== lintian/,$p' "$log" | sed 1d
rm -rf "$made" && mkdir -p "$made" && cp "$root"/src/*.{deb,dsc,changes,buildinfo,orig.tar.gz} \
    "$root"/src/*.debian.tar.* "$made" || exit 2
(cd "$made" && ls -l -- *.deb | awk '{ print $5, $9 }')
anew "$made"/*.deb oracle/packages/debian/tests/use
# -dbgsym only enlarges
inside "apt-get install" "rm -f *-dbgsym_*.deb && apt-get update -qq && $get ./*.deb" || failed
inside "what the test needs" "$get gcc libc6-dev pkg-config" || failed
inside "the packages' own test" "bash use" || failed
inside "apt-get remove" "apt-get remove -y -qq slp-oracle libslp0 && ! command -v slp &&
    ! ls /usr/lib/*/libslp* 2>/dev/null" || failed
