#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make deps`: installs the packages that the targets need, chosen by what the system's archive
# offers.  A needed package that the archive lacks is an error, exit status 2.  An optional one is
# said in one line: the tests that use it are then skipped, each with its reason.  Where nothing is
# missing, nothing is asked of the network.  Debian and Ubuntu; elsewhere the lists are printed,
# exit status 2.
# usage: tests/deps.sh [judge | ports | opencl | prove | web]
#   judge   only what building the program takes (`make deps-judge`): it then judges ports.  No
#           optional package.
#   ports   the compilers for other processors and their emulator, and OpenCL on the processor
#           (`make deps-ports`).  Not for all: where there is no /sys, PoCL ends the mpirun that
#           looks for devices.
#   opencl  of those only OpenCL, beside what building the program takes (.ci/run)
#   prove   the proof assistant Coq (`make deps-prove`), 350 MB
#   web     the compilers for WebAssembly (`make deps-web`), 400 MB
set -u
export LC_ALL=C
name="make deps${1:+-$1}"

# To build the program, which judges a port.
needed="gcc make libc6-dev libgmp-dev libmpfr-dev libflint-dev librandom123-dev libyaml-dev
    libjansson-dev libcmark-dev libopenblas-dev liblapacke-dev"
# And for a program of one's own to find the libraries that `make install` puts there.
needed="$needed pkg-config"
# To audit the claims, with figures, and to run the tests.
tested="libcmocka-dev gnuplot-nox python3"
# PACKAGE what uses it, a line each.
optional="libopenmpi-dev build/slp-mpi: audits over several machines
openmpi-bin the tests of build/slp-mpi
chromium the test of the report's pages in a browser
libblas3 the tests of matrices with a second BLAS
liblapack3 the tests of matrices with a second BLAS
mandoc the check of the manual pages
locales the test of a locale with a decimal comma
gcc-aarch64-linux-gnu the tests of AArch64's kernel elsewhere
libc6-dev-arm64-cross the tests of AArch64's kernel elsewhere
qemu-user the tests of AArch64's kernel elsewhere
gfortran the test of the ports to copy
rustc the test of the ports to copy
g++ the test of the port in CUDA on this processor
clang make CC=clang, make fuzz
libclang-rt-dev make fuzz
clang-format make format
valgrind make valgrind
debootstrap make check-fresh
cmake the test of the CMake package
abigail-tools make abi
python3-yaml the test of the workflow for ports
python3-numpy the tests of the Python package
python3-pip the tests of the Python package
python3-setuptools the tests of the Python package
python3-wheel the tests of the Python package"
opencl="ocl-icd-opencl-dev the test of the port in OpenCL
pocl-opencl-icd the test of the port in OpenCL"
case ${1:-} in
'') needed="$needed $tested" ;;
judge) optional= ;;
opencl) optional=$opencl ;;
ports)
    needed="$needed $tested"
    optional="qemu-user make ports
$opencl
$(sed '/^#/d; s/^[^\t]*\t[^\t]*\t//; s/\t.*//; s/ /\n/g' "${0%/*}/ports/platforms.tsv" |
        sed 's/$/ make ports/')"
    ;;
prove)
    needed=coq
    optional=
    ;;
web)
    needed="emscripten nodejs curl ca-certificates xz-utils m4"
    optional="chromium the test of the page in a browser"
    ;;
*)
    echo "usage: tests/deps.sh [judge | ports | opencl | prove | web]" >&2
    exit 2
    ;;
esac

names() { sed 's/ .*//' <<<"$optional"; }
use_of() { sed -n "s/^$1 //p" <<<"$optional"; }
installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
# A name that only other packages mention has no candidate.
offered() { apt-cache policy "$1" 2>/dev/null | grep -q '^ *Candidate: [^(]'; }
missing() { for p in "$@"; do installed "$p" || echo "$p"; done; }
of_the_archive() { for p in "$@"; do offered "$p" && echo "$p"; done; }

# Arb is a library of its own beside FLINT 2 and a part of FLINT 3.  A system that has a FLINT keeps
# it.
arb() {
    local version
    [[ $needed == *libflint* ]] || return
    version=$(dpkg-query -W -f='${Version}' libflint-dev 2>/dev/null)
    [ -n "$version" ] || version=$(apt-cache policy libflint-dev 2>/dev/null |
        sed -n 's/^ *Candidate: *//p')
    case ${version#*:} in [0-2].*) echo libflint-arb-dev ;; esac
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null ||
    ! command -v apt-cache >/dev/null; then
    echo "$name knows the packages of Debian and Ubuntu only; install what corresponds to these:" \
        >&2
    printf '  %s\n' $needed "libflint-arb-dev (where FLINT is older than 3)" >&2
    [ -z "$optional" ] || echo "and, for more tests, to these:" >&2
    while read -r package use; do [ -z "$package" ] ||
        printf '  %-24s %s\n' "$package" "$use" >&2; done <<<"$optional"
    exit 2
fi

want=$(missing $needed $(arb))
extra=$(missing $(names))
[ -n "$want$extra" ] || exit 0

# The archive is asked anew if something is needed, or if what it is known to offer is to be had.
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
get() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -qq --no-install-recommends "$@" \
        </dev/null >"$log" 2>&1
}
if [ -n "$as_root" ] && ! command -v sudo >/dev/null; then
    if [ -n "$want" ]; then
        echo "$name: missing:" $want >&2
        echo "$name: only root can install them, and there is no sudo here: run \`$name\` as root" \
            >&2
        exit 2
    fi
    echo "not installed, as only root can:" $extra "(tests that use them are skipped)"
    exit 0
fi
if [ -n "$want" ] || [ -n "$(of_the_archive $extra)" ]; then
    # an archive that is not reached: what is known of it may do
    get update || { [ -z "$want" ] || cat "$log" >&2; }
    want=$(missing $needed $(arb))
fi
lacking=$(for p in $want; do offered "$p" || echo "$p"; done)
if [ -n "$lacking" ]; then
    echo "$name: needed, but not in this system's archive:" $lacking >&2
    echo "$name: add the archive that has it (Ubuntu: universe; /etc/apt/sources.list)," \
        "or install it by hand" >&2
    exit 2
fi

# All at once; if that fails, the needed ones alone, then each optional one alone.
extra=$(of_the_archive $extra)
if [ -n "$want$extra" ]; then
    echo "installing:" $want $extra
    if ! get install $want $extra; then
        if [ -n "$want" ] && ! get install $want; then
            cat "$log" >&2
            echo "$name: apt-get could not install:" $want >&2
            exit 2
        fi
        for p in $extra; do get install "$p" || sed -n 's/^[EW]: /  /p' "$log" | head -n 2; done
    fi
fi
left=$(missing $needed $(arb))
[ -z "$left" ] || { echo "$name: not installed although apt-get succeeded:" $left >&2; exit 2; }
for p in $(missing $(names)); do
    echo "not to be had here: $p ($(use_of "$p")); tests that use it are skipped"
done
exit 0
