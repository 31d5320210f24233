#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Tests, measurements and continuous integration do not depend on settings of BLAS libraries that
# whoever starts them happens to have: programs that these start are asked what of their environment
# they see.
# Run once (compiler, sanitizer): it runs scripts, and no program of this build.
. "$(dirname "$0")/../../tap.sh"
unset $(compgen -e | grep '^SLP_CHECK_') # settings of the list that this test is in
settings=(OPENBLAS_CORETYPE=Prescott OPENBLAS_NUM_THREADS=3 OMP_NUM_THREADS=3 GOTO_NUM_THREADS=3 \
    BLIS_NUM_THREADS=3 MKL_NUM_THREADS=3
    NVPL_BLAS_DEBUG_CPU_TYPE=1 SLP_KERNEL=portable SLP_NOBODY_KNOWS=1 SLP_CHECK_MULTIPLIER=0.5)
says="env | grep -E '^(OPENBLAS|OMP|GOTO|BLIS|MKL|NVPL|SLP)_' | sort"
mkdir -p "$dir/bin" "$dir/tests" "$dir/.ci"
# Only what is a setting of the tests arrives, with its value.
only_the_tests_own() { # FILE
    sort -u "$1"
    [ "$(sort -u "$1")" = SLP_CHECK_MULTIPLIER=0.5 ]
}
printf '#!/bin/bash\n%s >"%s"\necho "ok - asked"\n' "$says" "$dir/run" >"$dir/test_asked.sh"
of_tests() {
    env "${settings[@]}" "$here/../../run.sh" "$dir/build" "$dir/test_asked.sh" &&
        only_the_tests_own "$dir/run"
}
ok "what tests see" of_tests
# continuous integration's script as it is, with a make that only says what it sees
cp "$here/../../../.ci/run" "$dir/.ci/run"
cp "$here/../../clean_environment.sh" "$dir/tests"
printf '#!/bin/bash\n%s >>"%s"\n' "$says" "$dir/ci" >"$dir/bin/make"
chmod +x "$dir/bin/make"
of_integration() {
    env "${settings[@]}" PATH="$dir/bin:$PATH" "$dir/.ci/run"
    # which it sets itself, for the sanitizers and the other compiler
    sed -i -E '/^SLP_CHECK_AGAIN=(sanitizer|compiler|libraries)$/d; s/=0\.[0-9]+$/=0.5/' "$dir/ci"
    only_the_tests_own "$dir/ci"
}
ok "what continuous integration starts with" of_integration
# the recipe of `make bench`, on a program that only says what it sees
printf '#!/bin/bash\n%s >"%s"\n' "$says" "$dir/bench" >"$dir/bench_asked"
chmod +x "$dir/bench_asked"
of_measurements() {
    local recipe
    recipe=$(make -n -f GNUmakefile BUILD="$dir/build" BENCH_BIN="$dir/bench_asked" -o all bench \
        2>/dev/null | sed -e ':a' -e '/\\$/N; s/\\\n//; ta' | grep bench_asked)
    echo "$recipe"
    env "${settings[@]}" bash -c "$recipe" && only_the_tests_own "$dir/bench"
}
if [ -f GNUmakefile ]; then
    ok "what measurements see" of_measurements
else
    skip "what measurements see" "no GNUmakefile here"
fi
# a script that sources it keeps its own variables
kept() {
    env "${settings[@]}" \
        bash -c 'set -u; name=1 taken=2; . "$0/clean_environment.sh"; [ "$name$taken" = 12 ]' \
        "$here/../.."
}
ok "variables of the script that asks" kept
