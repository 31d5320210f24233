#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp judge --port` asks a port again and prints the smallest case that fails; without a port it
# names the case with the fewest numbers.  Ports that fall silent, that do not fail again, and an
# interrupt leave the verdict as it was.
. "$(dirname "$0")/../tap.sh"
needs "the smallest failing case" python3
port() { echo "python3 $here/condition_port.py $slp lin,quad $1"; } # WHEN
"$slp" gen --system rigid-body --scheme tmk --count 60 >"$dir/cases"
bash -c "$(port always)" <"$dir/cases" >"$dir/answers"
# judged ARGUMENT...: status in $got, what is said in $dir/said
judged() {
    got=0
    "$slp" judge "$@" <"$dir/answers" >"$dir/out" 2>"$dir/said" || got=$?
}
# written by hand: a number of each key, a state of one number, nothing else
one='(1,0,0|0,1,0|0,0,1)'
smallest="case id=smallest-1 system=rigid-body scheme=tmk inertia=1,1,1 quad=$one lin=$one h=0 \
steps=1 x=$one dw=0,0,0,0"
judged --hints 0 --port "$(port always)" --junit "$dir/a.xml"
is "the exit status is that of the verdicts" "$got" 1
ok "the case, as a line to paste" grep -qxE "$smallest" "$dir/said"
ok "what it stands for" grep -Eqx "slp judge: smallest failing case of rigid-body/tmk \
\([0-9]+ fail; [0-9]+ questions\): ratio 1.41e\+14, bound 20" "$dir/said"
ok "its answer" grep -qxE 'answer (0,)*1.015625(,0)*' "$dir/said"
ok "the right one" grep -qxE "right  $one" "$dir/said"
ok "JUnit has it" grep -qE "  $smallest" "$dir/a.xml"
ok "the line can be pasted" bash -c "grep '^case ' '$dir/said' | $(port always) |
    '$slp' judge 2>/dev/null | grep -q '^verdict id=smallest-1 fail '"
cp "$dir/said" "$dir/first"
judged --hints 0 --port "$(port always)"
ok "the same again" cmp "$dir/said" "$dir/first"
judged --hints 0 --questions 4 --port "$(port always)"
ok "questions are limited, which is said" \
    grep -q ' 4 questions; more questions may find a simpler one)\| 5 questions; more' "$dir/said"
judged --hints 0 --questions 0 --port "$(port always)"
ok "--questions 0 makes none smaller" bash -c "! grep -q '^case ' '$dir/said'"
judged --hints 0
ok "without a port: which case, and the command" grep -Eqx "slp judge: the failing case with \
the fewest numbers is id=[^ ]+; slp judge --port COMMAND makes it smaller" "$dir/said"
judged --hints 0 --port "$(port judged)"
ok "a port that does not fail again" grep -q 'does not fail each time that it is asked' "$dir/said"
is "and the verdict stays" "$got" 1
judged --hints 0 --timeout 2 --port "$(port silent)"
ok "a port that ends while it is asked leaves a case" grep -q '^case id=smallest-1 ' "$dir/said"
judged --hints 0 --port false
ok "a port that does not run: said" grep -q 'the port does not answer a first case' "$dir/said"
is "and the verdict stays " "$got" 1
# an interrupt: the shell's own background jobs ignore it, python's do not
python3 - "$slp" "$(port slow)" "$dir" <<'P' >"$dir/log" 2>&1
import signal, subprocess, sys, time
slp, port, folder = sys.argv[1:4]
with open(folder + "/answers") as answers, open(folder + "/said", "w") as said:
    judge = subprocess.Popen([slp, "judge", "--hints", "0", "--port", port], stdin=answers,
                             stdout=subprocess.DEVNULL, stderr=said)
    for _ in range(600):
        time.sleep(0.1)
        if " fail; worst" in open(folder + "/said").read():
            break
    time.sleep(2)
    judge.send_signal(signal.SIGINT)
    print(judge.wait(timeout=60))
P
is "interrupted: the verdict stays" "$(cat "$dir/log")" 1
ok "interrupted: the case found so far" grep -q 'questions; interrupted)' "$dir/said"
# a counterexample of the laws has a hint
cat >"$dir/halved.py" <<P
import re, subprocess, sys
run = subprocess.Popen(["$slp", "run", "--path", "fast"], stdin=subprocess.PIPE,
                       stdout=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    if not line.startswith("case "): continue
    run.stdin.write(re.sub(r"h=(\S+)", lambda w: "h=" + (float.fromhex(w[1]) / 2).hex(),
                           re.sub(r" sum=.*", "", line)))
    print(line + run.stdout.readline(), end="", flush=True)
P
"$slp" check --port "python3 $dir/halved.py" --law agreement --system rigid-body --scheme tmk \
    --regressions none --multiplier 0.05 --json "$dir/laws.json" >"$dir/out" 2>"$dir/err"
ok "slp check prints a hint" grep -q '^  hint       .*h' "$dir/out"
ok "JSON has it" grep -q '"hint": *"' "$dir/laws.json"
