/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The port that computes in any arithmetic. */
#include "oracle/contract/case/case.h"
#include "tests/judge/arithmetic_port.h"
#include "oracle/contract/number/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_N = 16, MOST_D = MOST_N * MOST_N, ITERATIONS = 400, PLAIN = 60 };

typedef port_number number;

typedef struct port {
    const port_format *format;
    slp_arithmetic a, sums;
    port_fault fault;
    const slp_case *c;
    size_t n;
    number zero, one, half, quarter;
    number h, x[MOST_D], dw[MOST_D];
    number inertia[MOST_D], inverse[MOST_D], quad[MOST_D], lin[MOST_D];
    size_t quads, lins, inertias;
} port;

/* ---- Numbers by MPFR, in the range of a format -------------------------------------------- */

static void load(mpfr_ptr to, number *from)
{
    mpfr_custom_init_set(to, from->soft.kind, from->soft.exponent, 250, from->soft.limbs);
}

/* Keeps the value in 250 bits. */
static void keep(number *to, mpfr_srcptr value)
{
    mpfr_t kept;
    mpfr_custom_init_set(kept, MPFR_ZERO_KIND, 0, 250, to->soft.limbs);
    mpfr_set(kept, value, MPFR_RNDN);
    to->soft.kind = mpfr_custom_get_kind(kept);
    to->soft.exponent = mpfr_custom_get_exp(kept);
}

/* r = a op b, rounded once into these bits and this range; exact products where bits = 0. */
static number compute(const port *p, number a, char op, number b, const slp_arithmetic *in,
                      int bits)
{
    const mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
    const mpfr_rnd_t to = p->fault == PORT_TOWARD_ZERO ? MPFR_RNDZ : MPFR_RNDN;
    mpfr_t x, y, r;
    number out;
    load(x, &a);
    load(y, &b);
    mpfr_init2(r, bits ? bits : 240);
    int t = op == '+'   ? mpfr_add(r, x, y, to)
            : op == '-' ? mpfr_sub(r, x, y, to)
            : op == '*' ? mpfr_mul(r, x, y, to)
                        : mpfr_div(r, x, y, to);
    mpfr_set_emin(in->least + 1);
    mpfr_set_emax(in->most);
    t = mpfr_check_range(r, t, to);
    if (bits) mpfr_subnormalize(r, t, to);
    mpfr_set_emin(low);
    mpfr_set_emax(high);
    if (p->fault == PORT_FLUSH && mpfr_regular_p(r) && mpfr_get_exp(r) <= in->least + in->bits - 1)
        mpfr_set_zero(r, mpfr_sgn(r));
    keep(&out, r);
    mpfr_clear(r);
    return out;
}

static number set(const port *p, mpfr_srcptr value)
{
    number r;
    if (p->format->set)
        p->format->set(&r, value);
    else
        keep(&r, value);
    return r;
}

static void get(mpfr_ptr value, const port *p, number a)
{
    if (p->format->get) {
        p->format->get(value, &a);
    } else {
        mpfr_t x;
        load(x, &a);
        mpfr_set(value, x, MPFR_RNDN);
    }
}

/* ---- Operations --------------------------------------------------------------------------- */

static number operate(const port *p, number a, char op, number b)
{
    number r;
    if (!p->format->apply) return compute(p, a, op, b, &p->a, p->a.bits);
    p->format->apply(&r, &a, op, &b);
    return r;
}

static number add(const port *p, number a, number b)
{
    number r = operate(p, a, '+', b);
    if (p->fault == PORT_NARROW_SUMS) r = compute(p, a, '+', b, &p->a, p->format->narrower);
    return r;
}

static number sub(const port *p, number a, number b)
{
    return add(p, a, operate(p, p->zero, '-', b));
}

static number mul(const port *p, number a, number b)
{
    return operate(p, a, '*', b);
}

static number divide(const port *p, number a, number b)
{
    return operate(p, a, '/', b);
}

