#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make check-wheel`: the wheel in a minimal root of SUITE=bookworm, bullseye or trixie with Python
# alone: no compiler, no library of slp's, and no network. pip installs it and NumPy from files;
# then try_wheel.sh. The root is that of tests/fresh.sh, kept in BUILD/fresh; what is fetched for
# it is Python from Debian, and pip and NumPy from PyPI.
# usage: wheel_in_root.sh BUILD [SECONDS]     SECONDS that installing and trying may take: 30
# Exit status: 0 all held; 1 not; 2 this cannot be run here.
set -u -o pipefail
export LC_ALL=C
build=${1:?usage: wheel_in_root.sh BUILD [SECONDS]} most=${2:-30} suite=${SUITE:-bookworm}
cannot() { echo "make check-wheel: $*" >&2; exit 2; }
wheel=$(ls "$build"/wheel/slp_oracle-*.whl 2>/dev/null) || cannot "there is no wheel: make wheel"
[ "$(id -u)" = 0 ] || cannot "only root can make a root: run it as root"
unshare --mount --pid --net --fork true 2>/dev/null || cannot "no namespaces can be made here"
[ -s "$build/fresh/$suite.tar" ] || SUITE=$suite FRESH='' tests/fresh.sh "$build" || exit 2
fresh=$(realpath "$build/fresh") || exit 2
root=$fresh/wheel.root log=$fresh/wheel.log
exec 9>"$fresh/wheel.lock"
flock -n 9 || cannot "another such run is at work in $fresh"
mkdir -p "$fresh/$suite.debs/partial" && ln -sfn "$suite.debs" "$fresh/wheel.debs" || exit 2
trap 'rm -rf --one-file-system "$root"' EXIT
rm -rf --one-file-system "$root"
mkdir -p "$root" && tar --numeric-owner -C "$root" -xpf "$fresh/$suite.tar" || exit 2
mkdir -p "$root/var/cache/apt/archives" "$root/wheels" "$root/pages"
[ ! -r /etc/resolv.conf ] || cat /etc/resolv.conf >"$root/etc/resolv.conf"
inside() { # OPTIONS-OF-UNSHARE COMMANDS
    unshare --mount --pid --fork --kill-child --propagation private $1 bash tests/fresh.sh \
        --inside "$root" "$2" </dev/null
}
packages=python3
[ "$suite" != bullseye ] || packages+=" python3-distutils" # pip needs it up to Python 3.11
inside "" "apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages" \
    >"$log" 2>&1 || { tail "$log"; cannot "Python could not be installed in the root"; }
python=$(inside "" "python3 -c 'import sys; print(*sys.version_info[:2], sep=\".\")'")
python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
    --python-version "$python" --dest "$root/wheels" numpy pip >>"$log" 2>&1 ||
    { tail "$log"; cannot "pip and NumPy could not be had"; }
cp "$wheel" "$root/wheels" && cp tests/packages/try_wheel.sh "$root" &&
    cp oracle/ports/python-library/README.md oracle/manual/library.md "$root/pages" &&
    cp -r tests/examples/python "$root/pages/examples" || exit 2
started=$(date +%s%N) status=0
inside --net 'set -x; cat /etc/debian_version; python3 --version; command -v cc make curl
    python3 "$(echo /wheels/pip-*.whl)/pip" install --no-index --find-links /wheels --quiet \
        --break-system-packages --root-user-action=ignore --no-warn-script-location slp-oracle &&
    ls /wheels && /try_wheel.sh /pages python3' 2>&1 | tee -a "$log" || status=1
took=$((($(date +%s%N) - started) / 1000000))
echo "installed and tried in $((took / 1000)).$(printf %03d $((took % 1000))) s on $suite"
[ $took -le $((most * 1000)) ] || { echo "more than $most s"; status=1; }
exit $status
