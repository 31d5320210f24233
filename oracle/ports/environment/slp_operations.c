/* SPDX-License-Identifier: 0BSD */
/* Answers the questions of `slp environment`, compiled as your port is: same compiler, same
 * options, same type.  As a program:
 *   cc YOUR OPTIONS -o operations slp_operations.c -lm
 *   slp environment | ./operations | slp environment --answers -
 * In a port of C: compile it with -DSLP_OPERATIONS_IN_A_PORT, and give it the lines that begin with
 * `environment `.  REAL is the type: -DREAL=float, and --arithmetic binary32 for slp. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>

#ifndef REAL
#define REAL double
#endif
enum { MOST = 128, ROOM = 8192 };

/* *y = the result, stored as a REAL; 0 if there is no such operation. */
static int compute(volatile REAL *y, const char *op, const REAL *x, int count)
{
    const int pairs = strcmp(op, "dot") == 0;
    if (strcmp(op, "add") == 0) return *y = x[0] + x[1], 1;
    if (strcmp(op, "add-add") == 0) return *y = (x[0] + x[1]) + x[2], 1;
    if (strcmp(op, "multiply") == 0) return *y = x[0] * x[1], 1;
    if (strcmp(op, "divide") == 0) return *y = x[0] / x[1], 1;
    if (strcmp(op, "sqrt") == 0) return *y = sqrt(x[0]), 1;
    if (strcmp(op, "multiply-add") == 0) return *y = x[0] * x[1] + x[2], 1;
    if (strcmp(op, "fma") == 0) return *y = fma(x[0], x[1], x[2]), 1;
    if (!pairs && strcmp(op, "sum") != 0) return 0;
    REAL sum = 0; /* replace these loops by the sums and inner products of your code */
    for (int i = 0; i < count && !pairs; i++) sum += x[i];
    for (int i = 0; i + 1 < count && pairs; i += 2) sum += x[i] * x[i + 1];
    *y = sum;
    return 1;
}

/* The value of a field ` key=...` of the line, ended by a blank or the line's end. */
static const char *value(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    return at ? at + strlen(key) : "";
}

/* Answers one line on standard output. */
void slp_operation(const char *line)
{
    char op[32] = "";
    REAL x[MOST + 1] = {0};
    volatile REAL y = 0;
    int count = 0;
    char *rest;
    const char *id = value(line, " id="), *list = value(line, " x=");
    sscanf(value(line, " op="), "%31s", op);
    for (; *list && *list != ' ' && *list != '\n' && count < MOST; list = rest + (*rest == ',')) {
        x[count++] = (REAL)strtold(list, &rest); /* a number of REAL: no rounding */
        if (rest == list) return;
    }
    printf("result id=%.*s ", (int)strcspn(id, " \n"), id);
    if (compute(&y, op, x, count))
        printf("y=%La\n", (long double)y);
    else
        printf("error=unsupported\n");
    fflush(stdout);
}

#ifndef SLP_OPERATIONS_IN_A_PORT
int main(void)
{
    char line[ROOM];
    while (fgets(line, sizeof line, stdin))
        if (strncmp(line, "environment ", 12) == 0) slp_operation(line);
    return 0;
}
#endif
