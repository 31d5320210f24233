#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The files for a port's continuous integration, oracle/ports/ci: the workflow is YAML, its steps
# run as they stand and fail on a wrong port; the Containerfile's steps name what is there.  The
# Containerfile itself is run by tests/container.sh (.ci/run), which takes minutes.
# Run once (compiler, sanitizer): it asks about files and scripts.
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

# ---- The workflow ----------------------------------------------------------------------------
python3 -c 'import yaml' 2>/dev/null || skip_rest "the workflow" "no yaml here (python3-yaml)"
cat >"$dir/workflow.py" <<'P'
"""usage: workflow.py FILE steps|actions|env: its commands, its actions, its settings as exports"""
import shlex, sys, yaml
with open(sys.argv[1]) as text:
    flow = yaml.safe_load(text)
(job,) = flow["jobs"].values()
assert flow["name"] == "slp" and "runs-on" in job and flow[True] == ["push", "pull_request"]
assert job["defaults"]["run"]["shell"] == "bash" and flow["permissions"] == {"contents": "read"}
for step in job["steps"]:
    assert step["name"] and ("run" in step) != ("uses" in step), step
    if sys.argv[2] == "steps" and "run" in step:
        print(step["run"])
    if sys.argv[2] == "actions" and "uses" in step:
        print(step["uses"])
if sys.argv[2] == "env":
    for name, value in flow["env"].items():
        print(f"export {name}={shlex.quote(value)}")
P
workflow() { python3 "$dir/workflow.py" $kit/slp.yml "$1"; }
ok "the workflow is one" workflow steps
is "its actions have a version each" "$(workflow actions | grep -cE '^actions/[a-z-]+@v[0-9]+$')" 4
empty "its goals are the makefile's" "$(unknown_goals "$(workflow steps)")"
is "its version is this one" "$(workflow env | sed -n 's/^export SLP_VERSION=v//p')" \
    "$(sed -n 's/^VERSION := //p' GNUmakefile)"
# Its steps as they stand, in a folder where slp is built and make has nothing to do.
mkdir -p "$dir/job/slp" "$dir/bin"
ln -s "$(dirname "$slp")" "$dir/job/slp/build"
printf '#!/bin/bash\n' >"$dir/bin/make"
chmod +x "$dir/bin/make"
job() { # PORT
    rm -f "$dir"/job/*.xml
    {
        workflow env
        echo "export PORT=$(printf %q "$1") GITHUB_PATH=$dir/job/path"
        echo "export PATH=$dir/bin:$dir/job/slp/build:$PATH"
        workflow steps | sed 's/--count 1000/--count 200/'
    } >"$dir/steps"
    (cd "$dir/job" && bash --noprofile --norc -eo pipefail "$dir/steps")
}
right="python3 $top/oracle/ports/python/slp_port.py"
ok "its steps run, on a right port" exits 0 job "$right"
ok "they say where the program is" grep -qx "$dir/job/slp/build" "$dir/job/path"
reports() {
    python3 - "$dir/job" "$@" <<'P'
import sys, xml.etree.ElementTree as xml
for name in sys.argv[2:]:
    (suite,) = xml.parse(f"{sys.argv[1]}/{name}.xml").getroot()
    assert int(suite.get("tests")) > 20 and suite.get("failures") == "0", suite.attrib
P
}
ok "and leave both reports" reports verdicts laws
cat >"$dir/wrong" <<P
#!/bin/bash
$right | sed -u '/^result/s/y=-/y=/'
P
chmod +x "$dir/wrong"
ok "they fail on a wrong port" exits 1 job "$dir/wrong"
failures() { grep -qE 'failures="[1-9]' "$dir/job/verdicts.xml"; }
ok "and the report says so" failures
ok "a port that is not there fails, too" exits 1 job "$dir/none"
