#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# A published run: the script of a table's drawing, thinned to the file that the report's plate of
# vorticity reads.  Here a short run on su(12); the file in the program is read by test_plates.
# Run once (compiler): it asks about files.
. "$(dirname "$0")/../tap.sh"
run=$dir/run
"$SLP" simulate ejll-zeitlin-sphere-12 --steps 30 --every 10 --table "$run.npy" \
    >"$dir/stdout" 2>&1 && mkdir "$dir/empty" && program=$(realpath "$SLP") &&
    (PATH=$dir/empty exec "$program" plot "$run.npy" --kind vorticity --figure "$run.gp") \
        >>"$dir/stdout" 2>&1
ok "slp plot writes the script without gnuplot" grep -q '^$field3 << END_OF_CURVE' "$run.gp"
awk -v unit=0.005 -v run="su(12), $(printf 'word %.0s' {1..40})end" \
    -f "$here/../../reports/figures/published.awk" "$run.gp" >"$run.dat"
cat >"$dir/check.py" <<'P'
import re, sys
script, data = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
lines = data.split("\n")
assert all(len(line) <= 100 for line in lines), max(map(len, lines))
words = " ".join(line[len("# run: "):] for line in lines if line.startswith("#"))
assert words == "su(12), " + "word " * 40 + "end", words
head, *panels = re.split(r"^t ", "\n".join(l for l in lines if not l.startswith("#")), flags=re.M)
assert head == "grid 72 36 0.005\n", head
blocks = re.findall(r"^\$field\d << END_OF_CURVE\n(.*?)END_OF_CURVE", script, flags=re.M | re.S)
times = re.findall(r"set title 't = (\S+) time units'", script)
assert len(panels) == len(blocks) == len(times) == 4
largest = 0
for panel, block, time in zip(panels, blocks, times):
    said, *numbers = panel.split()
    assert said == time, (said, time)
    drawn = [float(row.split()[2]) for row in block.split("\n") if row]
    assert len(numbers) == len(drawn) == 72 * 36
    for number, w in zip(numbers, drawn):
        # half a unit, and the four digits that the script prints
        assert abs(int(number) * 0.005 - w) <= 0.0025 + 1e-3 * abs(w) + 1e-9, (number, w)
    largest = max(largest, *map(abs, drawn))
assert largest > 1 and panels[0].split()[1:] != panels[3].split()[1:]
P
ok "the thinned file has the words, the times and the vorticity" python3 "$dir/check.py" "$run.gp" \
    "$run.dat"
bad_folder() {
    "$SLP" plot "$run.npy" --kind vorticity --figure "$dir/none/run.gp" >"$dir/stdout" 2>&1
    [ $? = 2 ] && grep -q 'its script cannot be written' "$dir/stdout"
}
ok "a script that cannot be written is exit status 2" bad_folder
