#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Conformance statements: what they say is what the judge and the laws say; a page that loads
# nothing; the same bytes again; ports that fail, decline, die or say hostile things; two statements
# compared.
# Run once (compiler, libraries): it asks about files of the same program.
# Starts first.
. "$(dirname "$0")/../tap.sh"
unset SLP_CHECK_MULTIPLIER SOURCE_DATE_EPOCH
schema=$here/../../reports/conform/statement.schema.json
check() { python3 "$here/conform_check.py" "$@"; }
# state FOLDER PORT OPTION...: a statement, in $dir/FOLDER
state() {
    local folder=$1 port=$2
    shift 2
    "$SLP" conform --port "$port" --out "$dir/$folder" --quick "$@"
}
short="--multiplier 0.01 --count 8" body="--system rigid-body"
# whole FOLDER: the files of a statement, each looked at
whole() {
    ok "$1: five files and no other" same_text "$(ls -A "$dir/$1" | tr '\n' ' ')" \
        "badge.svg conform.json index.html junit.xml summary.svg "
    ok "$1: they follow the schema, agree with each other, are well-formed and load nothing" \
        check whole "$schema" "$dir/$1"
}
heads() { # FOLDER CLASS WORDS
    grep -q "<main id=\"main\" class=\"report conform $2\">" "$dir/$1/index.html" &&
        grep -qi "<h1>$3</h1>" "$dir/$1/index.html" && grep -q "$3; answered" "$dir/$1/badge.svg" &&
        grep -q ">$3<" "$dir/$1/summary.svg"
}
coloured() { grep -q "fill=\"$2\"" "$dir/$1/badge.svg"; }

# shown FOLDER PICTURE: the manual's picture has the same words and as many answers on either side
shown() {
    python3 - "$dir/$1/summary.svg" "oracle/manual/$2" <<'P'
import re, sys
def told(name):
    text = open(name, encoding="utf-8").read()
    bars = re.findall(r'<rect x="([0-9.]+)".*\n<text .*>(\d+)</text>', text)
    sides = [sum(int(n) for x, n in bars if (float(x) > 420) == right) for right in (False, True)]
    assert bars and "<script" not in text
    return re.findall(r'font-size="(?:20|13)" style.*>(.*)</text>', text), sides
assert told(sys.argv[1]) == told(sys.argv[2]), (told(sys.argv[1]), told(sys.argv[2]))
P
}

# A port that once takes its time for a case; looked at below, when it has ended.
cat >"$dir/slow.sh" <<'P'
python3 oracle/ports/python/slp_port.py | {
    n=0
    while IFS= read -r line; do
        case $line in 'result id=check-'*) n=$((n + 1)) ;; esac
        if [ $n = 20 ] && mkdir "$1" 2>/dev/null; then sleep 11; fi
        printf '%s\n' "$line"
    done
}
P
"$SLP" conform --port "sh $dir/slow.sh $dir/slept" --out "$dir/slow" --quick $body \
    --scheme tmk --count 100 --multiplier 0.01 --timeout 60 >"$dir/slow.out" 2>"$dir/slow.err" &
slow=$!

# ---- A right port -----------------------------------------------------------------------------
python="python3 oracle/ports/python/slp_port.py"
ok "a right port conforms" exits 0 state all "$python" $short
ok "how much was declined is said at once" prints "held on 12 of 345 pairs; 333 declined; answered"
ok "where the page is too" prints "conforms: $dir/all/index.html"
ok "nothing on standard error" silent
whole all
ok "the heading and the badge say what was declined" heads all part \
    "held on 12 of 345 pairs; 333 declined"
ok "in another colour than a whole pass" coloured all '#9a6700'
"$SLP" gen --seed 1 --count $((8 * 345)) | $python | "$SLP" judge >"$dir/verdicts" 2>"$dir/log"
ok "verdicts are those of gen, port and judge" check judge "$dir/all/conform.json" \
    "$dir/verdicts"
ok "a part of the pairs" exits 0 state right "$python" $body --multiplier 0.01
whole right
ok "the page says what was asked" grep -q 'Only rigid-body with every scheme was asked' \
    "$dir/right/index.html"
ok "the manual's picture is of this statement" shown right conform-python.svg
tmk="$body --scheme tmk"
ok "also of a shorter one" grep -q -- '--count 8 --quick --multiplier 0.01$' "$dir/all/index.html"
fast="$SLP run --path fast" # it has areas, which the port in Python declines
ok "a whole pass" exits 0 state green "$fast" $tmk
"$SLP" check --port "$fast" $tmk --quick --json "$dir/quick.json" >"$dir/log" 2>&1
ok "rows of laws are those of slp check" check laws "$dir/green/conform.json" "$dir/quick.json"
ok "the command line repeats it" grep -qF \
    "slp conform --port '$fast' --out DIR $tmk --seed 1 --count 32 --quick" \
    "$dir/green/index.html"
