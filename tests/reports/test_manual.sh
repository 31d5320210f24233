#!/bin/bash
# The manual page is well formed, and knows every command and every option that --help prints.
# Run once (compiler, sanitizer): it asks about a page.
. "$(dirname "$0")/../tap.sh"
page=oracle/command/slp.1
if command -v mandoc >/dev/null; then
    empty "mandoc finds no error" "$(mandoc -Tlint -W error $page 2>&1)"
else
    skip "mandoc finds no error" "no mandoc here"
fi
known=help
commands=$("$SLP" --help | sed -n 's/^  slp \([a-z]\{1,\}\)  .*/\1/p')
[ "$(echo "$commands" | wc -w)" -ge 7 ] && few= ||
    few="slp --help names too few commands: $commands"
empty "slp --help names the commands" "$few"
for command in $commands; do
    help=$("$SLP" "$command" --help)
    [ $? -eq 0 ] && [ -n "$help" ] && bad= || bad="exit status or no text"
    empty "slp $command --help succeeds" "$bad"
    grep -q "^\.Cm $command" $page && bad= || bad=$command
    empty "the manual has $command" "$bad"
    missing=
    options=$(echo "$help" | grep -v '^Example' | grep -oE '(^| |\[)--[a-z-]+' |
        grep -oE '[a-z][a-z-]*' | sort -u)
    known="$known $options"
    for option in $options; do
        grep -qE "^\.(Op )?Fl -$option( |\$)|\| Fl -$option" $page || missing="$missing --$option"
    done
    empty "the manual has the options of $command" "$missing"
    echo "$help" | grep -qi 'exit status' && bad= || bad="no exit status in its --help"
    empty "slp $command --help documents its exit status" "$bad"
    "$SLP" "$command" --no-such-option >/dev/null 2>"$dir/err" </dev/null
    [ $? -eq 2 ] && [ -s "$dir/err" ] && bad= || bad="unknown option: exit status or silence"
    empty "slp $command refuses an unknown option" "$bad"
done
unknown=
for option in $(grep -oE 'Fl -[a-z-]+' $page | sed 's/^Fl -//' | sort -u); do
    case " $(echo $known) " in *" $option "*) ;; *) unknown="$unknown --$option" ;; esac
done
empty "the manual has no option that no --help prints" "$unknown"
