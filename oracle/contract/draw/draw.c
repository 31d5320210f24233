/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The stream of choices: Philox blocks by counter; choices can be recorded and replayed, for
 * shrinking.  Every value is a function of one choice: a small choice gives a simple value, and 0
 * the simplest. */
#include "oracle/contract/draw/draw.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/contract/noise/philox.h"

#define ABOUT(name, about) [SLP_DRAW_##name] = about,

const char *slp_draw_class_about(slp_draw_class which)
{
    static const char *const about[] = {SLP_DRAW_CLASSES(ABOUT)};
    return (unsigned)which < SLP_DRAW_CLASS_COUNT ? about[which] : "unknown class";
}

void slp_draw_init(slp_draw *d, uint64_t seed, uint64_t number)
{
    *d = (slp_draw){.seed = seed, .number = number};
}

void slp_draw_mark(slp_draw *d, slp_draw_class which)
{
    d->classes |= UINT32_C(1) << which;
}

/* Choice `next` of this seed and number: one half of a Philox4x32-10 block.  The other half is the
 * choice before or after. */
static uint64_t fresh(const slp_draw *d)
{
    uint64_t block = d->next / 2;
    philox4x32_ctr_t counter = {{(uint32_t)d->number, (uint32_t)(d->number >> 32), (uint32_t)block,
                                 (uint32_t)(block >> 32)}};
    philox4x32_key_t key = {{(uint32_t)d->seed, (uint32_t)(d->seed >> 32)}};
    philox4x32_ctr_t words = philox4x32(counter, key);
    unsigned half = d->next % 2 ? 2 : 0;
    return (uint64_t)words.v[half + 1] << 32 | words.v[half];
}

uint64_t slp_draw_bits(slp_draw *d)
{
    uint64_t choice = !d->replay ? fresh(d) : d->next < d->replay_count ? d->replay[d->next] : 0;
    d->next++;
    if (d->record && d->record_count < d->record_capacity) d->record[d->record_count++] = choice;
    return choice;
}

/* The remainder keeps small choices as they are; its bias is below n/2^64. */
uint64_t slp_draw_below(slp_draw *d, uint64_t n)
{
    return slp_draw_bits(d) % n;
}

bool slp_draw_chance(slp_draw *d, unsigned in, unsigned of)
{
    return slp_draw_below(d, of) >= of - in;
}

/* The lowest 53 bits of the choice in reverse order, after the binary point: 1 gives 1/2, 2 gives
 * 1/4, 3 gives 3/4. */
double slp_draw_uniform(slp_draw *d)
{
    uint64_t choice = slp_draw_bits(d);
    double value = 0, weight = 0.5;
    for (int i = 0; i < 53; i++, weight /= 2)
        if (choice >> i & 1) value += weight;
    return value;
}

double slp_draw_between(slp_draw *d, double lo, double hi)
{
    return lo + (hi - lo) * slp_draw_uniform(d);
}

/* Choices below 64 give 0, -1/8, 1/8, -1/4, ...; by chance that happens once in 2^58 draws.  Every
 * other choice is the key of a normal. */
double slp_draw_normal(slp_draw *d)
{
    uint64_t choice = slp_draw_bits(d);
    if (choice < 64) {
        double size = (double)((choice + 1) / 2) / 8;
        return choice % 2 ? -size : size;
    }
    double pair[2];
    slp_noise_key key = {.seed = choice, .path = UINT64_C(0x64726177)};
    slp_normal_pair(pair, &key);
    return pair[0];
}
