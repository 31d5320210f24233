/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories: makes steps, rows and checkpoints, by the fast path or the reference.  Each
 * increment is a function of its counters.
 *
 * A checkpoint has the state at a step whose number is a multiple of the path's period
 * (oracle/simulate/path.h), and the length of the output at that step.  Everything else is a
 * function of these and of counters, so a resumed run writes the same bytes. */
#include "oracle/simulate/simulate.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/simulate/checkpoint.h"
#include "oracle/simulate/output.h"
#include "oracle/simulate/pace.h"
#include "oracle/simulate/path.h"
#include "oracle/simulate/table.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Steps whose increments are drawn at a time, at most; and numbers at a time, where one step does
 * not need more. */
enum { BLOCK = 1024, NUMBERS = 1 << 18 };
static const double usual_ell = 2;

typedef struct walk {
    const slp_simulation *run;
    slp_path path;
    slp_table table;
    slp_output out;
    slp_checkpoint mark; /* as of the last renewal */
    slp_pace pace;
    uint64_t step, rows, paced; /* made; put; step of the last checkpoint on the disk */
    size_t block;               /* steps whose increments are drawn at a time: even */
    double *drawn;              /* channel k of a block at drawn[k*block] */
    double *dw, *since;         /* increments of a step; their sums since the last row */
    char *text;                 /* slp_table_size */
} walk;

/* Truncated increments of the step to come. */
static void draw_increments(walk *w)
{
    const slp_simulation *run = w->run;
    const size_t in = (size_t)(w->step % w->block);
    const double h = run->start->h, ell = run->ell ? *run->ell : usual_ell;
    if (in == 0 || w->step == w->pace.first)
        for (size_t k = 0; k < w->path.M; k++) {
            double *channel = w->drawn + k * w->block;
            slp_increments(channel, h, run->seed, 0, (uint32_t)k, 0, w->step - in, w->block);
            for (size_t s = 0; s < w->block; s++) channel[s] = slp_truncate(channel[s], h, ell);
        }
    for (size_t k = 0; k < w->path.M; k++) {
        w->dw[k] = w->drawn[k * w->block + in];
        w->since[k] += w->dw[k];
    }
}

static void put_row(walk *w)
{
    slp_path_measure(&w->path);
    size_t length = slp_table_row(w->text, &w->table, (double)w->step * w->run->start->h,
                                  slp_path_state(&w->path), w->path.measured, w->since);
    slp_output_put(&w->out, w->text, length);
    w->rows++;
    memset(w->since, 0, w->path.M * sizeof *w->since);
}

/* Stores the data for the next checkpoint. */
static void set_checkpoint(walk *w)
{
    slp_path_renew(&w->path);
    w->mark.step = w->step;
    w->mark.rows = w->rows;
    w->mark.bytes = w->out.bytes;
    w->mark.sum = w->out.sum;
    memcpy(w->mark.x, slp_path_state(&w->path), w->path.d * sizeof *w->mark.x);
    memcpy(w->mark.since, w->since, w->path.M * sizeof *w->mark.since);
}

/* Writes the output, then the checkpoint, to disk. */
static slp_status save_checkpoint(slp_simulated *report, walk *w, slp_error *err)
{
    if (!w->run->out) return SLP_OK;
    if (w->table.npy) slp_table_header(w->text, &w->table, w->rows);
    if (!slp_output_sync(&w->out, w->text)) return SLP_OK; /* reported at the end */
    slp_status status = slp_checkpoint_write(w->run->checkpoint, &w->mark, w->run, err);
    if (status != SLP_OK)
        report->about = w->run->checkpoint;
    else
        report->vouched = w->paced = w->mark.step;
    slp_pace_mark(&w->pace);
    return status;
}

static bool checkpoint_is_due(const walk *w)
{
    const slp_simulation *run = w->run;
    return run->out && (slp_pace_since(&w->pace) >= (double)run->seconds ||
                        (run->paces && w->step / run->paces != w->paced / run->paces));
}

/* Makes an empty file, then its first checkpoint.  If the process ends in between, the file is
 * empty. */
static slp_status create_output(slp_simulated *report, walk *w, slp_error *err)
{
    const slp_simulation *run = w->run;
    report->about = run->checkpoint;
    if (access(run->checkpoint, F_OK) == 0)
        return slp_error_set(err, 0, NULL, NULL,
                             "exists; --resume goes on with its run, or remove it first");
    report->about = run->out;
    slp_status status = slp_output_open(&w->out, run->out, true, err);
    if (status != SLP_OK) return status;
    report->about = run->checkpoint;
    status = slp_checkpoint_write(run->checkpoint, &w->mark, run, err);
    if (status != SLP_OK) remove(run->out);
    return status;
}

