#!/bin/bash
# slp check from outside: options, exit statuses, replay, the regression file, and ports that
# misbehave in every way.
set -u
status=0
dir=$BUILD/test-check
rm -rf "$dir"
mkdir -p "$dir"
unset SLP_CHECK_MULTIPLIER
model="python3 oracle/ports/python/slp_port.py"

check() { # NAME COMMAND...
    local name=$1
    shift
    if "$@"; then echo "ok - $name"; else
        echo "not ok - $name"
        sed 's/^/# /' "$dir/out" "$dir/err" | tail -n 12
        status=1
    fi
}
slp_check() { # runs, keeps output and status; never longer than a minute; no regressions unless named
    case " $* " in *" --regressions "*) ;; *) set -- --regressions none "$@" ;; esac
    timeout 60 "$SLP" check "$@" >"$dir/out" 2>"$dir/err"
    code=$?
}
exits() { [ "$code" -eq "$1" ]; }
says() { grep -qF -- "$1" "$dir/out" "$dir/err"; }
last() { [ "$(tail -n 1 "$dir/out")" = "$1" ]; }

# ---- options ----
slp_check --list
check "the laws are listed" eval 'exits 0 && says casimirs && says poisson && says energy-near'
slp_check --system rigid-body --law casimirs --scheme tmk --no-save
check "one law on one scheme by both paths" eval 'exits 0 && last "2 passed, 0 failed" && says "seed 1,"'
slp_check --system rigid-body --law casimirs --scheme tmk --no-save --seed 5 --path fast
check "another seed, one path" eval 'exits 0 && last "1 passed, 0 failed" && says "seed 5,"'
slp_check --system rigid-body --law poisson --scheme tmk --no-save
check "a broken law is seen broken, and at which order" eval 'exits 0 && says "seen broken, order 3"'
check "the limit of what must be seen broken is said" eval 'says ">= 1024  seen broken" && says "from 1024 on that is seen"'
slp_check --system rigid-body --law casimirs --scheme tmk --no-save --tap
check "TAP" eval 'exits 0 && says "1..2" && says "ok 2 - casimirs rigid-body/tmk fast" && last "2 passed, 0 failed"'
check "TAP has the limit" says ", limit 1)"
slp_check --system rigid-body --law weak --scheme tmk --no-save --path fast
check "a law that samples says its level and power" eval 'exits 0 && grep -Eq "<= +1  held, level [0-9.]+e-[0-9]+, power 0.99[0-9]+ against" "$dir/out" && says "log of the least p-value"'
slp_check --system rigid-body --law casimirs --scheme tmk --no-save --json "$dir/table.json"
check "a pass says its limit and unit" eval 'grep -Eq "[0-9] <= +1  held$" "$dir/out" && says "the worst residual over what rounding allows"'
check "the table as JSON" eval 'exits 0 && python3 -c "
import json, sys
run = json.load(open(sys.argv[1]))
rows = [(s[\"subject\"], r) for s in run[\"subjects\"] for r in s[\"rows\"]]
assert run[\"seed\"] == \"1\" and run[\"multiplier\"] == 1 and run[\"version\"]
assert (run[\"passed\"], run[\"failed\"]) == (2, 0) and [s for s, r in rows] == [\"ref\", \"fast\"]
assert all(r[\"keeps\"] and r[\"checked\"] > 99 and not r[\"failed\"] and 0 < r[\"worst\"] <= 1 for s, r in rows)
assert all(r[\"limit\"] == 1 and r[\"level\"] is None and r[\"drawn\"] == r[\"checked\"] + r[\"skipped\"] for s, r in rows)
assert len(run[\"classes\"]) > 20 and sum(c[\"count\"] for c in run[\"classes\"]) > 200
" "$dir/table.json"'
slp_check --system rigid-body --law poisson --scheme tmk --no-save --json "$dir/table.json"
check "JSON of a law seen broken, in place of the old file" eval 'grep -q "\"keeps\": false" "$dir/table.json" && grep -q "\"order\": 3" "$dir/table.json" && ! ls "$dir"/*.new 2>/dev/null'
slp_check --system rigid-body --law poisson --scheme tmk --no-save --json "$dir/none/table.json"
check "JSON that cannot be written" eval 'exits 2 && says "cannot be written"'
slp_check --system rigid-body --law casimirs --no-save --multiplier 0.02 --junit "$dir/table.xml"
check "the table as JUnit's XML" eval 'exits 0 && python3 -c "
import sys, xml.etree.ElementTree as xml
suite, = xml.parse(sys.argv[1]).getroot()
cases = suite.findall(\"testcase\")
assert suite.tag == \"testsuite\" and int(suite.get(\"tests\")) == len(cases) > 30
assert suite.get(\"failures\") == suite.get(\"errors\") == suite.get(\"skipped\") == \"0\"
assert {p.get(\"name\"): p.get(\"value\") for p in suite.iter(\"property\")}[\"seed\"] == \"1\"
assert (\"casimirs\", \"rigid-body/tmk by fast\") in [(c.get(\"classname\"), c.get(\"name\")) for c in cases]
assert not any(list(c) for c in cases)
" "$dir/table.xml" && ! ls "$dir"/*.new 2>/dev/null'
slp_check --system rigid-body --law poisson --scheme tmk --no-save --multiplier 0.02 --junit "$dir/none/table.xml"
check "XML that cannot be written" eval 'exits 2 && says "table.xml: cannot be written"'
slp_check --port "$model | sed -u '/^pair\|^end/d; s/ y=.*/ error=unsupported/'" --law casimirs --no-save --multiplier 0.01 --junit "$dir/nothing.xml"
check "XML of a run in which nothing was checked" eval 'grep -q "failures=\"1\"" "$dir/nothing.xml" && grep -q "<failure message=\"nothing was checked\"/>" "$dir/nothing.xml"'
check "what declines everything is not passed" eval 'exits 1 && says "nothing was checked"'
# ---- laws that do not apply ----
inapplicable() { # NAME WORDS OPTION...
    local name=$1 words=$2
    shift 2
    slp_check "$@" --no-save --multiplier 0.01
    check "inapplicable: $name" eval 'exits 2 && [ ! -s "$dir/out" ] && grep -qF -- "$words" "$dir/err"'
}
inapplicable "a pair that the port does not list" "no law applies: a port has no pair of any system and midpoint" --port "$model" --scheme midpoint
inapplicable "enclosures are not asked of a port" "--law poisson does not apply to a port: it needs tangents or enclosures, which the reference alone has (--path ref); laws that apply: agreement, area, casimirs," --port "$model" --law poisson
inapplicable "nor of the binary64 path" "--law poisson does not apply to path fast" --path fast --law poisson
inapplicable "long runs are not asked of the reference" "--law strong does not apply to path ref" --path ref --law strong
inapplicable "the noise is not asked of a port" "--law additivity does not apply to a port: it tests the noise of this program" --port "$model" --law additivity
slp_check --port "$SLP run --path fast" --system rigid-body --scheme implicit-midpoint --no-save --multiplier 0.01
check "a port's rows are of laws that ask it" eval 'exits 0 && says "casimirs     rigid-body/implicit-midpoint" && ! grep -Eq "^(additivity|truncation|poisson) " "$dir/out"'
SLP_CHECK_MULTIPLIER=3 slp_check --system rigid-body --law casimirs --scheme tmk --path fast --no-save
check "the multiplier from the environment" eval 'exits 0 && says "multiplier 3"'
for bad in "--law nolaw" "--system nosuch" "--scheme nosuch" "--path slow" "--seed x" "--seed -1" "--multiplier 0" \
    "--multiplier nan" "--threads 0" "--nonsense" "word" "--replay x" "--replay casimirs/fast" "--path ref --port cat" \
    "--system canonical --scheme isospectral-midpoint" "--regressions $dir/bad.slp" "--seed"; do
    echo "case nonsense" >"$dir/bad.slp"
    slp_check $bad
    check "unusable: $bad" eval 'exits 2 && [ -s "$dir/err" ]'
done
SLP_CHECK_MULTIPLIER=many slp_check --list
check "unusable: a multiplier in the environment that is no number" exits 2

# ---- a right port ----
slp_check --port "$model" --law agreement --multiplier 0.1 --no-save
check "the model port passes" eval 'exits 0 && last "6 passed, 0 failed"'
slp_check --port "$SLP run --path fast" --system rigid-body --law symmetry --multiplier 0.3 --no-save
check "a port without echo and without list passes" eval 'exits 0 && last "14 passed, 0 failed"'
slp_check --port "$SLP run --path ref --echo" --system rigid-body --law determinism --multiplier 0.1 --no-save
check "a port with echo passes" eval 'exits 0 && last "18 passed, 0 failed"'

# ---- cases on which laws were too strict of right ports ----
right="$SLP run --path ref"
slp_check --port "$right" --no-save --replay "area/port/system=rigid-body/scheme=isospectral-midpoint/inertia=2,1,1/quad=1,0,1/h=0/steps=1/x=0.003,-1,-0.004/dw=0,0,0"
check "area: a noise that is faint at the state and not beside it" eval 'exits 0 && last "1 passed, 0 failed"'
slp_check --port "$right" --no-save --law symmetry --system point-vortices --scheme rkmk-rk4-exp --multiplier 0.05 --seed 30071
check "controls: vortices close to one another, of which much is excused" eval 'exits 0 && last "1 passed, 0 failed"'

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
slp_check --port "$(bent 'line = line.replace("y=-", "y=") if "y=-" in line else line.replace("y=", "y=-")')" \
    --law agreement --scheme tmk --regressions "$dir/found.slp"
check "a sign is found" eval 'exits 1 && says "over the bound" && says "replay " && says "1 added to"'
cp "$dir/out" "$dir/first"
replay=$(sed -n 's/^ *replay *//p' "$dir/first" | head -n 1)
bash -c "$replay" >"$dir/out" 2>"$dir/err"
code=$?
check "the printed command replays it, copied as it stands" eval '[ -n "$replay" ] && exits 1 && last "0 passed, 1 failed"'
token=$(sed -n 's/^ *replay .* check --replay \([^ ]*\) .*/\1/p' "$dir/first" | head -n 1)
slp_check --port "$model" --replay "$token"
check "which the right port passes" eval 'exits 0 && last "1 passed, 0 failed"'
check "the regression file has it once, in the exchange format" \
    eval '[ "$(grep -c "^case id=agreement--" "$dir/found.slp")" = 1 ] && "$SLP" run --path ref <"$dir/found.slp" >/dev/null'
check "nothing is left beside it" eval '[ "$(ls "$dir" | grep -c new)" = 0 ]'
slp_check --port "$model" --law agreement --scheme tmk --multiplier 0.1 --regressions "$dir/found.slp" --no-save
check "the regression is tried first, and held" eval 'exits 0 && sed -n 3p "$dir/out" | grep -q regression && last "2 passed, 0 failed"'

slp_check --port "$(bent 'line = line.replace("y=-", "y=") if "<&>" and "y=-" in line else line.replace("y=", "y=-")')" \
    --law agreement --no-save --junit "$dir/failed.xml" --multiplier 0.1
check "XML has what failed, what was seen, the case and its replay" eval 'exits 1 && python3 -c "
import subprocess, sys, xml.etree.ElementTree as xml
suite, = xml.parse(sys.argv[1]).getroot()
seen = [f for f in suite.iter(\"failure\")]
assert len(seen) == int(suite.get(\"failures\")) > 3
for f in seen:
    record = [l for l in f.text.splitlines() if l.startswith(\"  case \")]
    assert \"over the bound\" in f.get(\"message\") and len(record) == 1 and \"system=rigid-body\" in record[0]
    assert \" check --replay agreement/port/\" in f.text and \"<&>\" in f.text and \"# \" not in f.text
" "$dir/failed.xml"'
slp_check --port "$(bent 'if later: line = chr(1) + chr(233) + "<&\">\n"')" --law agreement --scheme tmk --no-save --junit "$dir/odd.xml"
check "XML of whatever a port writes" eval 'exits 1 && python3 -c "
import sys, xml.etree.ElementTree as xml
messages = [f.get(\"message\") for f in xml.parse(sys.argv[1]).getroot().iter(\"failure\")]
assert len(messages) == 1 and \"?<&\" in messages[0] and messages[0].isascii(), messages
" "$dir/odd.xml"'

wrong() { # NAME EXIT TEXT CODE [OPTION...]
    local name=$1 expected=$2 text=$3 code_=$4
    shift 4
    slp_check --port "$(bent "$code_")" --law casimirs --scheme tmk --multiplier 0.3 --no-save "$@"
    check "$name" eval "exits $expected && says '$text'"
}
slp_check --port "$(bent 'line = line.replace("\n", "\r\n")')" --law casimirs --scheme tmk --multiplier 0.1 --no-save
check "a carriage return before each newline is dropped, as in any record" eval 'exits 0 && last "1 passed, 0 failed"'
wrong "a number short at the first case is unusable" 2 "y has 2 numbers, 1 steps of 3 coordinates need 3" 'line = re.sub(r"(y=.*),[^,]*$", r"\1\n", line)'
wrong "a number short later is incomplete" 1 "incomplete: no answer: y has" 'if later: line = re.sub(r"(y=.*),[^,]*$", r"\1\n", line)'
wrong "another id is incomplete" 1 "a result of another id" 'if later and line[0] == "r": line = line.replace("id=check", "id=other")'
wrong "the result before, once more, is incomplete" 1 "a result of another id than check-" 'if line[0] == "r": sys.stdout.write(line)'
wrong "another echo is incomplete" 1 "it echoed another case" 'if later and line[0] == "c": line = line.replace("id=check", "id=other")'
wrong "garbage is incomplete" 1 "neither a case nor a result" 'if later: line = "segmentation fault\n"'
wrong "a number that is none is incomplete" 1 "incomplete" 'if later: line = re.sub(r"y=[^,]*", "y=nan", line)'
wrong "giving up is an error where a solution is proved" 1 "where a solution is proved" \
    'if later: line = re.sub(r" y=.*", " error=no-convergence", line)'
wrong "declining everything that it lists is not a pass" 1 "NOTHING CHECKED" 'line = re.sub(r" y=.*", " error=unsupported", line)'
slp_check --port "$model | sed -u '/^pair\|^end/d; s/ y=.*/ error=unsupported/'" --law casimirs --multiplier 0.1 --no-save
check "offering nothing is not a pass" eval 'exits 1 && says "nothing was checked"'
inapplicable "a law that does not speak of the system" "it says nothing of canonical and any scheme; laws that apply: agreement, area, determinism" --port "$SLP run --path ref" --law casimirs --system canonical
slp_check --port "sed -u -n 's/^case id=\([^ ]*\) .*/result id=\1 error=unsupported/p'" --law area --multiplier 0.02 --no-save
check "pairs of which no case came to be asked are not offered by a port that lists none" eval 'exits 1 && ! says "NOTHING CHECKED"'
quits="sed -u -n 's/^case id=\\([^ ]*\\) .*/result id=\\1 error=no-convergence/p'"
slp_check --port "$quits" --law agreement --system rigid-body-n --scheme tmk --no-save
check "giving up in every case is not a pass, nor another pair" eval 'exits 1 && says "NOTHING CHECKED"'
slp_check --port "$quits" --law energy-near --system rigid-body-n --scheme isospectral-midpoint --no-save
check "giving up in long runs alone is not accused" eval 'exits 1 && says "not offered" && ! says "NOTHING CHECKED"'
for seed in 35 182; do # of which the first sixteen draws show nothing
    slp_check --path fast --law energy --system zeitlin-sphere --scheme rkmk-rk4-exp --multiplier 0.02 --seed $seed
    check "seed $seed: draws go on until one shows what must be seen broken" last "1 passed, 0 failed"
done

# ---- ports that do not answer ----
wrong "a port that ends is unreceived" 1 "unreceived" 'if later: sys.exit(3)' --timeout 2
wrong "a port that falls silent is unreceived" 1 "no answer in time" 'if later: time.sleep(30)' --timeout 2
check "the time given is in the command that replays it" says "--timeout 2"
wrong "a port that stops within a line is unreceived" 1 "no whole line in time" \
    'if later: sys.stdout.write(line[:40]); sys.stdout.flush(); time.sleep(30)' --timeout 2 --multiplier 0.05
wrong "a port that writes without end is unreceived" 1 "unreceived" $'while later: sys.stdout.write("# more\\n" * 999)' --timeout 5
for dead in true false cat "sleep 30" yes no-such-command "cat >/dev/null" "exec >&-; cat >/dev/null" "kill -9 \$\$"; do
    slp_check --port "$dead" --timeout 0.5
    check "unusable: the port \`$dead\`" eval 'exits 2 && says "does not answer a first case"'
done
exit $status
