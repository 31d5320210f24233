#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp check from outside: options, exit statuses, replay, the regression file, and ports that
# misbehave in every way.
# Run once (compiler, libraries): it asks how a run ends; test_laws.sh tries the laws.
# Starts first.
. "$(dirname "$0")/../tap.sh"
unset SLP_CHECK_MULTIPLIER
model="python3 oracle/ports/python/slp_port.py"

# Runs, keeps output and status; never longer than a minute; no regressions unless named.
slp_check() {
    case " $* " in *" --regressions "*) ;; *) set -- --regressions none "$@" ;; esac
    timeout 60 "$SLP" check "$@" >"$dir/out" 2>"$dir/err" </dev/null
    code=$?
}
# What slp_check has run ended with this status, and printed all these words.
ended() { # STATUS WORDS...
    local words fault=
    [ "$code" = "$1" ] || fault="exit status $code, wanted $1"
    for words in "${@:2}"; do
        grep -qF -- "$words" "$dir/out" "$dir/err" || fault="no '$words'"
    done
    [ -z "$fault" ] || { echo "$fault"; tail -n 6 "$dir/out" "$dir/err"; return 1; }
}
last() { [ "$(tail -n 1 "$dir/out")" = "$1" ] || { tail -n 12 "$dir/out" "$dir/err"; return 1; }; }
held() { ended 0 "${@:2}" && last "$1 passed, 0 failed"; } # COUNT WORDS...: and so many checks pass
shows() { grep -Eq -- "$1" "$dir/out"; }                   # PATTERN
none_new() { ! ls "$dir"/*.new 2>/dev/null; }              # nothing half written
of_tmk() { slp_check --system rigid-body --scheme tmk "$@"; } # OPTION...

# ---- options ----
of_tmk --law casimirs
ok "one law on one scheme by both paths" held 2 "seed 1,"
of_tmk --law casimirs --seed 5 --path fast
ok "another seed, one path" held 1 "seed 5,"
of_tmk --law poisson
ok "a broken law is seen broken, and at which order" ended 0 "seen broken, order 3"
ok "the limit of what must be seen broken is said" ended 0 ">= 1024  seen broken" \
    "from 1024 on that is seen"
of_tmk --law casimirs --tap
ok "TAP" held 2 "1..2" "ok 2 - casimirs rigid-body/tmk fast"
ok "TAP has the limit" ended 0 ", limit 1)"
of_tmk --law drift --path fast
says_level() {
    ended 0 "log of the least p-value" &&
        shows "<= +1  held, level [0-9.]+e-[0-9]+, power 0.99[0-9]+ against"
}
ok "a law that samples says its level and power" says_level
of_tmk --law casimirs --json "$dir/table.json"
says_limit() {
    ended 0 "the worst residual over what rounding allows" && shows "[0-9] <= +1  held$"
}
ok "a pass says its limit and unit" says_limit
whole_json() {
    ended 0 && python3 - "$dir/table.json" <<'P'
import json, sys
run = json.load(open(sys.argv[1]))
rows = [(s["subject"], r) for s in run["subjects"] for r in s["rows"]]
assert run["seed"] == "1" and run["multiplier"] == 1 and run["version"]
assert (run["passed"], run["failed"]) == (2, 0) and [s for s, r in rows] == ["ref", "fast"]
for s, r in rows:
    assert r["keeps"] and r["checked"] > 99 and not r["failed"] and 0 < r["worst"] <= 1
    assert r["limit"] == 1 and r["level"] is None
    assert r["drawn"] == r["checked"] + r["skipped"]
assert len(run["classes"]) > 20 and sum(c["count"] for c in run["classes"]) > 200
P
}
ok "the table as JSON" whole_json
of_tmk --law poisson --json "$dir/table.json"
broken_in_json() {
    grep -q '"keeps": false' "$dir/table.json" && grep -q '"order": 3' "$dir/table.json" && none_new
}
ok "JSON of a law seen broken, in place of the old file" broken_in_json
of_tmk --law poisson --json "$dir/none/table.json"
ok "JSON that cannot be written" ended 2 "cannot be written"
slp_check --system rigid-body --law casimirs --multiplier 0.02 --junit "$dir/table.xml"
whole_xml() {
    ended 0 && none_new && python3 - "$dir/table.xml" <<'P'
import sys, xml.etree.ElementTree as xml
suite, = xml.parse(sys.argv[1]).getroot()
cases = suite.findall("testcase")
assert suite.tag == "testsuite" and int(suite.get("tests")) == len(cases) > 30
assert suite.get("failures") == suite.get("errors") == suite.get("skipped") == "0"
assert {p.get("name"): p.get("value") for p in suite.iter("property")}["seed"] == "1"
names = [(c.get("classname"), c.get("name")) for c in cases]
assert ("casimirs", "rigid-body/tmk by fast") in names
assert not any(list(c) for c in cases)
P
}
ok "the table as JUnit's XML" whole_xml
of_tmk --law poisson --multiplier 0.02 --junit "$dir/none/table.xml"
ok "XML that cannot be written" ended 2 "table.xml: cannot be written"
declines="$model | sed -u '/^pair\|^end/d; s/ y=.*/ error=unsupported/'"
slp_check --port "$declines" --law casimirs --multiplier 0.01 --junit "$dir/nothing.xml"
nothing_in_xml() {
    grep -q 'failures="1"' "$dir/nothing.xml" &&
        grep -q '<failure message="nothing was checked"/>' "$dir/nothing.xml"
}
ok "XML of a run in which nothing was checked" nothing_in_xml
ok "what declines everything is not passed" ended 1 "nothing was checked"

# ---- laws that do not apply ----
inapplicable() { # NAME WORDS OPTION...
    ok "inapplicable: $1" refused "$2" timeout 60 "$SLP" check --regressions none "${@:3}" \
        --multiplier 0.01
}
inapplicable "a pair that the port does not list" \
    "no law applies: a port has no pair of any system and midpoint" \
    --port "$model" --scheme midpoint
needs_ref="it needs tangents or enclosures, which the reference alone has (--path ref)"
others="laws that apply: agreement, area, casimirs,"
inapplicable "laws of enclosures do not apply to a port" \
    "--law poisson does not apply to a port: $needs_ref; $others" \
    --port "$model" --law poisson
inapplicable "nor to the binary64 path" "--law poisson does not apply to path fast" \
    --path fast --law poisson
inapplicable "nor those of long runs to the reference" "--law drift does not apply to path ref" \
    --path ref --law drift
inapplicable "nor those of the noise to a port" \
    "--law additivity does not apply to a port: it tests the noise of this program" \
    --port "$model" --law additivity
slp_check --port "$SLP run --path fast" --system rigid-body --scheme implicit-midpoint \
    --multiplier 0.01
laws_that_ask() {
    ended 0 "casimirs     rigid-body/implicit-midpoint" &&
        ! shows "^(additivity|truncation|poisson) "
}
ok "a port's rows are of laws that ask it" laws_that_ask
SLP_CHECK_MULTIPLIER=3 of_tmk --law casimirs --path fast
ok "the multiplier from the environment" ended 0 "multiplier 3"
echo "case nonsense" >"$dir/bad.slp"
while IFS= read -r bad; do
    slp_check ${bad//DIR/$dir}
    ok "unusable: $bad" eval 'ended 2 && [ -s "$dir/err" ]'
done <<'T'
--law nolaw
--system nosuch
--scheme nosuch
--path slow
--seed x
--seed -1
--multiplier 0
--multiplier nan
--jobs 0
--nonsense
word
--replay x
--replay casimirs/fast
--path ref --port cat
--system canonical --scheme isospectral-midpoint
--regressions DIR/bad.slp
--seed
T
SLP_CHECK_MULTIPLIER=many slp_check --law casimirs
ok "unusable: a multiplier in the environment that is no number" ended 2

# ---- a right port ----
slp_check --port "$model" --law agreement --multiplier 0.1
ok "the model port passes" held 12
slp_check --port "$SLP run --path fast" --system rigid-body --law symmetry --multiplier 0.3
ok "a port without echo and without list passes" held 23
slp_check --port "$SLP run --path ref --echo" --system rigid-body --law determinism \
    --multiplier 0.1
ok "a port with echo passes" held 27

# ---- cases on which laws were too strict of right ports ----
right="$SLP run --path ref"
faint=area/port/system=rigid-body/scheme=isospectral-midpoint/inertia=2,1,1/quad=1,0,1/h=0/steps=1
slp_check --port "$right" --replay "$faint/x=0.003,-1,-0.004/dw=0,0,0"
ok "area: a noise that is faint at the state and not beside it" held 1
slp_check --port "$right" --law symmetry --system point-vortices --scheme rkmk-rk4-exp \
    --multiplier 0.05 --seed 30071
ok "controls: vortices close to one another, of which much is excused" held 1

# ---- ports that answer wrongly: the model port, its lines bent on the way ----
cat >"$dir/bend.py" <<'END'
import re, sys, time
for line in sys.stdin:
    later = " id=check-" in line and " id=check-1 " not in line  # all cases but the first
    exec(sys.argv[1])
    sys.stdout.write(line)
    sys.stdout.flush()
END
bent() { echo "$model | python3 $dir/bend.py '$1'"; }
other_sign='line.replace("y=-", "y=") if "y=-" in line else line.replace("y=", "y=-")'
slp_check --port "$(bent "line = $other_sign")" --law agreement --scheme tmk \
    --system rigid-body --regressions "$dir/found.slp" --multiplier 0.3
ok "a sign is found, and nothing is written" eval \
    'ended 1 "over the bound" "replay " && [ ! -e "$dir/found.slp" ]'
slp_check --port "$(bent "line = $other_sign")" --law agreement --scheme tmk \
    --system rigid-body --regressions "$dir/found.slp" --save --multiplier 0.3
ok "with --save it is kept" ended 1 "over the bound" "replay " "1 added to"
cp "$dir/out" "$dir/first"
replay=$(sed -n 's/^ *replay *//p' "$dir/first" | head -n 1)
bash -c "$replay" >"$dir/out" 2>"$dir/err"
code=$?
ok "the printed command replays it, copied as it stands" \
    eval '[ -n "$replay" ] && ended 1 && last "0 passed, 1 failed"'
token=$(sed -n 's/^ *replay .* check --replay \([^ ]*\) .*/\1/p' "$dir/first" | head -n 1)
slp_check --port "$model" --replay "$token"
ok "which the right port passes" held 1
once_in_file() {
    [ "$(grep -c "^case id=agreement--" "$dir/found.slp")" = 1 ] &&
        "$SLP" run --path ref <"$dir/found.slp" >/dev/null
}
ok "the regression file has it once, in the exchange format" once_in_file
ok "nothing is left beside it" none_new
slp_check --port "$model" --law agreement --system rigid-body --scheme tmk --multiplier 0.1 \
    --regressions "$dir/found.slp"
regression_first() { held 2 && sed -n 3p "$dir/out" | grep -q regression; }
ok "the regression is tried first, and held" regression_first

negative_twice='line = line.replace("y=-", "y=") if "<&>" and "y=-" in line'
slp_check --port "$(bent "$negative_twice else line.replace(\"y=\", \"y=-\")")" \
    --law agreement --system rigid-body --junit "$dir/failed.xml" --multiplier 0.1
failures_in_xml() {
    ended 1 && python3 - "$dir/failed.xml" <<'P'
import sys, xml.etree.ElementTree as xml
suite, = xml.parse(sys.argv[1]).getroot()
seen = [f for f in suite.iter("failure")]
assert len(seen) == int(suite.get("failures")) > 3
for f in seen:
    record = [l for l in f.text.splitlines() if l.startswith("  case ")]
    assert "over the bound" in f.get("message")
    assert len(record) == 1 and "system=rigid-body" in record[0]
    assert " check --replay agreement/port/" in f.text
    assert "<&>" in f.text and "# " not in f.text
P
}
ok "XML has what failed, what was seen, the case and its replay" failures_in_xml
slp_check --port "$(bent 'if later: line = chr(1) + chr(233) + "<&\">\n"')" --law agreement \
    --system rigid-body --scheme tmk --junit "$dir/odd.xml"
any_text_in_xml() {
    ended 1 && python3 - "$dir/odd.xml" <<'P'
import sys, xml.etree.ElementTree as xml
messages = [f.get("message") for f in xml.parse(sys.argv[1]).getroot().iter("failure")]
assert len(messages) == 1 and "?<&" in messages[0] and messages[0].isascii(), messages
P
}
ok "XML of whatever a port writes" any_text_in_xml

wrong() { # NAME STATUS WORDS BEND [OPTION...]
    slp_check --port "$(bent "$4")" --law casimirs --system rigid-body --scheme tmk \
        --multiplier 0.3 "${@:5}"
    ok "$1" ended "$2" "$3"
}
slp_check --port "$(bent 'line = line.replace("\n", "\r\n")')" --law casimirs --system rigid-body \
    --scheme tmk --multiplier 0.1
ok "a carriage return before each newline is dropped, as in any record" held 1
wrong "a number short at the first case is unusable" 2 \
    "y has 2 numbers, 1 steps of 3 coordinates need 3" \
    'line = re.sub(r"(y=.*),[^,]*$", r"\1\n", line)'
wrong "a number short later is incomplete" 1 "incomplete: no answer: y has" \
    'if later: line = re.sub(r"(y=.*),[^,]*$", r"\1\n", line)'
wrong "another id is incomplete" 1 "a result of another id" \
    'if later and line[0] == "r": line = line.replace("id=check", "id=other")'
wrong "the result before, once more, is incomplete" 1 "a result of another id than check-" \
    'if line[0] == "r": sys.stdout.write(line)'
wrong "another echo is incomplete" 1 "it echoed another case" \
    'if later and line[0] == "c": line = line.replace("id=check", "id=other")'
wrong "garbage is incomplete" 1 "neither a case nor a result" \
    'if later: line = "segmentation fault\n"'
wrong "a number that is none is incomplete" 1 "incomplete" \
    'if later: line = re.sub(r"y=[^,]*", "y=nan", line)'
wrong "giving up is an error where a solution is proved" 1 "where a solution is proved" \
    'if later: line = re.sub(r" y=.*", " error=no-convergence", line)'
wrong "declining everything that it lists is not a pass" 1 "NOTHING CHECKED" \
    'line = re.sub(r" y=.*", " error=unsupported", line)'
inapplicable "a law that does not speak of the system" \
    "it says nothing of canonical and any scheme; laws that apply: agreement, area, determinism" \
    --port "$SLP run --path ref" --law casimirs --system canonical
without_list="sed -u -n 's/^case id=\([^ ]*\) .*/result id=\1 error=unsupported/p'"
slp_check --port "$without_list" --law area --multiplier 0.02
accused() { grep -qF "NOTHING CHECKED" "$dir/out" "$dir/err"; }
ok "pairs of which no case came to be asked are not offered by a port that lists none" \
    eval 'ended 1 && ! accused'
quits="sed -u -n 's/^case id=\\([^ ]*\\) .*/result id=\\1 error=no-convergence/p'"
slp_check --port "$quits" --law agreement --system rigid-body-n --scheme tmk --multiplier 0.3
ok "giving up on matrices is an error, too" ended 1 "where a solution is proved"
slp_check --port "$quits" --law energy-near --system rigid-body-n --scheme isospectral-midpoint
ok "and so it is in long runs" ended 1 "where a solution is proved"
for seed in 35 182; do # of which the first sixteen draws show nothing
    slp_check --path fast --law energy --system zeitlin-sphere --scheme rkmk-rk4-exp \
        --multiplier 0.02 --seed $seed
    ok "seed $seed: draws go on until one shows what must be seen broken" \
        last "1 passed, 0 failed"
done

# ---- ports that do not answer ----
wrong "a port that ends is unreceived" 1 "unreceived" 'if later: sys.exit(3)' --timeout 2
wrong "a port that falls silent is unreceived" 1 "no answer in time" \
    'if later: time.sleep(30)' --timeout 2
ok "the time given is in the command that replays it" ended 1 "--timeout 2"
wrong "a port that stops within a line is unreceived" 1 "no whole line in time" \
    'if later: sys.stdout.write(line[:40]); sys.stdout.flush(); time.sleep(30)' \
    --timeout 2 --multiplier 0.05
wrong "a port that writes without end is unreceived" 1 "unreceived" \
    $'while later: sys.stdout.write("# more\\n" * 999)' --timeout 2
while IFS= read -r dead; do
    slp_check --port "$dead" --timeout 0.5
    ok "unusable: the port \`$dead\`" ended 2 "does not answer a first case"
done <<'T'
true
false
cat
sleep 30
yes
no-such-command
cat >/dev/null
exec >&-; cat >/dev/null
kill -9 $$
T
