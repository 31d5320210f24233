#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The Python package slporacle: pip installs it without a network beside the libraries of `make
# install`, and its own tests pass there.
# The programs of the manual's section on it print what it says.
# Run once (compiler, sanitizer): it asks about the package.
# Starts first.
. "$(dirname "$0")/../tap.sh"
! instrumented 'asan|ubsan|tsan|msan|gcov' "$BUILD/slp" ||
    skip_rest "the Python package" "instrumented build"
package=oracle/ports/python-library
is "its version is that of the library" \
    "$(sed -n 's/^version = "\(.*\)"/\1/p' $package/pyproject.toml)$(
        sed -n 's/^VERSION = "\(.*\)"/ \1/p' $package/src/slporacle/_library.py)" \
    "$(sed -n 's/^VERSION := \(.*\)/\1 \1/p' GNUmakefile)"
needed='import setuptools, numpy, pip, sys; sys.version_info >= (3, 9) or 1 / 0'
for python in python3 /usr/bin/python3 ''; do
    [ -z "$python" ] || "$python" -c "$needed" 2>/dev/null && break
done
[ -n "$python" ] || skip_rest "the Python package" \
    "no python3 with NumPy, pip and setuptools here: python3-numpy, python3-pip, python3-setuptools"

root=$dir/root
make -s BUILD="$BUILD" DESTDIR="$root" PREFIX=/opt/slp install >"$dir/log" 2>&1
is "make install" "$?" 0
export SLP_LIBDIR=$root/opt/slp/lib PYTHONPATH=$dir/site PYTHONDONTWRITEBYTECODE=1 SLP=$slp
cp -r $package "$dir/package" # pip builds where the sources are
ok "pip installs it" "$python" -m pip install --quiet --disable-pip-version-check --no-index \
    --no-deps --no-build-isolation --target "$dir/site" "$dir/package"
ok "with its types" test -e "$dir/site/slporacle/py.typed"
PATH=$(dirname "$slp"):$PATH # hints and stages ask the program
page=$PWD/oracle/manual/library.md
sources=$PWD
cd "$dir" || exit 1
for tests in test_slp test_people; do
    "$python" "$sources/tests/house/python_library/$tests.py" >"$dir/tests" 2>&1
    sed -nE 's/^([A-Za-z_]+) \(__main__\.?([A-Za-z]*).*\.\.\. ok$/ok - \2.\1/p' "$dir/tests"
    if ! grep -qxE 'OK( \(skipped=1\))?' "$dir/tests"; then
        sed -n '/^=====/,$p' "$dir/tests" | failed "Python's tests"
    fi
    empty "no exception is lost in a callback of $tests" \
        "$(grep -A4 'Exception ignored' "$dir/tests")"
done

# ---- The programs of the manual's page on libraries ----------------------------------------------
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$2" | sed '1d;$d'; }
names=$(sed -n 's/^```python file=\(.*\)\.py$/\1/p' "$page")
ok "library.md has such programs" test "$(wc -w <<<"$names")" -ge 4
for name in $names; do
    block "python file=$name.py" "$page" >"$name.py"
    shown=$(sed -n "/^\$ python3 $name.py\$/,/^\`\`\`\$/p" "$page" | sed '1d;$d')
    is "library.md: $name.py prints what the page says" "$("$python" "$name.py" 2>&1)" "$shown"
done
block python "$sources/$package/README.md" >readme.py
is "the program of the package's README passes" \
    "$("$python" readme.py 2>&1 | cut -d' ' -f1)" pass

# ---- Notebooks: each runs, in an empty folder and without a network ----
books=$sources/oracle/manual/notebooks.md
offline=()
unshare -rn true 2>/dev/null && offline=(unshare -rn)
run_notebook() { # FILE
    mkdir "$dir/book" && (cd "$dir/book" && "${offline[@]}" "$python" "$1") >"$dir/said" 2>&1
    local ended=$?
    tail -n 5 "$dir/said"
    return $ended
}
count=0
for book in "$sources/$package"/notebooks/*.py; do
    name=$(basename "$book" .py)
    [ "$name" != to_ipynb ] || continue
    count=$((count + 1))
    rm -rf "$dir/book"
    ok "notebook $name runs" run_notebook "$book"
    ok "notebook $name draws its picture" grep -q '^</svg>' "$dir/book/$name.svg"
    ok "notebook $name has its picture on the page" test -s \
        "$sources/oracle/manual/notebook-${name//_/-}.svg"
    ok "and a link" grep -qF "notebooks/$name.py)" "$books"
    "$python" "$sources/$package/notebooks/to_ipynb.py" "$book" >"$dir/$name.ipynb"
    ok "notebook $name becomes one of Jupyter" "$python" -c 'import json, sys
book = json.load(open(sys.argv[1], encoding="utf-8"))
code = [c["source"] for c in book["cells"] if c["cell_type"] == "code"]
assert len(code) >= 2 and "slporacle" in code[0] and len(book["cells"]) > len(code)
exec(compile("\n".join(code), "cells", "exec"), {}) if sys.argv[2] == "convergence" else None' \
        "$dir/$name.ipynb" "$name"
done
is "there are six" "$count" 6
