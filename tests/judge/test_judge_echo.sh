#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Ports that cheat in the lines that they echo are seen: a state set to 0, a key or a blank changed,
# ids exchanged, lines left out, a stream that ends early, a last line that is missing or forged.
# Honest ports are not accused: other orders, streams one after the other, cases without words.
# Run once (compiler, libraries): it asks what is printed.
. "$(dirname "$0")/../tap.sh"
"$slp" gen --count 200 --seed 3 --system rigid-body >"$dir/cases"
"$slp" run --path fast --echo <"$dir/cases" >"$dir/answers"
judge() { "$slp" judge --hints 0 --junit "$dir/a.xml" "$@"; }
count() { grep -c "^verdict id=[^ ]* $1" "$dir/out"; }
port() { # NAME STATUS WORDS-OF-THE-TALLY: the answers of a port are on stdin
    cat >"$dir/stream"
    ok "$1: exit status $2" exits "$2" judge <"$dir/stream"
    ok "$1: $3" grep -qE -- "$3" "$dir/err"
}
port "an honest port" 0 '^slp judge: [0-9]+ pass, 0 fail(, [0-9]+ unable)?; worst ' <"$dir/answers"
ok "its cases are not called echoed" eval '! grep -q "echoed\|came" "$dir/err"'

# ---- Lines that are changed ------------------------------------------------------------------
sed -E '/^case/s/ x=[^ ]*/ x=0,0,0/; /^result/s/ y=.*/ y=0,0,0/' "$dir/answers" |
    port "x set to 0, and 0 answered" 1 'slp judge: 0 pass, 0 fail, 200 changed; nothing passed'
ok "each is said to be changed" test "$(count 'changed$')" = 200
ok "and fails in JUnit's file" test "$(grep -c '<failure message="changed">' "$dir/a.xml")" = 200
awk '/^case/ && ++n == 7 { sub(/ h=/, " h=-") } { print }' "$dir/answers" |
    port "one step backwards" 1 ' 0 fail.* 1 changed'
awk '/^case/ && ++n == 7 { sub(/ x=[^ ]*/, " x=1") } { print }' "$dir/answers" |
    port "a case that is none any more" 1 '1 changed'
awk '/^case/ && ++n == 7 { sub(/$/, " quad=1,1,1") } { print }' "$dir/answers" |
    port "a field behind the word" 1 '1 changed'
awk '/^case/ && ++n == 7 { sub(/ h=/, "  h=") } { print }' "$dir/answers" |
    port "a second blank" 1 '1 changed'
awk '/^case/ && ++n == 7 { $2 = "id=a" } /^result/ && n == 7 { $2 = "id=a" } { print }' \
    "$dir/answers" | port "another id" 1 '1 changed'
awk '/^case/ { n++; if (n == 7) first = $2; if (n == 8) second = $2 } { all[NR] = $0 }
    END { n = 0; for (i = 1; i <= NR; i++) {
        line = all[i]; if (line ~ /^case/) n++
        if (n == 7) sub(/id=[^ ]*/, second, line); if (n == 8) sub(/id=[^ ]*/, first, line)
        print line } }' "$dir/answers" | port "ids exchanged" 1 '2 changed'
awk '/^case/ && ++n == 7 { sub(/ sum=.*/, " sum=1") } { print }' "$dir/answers" |
    port "another word" 1 '1 changed'

# ---- Lines that are missing ------------------------------------------------------------------
head -n 240 "$dir/answers" | port "it ends early" 1 '1 unreceived'
ok "and that is said" grep -q 'cases came, and not the last one' "$dir/err"
ok "beside the verdicts too" grep -q '^# [0-9]* cases came, and not the last one' "$dir/out"
ok "and in JUnit's file" grep -q 'name="the cases came as they were written"' "$dir/a.xml"
head -n -2 "$dir/answers" | port "the last line is missing" 1 '1 unreceived'
grep '^case\|^result' "$dir/answers" | sed '21,30d' | port "lines left out" 1 '5 unreceived'
ok "of how many" grep -q '^slp judge: 5 of 200 cases did not come' "$dir/err"
sed 's/,200,/,199,/' "$dir/answers" | port "the count of fewer" 1 'unreceived'
sed 's/,200,/,201,/' "$dir/answers" | port "the count of more" 1 '1 unreceived'
sed -E 's/(,200,)[0-9]+/\11/' "$dir/answers" | port "another sum" 1 '1 changed'
ok "which is said" grep -q '200 cases came, as many as were written, but not the same' "$dir/err"
# a line with a word of its own, in the place of one that was written
python3 - "$dir/answers" >"$dir/forged" <<'P'
import re, sys, zlib
n = 0
for line in open(sys.argv[1]):
    if line.startswith("case ") and (n := n + 1) == 7:
        body = re.sub(r" x=\S*", " x=0,0,0", line.split(" sum=")[0])
        line = f"{body} sum={zlib.crc32(body.encode())}\n"
    elif line.startswith("result ") and n == 7:
        line = re.sub(r" y=.*", " error=unsupported", line)
    sys.stdout.write(line)
