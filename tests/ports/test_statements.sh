#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The page of statements (`make ports-page`): a row and a picture for each statement, what each
# machine does, and exit status 1 if one does not compute as it declares.
# Run once (compiler, sanitizer): it asks about a page.
. "$(dirname "$0")/../tap.sh"
statement() { # NAME PORT
    "$slp" conform --port "$2" --out "$dir/$1" --system rigid-body --scheme tmk --count 8 --quick \
        --multiplier 0.01 >"$dir/said" 2>&1
    echo "gcc (Debian 12.2.0-14) 12.2.0" >"$dir/$1/compiler"
    echo portable >"$dir/$1/kernels"
}
page() { python3 "$here/statements.py" "$dir/page.md" "$@"; }
later() { # ROWS N: so many rows say that N pairs came later
    [ "$(grep -c " of 1 held; $2 came later | " "$dir/page.md")" = "$1" ]
}
statement good "$slp run --path fast"
cc -O2 -ffp-contract=off -o "$dir/port" oracle/ports/skeletons/slp_port.c -lm
cc -O2 -DREAL=float -ffp-contract=off -o "$dir/narrow" oracle/ports/environment/slp_operations.c -lm
ok "one statement" page "$dir/good"
today=$(date -r "$dir/good/conform.json" +%F)
ok "its row" grep -q "^| good | slp [0-9.]*, $today | gcc 12.2.0 | portable | 1 of 1 held | " \
    "$dir/page.md"
ok "its machine" grep -q '^| rounding | to nearest, ties to even |$' "$dir/page.md"
ok "processors without a statement are named" \
    grep -q '^Without a statement on this page: aarch64-linux-gnu, riscv64' "$dir/page.md"
ok "its picture" cmp "$dir/good/summary.svg" "$dir/platform-good.svg"
ok "no line wider than 100 columns beside tables" \
    eval '! grep -v "^|" "$dir/page.md" | grep -E "^.{101}"'
# a port whose steps are right, and which says that its machine has other numbers
cat >"$dir/two.py" <<'P'
import subprocess, sys
start = lambda path: subprocess.Popen([path], stdin=-1, stdout=-1, text=True)
steps, narrow = start(sys.argv[1]), start(sys.argv[2])
for line in sys.stdin:
    to = narrow if line.startswith("environment ") else steps
    if line.startswith(("case ", "environment ")):
        print(line, file=to.stdin, end="", flush=True)
        print(to.stdout.readline(), end="")
        if to is steps:
            print(to.stdout.readline(), end="")
        sys.stdout.flush()
P
statement other "python3 $dir/two.py $dir/port $dir/narrow"
# one that says what it is, and gives no answer to a case
cp -r "$dir/good" "$dir/late"
python3 - "$dir/late/conform.json" <<'P'
import json, sys
document = json.load(open(sys.argv[1]))
document["statement"]["port"]["about"] = ["my-port 2.1"]
document["statement"]["result"]["cases"]["unreceived"] = 3
json.dump(document, open(sys.argv[1], "w"))
P
echo "Debian clang version 16.0.6 (15~deb12u1)" >"$dir/late/compiler"
ok "one more" page "$dir/late"
ok "beside what the page had" grep -q '^| fact | good | late |$' "$dir/page.md"
ok "with its section" [ "$(grep -c '^SHA-256 of the statement: ' "$dir/page.md")" = 2 ]
ok "what it says of itself" grep -q '^    my-port 2.1$' "$dir/page.md"
ok "a compiler that says its version in words" \
    grep -q '^| late | .* | clang 16.0.6 | ' "$dir/page.md"
ok "answers that did not come" grep -q ' answered, 0 fail, 3 without an answer in time |' \
    "$dir/page.md"
cp "$dir/page.md" "$dir/two.md"
ok "made again it is the same" eval 'page "$dir/good" && cmp "$dir/page.md" "$dir/two.md"'
more() { # HOW MANY: a statement of so many pairs; those of the others came before
    cp -r "$dir/good" "$dir/more"
    python3 - "$dir/more/conform.json" "$1" <<'P'
import json, sys
document = json.load(open(sys.argv[1]))
document["statement"]["result"]["pairs"]["all"] = int(sys.argv[2])
json.dump(document, open(sys.argv[1], "w"))
P
    page "$dir/more"
}
ok "pairs that came after a statement are said" eval 'more 5 && later 2 4 && page "$dir/good" &&
    later 2 4 && ! grep -q "^| more .* came later" "$dir/page.md"'
rm "$dir/page.md"
ends_with_1() { page "$dir/good" "$dir/other"; [ $? = 1 ]; }
ok "a machine that differs ends it with status 1" ends_with_1
ok "and is in the table" grep -q '^| numbers | 53 bits | 24 bits; declare' "$dir/page.md"
ok "beside the right one" grep -q '^| other | ' "$dir/page.md"
