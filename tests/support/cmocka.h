/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* cmocka with the four headers that it wants before its own. */
#ifndef SLP_TESTS_CMOCKA_H
#define SLP_TESTS_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
