/* A case as the reference takes it. */
#include "tests/support/cmocka.h"

#include "tests/ref/case_in_balls.h"

void take(taken *t, const char *line)
{
    slp_error err = {0};
    slp_case_init(&t->c);
    if (slp_case_parse(&t->c, line, 1, &err) != SLP_OK ||
        ref_system_new(&t->sys, &t->c, &err) != SLP_OK)
        fail_msg("%s: %s: %s", line, err.field, err.text);
    t->x = _arb_vec_init((slong)(t->c.d + t->c.M));
    t->dW = t->x + t->c.d;
    arb_init(t->h);
    arb_set_d(t->h, t->c.h);
    for (size_t i = 0; i < t->c.d; i++) arb_set_d(t->x + i, t->c.x[i]);
    for (size_t k = 0; k < t->c.M; k++) arb_set_d(t->dW + k, t->c.dw[k]);
}

void put_back(taken *t)
{
    _arb_vec_clear(t->x, (slong)(t->c.d + t->c.M));
    arb_clear(t->h);
    ref_system_free(t->sys);
    slp_case_clear(&t->c);
}
