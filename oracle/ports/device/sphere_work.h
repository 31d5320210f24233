/* What the host asks of the work items in a step of Zeitlin's sphere (sphere.h).
 *
 * All numbers lie in one list, in slots of N^2: a matrix is a slot of real parts, row by row, and
 * the next one of imaginary parts.  States, stages and generators are skew-Hermitian, so the real
 * part is skew and the imaginary part symmetric. */
#ifndef SLP_DEVICE_SPHERE_WORK_H
#define SLP_DEVICE_SPHERE_WORK_H

/* Slots; of matrices the first of two.  DIFFERENCES backward differences of the stages come last,
 * order 0 first. */
enum {
    S_STATE = 0,
    S_STAGE = 2,
    S_XI = 4,
    S_NEXT = 6,
    S_PART = 8, /* three real products; afterwards sums by column */
    S_W = 11,   /* xi z */
    S_SUM = 13, /* real plus imaginary part of the left and of the right factor */
    S_INVERSE = 15,
    S_RATIO = 16,
    S_SQUARES = 17,
    S_DIFFERENCE = 18,
    DIFFERENCES = 9,
    SLOTS = 18 + 2 * 9
};

/* What is to be done, in brackets the number of work items. */
enum {
    DO_FACTOR,    /* [N] pivots of the Laplacian, a superdiagonal an item */
    DO_GENERATOR, /* [N] xi = -h (Laplacian)^-1 of the stage, a superdiagonal an item */
    DO_SUM,       /* [N^2] slot c = slot a + slot b */
    DO_PRODUCT,   /* [N^2] slot c = slot a times slot b, where there is no BLAS */
    DO_COMPLEX,   /* [N^2] matrix c = the product whose parts the three real products are */
    DO_STAGE,     /* [N^2] next = x - (W - W*)/2 + P/4, P = matrix a; squares of next - stage */
    DO_COPY,      /* [2 N^2] matrix c = matrix a */
    DO_END,       /* [N^2] x = x - (W - W*); squares of the change */
    DO_SQUARES,   /* [N^2] squares of the state */
    DO_COLUMNS,   /* [N] sums of the squares by column, in S_PART */
    DO_MISSES,    /* [N] by how much the sums of the first 1, ..., a differences miss the stage */
    DO_REMEMBER,  /* [2 N^2] differences after this stage; a of them were known */
    DO_GUESS      /* [2 N^2] stage = the sum of a differences, or x if there are none */
};
typedef struct sphere_work {
    int kind, n, a, b, c;
    double h;
} sphere_work;

#endif
