/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The systems of which `slp gen` draws cases, for tests that walk over them. */
#ifndef SLP_TESTS_DRAWN_SYSTEM_H
#define SLP_TESTS_DRAWN_SYSTEM_H

#include "oracle/contract/case/case.h"

/* The i-th of slp_system_at that has a draw; NULL past the end. */
static inline const slp_system *drawn_system_at(size_t i)
{
    const slp_system *system;
    for (size_t k = 0; (system = slp_system_at(k)); k++)
        if (system->draw && i-- == 0) return system;
    return NULL;
}

/* The same of the systems that are no family, each of which has a model of its own. */
static inline const slp_system *modelled_system_at(size_t i)
{
    const slp_system *system;
    for (size_t k = 0; (system = drawn_system_at(k)); k++)
        if (!system->family && i-- == 0) return system;
    return NULL;
}

#endif
