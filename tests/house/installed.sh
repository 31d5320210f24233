#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make check-installed`: the programs of the README and of the manual, compiled and run by the
# commands that stand there, with the libraries that `make install` put on this machine.
# A block ```LANGUAGE file=NAME is written to NAME, and a block ```console installed is run: each
# line after "$ " by bash, what follows is what it must print.  Each page has an empty folder.
# Commands of Python are left out, and said, where python3 has no package slporacle.
# usage: tests/house/installed.sh [PAGE...]     README.md and oracle/manual/*.md
# Needs bash, awk and what the commands need: it runs in a root of `make deps-judge` alone.
# Exit status: 0 all print what the page says; 1 one does not.
set -u
export LC_ALL=C
[ $# -gt 0 ] || set -- README.md oracle/manual/*.md
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
ran=0 failed=0 left=0

# one: COMMAND in $dir/command, what it must print in $dir/wanted
one() {
    local command
    command=$(cat "$dir/command")
    if [[ $command == *python3* ]] && ! python3 -c 'import slporacle' 2>/dev/null; then
        left=$((left + 1))
        return
    fi
    (cd "$dir/page" && bash -c "$command") </dev/null >"$dir/printed" 2>&1
    ran=$((ran + 1))
    cmp -s "$dir/printed" "$dir/wanted" && return
    failed=$((failed + 1))
    echo "$1: \$ $command"
    diff "$dir/wanted" "$dir/printed" | head -n 10
}

for page; do
    rm -rf "$dir/page" && mkdir "$dir/page" || exit 2
    inside= command=
    : >"$dir/wanted"
    while IFS= read -r line; do
        if [[ -z $inside && $line =~ ^\`\`\`[a-z]+\ file=([A-Za-z0-9_.]+)$ ]]; then
            inside=${BASH_REMATCH[1]}
            : >"$dir/page/$inside"
        elif [[ -z $inside && $line == '```console installed' ]]; then
            inside=' run'
        elif [[ -z $inside && $line == '```'* ]]; then
            inside=' other'
        elif [[ $line == '```' ]]; then
            [ -z "$command" ] || one "$page"
            inside= command=
        elif [ "$inside" = ' run' ] && [[ $line == '$ '* ]]; then
            [ -z "$command" ] || one "$page"
            command=${line#??}
            printf '%s\n' "$command" >"$dir/command"
            : >"$dir/wanted"
        elif [ "$inside" = ' run' ]; then
            printf '%s\n' "$line" >>"$dir/wanted"
        elif [ -n "$inside" ] && [ "$inside" != ' other' ]; then
            printf '%s\n' "$line" >>"$dir/page/$inside"
        fi
    done <"$page"
done
echo "$ran commands of pages ran, $failed failed, $left of Python left out"
[ $ran -gt 0 ] && [ $failed = 0 ]
