/* SPDX-License-Identifier: 0BSD */
/* A port in C99 to copy: the systems rigid-body and canonical, polynomials on their algebras, the
 * schemes implicit-midpoint and tmk; the C library alone.  Replace `generator` and `step` by calls
 * of your own code.
 *   cc -O2 -ffp-contract=off -o slp_port slp_port.c -lm
 *   slp gen --count 1000 | ./slp_port | slp judge */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 3, INERTIA = 0, QUAD, LIN, BETA, GAMMA, X, DW, H, STEPS, KEYS };
static const char *const keys[] = {"inertia", "quad", "lin", "beta", "gamma",
                                   "x",       "dw",   "h",   "steps"};
static const char *const systems[] = {"rigid-body", "canonical", "polynomial-so3",
                                      "polynomial-plane"};
typedef struct term { /* c x_i x_j ... of H_k; k = 0 is the energy */
    size_t k, degree, at[8];
    double c;
} term;
typedef struct problem {
    size_t d, M, steps, count[KEYS]; /* numbers of a state, of a step's increments, of each key */
    double h, *at[KEYS];
    int plane, kubo, tmk;
    size_t term_count;
    term *terms; /* NULL: no polynomial */
} problem;

/* The items k:c:i.j... of a list; coordinates are counted from 1. */
static term *read_terms(size_t *count, const char *text)
{
    term *terms = malloc((strlen(text) / 5 + 1) * sizeof *terms);
    for (char *rest; *text; text = *rest ? rest + 1 : rest) {
        term *t = &terms[(*count)++];
        t->k = strtoul(text, &rest, 10), t->c = strtod(rest + 1, &rest), t->degree = 0;
        while (*rest == ':' || *rest == '.') t->at[t->degree++] = strtoul(rest + 1, &rest, 10) - 1;
    }
    return terms;
}
/* xi += the gradients of the terms times h or dW_k: of each term a part for each of its factors. */
static void add_terms(double *xi, const problem *p, const double *x, const double *dw)
{
    for (const term *t = p->terms; t < p->terms + p->term_count; t++)
        for (size_t j = 0; j < t->degree; j++) {
            double part = t->c * (t->k ? dw[t->k - 1] : p->h);
            for (size_t l = 0; l < t->degree; l++) part *= l == j ? 1 : x[t->at[l]];
            xi[t->at[j]] += part;
        }
}
/* xi = Xi(x; h, dW): the energy, then the noises in the order of dw. */
static void generator(double *xi, const problem *p, const double *x, const double *dw)
{
    if (p->terms) {
        xi[0] = xi[1] = xi[p->d - 1] = 0;
        add_terms(xi, p, x, dw);
        return;
    }
    const double b = p->plane && p->count[BETA] ? *p->at[BETA] * *dw++ : 0;
    const double g = p->plane && p->count[GAMMA] ? *p->at[GAMMA] * *dw++ : 0;
    if (p->plane) {
        xi[0] = p->kubo ? (p->h + b) * x[0] : p->h * sin(x[0]) + b * cos(x[0]);
        xi[1] = p->kubo ? (p->h + b) * x[1] : p->h * x[1] + g;
        return;
    }
    for (size_t i = 0; i < 3; i++) xi[i] = p->h * x[i] / p->at[INERTIA][i];
    for (size_t i = 0; i < p->count[QUAD]; i++) xi[i] += *dw++ * p->at[QUAD][i] * x[i];
    for (size_t k = 0; k < p->count[LIN]; k += 3, dw++)
        for (size_t i = 0; i < 3; i++) xi[i] += *dw * p->at[LIN][k + i];
}
static double length(const double *x, size_t d)
{
    return hypot(hypot(x[0], x[1]), d == 2 ? 0 : x[2]);
}
/* f = ad*_xi m: on the plane (xi_2, -xi_1), on so(3) m x xi. */
static void field(double *f, const problem *p, const double *xi, const double *m)
{
    for (int i = 0, j = 1, k = 2; i < 3 && !p->plane; i++, j = (i + 1) % 3, k = (i + 2) % 3)
        f[i] = m[j] * xi[k] - m[k] * xi[j];
    if (p->plane) f[0] = xi[1], f[1] = -xi[0];
}
/* next = T(z).  The result y is T(y): x + ad*_xi m, or for tmk x carried by xi for unit time, which
 * on so(3) is a turn by |xi|; xi = Xi(m), m = (x + z)/2. */
