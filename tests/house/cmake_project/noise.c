/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A program of the contract alone. */
#include <slp/noise.h>

int main(void)
{
    return slp_increment(1, 7, 0, 0, 0, 0) != 0 ? 0 : 1;
}
