/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A usual rule of numerical mathematics in the place of the scheme. */
#include "oracle/judge/fault/tableau.h"

const judge_fault judge_faults_usual = {
    .name = "a usual rule that is no scheme of the list",
    .equation = "Runge-Kutta or implicit Euler with V(x) = ad*_{Xi(x)} x",
    .section = "Schemes",
    .rank = 11,
    .predict = fault_offer_tables_on_states};