ok "is green" coloured green '#1a7f37'
ok "and said to be one" heads green good "held on 1 of 1 pairs"

# ---- What the verdict is of -------------------------------------------------------------------
ok "the page says how large states were, and that areas were not asked" grep -qE \
    'rigid-body.*states of up to 3 coordinates.*Not asked: .*area' "$dir/right/index.html"
ok "the file says it of each pair" python3 -c 'import json, sys
for pair in json.load(open(sys.argv[1]))["statement"]["pairs"]:
    keys = {one["key"]: one["cases"] for one in pair["inputs"]["keys"]}
    assert pair["inputs"]["largest"] == (3 if pair["verdict"] == "held" else 0), pair
    assert not keys or keys["inertia"] >= keys["quad"] > 0 == keys["area"], keys
    assert (2**-54 < pair["inputs"]["proves"] <= 2**-40) == (pair["verdict"] == "held"), pair
' "$dir/right/conform.json"
ok "the page says the weakest of what passes prove" grep -qE \
    'step that passed is off by at most 2\^-4[0-9] of' "$dir/right/index.html"
ok "a port that has areas was asked them" eval '! grep -q "Not asked" "$dir/green/index.html"'
# It takes a case with areas for one without.  Of 32 cases 6 have areas: 0.81^32 = 0.1 % of seeds
# would have none.
sed 's/ or "area" in case//' oracle/ports/python/slp_port.py >"$dir/ignores.py"
ok "a port that passes over a key that it does not know falls short" exits 1 \
    state ignores "python3 $dir/ignores.py" $tmk --multiplier 0.01

# ---- The same again ---------------------------------------------------------------------------
again() {
    SOURCE_DATE_EPOCH=86400 state one "$python" $body $short --jobs 3 >"$dir/log" &&
        SOURCE_DATE_EPOCH=86400 state two "$python" $body $short >"$dir/log" || return 1
    diff -r "$dir/one" "$dir/two" && grep -q '"ended": "1970-01-02T00:00:00Z"' \
        "$dir/one/conform.json"
}
ok "with a stated time all bytes are the same again" again
ok "several cases in flight" exits 0 state flight "$python" $body $short --in-flight 16
sans_run() {
    python3 -c 'import json, sys
d = json.load(open(sys.argv[1])); d["run"] = 0; print(d)' "$dir/$1/conform.json"
}
before_run() { sed '/This run/,$d' "$dir/$1/index.html"; }
same_but_run() {
    diff <(sans_run one) <(sans_run flight) && diff <(before_run one) <(before_run flight) &&
        for file in badge.svg summary.svg junit.xml; do
            cmp "$dir/one/$file" "$dir/flight/$file" || return
        done
}
ok "without a stated time, and in flight, only the part run differs" same_but_run
ok "another seed" exits 0 state seed "$python" $body $short --seed 2

# ---- A wrong port -----------------------------------------------------------------------------
sed 's/return cross(m, xi(m))/return cross(xi(m), m)/' oracle/ports/python/slp_port.py \
    >"$dir/wrong.py"
ok "a wrong port falls short" exits 1 state wrong "python3 $dir/wrong.py" $body --multiplier 0.01
ok "that is said" prints "held on 4 of 27 pairs; 2 failed, 21 declined"
whole wrong
ok "and seen" heads wrong bad "held on 4 of 27 pairs; 2 failed, 21 declined"
ok "in red" coloured wrong '#b42318'
ok "the manual's picture is of this statement" shown wrong conform-failing.svg
"$SLP" gen $body --seed 1 --count $((32 * 27)) | python3 "$dir/wrong.py" | "$SLP" judge \
    >"$dir/verdicts" 2>"$dir/log"
ok "its verdicts are the judge's" check judge "$dir/wrong/conform.json" "$dir/verdicts"
ok "the page has the cases that failed" grep -q \
    'rigid-body.trapezoidal-[a-z]*-0</code> fail ratio=' "$dir/wrong/index.html"
ok "the fault is named" grep -q 'failures: generator: the wrong sign' "$dir/wrong/index.html"
ok "and replay tokens of laws" grep -q 'replay <code>agreement/port/system=rigid-body' \
    "$dir/wrong/index.html"

