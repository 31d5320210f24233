/* One step's frozen inputs and scratch. */
#include "ref/scheme.h"

static bool finite(arb_srcptr a, slong n)
{
    for (slong i = 0; i < n; i++)
        if (!arb_is_finite(a + i)) return false;
    return true;
}

bool ref_frame_init(ref_frame *frame, const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                    const arb_t h, arb_srcptr dW, slong prec)
{
    slong d = sys->algebra.d;
    *frame =
        (ref_frame){.scheme = scheme, .sys = sys, .algebra = &sys->algebra, .d = d, .prec = prec};
    frame->x = x;
    frame->all_count = sys->pack_size + (2 * REF_FRAME_VECTORS + 1) * d + sys->algebra.scratch;
    frame->all = _arb_vec_init(frame->all_count);
    frame->pack = frame->all;
    frame->base = frame->pack + sys->pack_size;
    frame->s = frame->base + d;
    frame->v = frame->s + REF_FRAME_VECTORS * d;
    frame->w = frame->v + REF_FRAME_VECTORS * d;
    mag_init(frame->x_norm);
    mag_init(frame->xi_norm);
    if (!finite(x, d) || !arb_is_finite(h) || !finite(dW, sys->M)) return false;
    sys->table->freeze(frame->pack, sys, h, dW, prec);
    if (!finite(frame->pack, sys->pack_size)) return false;
    ref_frame_generator(frame->s, frame, x);
    if (!finite(frame->s, d)) return false;
    frame->algebra->norm(frame->xi_norm, frame->algebra, frame->s);
    frame->algebra->norm(frame->x_norm, frame->algebra, x);
    if (scheme && scheme->prepare) scheme->prepare(frame);
    return finite(frame->base, d);
}

void ref_frame_clear(ref_frame *frame)
{
    _arb_vec_clear(frame->all, frame->all_count);
    mag_clear(frame->x_norm);
    mag_clear(frame->xi_norm);
}

/* |Xi(y)| <= |Xi(x)| + lip |y - x| */
void ref_frame_generator_bound(mag_t rho, mag_t lip, const ref_frame *frame, const mag_t R)
{
    frame->sys->table->generator_lipschitz(lip, frame->sys, frame->pack, frame->x, R);
    mag_mul(rho, lip, R);
    mag_add(rho, rho, frame->xi_norm);
}
