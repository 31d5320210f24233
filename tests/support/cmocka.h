/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* cmocka with the four headers that it wants before its own, and comparisons of numbers: one that
 * fails prints both of them, in decimals and to the last bit. */
#ifndef SLP_TESTS_CMOCKA_H
#define SLP_TESTS_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define assert_lt(value, bound) assert_numbers(#value, value, <, #bound, bound)
#define assert_le(value, bound) assert_numbers(#value, value, <=, #bound, bound)
#define assert_gt(value, bound) assert_numbers(#value, value, >, #bound, bound)
#define assert_ge(value, bound) assert_numbers(#value, value, >=, #bound, bound)
/* Numbers of every type are numbers of a long double, which an integer of 64 bits is on x86. */
#define assert_numbers(value_text, value, relation, bound_text, bound)                             \
    do {                                                                                           \
        const long double value_ = (long double)(value), bound_ = (long double)(bound);            \
        if (!(value_ relation bound_))                                                             \
            fail_msg("%s is %.17Lg (%La), wanted " #relation " %s, which is %.17Lg (%La)",         \
                     value_text, value_, value_, bound_text, bound_, bound_);                      \
    } while (0)

#endif
