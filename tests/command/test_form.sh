#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# --form binary of gen, run and judge: the same cases, answers and verdicts as in text, also with
# the cases in a file and results in another order; zlib finds the same checksums; text is refused
# where frames are asked for, frames where text is.
# Run once (compiler, libraries): it asks what is printed and refused.
. "$(dirname "$0")/../tap.sh"
"$SLP" gen --count 300 --seed 5 >"$dir/cases"
"$SLP" gen --count 300 --seed 5 --form binary >"$dir/frames"
"$SLP" run --path fast --echo <"$dir/cases" | "$SLP" judge >"$dir/verdicts" 2>"$dir/tally"
"$SLP" run --path fast --echo --form binary <"$dir/frames" >"$dir/echoed"
"$SLP" judge --form binary <"$dir/echoed" >"$dir/binary" 2>"$dir/binary-tally"
ok "the verdicts of the text" diff "$dir/verdicts" "$dir/binary"
ok "and its tally" diff "$dir/tally" "$dir/binary-tally"
"$SLP" run --path fast --form binary <"$dir/frames" >"$dir/results"
"$SLP" judge --form binary --cases "$dir/frames" <"$dir/results" >"$dir/filed" 2>&1
ok "with the cases in a file" \
    eval 'grep ^verdict "$dir/filed" | diff - <(grep ^verdict "$dir/verdicts")'
cat >"$dir/turn.py" <<'PYTHON'
import struct, sys, zlib
data, at, frames = open(sys.argv[1], "rb").read(), 0, []
while at < len(data):
    end = at + 16 + struct.unpack_from("<Q", data, at + 8)[0]
    assert data[at : at + 4] == b"\x89SLP"
    assert struct.unpack_from("<Q", data, end)[0] == zlib.crc32(data[at:end])
    frames.append(data[at : end + 8])
    at = end + 8
sys.stdout.buffer.write(b"".join(reversed(frames)))
PYTHON
ok "zlib finds the same checksums" eval 'python3 "$dir/turn.py" "$dir/results" >"$dir/turned"'
"$SLP" judge --form binary --cases "$dir/frames" <"$dir/turned" >"$dir/filed" 2>&1
ok "results in another order" \
    eval 'grep ^verdict "$dir/filed" | sort | diff - <(grep ^verdict "$dir/verdicts" | sort)'
"$SLP" gen --system canonical --scheme rkmk-euler-exp --count 200 --form binary |
    python3 oracle/ports/python/slp_port_binary.py | "$SLP" judge --form binary >"$dir/out" 2>&1
ok "the port in Python passes" eval 'tail -n 1 "$dir/out" | grep -q "200 pass, 0 fail"'
refused() { # WORDS COMMAND...: exit status 2 and these words
    "${@:2}" >"$dir/out" 2>&1
    [ $? = 2 ] && grep -q -- "$1" "$dir/out" || { tail -n 3 "$dir/out"; return 1; }
}
within() { "$SLP" "${@:2}" <"$1"; }
ok "text where frames are asked for" \
    refused 'of text leave out --form binary' within "$dir/cases" judge --form binary
ok "frames where text is asked for" refused 'give --form binary' within "$dir/echoed" judge
head -c 5000 "$dir/echoed" >"$dir/cut"
ok "a file that is cut" refused 'is cut: the file ends within' within "$dir/cut" judge --form binary
for command in gen 'judge' 'run --path fast'; do
    ok "$command: another form" refused 'text or binary' "$SLP" $command --form hex
done
ok "decimals are text" refused 'are text' "$SLP" run --path ref --digits 30 --form binary
