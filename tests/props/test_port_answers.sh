#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Answers of a port that are none (nan, a wrong count): slp check and slp judge call the same
# answers failures, say the same of them, and go on.
. "$(dirname "$0")/../tap.sh"
port=oracle/ports/python/slp_port.py
bent() { # BEND: a port whose answers from the tenth on are bent by this sed command
    printf '#!/bin/bash\necho started >>%s\npython3 -u %s | python3 -u -c '"'"'
import re, sys
n = 0
for line in sys.stdin:
    n += line.startswith("result")
    if line.startswith("result") and n >= 10 and " y=" in line:
        line = re.sub(r"%s", "%s", line)
    print(line, end="", flush=True)
'"'"'\n' "$dir/starts" "$port" "$1" "$2" >"$dir/port"
    chmod +x "$dir/port"
}
agree() { # PATTERN REPLACEMENT REASON SAID
    bent "$1" "$2"
    "$SLP" gen --system rigid-body --scheme tmk --level 1 --count 60 | "$dir/port" >"$dir/answers"
    "$SLP" judge <"$dir/answers" >"$dir/verdicts" 2>&1
    [ $? = 1 ] && [ "$(grep -c "^verdict .* fail reason=$3" "$dir/verdicts")" = 51 ] &&
        [ "$(grep -c '^verdict .* pass' "$dir/verdicts")" = 9 ] &&
        grep -q "$4" "$dir/verdicts" || { head -n 3 "$dir/verdicts"; return 1; }
    rm "$dir/starts"
    "$SLP" check --port "$dir/port" --system rigid-body --scheme tmk --law agreement --seed 2 \
        >"$dir/checked" 2>&1
    [ $? = 1 ] && grep -q "no answer: .*$4" "$dir/checked" && [ "$(wc -l <"$dir/starts")" = 1 ] || {
        tail -n 20 "$dir/checked"; return 1
    }
}
ok "nan" agree ' y=[^,]*,[^,]*' ' y=0,-nan' not-finite 'coordinate 2 of step [0-9]* is nan'
ok "inf" agree ' y=[^,]*' ' y=-inf' not-finite 'coordinate 1 of step 1 is -inf'
ok "a number too many" agree ' y=' ' y=0,' count 'y has [0-9]* numbers'
ok "a word" agree ' y=[^,]*' ' y=wrong' malformed 'coordinate 1 of step 1 is not a number'
ok "no answer" agree ' y=.*' '' malformed 'y is missing'
