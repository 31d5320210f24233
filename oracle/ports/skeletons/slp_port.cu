// SPDX-License-Identifier: 0BSD
/* A port in CUDA to copy: the systems rigid-body and canonical, polynomials on their algebras, the
 * schemes implicit-midpoint and tmk; a case a thread.  Replace `generator` and `map` by your own.
 *   nvcc -O2 -fmad=false -o slp_port slp_port.cu
 *   cc -x c -O2 -ffp-contract=off -o slp_port slp_port.cu -lm          without a GPU
 *   slp check --port ./slp_port --in-flight 4096 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __CUDACC__
#define FOR_EACH(kernel, p, n) kernel<<<(n + 63) / 64, 64>>>(p, n); cudaDeviceSynchronize()
#define NUMBER                 (blockIdx.x * blockDim.x + threadIdx.x)
#else
#define FOR_EACH(kernel, p, n) for (size_t i = 0; i < n; i++) kernel(p + i, 1)
#define NUMBER                 0
#define __device__
#define __host__
#define __global__
#define cudaMallocManaged(p, bytes) (void)(*(p) = malloc(bytes))
#define cudaFree                    free
#endif
#define BOTH __device__ __host__
enum { BLOCK = 4096, MOST = 3, INERTIA = 0, QUAD, LIN, BETA, GAMMA, X, DW, H, STEPS, TERMS, KEYS };
static const char *keys[] = {"inertia", "quad", "lin", "beta", "gamma", "x", "dw", "h", "steps",
                             "terms"};
static const char *systems[] = {"rigid-body", "canonical", "polynomial-so3", "polynomial-plane"};
typedef struct problem {
    size_t d, M, steps, count[KEYS]; /* numbers of a state, of a step's increments, of each key */
    double h, *at[KEYS], *y; /* y: the states after every step */
    int plane, kubo, tmk, known, fine;
    char *line;
} problem;
/* xi = of each term c x_i x_j ... of H_k a part for each factor: the others times h or dW_k. */
static BOTH void polynomial(double *xi, const problem *p, const double *x, const double *dw)
{
    const double *t = p->at[TERMS], *end = t + p->count[TERMS];
    for (size_t i = 0; i < p->d; i++) xi[i] = 0;
    for (; t < end; t += 3 + (size_t)t[2])
        for (size_t j = 0; j < (size_t)t[2]; j++) {
            double part = t[1] * (t[0] > 0 ? dw[(size_t)t[0] - 1] : p->h);
            for (size_t l = 0; l < (size_t)t[2]; l++) part *= l == j ? 1 : x[(size_t)t[3 + l] - 1];
            xi[(size_t)t[3 + j] - 1] += part;
        }
}
/* xi = Xi(x; h, dW): the energy, then the noises in the order of dw. */
static BOTH void generator(double *xi, const problem *p, const double *x, const double *dw)
{
    if (p->count[TERMS]) {
        polynomial(xi, p, x, dw);
        return;
    }
    const double b = p->count[BETA] ? *p->at[BETA] * *dw++ : 0;
    const double g = p->count[GAMMA] ? *p->at[GAMMA] * *dw++ : 0;
    if (p->plane) xi[0] = p->kubo ? (p->h + b) * x[0] : p->h * sin(x[0]) + b * cos(x[0]);
    if (p->plane) xi[1] = p->kubo ? (p->h + b) * x[1] : p->h * x[1] + g;
    for (size_t i = 0; i < 3 && !p->plane; i++) xi[i] = p->h * x[i] / p->at[INERTIA][i];
    for (size_t i = 0; i < p->count[QUAD]; i++) xi[i] += *dw++ * p->at[QUAD][i] * x[i];
    for (size_t k = 0; k < p->count[LIN]; k += 3, dw++)
        for (size_t i = 0; i < 3; i++) xi[i] += *dw * p->at[LIN][k + i];
}
static __device__ double length(const double *x, size_t d) /* |x|, also if x.x has no number */
{
    return hypot(hypot(x[0], x[1]), d == 2 ? 0 : x[2]);
}
/* f = ad*_xi m: on the plane (xi_2, -xi_1), on so(3) m x xi. */
static __device__ void field(double *f, const problem *p, const double *xi, const double *m)
{
    for (int i = 0, j = 1, k = 2; i < 3 && !p->plane; i++, j = (i + 1) % 3, k = (i + 2) % 3)
        f[i] = m[j] * xi[k] - m[k] * xi[j];
    if (p->plane) f[0] = xi[1], f[1] = -xi[0];
}
/* next = T(z), the result y is T(y): x + ad*_xi m, or for tmk x carried by xi for unit time. */
static __device__ void map(double *next, const problem *p, const double *x, const double *z,
                           const double *dw)
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
static __device__ int step(double *y, const problem *p, const double *x, const double *dw)
{
    double z[MOST], next[MOST], xi[MOST], move[MOST], least = INFINITY, half = 0;
    generator(xi, p, x, dw);
    const double size = length(x, p->d) + (p->plane ? length(xi, p->d) : 0);
    for (size_t k = 0; k < p->d; k++) z[k] = x[k];
    for (int i = 0, since = 0; i < 8000; i++) {
        map(next, p, x, z, dw);
        for (size_t k = 0; k < p->d; k++) move[k] = next[k] - z[k];
        const double now = length(move, p->d);
        if (!isfinite(now)) return 0;
        since = now < least ? 0 : since + 1;
        for (size_t k = 0; k < p->d && since == 0; k++) y[k] = next[k];
        least = since ? least : now;
        if (least == 0 || (since >= 100 && least <= 16 * 0x1p-53 * size)) return 1;
        if (since >= 100 && half == 0) half = 0.5, since = 0, least = INFINITY;
        for (size_t k = 0; k < p->d; k++) z[k] = next[k] - half * move[k];
    }
    return 0;
}
static __global__ void answer(problem *all, size_t n)
{
    problem *p = all + NUMBER;
    const double *x = p->at[X];
    for (size_t s = 0; NUMBER < n && p->fine && s < p->steps; x = p->y + s++ * p->d)
        p->fine = step(p->y + s * p->d, p, x, p->at[DW] + s * p->M);
}
/* The value of a field of the line up to its blank; "" if it is not there. */
static const char *value(const char *line, const char *key)
{
    const size_t n = strlen(key);
    while ((line = strchr(line, ' ')) && !(strncmp(++line, key, n) == 0 && line[n] == '=')) {}
    return line ? line + n + 1 : "";
}
#define IS(key, word)                                                                              \
    (strncmp(value(line, key), word, sizeof word - 1) == 0 &&                                      \
     strcspn(value(line, key), " ") == sizeof word - 1)
