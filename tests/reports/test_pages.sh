#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The pages as a reader meets them: errata that only a verdict makes so, the table of laws from any
# file whatever, figures of our own runs, links, and a browser's view at two widths in light and
# dark.
# Starts first.
# Run once (compiler, libraries, sanitizer): it asks about pages; test_report.sh writes some.
. "$(dirname "$0")/../tap.sh"

# ---- A report with some of everything -----------------------------------------------------
claim() { # ID BOUND LOCATOR: wrong as printed if the departure, about 1e-16, is above BOUND
    cat <<Y
id: $1
source: T
locator: ($3)
statement: A formula.
printed: "x = ½ y"
meant: "x = y"
erratum: "(1), the <b>factor</b>"
experiments:
  - name: e
    system: rigid-body
    scheme: tmk
    parameters: {inertia: [1, 2, 3]}
    state: [0.6, 0, 0.8]
    h: 2^-6
    steps: 40
measures:
  - {name: m, quantity: casimir-drift, experiment: e}
decide:
  - verdict: refuted
    when: [{value: m.largest, is: above, bound: $2}]
    because: "The two sides differ by {m.largest}."
  - verdict: confirmed
    when: [{value: m.largest, is: at-most, bound: $2}]
    because: "They agree to {m.largest}."
Y
}
claim erratum-proved 0 10 >"$dir/erratum-proved.yaml"
claim erratum-denied 1 9 >"$dir/erratum-denied.yaml"
(cd "$here/../.." && exec "$SLP" check --law determinism --system rigid-body --multiplier 0.01 \
    --json "$dir/laws.json") >"$dir/check" 2>&1
cat >"$dir/uneven.py" <<'P'
import json, sys
laws = json.load(open(sys.argv[1]))
rows = [row for subject in laws["subjects"] for row in subject["rows"]]
# margins in no order, and one row of each kind that a check may leave
for i, row in enumerate(rows):
    row["worst"] = 7 * i % 11 / 8
    if i in (1, 4): row["failed"] = 1
    if i in (2, 6): row["checked"] = 0
    if i in (3, 4): row["keeps"] = False
    if i % 3 == 0: row["law"] = "elsewhere"  # two columns, with what does not apply in both
json.dump(laws, open(sys.argv[1], "w"))
P
python3 "$dir/uneven.py" "$dir/laws.json"
mkdir "$dir/out" && cp "$dir/laws.json" "$dir/out/"
"$SLP" audit --out "$dir/out" --claim "$dir/erratum-proved.yaml" "$dir/erratum-denied.yaml" \
    lecg-energy lecg-fig1-periodic gbw-energy-bound gbw-case3a gbw-solvable ejll-reduction-printed \
    ejll-reduction >"$dir/stdout" 2>"$dir/stderr"
ok "the audit decides" test $? = 0
out=$dir/out
ok "links, anchors, Markdown's tables and the words of figures hold together" \
    python3 "$here/pages_links.py" "$out"

ok "each page says the same in HTML and in Markdown" python3 "$here/pages_same.py" "$out"
mkdir "$dir/other" && cp "$out/errata.html" "$out/errata.md" "$dir/other/"
differs() { # SED: the Markdown of a page, changed so, does not say what its HTML says
    sed "$1" "$out/errata.md" >"$dir/other/errata.md"
    ! cmp -s "$out/errata.md" "$dir/other/errata.md" &&
        ! python3 "$here/pages_same.py" "$dir/other"
}
ok "another word is seen" differs 's/differ by/differ much by/'
ok "another heading is seen" differs 's/^## \(<a id="paper-T"><.a>T\)$/### \1/'
ok "another link is seen" differs 's#(claims/erratum-proved.md)#(claims/erratum-denied.md)#'
ok "another anchor is seen" differs 's/<a id="erratum-proved">/<a id="erratum-prover">/'

# ---- Errata -------------------------------------------------------------------------------
cat >"$dir/errata.py" <<'P'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
above, below = text.split("Named, and not borne out")
assert 'id="erratum-proved"' in above and 'id="gbw-energy-bound"' in above
assert "erratum-denied" not in above
assert 'id="erratum-denied"' in below and "erratum-proved" not in below
part = above.split('id="erratum-proved"')[1]
needed = ("<code>x = ½ y</code>", "<code>x = y</code>", "refuted", "<code>m.largest</code>")
for words in needed + ("differ by", "claims/erratum-proved.html", "audit --claim"):
    assert words in part, words
