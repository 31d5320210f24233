/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The machine that this process runs on, in words. */
#ifndef SLP_ORACLE_PLUMBING_MACHINE_H
#define SLP_ORACLE_PLUMBING_MACHINE_H

typedef struct slp_machine {
    char processor[200]; /* its model; the architecture if the system does not name one */
    char system[600];    /* distribution, kernel and its release, architecture */
    int processors;      /* online, at least 1 */
} slp_machine;

/* Fills *to from the system; a word that the system does not tell is "".  Characters that a
 * terminal would act on are escaped. Tested by tests/plumbing/test_machine.c. */
void slp_machine_read(slp_machine *to);

#endif