static void map(double *next, const problem *p, const double *x, const double *z, const double *dw)
{
    double m[MOST], xi[MOST], once[MOST], twice[MOST] = {0};
    for (size_t i = 0; i < p->d; i++) m[i] = 0.5 * x[i] + 0.5 * z[i];
    generator(xi, p, m, dw);
    const int turn = p->tmk && !p->plane;
    const double half = turn ? 0.5 * length(xi, 3) : 0, sinc = half > 0 ? sin(half) / half : 1;
    field(once, p, xi, turn ? x : m);
    if (turn) field(twice, p, xi, once);
    for (size_t i = 0; i < p->d; i++)
        next[i] = x[i] + sinc * cos(half) * once[i] + 0.5 * sinc * sinc * twice[i];
}
/* y = the limit of x, T(x), T(T(x)), ...; 0 if there is none (the manual, "When to stop"). */
static int step(double *y, const problem *p, const double *x, const double *dw)
{
    double z[MOST], next[MOST], xi[MOST], move[MOST], least = INFINITY, half = 0;
    generator(xi, p, x, dw);
    const double size = length(x, p->d) + (p->plane ? length(xi, p->d) : 0);
    memcpy(z, x, p->d * sizeof *z);
    for (int i = 0, since = 0; i < 8000; i++) {
        map(next, p, x, z, dw);
        for (size_t k = 0; k < p->d; k++) move[k] = next[k] - z[k];
        const double now = length(move, p->d);
        if (!isfinite(now)) return 0;
        since = now < least ? 0 : since + 1;
        if (now < least) memcpy(y, next, p->d * sizeof *y);
        if (now < least) least = now;
        if (least == 0 || (since >= 100 && least <= 16 * 0x1p-53 * size)) return 1;
        if (since >= 100 && half == 0) half = 0.5, since = 0, least = INFINITY;
        for (size_t k = 0; k < p->d; k++) z[k] = next[k] - half * move[k];
    }
    return 0;
}
/* What `slp judge --stages` compares: the middle of x and y, and the generator there. */
static void print_stages(const problem *p, const double *x, const double *y, size_t s)
{
    double m[MOST], xi[MOST];
    for (size_t i = 0; i < p->d; i++) m[i] = 0.5 * x[i] + 0.5 * y[i];
    generator(xi, p, m, p->at[DW] + s * p->M);
    printf("# stage step=%zu", s + 1);
    for (size_t i = 0; i < p->d; i++) printf("%s%a", i ? "," : p->tmk ? " s1=" : " z=", m[i]);
    for (size_t i = 0; i < p->d; i++) printf("%s%a", i ? "," : " xi1=", xi[i]);
    puts("");
}
static void answer(const problem *p, const char *id)
{
    const size_t count = p->steps * p->d;
    double *y = malloc(count * sizeof *y);
    const double *x = p->at[X];
    int fine = y != NULL;
    for (size_t s = 0; fine && s < p->steps; x = y + s++ * p->d) {
        fine = step(y + s * p->d, p, x, p->at[DW] + s * p->M);
        if (fine && getenv("SLP_STAGES")) print_stages(p, x, y + s * p->d, s);
    }
    printf("result id=%s %s", id, fine ? "y=" : "error=no-convergence\n");
    for (size_t i = 0; fine && i < count; i++) printf("%a%c", y[i], i + 1 < count ? ',' : '\n');
    free(y);
}
/* The value of a key of the line, whose blanks are zeros by now; "" if it is not there. */
static const char *value(const char *line, const char *end, const char *key)
{
    const size_t n = strlen(key);
    for (; line < end; line += strlen(line) + 1)
        if (strncmp(line, key, n) == 0 && line[n] == '=') return line + n + 1;
    return "";
}
/* The number of a system in the list above; 4 if it is none of them. */
static size_t system_of(const char *system, const char *algebra)
{
    char name[64];
    size_t k = 0;
    snprintf(name, sizeof name, "%s%s%s", system, *algebra ? "-" : "", algebra);
    while (k < 4 && strcmp(name, systems[k])) k++;
    return k;
}
static void read_case(char *line)
{
    problem p = {0};
    char *end = line + strlen(line), *rest;
    for (char *c = line; (c = strchr(c, ' ')); c++) *c = 0;
    for (int k = 0; k < KEYS; k++) {
        const char *text = value(line, end, keys[k]); /* decimals and hex floats, by commas */
        p.at[k] = malloc((strlen(text) + 1) * sizeof(double));
        for (; *text; text = *rest ? rest + 1 : rest) p.at[k][p.count[k]++] = strtod(text, &rest);
    }
    const char *scheme = value(line, end, "scheme");
    const size_t which = system_of(value(line, end, "system"), value(line, end, "algebra"));
    if (which > 1) p.terms = read_terms(&p.term_count, value(line, end, "terms"));
    p.plane = which % 2 == 1, p.tmk = strcmp(scheme, "tmk") == 0;
    p.kubo = strcmp(value(line, end, "model"), "kubo") == 0;
    p.h = *p.at[H], p.d = p.count[X], p.steps = (size_t)*p.at[STEPS], p.M = p.count[DW] / p.steps;
    if (!*value(line, end, "area") && which < 4 &&
        (p.tmk || strcmp(scheme, "implicit-midpoint") == 0))
        answer(&p, value(line, end, "id"));
    else
        printf("result id=%s error=unsupported\n", value(line, end, "id"));
    for (int k = 0; k < KEYS; k++) free(p.at[k]);
    free(p.terms);
}

int main(void)
{
    size_t size = 1 << 16, used = 0;
    for (char *line = malloc(size); line && fgets(line + used, (int)(size - used), stdin);) {
        used += strlen(line + used);
        if (line[used - 1] != '\n') { /* a long line: more memory, and the rest of it */
            line = realloc(line, size *= 2);
            continue;
        }
        line[used - 1] = 0, used = 0;
        if (strncmp(line, "case ", 5) == 0) puts(line), read_case(line);
        for (int k = 0; k < 8 && strcmp(line, "list") == 0; k++)
            printf("pair system=%s scheme=%s\n%s", systems[k / 2],
                   k % 2 ? "tmk" : "implicit-midpoint", k < 7 ? "" : "end\n");
        fflush(stdout);
    }
    return 0;
}
