#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Claims whose steps a program takes, `scheme: {port: PATH}`: its numbers are those of the same
# scheme by its name, its hash is in the record, and what goes wrong has the claim's line and a
# remedy.
. "$(dirname "$0")/../tap.sh"
. "$here/../support/claim.sh"
needs "a claim with a port" python3
mkdir "$dir/claims" "$dir/claims/tools"
port() { # FILE: a port of tmk under the name `own`, whose shell text is given on stdin
    { echo '#!/bin/sh' && cat; } >"$dir/claims/$1" && chmod +x "$dir/claims/$1"
}
tmk="sed -u 's/scheme=own/scheme=tmk/; s/ sum=.*//' | exec '$slp' run --path fast"
echo "$tmk" | port tools/mine
claim() { # ID SCHEME QUANTITY
    claim_file "$dir/claims/$1.yaml" "$1" scheme="$2" quantity="$3" steps=1500 \
        parameters="inertia: [1, 2, 3], quad: [0.1, 0.2, 0.1]" more=$'noise: wiener\nsamples: 1'
}
audit() { "$slp" audit --claim "$dir/claims/$1.yaml" --out "$dir/$1" "${@:2}"; }
claim mine '{port: tools/mine}' casimir-drift
claim listed tmk casimir-drift
ok "a claim with a port is decided, from any folder" exits 0 audit mine
ok "and so is one of the list" exits 0 audit listed
record() { # PYTHON ON port, listed
    python3 - "$dir/mine/results/mine.json" "$dir/listed/results/listed.json" "$1" <<'P'
import json, sys
port, listed = (json.load(open(name)) for name in sys.argv[1:3])
assert eval(sys.argv[3]), port
P
}
ok "its numbers are those of the scheme" record \
    'port["measures"][0]["values"] == listed["measures"][0]["values"]'
sum=$(sha256sum "$dir/claims/tools/mine" | cut -c 1-64)
ok "the record has the program and its hash" record "(
    port['experiments'][0]['port'] == 'tools/mine' and
    port['experiments'][0]['port_sha256'] == '$sum' and 'port' not in listed['experiments'][0])"
ok "results follow their schema" python3 "$here/../schemas/follow.py" \
    reports/audit/results.schema.json "$dir/mine/results.json"
first=$(sed -n 's/.*"inputs": "\(.*\)".*/\1/p' "$dir/mine/results/mine.json")
echo "$tmk # another" | port tools/mine
ok "another program is another result" exits 0 audit mine --resume
again() { [ -n "$first" ] && ! grep -q "$first" "$dir/mine/results/mine.json"; }
ok "so it is measured again" again

# ---- What is refused, and what goes wrong ---------------------------------------------------
says() { # STATUS WORDS ID
    exits "$1" audit "$3"
    local found=$?
    cat "$dir/out" "$dir/err" "$dir/$3/results/$3.json" >"$dir/said" 2>/dev/null
    grep -qF -- "$2" "$dir/said" || { cat "$dir/err" "$dir/said"; return 1; }
    return $found
}
claim none '{port: ./none}' casimir-drift
ok "no such file, with its line" says 2 \
    "none.yaml:9: claim none, field port: $dir/claims/./none: " none
echo >"$dir/claims/plain"
claim plain '{port: plain}' casimir-drift
ok "not to be run, with the remedy" says 2 "cannot be run: chmod +x" plain
claim other '{port: tools/mine}' poisson-residual
ok "a quantity of certified steps" says 2 "needs a scheme of the list" other
claim quote "{port: \"it's\"}" casimir-drift
ok "a name with a quote" says 2 "has a quote in its name" quote
claim soon '{port: tools/mine, seconds: 0}' casimir-drift
ok "no time" says 2 "wants a number above 0" soon
claim word '{program: tools/mine}' casimir-drift
ok "another key" says 2 "program" word
echo 'exit 3' | port dies
claim dies '{port: dies}' casimir-drift
ok "a port that ends at once" says 1 "port dies: " dies
echo 'read -r a; read -r b; exec sleep 60' | port late
claim late '{port: late, seconds: 0.2}' casimir-drift
ok "a port that is late" says 1 "port late: " late
answering() { # FILE AFTER TEXT: a port that answers states (1, 0, 0), after some cases TEXT
    port "$1" <<Y
exec python3 -c '
import sys
for n, case in enumerate(line for line in sys.stdin if line.startswith("case ")):
    fields = dict(word.split("=") for word in case.split()[1:])
    y = "y=" + ",".join(["1,0,0"] * int(fields["steps"]))
    print("result id=" + fields["id"], y if n < $2 else "$3" or sys.exit(0), flush=True)'
Y
}
answering gives-up 1 error=no-convergence
claim gives-up '{port: gives-up}' casimir-drift
ok "a port that gives up, and where" says 1 \
    "steps 1 to 1024: it answers error=no-convergence" gives-up
answering midway 2 ''
claim midway '{port: midway}' casimir-drift
ok "a port that ends midway" says 1 "port midway, steps 1025 to 1500: " midway
