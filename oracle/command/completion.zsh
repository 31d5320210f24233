#compdef slp
# Completion of slp for zsh; installed as share/zsh/site-functions/_slp.  Words come from the
# program's help, which is printed from its tables of options.
local program=$words[1] previous=$words[CURRENT-1] help argument kind
if (( CURRENT == 2 )); then
    compadd -- ${(f)"$($program --help | sed -n 's/^  slp \([a-z]*\)  .*/\1/p')"} help
    return
fi
help=$($program $words[2] --help 2>/dev/null) || return
argument=$(print -r -- $help | sed -n "s/^  $previous \([^ ]*\).*/\1/p" | head -n 1)
if [[ $previous != --* || -z $argument ]]; then
    compadd -- ${(f)"$(print -r -- $help | sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p')"} --help
    # operands are what the usage has besides options, inputs and outputs
    argument=$(print -r -- $help | sed -E '/^$/,$d; s/^(usage:)? *slp [a-z]+//
        s/\[?--[a-z0-9-]+( [^][ ]+)?\]?//g; s/[<>] [A-Z]+//g')
fi
for kind in SYSTEM SCHEME LAW PRESET CLAIM; do
    [[ $argument != *$kind* ]] ||
        compadd -- ${(f)"$($program list ${(L)kind}s | grep -v '^#' | cut -f 1)"}
done
[[ $argument != *(FILE|FIGURE|PRESET)* ]] || _files
[[ $argument != *DIR* ]] || _files -/
compadd -- $(print -r -- $argument | grep -oE '[a-z][a-z0-9-]*')
