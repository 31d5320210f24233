# SPDX-License-Identifier: LGPL-3.0-or-later
# A small claim for tests in the shell, sourced.
# claim_file FILE ID [KEY=TEXT...]: writes to FILE the claim ID, about one run of the rigid body by
# tmk.  A KEY is the name of a local variable below and TEXT is what stands there instead; `more`
# has further lines of the experiment, `after` further lines of the claim.
claim_file() {
    local file=$1 id=$2 statement="the Casimir stays" system=rigid-body scheme=tmk \
        parameters="inertia: [1, 2, 3]" h=2^-6 state="[0.6, 0, 0.8]" steps=8 more= \
        quantity=casimir-drift value=largest verdict=confirmed because= is=below bound=1 after=
    [ $# -le 2 ] || local "${@:3}"
    [ -z "$more" ] || more=$'\n    '${more//$'\n'/$'\n    '}
    [ -z "$after" ] || after=$'\n'$after
    cat >"$file" <<Y
# A claim for tests.
id: $id
source: test
locator: nowhere
statement: $statement
experiments:
  - name: run
    system: $system
    scheme: $scheme
    parameters: {$parameters}
    h: $h
    state: $state$more
    steps: $steps
measures:
  - {name: m, quantity: $quantity, experiment: run}
decide:
  - verdict: $verdict
    because: "${because:-it departs by {m.$value\}}"
    when: [{value: m.$value, is: $is, bound: $bound}]$after
Y
}