# A fault that the judge alone sees, and one that a law alone sees.
planted() { sed "/return \"y=/i\\        $1" oracle/ports/python/slp_port.py >"$dir/$2.py"; }
verdicts_that_fell() { grep -c '"verdict": "failed"' "$dir/$1/conform.json"; }
planted 'if steps > 39: y[-1] *= 1.000001' long
ok "a port that is wrong in long runs" exits 1 state long "python3 $dir/long.py" $tmk $short
ok "is seen by the judge" grep -q '"fail": [1-9]' "$dir/long/conform.json"
is "and by no law" "$(verdicts_that_fell long)" 1
whole long
planted 'odd = globals().setdefault("odd", []); odd += [0]' odd
sed -i '/odd += /a\        if len(odd) % 2: y[0] = math.nextafter(y[0], 9.0)' "$dir/odd.py"
ok "a port that answers otherwise when asked again" exits 1 state odd "python3 $dir/odd.py" $tmk \
    $short
ok "passes the judge" sh -c '! grep -q "\"fail\": [1-9]" "$0"' "$dir/odd/conform.json"
ok "and fails a law" grep -q 'law determinism <strong class="bad">failed' "$dir/odd/index.html"
whole odd

# ---- Ports that do not answer -----------------------------------------------------------------
cat >"$dir/declines.py" <<'P'
import sys
for line in sys.stdin:
    if line.startswith("case "):
        print("result id=%s error=unsupported" % line.split("id=", 1)[1].split()[0], flush=True)
P
one="--system rigid-body --scheme tmk"
declining() { state declines "python3 $dir/declines.py" --system canonical $short; }
ok "a port that declines everything does not conform" exits 1 declining
whole declines
ok "that is seen at first glance" heads declines none "held on 0 of 13 pairs; 13 declined"
ok "in grey" coloured declines '#57606a'
ok "and said" grep -q 'Conformance statement: <strong>nothing was answered' \
    "$dir/declines/index.html"
cat >"$dir/dies.py" <<'P'
import sys
sys.argv.append("2")
for line in sys.stdin:
    if line.startswith("case "):
        if sys.argv[1] == "0": sys.exit(1)
        sys.argv[1] = str(int(sys.argv[1]) - 1)
        print("result id=%s error=domain" % line.split("id=", 1)[1].split()[0], flush=True)
P
dying() { state dies "python3 $dir/dies.py" $one $short; }
ok "a port that dies falls short" exits 1 dying
whole dies
ok "its cases are unreceived" grep -q '"unreceived": [1-9]' "$dir/dies/conform.json"
cat >"$dir/hostile.py" <<'P'
import sys
bad = "<script>alert(1)</script> ![x](http://a/b) | ]]> \x1b[2J & \"q\""
for line in sys.stdin:
    if line.strip() == "list": print("pair system=rigid-body scheme=tmk\nend", flush=True)
    if line.strip() == "about": print("about " + bad + "\nabout second", flush=True)
    if line.startswith("case "):
        name = line.split("id=", 1)[1].split()[0]
        first = name in sys.argv[1:]
        print("result id=%s error=%s" % (name, "domain" if first else bad), flush=True)
P
hostile() { state hostile "python3 $dir/hostile.py ${1-} # <b>'" $one $short --timeout 2; }
ok "a port that never answers properly is unusable" exits 2 hostile
ok "one that says hostile things falls short" exits 1 hostile "check-1 check-2"
whole hostile
ok "its words are shown as text" eval 'grep -qF "&lt;script&gt;" "$dir/hostile/index.html" &&
    ! grep -qF "<script" "$dir/hostile/index.html"'
ok "what it says of itself is there" grep -q '"second"' "$dir/hostile/conform.json"
ok "what its list leaves out is declined" heads hostile bad "held on 0 of 1 pairs; 1 failed"

# ---- Another arithmetic ----------------------------------------------------------------------
narrow="$tmk $short --arithmetic binary32"
ok "a port in binary32" exits 0 state narrow "$SLP run --path fast" $narrow
whole narrow
ok "is judged in it" grep -q 'were left out. Judged in binary32.' "$dir/narrow/index.html"
ok "and asked laws in it" grep -q 'slp check .* --multiplier 0.01 --arithmetic binary32' \
    "$dir/narrow/index.html"
ok "the command draws such cases" grep -qF -- '--count 8 --arithmetic binary32 | ' \
    "$dir/narrow/index.html"
ok "one that answers in binary64 falls short" exits 1 state wide "$python" $narrow
ok "it is told why" grep -q 'is no number of binary32' "$dir/wide/index.html"
ok "a port with a tolerance of its own" exits 0 state slack "$python" $body $short \
    --tolerance 1e-12
