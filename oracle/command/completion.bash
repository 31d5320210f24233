# Completion of slp for bash; bash-completion finds it as share/bash-completion/completions/slp.
# The words come from the program itself: see slp_help_complete in oracle/command/help.h.
_slp() {
    local kind word words=() current=${COMP_WORDS[COMP_CWORD]}
    [ "$current" != = ] || current=
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do # --option=value is three words
        [ "$word" = = ] || words+=("$word")
    done
    COMPREPLY=()
    while read -r kind word; do
        case $kind in
        word) COMPREPLY+=($(compgen -W "$word" -- "$current")) ;;
        list) COMPREPLY+=($(compgen -W "$("${COMP_WORDS[0]}" list "$word" |
            grep -v '^#' | cut -f 1)" -- "$current")) ;;
        file)
            compopt -o filenames 2>/dev/null
            COMPREPLY+=($(compgen -f -- "$current"))
            ;;
        folder)
            compopt -o filenames 2>/dev/null
            COMPREPLY+=($(compgen -d -- "$current"))
            ;;
        esac
    done < <("${COMP_WORDS[0]}" --complete "${words[@]}" "$current" 2>/dev/null)
}
complete -F _slp slp
