#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make check-fresh` with commands that are made up: what it runs, in which environment, with which
# status; what it leaves behind.
# Run once (sanitizer): it runs scripts; by each compiler, as a root has no git checkout.
. "$(dirname "$0")/../../tap.sh"
git rev-parse --is-inside-work-tree >/dev/null 2>&1 ||
    skip_rest "make check-fresh" "no git checkout here"
needs "make check-fresh" flock util-linux
mkdir "$dir/bin" "$dir/say"
made() { # NAME: the script on stdin is this command
    cat >"$dir/bin/$1"
    chmod +x "$dir/bin/$1"
}
made id <<<$'#!/bin/bash\necho 0'
made mount <<S
#!/bin/bash
echo "\$1 \${@: -1}" | sed "s|$dir/build/fresh/bookworm.root||" >>"$dir/say/mounts"
S
made unshare <<'S'
#!/bin/bash
while [[ $1 == --* ]]; do
    [ "$1" != --propagation ] || shift
    shift
done
exec "$@"
S
made debootstrap <<S
#!/bin/bash
echo "\$@" >>"$dir/say/debootstrap"
[ ! -e "$dir/say/unmade" ] || { echo "no such suite"; exit 1; }
for word; do
    case \$word in */*.root) mkdir -p "\$word"/{proc,root,etc,var/cache/apt/archives} ;; esac
done
S
made chroot <<S
#!/bin/bash
printf '%s\n' "\$4" >>"$dir/say/commands"
env | sort | sed 's/=.*//' | grep -vxE '_|SHLVL|PWD' | tr '\n' ' ' >"$dir/say/environment"
(cd "\$1/root/slp" && find . -type f | wc -l) >"$dir/say/files"
echo "the last line"
fails=\$(cat "$dir/say/fails" 2>/dev/null || echo nothing at all)
case \$4 in *"\$fails"*) echo "not ok - one"; exit 2 ;; esac
S
fresh() { PATH=$dir/bin:$PATH bash "$here/../../fresh.sh" "$dir/build"; }
ends() { # STATUS WORDS [VARIABLE=VALUE...]
    env "${@:3}" PATH="$dir/bin:$PATH" bash "$here/../../fresh.sh" "$dir/build" >"$dir/said" 2>&1
    local got=$?
    cat "$dir/said"
    [ $got = "$1" ] && grep -qF -- "$2" "$dir/said"
}
ran() { grep -qxF -- "$1" "$dir/say/commands" || { cat "$dir/say/commands"; return 1; }; }

ok "a run that holds ends with 0" ends 0 "the last line" SECRET=1 OPENBLAS_CORETYPE=Haswell
ok "it ran the programs of the pages, with the packages of deps-judge alone" \
    ran "cd /root/slp && make deps-judge all install check-installed"
ok "it ran the first command of the README" ran "cd /root/slp && make deps audit"
ok "and the second" ran "cd /root/slp && make deps check"
ok "in an empty environment" test "$(cat "$dir/say/environment")" = "HOME PATH TERM "
ok "with its processes and terminals, and the packages fetched" \
    test "$(LC_ALL=C sort -u "$dir/say/mounts" | tr '\n' ' ')" = \
    "--bind /var/cache/apt/archives -t /dev/pts -t /proc "
ok "beside all tracked files" test "$(cat "$dir/say/files")" -ge 500
ok "the root is gone" test ! -e "$dir/build/fresh/bookworm.root"
ok "what made it is kept" test -s "$dir/build/fresh/bookworm.tar"
ok "Debian's archive, by its key" \
    grep -q -- '--components=main .*bookworm .*http://deb.debian.org/debian' "$dir/say/debootstrap"
: >"$dir/say/debootstrap"
rm "$dir/say/commands"
ok "a second run makes no root anew" ends 0 "make deps all: exit status 0" FRESH="deps all; help" \
    FRESH_TESTS="test_run.sh test_options"
ok "which debootstrap did not see" test ! -s "$dir/say/debootstrap"
ok "commands may be chosen" ran "cd /root/slp && make deps all"
ok "one after the other" ran "cd /root/slp && make help"
builds="make all  build/tests/test_options"
tests="tests/run.sh build  tests/house/test_run.sh build/tests/test_options"
ok "and tests" ran "cd /root/slp && $builds && $tests"
echo "make deps audit" >"$dir/say/fails"
ok "a command that fails there is said, and is the status" ends 1 "make deps audit: exit status 2"
ok "with what failed" grep -q '^not ok - one' "$dir/said"
ok "the other commands run all the same" ran "cd /root/slp && make deps check"
ok "the root is gone then too" test ! -e "$dir/build/fresh/bookworm.root"
rm "$dir/say/fails"
ok "Ubuntu: universe, and its archive" ends 0 "exit status 0" SUITE=noble FRESH=deps
ok "by a script that debootstrap has" \
    grep -q -- '--components=main,universe .*noble .*http://archive.ubuntu.com/ubuntu gutsy' \
    "$dir/say/debootstrap"

touch "$dir/say/unmade"
ok "a root that cannot be made is status 2, with its words" ends 2 "no such suite" SUITE=trixie
ok "and nothing is kept of it" test ! -e "$dir/build/fresh/trixie.tar"
rm "$dir/say/unmade"
ok "an unknown suite is refused" ends 2 "SUITE=hardy is not known: " SUITE=hardy
echo 'exit 1' | made unshare
ok "where no namespace can be made it says so" ends 2 "no mount namespace can be made here"
made id <<<$'#!/bin/bash\necho 1000'
ok "only root can" ends 2 "run it as root"
