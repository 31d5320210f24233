#!/bin/bash
# SPDX-License-Identifier: LGPL-3.0-or-later
# The adapters of other people's programs (oracle/ports/peers): their reader and equations, judged
# here with a scheme in plain Python; that they end well where the program is absent; and, where a
# program is here, some cases of each.  SLP_CHECK_PEERS: Python programs that may have them.
# Run once (compiler, libraries, sanitizer): they are programs of their own.
# Starts first.
. "$(dirname "$0")/../tap.sh"
peers=oracle/ports/peers
export PYTHONDONTWRITEBYTECODE=1
for adapter in quflow torchsde diffrax scipy spirit glifs basilisk llg rotation; do
    is "$adapter: at most 90 lines" "$(($(wc -l <$peers/${adapter}_port.py) <= 90))" 1
done

# A module that cannot be imported.
mkdir "$dir/absent"
for module in numpy scipy torch torchsde jax diffrax quflow spirit; do
    echo "raise ImportError('none here')" >"$dir/absent/$module.py"
done
absent() { # ADAPTER [OPTION...]
    PYTHONPATH=$dir/absent python3 "$peers/$1_port.py" "${@:2}" </dev/null >"$dir/out" 2>"$dir/err"
    [ $? = 3 ] && [ ! -s "$dir/out" ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
        grep -q "^$1_port.py: [a-z]* cannot be imported (none here): .*install" "$dir/err"
}
for adapter in quflow torchsde diffrax scipy spirit; do
    ok "$adapter: exit status 3 and one line where it is absent" absent "$adapter"
done
for adapter in basilisk llg "rotation --library pypose"; do
    ok "$adapter: exit status 3 and one line where it is absent" absent $adapter
done
absent_program() {
    exits 3 python3 "$peers/glifs_port.py" --program "$dir/none" </dev/null &&
        [ ! -s "$dir/out" ] &&
        grep -q "^glifs_port.py: $dir/none is no program here: install " "$dir/err"
}
ok "glifs: exit status 3 and one line where it is absent" absent_program

# Heun's scheme on the fields of peer_systems, in Python's numbers.
cat >"$dir/plain_port.py" <<'P'
import math
import sys
import peer_cases
import peer_systems

class Plain:
    stack, sin, cos = staticmethod(list), math.sin, math.cos

def answer(case):
    given = case["system"], case.get("model"), peer_systems.parameters(case, list)
    x, y = case["x"], []
    def V(z, dw):
        rows = peer_systems.fields(*given, z, Plain)
        return [sum(w * v for w, v in zip([case["h"][0], *dw], one)) for one in zip(*rows)]
    for dw in peer_cases.increments(case):
        first = V(x, dw)
        second = V([a + b for a, b in zip(x, first)], dw)
        x = [a + 0.5 * b + 0.5 * c for a, b, c in zip(x, first, second)]
        y += x
    return y

peer_cases.serve([(s, "heun") for s in peer_systems.SYSTEMS], answer, ["plain Python"])
P
plain() { PYTHONPATH=$peers python3 "$dir/plain_port.py"; }
ok "list" eval '[ "$(plain <<<list | grep -c "^pair system=[a-z-]* scheme=heun$")" = 3 ]'
ok "about" eval '[ "$(plain <<<about)" = "about plain Python" ]'
passes() { # SYSTEM
    "$slp" gen --system "$1" --scheme heun --count 120 | bare | grep -v ' area=' | plain |
        "$slp" judge >"$dir/verdicts" 2>"$dir/tally" || { cat "$dir/tally" && return 1; }
    ! grep -q unsupported "$dir/verdicts"
}
areas() { # a case with areas is declined
    "$slp" gen --system rigid-body --scheme heun --area --count 1 | plain >"$dir/one"
    grep -q 'error=unsupported' "$dir/one"
}
ok "areas are declined" areas
for system in rigid-body heavy-top canonical; do
    ok "the field of $system passes the judge" passes "$system"
done
case="case id=a system=rigid-body scheme=heun inertia=1,2,3 h=0.5 steps=1 x=1,2,3"
ok "another pair is declined" eval 'plain <<<"${case/heun/tmk}" | grep -q error=unsupported'
ok "a polynomial is declined" eval 'plain <<<"case id=a system=polynomial scheme=heun algebra=so3 \
terms=0:0.5:1.1,1:0x1p-1:3 h=0.5 steps=1 x=1,2,3 dw=0.25" | grep -q error=unsupported'
refused() { # TEXT LINE
    plain <<<"$2" >"$dir/out" 2>"$dir/err"
    [ $? = 2 ] && grep -qF "$1" "$dir/err" && [ "$(wc -l <"$dir/err")" = 1 ] &&
        ! grep -q y= "$dir/out"
}
ok "a number that is none" refused "line 1: x=1,2,b" "${case/x=1,2,3/x=1,2,b}"
ok "nan" refused "line 1: h=nan" "${case/h=0.5/h=nan}"
ok "a field twice" refused "'h=0.25' is there twice" "$case h=0.25"
ok "a field without =" refused "'quad' has no =" "$case quad"
ok "no state" refused "without x=" "${case% x=*}"
ok "steps=0" refused "steps=0" "${case/steps=1/steps=0}"
ok "too few increments" refused "dw= needs 3 numbers and has 0" "$case quad=1,2,3"
ok "increments that are no whole number a step" refused "dw= as many for each of 2 steps" \
    "${case/steps=1/steps=2} dw=1,2,3"
ok "too few coordinates" refused "x= needs 3 numbers and has 2" "${case/x=1,2,3/x=1,2}"
ok "a parameter that is missing" refused "inertia= needs 3 numbers and has 0" \
    "${case/inertia=1,2,3/}"

# Three spins of length 2 with damping: right noise passes.
lattice="case id=lattice system=spins scheme=sib bonds=1:2,2:3 exchange=0.5,0.25"
lattice="$lattice field=0.25,0,0.5 noise=1 damping=0.125 h=0x1p-4 steps=1 x=0,0,2,2,0,0,0,-2,0"
own_noise() { # PROGRAM OPTION...
    "$slp" noise cases --file - --draws 512 --seed 3 <<<"$lattice" | "$@" |
        "$slp" noise judge >"$dir/verdicts" 2>"$dir/tally"
    grep "^verdict" "$dir/verdicts"
    grep -q "^verdict.* pass " "$dir/verdicts"
}

# The adapters with modules in place of their programs, by the definitions of the rules
# (tests/support/peers): what an adapter hands over and takes back is right.  They take NumPy.
numeric=
for python in python3 ${SLP_CHECK_PEERS:-}; do
    [ -n "$numeric" ] || ! "$python" -c "import numpy" 2>/dev/null || numeric=$python
done
# GLIFS is a program, not a module
printf '#!/bin/sh\nPYTHONPATH=%s exec "%s" "%s/glifs_in_place.py"\n' \
    "$PWD/tests/support/peers" "$(type -P "${numeric:-python3}")" "$PWD/tests/support/peers" \
    >"$dir/glifs"
chmod +x "$dir/glifs"
in_place() { # ADAPTER OPTION...
    PYTHONPATH=tests/support/peers "$numeric" "$peers/$1_port.py" "${@:2}"
}
stands_in() { # ADAPTER OPTIONS SYSTEM SCHEME [OPTION-OF-GEN...]: all drawn cases pass
    local count
    "$slp" gen --system "$3" --scheme "$4" --level 1 --count 40 "${@:5}" | bare >"$dir/drawn"
    # without noise, planet and damping, where it has none; h > 0, where its times must rise;
    # without h = 0, where a time that stands still ends the run
    case $1 in
    quflow) sed -i '/ amp=/d; / coriolis=/d' "$dir/drawn" ;;
    glifs) sed -i '/ amp=/d; / coriolis=/d; / h=0x0p+0 /d' "$dir/drawn" ;;
    torchsde) sed -i '/ h=-/d' "$dir/drawn" ;;
    llg) sed -i '/ dmi=/d; / damping=0x0p+0 /!{/ damping=/d}' "$dir/drawn" ;;
    basilisk) sed -i '/ scheme=heun /{/ dw=/d}' "$dir/drawn" ;;
    spirit) sed -i '/ noise=0x0p+0 /!{/ noise=/d}; / damping=0x0p+0 /!{/ damping=/d}' \
        "$dir/drawn" ;;
    esac
    in_place "$1" $2 <"$dir/drawn" >"$dir/answers" 2>"$dir/err" || { cat "$dir/err" && return 1; }
    "$slp" judge <"$dir/answers" >"$dir/verdicts" 2>"$dir/tally" ||
        { cat "$dir/tally" && return 1; }
    count=$(grep -c "^case" "$dir/drawn")
    cat "$dir/tally"
    # the reference has a proof of nearly all of them
    ! grep -q unsupported "$dir/verdicts" && [ "$count" -ge 5 ] &&
        [ "$(($(grep -c " pass " "$dir/verdicts") * 10 >= count * 9))" = 1 ]
}
if [ -z "$numeric" ]; then
    skip "the adapters with modules in place of their programs" "no NumPy here: python3-numpy"
