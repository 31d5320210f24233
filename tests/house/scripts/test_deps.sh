#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make deps` on systems that are made up: commands named as Debian's, which read what is installed
# and offered from files.
# Run once (compiler, sanitizer): it runs scripts, and no program of this build.
. "$(dirname "$0")/../../tap.sh"
mkdir "$dir/bin"
for tool in bash sed grep mktemp rm env cat head sleep; do
    ln -s "$(command -v $tool)" "$dir/bin/$tool"
done
cat >"$dir/bin/dpkg-query" <<'S'
#!/bin/bash
version=
while read -r name number; do [ "$name" != "$3" ] || version=$number; done <"$DEPS/installed"
[ -n "$version" ] || exit 1
case $2 in *Version*) printf %s "$version" ;; *) printf installed ;; esac
S
cat >"$dir/bin/apt-cache" <<'S'
#!/bin/bash
version=
while read -r name number; do [ "$name" != "$2" ] || version=$number; done <"$DEPS/known"
printf '%s:\n  Installed: (none)\n  Candidate: %s\n' "$2" "${version:-(none)}"
S
# apt-get update: known becomes what is offered.  apt-get install: fails as a whole, as apt does,
# over one that is broken.
cat >"$dir/bin/apt-get" <<'S'
#!/bin/bash
echo "$*" >>"$DEPS/asked"
names=()
for word; do
    case $word in
    -* | install) ;;
    update) cp "$DEPS/offered" "$DEPS/known"; exit ;;
    *) names+=("$word") ;;
    esac
done
for name in "${names[@]}"; do
    if ! grep -q "^$name " "$DEPS/known" || grep -qx "$name" "$DEPS/broken"; then
        echo "E: cannot install $name"
        exit 100
    fi
done
for name in "${names[@]}"; do grep "^$name " "$DEPS/known" >>"$DEPS/installed"; done
S
printf '#!/bin/bash\ncat "$DEPS/user"\n' >"$dir/bin/id"
ln -s "$(command -v cp)" "$dir/bin/cp"
chmod +x "$dir"/bin/{dpkg-query,apt-cache,apt-get,id}

judging="gcc make libc6-dev libgmp-dev libmpfr-dev librandom123-dev libyaml-dev libjansson-dev
    libcmark-dev libopenblas-dev liblapacke-dev pkg-config"
needed="$judging libcmocka-dev gnuplot-nox python3"
optional="libopenmpi-dev openmpi-bin chromium libblas3 liblapack3 mandoc locales
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user gfortran rustc g++ clang libclang-rt-dev
    clang-format valgrind debootstrap cmake abigail-tools python3-yaml python3-numpy
    python3-pip python3-setuptools python3-wheel"
# FLINT'S-VERSION PACKAGE...: an archive with these; nothing is installed, no list was ever read
system() {
    export DEPS=$dir/system
    rm -rf "$DEPS"
    mkdir "$DEPS"
    : >"$DEPS/installed" && : >"$DEPS/known" && : >"$DEPS/broken" && echo 0 >"$DEPS/user"
    printf '%s 1\n' "${@:2}" >"$DEPS/offered"
    echo "libflint-dev $1" >>"$DEPS/offered"
}
deps() { PATH=$dir/bin "$here/../../deps.sh" "$@"; }
ends() { # STATUS WORDS [judge]: how deps ends, and what it says
    deps "${@:3}" >"$dir/said" 2>&1
    local got=$?
    cat "$dir/said"
    [ $got = "$1" ] && grep -qF -- "$2" "$dir/said"
}
has() {
    for p; do grep -q "^$p " "$DEPS/installed" || { echo "$p is not installed"; return 1; }; done
}
lacks() {
    for p; do ! grep -q "^$p " "$DEPS/installed" || { echo "$p is installed"; return 1; }; done
}

system 2.9.0-5 $needed $optional libflint-arb-dev
ok "FLINT 2: Arb's own package is installed" ends 0 "installing: gcc"
ok "with all others" has $needed $optional libflint-dev libflint-arb-dev
: >"$DEPS/asked"
deps >"$dir/said" 2>&1
ok "a second time nothing is said" test ! -s "$dir/said"
ok "nor asked of the network" test ! -s "$DEPS/asked"

system 3.1.3-2 $needed $optional
ok "FLINT 3: there is no package of Arb's" ends 0 "installing: gcc"
ok "and none is needed" has $needed $optional libflint-dev

system 1:3.0.1-3 $needed ${optional/chromium/} libflint-arb-dev
use="the test of the report's pages in a browser"
ok "an optional package that is not offered is said" \
    ends 0 "not to be had here: chromium ($use); tests that use it are skipped"
