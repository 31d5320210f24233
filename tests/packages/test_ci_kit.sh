#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The files for a port's continuous integration, oracle/ports/ci: the workflow is YAML, its steps
# run as they stand and fail on a wrong port; the Containerfile's steps name what is there.  The
# Containerfile itself is run by tests/container.sh (.ci/run), which takes minutes.
# Run once (compiler, libraries, sanitizer): it asks about files and scripts.
. "$(dirname "$0")/../tap.sh"
kit=oracle/ports/ci
top=$PWD
targets=$(make help | sed -nE 's/^  ([a-z-]+) .*/\1/p')
# goals COMMANDS: what `make` is asked for in them, without folder and variables
goals() {
    grep -oE 'make [^&|]*' <<<"$1" | sed -E 's/^make//; s/ -C [^ ]+//; s/ [A-Z]+=[^ ]+//g' |
        tr ' ' '\n' | grep .
}
unknown_goals() { goals "$1" | grep -vxF "$targets"; }

# ---- The Containerfile -----------------------------------------------------------------------
steps=$(tests/container.sh --steps)
is "the Containerfile's steps are known" "$(cut -f 1 <<<"$steps" | sort -u | tr '\n' ' ')" \
    "CMD COPY FROM RUN WORKDIR "
ok "its make asks for something" test -n "$(goals "$steps")"
empty "which the makefile has" "$(unknown_goals "$steps")"
printf 'FROM debian:bookworm\nADD a b\n' >"$dir/unknown"
ok "an unknown step is refused" refused "not a step that is known here: ADD" \
    tests/container.sh --steps "$dir/unknown"
printf '# a\nFROM debian:bookworm\nRUN a && \\\n    b \\\n    c\n' >"$dir/joined"
is "continued lines are one step" "$(tests/container.sh --steps "$dir/joined" | tail -n 1)" \
    $'RUN\ta && b c'
is "goals that are not there are seen" \
    "$(unknown_goals 'cd x && make -C y B=z all dpes && make clean' | tr '\n' ' ')" "dpes "

# ---- The wheel's command, where a runner has no network -------------------------------------
# The runner is played by these: a folder of wheels in place of an index, a folder for the job, and
# the file of its summary.  The wheel is packed of the build as it stands; `make check-wheel` tests
# the real one.
! instrumented 'asan|ubsan|tsan|msan|gcov' "$BUILD/slp" ||
    skip_rest "the wheel's command" "instrumented build"
for python in python3 /usr/bin/python3 ''; do
    [ -z "$python" ] || "$python" -c 'import numpy, pip, yaml' 2>/dev/null && break
done
[ -n "$python" ] || skip_rest "the wheel's command" \
    "no python3 with NumPy, pip and yaml here: python3-numpy, python3-pip, python3-yaml"
