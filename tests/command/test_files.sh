#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Files that a command line names: no output is the file of another one or of what is read, by
# whichever name; no file that slp did not write is replaced; pipes are not waited for; an option is
# no value of the one before it.  What is there stays as it was.
# Run once (compiler): it asks what is refused and said.
. "$(dirname "$0")/../tap.sh"
cd "$dir" || exit 1
python=${OLDPWD}/oracle/ports/python/slp_port.py
case="case id=a system=canonical scheme=midpoint model=kubo h=0.125 steps=1 x=1,0.5"
echo "$case" >cases
"$slp" run --path ref --echo <cases >answers
stays() { # FILE WORDS COMMAND...: refused with these words, and FILE is as it was
    local file=$1 words=$2
    cp "$file" before
    shift 2
    exits 2 "$@" && says "$words" && cmp "$file" before
}

# ---- The same file twice -----------------------------------------------------------------------
one="--steps 4 --checkpoint-seconds 0"
for name in ./c.csv "$dir/c.csv" sub/../c.csv; do
    mkdir -p sub
    ok "simulate, table and checkpoint in $name" refused "is the file that --table c.csv writes" \
        "$slp" simulate gbw-rigid-body $one --table c.csv --checkpoint "$name"
    ok "nothing is left" eval '[ ! -e c.csv ]'
done
ok "simulate, two files" exits 0 "$slp" simulate gbw-rigid-body $one --table c.csv --checkpoint c.ck
"$slp" list preset gbw-rigid-body >own.slp
ok "simulate, the preset as the checkpoint" stays own.slp "is the file that the preset" \
    "$slp" simulate ./own.slp $one --table d.csv --checkpoint own.slp
ok "simulate, the figure and the checkpoint" refused "is the file that --checkpoint e.svg writes" \
    "$slp" simulate gbw-rigid-body --steps 4 --table e.csv --checkpoint e.svg --figure ./e.svg
ln answers hard
ln -s answers soft
for name in answers ./answers hard soft; do
    ok "judge, cases and report in $name" stays answers "is the file that --cases answers reads" \
        "$slp" judge --cases answers --junit "$name" </dev/null
done
judge_in() { "$slp" judge --junit "$1" <"$1"; }
ok "judge, answers and report" stays answers "is the file that standard input reads" \
    judge_in answers
certificate_in() { "$slp" run --path ref --certificate "$1" <"$1"; }
ok "run, cases and certificates" stays cases "is the file that standard input reads" \
    certificate_in cases
out_in() { "$slp" judge --junit "$1" <answers >"$1"; }
: >empty
ok "judge, verdicts and report" stays empty "is the file that standard output writes" out_in empty
ok "check, two reports" refused "is the file that --json a.out writes" \
    "$slp" check --law member --system canonical --json a.out --junit ./a.out
ok "audit, report and archive" refused "is the file that --junit" \
    "$slp" audit --claim gbw-r0 --out r --junit c.zip --bundle ./c.zip
ln -s c.csv link.svg
ok "plot, a link to the table" stays c.csv "is the file that the table" \
    "$slp" plot c.csv --figure link.svg

# ---- What slp did not write --------------------------------------------------------------------
echo "my words" >mine
ok "judge --junit" stays mine "mine is there, and slp did not write it" \
    "$slp" judge --junit mine <answers
ok "run --certificate" stays mine "slp did not write it" \
    "$slp" run --path ref --certificate mine <cases
ok "check --json" stays mine "slp did not write it" \
    "$slp" check --law member --system canonical --json mine
ok "check --junit" stays mine "slp did not write it" \
    "$slp" check --law member --system canonical --junit mine
ok "audit --junit" stays mine "slp did not write it" \
    "$slp" audit --claim gbw-r0 --out r --junit mine
ok "conform --compare --page" stays mine "slp did not write it" \
    "$slp" conform --compare x y --page mine
cp mine mine.svg
ok "plot --figure" stays mine.svg "slp did not write it" "$slp" plot c.csv --figure mine.svg
for name in index.html conform.json junit.xml badge.svg summary.svg; do
    mkdir -p "of.$name"
    cp mine "of.$name/$name"
    ok "conform --out, $name" stays "of.$name/$name" "slp did not write it" \
        "$slp" conform --port "python3 $python" --out "of.$name"
