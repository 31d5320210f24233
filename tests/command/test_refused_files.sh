#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# Files and words of the command line that are none of what a command reads: status 2, nothing on
# stdout, and words that say what is wrong.
# Run once (compiler): it asks what is refused and said.
. "$(dirname "$0")/../tap.sh"
. "$here/../support/claim.sh"
printf 'id: x\0y\n' >"$dir/zero.yaml"
head -c 1048577 /dev/zero | tr '\0' '#' >"$dir/large.yaml"
head -c 1048576 /dev/zero | tr '\0' '#' >"$dir/full.yaml"
ok "a claim with a zero byte" refused "zero.yaml holds a NUL: it is not a text file" \
    "$SLP" audit --out "$dir/r" "$dir/zero.yaml"
ok "a claim that is too large" refused "large.yaml is larger than a claim may be (1 MiB)" \
    "$SLP" audit --out "$dir/r" "$dir/large.yaml"
ok "one that is as large as it may be is read" refused "full.yaml:1: " \
    "$SLP" audit --out "$dir/r" "$dir/full.yaml"
ok "a folder in place of a claim" refused "cannot read $dir: Is a directory" \
    "$SLP" audit --out "$dir/r" "$dir"
sed 's/^id:.*/id: another/' "$here/../audit/drift.yaml" >"$dir/own.yaml"
ok "a claim in a file of another name" \
    refused "is not the name of the file: name the file another.yaml, or write \`id: own\`" \
    "$SLP" audit --out "$dir/r" "$dir/own.yaml"
name=$(printf 'n%.0s' $(seq 100))
cp "$dir/own.yaml" "$dir/$name.yaml"
ok "a long one" refused "or write \`id: ${name:0:60}\`" \
    "$SLP" audit --out "$dir/r" "$dir/$name.yaml"
cp "$dir/own.yaml" "$dir/.yaml"
ok "one that is an ending alone" refused "or write \`id: .yaml\`" \
    "$SLP" audit --out "$dir/r" "$dir/.yaml"
cp "$dir/own.yaml" "$dir/plain"
ok "one without an ending" refused "or write \`id: plain\`" "$SLP" audit --out "$dir/r" "$dir/plain"
ok "a run's case with a zero byte" refused "zero.yaml: cannot be read as text of at most 1 MiB" \
    "$SLP" simulate "$dir/zero.yaml"
ok "one that is too large" refused "large.yaml: cannot be read as text of at most 1 MiB" \
    "$SLP" simulate "$dir/large.yaml"
ok "a folder in place of one" refused "$dir/: cannot be opened: Is a directory" \
    "$SLP" simulate "$dir/"
ok "one that is not there" refused "gone.slp: cannot be opened: No such file or directory" \
    "$SLP" simulate "$dir/gone.slp"
ends_of_lines() { # with CR LF, as some editors write it, it is the same
    cp "$here/../../oracle/simulate/presets/ejll-rigid-body.slp" "$dir/own.slp"
    sed 's/$/\r/' "$dir/own.slp" >"$dir/crlf.slp"
    "$SLP" simulate "$dir/own.slp" --steps 3 >"$dir/one" &&
        "$SLP" simulate "$dir/crlf.slp" --steps 3 >"$dir/two" && [ -s "$dir/one" ] &&
        cmp "$dir/one" "$dir/two"
}
ok "ends of lines of another system" ends_of_lines
ok "a pair that makes no sense" refused "isospectral-midpoint makes no sense on canonical: " \
    "$SLP" gen --system canonical --scheme isospectral-midpoint
for until in inf nan 1x -0x1p-1; do
    ok "the time $until" refused "--until needs a time from 0 to " \
        "$SLP" simulate ejll-rigid-body --until "$until"
done
ok "an option at the end without its value" refused "slp simulate: --until needs a value" \
    "$SLP" simulate ejll-rigid-body --until
ok "letters behind one dash" refused "slp check: unknown option '-x=3'" "$SLP" check -x=3
ok "behind the value of an option" refused "slp check: unknown option '-xyz'" \
    "$SLP" check --law casimirs -xyz
