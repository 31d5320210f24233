/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Names of a result: the hash of its inputs, and the shell command that computes it again. */
#define _GNU_SOURCE /* program_invocation_name */
#include "reports/audit/json.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/sum.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A hash of all objects of the program; written by the build. */
extern const char slp_identity[];

const char *audit_build(void)
{
    return slp_identity;
}

char *audit_inputs(const char *claim_text, bool full)
{
    char *text = slp_allocate(17, 1);
    uint64_t hash = slp_fnv(SLP_FNV, slp_identity, strlen(slp_identity));
    hash = slp_fnv(hash, claim_text, strlen(claim_text));
    hash = slp_fnv(hash, full ? "full" : "default", 4);
    snprintf(text, 17, "%016llx", (unsigned long long)hash);
    return text;
}

char *audit_program(void)
{
    static const char ranks[] = "-mpi"; /* slp computes the same bytes as slp-mpi */
    const char *name = program_invocation_name;
    if (!*name) name = "slp";
    char *called = slp_copy_text(name);
    const size_t length = strlen(called);
    if (length > strlen(ranks) && strcmp(called + length - strlen(ranks), ranks) == 0)
        called[length - strlen(ranks)] = 0;
    char *word = audit_shell_word(called);
    free(called);
    return word;
}

char *audit_shell_word(const char *text)
{
    size_t length = strlen(text), quotes = 0;
    for (const char *c = text; *c; c++) quotes += *c == '\'';
    bool plain =
        *text && *text != '-' &&
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") ==
            length;
    char *word = slp_allocate(length + 3 * quotes + 3, 1), *to = word;
    if (plain) return strcpy(word, text);
    *to++ = '\'';
    for (const char *c = text; *c; c++) {
        if (*c == '\'') {
            memcpy(to, "'\\''", 4);
            to += 4;
        } else
            *to++ = *c;
    }
    *to++ = '\'';
    *to = 0;
    return word;
}

void audit_sum_text(char text[17], uint64_t sum)
{
    snprintf(text, 17, "%016" PRIx64, sum);
}
