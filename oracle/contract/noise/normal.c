/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Random bits and standard normals as functions of a key: Philox4x32-10 and Box-Muller.  The same
 * bits in any order, on any machine: oracle/contract/noise/noise.md derives the bounds stated here.
 * */
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/contract/noise/elementary.h"
#include "oracle/contract/noise/philox.h"
#include "oracle/contract/noise/stream.h"

#include <math.h>

/* Two blocks, one after the other.  The first turns (seed; channel, level) into the four words of a
 * stream; for each seed this map is one to one.  The second block has two of these words as its
 * key; the other two are added to the path.  So within a stream different (path, node) are
 * different counters.  The key has 256 bits, and no two keys collide. */
void slp_noise_stream_open(slp_noise_stream *stream, uint64_t seed, uint32_t channel,
                           uint32_t level)
{
    philox4x32_key_t key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    philox4x32_ctr_t name = {{channel, level, 0, 0}};
    philox4x32_ctr_t words = philox4x32(name, key);
    memcpy(stream->word, words.v, sizeof words.v);
}

/* The block of (path, node). */
static void stream_block(uint32_t block[4], const slp_noise_stream *stream, uint64_t path,
                         uint64_t node)
{
    philox4x32_key_t own = {{stream->word[0], stream->word[1]}};
    philox4x32_ctr_t place = {{(uint32_t)node, (uint32_t)(node >> 32),
                               (uint32_t)path ^ stream->word[2],
                               (uint32_t)(path >> 32) ^ stream->word[3]}};
    philox4x32_ctr_t words = philox4x32(place, own);
    memcpy(block, words.v, sizeof words.v);
}

void slp_noise_block(uint32_t block[4], const slp_noise_key *key)
{
    if (!block || !key) return;
    slp_noise_stream stream;
    slp_noise_stream_open(&stream, key->seed, key->channel, key->level);
    stream_block(block, &stream, key->path, key->node);
}

/* Box-Muller: sqrt(-2 ln u) (cos, sin)(pi/2 (quadrant + t)), with u in {1..2^53} 2^-53 and the
 * angle the middle of one of 2^53 equal arcs.  At most 5 units in the last place from the exact
 * value.
 * Tested by tests/contract/test_noise_normal.c. */
void slp_noise_stream_pair(double pair[2], const slp_noise_stream *stream, uint64_t path,
                           uint64_t node)
{
    uint32_t word[4];
    stream_block(word, stream, path, node);
    uint64_t first = ((uint64_t)word[1] << 32 | word[0]) >> 11;
    uint64_t second = ((uint64_t)word[3] << 32 | word[2]) >> 11;
    double u = (double)(first + 1) * 0x1p-53;
    double radius = sqrt(-2.0 * slp_noise_log(u));
    uint64_t quadrant = second >> 51;
    int64_t arc = (int64_t)(second & 0x7ffffffffffff);
    double t = (double)(2 * arc + 1 - ((int64_t)1 << 51)) * 0x1p-52;
    double sine, cosine;
    slp_noise_sincos(&sine, &cosine, t);
    double across = quadrant & 1 ? sine : cosine, along = quadrant & 1 ? cosine : sine;
    uint64_t flip_across = ((quadrant + 1) & 2) << 62, flip_along = (quadrant & 2) << 62;
    pair[0] = radius * slp_noise_double(slp_noise_bits(across) ^ flip_across);
    pair[1] = radius * slp_noise_double(slp_noise_bits(along) ^ flip_along);
}

void slp_normal_pair(double pair[2], const slp_noise_key *key)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!pair || !key) return;
    slp_noise_stream stream;
    slp_noise_stream_open(&stream, key->seed, key->channel, key->level);
    slp_noise_stream_pair(pair, &stream, key->path, key->node);
}