/* Resumes from the checkpoint.  It changes nothing before all checks are made. */
static slp_status resume_output(slp_simulated *report, walk *w, slp_error *err)
{
    const slp_simulation *run = w->run;
    report->about = run->out;
    slp_status there = slp_output_open(&w->out, run->out, false, err);
    if (there == SLP_INPUT) return there;
    report->about = run->checkpoint;
    slp_status status = slp_checkpoint_read(&w->mark, run->checkpoint, run, err);
    if (status == SLP_INPUT) return status;
    if (status == SLP_END && there == SLP_END) return create_output(report, w, err);
    if (status == SLP_END && !slp_output_empty(&w->out))
        return slp_error_set(err, 0, NULL, NULL, "is missing; without it there is no going on");
    if (status == SLP_END) return slp_checkpoint_write(run->checkpoint, &w->mark, run, err);
    report->about = run->out;
    if (there == SLP_END)
        return slp_error_set(err, 0, NULL, NULL, "is missing; its checkpoint is not");
    if (w->mark.step > run->steps)
        return slp_error_set(err, 0, NULL, NULL,
                             "is %llu steps long already, more than the %llu asked for",
                             (unsigned long long)w->mark.step, (unsigned long long)run->steps);
    w->out.fixed = slp_table_fixed(&w->table);
    status = slp_output_verify(&w->out, w->mark.bytes, w->mark.sum, err);
    if (status != SLP_OK) return status;
    if (w->table.npy) slp_table_header(w->text, &w->table, w->mark.rows);
    return slp_output_cut(&w->out, w->text, w->mark.bytes, w->mark.sum, err);
}

static slp_status begin_run(slp_simulated *report, walk *w, slp_error *err)
{
    const slp_simulation *run = w->run;
    const size_t M = w->path.M;
    w->table =
        (slp_table){run->npy, run->brief ? 0 : w->path.d, w->path.casimirs, run->noise ? M : 0};
    slp_checkpoint_init(&w->mark, run);
    if (run->out) slp_checkpoint_sweep(run->checkpoint);
    slp_output_standard(&w->out);
    w->block = M * BLOCK <= NUMBERS ? BLOCK : 2 + NUMBERS / M / 2 * 2;
    w->drawn = slp_allocate(M * w->block, sizeof *w->drawn);
    w->dw = slp_allocate(M, sizeof *w->dw);
    w->since = slp_allocate(M, sizeof *w->since);
    w->text = slp_allocate(slp_table_size(&w->table), 1);
    slp_status status = !run->out     ? SLP_OK
                        : run->resume ? resume_output(report, w, err)
                                      : create_output(report, w, err);
    w->out.fixed = slp_table_fixed(&w->table);
    if (status != SLP_OK) return status;
    report->about = NULL;
    w->step = w->paced = report->vouched = w->mark.step;
    w->rows = w->mark.rows;
    memcpy(w->since, w->mark.since, M * sizeof *w->since);
    if (w->step) slp_path_start(&w->path, w->mark.x);
    slp_pace_begin(&w->pace, w->step, run->steps);
    if (w->rows == 0) {
        slp_output_put(&w->out, w->text, slp_table_header(w->text, &w->table, 0));
        put_row(w);
    }
    return SLP_OK;
}

static slp_status make_steps(slp_simulated *report, walk *w, slp_error *err)
{
    const slp_simulation *run = w->run;
    slp_status status = SLP_OK;
    while (w->step < run->steps && status == SLP_OK && !w->out.fault && !report->signal) {
        draw_increments(w);
        status = slp_path_step(&w->path, run->start->h, w->dw);
        if (status != SLP_OK) {
            slp_error_set(err, run->start->line, run->start->id, NULL,
                          "step %llu, to t = %g, ended with %s; try a smaller h",
                          (unsigned long long)w->step + 1, (double)(w->step + 1) * run->start->h,
                          slp_status_word(status));
            break;
        }
        w->step++;
        if (w->step % run->every == 0) put_row(w);
        report->signal = slp_pace_look(&w->pace, w->step);
        if (w->step % w->path.period == 0) {
            set_checkpoint(w);
            if (checkpoint_is_due(w)) status = save_checkpoint(report, w, err);
        }
    }
    return status;
}

static slp_status finish_run(slp_simulated *report, walk *w, slp_status status, slp_error *err)
{
    const slp_simulation *run = w->run;
    slp_error late;
    report->step = w->step;
    if (status == SLP_OK && w->step == run->steps && w->step % run->every != 0) put_row(w);
    const char *about = report->about;
    if (status != SLP_OK) {
        save_checkpoint(report, w, &late);
        report->about = about;
    } else {
        status = save_checkpoint(report, w, err);
    }
    if (w->out.fault && run->out) {
        report->about = run->out;
        return slp_error_set(err, 0, NULL, NULL, "cannot be written: %s", strerror(w->out.fault));
    }
    return status;
}

slp_status slp_simulate(slp_simulated *report, const slp_simulation *run, slp_error *err)
{
    walk w = {.run = run};
    *report = (slp_simulated){0, 0, 0, NULL};
    slp_status status = slp_path_open(&w.path, run->start, run->fast, err);
    if (status == SLP_OK) {
        status = begin_run(report, &w, err);
        if (status == SLP_OK) {
            status = finish_run(report, &w, make_steps(report, &w, err), err);
            slp_pace_end(&w.pace);
        }
        slp_output_close(&w.out);
        slp_checkpoint_clear(&w.mark);
    }
    free(w.drawn);
    free(w.dw);
    free(w.since);
    free(w.text);
    slp_path_close(&w.path);
    return status;
}
