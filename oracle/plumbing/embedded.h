/* Text files that the build puts inside the program: claims, presets, style sheets. */
#ifndef SLP_ORACLE_EMBEDDED_H
#define SLP_ORACLE_EMBEDDED_H

/* Ends with name NULL.  name is the path in the source tree,
 * "oracle/simulate/presets/gbw-rigid-body.slp". */
extern const struct slp_embedded {
    const char *name, *text;
} slp_embedded[];

#endif
