#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The checker proves nothing that is false: no answer from a wide enclosure, no case that slp does
# not read as it stands, nothing that takes for ever.  What slp writes it proves.
# Run once (compiler, libraries, sanitizer): it asks a program in Python.
# Starts first.
. "$(dirname "$0")/../tap.sh"
needs "the checker proves nothing that is false" python3
checker=oracle/certificates/check_certificate.py
export PYTHONDONTWRITEBYTECODE=1 TMPDIR=$dir
ok "the checker takes the cases that slp takes, with the same numbers, and no others" \
    python3 tests/certificates/read_alike.py "$checker" "$SLP" \
    "$BUILD"/tests/libslpwhole.so
ok "forged, costly and changed certificates prove nothing false, and end" \
    python3 tests/certificates/forged.py "$checker" "$SLP" 3 150
# a nearer stage is looked for where a number is 0, and where it is near to a middle
printf '%s\n' "case id=z system=rigid-body scheme=rkmk-gauss4-exp inertia=0x1p+1,0x1p+0,0x1p-1 \
h=0x1p-3 steps=1 x=0x0p+0,0x1p+0,0x0p+0" "case id=plane system=spins scheme=sib bonds=1:2 \
exchange=0x1p+0 h=0x1p-3 steps=1 x=0x1p+0,0x0p+0,0x0p+0,0x0p+0,0x1p+0,0x0p+0" "case id=w \
system=heavy-top scheme=tmk inertia=0x1p+0,0x1p+0,0x1p+1 chi=0x0p+0,0x0p+0,0x1p+0 h=0x1p-4 \
steps=2 x=0x0p+0,0x1p-1,0x0p+0,0x1p-1,0x0p+0,0x1p-1" "case id=tie system=canonical scheme=euler \
model=kubo h=0x1p-53 steps=1 x=0x1p+0,0x1p+0" "case id=least system=canonical scheme=euler \
model=kubo h=0x1.8p+0 steps=1 x=0x0p+0,0x1p-1074" >"$dir/zeros"
"$SLP" run --path ref --certificate "$dir/lines" <"$dir/zeros" >"$dir/y"
ok "zeros and middles are decided" \
    eval 'exits 0 python3 "$checker" --results "$dir/y" "$dir/lines" && prints "6 proved"'
# two vortices that stay where they are, and the same certificate moved to 2^-20 of each other
printf '%s\n' "case id=near system=point-vortices scheme=euler gamma=0x1p+0,-0x1p-1 h=0x0p+0 \
steps=1 x=0x1p+0,0x0p+0,0x0p+0,0x1p+0,0x1.1p-19,0x0p+0" >"$dir/near"
"$SLP" run --path ref --certificate "$dir/apart.lines" <"$dir/near" >"$dir/apart.y"
for file in lines y; do
    sed -E 's/0x1\.1p-19/0x1p-20/g
        s/0x1\.0f+[0-9a-f]*p-19/0x1.ffffffffffffffffffffp-21/
        s/0x1\.10+[0-9a-f]*p-19/0x1.00000000000000000001p-20/' "$dir/apart.$file" \
        >"$dir/close.$file"
done
ok "vortices nearer than the definition allows are not proved, as near as it allows they are" \
    eval 'exits 0 python3 "$checker" --results "$dir/apart.y" "$dir/apart.lines" &&
        prints "1 proved" &&
        exits 1 python3 "$checker" --results "$dir/close.y" "$dir/close.lines" &&
        prints "two vortices are not seen to be apart"'
