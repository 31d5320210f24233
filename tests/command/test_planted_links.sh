#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Directories where somebody else may write as well: links planted at the names that a writer uses,
# and at those that it was once known to use meanwhile, lead it nowhere.  What they point to stays
# as it was, and the writer's own file is there.
# Run once (compiler): it asks what a process does when the system ends or refuses something.
. "$(dirname "$0")/../tap.sh"
. "$here/../support/claim.sh"
mkdir "$dir/shared" "$dir/own"
echo '# none yet' >"$dir/own/victim" # what a file of cases may hold
here=$(realpath "$here")
cd "$dir/shared" || exit 1
untouched() {
    [ "$(cat "$dir/own/victim")" = '# none yet' ] &&
        [ -z "$(find "$dir/own" -newer "$dir/started" -type f)" ] && [ "$(ls "$dir/own")" = victim ]
}
# plant NAME...: at each, and at NAME.new and NAME.PID.new of this process and those it may begin
plant() {
    local name pid
    for name; do
        [ -e "$name" ] || ln -sf "$dir/own/victim" "$name"
        ln -sf "$dir/own/victim" "$name.new"
        for pid in $(seq "$BASHPID" $((BASHPID + 40))); do
            ln -sf "$dir/own/victim" "$name.$pid.new"
        done
    done
}
# NAMES COMMAND...: with links planted at NAMES the command ends with status 0 or 1, and regular
# files are in their place.
planted() {
    local names=$1 status name
    shift
    touch -d '1 second ago' "$dir/own/victim" && touch "$dir/started"
    (
        cd "$dir/shared" && plant $names
        exec "$@"
    ) >"$dir/printed" 2>&1 </dev/null
    status=$?
    cat "$dir/printed"
    for name in $names; do
        [ -f "$name" ] && [ ! -L "$name" ] || { echo "$name is still a link"; return 1; }
    done
    [ $status -lt 2 ] && untouched
}
laws=(check --law determinism --system rigid-body --scheme tmk --path fast --multiplier 0.001 \
    --jobs 1)
ok "slp check --json" planted laws.json "$slp" "${laws[@]}" --json laws.json
ok "slp check --junit" planted laws.xml "$slp" "${laws[@]}" --junit laws.xml
mkdir props
cat >"$dir/port" <<P
#!/bin/sh
"$slp" run --path fast --echo | sed -u 's/\(^result.* y=\)[^,]*/\10x1p+9/'
P
chmod +x "$dir/port"
ok "slp check, counterexamples" planted props/regressions.slp "$slp" check --law agreement \
    --system rigid-body --scheme tmk --multiplier 0.01 --jobs 1 --port "$dir/port" --save
ok "slp check has found some" grep -q "^case id=agreement--" props/regressions.slp

run() { # NAME: a checkpoint of it, with a link beside
    touch -d '1 second ago' "$dir/own/victim" && touch "$dir/started"
    ln -sf "$dir/own/victim" "$1.csv.checkpoint.new"
    (exec "$slp" simulate ejll-rigid-body-deterministic --steps 5 --table "$1.csv") &&
        [ -f "$1.csv.checkpoint" ] && [ ! -L "$1.csv.checkpoint" ] && untouched
}
ok "slp simulate, its checkpoint" run a
out() {
    touch -d '1 second ago' "$dir/own/victim" && touch "$dir/started"
    ln -sf "$dir/own/$1" b.csv
    "$slp" simulate ejll-rigid-body-deterministic --steps 5 --table b.csv
    [ $? = 2 ] && untouched
}
ok "slp simulate, its table" out victim
ok "slp simulate, its table where there is none" out none
taken_up() { # somebody's checkpoint of no row yet, and a link where the table goes
    "$slp" simulate ejll-rigid-body-deterministic --steps 0 --table c.csv && rm c.csv || return 1
    touch -d '1 second ago' "$dir/own/victim" && touch "$dir/started"
    ln -s "$dir/own/victim" c.csv
    python3 "$here/../audit/record_edit.py" --checkpoint c.csv.checkpoint || return 1
    "$slp" simulate ejll-rigid-body-deterministic --steps 5 --table c.csv --resume 2>"$dir/said"
    [ $? = 2 ] && grep -q "c.csv: is a link, .* name the file itself" "$dir/said" && untouched
}
ok "slp simulate --resume, its table" taken_up

claim_file small.yaml small after="figures: [{name: f, caption: drift, draw: [m]}]"
mkdir -p out/{results,runs,data,claims,figures}
written=(results/small.json runs/small.json data/small-m.tsv results.json results.csv index.html
    verdicts.md report.css claims/small.html claims/small.md figures.html figures.md
    figures/small-f.gp)
ok "slp audit, each of its files" \
    planted "${written[*]/#/out/}" "$slp" audit --out out --claim small.yaml
if command -v gnuplot >/dev/null; then
    drawn() {
        rm -rf out/figures && mkdir out/figures
        touch -d '1 second ago' "$dir/own/victim" && touch "$dir/started"
        (
            for name in small-f.svg .small-f.svg; do
                ln -sf "$dir/own/victim" "out/figures/$name.$BASHPID.new"
            done
            ln -sf "$dir/own/victim" out/figures/small-f.svg
            exec "$slp" audit --out out --claim small.yaml
        ) && [ -f out/figures/small-f.svg ] && [ ! -L out/figures/small-f.svg ] && untouched
    }
    ok "slp audit, its figures" drawn
else
    skip "slp audit, its figures" "there is no gnuplot"
fi
ok "nothing half written is left" sh -c '! find . -type f -name "*.new" | grep .'

# One place creates files for all: whoever writes one by other means must come here and say why.
creates() {
    (cd "$here/../.." &&
        grep -nE 'fopen\([^;]*"[wa]|O_CREAT|freopen|mkstemp|\bcreat\(' \
        $(find oracle props reports ref fast -name "*.c") |
        grep -vE -e '^oracle/(plumbing/whole_file|simulate/output)\.c:' \
            -e '^oracle/command/mpi_main.c:[0-9]+:.*"/dev/null"')
}
ok "no other place creates files" sh -c 'test -z "$1"' - "$(creates)"