ok "an operand like an option" refused "slp check: 'x=3' is one argument too many" "$SLP" check x=3
same_help() { # COMMAND...: prints what `slp gen --help` does
    cmp <("$SLP" gen --help) <("$@")
}
ok "help of a command" same_help "$SLP" help gen
ok "whatever stands behind" same_help "$SLP" help gen --count x
ok "-h" same_help "$SLP" gen --count 3 -h
ok "help of all" cmp <("$SLP" -h) <("$SLP" help)
short_name() { # shorter than .npy is text
    (cd "$dir" && "$slp" simulate ejll-rigid-body --steps 4 --every 2 --table r && head -n 1 r |
        grep -q , && ! head -c 6 r | grep -q NUMPY)
}
ok "a file of a short name" short_name
printf '# no end of its line\n\n%s' \
    "$(grep '^case' "$here/../../oracle/simulate/presets/ejll-rigid-body.slp")" >"$dir/open.slp"
ok "a case without the end of its line" cmp <("$SLP" simulate "$dir/open.slp" --steps 3) \
    <("$SLP" simulate ejll-rigid-body --steps 3)
sed 's/ x=[^ ]*/ x=1,2/' "$dir/open.slp" >"$dir/two.slp"
ok "a state of another size" refused "two.slp:3: case ejll-rigid-body, field x: has 2 numbers" \
    "$SLP" simulate "$dir/two.slp"
# a step beyond the largest number of binary64, which neither path answers with a number
beyond="case id=a system=canonical scheme=tmk model=kubo h=0.4 steps=2 x=1.7e308,1.7e308"
for path in fast ref; do
    ok "a step out of binary64, by $path" \
        test "$(echo "$beyond" | "$SLP" run --path $path)" = "result id=a error=domain"
done
digits() {
    echo "$beyond" | "$SLP" run --path ref --digits 20 |
        grep -q '^result id=a y=2\.2230769230769230\(165\|17[0-9]*\)e+308,'
}
ok "its digits can be had" digits
ignored() { # as nohup begins it: a signal that is ignored stays so
    cmp <(trap '' INT TERM HUP; "$SLP" simulate ejll-rigid-body --steps 5) \
        <("$SLP" simulate ejll-rigid-body --steps 5)
}
ok "signals that are ignored before" ignored
# one figure that cannot be drawn: the verdict stands, and the status says that something is missing
claim_file "$dir/one.yaml" one after="figures: [{name: f, caption: Drift., draw: [m]}]"
mkdir "$dir/empty"
one_figure() {
    PATH=$dir/empty "$slp" audit --out "$dir/figure" "$dir/one.yaml" >"$dir/out" 2>"$dir/err"
    local got=$?
    cat "$dir/err"
    [ $got = 2 ] && grep -q '^slp audit: 1 figure was not drawn: gnuplot could not be started' \
        "$dir/err" && grep -q '^one  *confirmed' "$dir/out"
}
ok "one figure that cannot be drawn" one_figure
# a token of slp check --replay, in each of its parts
token() { # WORDS TOKEN
    ok "replay of '$2'" refused "$1" "$SLP" check --replay "$2"
}
token "--replay needs a value: TOKEN" ''
for none in / none/ref/x; do token "token: names no law;" "$none"; done
token "token: is about subject (none), which this command does not ask" casimirs
token "token: is about subject nobody, which this command does not ask" casimirs/nobody/x
for none in casimirs/ref casimirs/ref/; do token "token: has no case;" "$none"; done
for none in casimirs/ref/// casimirs/ref/rigid-body casimirs/ref/none/tmk/1/2 \
    casimirs/ref/rigid-body/none/1/2; do
    token "token: names no system and scheme;" "$none"
done
for none in tmk tmk/1 tmk/1/2/3..4/5; do
    token "token: lacks seed and number;" "casimirs/ref/rigid-body/$none"
done
for none in 3 3..2 0..2 3..4x; do
    token "token: has no sizes such as 3..8 behind its number;" "casimirs/ref/spins/tmk/1/2/$none"
done
for none in 1x/2 1/2x x/2; do
    token "token: has no whole seed and number;" "casimirs/ref/rigid-body/tmk/$none"
done
token "token: names a pair that makes no sense;" casimirs/ref/canonical/isospectral-midpoint/1/2
token "token: names a law that this pair neither keeps nor breaks;" \
    momentum/ref/point-vortices/tmk/1/2
token "token: asks a law of the reference of another subject;" enclosure/fast/rigid-body/tmk/1/1
