#!/bin/bash
# Plants faults, one at a time, and sees `make check` go red: a check that lets a planted fault pass checks
# nothing.  The faults stand in tests/mutants/ROOM.tsv, a line each, four fields apart by tabs:
#   path   text to find (occurs once in that file)   what replaces it   what the fault is
# usage: tests/mutants.sh BUILD [ROOM | ROOM:LINE | PATH]...
#   SLP_MUTANT_SECONDS    a check that takes longer counts as killed, and is named (default 600)
#   SLP_CHECK_MULTIPLIER  depth of the check, as in `make check`
# Works on a copy of the tracked files under BUILD/mutants; the log of each fault stays there.
# Last line: N killed, N survived.  Exit 0 all killed; 1 survivors; 2 a list that is wrong (text not found
# once: seen before anything is built; or a fault that does not compile), or a check that fails by itself.
set -u
cd "$(dirname "$0")/.." || exit 2
build=${1:?usage: tests/mutants.sh BUILD [ROOM | ROOM:LINE | PATH]...}
shift
only=("$@")
limit=${SLP_MUTANT_SECONDS:-600}
mkdir -p "$build/mutants" || exit 2
work=$(cd "$build/mutants" && pwd)
tree=$work/tree
unset MAKEFLAGS MAKELEVEL MFLAGS BUILD
export SLP_CHECK_FAIL_FAST=1

# ---- The lists -------------------------------------------------------------------------------------------
chosen() { # room line path
    [ ${#only[@]} -eq 0 ] && return 0
    local want
    for want in "${only[@]}"; do
        case $want in "$1" | "$1:$2" | "$3") return 0 ;; esac
    done
    return 1
}
each_fault() { # COMMAND: called with room, line, path, find, replace, what
    local list room number entry path rest find replace
    for list in tests/mutants/*.tsv; do
        room=$(basename "$list" .tsv)
        number=0
        while IFS= read -r entry || [ -n "$entry" ]; do
            number=$((number + 1))
            case $entry in '' | '#'*) continue ;; esac
            path=${entry%%$'\t'*} rest=${entry#*$'\t'}
            find=${rest%%$'\t'*} rest=${rest#*$'\t'}
            replace=${rest%%$'\t'*}
            chosen "$room" "$number" "$path" || continue
            case $entry in *$'\t'*$'\t'*$'\t'*$'\t'*) find= ;; *$'\t'*$'\t'*$'\t'*) ;; *) find= ;; esac
            "$1" "$room" "$number" "$path" "$find" "$replace" "${rest#*$'\t'}"
        done <"$list"
    done
}
# Prints the file with the only occurrence replaced; fails unless there is exactly one.
planted() { # file find replace
    local text rest
    [ -n "$2" ] && [ -f "$1" ] || return 1
    text=$(cat "$1" && printf x)
    text=${text%x}
    rest=${text#*"$2"}
    [ "$rest" != "$text" ] && [ "${rest#*"$2"}" = "$rest" ] || return 1
    printf '%s' "${text%%"$2"*}$3$rest"
}
listed=0 wrong=0
survey() { # room line path find replace what
    listed=$((listed + 1))
    planted "$3" "$4" "$5" >/dev/null && [ "$4" != "$5" ] && return
    echo "tests/mutants/$1.tsv:$2: not four fields, or the text is not found exactly once in $3: $6" >&2
    wrong=$((wrong + 1))
}
each_fault survey
if [ "$listed" -eq 0 ]; then
    echo "tests/mutants.sh: no such fault; name rooms (files in tests/mutants), ROOM:LINE or paths" >&2
    exit 2
fi
[ "$wrong" -eq 0 ] || exit 2

# ---- The copy --------------------------------------------------------------------------------------------
# Files unchanged since the last campaign keep their times, so that only what changed is compiled again.
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

run_check() { # log -> status of `make check`, 124 when it ran out of time
    timeout -k 10 "$limit" make -s -C "$tree" check </dev/null >"$1" 2>&1
}
# What was planted and what was restored counts as new whatever the clock says.
compiles() { # log path...
    local log=$1
    shift
    make -s -C "$tree" "${@/#/--assume-new=}" build-tests </dev/null >"$log" 2>&1
}
if ! compiles "$work/baseline.log" || ! run_check "$work/baseline.log"; then
    cat "$work/baseline.log" >&2
    echo "tests/mutants.sh: the check fails before anything is planted ($work/baseline.log)" >&2
    exit 2
fi

# ---- The campaign ----------------------------------------------------------------------------------------
killed=0 survived=0 slow=0 restored=()
campaign() { # room line path find replace what
    local log=$work/$1-$2.log began=$SECONDS outcome
    cp --preserve=mode "$tree/$3" "$work/original"
    planted "$work/original" "$4" "$5" >"$tree/$3"
    if ! compiles "$log" "$3" "${restored[@]}"; then
        outcome='NO BUILD' wrong=$((wrong + 1))
    else
        run_check "$log"
        case $? in
        0) outcome=SURVIVED survived=$((survived + 1)) ;;
        124 | 137) outcome='timed out' killed=$((killed + 1)) slow=$((slow + 1)) ;;
        *) outcome=killed killed=$((killed + 1)) ;;
        esac
    fi
    cp --preserve=mode "$work/original" "$tree/$3"
    restored=("$3")
    printf '%-14s %-9s %8d  %s: %s\n' "$1:$2" "$outcome" $((SECONDS - began)) "$3" "$6"
}
printf '%-14s %-9s %8s  %s\n' fault outcome seconds what
each_fault campaign

[ "$slow" -gt 0 ] && echo "$slow of the killed ran out of time (over $limit s)"
[ "$wrong" -gt 0 ] && echo "$wrong did not compile: their lines are wrong"
echo "$killed killed, $survived survived"
[ "$survived" -gt 0 ] && exit 1
[ "$wrong" -eq 0 ] || exit 2
