/* A stream: what of a key's Philox work depends on seed, channel and level alone, done once.
 * Private to oracle/noise*.c. */
#ifndef SLP_ORACLE_NOISE_STREAM_H
#define SLP_ORACLE_NOISE_STREAM_H

#include <stdint.h>

typedef struct slp_noise_stream {
    uint32_t word[4]; /* S of noise.md: two words of key, two to be added to the path */
} slp_noise_stream;

/* The stream of (seed, channel, level): S of noise.md.  Pinned, with the next two, by tests/test_noise_normal.c. */
void slp_noise_stream_open(slp_noise_stream *stream, uint64_t seed, uint32_t channel,
                           uint32_t level);
/* The block, and the pair of normals made of it, of (path, node): the bits of slp_noise_block and slp_normal_pair. */
void slp_noise_stream_block(uint32_t block[4], const slp_noise_stream *stream, uint64_t path,
                            uint64_t node);
void slp_noise_stream_pair(double pair[2], const slp_noise_stream *stream, uint64_t path,
                           uint64_t node);

#endif
