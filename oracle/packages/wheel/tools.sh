#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `make deps-wheel`: what `make wheel` takes from PyPI (requirements.txt), into BUILD/wheel/tools;
# nothing is installed elsewhere.  Where it cannot be had, that is said in one line.
# usage: tools.sh BUILD
set -u
tools=${1:?usage: tools.sh BUILD}/wheel/tools wanted=$(dirname "$0")/requirements.txt
cmp -s "$wanted" "$tools/requirements.txt" && exit 0
rm -rf "$tools"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
    --only-binary :all: --target "$tools" -r "$wanted" && cp "$wanted" "$tools" ||
    echo "not to be had here: what $wanted names (make wheel); tests that use it are skipped"
exit 0
