#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Tests that need not run in every build are skipped only where SLP_CHECK_AGAIN names what the build
# differs by, and say why (tests/run.sh); continuous integration runs them in the build that differs
# by nothing, in a minimal root if one can be made.  Those that SLP_CHECK_DEEP asks for run with all
# of their cases, whatever they ask about.
# Run once (compiler, sanitizer): it asks about a script.
. "$(dirname "$0")/../../tap.sh"
cat >"$dir/test_marked.sh" <<'S'
# What it asks.
# Run once (compiler): a reason of its own.
echo ran >>"$RAN"
echo "ok - it ran"
S
sed 's/(compiler)/(compiler, sanitizer)/' "$dir/test_marked.sh" >"$dir/test_both.sh"
sed '2d' "$dir/test_marked.sh" >"$dir/test_unmarked.sh"
# TIMES SKIPPED SETTING...: so many of the three programs run, the others are skipped with their
# reason.
runs() {
    export RAN=$dir/ran
    rm -f "$RAN"
    env -u SLP_CHECK_AGAIN "${@:3}" "$here/../../run.sh" "$dir/build" \
        "$dir"/test_{marked,both,unmarked}.sh || return 1
    [ "$(grep -c ran "$RAN")" = "$1" ] &&
        [ "$(cat "$dir"/build/test-logs/*.out |
        grep -c "# SKIP once, .*: a reason of its own\.$")" = "$2" ]
}
ok "by itself a build runs every test" runs 3 0
ok "with another compiler those are skipped that ask nothing about it" \
    runs 1 2 SLP_CHECK_AGAIN=compiler
ok "with a sanitizer those that ask nothing about it" runs 2 1 SLP_CHECK_AGAIN=sanitizer
# One that names a multiplier in its head, and is marked.
sed '1s/$/  SLP_CHECK_MULTIPLIER=1 tries all./; 3s/ran/"ran with $SLP_CHECK_MULTIPLIER"/' \
    "$dir/test_both.sh" >"$dir/test_deep.sh"
