/* Trajectories as comma-separated values, by either path, with noise drawn by counter. */
#include "oracle/simulate.h"
#include "fast/fast.h"
#include "oracle/noise.h"
#include "oracle/run_progress.h"
#include "ref/ref.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1024 /* increments drawn at a time */, PRECISION = 128 };
static const double ell = 2;

/* One path's means to step and to measure. */
typedef struct path {
    size_t d, M, casimirs;
    const fast_scheme *fast_rule;
    fast_system *fast;
    double *room;
    const ref_scheme *ref_rule;
    ref_system *ref;
    arb_ptr balls;    /* d, then casimirs */
    double *measured; /* energy, Casimirs */
    double *next;     /* d */
} path;

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) abort();
    return p;
}

static slp_status path_open(path *p, const slp_simulation *run, slp_error *err)
{
    const slp_case *c = run->start;
    slp_status status;
    memset(p, 0, sizeof *p);
    p->d = c->d;
    p->M = c->M;
    p->fast_rule = run->fast ? fast_scheme_find(c->scheme->name) : NULL;
    p->ref_rule = run->fast ? NULL : ref_scheme_find(c->scheme->name);
    if (!p->fast_rule && !p->ref_rule) {
        slp_error_set(err, c->line, c->id, "scheme", "this path does not have %s; try --path %s",
                      c->scheme->name, run->fast ? "ref" : "fast");
        return SLP_UNSUPPORTED;
    }
    status = run->fast ? fast_system_new(&p->fast, c, err) : ref_system_new(&p->ref, c, err);
    if (status) return status;
    if (run->fast) {
        p->room = allocate(fast_step_room(p->fast_rule, p->fast), sizeof *p->room);
        p->casimirs = fast_casimir_count(p->fast);
    } else {
        p->casimirs = (size_t)ref_casimir_count(p->ref);
        p->balls = _arb_vec_init((slong)(p->d + p->casimirs));
    }
    p->measured = allocate(1 + p->casimirs, sizeof *p->measured);
    p->next = allocate(p->d, sizeof *p->next);
    return SLP_OK;
}

static void path_close(path *p)
{
    if (p->balls) _arb_vec_clear(p->balls, (slong)(p->d + p->casimirs));
    if (p->ref) ref_system_free(p->ref);
    fast_system_free(p->fast);
    free(p->room);
    free(p->measured);
    free(p->next);
}

/* x -> its image; x stays when the step fails. */
static slp_status take_step(double *x, path *p, double h, const double *dw)
{
    slp_status status =
        p->fast ? fast_step(p->next, NULL, p->fast_rule, p->fast, x, h, dw, p->room)
                : ref_step_round(p->next, NULL, p->ref_rule, p->ref, x, h, dw, REF_PREC_CAP);
    if (status == SLP_OK) memcpy(x, p->next, p->d * sizeof *x);
    return status;
}

static void measure(path *p, const double *x)
{
    if (p->fast) {
        p->measured[0] = fast_energy(p->fast, x);
        fast_casimirs(p->measured + 1, p->fast, x);
        return;
    }
    arb_t energy;
    arb_init(energy);
    for (size_t i = 0; i < p->d; i++) arb_set_d(p->balls + i, x[i]);
    ref_energy(energy, p->ref, p->balls, PRECISION);
    p->measured[0] = arf_get_d(arb_midref(energy), ARF_RND_NEAR);
    ref_casimirs(p->balls + p->d, p->ref, p->balls, PRECISION);
    for (size_t i = 0; i < p->casimirs; i++)
        p->measured[1 + i] = arf_get_d(arb_midref(p->balls + p->d + i), ARF_RND_NEAR);
    arb_clear(energy);
}

static void print_header(FILE *to, const path *p, bool noise)
{
    fputs("t", to);
    for (size_t i = 0; i < p->d; i++) fprintf(to, ",x%zu", i + 1);
    fputs(",energy", to);
    for (size_t i = 0; i < p->casimirs; i++) fprintf(to, ",casimir%zu", i + 1);
    for (size_t k = 0; noise && k < p->M; k++) fprintf(to, ",dW%zu", k + 1);
    fputc('\n', to);
}

/* One row; dw NULL: no noise columns. */
static void print_row(FILE *to, path *p, double t, const double *x, const double *dw)
{
    measure(p, x);
    fprintf(to, "%.17g", t);
    for (size_t i = 0; i < p->d; i++) fprintf(to, ",%.17g", x[i]);
    for (size_t i = 0; i < 1 + p->casimirs; i++) fprintf(to, ",%.17g", p->measured[i]);
    for (size_t k = 0; dw && k < p->M; k++) fprintf(to, ",%.17g", dw[k]);
    fputc('\n', to);
}

/* Truncated increments of steps first..first+count-1, channel k at dw[k*BLOCK]. */
static void draw_block(double *dw, const slp_simulation *run, size_t M, uint64_t first,
                       size_t count)
{
    double h = run->start->h;
    for (size_t k = 0; k < M; k++) {
        double *channel = dw + k * BLOCK;
        slp_increments(channel, h, run->seed, 0, (uint32_t)k, 0, first, count);
        for (size_t s = 0; s < count; s++) channel[s] = slp_truncate(channel[s], h, ell);
    }
}

static slp_status stopped(slp_error *err, const slp_case *c, slp_status status, uint64_t step)
{
    slp_error_set(err, c->line, c->id, NULL, "step %llu, to t = %g, ended with %s; try a smaller h",
                  (unsigned long long)step, (double)step * c->h, slp_status_word(status));
    return status;
}

slp_status slp_simulate(FILE *to, const slp_simulation *run, slp_error *err)
{
    const slp_case *c = run->start;
    path p;
    slp_status status = path_open(&p, run, err);
    if (status) {
        path_close(&p);
        return status;
    }
    double *x = allocate(p.d, sizeof *x), *block = allocate(p.M * BLOCK, sizeof *block);
    double *dw = allocate(p.M, sizeof *dw), *since = allocate(p.M, sizeof *since);
    slp_progress progress;
    slp_progress_begin(&progress, "slp simulate: steps");
    memcpy(x, c->x, p.d * sizeof *x);
    print_header(to, &p, run->noise);
    print_row(to, &p, 0.0, x, run->noise ? since : NULL);
    for (uint64_t s = 0; s < run->steps && status == SLP_OK && !ferror(to); s++) {
        size_t in = (size_t)(s % BLOCK);
        if (in == 0)
            draw_block(block, run, p.M, s,
                       run->steps - s < BLOCK ? (size_t)(run->steps - s) : BLOCK);
        for (size_t k = 0; k < p.M; k++) {
            dw[k] = block[k * BLOCK + in];
            since[k] += dw[k];
        }
        status = take_step(x, &p, c->h, dw);
        if (status) {
            stopped(err, c, status, s + 1);
        } else if ((s + 1) % run->every == 0 || s + 1 == run->steps) {
            print_row(to, &p, (double)(s + 1) * c->h, x, run->noise ? since : NULL);
            memset(since, 0, p.M * sizeof *since);
        }
        slp_progress_step(&progress, s + 1);
    }
    slp_progress_end(&progress);
    free(x);
    free(block);
    free(dw);
    free(since);
    path_close(&p);
    return status;
}
