# Completion of slp for bash; bash-completion finds it as share/bash-completion/completions/slp.
# Words come from the program's help, which is printed from its tables of options.
_slp_offer() { # WORDS
    COMPREPLY+=($(compgen -W "$1" -- "$current"))
}
_slp_offer_argument() { # what help calls it, such as FILE, text|binary or [CLAIM...]
    local kind word
    for kind in SYSTEM SCHEME LAW PRESET CLAIM; do
        [[ $1 != *$kind* ]] ||
            _slp_offer "$("$program" list "${kind,,}s" | grep -v '^#' | cut -f 1)"
    done
    compopt -o filenames 2>/dev/null
    [[ ! $1 =~ FILE|FIGURE|PRESET ]] || COMPREPLY+=($(compgen -f -- "$current"))
    [[ $1 != *DIR* ]] || COMPREPLY+=($(compgen -d -- "$current"))
    for word in ${1//[^a-z0-9-]/ }; do
        [[ $word != [a-z]* ]] || _slp_offer "$word"
    done
}
_slp() {
    local word words=() current=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} help argument
    [ "$current" != = ] || current=
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do # --option=value is three words
        [ "$word" = = ] || words+=("$word")
    done
    COMPREPLY=()
    if [ ${#words[@]} = 0 ]; then
        _slp_offer "$("$program" --help | sed -n 's/^  slp \([a-z]*\)  .*/\1/p') help"
        _slp_offer "--help --version"
        return
    fi
    help=$("$program" "${words[0]}" --help 2>/dev/null) || return 0
    argument=$(sed -n "s/^  ${words[-1]} \([^ ]*\).*/\1/p" <<<"$help" | head -n 1)
    if [[ ${words[-1]} = --* && $argument ]]; then
        _slp_offer_argument "$argument"
        return
    fi
    _slp_offer "$(sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' <<<"$help") --help"
    # operands are what the usage has besides options, inputs and outputs
    for word in $(sed -E '/^$/,$d; s/^(usage:)? *slp [a-z]+//; s/\[?--[a-z0-9-]+( [^][ ]+)?\]?//g
        s/[<>] [A-Z]+//g' <<<"$help"); do
        _slp_offer_argument "$word"
    done
}
complete -F _slp slp