version=$(sed -n 's/^VERSION := //p' GNUmakefile)
package=oracle/ports/python-library
tree=$dir/tree/slporacle
mkdir -p "$tree/bin" "$tree/lib" "$dir/bin" "$dir/job" "$dir/wheels"
cp $package/src/slporacle/*.py $package/src/slporacle/py.typed "$tree"
ln "$slp" "$tree/bin/slp" 2>/dev/null || cp "$slp" "$tree/bin/slp"
echo "$(uname -m) 2.17" >"$tree/lib/needs"
ok "a wheel is packed" env SOURCE_DATE_EPOCH=1700000000 \
    "$python" oracle/packages/wheel/pack.py raw "$dir/tree" "$version" $package \
    /dev/null "$dir/wheels"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v "$python")" >"$dir/bin/python3"
printf '#!/bin/sh\nexec "%s" -m pip "$@"\n' "$(command -v "$python")" >"$dir/bin/pip"
chmod +x "$dir/bin/python3" "$dir/bin/pip"
cp "$dir/bin/python3" "$dir/bin/python"
cat >"$dir/kit.py" <<'P'
"""usage: kit.py workflow|actions|hook|needs: commands of the workflow, its actions, the hook's
command, what the hook installs"""
import sys, yaml
kit = "oracle/ports/ci/"
with open(kit + "slp.yml") as text:
    flow = yaml.safe_load(text)
(job,) = flow["jobs"].values()
assert flow["name"] == "slp" and "runs-on" in job and flow[True] == ["push", "pull_request"]
assert flow["permissions"] == {"contents": "read"}
with open(kit + "pre-commit-config.yaml") as text:
    ((hook,),) = [repo["hooks"] for repo in yaml.safe_load(text)["repos"]]
assert hook["language"] == "python" and hook["always_run"] and not hook["pass_filenames"]
for step in job["steps"]:
    assert ("run" in step) != ("uses" in step), step
    if "run" in step and "shell" not in step:  # so the runner takes bash -e, without pipefail
        assert "|" not in step["run"], f"a failure before the last | is lost: {step['run']}"
shown = {
    "workflow": [step["run"] for step in job["steps"] if "run" in step],
    "actions": [step["uses"] for step in job["steps"] if "uses" in step],
    "hook": [hook["entry"]],
    "needs": ["pip install " + " ".join(hook["additional_dependencies"])],
}
print("\n".join(shown[sys.argv[1]]))
P
kit() { "$python" "$dir/kit.py" "$1"; }
ok "the files are YAML, and need no pipefail" kit workflow
is "its actions have a version each" "$(kit actions | grep -cE '^actions/[a-z-]+@v[0-9]+$')" 3
is "they install this version" "$({ kit workflow && kit needs; } | grep '^pip' | sort -u)" \
    "pip install slp-oracle==$version"
for line in "pip install slp-oracle==$version" "python3 -m slporacle.ci --quick --system S"; do
    ok "the manual has the line: $line" grep -qF -- "$line" oracle/manual/ci.md
done
kit workflow >"$dir/commands"
kit hook >"$dir/hook"
# runner SCRIPT PORT: the commands as the runner runs them: bash -e, without pipefail
runner() {
    cp "$2" "$dir/job/my-port" && chmod +x "$dir/job/my-port" || return
    rm -rf "$dir/job/slp-statement" "$dir/summary" && : >"$dir/summary"
    (
        cd "$dir/job" && unset SLP_LIBDIR &&
            env PATH="$dir/bin:/usr/bin:/bin" PYTHONPATH="$dir/site" PIP_TARGET="$dir/site" \
                PIP_NO_INDEX=1 PIP_NO_DEPS=1 PIP_UPGRADE=1 PIP_FIND_LINKS="$dir/wheels" \
                PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1 \
                GITHUB_STEP_SUMMARY="$dir/summary" bash --noprofile --norc -e "$1"
    )
}
summary() { grep -qF -- "$1" "$dir/summary" || without "$1" "$dir/summary"; }
# port NAME SED: the model port, of one of its pairs, with its lines changed
port() {
    printf '#!/bin/sh\n"%s" "%s" | sed -u "%s"\n' "$(command -v python3)" \
        "$top/oracle/ports/python/slp_port.py" "/^pair /{/rigid-body scheme=tmk$/!d};$2" >"$dir/$1"
}
port right ''
port wrong '/^result/s/y=-/y=/'
printf '#!/bin/sh\necho this is no port; exit 3\n' >"$dir/dead"
ok "the workflow passes on a right port" exits 0 runner "$dir/commands" "$dir/right"
ok "its summary has the badge's words" summary "**held on 1 of 27 pairs"
ok "and says that it conforms" summary "### slp conform: conforms"
ok "the artifact is the statement" test -s "$dir/job/slp-statement/badge.svg"
ok "it fails on a wrong port" exits 1 runner "$dir/commands" "$dir/wrong"
ok "and its summary has a row for a failure" summary "| rigid-body.tmk | drawn cases | failed;"
ok "with the hint" summary "coordinate 1 of y with the wrong sign"
ok "a port that speaks otherwise fails" exits 2 runner "$dir/commands" "$dir/dead"
ok "the hook passes on a right port" exits 0 runner "$dir/hook" "$dir/right"
ok "the hook fails on a wrong port" exits 1 runner "$dir/hook" "$dir/wrong"
rm "$dir"/site/slporacle/bin/slp
ok "without the program it says so" exits 2 runner "$dir/hook" "$dir/right"
ok "in a sentence" says "slp-oracle"
mv "$dir/wheels" "$dir/no-wheels"
ok "without a wheel nothing passes" exits 1 runner "$dir/commands" "$dir/right"
