#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Does what a Containerfile says in a minimal root made by debootstrap, where no container program
# runs.  It knows FROM debian:SUITE, COPY, RUN, ENV, WORKDIR and CMD.
# usage: tests/container.sh BUILD [FILE]       FILE: oracle/ports/ci/Containerfile
#        tests/container.sh --steps [FILE]     the steps, a line each: instruction, tab, arguments
# The root is that of tests/fresh.sh, kept in BUILD/fresh; COPY . copies the tracked files.  What is
# said stands in BUILD/fresh/container.log.
# Exit status: 0 all steps held; 1 one failed; 2 this cannot be run here, or an unknown step.
set -u -o pipefail
export LC_ALL=C
cannot() { echo "tests/container.sh: $*" >&2; exit 2; }
build=${1:?usage: tests/container.sh BUILD [FILE]} file=${2:-oracle/ports/ci/Containerfile}
[ -r "$file" ] || cannot "cannot read $file"

# Comments and empty lines away, continued lines joined.
steps() {
    sed '/^ *#/d; /^ *$/d' "$file" | sed -e ':join' -e '/\\$/{N;s/ *\\\n */ /;b join' -e '}' |
        sed -E 's/^([A-Z]+) +/\1\t/'
}
unknown=$(steps | grep -vE $'^(FROM|COPY|RUN|ENV|WORKDIR|CMD)\t.')
[ -z "$unknown" ] || cannot "not a step that is known here: $unknown"
if [ "$build" = --steps ]; then
    steps
    exit
fi

suite=$(steps | sed -nE 's/^FROM\tdebian:([a-z]+)(-slim)?$/\1/p')
[ -n "$suite" ] || cannot "$file is not FROM debian:SUITE"
[ -s "$build/fresh/$suite.tar" ] || SUITE=$suite FRESH='' tests/fresh.sh "$build" || exit 2
[ "$(id -u)" = 0 ] || cannot "only root can make a root: run it as root"
unshare --mount --pid --fork true 2>/dev/null || cannot "no mount namespace can be made here"
fresh=$(realpath "$build/fresh") || exit 2
root=$fresh/container.root log=$fresh/container.log
exec 9>"$fresh/container.lock"
flock -n 9 || cannot "another such run is at work in $fresh"
: >"$log"
mkdir -p "$fresh/$suite.debs/partial" && ln -sfn "$suite.debs" "$fresh/container.debs" || exit 2
trap 'rm -rf --one-file-system "$root"' EXIT
rm -rf --one-file-system "$root"
mkdir -p "$root" && tar --numeric-owner -C "$root" -xpf "$fresh/$suite.tar" || exit 2
mkdir -p "$root/var/cache/apt/archives" "$root/etc/dpkg/dpkg.cfg.d"
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fresh" # as tests/fresh.sh
[ ! -r /etc/resolv.conf ] || cat /etc/resolv.conf >"$root/etc/resolv.conf"

there=/ environment=
in_root() { # COMMANDS
    unshare --mount --pid --fork --kill-child --propagation private bash tests/fresh.sh --inside \
        "$root" "cd $there && $environment$1" >>"$log" 2>&1 </dev/null
}
copy() { # FROM TO: of the tracked files
    mkdir -p "$root$2" && git ls-files -z -- "$1" | tar --null -T - -cf - |
        tar -C "$root$2" --no-same-owner -xf -
}
while IFS=$'\t' read -r instruction arguments <&3; do
    printf '[%3d:%02d] %s %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$instruction" "$arguments" |
        cut -c 1-100
    case $instruction in
    FROM) continue ;;
    COPY) copy ${arguments} ;;
    RUN) in_root "$arguments" ;;
    ENV) environment="${environment}export $arguments; " ;;
    WORKDIR) there=$arguments && mkdir -p "$root$arguments" ;;
    CMD) in_root "$(tr -d '[],' <<<"$arguments")" ;;
    esac || {
        tail -n 20 "$log"
        echo "tests/container.sh: that failed; all that was said: $log"
        exit 1
    }
done 3< <(steps)
echo "all that was said: $log"