assert "&lt;b&gt;factor" in text and "<b>factor" not in text
assert re.search(r"<p>3 formulas of the papers", text), "the count is of what is proved"
P
ok "a formula is wrong only where the verdict says so" python3 "$dir/errata.py" "$out/errata.html"
ok "the index leads there with the count" \
    grep -q '<a href="errata.html">Errata</a>: 3 printed formulas' "$out/index.html"
entries() { grep -cE '^### <a id="erratum-(proved|denied)"></a>T, ' "$out/errata.md"; }
ok "Markdown has a heading for each" test "$(entries)" = 2
sed '/^erratum:/d; s/^id: .*/id: plain/' "$dir/erratum-proved.yaml" >"$dir/plain.yaml"
"$SLP" audit --out "$dir/bare" --claim "$dir/plain.yaml" >"$dir/stdout" 2>&1
ok "without errata there is no page of them" \
    sh -c '! ls "$0" | grep -q errata && ! grep -q Errata "$0/index.html"' "$dir/bare"

# ---- Words --------------------------------------------------------------------------------
ok "what stands between backticks is code" \
    grep -qE 'not there\. <code>slp check --json laws\.json</code>, in the report.*makes it\.<' \
    "$dir/bare/index.html"
title="Variational integrators for stochastic Hamiltonian systems on Lie groups"
papers() { # FILE TIMES: the paper of GBW is named in it
    [ "$(grep -cF "Gay-Balmaz, Meng Wu: $title" "$1")" = "$2" ]
}
ok "a claim's page names its paper" papers "$out/claims/gbw-energy-bound.html" 1
ok "so does its Markdown" papers "$out/claims/gbw-energy-bound.md" 1
listed() {
    grep -q '<h2 id="the-papers">The papers</h2>' "$out/index.html" && papers "$out/index.html" 1
}
ok "the index names each once" listed
first() { # the papers stand before the first word about them, and how to cite before the verdicts
    awk '/id="the-papers"/ { papers = NR } /id="most-consequential"/ { most = NR }
        /id="cite"/ { cite = NR } /id="verdicts"/ { verdicts = NR }
        END { exit !(papers && papers < most && most < cite && cite < verdicts) }' "$out/index.html"
}
ok "papers stand first, how to cite before the verdicts" first
cited() {
    grep -qE "The slp maintainers: slp: .*, version [0-9.]+ \([0-9-]+\)$2" "$out/$1"
}
ok "the index says how to cite the program" cited index.html "\.<"
ok "a claim's page, how to cite its verdict" cited claims/gbw-energy-bound.html \
    "\. Claim gbw-energy-bound of GBW, [^:]*: qualified as printed, confirmed as meant, at "
badges() { # the table of rules has a badge for each rule, and "and" for its further conditions
    python3 - "$out/claims/$1.html" "$out/results/$1.json" <<'P'
import json, re, sys
page, record = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
rules = json.loads(record)["rules"]
cells = re.findall(r'<tr><th scope="row">(.*?)</th>', page.split('id="rules"')[1].split("<h2")[0])
words = [re.sub("<[^>]*>", "", cell) for cell in cells]
wanted = [word for rule in rules for word in [rule["verdict"]] + ["and"] * (len(rule["when"]) - 1)]
assert words == wanted and "and" in wanted, (words, wanted)
P
}
ok "a rule has one badge" badges lecg-fig1-periodic
ok "a paper of somebody else's is not named" \
    sh -c '! grep -q "The papers" "$0/index.html" &&
        ! grep -q "What was read" "$0/claims/plain.html" &&
        grep -qF ", (10) (plain)</h1>" "$0/claims/plain.html"' "$dir/bare"

