#!/usr/bin/awk -f
# SPDX-License-Identifier: 0BSD
# A port in awk to copy: the rigid body and polynomials on so(3), the schemes implicit-midpoint and
# tmk.  Any awk will do whose numbers are binary64.  Replace `generator` and `map` by your own.
#   slp gen --system rigid-body --count 1000 | awk -f slp_port.awk | slp judge

# A decimal or a hex float.
function number(text,    sign, parts, k, value, point, digits) {
    text = tolower(text)
    if (text !~ /x/) return text + 0
    sign = text ~ /^-/ ? -1 : 1
    split(substr(text, index(text, "x") + 1), parts, "p")
    digits = parts[1]
    point = index(digits, ".")
    sub(/\./, "", digits)
    value = 0
    for (k = 1; k <= length(digits); k++)
        value = 16 * value + index("0123456789abcdef", substr(digits, k, 1)) - 1
    return sign * scaled(value, parts[2] - (point ? 4 * (length(digits) - point + 1) : 0))
}

# value 2^e; in two parts, since 2^e alone may overflow or underflow.
function scaled(value, e,    half) {
    half = int(e / 2)
    return value * 2 ^ half * 2 ^ (e - half)
}

function list(to, text,    parts, n, k) {
    n = split(text, parts, ",")
    for (k = 1; k <= n; k++) to[k] = number(parts[k])
    return n
}

function length_of(a, b, c,    most) {
    if (a < 0) a = -a
    if (b < 0) b = -b
    if (c < 0) c = -c
    most = a > b ? a : b
    if (c > most) most = c
    if (most == 0 || most == most / 2 || most != most) return most
    return most * sqrt((a / most) ^ 2 + (b / most) ^ 2 + (c / most) ^ 2)
}

# xi = Xi(m; h, dW), dW being the increments after dw[from].
function generator(xi, m, from,    i, k) {
    if (terms) {
        polynomial(xi, m, from)
        return
    }
    for (i = 1; i <= 3; i++) xi[i] = h * m[i] / inertia[i]
    for (i = 1; i <= quads; i++) xi[i] += dw[from + i] * quad[i] * m[i]
    for (k = 0; 3 * k < lins; k++)
        for (i = 1; i <= 3; i++) xi[i] += dw[from + quads + k + 1] * lin[3 * k + i]
}

# The items k:c:i.j... of a list; a term is c x_i x_j ... of H_k, x_i being number 1 of `at`.
function read_terms(text,    items, parts, n, t) {
    n = split(text, items, ",")
    for (t = 1; t <= n; t++) {
        split(items[t], parts, ":")
        hamiltonian[t] = parts[1]
        coefficient[t] = number(parts[2])
        degree[t] = split(parts[3], parts, ".")
        for (k = 1; k <= degree[t]; k++) at[t, k] = parts[k]
    }
    return n
}

# Of each term a part for each of its factors: the others times h or the increment.
function polynomial(xi, m, from,    t, j, k, part) {
    xi[1] = xi[2] = xi[3] = 0
    for (t = 1; t <= terms; t++)
        for (j = 1; j <= degree[t]; j++) {
            part = coefficient[t] * (hamiltonian[t] > 0 ? dw[from + hamiltonian[t]] : h)
            for (k = 1; k <= degree[t]; k++) if (k != j) part *= m[at[t, k]]
            xi[at[t, j]] += part
        }
}

function cross(c, a, b) {
    c[1] = a[2] * b[3] - a[3] * b[2]
    c[2] = a[3] * b[1] - a[1] * b[3]
    c[3] = a[1] * b[2] - a[2] * b[1]
}

# next_ = T(z); the result y is T(y): x + m x xi, or for tmk x turned by xi, at m = (x + z)/2.
function map(next_, x, z, from,    m, xi, once, twice, half, sinc, i) {
    for (i = 1; i <= 3; i++) m[i] = 0.5 * x[i] + 0.5 * z[i]
    generator(xi, m, from)
    if (scheme == "implicit-midpoint") {
        cross(once, m, xi)
        for (i = 1; i <= 3; i++) next_[i] = x[i] + once[i]
        return
    }
    half = 0.5 * length_of(xi[1], xi[2], xi[3])
    sinc = half > 0 ? sin(half) / half : 1
    cross(once, x, xi)
    cross(twice, once, xi)
    for (i = 1; i <= 3; i++)
        next_[i] = x[i] + sinc * cos(half) * once[i] + 0.5 * sinc * sinc * twice[i]
}

