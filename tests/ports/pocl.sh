# SPDX-License-Identifier: LGPL-3.0-or-later
# For tests of OpenCL on PoCL: an empty cache of kernels, $dir.  PoCL asks hwloc for the machine's
# memory.  Where there is no /sys, hwloc finds none and PoCL ends the program: there hwloc is told
# of 4 GiB and of this machine's processors.
export POCL_CACHE_DIR=$dir
[ -d /sys/devices/system/cpu ] ||
    export HWLOC_SYNTHETIC="pack:1 numa:1(memory=4294967296) core:$(nproc) pu:1"
