/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The two kinds of work of peak.h, and its size. */
#ifndef SLP_DEVICE_PEAK_KINDS_H
#define SLP_DEVICE_PEAK_KINDS_H

enum { PEAK_FUSED, PEAK_COPY };
enum { PEAK_CHAINS = 8, PEAK_OPERATIONS = 64 };

#endif