# ---- Findings -----------------------------------------------------------------------------
most_consequential() {
    local link='<a href="claims/&.html">&</a>' printed=ejll-reduction-printed meant=ejll-reduction
    local words="the half is taken twice; taken once, it does. (" size="(40 samples)"
    grep -qF "$words${link//&/$printed} $size refuted, ${link//&/$meant} $size confirmed)</li>" \
        "$out/index.html" &&
        grep -q "^- EJLL.*(\[$printed\](claims/$printed.md) .* refuted, " "$out/verdicts.md" &&
        grep -q " refuted, \[$meant\](claims/$meant.md) .* confirmed)\$" "$out/verdicts.md" &&
        [ "$(grep -c "^<li>.*(<a href=.claims/.*)</li>" "$out/index.html")" = 1 ]
}
ok "what weighs most stands first, with the verdicts it rests on" most_consequential
turned() { # ID BOUND: this claim of two comes out otherwise
    mkdir "$dir/turned-$1"
    cp -r "$out/results" "$out/runs" "$out/data" "$dir/turned-$1"
    # without the claims whose figures are of long runs
    rm "$dir/turned-$1/results/"{gbw-case3a,lecg-fig1-periodic}.json
    claim "$1" "$2" 9 >"$dir/$1.yaml"
    "$SLP" audit --out "$dir/turned-$1" --claim "$dir/$1.yaml"
    [ -s "$dir/turned-$1/index.html" ] &&
        ! grep -q "Most consequential" "$dir/turned-$1/index.html" "$dir/turned-$1/verdicts.md"
}
ok "and not when the first of them comes out otherwise" turned ejll-reduction-printed 1
ok "nor when another does" turned ejll-reduction 0

# ---- Laws ---------------------------------------------------------------------------------
cat >"$dir/laws.py" <<'P'
import json, re, sys
laws, page = json.load(open(sys.argv[1])), open(sys.argv[2], encoding="utf-8").read()
rows = sum(len(s["rows"]) for s in laws["subjects"])
word = r'<strong class="(?:good|bad|none)" data-order="[1-6]">[a-z ]+</strong>'
shown = re.findall(r"<td>" + word + r" \d+ checked", page)
assert rows and len(shown) == rows, (rows, len(shown))
for subject in laws["subjects"]:
    assert f"Answered by {subject['subject']}" in page
    for row in subject["rows"]:
        assert f"{row['checked']} checked" in page
        assert f'<th scope="row">{row["scheme"]}</th>' in page
P
ok "the page of laws has every row of the file" \
    python3 "$dir/laws.py" "$out/laws.json" "$out/laws.html"
cat >"$dir/hostile.py" <<'P'
import copy, json, sys
def row(scheme, keeps, checked, skipped, failed, worst, law="two", **more):
    counts = {"checked": checked, "skipped": skipped, "failed": failed, "worst": worst}
    return {"law": law, "system": 'a"b', "scheme": scheme, "keeps": keeps, **counts, **more}
rows = [
    row("c|d", True, 3, 1, 0, 0.5, law="<script>alert(1)</script> | *b*"),
    row("c|d", False, 3, 0, 0, 7, order=3),
    row("e", False, 3, 0, 2, None),
    row("f", True, 3, 0, 2, 9.5),
    row("g", True, 0, 0, 0, None),
    row("h", True, 0, 9, 0, None, verdict="undecided"),
]
good = {"version": "0", "passed": 1, "failed": 0, "classes": [{"class": "<i>", "count": 4}]}
good["subjects"] = [{"subject": "s", "rows": rows}]
def put(name, text):
    with open(f"{sys.argv[1]}/{name}.json", "w", encoding="utf-8") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))
def change(name, path, value):
    laws = copy.deepcopy(good)
    at = laws
    for key in path[:-1]: at = at[key]
    if value is None: del at[path[-1]]
    else: at[path[-1]] = value
    put(name, laws)