done
for name in vectors.txt vectors.json vectors.h vectors.bin MANIFEST; do
    mkdir -p "of.$name"
    cp mine "of.$name/$name"
    ok "vectors --out, $name" stays "of.$name/$name" "slp did not write it" \
        "$slp" vectors --count 3 --system canonical --out "of.$name"
done
for name in index.html results.json results.csv; do
    mkdir -p "to.$name"
    cp mine "to.$name/$name"
    ok "audit --out, $name" stays "to.$name/$name" "slp did not write it" \
        "$slp" audit --claim gbw-r0 --out "to.$name"
done

# ---- What slp wrote is replaced ----------------------------------------------------------------
: >report
again() { # COMMAND...: twice
    exits "$@" && exits "$@"
}
verdicts() { "$slp" judge --junit report <answers; }
ok "judge --junit, over an empty file and its own" again 0 verdicts
certificates() { "$slp" run --path ref --certificate "$1" <cases; }
ok "run --certificate" again 0 certificates proofs
ok "as JSON" again 0 certificates proofs.json
ok "vectors --out" again 0 "$slp" vectors --count 3 --system canonical --out suite
tiny="--law determinism --system canonical --scheme midpoint --multiplier 0.01"
ok "check --json --junit" again 0 "$slp" check $tiny --json laws.json --junit laws.xml
conform() {
    "$slp" conform --port "python3 $python" --system rigid-body --scheme tmk --count 8 --quick \
        --multiplier 0.01 --out statement
}
ok "conform --out" again 0 conform
ok "conform --compare --page" again 0 "$slp" conform --compare statement statement --page both.md
ok "as a page" again 0 "$slp" conform --compare statement statement --page both.html
ok "audit --out --junit" again 0 "$slp" audit --claim gbw-r0 --out r --junit audit.xml
if command -v gnuplot >/dev/null; then
    for ending in svg png gp; do
        ok "plot --figure, .$ending" again 0 "$slp" plot c.csv --figure "c.$ending"
    done
fi

# ---- Values ------------------------------------------------------------------------------------
ok "an option in the place of a value" refused \
    "slp audit: --bundle needs a value, and the option --out follows; a value that begins" \
    "$slp" audit --bundle --out r3
ok "nothing is written" eval '[ ! -e r3 ] && [ ! -e ./--out ]'
ok "so for a number" refused "--count needs a value, and the option --seed follows" \
    "$slp" gen --count --seed 3
ok "so for check" refused "slp check: --law needs a value, and the option --system follows" \
    "$slp" check --law --system canonical
ok "with = it is taken" eval 'exits 0 "$slp" judge --junit=--odd <answers && [ -s ./--odd ]'
ok "one dash is standard input" exits 2 "$slp" environment --answers - </dev/null
for option in "--bundle c.zip" "--junit c.xml" "--out r4" "--certificates k" --resume; do
    ok "audit --published $option" refused "leave out ${option%% *}" \
        "$slp" audit --published $option
done
ok "nor does it write" eval '[ ! -e c.zip ] && [ ! -e c.xml ] && [ ! -e r4 ]'

# ---- Pipes and names ---------------------------------------------------------------------------
mkfifo pipe
ok "simulate does not wait for a pipe" refused "./pipe: cannot be opened: is not a regular file" \
    timeout 10 "$slp" simulate ./pipe
ok "plot neither" refused "is not a regular file" timeout 10 "$slp" plot ./pipe
ok "nor audit" refused "cannot read ./pipe: is not a regular file" \
    timeout 10 "$slp" audit --claim ./pipe --out r5
ok "nor conform --compare" refused "" timeout 10 "$slp" conform --compare ./pipe ./pipe
ok "nor judge, for what it would replace" exits 2 timeout 10 "$slp" conform --port false --out pipe
sed 's/id=[^ ]*/id=own/' own.slp >b.slp
ok "a file without a slash is a preset's" exits 0 "$slp" simulate b.slp --steps 2
cp out with
ok "the same with one" eval 'exits 0 "$slp" simulate ./b.slp --steps 2 && cmp out with'
echo "nothing" >gbw-rigid-body
ok "a preset is not the file of its name" exits 0 "$slp" simulate gbw-rigid-body --steps 2
ok "nor is what is neither" refused "unknown preset 'b.slq'" "$slp" simulate b.slq