/* start + sign sum_k a[k] b[k step]: of a pair exact products, wider sums, one rounding. */
static number inner(const port *p, number start, int sign, const number *a, const number *b,
                    size_t count, size_t step)
{
    number s = start;
    const bool pair = p->a.sum_bits > p->a.bits && p->fault != PORT_SINGLE_SUMS;
    for (size_t k = 0; k < count; k++) {
        if (pair) {
            const int bits = p->fault == PORT_NARROW_SUMS ? p->format->narrower : p->sums.bits;
            const number product = compute(p, a[k], '*', b[k * step], &p->sums, 0);
            s = compute(p, s, sign > 0 ? '+' : '-', product, &p->sums, bits);
        } else {
            const number product = mul(p, a[k], b[k * step]);
            s = sign > 0 ? add(p, s, product) : sub(p, s, product);
        }
    }
    return pair ? compute(p, s, '+', p->zero, &p->a, p->a.bits) : s;
}

static number from_double(const port *p, double v)
{
    mpfr_t value;
    mpfr_init2(value, 53);
    mpfr_set_d(value, v, MPFR_RNDN);
    const number r = set(p, value);
    mpfr_clear(value);
    return r;
}

/* 1/v, kept in a narrower arithmetic where that is the fault. */
static number constant(const port *p, double v)
{
    const number r = divide(p, p->one, from_double(p, v));
    if (p->fault == PORT_NARROW_CONSTANT)
        return compute(p, p->one, '/', from_double(p, v), &p->a, p->format->narrower);
    return r;
}

static bool same(const port *p, const number *a, const number *b, size_t d)
{
    bool all = true;
    mpfr_t x, y;
    mpfr_init2(x, 2200);
    mpfr_init2(y, 2200);
    for (size_t i = 0; i < d && all; i++) {
        get(x, p, a[i]);
        get(y, p, b[i]);
        all = mpfr_equal_p(x, y);
    }
    mpfr_clear(x);
    mpfr_clear(y);
    return all;
}

/* ---- Vectors ------------------------------------------------------------------------------ */

static void cross(const port *p, number *r, const number *a, const number *b)
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const number left[2] = {a[j], a[k]}, right[2] = {b[k], operate(p, p->zero, '-', b[j])};
        r[i] = inner(p, p->zero, 1, left, right, 2, 1);
    }
}

static number dot(const port *p, const number *a, const number *b)
{
    return inner(p, p->zero, 1, a, b, 3, 1);
}

static void body_generator(const port *p, number *xi, const number *x, size_t s)
{
    const number *dw = p->dw + s * p->c->M;
    const bool by_inverse = p->fault == PORT_NARROW_CONSTANT;
    for (size_t i = 0; i < 3; i++) {
        const number hx = mul(p, p->h, x[i]);
        xi[i] = by_inverse ? mul(p, hx, p->inverse[i]) : divide(p, hx, p->inertia[i]);
        if (p->quads) xi[i] = add(p, xi[i], mul(p, mul(p, dw[i], p->quad[i]), x[i]));
        for (size_t k = 0; k < p->lins / 3; k++)
            xi[i] = add(p, xi[i], mul(p, dw[p->quads + k], p->lin[3 * k + i]));
    }
}

/* m + sign xi x m/2 + (xi.m) xi/4 */
static void cayley(const port *p, number *r, const number *xi, int sign, const number *m)
{
    number turn[3];
    const number along = mul(p, p->quarter, dot(p, xi, m));
    cross(p, turn, xi, m);
    for (int i = 0; i < 3; i++) {
        const number half = mul(p, p->half, turn[i]);
        number sum = sign > 0 ? add(p, m[i], half) : sub(p, m[i], half);
        r[i] = add(p, sum, mul(p, along, xi[i]));
    }
}

