/* Plate of vorticity on the sphere at four times of a run on su(N), EJLL figure 2. */
#include "reports/figures/plate_list.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

enum { N = 32, LARGEST = 6, PANELS = 4 };

/* Degrees up to LARGEST with coefficients of no special shape, scaled to ‖X‖ = √N. */
static void begin(double *x, plate_field *f)
{
    double square = 0;
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
    plate_field_write(x, f);
}

static bool panels(FILE *to, plate_run *run, plate_field *f, const size_t *at)
{
    fast_trajectory *t = NULL;
    begin(run->x, f);
    bool good = slp_need_memory(fast_trajectory_new(&t, run->sys, run->x, 0)) == SLP_OK;
    for (int k = 0; k < PANELS && good; k++) {
        for (; run->step < at[k] && good;) {
            plate_increments(run);
            good = fast_trajectory_step(t, NULL, run->start.h, run->dW) == SLP_OK;
        }
        if (good) fast_trajectory_state(run->x, t);
        plate_field_read(f, run->x);
        plate_field_panel(to, k, f);
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
    plate_field f;
    bool good = plate_field_new(&f, N);
    good = open_run(&run) && good && panels(to, &run, &f, at);
    double h = good ? run.start.h : 0;
    plate_close(&run);
    plate_field_free(&f);
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
