#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The manual page is well formed, and has every command and every option that --help prints.  Help
# is at most 80 columns wide; a word is the same thing in each command that has it.
# Run once (compiler, sanitizer): it asks about a page.
. "$(dirname "$0")/../tap.sh"
page=$BUILD/slp.1
if command -v mandoc >/dev/null; then
    empty "mandoc finds no error" "$(mandoc -Tlint -W error "$page" 2>&1)"
else
    skip "mandoc finds no error" "no mandoc here"
fi
known="help version"
commands=$("$SLP" --help | sed -n 's/^  slp \([a-z]\{1,\}\)  .*/\1/p')
[ "$(echo "$commands" | wc -w)" -ge 7 ] && few= ||
    few="slp --help names too few commands: $commands"
empty "slp --help names the commands" "$few"
for command in $commands; do
    help=$("$SLP" "$command" --help)
    [ $? -eq 0 ] && [ -n "$help" ] && bad= || bad="exit status or no text"
    empty "slp $command --help succeeds" "$bad"
    grep -qx "\.Ss slp $command" "$page" && bad= || bad=$command
    empty "the manual has $command" "$bad"
    missing=
    options=$(echo "$help" | sed -nE 's/^  --([a-z0-9-]+).*/\1/p' | sort -u)
    empty "a usage of slp $command has an option once" "$(echo "$help" | awk '/^$/ { exit }
        /^(usage:|      ) slp / { split("", seen) }
        { n = split($0, w, /[][ ]+/)
          for (i = 1; i <= n; i++) if (w[i] ~ /^--/ && seen[w[i]]++) print }')"
    empty "slp $command --help is 80 columns wide" "$(echo "$help" | grep -E '.{81}')"
    echo "$help" | sed -nE "s/^  (--[a-z0-9-]+)( [^ ]+)?( .*|$)/\1\2	$command/p" >>"$dir/words"
    known="$known $options"
    for option in $options; do
        grep -qE "^\.It Fl -$option( |\$)" "$page" || missing="$missing --$option"
    done
    empty "the manual has the options of $command" "$missing"
    echo "$help" | grep -qi 'exit status' && bad= || bad="no exit status in its --help"
    empty "slp $command --help documents its exit status" "$bad"
    "$SLP" "$command" --no-such-option >/dev/null 2>"$dir/err" </dev/null
    [ $? -eq 2 ] && [ -s "$dir/err" ] && bad= || bad="unknown option: exit status or silence"
    empty "slp $command refuses an unknown option" "$bad"
done
unknown=
for option in $(grep -oE 'Fl -[a-z0-9-]+' "$page" | sed 's/^Fl -//' | sort -u); do
    case " $(echo $known) " in *" $option "*) ;; *) unknown="$unknown --$option" ;; esac
done
empty "the manual has no option that no --help prints" "$unknown"
empty "slp --help is 80 columns wide" "$("$SLP" --help | grep -E '.{81}')"
# --level and --path of the noise's keys are the names that its lines have for them; a case is of
# one size
excused='--((level|path) A\.\.B|size N)'
twice=$(cut -f 1 "$dir/words" | sort -u | grep -vxE -- "$excused" | cut -d' ' -f 1 | sort |
    uniq -d)
empty "no option takes one thing here and another there" \
    "$(for word in $twice; do grep -E "^$word[ 	]" "$dir/words"; done | sort -u)"
