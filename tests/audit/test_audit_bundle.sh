#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# `slp audit --bundle`: an archive that ordinary programs read, an RO-Crate with right hashes and a
# codecheck.yml; the same bytes for the same records; never over an existing file.  The checker sees
# what it is for.
# Run once (compiler, libraries, sanitizer): it asks about an archive.
. "$(dirname "$0")/audit_trial.sh"
root=$(realpath "$here/../..")
schema=$root/reports/audit/results.schema.json
export SOURCE_DATE_EPOCH=1700000001
valid() { python3 "$here/bundle_check.py" "$1" "$schema"; }
claim "$dir/a.yaml" a 20 1e-12 1e-12
claims=("$dir/a.yaml" gbw-energy-bound gbw-poisson-printed lecg-gc)
command -v gnuplot >/dev/null && claims+=(lecg-fig1-periodic) # has a drawing
ok "an audit writes its bundle" exits 0 audit --bundle "$dir/one.zip" "${claims[@]}"
ok "it is valid" valid "$dir/one.zip"
ok "nothing is left beside it" sh -c '[ -z "$(ls "$0" | grep "\.new$")" ]' "$dir"
if command -v unzip >/dev/null; then
    ok "unzip reads it" unzip -tq "$dir/one.zip"
else skip "unzip reads it" "there is no unzip"; fi
ok "the same records give the same bytes" exits 0 audit --resume --bundle "$dir/two.zip" \
    "${claims[@]}"
ok "byte for byte" cmp "$dir/one.zip" "$dir/two.zip"
again() { "$SLP" audit --jobs 1 --out "$dir/other" --bundle "$dir/three.zip" "${claims[@]}"; }
ok "so does another run elsewhere" again
ok "byte for byte, too" cmp "$dir/one.zip" "$dir/three.zip"
times() { # SECONDS-AS-TEXT
    python3 -c 'import sys, zipfile
print({one.date_time for one in zipfile.ZipFile(sys.argv[1]).infolist()})' "$dir/one.zip"
}
is "its files have the time that was given" "$(times)" "{(2023, 11, 14, 22, 13, 20)}"
python3 -m zipfile -e "$dir/one.zip" "$dir/unpacked"
ok "its pages lead to files of its own" python3 "$here/../reports/pages_links.py" "$dir/unpacked"
ok "no page says when or where it ran" \
    sh -c '! grep -rqE "\*\*(started|took|processor)\*\*|[0-9]T[0-9]{2}:" --include="*.md" "$0"' \
    "$dir/unpacked"
certificate() { # a row for each claim, with its command, and lines for a person
    local page=$dir/unpacked/certificate.md
    [ "$(grep -c "^| \[.*audit --claim .* | \.\.\.* |$" "$page")" = "${#claims[@]}" ] &&
        grep -q '^- \*\*signature\*\*: \.' "$page" &&
        grep -qx 'report: "certificate.html"' "$dir/unpacked/codecheck.yml"
}
ok "it has a certificate that a person can sign" certificate
cp "$dir/one.zip" "$dir/kept"
ok "an existing file is refused" exits 2 audit --bundle "$dir/one.zip" "$dir/a.yaml"
ok "with the remedy" grep -qF "one.zip exists: remove it, or name another file" "$dir/err"
ok "before anything runs" test ! -s "$dir/out"
ok "and is as it was" cmp "$dir/one.zip" "$dir/kept"
ln -s nowhere "$dir/link.zip"
ok "so is a link" exits 2 audit --bundle "$dir/link.zip" "$dir/a.yaml"
ok "a time that is none is refused" env SOURCE_DATE_EPOCH=soon sh -c \
    '"$0" audit --out "$1/report" --bundle "$1/no.zip" "$1/a.yaml" >/dev/null 2>"$1/err"
    [ $? = 2 ] && [ ! -e "$1/no.zip" ] &&
        grep -q "SOURCE_DATE_EPOCH=soon: must be seconds" "$1/err"' \
    "$SLP" "$dir"
ok "a folder that is not there" exits 2 audit --bundle "$dir/no/a.zip" "$dir/a.yaml"
ok "is named" grep -qF "no/a.zip: cannot be written: No such file" "$dir/err"
unset SOURCE_DATE_EPOCH
ok "without a given time" exits 0 audit --resume --bundle "$dir/four.zip" "$dir/a.yaml"
ok "it is the day of the last record" python3 - "$dir/four.zip" "$dir/report/runs" <<'P'
import glob, json, sys, zipfile
last = max(json.load(open(name))["started"] for name in glob.glob(sys.argv[2] + "/*.json"))
crate = json.loads(zipfile.ZipFile(sys.argv[1]).read("ro-crate-metadata.json"))
root = next(one for one in crate["@graph"] if one["@id"] == "./")
assert root["datePublished"] == last[:10] + "T00:00:00Z", (root["datePublished"], last)
P

# ---- The checker --------------------------------------------------------------------------
wrong() { # NAME PYTHON WORDS: changed so, the bundle is refused with these words
    python3 - "$dir/one.zip" "$dir/wrong.zip" "$2" <<'P'
import json, sys, zipfile
source = zipfile.ZipFile(sys.argv[1])
order = source.namelist()
f = {name: source.read(name) for name in order}
crate = json.loads(f["ro-crate-metadata.json"])
of = {one["@id"]: one for one in crate["@graph"]}
exec(sys.argv[3])
if not isinstance(crate, bytes): f["ro-crate-metadata.json"] = json.dumps(crate).encode()
with zipfile.ZipFile(sys.argv[2], "w") as to:
    for name in f: to.writestr(zipfile.ZipInfo(name, (2023, 11, 14, 22, 13, 20)), f[name])
P
    ok "$1 is seen" rejects "$3"
}
rejects() {
    valid "$dir/wrong.zip" >"$dir/said" && return 1
    cat "$dir/said"
    grep -qF -- "$1" "$dir/said"
}
wrong "a changed record" 'f["results/a.json"] += b" "' "results/a.json has another SHA-256"
wrong "a file that is not listed" 'f["more.txt"] = b""' "['more.txt']"
wrong "a file that is not there" 'del f["versions.json"]' "versions.json"
wrong "another context" 'crate["@context"] = CONTEXT = []' "@context is"
wrong "no licence" 'del of["./"]["license"]' "the root lacks license"
wrong "another profile" 'of["ro-crate-metadata.json"]["conformsTo"] = {"@id": "x"}' "conformsTo"
wrong "a link to nothing" 'of["./"]["mentions"] = [{"@id": "#no"}]' "leads to #no"
wrong "a manifest that lacks a file" \
    'f["codecheck.yml"] = f["codecheck.yml"].replace(b"results/a.json", b"results/b.json")' \
    "the manifest names"
wrong "a manifest without its checker" \
    'f["codecheck.yml"] = f["codecheck.yml"].replace(b"codechecker:", b"checker:")' \
    "codecheck.yml lacks codechecker"
wrong "a page that is not there" 'del f["certificate.html"]' "certificate.html"
wrong "a case that is not there" 'f["cases/a.slp"] = b""' "cases/a.slp"