P
port "a line with a word of its own" 1 '1 changed' <"$dir/forged"
sed -E '/^case/s/ sum=.*//' "$dir/answers" | head -n 240 |
    port "no word at all" 0 'pass, 0 fail.*; cases as echoed$'
awk '/^case/ && ++n <= 3 { sub(/ sum=.*/, "") } { print }' "$dir/answers" |
    port "words of some lines" 1 '3 unreceived.*; 3 of [0-9]* cases as echoed'

# ---- Honest ones -----------------------------------------------------------------------------
python3 - "$dir/answers" >"$dir/turned" <<'P'
import sys
lines = [l for l in open(sys.argv[1]) if l[0] in "cr"]
sys.stdout.writelines(l for i in range(len(lines) - 2, -1, -2) for l in lines[i : i + 2])
P
port "another order" 0 'pass, 0 fail' <"$dir/turned"
"$slp" gen --count 30 --system canonical | "$slp" run --path fast --echo >"$dir/more"
cat "$dir/more" "$dir/answers" | port "two streams" 0 'pass, 0 fail'
head -n -2 "$dir/more" | cat - "$dir/answers" | port "of which one ends early" 1 'unreceived'
sed 's/$/\r/' "$dir/answers" | port "carriage returns" 0 'pass, 0 fail'
case="case id=own system=canonical scheme=midpoint model=kubo h=0.5 steps=1 x=1,0.5"
{ cat "$dir/answers" && echo "$case" | "$slp" run --path fast --echo; } |
    port "a case of one's own" 0 '; 1 of 201 cases as echoed'
python3 oracle/ports/python/slp_port.py <"$dir/cases" | port "the port in Python" 0 ' 0 fail'
head -n 20 "$dir/cases" >"$dir/part"
grep ^result "$dir/answers" | head -n 19 >"$dir/results"
ok "a part of the cases, in a file" exits 0 judge --cases "$dir/part" <"$dir/results"
sed '9s/ x=[^ ]*/ x=0,0,0/' "$dir/part" >"$dir/spoilt"
ok "a file that was changed is refused" eval 'exits 2 judge --cases "$dir/spoilt" </dev/null &&
    says ", and the line gives "'
ok "so is it by slp run" eval 'exits 2 "$slp" run --path fast <"$dir/spoilt" &&
    says "leave out sum="'

# ---- The binary form -------------------------------------------------------------------------
"$slp" gen --count 40 --seed 3 --system spins --form binary >"$dir/frames"
"$slp" run --path fast --echo --form binary <"$dir/frames" >"$dir/echoed"
ok "frames come back as they were written" exits 0 judge --form binary <"$dir/echoed"
ok "and their cases are not called echoed" eval '! grep -q "echoed\|came" "$dir/err"'
cat >"$dir/frames.py" <<'P'
import struct, sys, zlib
data, at, n = open(sys.argv[1], "rb").read(), 0, 0
while at < len(data):
    end = at + 16 + struct.unpack_from("<Q", data, at + 8)[0]
    frame = bytearray(data[at : end + 8])
    n += frame[24:29] == b"case "
    if frame[24:29] == b"case " and n == 7 and sys.argv[2] == "change":
        frame[-9] ^= 1  # the last byte of its last list
        frame[-8:] = struct.pack("<Q", zlib.crc32(frame[:-8]))
    if not (n == 7 and sys.argv[2] == "drop"):
        sys.stdout.buffer.write(frame)
    at = end + 8
P
frames() { # CHANGE WORDS
    python3 "$dir/frames.py" "$dir/echoed" "$1" >"$dir/other"
    exits 1 judge --form binary <"$dir/other" && grep -q "$2" "$dir/err"
}
ok "a number of a frame is changed, its checksum too" frames change '1 changed'
ok "a frame is left out" frames drop '1 unreceived'
