#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The report: well-formed, offline, safe against what a claim's author writes, honest about missing
# figures.
# Run once (compiler): it asks about pages.
. "$(dirname "$0")/../tap.sh"
cat >"$dir/hostile.yaml" <<'Y'
# Everything that could break a page.
id: hostile
source: "<script>alert('source')</script>"
locator: "x\" onload=\"alert(1) | `rm` *b*"
statement: |
  Text with <script>alert(1)</script>, an ![image](http://example.org/x.png) and a
  [link](javascript:alert(2)).

  <iframe src="http://example.org"></iframe>

  A & B < C, `a|b`, **bold**.
printed: "</code><script>alert(3)</script>"
meant: "\x01 control"
note: "<img src=x onerror=alert(4)>"
unprinted:
  - {what: "<b>what</b>", chosen: "\"><script>"}
experiments:
  - name: run
    system: rigid-body
    scheme: tmk
    parameters: {inertia: [1, 2, 3]}
    h: 2^-6
    state: [0.6, 0, 0.8]
    steps: 40
measures:
  - {name: m, quantity: casimir-drift, experiment: run}
  - {name: e, quantity: energy-drift, experiment: run}
decide:
  - verdict: qualified
    restriction: "<u>only</u> here"
    because: "<i>{m.largest}</i> {nothing}"
    when: [{value: m.largest, is: below, bound: 1}]
figures:
  - {name: one, caption: "cap \" > <script>alert(5)</script>", draw: [m]}
  - {name: two, caption: "both", draw: [m, e]}
Y
"$SLP" audit --out "$dir/out" --claim "$dir/hostile.yaml" >"$dir/stdout" 2>"$dir/stderr"
ok "the audit decides" test $? = 0

cat >"$dir/check.py" <<'P'
import os, sys
from html.parser import HTMLParser
VOID = {"meta", "link", "img", "br", "hr"}
class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.path, self.lang, self.titles = path, None, 0
        self.stack, self.h, self.text, self.scripts, self.ids = [], [], [], [], set()
    def handle_startendtag(self, tag, attrs):
        assert tag in VOID, (self.path, tag)
        self.handle_starttag(tag, attrs)
    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        assert tag not in ("iframe", "object", "embed", "form"), (self.path, tag)
        if tag == "script":
            assert not attrs, (self.path, attrs)
            self.scripts.append("")
        for key, value in attrs:
            assert not key.startswith("on"), (self.path, key)
            if key == "id":
                assert value and value not in self.ids, (self.path, value)
                self.ids.add(value)
            if key in ("src", "href"):
                # nothing from elsewhere
                assert ":" not in (value or "").split("/")[0], (self.path, value)
                if value and not value.startswith("#"):
                    target = os.path.join(os.path.dirname(self.path), value)
                    assert os.path.exists(target), (self.path, value)
        if tag == "html": self.lang = a.get("lang")
        if tag == "title": self.titles += 1
        if tag == "img": assert a.get("alt"), self.path
        if tag == "th": assert a.get("scope") in ("col", "row", "rowgroup"), self.path
        if tag in ("h1", "h2", "h3"): self.h.append(int(tag[1]))
        if tag not in VOID: self.stack.append(tag)
    def handle_endtag(self, tag):
        assert self.stack and self.stack.pop() == tag, (self.path, tag, self.getpos())
    def handle_data(self, data):
        self.text.append(data)
        if self.stack and self.stack[-1] == "script": self.scripts[-1] += data
        assert not any(ord(c) < 32 and c not in "\n\t" for c in data), self.path
script = "\n" + open(sys.argv[1], encoding="utf-8").read()
for path in sys.argv[2:]:
    page = Page(path)
    page.feed(open(path, encoding="utf-8").read())
    page.close()
    assert not page.stack, (path, page.stack)
    ours = [script] if path.endswith("index.html") else []
    assert page.scripts == ours, (path, "a script that is not ours")
    assert page.lang == "en" and page.titles == 1, path
    assert page.h[0] == 1 and page.h.count(1) == 1, page.h
    # no level is skipped
    assert all(b - a <= 1 for a, b in zip(page.h, page.h[1:])), (path, page.h)
    print(path, len("".join(page.text)))
P
ok "pages are well-formed, accessible and offline" \
    python3 "$dir/check.py" "$here/../../reports/pages/sort.js" "$dir/out/index.html" \
    "$dir/out/claims/hostile.html"
page=$dir/out/claims/hostile.html
ok "markup of a claim is shown as text" grep -qF '&lt;script&gt;alert(1)&lt;/script&gt;' "$page"
ok "so is a whole block of it" grep -qF '&lt;iframe' "$page"
ok "emphasis is rendered" grep -qF '<strong>bold</strong>' "$page"
ok "an image leaves its description only" grep -qF 'an image and a link.' "$page"
ok "a script link leads nowhere" sh -c '! grep -q "javascript:" "$0"' "$page"
ok "nor does one in Markdown" sh -c '! grep -rq --include="*.md" "javascript:" "$0"' "$dir/out"
ok "numbers are filled in, other braces stay" grep -qE '[0-9.]+e-1[0-9]&lt;/i&gt; \{nothing\}' \
    "$page"
ok "the verdict and its restriction stand there" grep -qF 'qualified' "$page"
ok "Markdown cells cannot break their table" \
    sh -c '[ "$(grep -c "^| \[hostile\]" "$0")" = 1 ] && ! grep -q "[^\\]<script" "$0"' \
    "$dir/out/verdicts.md"
ok "the style follows light and dark, and paper" \
    sh -c 'grep -q "prefers-color-scheme: dark" "$0" && grep -q "@media print" "$0"' \
    "$dir/out/report.css"
if command -v gnuplot >/dev/null; then
    ok "figures are drawn" \
        sh -c 'grep -q "<svg" "$0/hostile-one.svg" && grep -q "<svg" "$0/hostile-two.svg"' \
        "$dir/out/figures"
    ok "as XML" python3 -c 'import sys, xml.dom.minidom as m; [m.parse(f) for f in sys.argv[1:]]' \
        "$dir"/out/figures/*.svg
    ok "with labelled axes" \
        sh -c 'grep -q "time \[time units\]" "$0" &&
            grep -q "departure from the initial value" "$0"' "$dir/out/figures/hostile-one.svg"
    ok "and nothing half-drawn stays" sh -c '! ls -A "$0" | grep -q new' "$dir/out/figures"
fi

# A gnuplot of our own sees what is half drawn: two audits into one directory must not write the
# same file.
mkdir "$dir/other"
cat >"$dir/other/gnuplot" <<G
#!/bin/sh
ls -A "$dir/two/figures" | grep 'svg.*new' >>"$dir/beside"
echo '<svg><title>t</title><desc>d</desc></svg>'
G
chmod +x "$dir/other/gnuplot"
: >"$dir/beside"
for _ in 1 2; do
    (PATH=$dir/other:$PATH exec "$SLP" audit --out "$dir/two" --claim "$dir/hostile.yaml") \
        >"$dir/stdout" 2>"$dir/stderr"
done
ok "what is half drawn has a name of its own for each process" \
    test "$(sed -n 's/^hostile-one\.svg\.\([0-9]*\)\.[0-9a-f]*\.new$/\1/p' "$dir/beside" |
    sort -u | wc -l)" = 2

# Without gnuplot: said in the page and on stderr; verdicts stand.
mkdir "$dir/empty"
program=$(realpath "$SLP")
(PATH=$dir/empty "$program" audit --out "$dir/bare" --claim "$dir/hostile.yaml" >"$dir/stdout" \
    2>"$dir/stderr")
ok "a report without its figures is exit status 2" test $? = 2
ok "without gnuplot verdicts stand" grep -q '^hostile  *[a-z]*  .*audit --claim' "$dir/stdout"
ok "stderr says what is missing and the remedy" \
    grep -q "2 figures were not drawn: gnuplot .*gnuplot-nox" "$dir/stderr"
ok "the page says so too" grep -q "Not drawn:</strong> gnuplot" \
    "$dir/bare/claims/hostile.html"
ok "and is well-formed" python3 "$dir/check.py" "$here/../../reports/pages/sort.js" \
    "$dir/bare/index.html" "$dir/bare/claims/hostile.html"

# gnuplot that fails, is killed, or ends as if all were well and has drawn a part: the same, and no
# drawing is left.
undrawn() { # WORDS TEXT-OF-GNUPLOT
    mkdir -p "$dir/fails"
    printf '#!/bin/sh\n%s\n' "$2" >"$dir/fails/gnuplot"
    chmod +x "$dir/fails/gnuplot"
    (PATH=$dir/fails:$PATH exec "$SLP" audit --out "$dir/half" --claim "$dir/hostile.yaml") \
        >"$dir/stdout" 2>"$dir/stderr"
    local got=$?
    cat "$dir/stdout" "$dir/stderr"
    [ $got = 2 ] && grep -q "2 figures were not drawn: .*$1" "$dir/stderr" &&
        grep -q 'report: ' "$dir/stdout" &&
        [ -s "$dir/half/index.html" ] && [ -s "$dir/half/claims/hostile.md" ] &&
        [ -z "$(find "$dir/half/figures" -name '*.svg')" ]
}
ok "gnuplot that fails is exit status 2" undrawn 'gnuplot ended with an error' 'exit 3'
ok "gnuplot that is killed is exit status 2" undrawn 'ended by signal 9' 'kill -9 $$'
ok "a drawing that is cut off is exit status 2" \
    undrawn 'no whole SVG' 'echo "<svg><title>t</title><desc>d</desc><path/>"'

# A claim that ends in an error has a page as well.
sed 's/quantity: casimir-drift/quantity: momentum-drift/; s/id: hostile/id: broken/' \
    "$dir/hostile.yaml" >"$dir/broken.yaml"
"$SLP" audit --out "$dir/out" --claim "$dir/broken.yaml" >"$dir/stdout" 2>"$dir/stderr"
ok "a claim that cannot be measured is exit status 1" test $? = 1
ok "its page says why" grep -q "unsupported" "$dir/out/claims/broken.html"
ok "and is well-formed with the index" python3 "$dir/check.py" "$here/../../reports/pages/sort.js" \
    "$dir/out/index.html" "$dir/out/claims/broken.html"
