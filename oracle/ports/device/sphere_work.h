/* What the host asks of the work items in a step of Zeitlin's sphere (sphere.h).
 *
 * All numbers lie in one list, in slots of N^2: a matrix is a slot of real parts, row by row, and
 * the next one of imaginary parts.  A factor of a product has a third slot, real plus imaginary
 * part.  States, stages and generators are skew-Hermitian, so the real part is skew and the
 * imaginary part symmetric; of the state and of the differences only entries (i, j), i <= j, are
 * kept up to date. */
#ifndef SLP_DEVICE_SPHERE_WORK_H
#define SLP_DEVICE_SPHERE_WORK_H

/* The first slot of each.  After the last slot: two rooms for sums, then two means of diagonals. */
enum {
    S_STATE = 0,
    S_XI = 2,     /* three */
    S_W = 5,      /* three: xi z */
    S_PART = 8,   /* three: real products */
    S_STAGE = 11, /* three */
    S_NEXT = 14,  /* three; it and the stage change places */
    S_INVERSE = 17,
    S_RATIO = 18,
    S_DIFFERENCE = 19, /* backward differences of the stages, two slots each, order 0 first */
    DIFFERENCES = 9,
    SLOTS = 19 + 2 * 9
};

/* An item of a strip: column j of STRIP rows, its number is strip * N + j.  An item of DO_ADD sums
 * at most ADDED numbers. */
enum { STRIP = 4, ADDED = 64 };
#define STRIPS(rows)  (((rows) + STRIP - 1) / STRIP)
#define ROOM(n)       ((long)DIFFERENCES * (n)*STRIPS(n)) /* numbers of a room for sums */
#define SUMS(n, room) ((long)SLOTS * (n) * (n) + (room)*ROOM(n))
#define MEANS(n)      SUMS(n, 2)
#define NUMBERS(n)    (MEANS(n) + 2)
/* Items of DO_GENERATOR: four groups, each filled up to whole rows of lanes. */
enum { LANES = 32 };
#define WIDE(n) (((n) + LANES - 1) / LANES * LANES)

/* What is to be done, in brackets the number of work items. */
enum {
    DO_FACTOR,    /* [N] pivots of the Laplacian, a superdiagonal an item */
    DO_GENERATOR, /* [4 WIDE] halves of x = -(Laplacian)^-1 of the stage in slot a */
    DO_MIRROR,    /* [N STRIPS((N + 1) / 2)] xi = h x of the halves */
    DO_PRODUCT,   /* [N^2 or more] slot c = slot a times slot b; the next N^2 items: slot c + 1 =
                     slot a + 1 times slot b + 1, and so on; where there is no BLAS */
    DO_COMPLEX,   /* [N^2] W = the product whose parts the three real products are */
    DO_STAGE,     /* [N STRIPS(N)] matrix b = X - (W - W*)/2 + P/4, P of the three real products;
                     sums of squares of its difference from the stage in slot a */
    DO_END,       /* [N STRIPS(N)] X = X - (W - W*); differences after the stage in slot a, b of
                     them known; by how much the sums of the first 1, ..., b missed that stage */
    DO_ADD,       /* [sums * b] of each of the sums a terms in room c, b terms in the other room */
    DO_GUESS      /* [N STRIPS(N)] the stage in slot a = the sum of as many differences as missed
                     least by the b sums in room c; the state if b = 0 */
};
typedef struct sphere_work {
    int kind, n, a, b, c;
    double h;
} sphere_work;

#endif