else
    for options in "--tol 0 --maxit 1000" "--tol 0 --maxit 1000 --reinitialize"; do
        ok "quflow in place, $options" stands_in quflow "$options" zeitlin-sphere \
            isospectral-midpoint
    done
    ok "quflow in place, mhd-sphere" stands_in quflow "--tol 0 --minit 2 --maxit 1000" \
        mhd-sphere isospectral-midpoint --count 120
    for system in rigid-body heavy-top canonical; do
        for options in "" --run; do
            ok "torchsde in place, $system $options" stands_in torchsde "$options" $system heun
            ok "diffrax in place, $system $options" stands_in diffrax "$options" $system heun
        done
        ok "scipy in place, $system" stands_in scipy "" $system implicit-midpoint --count 16
    done
    ok "scipy in place, the stage on so(3)" stands_in scipy "" rigid-body isospectral-midpoint \
        --count 16
    ok "glifs in place" stands_in glifs "--program $dir/glifs --tol 1e-15" zeitlin-sphere \
        isospectral-midpoint --count 40
    for scheme in sib depondt heun-projected; do
        ok "spirit in place, $scheme" stands_in spirit "" spins $scheme
    done
    ok "llg in place" stands_in llg "" spins heun-projected
    for system in rigid-body heavy-top canonical; do
        ok "basilisk in place, $system euler" stands_in basilisk "" $system euler
        ok "basilisk in place, $system heun" stands_in basilisk "" $system heun --count 120
    done
    for scheme in tmk rkmk-euler-exp depondt; do
        ok "rotations in place, $scheme" stands_in rotation "--library scipy" rigid-body $scheme
    done
    ok "spirit in place, its own noise" own_noise in_place spirit
    for adapter in torchsde diffrax; do
        ok "$adapter in place, binary32" stands_in $adapter "" heavy-top heun \
            --arithmetic binary32
    done
    gives_up() { # ADAPTER OPTIONS WORD CASE
        [ "$(in_place "$1" $2 <<<"$4" | sed -n 's/^result id=a //p')" = "error=$3" ]
    }
    ok "scipy in place: no success is said" gives_up scipy "--method stuck" no-convergence \
        "${case/heun/implicit-midpoint}"
    ok "torchsde in place: times that fall are declined" gives_up torchsde "" unsupported \
        "${case/h=0.5/h=-0.5}"
    ok "diffrax in place: h = 0 is declined" gives_up diffrax "" unsupported "${case/h=0.5/h=0}"
    ok "quflow in place: noise is declined" gives_up quflow "" unsupported "case id=a \
system=zeitlin-sphere scheme=isospectral-midpoint n=2 amp=1 h=1 steps=1 x=1,-1,0,1 dw=1,1,1"
    ok "quflow in place: a planet is declined" gives_up quflow "" unsupported "case id=a \
system=zeitlin-sphere scheme=isospectral-midpoint n=2 coriolis=1 h=1 steps=1 x=1,-1,0,1"
    mhd="case id=a system=mhd-sphere scheme=isospectral-midpoint n=2 h=0.5 steps=1"
    mhd="$mhd x=0.5,-0.5,0.25,1,0.25,-0.25,1,0.5"
    ok "quflow in place: mhd-sphere with compensated summation is declined" gives_up quflow \
        --compsum unsupported "$mhd"
    ok "quflow in place: noise on mhd-sphere is declined" gives_up quflow "" unsupported \
        "$mhd amp=1 dw=1,1,1"
    ok "basilisk in place: heun with noise is declined" gives_up basilisk "" unsupported \
        "$case quad=1,1,1 dw=1,1,1"
    spins="case id=a system=spins scheme=sib bonds=1:2 exchange=1 h=0.5 steps=1"
    ok "spirit in place: noise is declined" gives_up spirit "" unsupported \
        "$spins noise=1 x=1,0,0,0,1,0 dw=1,0,0,0,0,0"
    ok "spirit in place: damping is declined" gives_up spirit "" unsupported \
        "$spins damping=0.125 x=1,0,0,0,1,0"
    for more in dmi=0,0,1 damping=0.125; do
        ok "llg in place: $more is declined" gives_up llg "" unsupported \
            "${spins/sib/heun-projected} $more x=1,0,0,0,1,0"
    done
    ok "spirit in place: a spin of length 0 is declined" gives_up spirit "" unsupported \
        "$spins x=1,0,0,0,0,0"
    planet="case id=a system=zeitlin-sphere scheme=isospectral-midpoint n=2 h=1 steps=1 x=1,-1,0,1"
    for more in "amp=1 dw=1,1,1" coriolis=1 arithmetic=binary32; do
        ok "glifs in place: $more is declined" gives_up glifs "--program $dir/glifs" \
            unsupported "$planet $more"
    done
    ok "glifs in place: h = 0 is declined" gives_up glifs "--program $dir/glifs" unsupported \
        "${planet/h=1/h=0}"
    ok "glifs in place: a run that ends early is no answer" gives_up glifs \
        "--program $dir/glifs --maxit 2" no-convergence \
        "case id=a system=zeitlin-sphere scheme=isospectral-midpoint n=3 h=2 steps=1 \
x=0.5,-0.75,0.25,1,-0.5,0.125,0.25,-0.25,0.75"
    early="case id=a system=zeitlin-sphere scheme=isospectral-midpoint n=3 h=2 steps=1"
    early="$early x=0.5,-0.75,0.25,1,-0.5,0.125,0.25,-0.25,0.75"
    ok "quflow in place: 10 iterations, and on with what it has" \
        eval 'in_place quflow <<<"$early" | "$slp" judge | grep -q " fail "'
