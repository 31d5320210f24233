#!/bin/bash
# Plants faults, one at a time, and sees `make check` go red: a check that lets a planted fault pass checks
# nothing.  The faults stand in tests/mutants/ROOM.tsv, a line each, four fields apart by tabs:
#   path   text to find (occurs once in that file)   what replaces it   what the fault is
# usage: tests/mutants.sh BUILD [ROOM | ROOM:LINE | PATH]...
#   SLP_MUTANT_SECONDS    a check that takes longer counts as killed, and is named (default 600)
#   SLP_CHECK_MULTIPLIER  depth of the check, as in `make check`
# Works on a copy of the tracked files under BUILD/mutants.  Last line: N killed, N survived.
# Exit 0 all killed; 1 survivors; 2 a list that is wrong (text not found once, or a fault that does not
# compile), or a check that fails before anything is planted.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${1:?usage: tests/mutants.sh BUILD [ROOM | ROOM:LINE | PATH]...}
shift
limit=${SLP_MUTANT_SECONDS:-600}
mkdir -p "$build/mutants" || exit 2
work=$(cd "$build/mutants" && pwd)
tree=$work/tree
unset MAKEFLAGS MAKELEVEL MFLAGS BUILD
export SLP_CHECK_FAIL_FAST=1

# The tracked files as they stand now; files unchanged since the last campaign keep their times, so that
# only what changed is compiled again.
git ls-files -z >"$work/files" 2>/dev/null || {
    echo "tests/mutants.sh: needs a git checkout, to know which files to copy" >&2
    exit 2
}
mkdir -p "$tree"
(cd "$tree" && find . -path ./build -prune -o -type f -print0) | while IFS= read -r -d '' old; do
    [ -e "$old" ] || rm -f "$tree/$old"
done
while IFS= read -r -d '' file; do
    [ -f "$file" ] || continue
    cmp -s "$file" "$tree/$file" && continue
    mkdir -p "$tree/$(dirname "$file")"
    cp --preserve=mode "$file" "$tree/$file"
done <"$work/files"

chosen() { # room line path
    [ ${#only[@]} -eq 0 ] && return 0
    local want
    for want in "${only[@]}"; do
        case $want in "$1" | "$1:$2" | "$3") return 0 ;; esac
    done
    return 1
}
only=("$@")

run_check() { # log -> status of `make check`, 124 when it ran out of time
    timeout -k 10 "$limit" make -s -C "$tree" check </dev/null >"$1" 2>&1
}
# What was planted and what was restored counts as new whatever the clock says.
compiles() { # log path...
    local log=$1
    shift
    make -s -C "$tree" "${@/#/--assume-new=}" build-tests </dev/null >"$log" 2>&1
}

# Replaces the only occurrence; fails unless there is exactly one.
plant() { # file find replace
    local text rest
    text=$(cat "$1" && printf x) || return 1
    text=${text%x}
    rest=${text#*"$2"}
    [ -n "$2" ] && [ "$rest" != "$text" ] && [ "${rest#*"$2"}" = "$rest" ] || return 1
    printf '%s' "${text%%"$2"*}$3$rest" >"$1"
}

if ! compiles "$work/baseline.log" || ! run_check "$work/baseline.log"; then
    tail -n 30 "$work/baseline.log" >&2
    echo "tests/mutants.sh: the check fails before anything is planted ($work/baseline.log)" >&2
    exit 2
fi

killed=0 survived=0 wrong=0 slow=0 restored=()
printf '%-14s %-9s %8s  %s\n' fault outcome seconds what
for list in tests/mutants/*.tsv; do
    room=$(basename "$list" .tsv)
    number=0
    while IFS= read -r entry || [ -n "$entry" ]; do
        number=$((number + 1))
        case $entry in '' | '#'*) continue ;; esac
        path=${entry%%$'\t'*} rest=${entry#*$'\t'}
        find=${rest%%$'\t'*} rest=${rest#*$'\t'}
        replace=${rest%%$'\t'*} what=${rest#*$'\t'}
        chosen "$room" "$number" "$path" || continue
        log=$work/$room-$number.log
        began=$SECONDS
        fields=${entry//[^$'\t']/}
        if [ ${#fields} -ne 3 ] || [ ! -f "$tree/$path" ] || ! plant "$tree/$path" "$find" "$replace"; then
            outcome='NOT FOUND' wrong=$((wrong + 1))
        elif ! compiles "$log" "$path" "${restored[@]}"; then
            outcome='NO BUILD' wrong=$((wrong + 1))
        else
            run_check "$log"
            case $? in
            0) outcome=SURVIVED survived=$((survived + 1)) ;;
            124 | 137) outcome='timed out' killed=$((killed + 1)) slow=$((slow + 1)) ;;
            *) outcome=killed killed=$((killed + 1)) ;;
            esac
        fi
        [ -f "$path" ] && cp --preserve=mode "$path" "$tree/$path" && restored=("$path")
        printf '%-14s %-9s %8d  %s: %s\n' "$room:$number" "$outcome" $((SECONDS - began)) "$path" "$what"
    done <"$list"
done

[ "$slow" -gt 0 ] && echo "$slow of the killed ran out of time (over $limit s)"
[ "$wrong" -gt 0 ] && echo "$wrong lines are wrong: NOT FOUND (text must occur exactly once) or NO BUILD"
echo "$killed killed, $survived survived"
[ "$survived" -gt 0 ] && exit 1
[ "$wrong" -gt 0 ] && exit 2
if [ $((killed + survived)) -eq 0 ]; then
    echo "tests/mutants.sh: no fault was planted; are the names right?" >&2
    exit 2
fi
