#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make check-fresh`: both commands of the README as a user runs them on a new system.  A minimal
# root of SUITE is made by debootstrap, or taken from an archive made before; the tracked files are
# copied into it; `make`, the one thing the README asks for, is installed; then the commands run
# there with an empty environment and with nothing mounted but /proc and /dev/pts.
# usage: tests/fresh.sh BUILD
#   SUITE        bookworm (default), bullseye, trixie, noble
#   FRESH        what make is asked for there, one command after `;` each: default "deps-judge all
#                install check-installed; deps audit; deps check"
#   FRESH_TESTS  names of tests to run afterwards, as "test_flint3.sh test_ref_step": built there if
#                they are programs
#   KEEP         1: leaves the root in BUILD/fresh/SUITE.root, to look at
#   MIRROR       the archive to take packages from
# Kept in BUILD/fresh: SUITE.tar (the minimal root; remove it to make it anew), SUITE.debs (packages
# fetched), SUITE.log.  Exit status: 0 all held; 1 a command failed there; 2 this cannot be run
# here.  All mounts are in a mount namespace of their own: they are gone with its last process,
# however that ends.
set -u
export LC_ALL=C
cannot() { echo "make check-fresh: $*" >&2; exit 2; }

if [ "${1:-}" = --inside ]; then # in the namespace: ROOT COMMAND...
    root=$2 commands=$3
    mount -t proc proc "$root/proc" &&
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts" &&
        mount --bind "${root%.root}.debs" "$root/var/cache/apt/archives" || exit 2
    exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        TERM=dumb \
        "$(command -v chroot)" "$root" /bin/bash -c "$commands" </dev/null
fi

build=${1:?usage: tests/fresh.sh BUILD}
suite=${SUITE:-bookworm} components=main script=
case $suite in
bullseye | bookworm | trixie) mirror=http://deb.debian.org/debian \
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg ;;
noble)
    mirror=http://archive.ubuntu.com/ubuntu keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg
    # all of Ubuntu's suites share this script of debootstrap's
    components=main,universe script=gutsy
    ;;
*) cannot "SUITE=$suite is not known: bullseye, bookworm, trixie or noble" ;;
esac
mirror=${MIRROR:-$mirror}
[ "$(id -u)" = 0 ] || cannot "only root can make a root: run it as root"
for tool in debootstrap unshare chroot mount flock tar git; do
    command -v $tool >/dev/null ||
        cannot "there is no $tool here: install debootstrap, util-linux and git"
done
git rev-parse --is-inside-work-tree >/dev/null 2>&1 ||
    cannot "needs a git checkout, to know which files to copy"
unshare --mount --pid --fork true 2>/dev/null ||
    cannot "no mount namespace can be made here, as in a container without that right"

mkdir -p "$build/fresh/$suite.debs/partial" || exit 2
fresh=$(realpath "$build/fresh") || exit 2
root=$fresh/$suite.root log=$fresh/$suite.log base=$fresh/$suite.tar
exec 9>"$fresh/$suite.lock"
flock -n 9 || cannot "another check of $suite is at work in $fresh"
say() { printf '%s [%3d:%02d] %s\n' "$suite" $((SECONDS / 60)) $((SECONDS % 60)) "$*"; }
ticker= inner=
end() {
    trap - EXIT
    for child in $ticker $inner; do
        kill -KILL "$child" 2>/dev/null && wait "$child" 2>/dev/null
    done
    [ "${KEEP:-0}" = 1 ] || rm -rf --one-file-system "$root" "$base.new"
    exit "$1"
}
trap 'end $?' EXIT
trap 'end 130' INT
trap 'end 143' TERM HUP

tick() { # each minute what is at work, and its last line
    while sleep 60 >/dev/null 2>&1; do
        say "$1 ... $(tail -c 300 "$log" | tr '\r\t' '\n ' | tail -n 1 | cut -c 1-60)"
    done
}
# The command's output goes to the log; the namespace's processes end with it, and with this script.
log_of() { # NAME COMMAND...: its status
    say "$1"
    tick "$1" 9>&- &
    ticker=$!
    "${@:2}" >>"$log" 2>&1 9>&- &
    inner=$!
    wait $inner
    local status=$?
    kill -KILL $ticker 2>/dev/null
    wait $ticker 2>/dev/null
    ticker= inner=
    return $status
}
apart=(unshare --mount --pid --fork --kill-child --propagation private)
there() { # NAME COMMANDS
    log_of "$1" "${apart[@]}" bash "$0" --inside "$root" "$2"
}

: >"$log"
rm -rf --one-file-system "$root"
if [ ! -s "$base" ]; then
    options=(--variant=minbase --components=$components)
    if [ -r "$keyring" ]; then options+=(--keyring="$keyring"); else
        say "no $keyring here: the archive's signature is not checked"
        options+=(--no-check-gpg)
    fi
    log_of "debootstrap $suite from $mirror" "${apart[@]}" debootstrap "${options[@]}" "$suite" \
        "$root" "$mirror" $script &&
        tar --numeric-owner --one-file-system -C "$root" -cf "$base.new" . &&
        mv "$base.new" "$base" ||
        { tail -n 20 "$log"; cannot "debootstrap failed; all it said is in $log"; }
    rm -rf --one-file-system "$root"
fi
mkdir -p "$root/root/slp" && tar --numeric-owner -C "$root" -xpf "$base" ||
    cannot "$base cannot be unpacked; remove it"
git ls-files -z | tar --null -T - -cf - | tar -C "$root/root/slp" --no-same-owner -xf - ||
    cannot "the files cannot be copied"
mkdir -p "$root/var/cache/apt/archives" "$root/etc/dpkg/dpkg.cfg.d"
# it goes away at the end: nothing waits until a package's files are on the disk
echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fresh"
[ ! -r /etc/resolv.conf ] || cat /etc/resolv.conf >"$root/etc/resolv.conf"
# every installed system has this; without it mpirun waits 5 s for an answer from the network
echo "127.0.0.1 localhost" >"$root/etc/hosts"

quietly=DEBIAN_FRONTEND=noninteractive
there "installing make" \
    "apt-get update -qq && $quietly apt-get install -y -qq --no-install-recommends make" ||
    { tail -n 20 "$log"; cannot "make could not be installed; all that was said is in $log"; }
failed=0
run() { # NAME COMMANDS: shows what was said last, and all that failed
    local from status=0 rest
    from=$(($(wc -c <"$log") + 1))
    there "$1" "cd /root/slp && $2" || status=$?
    rest=8
    [ $status = 0 ] || rest=40 failed=1
    tail -c +$from "$log" | grep -E '^(not ok|---- )' | head -n 40
    tail -c +$from "$log" | tail -n $rest
    say "$1: exit status $status"
}
# first with the packages of deps-judge alone: the README's program and the manual's
usual="deps-judge all install check-installed; deps audit; deps check"
while read -r goals; do
    [ -z "$goals" ] || run "make $goals" "make $goals"
done < <(tr ';' '\n' <<<"${FRESH-$usual}")
if [ -n "${FRESH_TESTS:-}" ]; then
    programs=
    for name in $FRESH_TESTS; do
        case $name in *.sh | *.py) ;; *) programs="$programs build/tests/$name" ;; esac
    done
    list=
    for name in $FRESH_TESTS; do
        case $name in
        *.sh | *.py) list="$list $(echo tests/*/"$name")" ;; *) list="$list build/tests/$name" ;;
        esac
    done
    run "$FRESH_TESTS" "make all $programs && tests/run.sh build $list"
fi
say "all that was said: $log"
exit $failed
