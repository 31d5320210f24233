#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The register of programs (oracle/ports/statements, oracle/manual/register.md): every row has its
# fields, the page is what the tables say, reported faults are found again as the table has it, and
# what a program lost is said.  The ports in oracle/ports/arrays pass the judge.
# Run once (compiler, libraries, sanitizer): it asks about a page and about programs of their own.
# Starts first.
. "$(dirname "$0")/../tap.sh"
export PYTHONDONTWRITEBYTECODE=1
register() { python3 "tests/ports/register.py" "$@"; }
ok "the tables have what they must have" register check
page_is_made() { diff <(register page) oracle/manual/register.md; }
ok "the page is what the tables say" page_is_made
few() { # COUNT TABLE: so many programs at least
    awk -F '\t' -v least="$1" '!/^#/ { seen[$1] } END { exit length(seen) < least }' "$2"
}
tables=oracle/ports/statements
ok "at least twelve programs were run" few 12 $tables/programs.tsv
ok "and others were read" few 8 $tables/read.tsv
rows() { [ "$(grep -vc '^#' "$1")" -ge "$2" ]; }
ok "at least 25 faults were reported" rows $tables/faults.tsv 25

# Some of them again: named, with a sentence, unseen, by an error word, by a changed case.
if command -v perl >/dev/null; then
    for thread in google/brax/pull/62 google-research/torchsde/pull/19 \
        google-research/ibc/issues/6 \
        strasdat/Sophus/issues/108 lammps/lammps/pull/1570 SciML/OrdinaryDiffEq.jl/pull/3214; do
        ok "$thread is as the table says" register faults "$slp" "https://github.com/$thread"
    done
else
    skip "faults again" "no perl here"
fi

# Tables that are wrong, in a copy.
mkdir -p "$dir/tree/oracle/ports/perl" "$dir/tree/oracle/manual" "$dir/tree/tests/ports"
cp oracle/ports/perl/slp_port.pl "$dir/tree/oracle/ports/perl/"
cp "tests/ports/register.py" "$dir/tree/tests/ports/"
copied() { python3 "$dir/tree/tests/ports/register.py" "$@"; }
fresh() { rm -rf "$dir/tree/$tables" && cp -r $tables "$dir/tree/$tables"; }
refused() { # TEXT TABLE SED: after the change a line has TEXT, and the exit status is 1
    fresh && sed -i -E "$3" "$dir/tree/$tables/$2.tsv"
    exits 1 copied check && grep -qF "$1" "$dir/out"
}
ok "a date that is none" refused "is no date" faults '2s/20[0-9]{2}-[0-9]{2}-/yesterday/'
ok "a field that is empty" refused "no verdict" read $'2s/\t[^\t]*$/\t/'
ok "a row that is short" refused "fields, not" programs $'2s/\t[^\t]*$//'
ok "a sum that is none" refused "sha256 - is none" programs $'2s/\t[^\t]*$/\t-/'
ok "an address that is none" refused "is no address" read '2s/https:/file:/'
ok "a commit that is missing" refused "no commit" read $'2s/^([^\t]*\t[^\t]*\t)[^\t]*/\\1/'
ok "a fault whose text is gone" refused "stands 0 times" faults '2s/norm\(\$xi\)\);/nirm;/'
ok "a report that is there twice" refused "is there twice" faults '2{p}'
ok "another column" refused "its columns are" read '1s/commit/revision/'
page_follows() { # a number in a table changes the page
    fresh && sed -i -E $'2s/\t[0-9]+(\t[0-9]+\t[0-9]+\t[^\t]*)$/\t97\\1/' \
        "$dir/tree/$tables/faults.tsv"
    ! diff -q <(copied page) oracle/manual/register.md
}
ok "a page that is old is seen" page_follows
otherwise() { # the table says another name
    fresh && sed -i '2s/a factor 2/a factor 3/' "$dir/tree/$tables/faults.tsv"
    exits 1 copied faults "$slp" https://github.com/google/brax/pull/62 &&
        grep -q 'name is generator: a factor 2' "$dir/out"
}
! command -v perl >/dev/null || ok "a fault that is named otherwise is seen" otherwise

# A statement that is worse than the last one.
"$slp" conform --port "$slp run --path fast" --out "$dir/good" --system rigid-body --scheme tmk \
    --count 8 --quick --multiplier 0.01 >"$dir/said" 2>&1
