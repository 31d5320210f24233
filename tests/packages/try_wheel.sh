#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# What a user does with an installed wheel: the command, the program of the package's README, the
# examples in Python, a verdict, a claim of a paper.  Each must print what the pages say.
# usage: try_wheel.sh PAGES PYTHON     PAGES: README.md of the package, library.md, examples/*.py
#   slp and PYTHON, which imports slporacle, are those of the wheel.
# Exit status: 0 all of it held; 1 not.
set -u
export LC_ALL=C
pages=${1:?usage: try_wheel.sh PAGES PYTHON} python=${2:?usage: try_wheel.sh PAGES PYTHON}
dir=$(mktemp -d) failed=0
trap 'rm -rf "$dir"' EXIT
said() { # NAME WANTED GOT
    if [ "$2" = "$3" ]; then echo "held: $1"; else
        failed=1
        echo "NOT: $1"
        diff <(echo "$2") <(echo "$3") | head -n 10
    fi
}
said "slp --version" "slp $("$python" -c 'import slporacle; print(slporacle.__version__)')" \
    "$(slp --version)"
sed -n '/^```python$/,/^```$/p' "$pages/README.md" | sed '1d;$d' >"$dir/readme.py"
said "the program of the package's README" pass "$("$python" "$dir/readme.py" 2>&1 | cut -d' ' -f1)"
for program in "$pages"/examples/*.py; do
    name=$(basename "$program" .py)
    shown=$(sed -n "/^\$ cc $name.c /,/^\`\`\`\$/p" "$pages/library.md" | sed '/^[$`]/d')
    # the page shows more of these two, by the same program in C
    case $name in
    enclosure) shown=$(head -n 3 <<<"$shown") ;;
    hamiltonian) shown=$(head -n 1 <<<"$shown") ;;
    esac
    said "example $name.py" "$shown" "$("$python" "$program" 2>&1)"
done
said "a thousand cases judged" "0 fail" \
    "$(slp gen --count 1000 --level 1 2>/dev/null | slp run --path fast --echo |
        slp judge 2>&1 >/dev/null | grep -o '[0-9]* fail')"
said "a claim" "gbw-energy qualified" \
    "$(cd "$dir" && slp audit --claim gbw-energy --out report 2>/dev/null |
        sed -nE 's/^(gbw-energy) +([a-z]+) .*/\1 \2/p')"
said "its page" "yes" "$([ -s "$dir/report/index.html" ] && echo yes)"
said "a published record" "agrees" "$(slp audit --published gbw-r0 2>&1 | grep -o 'agrees$')"
exit $failed