/* The items k:c:i.j... of a list as numbers k, c, degree, i, j, ...; how many. */
static size_t read_terms(double *to, const char *text)
{
    size_t n = 0;
    for (char *rest; *text && *text != ' '; text = *rest == ',' ? rest + 1 : rest) {
        double *term = to + n;
        term[0] = strtod(text, &rest), term[1] = strtod(rest + 1, &rest), term[2] = 0, n += 3;
        for (; *rest == ':' || *rest == '.'; term[2]++)
            to[n++] = (double)strtoul(rest + 1, &rest, 10);
    }
    return n;
}
static void read_case(problem *p, char *line)
{
    memset(p, 0, sizeof *p);
    cudaMallocManaged(&p->at[0], (strlen(line) + 2) * sizeof(double));
    for (int k = 0; k < KEYS; k++) {
        const char *text = value(line, keys[k]); /* decimals and hex floats, by commas */
        if (k) p->at[k] = p->at[k - 1] + p->count[k - 1];
        if (k == TERMS) p->count[k] = read_terms(p->at[k], text);
        for (char *rest; k != TERMS && *text && *text != ' '; text = *rest == ',' ? rest + 1 : rest)
            p->at[k][p->count[k]++] = strtod(text, &rest);
    }
    const int polynomial = IS("system", "polynomial"), so3 = polynomial && IS("algebra", "so3");
    p->plane = IS("system", "canonical") || (polynomial && IS("algebra", "plane"));
    p->tmk = IS("scheme", "tmk");
    p->kubo = IS("model", "kubo"), p->h = *p->at[H], p->line = line;
    p->known = !*value(line, "area") && (p->plane || so3 || IS("system", "rigid-body"));
    p->fine = p->known = p->known && (p->tmk || IS("scheme", "implicit-midpoint"));
    p->d = p->count[X], p->steps = (size_t)*p->at[STEPS], p->M = p->count[DW] / p->steps;
    cudaMallocManaged(&p->y, p->steps * p->d * sizeof(double));
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
static void answer_all(problem *all, size_t n)
{
    FOR_EACH(answer, all, n);
    for (problem *p = all; p < all + n; p++) {
        const char *id = value(p->line, "id");
        puts(p->line);
        for (size_t s = 0, d = p->d; p->fine && getenv("SLP_STAGES") && s < p->steps; s++)
            print_stages(p, s ? p->y + (s - 1) * d : p->at[X], p->y + s * d, s);
        printf("result id=%.*s ", (int)strcspn(id, " "), id);
        if (!p->fine) puts(p->known ? "error=no-convergence" : "error=unsupported");
        for (size_t i = 0, last = p->steps * p->d - 1; p->fine && i <= last; i++)
            printf("%s%a%s", i ? "," : "y=", p->y[i], i < last ? "" : "\n");
        cudaFree(p->at[0]), cudaFree(p->y), free(p->line);
    }
    fflush(stdout);
}
int main(void)
{
    char *line = NULL;
    size_t capacity = 0, n = 0;
    problem *all;
    cudaMallocManaged(&all, BLOCK * sizeof *all);
    while (getline(&line, &capacity, stdin) > 0) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "case ", 5) == 0) read_case(all + n++, strdup(line));
        for (int k = 0; k < 8 && strcmp(line, "list") == 0; k++)
            printf("pair system=%s scheme=%s\n%s", systems[k / 2],
                   k % 2 ? "tmk" : "implicit-midpoint", k < 7 ? "" : "go\nend\n");
        if (n == BLOCK || !strcmp(line, "go") || !strcmp(line, "list")) answer_all(all, n), n = 0;
    }
    answer_all(all, n);
    return 0;
}
