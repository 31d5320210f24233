/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How long something took. */
#ifndef SLP_ORACLE_CLOCK_H
#define SLP_ORACLE_CLOCK_H

/* Seconds of a clock that only goes forward, from any beginning. */
double slp_clock_seconds(void);

#endif
