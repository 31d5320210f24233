/* The ensemble kernel for any machine. */
#include "fast/vector_portable.h"
#define KERNEL fast_ensemble_portable
#include "fast/ensemble_template.h"
