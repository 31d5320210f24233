/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* SLP_FOREIGN_ALLOCATOR: the allocator is not the C library's to stand before (a sanitizer's, or
 * another C library). */
#ifndef SLP_TESTS_FOREIGN_ALLOCATOR_H
#define SLP_TESTS_FOREIGN_ALLOCATOR_H

#include <stdlib.h> /* __GLIBC__ */

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLP_FOREIGN_ALLOCATOR 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
#define SLP_FOREIGN_ALLOCATOR 1
#endif

#endif
