/* SPDX-License-Identifier: 0BSD */
/* A closed program to learn from: damped spins at a temperature, with noise of its own.  It gives
 * what such programs give, N steps from a state at temperature T with seed S, and takes no
 * increments.  Units: gyromagnetic ratio 1.  The C library alone.
 *
 * usage: spins STEPS PATHS H T SEED < LATTICE     prints the unit vectors after each step
 * LATTICE: n, then mu alpha s1 s2 s3 of each spin; bonds, then a b J of each; the field B1 B2 B3.
 *
 *   ds_i = -s_i x (F_i h + b_i) - alpha_i s_i x (s_i x F_i) h,   F_i = B + sum_j J_ij s_j / mu_i,
 * by Heun's rule, b_i a normal vector of variance 2 alpha_i T h / mu_i. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };
typedef struct lattice {
    size_t n, bonds, a[MOST], b[MOST];
    double mu[MOST], alpha[MOST], J[MOST], field[3], start[3 * MOST];
} lattice;

static uint64_t state;

/* xorshift64*, Vigna */
static double uniform(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)((state * UINT64_C(2685821657736338717)) >> 11) * 0x1p-53 + 0x1p-54;
}

static double normal(void)
{
    const double radius = sqrt(-2 * log(uniform()));
    return radius * cos(6.283185307179586 * uniform());
}

static void seed_with(uint64_t seed)
{
    state = seed * UINT64_C(0x9E3779B97F4A7C15) + UINT64_C(0x2545F4914F6CDD1D);
    for (int i = 0; i < 20; i++) uniform();
}

/* to += by a x b */
static void add_cross(double *to, double by, const double *a, const double *b)
{
    to[0] += by * (a[1] * b[2] - a[2] * b[1]);
    to[1] += by * (a[2] * b[0] - a[0] * b[2]);
    to[2] += by * (a[0] * b[1] - a[1] * b[0]);
}

/* What a step moves s by, at s. */
static void motion(double *ds, const lattice *l, const double *s, const double *noise, double h)
{
    double force[3 * MOST];
    for (size_t i = 0; i < 3 * l->n; i++) force[i] = l->field[i % 3];
    for (size_t k = 0; k < l->bonds; k++)
        for (int c = 0; c < 3; c++) {
            force[3 * l->a[k] + c] += l->J[k] * s[3 * l->b[k] + c] / l->mu[l->a[k]];
            force[3 * l->b[k] + c] += l->J[k] * s[3 * l->a[k] + c] / l->mu[l->b[k]];
        }
    for (size_t i = 0; i < l->n; i++) {
        double turn[3] = {0};
        add_cross(turn, l->alpha[i] * h, s + 3 * i, force + 3 * i);
        for (int c = 0; c < 3; c++) turn[c] += h * force[3 * i + c] + noise[3 * i + c];
        add_cross(ds + 3 * i, -1, s + 3 * i, turn);
    }
}

static void step(double *s, const lattice *l, double h, double T)
{
    double noise[3 * MOST], first[3 * MOST] = {0}, second[3 * MOST] = {0}, p[3 * MOST];
    for (size_t i = 0; i < 3 * l->n; i++) {
        const double mu = l->mu[i / 3];
        noise[i] = sqrt(2 * l->alpha[i / 3] * T) * sqrt(h) / sqrt(mu) * normal();
    }
    motion(first, l, s, noise, h);
    for (size_t i = 0; i < 3 * l->n; i++) p[i] = s[i] + first[i];
    motion(second, l, p, noise, h);
    for (size_t i = 0; i < 3 * l->n; i++) s[i] += (first[i] + second[i]) / 2;
}

static int read_lattice(lattice *l)
{
    if (scanf("%zu", &l->n) != 1 || l->n > MOST) return 0;
    for (size_t i = 0; i < l->n; i++) {
        double *s = l->start + 3 * i;
        if (scanf("%lf %lf %lf %lf %lf", l->mu + i, l->alpha + i, s, s + 1, s + 2) != 5) return 0;
    }
    if (scanf("%zu", &l->bonds) != 1 || l->bonds > MOST) return 0;
    for (size_t k = 0; k < l->bonds; k++)
        if (scanf("%zu %zu %lf", l->a + k, l->b + k, l->J + k) != 3 || l->a[k] >= l->n ||
            l->b[k] >= l->n)
            return 0;
    return scanf("%lf %lf %lf", l->field, l->field + 1, l->field + 2) == 3;
}

int main(int argc, char **argv)
{
    static lattice l;
    double s[3 * MOST];
    if (argc != 6 || !read_lattice(&l)) {
        fputs("usage: spins STEPS PATHS H T SEED < LATTICE\n", stderr);
        return 2;
    }
    const long steps = atol(argv[1]), paths = atol(argv[2]);
    const double h = atof(argv[3]), T = atof(argv[4]);
    seed_with(strtoull(argv[5], NULL, 10));
    for (long path = 0; path < paths; path++) {
        memcpy(s, l.start, sizeof s);
        for (long n = 0; n < steps; n++) {
            step(s, &l, h, T);
            for (size_t i = 0; i < 3 * l.n; i++) printf("%a%c", s[i], i % 3 == 2 ? '\n' : ' ');
        }
    }
    return 0;
}
