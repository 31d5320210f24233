# SPDX-License-Identifier: LGPL-3.0-or-later
# A published run from the script of its drawing, as reports/figures/plate_vorticity.c reads it:
#   slp plot RUN.npy --kind vorticity --preset CASE --figure RUN.gp
#   awk -v unit=0.05 -v run='WORDS' -f reports/figures/published.awk RUN.gp >FILE.dat
# It keeps the vorticity, as integers in `unit`, and the times; the words become "# run: " lines.
BEGIN { words = split(run, word, " "); line = "# run:"
    for (i = 1; i <= words; i++) {
        if (length(line " " word[i]) > 98) { print line; line = "# run:" }
        line = line " " word[i]
    }
    print line
}
/^END_OF_CURVE/ { inside = 0 }
inside { lat = $2; if (lat != last) { rows[which]++; last = lat } count[which]++
    value[which, count[which]] = $3 }
/^\$field[0-9]+ << / { which = panels++; inside = 1; last = "" }
/^set title 't = / { time[titles++] = $5 }
END {
    print "grid", count[0] / rows[0], rows[0], unit
    for (k = 0; k < panels; k++) {
        print "t", time[k]
        out = ""
        for (i = 1; i <= count[k]; i++) {
            w = value[k, i] / unit
            next_word = (w < 0 ? -int(0.5 - w) : int(w + 0.5))
            if (next_word == 0) next_word = 0
            if (length(out " " next_word) > 98) { print out; out = "" }
            out = out (out == "" ? "" : " ") next_word
        }
        print out
    }
}
