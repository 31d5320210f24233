/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A program as on bare metal: the suite and the verifier compiled in, which need no files.  For
 * tests/vectors/test_vectors.sh, which compiles it with the folder of a suite in its path. */
#include "vectors.h"

#define SLP_VERIFY_LIBRARY
#include "oracle/ports/vectors/slp_verify.c"

#include <stdio.h>

enum { MOST = 4096 };

/* Counts of verdicts on: the answers themselves; one coordinate moved by twice the radius, and by
 * half of it; a number too few. */
int main(void)
{
    static double answer[MOST];
    unsigned right = 0, far = 0, near = 0, few = 0, bits = 0, other = 0, moved = 0;
    for (uint32_t i = 0; i < SLP_VECTORS_STEPS; i++) {
        const slp_vectors_step *v = &slp_vectors_steps[i];
        if (v->d > MOST) return 1;
        memcpy(answer, v->y, v->d * sizeof *answer);
        right += slp_verify_step(v, answer, v->d) == SLP_VERIFY_PASS;
        few += slp_verify_step(v, answer, v->d - 1) == SLP_VERIFY_FAIL;
        if (v->unit != 0 || v->radius == 0) continue;
        moved++;
        answer[0] = v->y[0] + (v->y[0] > 0 ? 2 : -2) * v->radius;
        far += slp_verify_step(v, answer, v->d) == SLP_VERIFY_FAIL;
        answer[0] = v->y[0] + 0.5 * v->radius;
        near += slp_verify_step(v, answer, v->d) == SLP_VERIFY_PASS;
    }
    for (uint32_t i = 0; i < SLP_VECTORS_BITS; i++) {
        const slp_vectors_bits *v = &slp_vectors_noise[i];
        memcpy(answer, v->y, v->count * sizeof *answer);
        bits += slp_verify_noise(v, answer, v->count) == SLP_VERIFY_PASS;
        answer[0] = answer[0] == 0 ? -answer[0] : answer[0] * (1 + 0x1p-52);
        other += slp_verify_noise(v, answer, v->count) == SLP_VERIFY_FAIL;
    }
    printf("right %u near %u of %u far %u few %u bits %u other %u\n", right, near, moved, far, few,
           bits, other);
    return 0;
}
