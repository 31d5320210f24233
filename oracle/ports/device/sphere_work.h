/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the host asks of the work items in a step of Zeitlin's sphere (sphere.h).
 *
 * All numbers lie in one list, in slots of N^2: a matrix is a slot of real parts, row by row, and
 * the next one of imaginary parts.  A factor of a product has a third slot, real plus imaginary
 * part.  States, stages and generators are skew-Hermitian, so the real part is skew and the
 * imaginary part symmetric; of the state only entries (i, j), i <= j, are kept up to date. */
#ifndef SLP_DEVICE_SPHERE_WORK_H
#define SLP_DEVICE_SPHERE_WORK_H

/* A guess is of at most KEPT earlier stages; they, it and the next stage are RING factors. */
enum { KEPT = 9, RING = KEPT + 2 };

/* The first slot of each.  After the last slot: two places for sums of a change, sums of misses,
 * two means of diagonals. */
enum {
    S_STATE = 0,
    S_XI = 2,    /* three */
    S_W = 5,     /* three: xi z */
    S_PART = 8,  /* three: real products */
    S_RING = 11, /* RING times three: stages */
    S_INVERSE = S_RING + 3 * RING,
    S_RATIO,
    SLOTS
};

/* BLOCK work items share numbers: a tile of SIDE x SIDE entries and its mirror image, or LANES
 * superdiagonals, of which each of CHUNKS groups of items takes CHUNK rows at once.  TILES: those
 * on or above the diagonal. */
enum { SIDE = 16, LANES = 16, CHUNKS = 16, CHUNK = 16, BLOCK = 256, SWEEP = CHUNKS * CHUNK };
#define SIDES(n) (((n) + SIDE - 1) / SIDE)
#define TILES(n) (SIDES(n) * (SIDES(n) + 1) / 2)
/* Misses are summed over at most SAMPLE tiles. */
enum { SAMPLE = 64 };
#define SAMPLED(n)     (TILES(n) < SAMPLE ? TILES(n) : SAMPLE)
#define SUMS(n, place) ((long)SLOTS * (n) * (n) + (long)(place)*TILES(n))
#define MISSES(n)      SUMS(n, 2) /* KEPT times SAMPLED */
#define MEANS(n)       (MISSES(n) + (long)KEPT * SAMPLED(n))
#define NUMBERS(n)     (MEANS(n) + 2)
#define GROUPS(n)      (4 * (((n) + LANES - 1) / LANES))

/* What is to be done, in brackets the number of work items.  From DO_GENERATOR on: blocks of BLOCK
 * items each. */
enum {
    DO_FACTOR,    /* [N] pivots of the Laplacian, a superdiagonal an item */
    DO_PRODUCT,   /* [N^2 or more] slot c = slot a times slot b; the next N^2 items: slot c + 1 =
                     slot a + 1 times slot b + 1, and so on; where there is no BLAS */
    DO_COMPLEX,   /* [N^2] W = the product whose parts the three real products are */
    DO_GENERATOR, /* [GROUPS] halves of x = -(Laplacian)^-1 of the stage in slot a */
    DO_MIRROR,    /* [TILES] xi = h x of the halves */
    DO_STAGE,     /* [TILES] matrix b = X - (W - W*)/2 + P/4, P of the three real products; place c:
                     sums of squares of its difference from the stage in slot a, one of a tile */
    DO_MISSED,    /* [SAMPLED] b sums of squares of the differences of order 1, ..., b of the stages
                     in slots a, back[0], ..., one of a tile: what guesses of 1, ..., b stages
                     missed */
    DO_END        /* [TILES] X = X - (W - W*), then matrix b = a guess from the c stages in slots a,
                     back[0], ...: what a polynomial of degree c - 1 through them has next; X if
                     c = 0 */
};
typedef struct sphere_work {
    int kind, n, a, b, c;
    double h;
    int back[KEPT];
} sphere_work;

#endif
