#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# slp case: the terms of expressions against fractions of another program; what is refused, and
# where; a file of Hamiltonians; cases that run and are judged.
# Run once (compiler, libraries, sanitizer): test_fuzz_corpus.c reads expressions.
. "$(dirname "$0")/../tap.sh"
so3() { "$SLP" case --algebra so3 --x 0.6,0,0.8 "$@"; }
terms() { # EXPRESSION: the terms of it as H0 on so(3)
    so3 --h0 "$1" | sed -n 's/.* terms=\([^ ]*\).*/\1/p'
}

ok "200 drawn expressions have the terms that fractions of another program give" \
    exits 0 python3 "$here/random_expressions.py" "$SLP" 200 1
is "a sum of products" "$(terms 'x1^2/2 + x2^2/4 + 0.1*x1*x2*x3')" \
    "0:0x1p-1:1.1,0:0x1p-2:2.2,0:0x1.999999999999ap-4:1.2.3"
is "a coefficient is rounded once: 0.1 + 0.2 is 0.3" "$(terms '0.1*x1 + 0.2*x1')" \
    "0:0x1.3333333333333p-2:1"
is "a sign binds less than a power" "$(terms '-x1^2')" "0:-0x1p+0:1.1"
is "any number of signs stand before a power" "$(terms '+-x1*++-x2 - -+-x3')" \
    "0:-0x1p+0:3,0:0x1p+0:1.2"
is "what cancels has no term, nor has a constant" "$(terms 'x1 + x2*x1 - x1*x2 + 7')" \
    "0:0x1p+0:1"
# 2^-1075 and a little more: above half of the smallest number, and so up to it
is "a subnormal coefficient is rounded once" \
    "$(terms '2.4703282292062328e-324*x1')" "0:0x0.0000000000001p-1022:1"
# 2.5 2^-1074 and less than 2^-53 of it more: a number of 53 bits that is a tie
is "a subnormal coefficient is not rounded to 53 bits first" \
    "$(terms '1.23516411460311636044143e-323*x1')" \
    "0:0x0.0000000000003p-1022:1"
dipoles='sum(i, 1..n, sum(j, i+1..n, S[i].z*S[j].z/(j-i)^3))'
is "an index is a number in the body of its sum" \
    "$("$SLP" case --algebra su2 --size 3 --x 1,0,0,0,1,0,0,0,1 --h0 "$dipoles" |
        sed -n 's/.* terms=\([^ ]*\).*/\1/p')" "0:0x1p+0:3.6,0:0x1p-3:3.9,0:0x1p+0:6.9"
chain() { "$SLP" case --algebra su2 --size 3 --x 1,0,0,0,1,0,0,0,1 --h0 "$1"; }
is "a sum over a chain is the sum written out" \
    "$(chain 'sum(i, 1..n, S[i].z*S[i % n + 1].z) + sum(i, 1..2, sum(j, i+1..n, S[i].x*S[j].y))' |
        sed -n 's/.* terms=\([^ ]*\).*/\1/p')" \
    "$(chain 'S1.z*S2.z + S2.z*S3.z + S3.z*S1.z + S1.x*S2.y + S1.x*S3.y + S2.x*S3.y' |
        sed -n 's/.* terms=\([^ ]*\).*/\1/p')"
is "a remainder is never negative" \
    "$(chain 'S[-1 % 3 + 1].z + sum(i, 1..n, S[i].z*S[(i - 2) % n + 1].x)' |
        sed -n 's/.* terms=\([^ ]*\).*/\1/p')" "0:0x1p+0:9,0:0x1p+0:1.6,0:0x1p+0:3.7,0:0x1p+0:4.9"
is "expressions are printed back as they were written" "$(so3 --h0 'x1 ^2/ 2' | head -n 1)" \
    "# H0: x1 ^2/ 2"