ok "all others are installed" has $needed ${optional/chromium/}
ok "an older Arb beside FLINT 3 is left alone" lacks libflint-arb-dev
: >"$DEPS/asked"
ok "it is said again" ends 0 "not to be had here: chromium"
ok "without asking the network" test ! -s "$DEPS/asked"

system 3.1.3-2 ${needed/libcmark-dev/} $optional
ok "a needed package that is not offered is an error that names it" \
    ends 2 "needed, but not in this system's archive: libcmark-dev"
ok "nothing is installed then" test ! -s "$DEPS/installed"
system 3.1.3-2 $needed $optional
echo qemu-user >"$DEPS/broken"
ok "an optional package that cannot be installed is said" ends 0 "not to be had here: qemu-user"
ok "all others are installed all the same" has $needed ${optional/qemu-user/}
system 3.1.3-2 $needed $optional
echo libyaml-dev >"$DEPS/broken"
ok "a needed one is an error with apt-get's words" ends 2 "E: cannot install libyaml-dev"
system 3.1.3-2 $needed $optional
echo 1000 >"$DEPS/user"
ok "without root and sudo what is missing is named" ends 2 "make deps: missing: gcc make"
cp "$DEPS/offered" "$DEPS/installed"
sed -i '/^chromium /d' "$DEPS/installed"
ok "but only what is needed is an error" ends 0 "not installed, as only root can: chromium"

system 2.9.0-5 $needed $optional libflint-arb-dev
ok "to judge ports" ends 0 "installing: gcc" judge
ok "what the program is built from is installed" has $judging libflint-dev libflint-arb-dev
ok "and nothing else" lacks libcmocka-dev gnuplot-nox python3 $optional
: >"$DEPS/asked"
deps judge >"$dir/said" 2>&1
ok "a second time nothing is said, nor asked" test ! -s "$dir/said" -a ! -s "$DEPS/asked"
system 3.1.3-2 ${judging/libcmark-dev/}
ok "an error names the target" \
    ends 2 "make deps-judge: needed, but not in this system's archive: libcmark-dev" judge
cross=$(grep -v '^#' "$here/../../ports/platforms.tsv" | cut -f 3)
opencl="ocl-icd-opencl-dev pocl-opencl-icd"
system 3.1.3-2 $needed $optional $cross $opencl
ok "deps-ports: every compiler of the port kit's processors" ends 0 "" ports
ok "the emulator, and OpenCL" has $cross qemu-user $opencl
system 3.1.3-2 $judging libflint-arb-dev $opencl
ok "opencl: what the ports in OpenCL are built from" ends 0 "" opencl
ok "and only that" eval 'has $judging $opencl && lacks libcmocka-dev qemu-user $cross'
system 2.9.0-5 coq libflint-arb-dev
ok "deps-prove: the proof assistant" ends 0 "installing: coq" prove
ok "and nothing else" lacks libflint-dev libflint-arb-dev $optional
ok "another word is refused" ends 2 "usage: tests/deps.sh [judge | ports | opencl | prove | web]" \
    judges

# What make runs beside `deps` waits for it: a compiler that notes whether it is called before the
# packages are there.
system 3.1.3-2 $needed $optional
cat >"$dir/bin/cc" <<'S'
#!/bin/bash
if [ -s "$DEPS/installed" ]; then echo >>"$DEPS/late"; else echo "$@" >>"$DEPS/early"; fi
exit 1
S
chmod +x "$dir/bin/cc"
sed -i '2i sleep 1' "$dir/bin/apt-get"
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS PATH="$dir/bin:$PATH" make -j 4 deps all CC="$dir/bin/cc" \
    BUILD="$dir/build" >"$dir/said" 2>&1
ok "the compiler is called" test -s "$DEPS/late"
ok "but not before all packages are there" test ! -e "$DEPS/early"
system 3.1.3-2 $judging
env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS PATH="$dir/bin:$PATH" make -j 4 deps-judge all \
    CC="$dir/bin/cc" BUILD="$dir/build" >"$dir/said" 2>&1
ok "deps-judge: the compiler is called, after the packages are there" \
    test -s "$DEPS/late" -a ! -e "$DEPS/early"

rm "$dir/bin/apt-cache"
ok "not Debian: the names are printed" ends 2 "  libflint-dev"
ok "of deps-judge only those" ends 2 "make deps-judge knows the packages" judge
ok "and no optional ones" test "$(grep -c 'more tests' "$dir/said")" = 0
