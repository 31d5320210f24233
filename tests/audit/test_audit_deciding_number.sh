#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What an audit shows of a claim: the number of the rule that decided, the claim's own or the first
# condition's; the series of its measure as a table, and quantities with their options as each
# describes itself.
. "$(dirname "$0")/../tap.sh"
ok "the claim is decided" "$SLP" audit --claim "$here/drift.yaml" --out "$dir/report"
cp "$dir/log" "$dir/table"
ok "its number is the first condition's of the rule that decided" \
    grep -qE '^drift +confirmed +confirmed +decisive number +40 steps +m\.largest: ' "$dir/table"
# a number of the claim's own counts where the rule that decides asks about it
shown() { # VALUE: what is shown with `number: VALUE`
    sed "s/^decide:/number: $1\ndecide:/" "$here/drift.yaml" >"$dir/drift.yaml"
    "$SLP" audit --claim "$dir/drift.yaml" --out "$dir/own" >"$dir/table" 2>"$dir/log"
    grep '^drift ' "$dir/table" | grep -oE '[a-z]+\.[a-z]+:'
}
is "a number of its own" "$(shown m.final)" m.final:
is "but no number that the rule did not ask about" "$(shown m.per-n)" m.largest:
# a line of names behind #, then a line of as many numbers for each step
whole() {
    awk -F'\t' 'NR == 1 { names = NF; if ($0 !~ /^# /) exit 1; next }
        NF != names { exit 1 }
        { for (i = 1; i <= NF; i++) if ($i !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/) exit 1 }
        END { if (NR != 41) exit 1 }' "$1"
}
ok "its series is a table" whole "$dir/report/data/drift-m.tsv"
"$SLP" list quantities >"$dir/quantities"
described() { # QUANTITY OPTION WORDS
    sed -n "/^$1	/,/^[a-z]/p" "$dir/quantities" | grep -E "^#   option $2 +$3"
}
ok "an option that is required" described vortex-variant norm \
    "\(required\) of \(38\): meant, or printed"
ok "the one after it" described vortex-variant in "\(required\) where the Cayley transform is taken"
ok "the last" described vortex-variant of "\(required\) step, or field"
ok "an option that may be left out" described spectrum-drift by "characteristic \(default\)"
# every claim is listed with its statement, however it is folded
statements() {
    "$SLP" list claims >"$dir/claims" || return 1
    for file in reports/ledger/*/*.yaml; do
        id=$(basename "$file" .yaml)
        awk -v id="$id" '/^statement: >$/ { on = 1; next }
            /^statement: / { sub(/^statement: /, ""); print id "\t" $0; exit }
            on && /^  / { sub(/^ +/, ""); text = text (text ? " " : "") $0; next }
            on { exit }
            END { if (text) print id "\t" text }' "$file"
    done >"$dir/expected"
    [ "$(wc -l <"$dir/expected")" -ge 74 ] && tail -n +2 "$dir/claims" | cut -f 1,4 | sort |
        diff <(sort "$dir/expected") -
}
ok "claims are listed with their statements" statements
