/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ensemble kernel for any machine. */
#include "fast/vector/portable.h"
#define KERNEL fast_ensemble_portable
#include "fast/ensemble/template.h"