# y = the limit of x, T(x), T(T(x)), ...; 0 if there is none (the manual, "When to stop").
function step(y, x, from,    z, next_, move, least, size, since, half, i, k, now) {
    size = length_of(x[1], x[2], x[3])
    for (k = 1; k <= 3; k++) z[k] = x[k]
    least = -1
    for (i = 0; i < 8000; i++) {
        map(next_, x, z, from)
        for (k = 1; k <= 3; k++) move[k] = next_[k] - z[k]
        now = length_of(move[1], move[2], move[3])
        if (now != now || (now > 0 && now == now / 2)) return 0
        since++
        if (least < 0 || now < least) {
            since = 0
            least = now
            for (k = 1; k <= 3; k++) y[k] = next_[k]
        }
        if (least == 0 || (since >= 100 && least <= 16 * 2 ^ -53 * size)) return 1
        if (since >= 100 && !half) {
            half = 0.5
            since = 0
            least = -1
        }
        for (k = 1; k <= 3; k++) z[k] = next_[k] - half * move[k]
    }
    return 0
}

# What `slp judge --stages` compares: the middle m of x and y, and the generator there.
function stages(x, y, s, from,    m, xi, i, k, text) {
    for (k = 1; k <= 3; k++) m[k] = 0.5 * x[k] + 0.5 * y[k]
    generator(xi, m, from)
    text = "# stage step=" s + 1 (scheme == "tmk" ? " s1=" : " z=")
    for (k = 1; k <= 3; k++) text = text (k > 1 ? "," : "") sprintf("%.17g", m[k])
    for (k = 1; k <= 3; k++) text = text (k > 1 ? "," : " xi1=") sprintf("%.17g", xi[k])
    print text
}

function answer(    x, y, s, k, M, text) {
    M = dws / steps
    for (k = 1; k <= 3; k++) x[k] = start[k]
    for (s = 0; s < steps; s++) {
        if (!step(y, x, s * M)) return "error=no-convergence"
        if ("SLP_STAGES" in ENVIRON) stages(x, y, s, s * M)
        for (k = 1; k <= 3; k++) {
            text = text (s || k > 1 ? "," : "") sprintf("%.17g", y[k])
            x[k] = y[k]
        }
    }
    return "y=" text
}

/^case / {
    split("", field)
    for (f = 2; f <= NF; f++) {
        equals = index($f, "=")
        field[substr($f, 1, equals - 1)] = substr($f, equals + 1)
    }
    scheme = field["scheme"]
    h = number(field["h"])
    steps = field["steps"] + 0
    list(inertia, field["inertia"])
    quads = list(quad, field["quad"])
    lins = list(lin, field["lin"])
    dws = list(dw, field["dw"])
    list(start, field["x"])
    terms = read_terms(field["terms"])
    known = field["system"] == "rigid-body" || field["algebra"] == "so3"
    known = known && (scheme == "tmk" || scheme == "implicit-midpoint")
    known = known && $0 !~ / area=/
    print $0
    print "result id=" field["id"] " " (known ? answer() : "error=unsupported")
    fflush()
}

/^environment / { # one operation, for `slp environment`: how this machine rounds
    for (f = 2; f <= NF; f++) field[substr($f, 1, index($f, "=") - 1)] = $f
    op = substr(field["op"], 4)
    n = list(v, substr(field["x"], 3))
    y = 0
    for (k = 1; k <= n && op ~ /^(add|add-add|sum)$/; k++) y += v[k]
    for (k = 1; k <= n && op == "dot"; k += 2) y += v[k] * v[k + 1]
    if (op ~ /^multiply/) y = op == "multiply" ? v[1] * v[2] : v[1] * v[2] + v[3]
    if (op == "divide") y = v[1] / v[2]
    if (op == "sqrt") y = sqrt(v[1])
    print "result " field["id"] (op == "fma" ? " error=unsupported" : sprintf(" y=%.17g", y))
}

/^list$/ {
    print "pair system=rigid-body scheme=implicit-midpoint\npair system=rigid-body scheme=tmk"
    print "pair system=polynomial-so3 scheme=implicit-midpoint"
    print "pair system=polynomial-so3 scheme=tmk\nend"
    fflush()
}
