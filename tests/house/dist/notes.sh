#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Prints the notes of a release: its part of oracle/manual/changes.md, under a title, with links
# from the top of the sources.  usage: tests/house/dist/notes.sh VERSION
# Exit status: 0 printed; 2 the page says nothing of this version.
export LC_ALL=C
notes=$(awk -v head="## ${1:?usage: notes.sh VERSION}, " '
    index($0, head) == 1 { on = 1; print "# slp " substr($0, 4); next }
    /^## / { on = 0 } on' oracle/manual/changes.md | sed 's#](\([a-z-]*\.md\)#](oracle/manual/\1#g')
[ -n "$notes" ] || { echo "notes.sh: oracle/manual/changes.md says nothing of $1" >&2; exit 2; }
printf '%s\n' "$notes"
