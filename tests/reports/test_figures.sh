#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Figures as gnuplot draws them: the bars and bands of an SVG end where the intervals of the series
# do, and the small picture has the same points.
# Run once (compiler): it asks about files.
. "$(dirname "$0")/../tap.sh"
cat >"$dir/bars.yaml" <<'Y'
id: bars
source: nobody
locator: nowhere
statement: An order plot and a band.
experiments:
  - name: paths
    system: rigid-body
    scheme: tmk
    parameters: {inertia: [1, 2, 3], lin: [1, 0, 0, 0, 1, 0, 0, 0, 1]}
    state: [0.6, 0, 0.8]
    h: 2^-8
    steps: 256
    noise: wiener
    samples: 40
  - name: few
    system: rigid-body
    scheme: tmk
    parameters: {inertia: [1, 2, 3], lin: [0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1]}
    state: [0.6, 0, 0.8]
    h: 0.05
    steps: 100
    noise: wiener
    samples: 20
measures:
  - {name: order, quantity: strong-order, experiment: paths, coarsest: 2}
  - {name: weak, quantity: weak-order, experiment: paths, coarsest: 2, functional: x1}
  - {name: spread, quantity: ensemble-spread, experiment: few, size: 4}
decide:
  - verdict: confirmed
    when: [{value: order.slope, is: above, bound: 0}]
    because: "{order.slope}"
figures:
  - {name: order, slope: 0.5, caption: c, draw: [order], legend: [rigid body]}
  - {name: weak, caption: c, draw: [weak]}
  - {name: spread, caption: c, draw: [spread]}
Y
"$SLP" audit --out "$dir/out" --claim "$dir/bars.yaml" >"$dir/stdout" 2>&1
ok "the audit writes series with intervals" grep -q "low	high" "$dir/out/data/bars-order.tsv"
record_says() {
    python3 - "$dir/out/results/bars.json" <<'P'
import json, sys
record = json.load(open(sys.argv[1], encoding="utf-8"))
for m in record["measures"]:
    assert m["series"]["level"] == 0.9995 and len(m["series"]["curves"]) == 1, m["series"]
assert record["figures"][0]["legend"] == ["rigid body"]
P
}
ok "and the record has their level and the legend" record_says
cat >"$dir/svg.py" <<'P'
import math, re, sys
data, drawing, kind = sys.argv[1:]
rows = [list(map(float, line.split("\t"))) for line in open(data) if not line.startswith("#")]
assert rows and all(len(r) == 4 and r[2] <= r[1] <= r[3] for r in rows), rows
svg = open(drawing, encoding="utf-8").read()
assert re.search(r'<text[^>]*>.*99.95 % intervals', svg) or "small" in drawing
log = kind == "bars"
y_of = lambda y: math.log10(y) if log else y
number = r"(-?[0-9.]+)"
plots = re.split(r'<g id="[^"]*plot_\d+"', svg)[1:]
if kind == "bars":
    points = [tuple(map(float, p)) for p in
              re.findall(r"<use [^>]*translate\(%s,%s\)" % (number, number), plots[1])][:len(rows)]
    assert len(points) == len(rows), (len(points), len(rows))
    # the line from the values to the drawing, through the first point and the last
    (xa, ya), (xb, yb) = points[0], points[-1]
    a, b = y_of(rows[0][1]), y_of(rows[-1][1])
    place = lambda y: ya + (y_of(y) - a) / (b - a) * (yb - ya)
    floor = min(v for r in rows for v in r[1:] if v > 0) / 2
    lines = [tuple(map(float, m)) for m in
             re.findall(r"M%s,%s L%s,%s" % ((number,) * 4), plots[0])]
    bars = [l for l in lines if abs(l[0] - l[2]) < 0.02 and abs(l[1] - l[3]) > 0.02]
    for (x, y), (_, value, low, high) in zip(points, rows):
        ends = sorted((place(max(low, floor)), place(high)))
        assert any(abs(l[0] - x) < 0.1 and max(abs(p - q) for p, q in
                   zip(sorted((l[1], l[3])), ends)) < 0.1 for l in bars), (x, ends, bars)
else:
    pairs = lambda text: [tuple(map(float, p))
                          for p in re.findall(r"%s,%s" % (number, number), text)]
    band = [p for points in re.findall(r"<polygon [^>]*points = '([^']*)'", plots[0], re.S)
            for p in pairs(points)]
    pieces = [m for d in re.findall(r" d='([^']*)'", plots[1], re.S) for m in d.split("M")]
    line = pairs(max(pieces, key=len))  # the shorter ones are the key's sample and the axes
    ends = lambda values: (min(values), max(values))
    low, high = ends([r[1] for r in rows])
    bottom, top = ends([-y for _, y in line])
    place = lambda y: bottom + (y - low) / (high - low) * (top - bottom)
    drawn, wanted = ends([-y for _, y in band]), (place(min(r[2] for r in rows)),
                                                  place(max(r[3] for r in rows)))
    assert max(abs(d - w) for d, w in zip(drawn, wanted)) < 0.1, (drawn, wanted)
P
if command -v gnuplot >/dev/null; then
    for figure in "order bars" "weak bars" "spread band"; do
        set -- $figure
        ok "the drawing of $1 has $2 that end where the intervals do" python3 "$dir/svg.py" \
            "$dir/out/data/bars-$1.tsv" "$dir/out/figures/bars-$1.svg" "$2"
    done
    ok "the small picture of order has the same bars" python3 "$dir/svg.py" \
        "$dir/out/data/bars-order.tsv" "$dir/out/figures/bars-order.small.svg" bars
    words() {
        grep -q '<text>rigid body<' "$dir/out/figures/bars-order.svg" &&
            grep -q '<text>slope 0.5, as claimed<' "$dir/out/figures/bars-order.svg" &&
            ! grep -q 'between a step and half' "$dir/out/figures/bars-order.svg" &&
            ! grep -qE '<text>[^<]*[a-z]' "$dir/out/figures/bars-order.small.svg"
    }
    ok "the key has the legend and the slope; the small picture has no words" words
    ok "the script of a small picture that was drawn is not kept" \
        test ! -e "$dir/out/figures/bars-order.small.gp"
fi
