/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sets up the fixed inputs and the scratch memory of one step. */
#include "ref/scheme/scheme.h"

static bool all_finite(arb_srcptr a, slong n)
{
    for (slong i = 0; i < n; i++)
        if (!arb_is_finite(a + i)) return false;
    return true;
}

static void span_or_norm(mag_t out, const ref_algebra *algebra, arb_srcptr x)
{
    (algebra->span ? algebra->span : algebra->norm)(out, algebra, x);
}

static void lay_out(ref_frame *f)
{
    const ref_algebra *algebra = f->algebra;
    slong stages = f->scheme ? f->scheme->stages : 1, scratch = f->scheme ? f->scheme->scratch : 0;
    f->d = algebra->d;
    f->k = stages * f->d;
    f->v_size = f->k > f->d ? f->k : f->d;
    scratch += REF_FRAME_VECTORS;
    const slong part = f->scheme && f->scheme->splits ? 1 + f->sys->M : 0;
    f->all_count = f->sys->pack_size + (scratch + 1) * f->d + (REF_FRAME_VECTORS + 2) * f->v_size +
                   part + algebra->scratch;
    f->all = _arb_vec_init(f->all_count);
    f->pack = f->all;
    f->base = f->pack + f->sys->pack_size;
    f->s = f->base + f->d;
    f->v = f->s + scratch * f->d;
    f->start = f->v + REF_FRAME_VECTORS * f->v_size;
    f->first = (arb_ptr)f->start + f->v_size;
    f->w = f->all + f->all_count - algebra->scratch;
    f->part = f->w - part;
}

/* Sets the start of the iteration and its scale.  The scale is |x|, or the length of the first
 * move, at most span(x)|Xi|, if that is larger: on T*R a step from a state near 0 may be long. */
static void set_start(ref_frame *f, arb_srcptr xi)
{
    if (f->scheme && f->scheme->from_zero) {
        f->algebra->norm(f->scale, f->algebra, xi);
        return;
    }
    for (slong i = 0; i < f->k; i++) arb_set((arb_ptr)f->start + i, f->x + i % f->d);
    REF_LOCAL(mag, move);
    if (f->algebra->span)
        f->algebra->norm(move, f->algebra, xi);
    else
        mag_set(move, f->xi_span);
    mag_mul(move, move, f->x_span);
    mag_max(f->scale, f->x_norm, move);
}

bool ref_frame_init(ref_frame *frame, const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                    const arb_t h, arb_srcptr dW, slong prec)
{
    if (scheme && scheme->semidirect && sys->algebra.rotations) scheme = scheme->semidirect;
    *frame = (ref_frame){.scheme = scheme,
                         .sys = sys,
                         .algebra = &sys->algebra,
                         .x = x,
                         .h = h,
                         .dW = dW,
                         .prec = prec};
    lay_out(frame);
    mag_init(frame->x_norm);
    mag_init(frame->x_span);
    mag_init(frame->xi_span);
    mag_init(frame->scale);
    mag_init(frame->slope);
    if (!all_finite(x, frame->d) || !arb_is_finite(h) || !all_finite(dW, sys->M)) return false;
    if (sys->table->domain && !sys->table->domain(sys, x, prec)) return false;
    sys->table->freeze(frame->pack, sys, h, dW, prec);
    if (!all_finite(frame->pack, sys->pack_size)) return false;
    ref_frame_generator(frame->s, frame, x);
    if (!all_finite(frame->s, frame->d)) return false;
    span_or_norm(frame->xi_span, frame->algebra, frame->s);
    span_or_norm(frame->x_span, frame->algebra, x);
    if (frame->algebra->span)
        frame->algebra->norm(frame->x_norm, frame->algebra, x);
    else
        mag_set(frame->x_norm, frame->x_span);
    set_start(frame, frame->s);
    if (scheme && scheme->prepare) scheme->prepare(frame);
    return all_finite(frame->base, frame->d);
}

void ref_frame_clear(ref_frame *frame)
{
    _arb_vec_clear(frame->all, frame->all_count);
    mag_clear(frame->x_norm);
    mag_clear(frame->x_span);
    mag_clear(frame->xi_span);
    mag_clear(frame->scale);
    mag_clear(frame->slope);
}

void ref_stage_norm(mag_t out, const ref_frame *frame, arb_srcptr z)
{
    REF_LOCAL(mag, one);
    frame->algebra->norm(out, frame->algebra, z);
    for (slong i = frame->d; i < frame->k; i += frame->d) {
        frame->algebra->norm(one, frame->algebra, z + i);
        mag_max(out, out, one);
    }
}

/* span(Xi(y)) <= span(Xi(x)) + lip |y - x| */
void ref_frame_generator_bound(mag_t rho, mag_t lip, ref_frame *frame, const mag_t R)
{
    const ref_system_table *table = frame->sys->table;
    if (!frame->has_slope) {
        table->generator_lipschitz(frame->slope, frame->sys, frame->pack, frame->x, R);
        frame->has_slope = table->slope_is_constant && table->slope_is_constant(frame->sys);
    }
    mag_set(lip, frame->slope);
    mag_mul(rho, lip, R);
    mag_add(rho, rho, frame->xi_span);
}