ok "which the page says" grep -q 'own tolerance of 1e-12. ' "$dir/slack/index.html"
ok "an unknown arithmetic is refused" refused "did you mean binary32?" \
    "$SLP" conform --port a --out b --arithmetic binary33

# ---- Refused ----------------------------------------------------------------------------------
fails() { "$SLP" conform --port "$1" --out "$dir/none" --timeout 2; }
ok "a port that cannot start" refused "does not answer a first case" fails 'exit 3'
ok "nothing is made for it" test ! -e "$dir/none"
to() { "$SLP" conform --port "$python" --out "$1"; }
ok "a folder that cannot be made" refused "cannot make the directory /dev/null/x" to /dev/null/x
touch "$dir/file"
ok "a file in its place" refused "Not a directory" to "$dir/file"
ok "no port" refused "--port COMMAND: is missing" "$SLP" conform --out "$dir/x"
ok "no folder" refused "--out DIR: is missing" "$SLP" conform --port "$python"
ok "an unknown system" refused "unknown system" "$SLP" conform --port a --out b --system c
ok "a pair that makes no sense" refused "midpoint makes no sense on symplectic" "$SLP" conform \
    --port a --out b --system symplectic --scheme midpoint
ok "too few cases" refused "--count" "$SLP" conform --port a --out b --count 7
ok "no number" refused "--multiplier needs a number above 0" \
    "$SLP" conform --port a --out b --multiplier 0

# ---- Two statements ---------------------------------------------------------------------------
compared() { "$SLP" conform --compare "$dir/$1" "$dir/$2" "${@:3}"; }
ok "two equal statements" exits 0 compared one two
ok "that is said" prints "27 pairs and 88 rows of laws have the same verdict; 0 differ"
ok "a statement and a worse one" exits 1 compared right wrong
ok "which pairs are worse" prints "| rigid-body/trapezoidal | **held** | **failed** | worse |"
ok "which laws" prints "| agreement on rigid-body/trapezoidal | **held** | **failed** | worse |"
ok "how many worst ratios differ" prints "2 worst ratios differ; 0 pairs were judged in one alone"
ok "the other way round" exits 1 compared wrong right
ok "nothing is worse" prints ", 0 of them worse in the second"
ok "as a page" exits 1 compared right wrong --page "$dir/both.html"
ok "which is well-formed" check page "$dir/both.html"
ok "files too" exits 0 compared one/conform.json two/conform.json
ok "another seed is refused" refused 'asked.seed differs: "1" in the first, "2" in the second' \
    compared one seed
ok "another tolerance is refused" refused 'asked.tolerance differs: null in the first, 1e-12' \
    compared one slack
ok "other pairs are refused" refused 'asked.system differs: null in the first, "rigid-body"' \
    compared all one
edit() { # NAME PYTHON: a changed copy of the statement, its hash made right again if `hash`
    mkdir -p "$dir/$1"
    python3 -c 'import json, sys
d = json.load(open(sys.argv[1])); s = d["statement"]
exec(sys.argv[3])
json.dump(d, open(sys.argv[2] + "/conform.json", "w"))' "$dir/one/conform.json" "$dir/$1" "$2"
}
edit changed 's["result"]["verdict"] = "falls short"'
ok "a changed statement is refused" refused "has not the hash that it states" compared one changed
edit extra 's["more"] = 1'
ok "a key too many is refused" refused "statement: 'more' is no key of the schema" \
    compared one extra
edit lacks 'del s["pairs"][3]["worst"]'
ok "a key too few is refused" refused "statement.pairs[3]: 'worst' is missing" compared one lacks
edit typed 's["pairs"][0]["cases"]["drawn"] = -1'
ok "a wrong number is refused" refused "statement.pairs[0].cases.drawn: is too small" \
    compared one typed
edit other 'd["schema"] = "slp conformance statement 2"'
ok "another schema is refused" refused "schema: is not 'slp conformance statement 1'" \
    compared one other
echo '{' >"$dir/file"
ok "what is no JSON is refused" refused "is not JSON: line" compared one file
ok "what is not there is refused" refused "No such file" compared one nowhere
ok "one statement alone is refused" refused "needs two statements" "$SLP" conform --compare a

# ---- Progress off a terminal ------------------------------------------------------------------
while_one_case_takes_long() {
    wait "$slow" &&
        grep -qxE 'slp conform: drawn cases, [1-9][0-9]? of 100 answered, 0 judged' "$dir/slow.err"
}
ok "off a terminal a line in ten seconds, while one case takes long" while_one_case_takes_long
