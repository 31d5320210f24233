/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A stream: the part of the Philox computation that depends on seed, channel and level only.  It is
 * done once for many nodes.  Private to this folder. */
#ifndef SLP_ORACLE_NOISE_STREAM_H
#define SLP_ORACLE_NOISE_STREAM_H

#include <stdint.h>

typedef struct slp_noise_stream {
    uint32_t word[4]; /* S of noise.md: two words are the key, two are added to the path */
} slp_noise_stream;

/* The stream of (seed, channel, level): S of noise.md.  Tested, with the next two, by
 * tests/contract/test_noise_normal.c. */
void slp_noise_stream_open(slp_noise_stream *stream, uint64_t seed, uint32_t channel,
                           uint32_t level);
/* The pair of normals of (path, node): the same bits as slp_normal_pair. */
void slp_noise_stream_pair(double pair[2], const slp_noise_stream *stream, uint64_t path,
                           uint64_t node);

#endif
