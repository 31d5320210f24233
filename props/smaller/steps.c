/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fewer steps: the first ones of a case, or some that begin at a state of the subject's own. */
#include "oracle/plumbing/allocate.h"
#include "props/smaller/parts.h"

/* The steps from..from + count - 1 of c, from the state x. */
static bool try_steps(smaller *s, const slp_case *c, const double *x, size_t from, size_t count)
{
    SLP_CLEARED(slp_case) candidate = {0};
    slp_need_memory(slp_case_copy(&candidate, c));
    candidate.steps = count;
    slp_need_memory(slp_case_set_dw(&candidate, c->M ? c->dw + from * c->M : NULL, count * c->M));
    if (from) slp_need_memory(slp_case_set_x(&candidate, x, c->d));
    const bool better = smaller_try(s, &candidate);
    return better;
}

/* The first steps; then those that end at the step that fails, or single ones if that is not
 * known, from the subject's own state before them. */
static bool try_fewer(smaller *s, const slp_case *c)
{
    enum { MOST = 3 };
    const double *y = NULL;
    for (size_t count = 1; count < c->steps; count *= 2)
        if (try_steps(s, c, c->x, 0, count)) return true;
    const size_t which = s->how->states(&y, s->how->of, c);
    if (which && which < c->steps && try_steps(s, c, c->x, 0, which)) return true;
    for (size_t count = 1; y && count <= (which ? MOST : 1); count++)
        for (size_t end = which ? which : 1; end <= (which ? which : c->steps); end++)
            if (end > count && try_steps(s, c, y + (end - count - 1) * c->d, end - count, count))
                return true;
    return try_steps(s, c, c->x, 0, c->steps - 1);
}

void smaller_steps(smaller *s)
{
    SLP_CLEARED(slp_case) c = {0};
    for (bool better = true; better && s->best->steps > 1 && !smaller_is_spent(s);) {
        slp_need_memory(slp_case_copy(&c, s->best));
        better = try_fewer(s, &c);
    }
}
