#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The conda recipe is of this version, and rattler-build, where it is, renders it.
# Run once (compiler, sanitizer): it looks at a text.
. "$(dirname "$0")/../tap.sh"
recipe=oracle/packages/conda/recipe.yaml
is "its version is that of the makefile" "$(sed -n 's/^  version: "\(.*\)"/\1/p' $recipe)" \
    "$(sed -n 's/^VERSION := //p' GNUmakefile)"
python3 -c 'import rattler_build' 2>/dev/null ||
    skip_rest "rattler-build renders it" "python3 has no rattler_build (py-rattler-build)"
rendered() {
    python3 - "$1" <<'PY'
import sys

import rattler_build

variants = rattler_build.VariantConfig({"c_stdlib": ["sysroot"], "c_stdlib_version": ["2.28"]})
with open(sys.argv[1], encoding="utf-8") as text:
    (one,) = rattler_build.Stage0Recipe.from_yaml(text.read()).render(variants)
print(one.recipe.package.name, one.recipe.package.version)
PY
}
is "rattler-build renders it" "$(rendered $recipe)" \
    "slp-oracle $(sed -n 's/^VERSION := //p' GNUmakefile)"
sed 's/^requirements:/requirement:/' $recipe >"$dir/recipe.yaml"
ok "and refuses one with a word that it does not know" exits 1 rendered "$dir/recipe.yaml"
