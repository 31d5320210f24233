/* Plate of vorticity on the sphere at four times of a run on su(N), EJLL figure 2:
 *   ω(θ, φ) = Σ_l [ω_l0 P_l0 + √2 Σ_m (ω_{l,−m} cos mφ + ω_lm sin mφ) P_lm],   ω_lm = ⟨T_lm, X⟩,
 * P_lm(θ) orthonormal associated Legendre functions, positive near the north pole, as the eigenvectors A_lm begin. */
#include "reports/figures/plate_list.h"
#include "fast/system/zeitlin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 32, LARGEST = 6, LONGITUDES = 72, LATITUDES = 36, PANELS = 4 };

/* Coefficients by [l N + m] and sign: even cos, odd sin. */
typedef struct field {
    double even[N * N], odd[N * N];
} field;

/* Where Re X_ij and Im X_ij stand among the coordinates, i < j. */
static size_t entry(size_t i, size_t j)
{
    return N + 2 * (i * N - i * (i + 1) / 2 + j - i - 1);
}

/* The field of coordinates x, or with `into` the coordinates of the field. */
static void transform(field *f, double *x, bool into)
{
    double a[N];
    if (into) memset(x, 0, N * N * sizeof *x);
    for (size_t m = 0; m < N; m++)
        for (size_t l = m ? m : 1; l < N; l++) {
            fast_zeitlin_eigenvector(a, N, l, m);
            double *even = &f->even[l * N + m], *odd = &f->odd[l * N + m];
            if (!into) *even = *odd = 0;
            for (size_t k = 0; k + m < N; k++) {
                double weight = m ? sqrt(2) * a[k] : a[k];
                double *re = m ? x + entry(k, k + m) : NULL, *im = m ? re + 1 : x + k;
                if (into) {
                    *im += m ? *even * a[k] / sqrt(2) : *even * a[k];
                    if (m) *re += *odd * a[k] / sqrt(2);
                } else {
                    *even += weight * *im;
                    if (m) *odd += weight * *re;
                }
            }
        }
}

/* P_lm(cos θ) for l = m..N-1, orthonormal on the sphere with cos, sin of mφ times √2; p[l]. */
static void legendre(double *p, size_t m, double theta)
{
    double z = cos(theta), s = sin(theta), start = sqrt(1 / 12.566370614359172);
    for (size_t k = 1; k <= m; k++) start *= s * sqrt((2.0 * (double)k + 1) / (2.0 * (double)k));
    for (size_t l = m; l < N; l++) {
        double L = (double)l, M = (double)m, c = sqrt((4 * L * L - 1) / (L * L - M * M));
        double b = l > m + 1 ? sqrt(((L - 1) * (L - 1) - M * M) / (4 * (L - 1) * (L - 1) - 1)) : 0;
        p[l] = l == m ? start : c * (z * p[l - 1] - (l > m + 1 ? b * p[l - 2] : 0));
    }
}

/* One panel's block: longitude, latitude, vorticity. */
static void panel(FILE *to, int which, const field *f)
{
    double p[N];
    fprintf(to, "$field%d << END_OF_CURVE\n", which);
    for (int j = 0; j < LATITUDES; j++) {
        double row[LONGITUDES] = {0}, theta = 3.141592653589793 * (j + 0.5) / LATITUDES;
        for (size_t m = 0; m < N; m++) {
            double even = 0, odd = 0;
            legendre(p, m, theta);
            for (size_t l = m ? m : 1; l < N; l++) {
                even += f->even[l * N + m] * p[l] * (m ? sqrt(2) : 1);
                odd += f->odd[l * N + m] * p[l] * sqrt(2);
            }
            for (int i = 0; i < LONGITUDES; i++) {
                double phi = 6.283185307179586 * (i + 0.5) / LONGITUDES * (double)m;
                row[i] += even * cos(phi) + (m ? odd * sin(phi) : 0);
            }
        }
        for (int i = 0; i < LONGITUDES; i++)
            fprintf(to, "%g %.4g %.4g\n", 360 * (i + 0.5) / LONGITUDES, 90 - theta * 57.29577951,
                    row[i]);
    }
    plate_end(to);
}

/* Degrees up to LARGEST with coefficients of no special shape, scaled to ‖X‖ = √N. */
static void begin(double *x, field *f)
{
    double square = 0;
    memset(f, 0, sizeof *f);
    for (size_t l = 1; l <= LARGEST; l++)
        for (size_t m = 0; m <= l; m++) {
            f->even[l * N + m] = sin((double)(3 * l + 5 * m));
            f->odd[l * N + m] = m ? cos((double)(7 * l + 2 * m)) : 0;
            square +=
                f->even[l * N + m] * f->even[l * N + m] + f->odd[l * N + m] * f->odd[l * N + m];
        }
    for (size_t i = 0; i < N * N; i++) {
        f->even[i] *= sqrt(N / square);
        f->odd[i] *= sqrt(N / square);
    }
    transform(f, x, true);
}

static bool panels(FILE *to, plate_run *run, field *f, const size_t *at)
{
    fast_trajectory *t = NULL;
    begin(run->x, f);
    bool good = fast_trajectory_new(&t, run->sys, run->x, 0) == SLP_OK;
    for (int k = 0; k < PANELS && good; k++) {
        for (; run->step < at[k] && good;) {
            plate_increments(run);
            good = fast_trajectory_step(t, NULL, run->start.h, run->dW) == SLP_OK;
        }
        if (good) fast_trajectory_state(run->x, t);
        transform(f, run->x, false);
        panel(to, k, f);
    }
    fast_trajectory_free(t);
    return good;
}

/* A case from the state 0, whose increments are 0: every number of it is replaced. */
static bool open_run(plate_run *run)
{
    enum { NOISES = N * N - N * N / 4 }; /* degrees N/2 to N-1 */
    char *line = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&line, &size);
    if (!to) return false;
    fprintf(to,
            "case id=ejll-2 system=zeitlin-sphere scheme=isospectral-midpoint n=%d amp=0.1 "
            "h=0.0064 steps=1 x=0",
            N);
    for (int i = 1; i < N * N; i++) fputs(",0", to);
    fputs(" dw=0", to);
    for (int i = 1; i < NOISES; i++) fputs(",0", to);
    fclose(to);
    bool good = plate_open(run, line, 1, 0);
    free(line);
    return good;
}

bool plate_vorticity(FILE *to, const report_plate *plate)
{
    static const size_t at[PANELS] = {0, 500, 1500, 6000};
    plate_run run;
    bool good = open_run(&run);
    field *f = malloc(sizeof *f);
    good = good && f && panels(to, &run, f, at);
    double h = good ? run.start.h : 0;
    plate_close(&run);
    free(f);
    if (!good) return false;
    fputs("set cbrange [-4:4]\nset cbtics 4\n", to);
    plate_maps(to, plate, PANELS, "-1 '#08519c', 0 '#f7f7f7', 1 '#a50f15'");
    for (int k = 0; k < PANELS; k++)
        fprintf(to,
                "set title 't = %.3g time units' offset 0,-0.6\n%splot $field%d using 1:2:3 with "
                "image\n",
                (double)at[k] * h, k == PANELS - 1 ? "set xlabel 'longitude [°]'\n" : "", k);
    fputs("unset multiplot\n", to);
    return true;
}
