#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Words of others (arguments, names of files, what a file or a port says) never reach a terminal as
# they are: every option of every command is given an escape sequence, and every kind of input holds
# some; what is printed has none, and shows them as \x1b.
# Run once (compiler, libraries): it asks what is refused and said.
# Starts first.
. "$(dirname "$0")/../tap.sh"
. "$here/../support/claim.sh"
esc=$'\e[31mred\e]0;title\a\r'
mkdir "$dir/at" && cd "$dir/at" || exit 1
mkdir ../printed
runs=0 ended=
try() { # STDIN ARGUMENTS...: what is printed is kept, to be looked at
    local from=$1 got
    shift
    runs=$((runs + 1))
    "$slp" "$@" <"$from" >../printed/$runs 2>&1
    got=$?
    printf -v "asked[$runs]" '%q ' "$@"
    [ $got -lt 124 ] || ended="$ended [${asked[runs]}: status $got]"
}
over() { # NAME AT-LEAST: no run printed one, and in so many the sequence was to be seen
    local raw= shown run
    for run in $(cd ../printed && LC_ALL=C grep -rl $'[\x01-\x08\x0b-\x1f\x7f]' .); do
        run=${run#./}
        raw="$raw [${asked[run]}]"
    done
    shown=$(grep -rlF '\x1b[31mred' ../printed | wc -l)
    ok "$1: $runs runs, each ends by itself" test -z "$ended"
    [ -z "$ended" ] || echo "#$ended" | cat -v
    ok "$1: nothing a terminal obeys" test -z "$raw"
    [ -z "$raw" ] || echo "# printed by: $raw" | cat -v
    ok "$1: $shown show what they were given" test "$shown" -ge "$2"
    runs=0 ended=
    rm ../printed/*
}
ulimit -t 60 # seconds of a processor that a run may take

"$slp" gen --count 3 --system rigid-body --scheme tmk --seed 1 >../cases
"$slp" run --path fast --echo <../cases >../answers
claim_file small.yaml small steps=3
try /dev/null "$esc"
try /dev/null help "$esc"
try /dev/null "--$esc"
for command in $("$slp" --help | sed -n 's/^  slp \([a-z][a-z]*\) .*/\1/p'); do
    from=/dev/null base=()
    case $command in
    gen | vectors) base=(--count 1) ;;
    run) from=../cases base=(--path fast) ;;
    judge) from=../answers ;;
    check) base=(--law determinism --system rigid-body --scheme tmk --path fast --multiplier 0.001 \
        --jobs 1) ;;
    simulate) base=(ejll-rigid-body-deterministic --steps 1) ;;
    audit) base=(small.yaml --out out) ;;
    environment) base=(--answers ../answers) ;;
    esac
    try $from $command "${base[@]}" "$esc"
    try $from $command "${base[@]}" "--$esc"
    try $from $command "${base[@]}" -x"$esc"
    for option in $("$slp" $command --help | grep -oE -- '--[a-z][a-z-]*' | sort -u); do
        [ "$option" = --help ] && continue
        # both forms end in the one reader of all commands
        [ $command != gen ] || try $from gen "${base[@]}" "$option" "$esc"
        try $from $command "${base[@]}" "$option=$esc"
    done
done
over "arguments" 40

# ---- Lines of cases and results -----------------------------------------------------------
case=$(head -n 1 ../cases) result=$(grep '^result' ../answers | head -n 1)
lines=("$esc" "case $esc" "case id=$esc" "case id=a $esc=1" "case id=a system=$esc" \
    "${case/scheme=tmk/scheme=$esc}" "${case/h=/h=$esc}"
    "${case/id=/id=$esc}" "${case/inertia=/inertia=$esc,}" "$case $esc=1" "$case x=$esc" "# $esc" \
        "result $esc" "result id=a y=$esc"
    "result id=a error=$esc" "${result/y=/y=$esc}" "verdict id=$esc pass" \
        "${case/steps=1/steps=$esc}")
for line in "${lines[@]}"; do
    printf '%s\n' "$line" >../line
    try ../line run --path fast --echo
    try ../line run --path ref
    try ../line judge
    try ../line judge --cases ../cases
    try ../answers judge --cases ../line
    try /dev/null simulate ../line
    cp ../line "../$esc.slp"
    try /dev/null simulate "../$esc.slp"
    mkdir -p props && cp ../line props/regressions.slp
    try /dev/null check --law determinism --system rigid-body --scheme tmk --path fast \
        --multiplier 0.001 --jobs 1
    rm -r props
    try /dev/null check --replay "$line"
    try /dev/null check --law determinism --system rigid-body --scheme tmk --multiplier 0.001 \
        --timeout 1 --port "cat >/dev/null; printf '%s\n' '$line'"
done
over "lines" 25

# ---- Claims, records, checkpoints ---------------------------------------------------------
n=$(wc -l <small.yaml)
# raw bytes, which YAML refuses, and its own way to write them, at every line's end and as every
# value
for i in $(seq "$n"); do
    sed "${i}s/\$/ $esc/" small.yaml >../small.yaml
    try /dev/null audit --claim ../small.yaml --out out
    sed -E "${i}s/: ([^:{\[]+)([,}]|\$)/: \"\\\\e[31mred\"\\2/" small.yaml >../small.yaml
    try /dev/null audit --claim ../small.yaml --out out
    sed -E "${i}s/([a-z]+):/\"\\\\e[31mred\":/" small.yaml >../small.yaml
    try /dev/null audit --claim ../small.yaml --out out
done
cp small.yaml "../$esc.yaml"
try /dev/null audit --claim "../$esc.yaml" --out out
try /dev/null audit --claim small.yaml --out "out$esc"
try /dev/null audit --claim small.yaml --out "/dev/null/$esc"
for file in results runs; do
    printf '%s' "$esc" >out/$file/small.json
    try /dev/null audit --claim small.yaml --out out --resume
done
try /dev/null simulate ejll-rigid-body-deterministic --steps 3 --table run.csv
for key in version case start path seed every step x; do
    cp run.csv.checkpoint kept
    sed -i "s/^$key=/$key=$esc/" run.csv.checkpoint
    try /dev/null simulate ejll-rigid-body-deterministic --steps 5 --table run.csv --resume
    mv kept run.csv.checkpoint
done
try /dev/null simulate ejll-rigid-body-deterministic --steps 3 --table "$esc/run.csv"
over "claims, records and checkpoints" 10
