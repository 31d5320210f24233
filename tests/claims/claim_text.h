/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A small whole claim for tests, as pieces that a test can replace. */
#ifndef SLP_TESTS_CLAIM_TEXT_H
#define SLP_TESTS_CLAIM_TEXT_H

#include "reports/claims/claim.h"

#define CLAIM_HEAD                                                                                 \
    "id: sample\n"                                                                                 \
    "source: test\n"                                                                               \
    "locator: nowhere\n"                                                                           \
    "statement: a claim\n"
#define CLAIM_EXPERIMENTS                                                                          \
    "experiments:\n"                                                                               \
    "  - name: run\n"                                                                              \
    "    system: rigid-body\n"                                                                     \
    "    scheme: implicit-midpoint\n"                                                              \
    "    parameters: {inertia: [1, 2, 3]}\n"                                                       \
    "    h: 2^-4\n"                                                                                \
    "    state: [1, 0.5, 0.25]\n"
#define CLAIM_MEASURES                                                                             \
    "measures:\n"                                                                                  \
    "  - {name: m, quantity: energy-residual, experiment: run}\n"
#define CLAIM_DECIDE                                                                               \
    "decide:\n"                                                                                    \
    "  - verdict: confirmed\n"                                                                     \
    "    because: small\n"                                                                         \
    "    when:\n"                                                                                  \
    "      - {value: m.largest, is: below, bound: 1e-3}\n"
#define CLAIM_WHOLE CLAIM_HEAD CLAIM_EXPERIMENTS CLAIM_MEASURES CLAIM_DECIDE
/* The same of another experiment. */
#define CLAIM_OF(body) CLAIM_HEAD "experiments:\n  - name: run\n" body CLAIM_MEASURES CLAIM_DECIDE

#endif