/* (x - xi x x/2)/(1 + |xi|^2/4): what cayley with sign + takes back to x */
static void back(const port *p, number *r, const number *xi, const number *x)
{
    number turn[3];
    const number size = add(p, p->one, mul(p, p->quarter, dot(p, xi, xi)));
    cross(p, turn, xi, x);
    for (int i = 0; i < 3; i++) r[i] = divide(p, sub(p, x[i], mul(p, p->half, turn[i])), size);
}

/* The flow of dx/dt = x x s over unit time, |s| below about 2: sin(t)/t by its series, t = |s|/2 */
static void rotate(const port *p, number *r, const number *x, const number *s)
{
    const number q = mul(p, p->quarter, dot(p, s, s));
    number sinc = p->one, cosine = p->one, turn[3], twice[3];
    for (int k = 14; k >= 1; k--) {
        const number f = mul(p, q, constant(p, (2.0 * k) * (2.0 * k + 1)));
        const number g = mul(p, q, constant(p, (2.0 * k) * (2.0 * k - 1)));
        sinc = sub(p, p->one, mul(p, f, sinc));
        cosine = sub(p, p->one, mul(p, g, cosine));
    }
    cross(p, turn, x, s);
    cross(p, twice, turn, s);
    const number a = mul(p, sinc, cosine), b = mul(p, p->half, mul(p, sinc, sinc));
    for (int i = 0; i < 3; i++)
        r[i] = add(p, x[i], add(p, mul(p, a, turn[i]), mul(p, b, twice[i])));
}

/* ---- Matrices ----------------------------------------------------------------------------- */

static size_t entry(size_t n, size_t i, size_t j) /* i < j */
{
    return i * n - i * (i + 1) / 2 + j - i - 1;
}

static void full(const port *p, number *A, const number *x)
{
    const size_t n = p->n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            A[i * n + j] = i == j  ? p->zero
                           : i < j ? x[entry(n, i, j)]
                                   : operate(p, p->zero, '-', x[entry(n, j, i)]);
}

/* I + sign Xi(z)/2 */
static void shifted(const port *p, number *A, const number *z, int sign, size_t s)
{
    const size_t n = p->n, d = p->c->d;
    number xi[MOST_D];
    for (size_t i = 0; i < d; i++) {
        number rate = p->fault == PORT_NARROW_CONSTANT ? mul(p, p->h, p->inverse[i])
                                                       : divide(p, p->h, p->inertia[i]);
        if (p->quads) rate = add(p, rate, mul(p, p->quad[0], p->dw[s * p->c->M + i]));
        xi[i] = mul(p, p->half, mul(p, rate, z[i]));
        if (sign < 0) xi[i] = operate(p, p->zero, '-', xi[i]);
    }
    full(p, A, xi);
    for (size_t i = 0; i < n; i++) A[i * n + i] = p->one;
}

/* X := A^-1 X by LU, inner products row by row */
static void solve(const port *p, number *X, const number *A)
{
    const size_t n = p->n;
    number LU[MOST_D];
    memcpy(LU, A, n * n * sizeof *LU);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const size_t least = i < j ? i : j;
            number v = inner(p, LU[i * n + j], -1, LU + i * n, LU + j, least, n);
            LU[i * n + j] = j < i ? divide(p, v, LU[j * n + j]) : v;
        }
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++)
            X[i * n + j] = inner(p, X[i * n + j], -1, LU + i * n, X + j, i, n);
        for (size_t i = n; i-- > 0;)
            X[i * n + j] = divide(
                p,
                inner(p, X[i * n + j], -1, LU + i * n + i + 1, X + (i + 1) * n + j, n - 1 - i, n),
                LU[i * n + i]);
    }
}

static void transpose(const port *p, number *X)
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; j < i; j++) {
            const number swap = X[i * p->n + j];
            X[i * p->n + j] = X[j * p->n + i];
            X[j * p->n + i] = swap;
        }
}

static void upper(const port *p, number *x, const number *X)
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = i + 1; j < p->n; j++) x[entry(p->n, i, j)] = X[i * p->n + j];
}