put("good", good)
put("cut", json.dumps(good)[:200])
put("empty", "")
put("deep", "[" * 100000)
put("list", [])
put("twice", json.dumps(good)[:-1] + ', "passed": 2}')
change("no-subjects", ["subjects"], [])
change("subject-number", ["subjects", 0, "subject"], 7)
change("rows-object", ["subjects", 0, "rows"], {"law": 1})
change("no-law", ["subjects", 0, "rows", 0, "law"], None)
change("long-law", ["subjects", 0, "rows", 0, "law"], "x" * 101)
change("nul-scheme", ["subjects", 0, "rows", 0, "scheme"], "a\0b")
change("keeps-word", ["subjects", 0, "rows", 1, "keeps"], "yes")
change("checked-less", ["subjects", 0, "rows", 0, "checked"], -1)
change("failed-real", ["subjects", 0, "rows", 0, "failed"], 1.5)
change("worst-word", ["subjects", 0, "rows", 0, "worst"], "inf")
change("order-word", ["subjects", 0, "rows", 1, "order"], "3")
change("classes-word", ["classes"], "many")
change("passed-missing", ["passed"], None)
many = copy.deepcopy(good)
many["subjects"][0]["rows"] = [dict(rows[0], law=f"law{i}") for i in range(101)]
put("many", many)
P
mkdir "$dir/json" && python3 "$dir/hostile.py" "$dir/json"
hostile() { # JSON: the audit stands, the page is away, the index says why
    cp "$1" "$dir/bare/laws.json"
    touch "$dir/bare/laws.html"
    timeout 20 "$SLP" audit --resume --out "$dir/bare" --claim "$dir/plain.yaml" || return 1
    [ ! -e "$dir/bare/laws.html" ] && [ ! -e "$dir/bare/laws.md" ] &&
        grep -q 'Laws and pairs: not in this report. laws.json: [^.]*.*slp check --json' \
        "$dir/bare/index.html"
}
bad=
for file in "$dir"/json/*.json; do
    [ "${file##*/}" = good.json ] || hostile "$file" >"$dir/log" 2>&1 || bad="$bad ${file##*/}"
done
ok "no file of laws breaks the report: $(ls "$dir/json" | wc -l) tried" test -z "$bad"
[ -z "$bad" ] || echo "# not withstood:$bad"
rm -f "$dir/bare/laws.json"
"$SLP" audit --resume --out "$dir/bare" --claim "$dir/plain.yaml" >"$dir/stdout" 2>&1
ok "an absent one is said to be absent" grep -q 'laws.json: it is not there' "$dir/bare/index.html"
cp "$dir/json/good.json" "$dir/bare/laws.json"
"$SLP" audit --resume --out "$dir/bare" --claim "$dir/plain.yaml" >"$dir/stdout" 2>&1
page=$dir/bare/laws.html
ok "names are text" sh -c 'grep -q "&lt;script&gt;" "$0" && [ "$(grep -c "<script" "$0")" = 1 ]' \
    "$page"
shows() { # WORD CLASS ORDER COUNTS: a cell of the table of laws
    grep -q "<strong class=\"$2\" data-order=\"$3\">$1</strong> $4<" "$page"
}
told_apart() {
    local counts="1 held, 1 seen to break, 1 not seen to break, 1 failed"
    grep -q "$counts, 1 undecided, 1 nothing checked" "$page" &&
        shows undecided bad 3 "0 checked, 9 skipped" &&
        shows held good 6 "3 checked, 1 skipped, margin 0.5" &&
        shows "seen to break" good 5 "3 checked, margin 7, order 3" &&
        shows "not seen to break" bad 2 "3 checked, 2 failed" &&
        shows failed bad 1 "[^<]*" && shows "nothing checked" none 4 "[^<]*"
}
ok "held, broken, not seen to break, failed and unchecked are told apart" told_apart
ok "and stay inside Markdown's cells" python3 "$here/pages_links.py" "$dir/bare"

# ---- Figures ------------------------------------------------------------------------------
if command -v gnuplot >/dev/null; then
    ok "a figure of the paper stands beside its claim and among all" \
        sh -c 'grep -q "figures/lecg-1.svg" "$0/claims/lecg-fig1-periodic.html" &&
        grep -q "<strong>LECG figure 1</strong>" "$0/figures.html" &&
        grep -q "<a href=\"figures/lecg-1.svg\"><img src=\"figures/lecg-1.small.svg\"" \
            "$0/figures.html" && [ -s "$0/figures/lecg-1.small.svg" ] &&
        grep -q "6 figures of the papers" "$0/figures.html"' "$out"
    ok "one whose claim is not there says so" \
        grep -q 'Not drawn:</strong> its claim ejll-fig4 is not in this report' \
        "$out/figures.html"
    ok "none is missing that could be there" \
        sh -c '! grep -qE "Not drawn:</strong> (gnuplot|a step)" "$0"' \
        "$out/figures.html"
    cat >"$dir/sphere.py" <<'P'
import sys
curve = open(sys.argv[1]).read().split("$gravity << END_OF_CURVE\n")[1].split("END_OF_CURVE")[0]
front = [list(map(float, l.split())) for l in curve.splitlines()]
assert len(front) == 1251, len(front)
# |Γ| = 1; five digits are printed of each of the three numbers
squares = [u * u + v * v + w * w for u, v, w in front]
assert all(abs(s - 1) < 3e-4 for s in squares), max(squares)
assert max(u for u, v, w in front) - min(u for u, v, w in front) > 0.5  # and it moves
P
    ok "the gravity vector is on its sphere" python3 "$dir/sphere.py" "$out/figures/lecg-1.gp"
    mkdir "$dir/empty"
    program=$(realpath "$SLP")
    (PATH=$dir/empty "$program" audit --out "$dir/undrawn" --claim gbw-case3a) >"$dir/stdout" 2>&1
    ok "a figure that could not be drawn says why" \
        grep -q 'Not drawn:</strong> gnuplot could not be started' "$dir/undrawn/figures.html"
    ok "our own runs draw the same numbers again" \
        cmp "$out/figures/gbw-11c.gp" "$dir/undrawn/figures/gbw-11c.gp"
else
    skip "figures of our own runs" "gnuplot is not installed"
fi

# ---- A browser's view ---------------------------------------------------------------------
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    skip_rest "pages in a browser" "no chromium here; apt-get install chromium"
fi
headless() { # SECONDS OPTION...
    timeout "$1" "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir="$dir/profile" "${@:2}"
}
cp "$here/pages_check.js" "$out/"
cat >"$out/check.html" <<'H'
<!DOCTYPE html><meta charset="utf-8"><title>check</title><body>
<script src="pages_check.js"></script>
<script>main(["index.html", "errata.html", "laws.html", "figures.html", "claims/lecg-energy.html",
    "claims/gbw-energy-bound.html", "summary-gbw.html", "claims/gbw-solvable.html"])</script>
H
view() { # light or dark: the fault lines, and "done 16, N columns ordered, K choices"
    local scheme=1
    [ "$1" = dark ] && scheme=0
    headless 300 --allow-file-access-from-files \
        --blink-settings=preferredColorScheme=$scheme --enable-logging=stderr \
        --window-size=1500,1000 --virtual-time-budget=60000 \
        --dump-dom "file://$out/check.html" >"$dir/dom" 2>"$dir/console"
    sed -n '/<pre id="faults">/,/<\/pre>/p' "$dir/dom" | sed 's/.*<pre id="faults">//; s/<[^>]*>//g'
    # the last is what is asked for
    grep -E 'CONSOLE' "$dir/console" | grep -vi -e 'virtual time' -e 'Blocked script execution'
}
for scheme in light dark; do
    view "$scheme" >"$dir/$scheme"
    grep -q '<html' "$dir/dom" || headless 60 --dump-dom about:blank 2>"$dir/console" |
        grep -q '<html' ||
        skip_rest "pages in a browser" "$browser does not start here: $(tail -n 1 "$dir/console")"
    ok "pages hold at 390 and 1280 pixels and their tables order, $scheme" sh -c 'cat "$0"
        grep -v "^\$" "$0" | tr "\n" "/" |
            grep -qxE "done 16, [1-9][0-9]+ columns ordered, [1-9][0-9]+ choices/"' \
        "$dir/$scheme"
done
printed() { # PAGE: a PDF with pages, and no less than its figures need
    rm -f "$dir/page.pdf"
    headless 60 --no-pdf-header-footer --print-to-pdf="$dir/page.pdf" "file://$out/$1" &&
        [ "$(head -c 5 "$dir/page.pdf")" = "%PDF-" ] &&
        [ "$(grep -ac '/Type */Page\b' "$dir/page.pdf")" -ge "$2" ]
}
ok "the index prints" printed index.html 2
ok "a claim with its figures prints" printed claims/lecg-energy.html 2
ok "all figures print" printed figures.html 4
ok "the page of a paper prints" printed summary-gbw.html 1
