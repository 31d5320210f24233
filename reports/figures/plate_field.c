/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vorticity on the sphere of a state on su(n):
 *   ω(θ, φ) = Σ_l [ω_l0 P_l0 + √2 Σ_m (ω_{l,−m} cos mφ + ω_lm sin mφ) P_lm],   ω_lm = ⟨T_lm, X⟩,
 * P_lm(θ) orthonormal associated Legendre functions, positive near the north pole, as the
 * eigenvectors A_lm begin. */
#include "reports/figures/plate.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

void plate_field_new(plate_field *f, size_t n)
{
    *f = (plate_field){n, slp_allocate(n * n, sizeof *f->even), slp_allocate(n * n, sizeof *f->odd),
                       slp_allocate(n, sizeof *f->room)};
}

void plate_field_free(plate_field *f)
{
    free(f->even);
    free(f->odd);
    free(f->room);
}

/* Where Re X_ij and Im X_ij stand among the coordinates, i < j. */
static size_t entry(size_t n, size_t i, size_t j)
{
    return n + 2 * (i * n - i * (i + 1) / 2 + j - i - 1);
}

void plate_field_read(plate_field *f, const double *x)
{
    const size_t n = f->n;
    double *a = f->room;
    for (size_t m = 0; m < n; m++)
        for (size_t l = m ? m : 1; l < n; l++) {
            fast_zeitlin_eigenvector(a, n, l, m);
            double *even = &f->even[l * n + m], *odd = &f->odd[l * n + m];
            *even = *odd = 0;
            for (size_t k = 0; k + m < n; k++) {
                double weight = m ? sqrt(2) * a[k] : a[k];
                const double *re = m ? x + entry(n, k, k + m) : NULL, *im = m ? re + 1 : x + k;
                *even += weight * *im;
                if (m) *odd += weight * *re;
            }
        }
}

/* P_lm(cos θ) for l = m..n-1, orthonormal on the sphere with cos, sin of mφ times √2; p[l]. */
static void legendre(double *p, size_t n, size_t m, double theta)
{
    double z = cos(theta), s = sin(theta), start = sqrt(1 / 12.566370614359172);
    for (size_t k = 1; k <= m; k++) start *= s * sqrt((2.0 * (double)k + 1) / (2.0 * (double)k));
    for (size_t l = m; l < n; l++) {
        double L = (double)l, M = (double)m, c = sqrt((4 * L * L - 1) / (L * L - M * M));
        double b = l > m + 1 ? sqrt(((L - 1) * (L - 1) - M * M) / (4 * (L - 1) * (L - 1) - 1)) : 0;
        p[l] = l == m ? start : c * (z * p[l - 1] - (l > m + 1 ? b * p[l - 2] : 0));
    }
}

double plate_field_panel(FILE *to, int which, plate_field *f)
{
    enum { LONGITUDES = 120 };
    const size_t n = f->n;
    /* finer where there is more to see */
    const int longitudes = n > 64 ? LONGITUDES : 72, latitudes = longitudes / 2;
    double *p = f->room, largest = 0;
    fprintf(to, "$field%d << END_OF_CURVE\n", which);
    for (int j = 0; j < latitudes; j++) {
        double row[LONGITUDES] = {0}, theta = 3.141592653589793 * (j + 0.5) / latitudes;
        for (size_t m = 0; m < n; m++) {
            double even = 0, odd = 0;
            legendre(p, n, m, theta);
            for (size_t l = m ? m : 1; l < n; l++) {
                even += f->even[l * n + m] * p[l] * (m ? sqrt(2) : 1);
                odd += f->odd[l * n + m] * p[l] * sqrt(2);
            }
            for (int i = 0; i < longitudes; i++) {
                double phi = 6.283185307179586 * (i + 0.5) / longitudes * (double)m;
                row[i] += even * cos(phi) + (m ? odd * sin(phi) : 0);
            }
        }
        for (int i = 0; i < longitudes; i++) {
            largest = fmax(largest, fabs(row[i]));
            fprintf(to, "%g %.4g %.4g\n", 360 * (i + 0.5) / longitudes, 90 - theta * 57.29577951,
                    row[i]);
        }
    }
    plate_end(to);
    return largest;
}
