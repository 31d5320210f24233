/* Decimals of certified enclosures. */
#ifndef SLP_ORACLE_RUN_DECIMAL_H
#define SLP_ORACLE_RUN_DECIMAL_H

#include "ref/ref.h"

/* Prints x as -d.ddde-N with `digits` >= 1 significant digits, correctly rounded to nearest, without
 * the exponent where that is 0; zero as 0.
 *   SLP_OK      every number in the ball has this decimal
 *   SLP_UNABLE  the ball is too wide to tell (or touches a tie, or zero); nothing is printed
 * Pinned by tests/test_case_decimal.c. */
slp_status slp_decimal_print(FILE *to, const arb_t x, slong digits);

#endif
