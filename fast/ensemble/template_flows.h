/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* splitting-lie and splitting-strang on the rigid body, so(3): a step composes turns.
 *   Factor k = 0, 1, 2, H = (h/I_k + c_k dW_k) x_k^2/2, turns the plane of the next two axes i, j
 * by
 *   t = (h/I_k + c_k dW_k) x_k: x_i' = x_i cos t + x_j sin t, x_j' = x_j cos t - x_i sin t.
 *   A linear noise turns x about the unit vector n of chi by t = |chi| dW:
 *   x' = x + sin t (x x n) + (1 - cos t) (n (n.x) - x).
 *   The rounded n has |n|^2 = 1 + e, |e| of order u, the same in every step, by which |x| would
 *   drift.  So what it makes wrong, e ((cos t - 1)(n.x) n - (sin t)(x x n)/2), is added to the
 * move. Over half a step t is half as large.  Both ways of writing have cos t - 1, so that x moves
 * with one rounding at its size and others at the size of its move.
 *
 * Sine and cosine: polynomials on |t| <= 0.785398, Chebyshev interpolants of (sin t/t - 1)/t^2 and
 * ((cos t - 1)/t^2 + 1/2)/t^2 in t^2, with relative errors of 2^-55.4 and 2^-58.2.  Larger angles
 * are reduced by the nearest multiple q of pi/2, |q| <= 3, in two parts: t - q P is exact in a
 * fused product but for one rounding at the size of the rest.  A path with an angle above
 * LONGEST_TURN takes its step alone: there an angle's rounding counts.  A group of vectors without
 * an angle above 0.785398 leaves out the reduction, which would change none of its bits. */

#define SHORT_TURN 0.785398
enum { LONGEST_TURN = 4 };

typedef struct flow_turns {
    vd sine[NOISE_VECTORS], less[NOISE_VECTORS]; /* sin t; cos t - 1 */
} flow_turns;

/* Of |r| <= SHORT_TURN. */
INLINE void flow_short(flow_turns *to, const vd r[NOISE_VECTORS])
{
    static const double sines[6] = {0x1.5e0b1a0e3b780p-33, -0x1.ae600b02f1f19p-26,
                                    0x1.71de37968a496p-19, -0x1.a01a019e83ab1p-13,
                                    0x1.1111111110bb2p-7,  -0x1.5555555555555p-3},
                        cosines[6] = {-0x1.907da37d32e71p-37, 0x1.1eeb68e95951ap-29,
                                      -0x1.27e4fa17da269p-22, 0x1.a01a019f4eb02p-16,
                                      -0x1.6c16c16c16967p-10, 0x1.5555555555555p-5};
    vd square[NOISE_VECTORS], s[NOISE_VECTORS], c[NOISE_VECTORS];
    EACH(g, NOISE_VECTORS)
    {
        square[g] = r[g] * r[g];
        s[g] = vd_set(sines[0]);
        c[g] = vd_set(cosines[0]);
    }
    EACH(i, 5)
    {
        const vd of_sine = vd_set(sines[i + 1]), of_cosine = vd_set(cosines[i + 1]);
        EACH(g, NOISE_VECTORS) s[g] = vd_fma(s[g], square[g], of_sine);
        EACH(g, NOISE_VECTORS) c[g] = vd_fma(c[g], square[g], of_cosine);
    }
    EACH(g, NOISE_VECTORS)
    {
        to->sine[g] = vd_fma(s[g] * square[g], r[g], r[g]);
        to->less[g] = square[g] * vd_fma(c[g], square[g], vd_set(-0.5));
    }
}

/* Of |t| <= LONGEST_TURN, and of anything in lanes that are stepped alone. */
static __attribute__((noinline)) void flow_any(flow_turns *to, const vd t[NOISE_VECTORS])
{
    const vd rounder = vd_set(0x1.8p52);
    vd rest[NOISE_VECTORS];
    vu turns[NOISE_VECTORS];
    EACH(g, NOISE_VECTORS)
    {
        const vd shifted = vd_fma(t[g], vd_set(0x1.45f306dc9c883p-1), rounder),
                 q = shifted - rounder;
        turns[g] = vd_bits(shifted); /* its lowest bits are those of q */
        rest[g] = vd_fnma(q, vd_set(0x1.921fb54442d18p+0), t[g]);
        rest[g] = vd_fnma(q, vd_set(0x1.1a62633145c07p-54), rest[g]);
        rest[g] = vd_select(vm_le(vd_abs(t[g]), vd_set(SHORT_TURN)), t[g], rest[g]);
    }
    flow_short(to, rest);
    EACH(g, NOISE_VECTORS)
    {
        const vm odd = vu_bit(turns[g], 0), upper = vu_bit(turns[g], 1);
        const vd cosine = vd_set(1.0) + to->less[g], one = vd_select(odd, cosine, to->sine[g]),
                 other = vd_select(odd, -to->sine[g], cosine);
        const vm near = vm_le(vd_abs(t[g]), vd_set(SHORT_TURN));
        to->less[g] = vd_select(near, to->less[g], vd_select(upper, -other, other) - vd_set(1.0));
        to->sine[g] = vd_select(near, to->sine[g], vd_select(upper, -one, one));
    }
}

