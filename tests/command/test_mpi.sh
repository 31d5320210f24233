#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp-mpi: the bytes of `slp audit` from any number of ranks and threads; a rank that is killed ends
# the audit in words, with whole records only, and the rest is taken up by whoever comes next.
# Run once (compiler): it asks what a process does when the system ends or refuses something.
. "$(dirname "$0")/../tap.sh"
. "$here/../support/claim.sh"
needs slp-mpi mpirun "install openmpi-bin"
mpi=$SLP-mpi
[ -x "$mpi" ] || skip_rest slp-mpi "$mpi was not built: no mpicc (libopenmpi-dev)"
! instrumented asan "$mpi" || skip_rest slp-mpi "MPI does not run under the address sanitizer"
# what mpirun leaves there when it crashes stops the next one of the same process number
export TMPDIR=$dir
# one machine, more ranks than processors, as root in a container, without ssh
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm=isolated \
    OMPI_MCA_btl=self,vader \
    OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_rmaps_base_oversubscribe=1
mpirun=(mpirun --oversubscribe --bind-to none)
ranks() { # N ARGUMENT...
    local n=$1
    shift
    "${mpirun[@]}" -n "$n" "$mpi" audit "$@" </dev/null
}

# claim ID SCHEME QUANTITY SAMPLES VALUE
claim() {
    claim_file "$dir/$1.yaml" "$1" scheme="$2" quantity="$3" value="$5" is=above bound=-100 \
        parameters="inertia: [1, 2, 3], lin: [0.1, 0, 0, 0, 0.2, 0]" h=2^-11 steps=256 \
        more=$'noise: wiener\ntruncation: 0\nsamples: '"$4" \
        after="figures: [{name: f, caption: none, draw: [m]}]"
}
claim weak isospectral-midpoint 'weak-order, coarsest: 4' 2500 slope
claim strong tmk 'strong-order, coarsest: 2' 90 slope
claim drift tmk casimir-drift 2 largest
claim other rkmk-euler-exp casimir-drift 1 largest
claims=("$dir/weak.yaml" "$dir/strong.yaml" "$dir/drift.yaml" "$dir/other.yaml")
same() { # FOLDER: results and series are those of the serial audit
    diff -r "$dir/one/results" "$dir/$1/results" && diff -r "$dir/one/data" "$dir/$1/data"
}

ok "slp audits the claims" exits 0 "$SLP" audit --jobs 1 --out "$dir/one" "${claims[@]}"
cp "$dir/out" "$dir/table"
ok "three threads: the same bytes" exits 0 "$SLP" audit --jobs 3 --out "$dir/weak3" "$dir/weak.yaml"
ok "of the record and the series" cmp "$dir/one/results/weak.json" "$dir/weak3/results/weak.json"
ok "and the run says how many" grep -q '"threads": 3' "$dir/weak3/runs/weak.json"
ok "eight claims at a time: the same bytes" exits 0 "$SLP" audit --jobs 8 --out "$dir/eight" \
    "${claims[@]}"
ok "of all records and series" same eight
for n in 1 2 4; do
    ok "$n ranks audit them" exits 0 ranks $n --out "$dir/$n" "${claims[@]}"
    ok "$n ranks: the same bytes" same $n
    ok "$n ranks: the same table" diff <(head -n 5 "$dir/table") <(head -n 5 "$dir/out")
    ok "$n ranks: the run says so" grep -q "\"ranks\": $n" "$dir/$n/runs/weak.json"
    ok "$n ranks: one report" test -s "$dir/$n/index.html"
done
ok "ranks with threads" exits 0 ranks 2 --jobs 2 --out "$dir/22" "$dir/weak.yaml"
ok "ranks with threads: the same bytes" cmp "$dir/one/results/weak.json" "$dir/22/results/weak.json"
ok "--resume keeps what slp decided" exits 0 ranks 2 --resume --out "$dir/one" "${claims[@]}"
ok "and slp what ranks decided" exits 0 "$SLP" audit --resume --out "$dir/2" "${claims[@]}"
ok "as its run still says" grep -q '"ranks": 2' "$dir/2/runs/weak.json"

# Usage.
if command -v mandoc >/dev/null; then
    ok "the manual page is well formed" mandoc -Tlint -W error oracle/command/slp-mpi.1
else
    skip "the manual page is well formed" "no mandoc here"
