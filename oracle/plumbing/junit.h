/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Writes JUnit's XML, which programs of continuous integration read: a suite, and in it a case for
 * each thing that was checked.
 *
 *   <testsuites><testsuite name tests failures errors skipped time>
 *     <properties><property name value/> ...</properties>
 *     <testcase classname name time><failure message="...">text</failure></testcase> ...
 *
 * Times are in seconds, three digits after the point; that of the suite is from its beginning to
 * its end.  The file is complete or absent (oracle/plumbing/whole_file.h). */
#ifndef SLP_ORACLE_JUNIT_H
#define SLP_ORACLE_JUNIT_H

#include "oracle/plumbing/whole_file.h"

typedef enum slp_junit_outcome {
    SLP_JUNIT_PASSED,
    SLP_JUNIT_FAILED,
    SLP_JUNIT_ERROR,
    SLP_JUNIT_SKIPPED
} slp_junit_outcome;

typedef struct slp_junit {
    slp_whole_file file;
    const char *suite;
    double began; /* slp_clock_seconds: it may be set to an earlier beginning */
    long counts;  /* where the suite's numbers stand in the file */
    size_t outcomes[SLP_JUNIT_SKIPPED + 1];
    bool cases;    /* a case has been written: no property can follow */
    bool timeless; /* the suite's time is written as 0, so that equal runs give equal bytes */
} slp_junit;

/* One case.  Texts may hold any bytes: those that XML has no room for, and all beyond ASCII, are
 * written as '?'. */
typedef struct slp_junit_case {
    const char *class_name, *name;
    double seconds;
    slp_junit_outcome outcome;
    const char *message; /* of what did not pass */
    const char *text;    /* more of it, or what a passed case printed; NULL: nothing */
} slp_junit_case;

/* Opens a file beside `path` and begins the suite; `suite` is kept, not copied.  True, or false
 * with errno; the caller then calls slp_junit_end all the same. */
bool slp_junit_begin(slp_junit *junit, const char *path, const char *suite);
/* A property of the suite: only before the first case. */
void slp_junit_property(slp_junit *junit, const char *name, const char *value);
/* Adds a case. */
void slp_junit_add(slp_junit *junit, const slp_junit_case *c);
/* Writes the numbers and renames the file to `path`; good = false: removes it.  True, or false
 * with errno. */
bool slp_junit_end(slp_junit *junit, bool good);

/* All tested by tests/plumbing/test_junit.c. */

#endif
