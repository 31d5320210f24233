#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Completion of a command line in a shell: commands, options, and what may stand behind an option,
# by the file that `make install` puts where bash looks; that of zsh is read where there is a zsh.
# Run once (compiler): it asks what is offered.
. "$(dirname "$0")/../tap.sh"
PATH=$(dirname "$slp"):$PATH
cd "$dir" && touch case.slp other && mkdir folder || exit 1
source "$OLDPWD/oracle/command/completion.bash"
cd "$OLDPWD" || exit 1
offers() { # WORDS, the last to be completed: what bash is offered
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    (cd "$dir" && _slp
        [ "${#COMPREPLY[@]}" = 0 ] || printf '%s\n' "${COMPREPLY[@]}" | sort -u | tr '\n' ' ')
}
is "the commands" "$(offers slp '')" "$(
    ("$SLP" --help | sed -n 's/^  slp \([a-z]\{1,\}\)  .*/\1/p'
        printf '%s\n' help --help --version) | sort | tr '\n' ' ')"
is "one of them" "$(offers slp con)" "conform "
for command in $("$SLP" --help | sed -n 's/^  slp \([a-z]\{1,\}\)  .*/\1/p'); do
    is "the options of slp $command" "$(offers slp "$command" --)" "$(
        ("$SLP" "$command" --help | sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p'; echo --help) |
            sort -u | tr '\n' ' ')"
done
is "the options of a part" "$(offers slp noise cases --g)" "--gibbs "
is "and the parts" "$(offers slp noise an)" "answer "
is "words of an option" "$(offers slp run --path '')" "fast ref "
is "with a sign of equality" "$(offers slp run --path = f)" "fast "
is "right behind it" "$(offers slp run --path =)" "fast ref "
is "an option behind a flag" "$(offers slp run --echo --ca)" "--carry "
is "a system" "$(offers slp gen --count 3 --system rigid-body-)" "rigid-body-n "
is "a scheme" "$(offers slp check --scheme tm)" "tmk "
is "a law" "$(offers slp check --law casi)" "casimirs "
is "a preset, or a file" "$(offers slp plot --preset gbw-top-case1)" "gbw-top-case1 "
is "a file" "$(offers slp judge --cases c)" "case.slp "
is "a folder" "$(offers slp audit --out '')" "folder "
is "a claim that stands alone" "$(offers slp audit gbw-energy-r)" "gbw-energy-runs "
is "what is listed" "$(offers slp list fau)" "faults "
is "a preset that stands alone" "$(offers slp list preset gbw-top-case1)" "gbw-top-case1 "
is "what a table is of" "$(offers slp plot c)" "case.slp "
is "nothing for a number" "$(offers slp gen --count '')" ""
is "nothing of what is no command" "$(offers slp nonsense '')" ""
# bash itself, asked as by the key
is "bash calls it" "$(complete -p slp)" "complete -F _slp slp"
if command -v zsh >/dev/null; then
    ok "zsh reads its file" zsh -n oracle/command/completion.zsh
else
    skip "zsh reads its file" "no zsh here"
fi
