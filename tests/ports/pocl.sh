# SPDX-License-Identifier: LGPL-3.0-or-later
# For tests of OpenCL on PoCL: one cache of kernels, beside the build.  PoCL finds a kernel there by
# the sum of its source, so another text is compiled again.  It asks hwloc for the machine's
# memory.  Where there is no /sys, hwloc finds none and PoCL ends the program: there hwloc is told
# of 4 GiB and of this machine's processors.
POCL_CACHE_DIR=$(realpath -m "$BUILD/pocl")
export POCL_CACHE_DIR
mkdir -p "$POCL_CACHE_DIR"
[ -d /sys/devices/system/cpu ] ||
    export HWLOC_SYNTHETIC="pack:1 numa:1(memory=4294967296) core:$(nproc) pu:1"