deep() { # LINE SETTING...: what it wrote
    export RAN=$dir/ran
    rm -f "$RAN"
    env -u SLP_CHECK_AGAIN "${@:2}" "$here/../../run.sh" "$dir/build" "$dir/test_deep.sh"
    [ "$(cat "$RAN" 2>/dev/null)" = "$1" ]
}
again="SLP_CHECK_AGAIN=compiler SLP_CHECK_MULTIPLIER=0.125"
ok "a test of many cases is skipped as others are" deep "" $again
ok "with all of them it is not" deep "ran with 1" $again SLP_CHECK_DEEP=1
ok "others are then as they were" runs 1 2 $again SLP_CHECK_DEEP=1
unknown() {
    SLP_CHECK_AGAIN=everything "$here/../../run.sh" "$dir/build" "$dir/test_unmarked.sh"; [ $? = 2 ]
}
ok "another word is refused" unknown
# Every such line is one that tests/run.sh reads.
unread() {
    local file seen=0 bad=0 kinds='(compiler, )?(libraries, )?sanitizer|compiler(, libraries)?'
    for file in $(find "$here/../.." -name 'test_*.sh' -o -name 'test_*.c' -o -name 'test_*.py'); do
        grep -qE '^[#/* ]*Run once' "$file" || continue
        seen=$((seen + 1))
        head -n 20 "$file" |
            grep -qE "^[#/* ]*Run once \(($kinds)\): [a-z].*\.( \*/|\"{3})?$" || {
            echo "$file"; bad=1
        }
    done
    [ $bad = 0 ] && [ $seen -gt 10 ]
}
ok "every line of the kind has known words and a reason" unread
# Continuous integration, with commands that only say how they were called.
ci() { # STATUS-OF-A-ROOT STATUS WORDS: how it ends, and what it runs then, in this order
    local got=0 want
    mkdir -p "$dir"/ci/{.ci,tests/{audit,fast},bin,build/clang} && cp .ci/run "$dir/ci/.ci" &&
        cp "$here/../../clean_environment.sh" "$dir/ci/tests" || return 1
    cat >"$dir/ci/tests/fresh.sh" <<S
#!/bin/bash
echo "\$SUITE: \$FRESH"
until [ -z "\${SLOW:-}" ] || [ -s "\$SLOW" ]; do sleep 0.1; done
[ \$SUITE = bookworm ] || exit \${TRIXIE:-$1}
exit $1
S
    cat >"$dir/ci/bin/make" <<'S'
#!/bin/bash
again="$SLP_CHECK_AGAIN $SLP_CHECK_MULTIPLIER ${SLP_CHECK_DEEP:+deep }$SLP_CHECK_KERNEL"
echo "${SLP_CHECK_AGAIN:+$again }make $*"
if [[ -n "${SLOW:-}" && "${*: -1}" = deps-web ]]; then echo $$ >"$SLOW"; exec sleep 20; fi
[[ "${LACKS:-nothing}" != "${*: -1}" ]]
S
    printf '#!/bin/bash\nprintf "%%s\\n" SkylakeX Haswell Nehalem\n' \
        >"$dir/ci/tests/fast/kernels.sh"
    printf '#!/bin/bash\necho "laws: $*"\n' >"$dir/ci/build/clang/slp"
    printf '#!/bin/bash\n' >"$dir/ci/bin/abidiff"
    printf '#!/bin/bash\necho "container: $*"\nexit %s\n' "$1" >"$dir/ci/tests/container.sh"
    echo 'import sys; print("verdicts:", *sys.argv[1:])' >"$dir/ci/tests/audit/verdicts_page.py"
    printf '#!/bin/bash\necho "deps: $*"\n' >"$dir/ci/tests/deps.sh"
    cat >"$dir/ci/tests/run.sh" <<'S'
#!/bin/bash
echo "tests: $1 and $(($# - 1)) more"
S
    chmod +x "$dir"/ci/{tests/{fresh,container,deps,run,fast/kernels}.sh,bin/make,bin/abidiff}
    chmod +x "$dir/ci/build/clang/slp"
    PATH=$dir/ci/bin:$PATH "$dir/ci/.ci/run" >"$dir/ci/said" || got=$?
    cat "$dir/ci/said"
    want=$(printf '%s\n' "${@:3}")
    [ $got = "$2" ] && [ "$(grep -E '(^|: | )make|^[a-z]*: ' "$dir/ci/said")" = "$want" ]
}
if [ -f .ci/run ]; then
    full="bookworm: deps audit WERROR=1; deps check WERROR=1 SLP_CHECK_BLAS=1; check-packages; abi"
    few="SLP_CHECK_AGAIN=libraries SLP_CHECK_MULTIPLIER=0.125 SLP_CHECK_JOBS=$(nproc)"
    next="trixie: deps check WERROR=1 $few; check-packages $few"
    web="make BUILD=build/clang deps-web"
    again=("sanitizer 0.125 Nehalem make sanitize" "make tsan" "$next" "make check-scripts"
        "compiler 0.125 deep Haswell make CC=clang BUILD=build/clang check"
        "laws: check --multiplier 0.5"
        "container: build")
    page="make BUILD=build/clang web"
    last=("make BUILD=build/clang deps-wheel" "deps: opencl" "make BUILD=build/clang all"
        "tests: build/clang and 5 more")
    verdicts="verdicts: oracle/manual/verdicts.md build/LOG --all"
    ok "continuous integration runs both commands in a minimal root, and every test in a second" \
        ci 0 0 "make deps" "$full" "${verdicts/LOG/fresh\/bookworm.log}" "$web" "${again[@]}" \
        "$page" "${last[@]}"
    ok "and here where no root can be made" ci 2 0 "make deps" "$full" "make deps audit" \
        "make deps check SLP_CHECK_BLAS=1" "make check-packages" "make abi" \
        "${verdicts/LOG/verdicts.txt}" "$web" "${again[@]}" "$page" "${last[@]}"
    export LACKS=deps-web
    ok "without what the judge's page takes it is left out, in a sentence" \
        ci 0 0 "make deps" "$full" "${verdicts/LOG/fresh\/bookworm.log}" "$web" "${again[@]}" \
        "what make web takes is not to be had here: the judge's page is left out" "${last[@]}"
    unset LACKS
    export TRIXIE=1
    ok "it fails with what failed beside a stage" ci 0 1 "make deps" "$full" \
        "${verdicts/LOG/fresh\/bookworm.log}" "$web" "${again[@]:0:3}"
    unset TRIXIE
    export SLOW=$dir/beside
    ok "and with what failed in a root" ci 1 1 "make deps" "$full"
    ended() { [ -s "$SLOW" ] && ! kill -0 "$(cat "$SLOW")"; }
    ok "and what ran beside it ends with it" ended
else
    skip "continuous integration" "no .ci/run here"
fi