fi

# The programs themselves, where they are: of these drawn cases none fails, and some pass.
real() { # PYTHON ADAPTER OPTIONS-OF-GEN OPTIONS-OF-THE-ADAPTER COUNT
    "$slp" gen $3 --count "$5" --level 1 | "$1" "$peers/$2_port.py" $4 |
        "$slp" judge >"$dir/verdicts"
}
tried() { # ADAPTER OPTIONS-OF-GEN OPTIONS-OF-THE-ADAPTER COUNT
    local python why
    for python in ${SLP_CHECK_PEERS:-python3}; do
        why=$("$python" "$peers/$1_port.py" $3 </dev/null 2>&1 >/dev/null) || continue
        ok "$1 itself $3: passes" real "$python" "$@"
        return
    done
    skip "$1 itself $3" "$why"
}
tried quflow "--system zeitlin-sphere --scheme isospectral-midpoint" "--tol 0 --maxit 1000" 40
tried quflow "--system mhd-sphere --scheme isospectral-midpoint" \
    "--tol 0 --minit 100 --maxit 1000" 40
tried torchsde "--system heavy-top --scheme heun" "" 20
tried torchsde "--system rigid-body --scheme heun" "--run" 20
tried diffrax "--system canonical --scheme heun" "" 6
for scheme in sib depondt heun-projected; do
    tried spirit "--system spins --scheme $scheme" "" 20
done
tried llg "--system spins --scheme heun-projected" "" 40
tried basilisk "--system heavy-top --scheme euler" "" 20
for library in jaxlie pypose scipy; do
    tried rotation "--system rigid-body --scheme tmk" "--library $library" 20
done
tried glifs "--system zeitlin-sphere --scheme isospectral-midpoint" "" 40
for python in ${SLP_CHECK_PEERS:-python3}; do
    "$python" $peers/spirit_port.py </dev/null >/dev/null 2>&1 || continue
    ok "spirit itself, its own noise" own_noise "$python" $peers/spirit_port.py
done
