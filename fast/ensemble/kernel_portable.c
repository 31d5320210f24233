/* The ensemble kernel for any machine. */
#include "fast/vector/portable.h"
#define KERNEL fast_ensemble_portable
#include "fast/ensemble/template.h"