/* ---- Schemes: z = T(z), then the result ---------------------------------------------------- */

static void middle(const port *p, number *r, const number *a, const number *b)
{
    for (size_t i = 0; i < p->c->d; i++)
        r[i] = add(p, mul(p, p->half, a[i]), mul(p, p->half, b[i]));
}

static void stage(const port *p, number *out, const number *x, const number *z, size_t s)
{
    number xi[MOST_D], m[MOST_D], A[MOST_D];
    const char *scheme = p->c->scheme->name;
    if (p->c->system->algebra == SLP_SON) {
        full(p, m, x);
        shifted(p, A, z, 1, s);
        solve(p, m, A);
        transpose(p, m); /* (I - xi/2)^T = I + xi/2 */
        solve(p, m, A);
        transpose(p, m);
        upper(p, out, m);
    } else if (p->c->system->algebra == SLP_VECTOR) { /* kubo, z = y */
        middle(p, m, x, z);
        number rate = p->h;
        if (p->quads) rate = add(p, rate, mul(p, p->quad[0], p->dw[s]));
        out[0] = add(p, x[0], mul(p, rate, m[1]));
        out[1] = sub(p, x[1], mul(p, rate, m[0]));
    } else if (strcmp(scheme, "isospectral-midpoint") == 0) {
        body_generator(p, xi, z, s);
        back(p, out, xi, x);
    } else {
        if (strcmp(scheme, "implicit-midpoint") == 0) {
            middle(p, m, x, z);
            body_generator(p, xi, m, s);
            cross(p, A, m, xi);
            for (int i = 0; i < 3; i++) out[i] = add(p, x[i], A[i]);
        } else { /* tmk */
            middle(p, m, x, z);
            body_generator(p, xi, m, s);
            rotate(p, out, x, xi);
        }
    }
}

static void step(const port *p, number *y, const number *x, size_t s)
{
    const size_t d = p->c->d;
    number z[MOST_D], last[MOST_D], before[MOST_D], xi[3], A[MOST_D], X[MOST_D], B[MOST_D];
    if (strcmp(p->c->scheme->name, "rkmk-euler-cay") == 0) {
        body_generator(p, xi, x, s);
        back(p, z, xi, x);
        cayley(p, y, xi, -1, z);
        return;
    }
    memcpy(z, x, d * sizeof *z);
    for (int k = 0; k < ITERATIONS; k++) {
        memcpy(before, last, d * sizeof *z);
        memcpy(last, z, d * sizeof *z);
        stage(p, z, x, last, s);
        if (same(p, z, last, d) || (k > 0 && same(p, z, before, d))) break;
        if (k > PLAIN) middle(p, z, z, last);
    }
    if (p->c->system->algebra == SLP_SON) {
        const size_t n = p->n;
        shifted(p, A, z, -1, s);
        full(p, X, z);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                B[i * n + j] = inner(p, p->zero, 1, A + i * n, X + j, n, n);
        transpose(p, A);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                X[i * n + j] = inner(p, p->zero, 1, B + i * n, A + j, n, n);
        upper(p, y, X);
    } else if (strcmp(p->c->scheme->name, "isospectral-midpoint") == 0) {
        body_generator(p, xi, z, s);
        cayley(p, y, xi, -1, z);
    } else {
        memcpy(y, z, d * sizeof *z);
    }
}

/* ---- Cases -------------------------------------------------------------------------------- */

bool port_has(const slp_case *c)
{
    const char *scheme = c->scheme->name;
    if (c->areas) return false; /* no brackets of noises here */
    if (c->d > MOST_N * (MOST_N - 1) / 2 || c->steps * c->M > MOST_D) return false;
    if (strcmp(c->system->name, "rigid-body-n") == 0)
        return strcmp(scheme, "isospectral-midpoint") == 0;
    if (c->system->algebra == SLP_VECTOR)
        return strcmp(scheme, "midpoint") == 0 && slp_case_param(c, "model", &(size_t){0})[0] == 0;
    return strcmp(c->system->name, "rigid-body") == 0 &&
           (strcmp(scheme, "isospectral-midpoint") == 0 ||
            strcmp(scheme, "implicit-midpoint") == 0 || strcmp(scheme, "tmk") == 0 ||
            strcmp(scheme, "rkmk-euler-cay") == 0);
}