/* sin t and cos t - 1, and the largest |t| so far. */
INLINE void flow_turns_by(flow_turns *to, vd most[NOISE_VECTORS], const vd t[NOISE_VECTORS])
{
    bool all_short = true;
    EACH(g, NOISE_VECTORS)
    {
        const vd size = vd_abs(t[g]);
        most[g] = vd_max(size, most[g]);
        all_short = all_short && !vm_any(vm_and_not(vm_all(), vm_le(size, vd_set(SHORT_TURN))));
    }
    if (all_short) {
        flow_short(to, t);
        return;
    }
    flow_turns far; /* copies, so that what is above stays in registers */
    vd angles[NOISE_VECTORS];
    EACH(g, NOISE_VECTORS) angles[g] = t[g];
    flow_any(&far, angles);
    *to = far;
}

/* Factor k = 0, 1, 2, rate = half of h/I_k + c_k dW_k; times: 1 for half a step, 2 for a whole. */
INLINE void flow_axis(vd x[3][NOISE_VECTORS], vd most[NOISE_VECTORS], const vd rate[NOISE_VECTORS],
                      const int k, vd times)
{
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    flow_turns turn;
    vd t[NOISE_VECTORS];
    EACH(g, NOISE_VECTORS) t[g] = times * rate[g] * x[k][g];
    flow_turns_by(&turn, most, t);
    EACH(g, NOISE_VECTORS)
    {
        const vd a = x[i][g], b = x[j][g];
        x[i][g] = a + vd_fma(turn.sine[g], b, turn.less[g] * a);
        x[j][g] = b + vd_fnma(turn.sine[g], a, turn.less[g] * b);
    }
}

/* Linear noise k, by half of |chi| dW times `times`. */
static __attribute__((noinline)) void flow_linear(vd x[3][NOISE_VECTORS], vd most[NOISE_VECTORS],
                                                  const tile *t, const ensemble_job *job,
                                                  unsigned half, int v, unsigned k, vd times)
{
    const vd length = vd_set(job->length[k]) * times;
    const vd n[3] = {vd_set(job->unit[k][0]), vd_set(job->unit[k][1]), vd_set(job->unit[k][2])};
    flow_turns turn;
    vd by[NOISE_VECTORS];
    EACH(g, NOISE_VECTORS) by[g] = length * t->dw[job->quads + k][half][v + g];
    flow_turns_by(&turn, most, by);
    EACH(g, NOISE_VECTORS)
    {
        const vd own[3] = {x[0][g], x[1][g], x[2][g]};
        const vd along = vd_fma(n[0], own[0], vd_fma(n[1], own[1], n[2] * own[2]));
        EACH(i, 3)
        {
            const int a = (i + 1) % 3, b = (i + 2) % 3;
            const vd across = vd_fnma(own[b], n[a], own[a] * n[b]),
                     away = vd_fnma(n[i], along, own[i]);
            const vd excess =
                vd_fma(turn.less[g] * along, n[i], vd_set(-0.5) * turn.sine[g] * across);
            x[i][g] = own[i] + vd_fma(turn.sine[g], across,
                                      vd_fma(turn.less[g], away, vd_set(job->excess[k]) * excess));
        }
    }
}

INLINE void flows_take_step(tile *t, const ensemble_job *job, unsigned half, const bool strang)
{
    const vd first = vd_set(strang ? 1.0 : 2.0), whole = vd_set(2.0);
    const unsigned linear = job->vectors;
    for (int v = 0; v < t->used; v += NOISE_VECTORS) {
        vd x[3][NOISE_VECTORS], rate[3][NOISE_VECTORS], most[NOISE_VECTORS];
        EACH(g, NOISE_VECTORS)
        {
            most[g] = vd_set(0.0);
            EACH(i, 3)
            {
                x[i][g] = t->x[(v + g) * 3 + i];
                rate[i][g] = vd_set(job->rate[i]);
                if (job->quads)
                    rate[i][g] = vd_fma(vd_set(job->quad[i]), t->dw[i][half][v + g], rate[i][g]);
            }
        }
        flow_axis(x, most, rate[0], 0, first);
        flow_axis(x, most, rate[1], 1, first);
        flow_axis(x, most, rate[2], 2, linear ? first : whole);
        for (unsigned k = 0; k < linear; k++)
            flow_linear(x, most, t, job, half, v, k, k + 1 == linear ? whole : first);
        if (strang) {
            for (unsigned k = linear; k-- > 1;) flow_linear(x, most, t, job, half, v, k - 1, first);
            if (linear) flow_axis(x, most, rate[2], 2, first);
            flow_axis(x, most, rate[1], 1, first);
            flow_axis(x, most, rate[0], 0, first);
        }
        EACH(g, NOISE_VECTORS)
        {
            const vm left = vm_and_not(vm_all(), vm_le(most[g], vd_set(LONGEST_TURN)));
            vd from[3];
            EACH(i, 3)
            {
                from[i] = t->x[(v + g) * 3 + i];
                t->x[(v + g) * 3 + i] = x[i][g];
            }
            if (vm_any(left)) step_alone(t, job, from, 1, 3, half, v + g, left);
        }
    }
}

static void flows_take_lie(tile *t, const ensemble_job *job, unsigned half)
{
    flows_take_step(t, job, half, false);
}

static void flows_take_strang(tile *t, const ensemble_job *job, unsigned half)
{
    flows_take_step(t, job, half, true);
}

static void advance_body_lie(ensemble_job *job)
{
    advance(job, 3, VECTORS, flows_take_lie);
}

static void advance_body_strang(ensemble_job *job)
{
    advance(job, 3, VECTORS, flows_take_strang);
}
