#compdef slp
# Completion of slp for zsh; installed as share/zsh/site-functions/_slp.  The words come from the
# program itself: see slp_help_complete in oracle/command/help.h.
local kind word
local -a candidates
while read -r kind word; do
    case $kind in
    word) candidates+=($word) ;;
    list) candidates+=(${(f)"$($words[1] list $word | grep -v '^#' | cut -f 1)"}) ;;
    file) _files ;;
    folder) _files -/ ;;
    esac
done < <($words[1] --complete ${words[2,CURRENT]} 2>/dev/null)
compadd -a candidates