/* Numbers of a case: exact text, or doubles. */
static void read_numbers(number *to, const port *p, const double *at, const slp_exact *exact,
                         size_t count)
{
    mpfr_t value;
    mpfr_init2(value, 2200);
    for (size_t i = 0; i < count; i++) {
        const double *own = slp_exact_at(exact, i, at[i]);
        mpfr_set_d(value, own ? 1 : at[i], MPFR_RNDN);
        for (size_t w = 1; own && w <= exact->words; w++) {
            mpfr_mul_2ui(value, value, 52, MPFR_RNDN);
            mpfr_add_d(value, value, own[w], MPFR_RNDN);
        }
        if (own) mpfr_mul_2si(value, value, (long)own[0] - 52 * (long)exact->words, MPFR_RNDN);
        if (own && signbit(at[i])) mpfr_neg(value, value, MPFR_RNDN);
        to[i] = set(p, value);
    }
    mpfr_clear(value);
}

static size_t read_parameter(number *to, const port *p, const char *key)
{
    size_t count;
    const double *at = slp_case_param(p->c, key, &count);
    read_numbers(to, p, at, NULL, count);
    return count;
}

static void open_case(port *p)
{
    const slp_case *c = p->c;
    p->one = from_double(p, 1);
    p->half = from_double(p, 0.5);
    p->quarter = from_double(p, 0.25);
    read_numbers(&p->h, p, &c->h, c->exact_h, 1);
    read_numbers(p->x, p, c->x, c->exact_x, c->d);
    read_numbers(p->dw, p, c->dw, c->exact_dw, c->dw_count);
    p->n = 2;
    while (p->n * (p->n - 1) / 2 < c->d) p->n++;
    p->inertias = read_parameter(p->inertia, p, "inertia");
    for (size_t i = 0; p->inertias == 0 && i < c->d; i++)
        p->inertia[i] = from_double(p, (double)(i + 1));
    p->quads = read_parameter(p->quad, p, c->system->algebra == SLP_VECTOR ? "beta" : "quad");
    p->lins = read_parameter(p->lin, p, "lin");
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    for (size_t i = 0; i < c->d; i++)
        p->inverse[i] = constant(p, count ? inertia[i] : (double)(i + 1));
}

void port_answer(FILE *to, const slp_case *c, const port_format *format, port_fault fault)
{
    port *p = calloc(1, sizeof *p);
    number y[MOST_D], x[MOST_D];
    bool finite = true;
    mpfr_t value;
    *p = (port){.format = format, .fault = fault, .c = c};
    slp_arithmetic_parse(&p->a, format->arithmetic, NULL);
    const char *sums = strchr(format->arithmetic, '+');
    slp_arithmetic_parse(&p->sums, sums ? sums + 1 : format->arithmetic, NULL);
    p->zero = from_double(p, 0);
    open_case(p);
    mpfr_init2(value, 2200);
    fprintf(to, "result id=%s y=", c->id);
    memcpy(x, p->x, c->d * sizeof *x);
    for (size_t s = 0; s < c->steps; s++) {
        step(p, y, x, s);
        for (size_t i = 0; i < c->d; i++) {
            char *text;
            get(value, p, y[i]);
            finite = finite && mpfr_number_p(value);
            mpfr_asprintf(&text, "%Ra", value);
            fprintf(to, "%s%s", s + i ? "," : "", text);
            mpfr_free_str(text);
        }
        memcpy(x, y, c->d * sizeof *x);
    }
    fprintf(to, "\n");
    mpfr_clear(value);
    free(p);
}