fi
ok "what is no audit is refused" exits 2 "$mpi" judge
ok "with the remedy" grep -q "for all else there is slp" "$dir/err"
ok "--help needs no mpirun" exits 0 "$mpi" audit --help
ok "-h neither" exits 0 "$mpi" -h
ok "it is the same text" grep -q '^usage: ' "$dir/out"
empty "80 columns wide" "$(grep -E '.{81}' "$dir/out")"
ok "--version" exits 0 "$mpi" --version
ok "says which" grep -qxE 'slp-mpi [0-9][0-9a-z.-]*' "$dir/out"
ok "no command is refused" exits 2 "$mpi"
full() { "$mpi" audit --published --claim gbw-energy >/dev/full; }
if [ -w /dev/full ]; then ok "what cannot be written is told" exits 2 full; fi
ok "an unknown claim is refused" exits 2 ranks 2 --out "$dir/none" gbw-enrgy
ok "once" test "$(grep -c gbw-energy "$dir/err")" = 1
mkdir -p "$dir/wdir0" "$dir/wdir1/out"
echo 12345 >"$dir/wdir1/out/ranks" # as another job would have left it
# each rank in a directory of its own, by the shell: mpirun of Open MPI 5 ends by SIGSEGV where two
# commands are given
ok "ranks that do not share DIR are refused" exits 2 "${mpirun[@]}" -n 2 \
    sh -c 'cd "$0$OMPI_COMM_WORLD_RANK" && exec "$@"' \
    "$dir/wdir" "$(realpath "$mpi")" audit --out out "$dir/drift.yaml"
ok "with the remedy again" grep -q "a directory that all machines share" "$dir/err"

# A rank is ended while all work on one claim; another claim is decided already.
ticks() { awk '{ sub(/.*[)] /, ""); print $12 + $13 }' "/proc/$1/stat"; } # PROCESS
killed() { # RANK SIGNAL: when it computes after the first record was there
    local out=$dir/killed$1 started started_at rank=
    claim long isospectral-midpoint 'weak-order, coarsest: 4' 40000000 slope
    "${mpirun[@]}" -n 3 "$mpi" audit --out "$out" "$dir/drift.yaml" "$dir/long.yaml" </dev/null \
        >"$out.out" 2>"$out.err" &
    started=$!
    for _ in $(seq 4000); do # a disk that is busy may keep a record for long before it is there
        [ -e "$out/results/drift.json" ] && break
        sleep 0.05
    done
    [ -e "$out/results/drift.json" ] || {
        kill "$started"; echo "no record within 200 s"; return 1
    }
    for child in $(cat "/proc/$started/task"/*/children); do
        tr '\0' '\n' <"/proc/$child/environ" | grep -qx "OMPI_COMM_WORLD_RANK=$1" && rank=$child
    done
    [ -n "$rank" ] || { kill "$started"; echo "rank $1 was not found"; return 1; }
    started_at=$(ticks "$rank")
    for _ in $(seq 4000); do # it is at the other claim: 20 ticks of the processor were its own
        [ "$(ticks "$rank")" -ge $((started_at + 20)) ] && break
        sleep 0.01
    done
    kill "-$2" "$rank"
    wait "$started"
    ended=$?
}
# rank 0 is told so when another is gone, unless mpirun is quicker: here directly
while read -r rank signal words; do
    ended=0
    killed "$rank" "$signal"
    ok "rank $rank ended by $signal: the audit ends with a failure" test "$ended" -ne 0
    # mpirun breaks lines
    ok "rank $rank ended by $signal: it says so" \
        grep -qE -e "$words" <(tr -s '\n' ' ' <"$dir/killed$rank.err")
    ok "rank $rank ended by $signal: what was decided is whole" \
        cmp "$dir/one/results/drift.json" "$dir/killed$rank/results/drift.json"
    ok "rank $rank ended by $signal: there is no record of the claim" \
        test ! -e "$dir/killed$rank/results/long.json"
    ok "rank $rank ended by $signal: and nothing half written" \
        sh -c '! find "$0" -name "*.new" | grep .' "$dir/killed$rank"
    claim long isospectral-midpoint 'weak-order, coarsest: 4' 2500 slope
    ok "rank $rank ended by $signal: taken up again" \
        exits 0 ranks 2 --resume --out "$dir/killed$rank" "$dir/drift.yaml" "$dir/long.yaml"
    ok "rank $rank ended by $signal: nothing is done twice" \
        grep -q '"ranks": 1' "$dir/killed$rank/runs/drift.json"
done <<'T'
2 KILL exited on signal 9
0 TERM take it up again with --resume
T