# ---- What is refused: the words, and the character
wrong() { # NAME CHARACTER WORDS EXPRESSION
    ok "$1" refused "H0, character $2: $3" so3 --h0 "$4"
}
wrong "an unknown name" 8 "unknown name" 'x1^2 + y3'
wrong "an index out of range" 6 "index 4 is out of range" 'x1 + x4'
wrong "an index 0" 1 "index 0 is out of range" 'x0'
wrong "a degree of 9" 5 "the product has a degree above 8" 'x1^8*x2'
wrong "a quotient of coordinates" 3 "only numbers divide" 'x1/x2'
wrong "division by zero" 3 "division by 0" 'x1/(1-1)'
wrong "an expression of spaces" 2 "the expression ends here" ' '
wrong "an operator at the end" 5 "the expression ends here" 'x1 +'
wrong "a parenthesis that is not closed" 4 "expected ')'" '(x1'
wrong "one that closes nothing" 3 "this ')' closes nothing" 'x1)'
wrong "two names without an operator" 4 "expected an operator" 'x1 x2'
wrong "nan" 1 "unknown name" 'nan*x1'
wrong "a coefficient that is too large" 1 "the coefficient of x1 is above the largest" '1e400*x1'
wrong "one that is too small" 1 "the coefficient of x1 is below the smallest" '1e-400*x1'
wrong "an exponent without digits" 2 "the exponent has no digits" '1e*x1'
wrong "a component on an algebra without vectors" 1 "unknown name" 'x1.z'
ok "too many operations" refused "more than 10000000 operations" \
    so3 --h0 'sum(i, 1..1000000, sum(j, 1..1000000, x1))'
many() {
    "$SLP" case --algebra su2 --size 30 --x 0 --h0 'sum(i, 1..n, S[i].x + S[i].y + S[i].z)^5'
}
ok "too many monomials" refused "more than 1048576 monomials" many
long() { # HEAD MIDDLE TAIL COUNT
    printf '%s' "$1"
    printf "%0.s$2" $(seq "$4")
    printf '%s' "$3"
}
deep() { so3 --h0 "$(long '' '(' 'x1' 10000)"; }
ok "parentheses 10000 deep" refused "nested more than 200" deep
signs() { so3 --h0="$(long '' '-' 'x1' 10000)"; }
ok "10000 signs" refused "nested more than 200" signs
megabyte() {
    { echo "algebra: so3"; long 'H0: x1' '+x1*x2*0.1' '' 100000; echo; } >"$dir/long.txt"
    "$SLP" case --from "$dir/long.txt" --x 1,2,3
}
ok "an expression of a megabyte is read" exits 0 megabyte
is "and added up" "$(sed -n 's/.* terms=\([^ ]*\).*/\1/p' "$dir/out")" \
    "0:0x1p+0:1,0:0x1.388p+13:1.2"
ok "a constant alone is refused" refused "0 or constant" so3 --h0 3
ok "no algebra" refused "one of so3" "$SLP" case --h0 x1
ok "an unknown algebra" refused "did you mean so3" "$SLP" case --algebra so33 --h0 x1
ok "no size" refused "is missing" "$SLP" case --algebra su2 --h0 S1.x
ok "no state" refused "the state, 3 numbers" "$SLP" case --algebra so3 --h0 x1

# ---- A file
cat >"$dir/pair" <<'END'
# two spins
algebra: su2
size: 2
H0: -S1.x*S2.x - 2*S1.z*S2.z
H1: S1.z/10
H2: S2.z/10
END
pair() { "$SLP" case --from "$dir/pair" --x 1,0,0,0,0.6,0.8 "$@"; }
ok "a file of Hamiltonians" exits 0 pair
is "an option goes before it" "$(pair --h2 S2.x | grep -c '^# H2: S2.x')" 1
echo "H0: x1" >>"$dir/pair"
ok "a key that stands twice names its line" refused "pair:7: the key stands twice" pair
printf 'algebra: so3\nwhat: 3\n' >"$dir/unknown"
ok "an unknown key names its line" refused "unknown:2: unknown key" \
    "$SLP" case --from "$dir/unknown" --x 1,2,3

# ---- What it prints runs, and is judged
runs() { so3 --h0 'x1^2/2 + x2^2/4 + x1*x2*x3/10' --h1 'x3/10' "$@"; }
judged() { runs | "$SLP" run --path fast --echo | "$SLP" judge >"$dir/verdicts"; }
ok "the binary64 path's answer to it passes" judged
is "each case has one verdict, a pass" "$(grep -c '^verdict id=case pass' "$dir/verdicts")" 1

# ---- Presets that are written as expressions: the text in the comments gives the line
written() { # NAME: the preset's line has the terms of its comments
    local file=$here/../../oracle/simulate/presets/$1.slp
    diff <(sed -n 's/^#     //p' "$file" | "$SLP" case --from - --no-dw --x \
        "$(sed -n 's/^case.* x=\([^ ]*\).*/\1/p' "$file")" | sed -n 's/.* terms=\([^ ]*\).*/\1/p') \
        <(sed -n 's/^case.* terms=\([^ ]*\).*/\1/p' "$file")
}
count=0
for file in $(grep -l '^#     algebra:' "$here"/../../oracle/simulate/presets/*.slp); do
    name=$(basename "$file" .slp)
    ok "$name is what its comments say" written "$name"
    count=$((count + 1))
done
ok "there are such presets" test "$count" -ge 5
