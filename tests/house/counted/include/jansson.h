/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* For `make coverage`: jansson's loops with one condition.  Its own end at the last element or at a
 * NULL, which no element is: a branch that nobody can take. */
#include_next <jansson.h>
#ifndef SLP_TESTS_COUNTED_JANSSON_H
#define SLP_TESTS_COUNTED_JANSSON_H

#undef json_array_foreach
#define json_array_foreach(array, index, value)                                                    \
    for (index = 0; index < json_array_size(array) && (value = json_array_get(array, index), 1);   \
         index++)
#undef json_object_foreach
#define json_object_foreach(object, key, value)                                                    \
    for (key = json_object_iter_key(json_object_iter(object));                                     \
         key && (value = json_object_iter_value(json_object_key_to_iter(key)), 1);                 \
         key = json_object_iter_key(json_object_iter_next(object, json_object_key_to_iter(key))))

#endif
