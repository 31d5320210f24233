# SPDX-License-Identifier: LGPL-3.0-or-later
# Turns what `slp NAME --help` prints into a section of slp.1, for mdoc(7).
# usage: slp NAME --help | awk -v name=NAME -f man.awk
function plain(text) {
    gsub(/\\/, "\\\\e", text)
    gsub(/-/, "\\\\-", text)
    return "\\&" text
}
function begin(kind) { # a list of options, or lines that stay as they are
    if (kind == inside) return
    if (inside) print inside == "options" ? ".El" : ".Ed"
    if (kind) print kind == "options" ? ".Bl -tag -width Ds" : ".Bd -literal"
    inside = kind
    filled = 0
}
NR == 1 { print ".Ss slp " name }
/^$/ { usage = 0; begin(""); filled = 0; next }
NR == 1 || usage { usage = 1; begin("lines"); sub(/^(usage:|      ) /, ""); print plain($0); next }
/^  --/ {
    begin("options")
    about = length($0) > 20 && substr($0, 19, 2) == "  " ? substr($0, 21) : ""
    $0 = about == "" ? $0 : substr($0, 1, 20)
    print ".It Fl " substr($1, 2) ($2 == "" ? "" : " Ar " $2)
    if (about != "") print plain(about)
    next
}
inside == "options" { sub(/^ +/, ""); print plain($0); next }
/^ / { begin("lines"); print plain($0); next }
{ begin(""); if (!filled++) print ".Pp"; print plain($0) }
END { begin("") }
