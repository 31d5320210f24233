/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Whether the cases among the answers are those that were written: see oracle/judge/echo.h. */
#include "oracle/judge/echo.h"

#include <inttypes.h>

void judge_echo_add(judge_echo *e, const slp_sum *sum)
{
    e->cases++;
    if (sum->state == SLP_SUM_NONE) return;
    e->came.count++;
    e->came.total += sum->word;
    e->changed += sum->state == SLP_SUM_WRONG;
    if (!sum->last) return;
    e->said.total += sum->total;
    e->said.count =
        sum->count > UINT64_MAX - e->said.count ? UINT64_MAX : e->said.count + sum->count;
}

/* A last line is missing: there is none, or more lines came than those that came count. */
static bool lacks_last(const judge_echo *e)
{
    return e->came.count > e->said.count;
}

uint64_t judge_echo_missing(const judge_echo *e)
{
    if (!e->ended || e->came.count == 0) return 0;
    return lacks_last(e) ? 1 : e->said.count - e->came.count;
}

bool judge_echo_differs(const judge_echo *e)
{
    return e->ended && e->changed == 0 && e->came.count == e->said.count &&
           e->came.total != e->said.total;
}

void judge_echo_fault(char text[JUDGE_ECHO_CHARS], const judge_echo *e)
{
    const uint64_t missing = judge_echo_missing(e);
    *text = 0;
    if (judge_echo_differs(e))
        snprintf(text, JUDGE_ECHO_CHARS,
                 "%" PRIu64 " cases came, as many as were written, but not the same ones",
                 e->came.count);
    else if (missing && lacks_last(e))
        snprintf(text, JUDGE_ECHO_CHARS,
                 "%" PRIu64 " cases came, and not the last one, which says how many there are: the "
                 "port ended early, left it out, or was given a part of the cases",
                 e->came.count);
    else if (missing)
        snprintf(text, JUDGE_ECHO_CHARS, "%" PRIu64 " of %" PRIu64 " cases did not come", missing,
                 e->said.count);
}

void judge_echo_trust(char text[JUDGE_ECHO_CHARS], const judge_echo *e)
{
    const uint64_t trusted = e->cases - e->came.count;
    *text = 0;
    if (trusted && trusted == e->cases)
        snprintf(text, JUDGE_ECHO_CHARS, "cases as echoed");
    else if (trusted)
        snprintf(text, JUDGE_ECHO_CHARS, "%" PRIu64 " of %" PRIu64 " cases as echoed", trusted,
                 e->cases);
}