changed() { # WORD VERDICT: one answer has the verdict WORD, or one law that word; the pair VERDICT
    mkdir -p "$dir/$1"
    python3 - "$dir/good/conform.json" "$dir/$1/conform.json" "$1" "$2" <<'P'
import json, sys
document = json.load(open(sys.argv[1]))
pair = document["statement"]["pairs"][0]
pair["verdict"] = sys.argv[4]
for counts in (pair["verdicts"], pair["laws"]):
    if sys.argv[3] in counts:
        counts[sys.argv[3]] += 1
        break
json.dump(document, open(sys.argv[2], "w"))
P
}
loses() { # STATUS LINE FOLDER: the first row of the table gets this statement
    exits "$1" copied programs "1=$dir/$3" && grep -qxF "$2" "$dir/out"
}
name=$(sed -n $'2s/\t.*//p' $tables/programs.tsv)
fresh && sed -i $'2s/zeitlin-sphere\\/isospectral-midpoint=[a-z-]*/zeitlin-sphere\\/tmk=held/' \
    "$dir/tree/$tables/programs.tsv"
ok "a pair that is no longer offered is lost" \
    loses 1 "lost: $name: zeitlin-sphere/tmk is no longer offered" good
ok "the same again loses nothing" loses 0 "lost: 0 pairs" good
ok "and its page is written" grep -q '| 1 held | ' "$dir/tree/oracle/manual/register.md"
changed "nothing checked" failed
changed fail failed
ok "a law that has nothing to check any more is lost" \
    loses 1 "lost: $name: rigid-body/tmk in-part" "nothing checked"
ok "what held in part and still does is not" loses 0 "lost: 0 pairs" "nothing checked"
ok "a failure is lost" loses 1 "lost: $name: rigid-body/tmk failed" fail
ok "what failed before and still does is not" loses 0 "lost: 0 pairs" fail

# The ports to copy.
passes() { # PORT... : all drawn cases of the rigid body pass
    for scheme in implicit-midpoint heun; do
        "$slp" gen --system rigid-body --scheme $scheme --count 120 | bare | grep -v ' area=' |
            "$@" 2>"$dir/err" | "$slp" judge >"$dir/verdicts" 2>"$dir/tally" ||
            { cat "$dir/tally" "$dir/err" && return 1; }
        ! grep -q unsupported "$dir/verdicts" || return 1
    done
    "$@" <<<"case id=a system=rigid-body scheme=tmk inertia=1,2,3 lin=1,0,0,0,1,0 h=1 steps=1 \
x=1,2,3 dw=1,1 area=1" | grep -q 'error=unsupported'
}
is "slp_port.py, slp_port.js: at most 100 lines" \
    "$(wc -l oracle/ports/arrays/slp_port.{py,js} | awk '$1 > 100 && $2 != "total"')" ""
for library in numpy numba torch; do # JAX takes subnormal numbers as 0
    found=
    for python in ${SLP_CHECK_PEERS:-python3}; do
        [ -n "$found" ] || ! "$python" -c "import $library" 2>/dev/null || found=$python
    done
    if [ -n "$found" ]; then
        ok "slp_port.py on $library" passes "$found" oracle/ports/arrays/slp_port.py \
            --library $library
    else
        skip "slp_port.py on $library" "no $library here"
    fi
done
echo "raise ImportError('none here')" >"$dir/jax.py"
absent() {
    PYTHONPATH=$dir exits 3 python3 oracle/ports/arrays/slp_port.py --library jax </dev/null &&
        grep -q 'none here: pip install jax' "$dir/err"
}
ok "slp_port.py: exit status 3 where the library is absent" absent
if command -v node >/dev/null; then
    ok "slp_port.js" passes node oracle/ports/arrays/slp_port.js
    turns() {
        "$slp" gen --system rigid-body --scheme tmk --count 120 | bare | grep -v ' area=' |
            node oracle/ports/arrays/slp_port.js | "$slp" judge >"$dir/verdicts"
    }
    ok "slp_port.js, tmk" turns
    ok "slp_port.js reads the smallest numbers" eval "node oracle/ports/arrays/slp_port.js \\
        <<<'case id=a system=rigid-body scheme=heun inertia=1,2,3 h=0 steps=1 x=0x1.8p-1073,0,0' |
        grep -q 'y=1.5e-323,0,0'"
else
    skip "slp_port.js" "no node here"
fi
