/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A text file that the build puts inside a library or the program (oracle/plumbing/embed.sh). */
#ifndef SLP_ORACLE_EMBEDDED_FILE_H
#define SLP_ORACLE_EMBEDDED_FILE_H

/* In a list that ends with name NULL.  name is the path in the source tree,
 * "oracle/simulate/presets/gbw-rigid-body.slp". */
struct slp_embedded {
    const char *name, *text;
};

/* The presets. */
extern const struct slp_embedded slp_presets[];

#endif
