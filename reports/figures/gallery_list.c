/* The papers' figures: for each the drawing of ours that reproduces it, and the claim on whose page
 * it is shown. */
#include "reports/figures/gallery_list.h"
#include "reports/figures/plate_list.h"

#define BODY_STATE "x=0.8912073600614353,0,0.45359612142557737 dw="
#define VORTICES                                                                                   \
    "x=0.3333333333333333,0.6666666666666666,0.6666666666666666,0.6666666666666666,"               \
    "-0.3333333333333333,0.6666666666666666,-0.6666666666666666,0.6666666666666666,"               \
    "0.3333333333333333,0.42857142857142855,-0.2857142857142857,-0.8571428571428571"
#define LECG_STATE                                                                                 \
    "x=-0.7071067811865476,0.7071067811865476,0,-0.7071067811865476,0.7071067811865476,0"
#define LECG_TOP(inertia, scheme)                                                                  \
    "case id=lecg system=heavy-top scheme=" scheme " inertia=" inertia                             \
    " chi=0,0,1 noise=0.01,0.02,0.03,0,0,0,0 h=0.01 steps=1 " LECG_STATE " dw=0"
#define GBW_BODY                                                                                   \
    "case id=gbw system=rigid-body scheme=variational-cayley inertia=1,2,3 h=0.01 steps=1 "        \
    "x=-0.5878029860467537,0,0.8090041097513163"
#define GBW_TOP(noise)                                                                             \
    "case id=gbw system=heavy-top scheme=variational-cayley inertia=0.1,0.1,1 chi=0,0,0.98 "       \
    "h=0.01 "                                                                                      \
    "steps=1 x=0,0,1,0,-0.45399049973954675,0.8910065241883679" noise
#define TOP_RUN "heavy top, variational scheme with Cayley"
#define QUIET   GBW_TOP("")
#define AXIAL   GBW_TOP(" noise=0,0,0.1,0,0,0,0 dw=0")
#define WEIGHT  GBW_TOP(" noise=0,0,0,0,0,0.0098,0 dw=0")
#define ACROSS  GBW_TOP(" noise=0,0,0,0.0098,0,0,0,0,0,0,0,0.0098,0,0 dw=0,0")

/* A case of the top in four drawings. */
#define TOP(figures, case_words, claim, start)                                                     \
    {"gbw-" figures "a",                                                                           \
     case_words ": path of Π",                                                                     \
     "Path of the body angular momentum across the axis of the body over 20 time units.",          \
     claim,                                                                                        \
     540,                                                                                          \
     520,                                                                                          \
     plate_top_momentum,                                                                           \
     start,                                                                                        \
     NULL,                                                                                         \
     TOP_RUN,                                                                                      \
     0,                                                                                            \
     2000,                                                                                         \
     NULL},                                                                                        \
        {"gbw-" figures "b",                                                                       \
         case_words ": the axis in space",                                                         \
         "Path of the axis of the body on the unit sphere in space over 20 time units, seen from " \
         "55° above the "                                                                         \
         "horizontal.",                                                                            \
         claim,                                                                                    \
         540,                                                                                      \
         540,                                                                                      \
         plate_top_axis,                                                                           \
         start,                                                                                    \
         NULL,                                                                                     \
         TOP_RUN,                                                                                  \
         0,                                                                                        \
         2000,                                                                                     \
         NULL},                                                                                    \
        {"gbw-" figures "c",                                                                       \
         case_words ": angles",                                                                    \
         "Inclination θ and precession φ over time.",                                              \
         claim,                                                                                    \
         540,                                                                                      \
         400,                                                                                      \
         plate_top_angles,                                                                         \
         start,                                                                                    \
         NULL,                                                                                     \
         TOP_RUN,                                                                                  \
         0,                                                                                        \
         2000,                                                                                     \
         NULL},                                                                                    \
    {                                                                                              \
        "gbw-" figures "d", case_words ": energy and Π_z",                                         \
            "Departure of the energy and of Π_z from their initial values over time.", claim, 540, \
            480, plate_top_integrals, start, NULL, TOP_RUN, 0, 2000, NULL                          \
    }

const report_plate report_plates[] = {
    {"ejll-1-left", "Rigid body: paths on the unit sphere",
     "Paths of the rigid body with I = (2, 1, 2/3) on the unit sphere, with noise and without, 32 "
     "time units.",
     "ejll-fig4", 540, 540, plate_body_paths,
     "case id=ejll system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.6666666666666666 "
     "quad=0.1,0.1,0.1 h=0x1p-8 steps=1 " BODY_STATE "0,0,0",
     "case id=ejll system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.6666666666666666 "
     "h=0x1p-8 steps=1 x=0.8912073600614353,0,0.45359612142557737",
     "rigid body, isospectral midpoint, with noise and without", 0, 8192, NULL},
    {"ejll-1-right", "Four point vortices",
     "Paths of four equal point vortices on the unit sphere, with noise and without, 10 time "
     "units; the positions at "
     "the start are our choice.",
     "ejll-fig8", 540, 620, plate_vortex_paths,
     "case id=ejll system=point-vortices scheme=isospectral-midpoint gamma=1,1,1,1 "
     "quad=0.1,0.1,0.1 h=0x1p-8 "
     "steps=1 " VORTICES " dw=0,0,0",
     "case id=ejll system=point-vortices scheme=isospectral-midpoint gamma=1,1,1,1 h=0x1p-8 "
     "steps=1 " VORTICES,
     "point vortices, isospectral midpoint, with noise and without", 0, 2560, NULL},
    {.name = "ejll-2",
     .title = "Vorticity on the sphere, su(128)",
     .about = "Vorticity by longitude and latitude at four times of one stochastic run on su(128) "
              "that starts with degrees up to 6. Red is positive, blue negative, in units of "
              "vorticity.",
     .claim = "ejll-fig10",
     .width = 540,
     .height = 1100,
     .draw = plate_vorticity,
     .data = "reports/figures/ejll-2.dat"},
    {"lecg-1", "Heavy top, I = (4, 4, 1), without noise",
     "Paths of gravity vector and angular momentum in the body's frame, TMK, 100 time units.",
     "lecg-energy", 540, 580, plate_top_paths,
     "case id=lecg system=heavy-top scheme=tmk inertia=4,4,1 chi=0,0,1 h=0.01 steps=1 " LECG_STATE,
     NULL, "heavy top, TMK", 0, 10000, NULL},
    {"lecg-2", "Heavy top, I = (4, 4, 1), with noise",
     "Paths of gravity vector and angular momentum in the body's frame, TMK, 100 time units.",
     "lecg-casimirs", 540, 580, plate_top_paths, LECG_TOP("4,4,1", "tmk"), NULL, "heavy top, TMK",
     0, 10000, NULL},
    {"lecg-3", "Heavy top, I = (4, 2, 1), with noise",
     "Paths of gravity vector and angular momentum in the body's frame, TMK, 100 time units.",
     "lecg-casimirs", 540, 580, plate_top_paths, LECG_TOP("4,2,1", "tmk"), NULL, "heavy top, TMK",
     0, 10000, NULL},
    {"lecg-4", "Heavy top: the Casimir Π·Γ under three rules",
     "Departure of Π·Γ on one Wiener path: the implicit midpoint rule, solved to rounding, keeps "
     "it; the trapezoidal "
     "rule does not.",
     "lecg-im", 540, 480, plate_product, LECG_TOP("4,4,1", "SCHEME"), NULL,
     "heavy top, one Wiener path under three rules", 0, 10000, NULL},
    {"lecg-5", "Heavy top: the Casimir |Γ|² under three rules",
     "Departure of |Γ|² on one Wiener path: the implicit midpoint rule, solved to rounding, keeps "
     "it; the trapezoidal "
     "rule does not.",
     "lecg-im", 540, 480, plate_square, LECG_TOP("4,4,1", "SCHEME"), NULL,
     "heavy top, one Wiener path under three rules", 0, 10000, NULL},
    {"gbw-1", "Rigid body: two stochastic paths",
     "Of twenty stochastic paths over 50 time units the first that ends in another quarter of the "
     "sphere than it began in, the one of the others whose energy departs least, and the path "
     "without noise; all begin at the dot.",
     "gbw-quarter", 540, 580, plate_two_paths, GBW_BODY " lin=0.02,0,0,0,0.02,0,0,0,0.02 dw=0,0,0",
     GBW_BODY, "rigid body, variational scheme with Cayley", 20, 5000, NULL},
    {"gbw-2", "Rigid body: twenty stochastic paths",
     "Positions on the unit sphere of twenty stochastic paths (blue; open circles behind the "
     "sphere) and of the path "
     "without noise (red "
     "square) at four times.",
     "gbw-ensemble", 540, 600, plate_scatter, GBW_BODY " lin=0.02,0,0,0,0.02,0,0,0,0.02 dw=0,0,0",
     GBW_BODY, "rigid body, variational scheme with Cayley", 20, 5000, NULL},
    {"gbw-3", "Effective potential, deterministic top",
     "V(θ) with the level E′, which touches it at the inclinations between which the axis nods.",
     "gbw-convex", 540, 400, plate_potential, QUIET, NULL,
     "the state at the start of the run of figure 4, without a step", 0, 0, NULL},
    TOP("4", "Top without noise", "gbw-top-energy", QUIET),
    TOP("6", "Noise kΠ_z", "gbw-case1", AXIAL),
    TOP("8", "Noise mgkΓ_z", "gbw-case2a", WEIGHT),
    {"gbw-10", "Effective potential, noise mgkΓ_z",
     "V(θ) with the level E′ at the start and after 20 time units: V stays, E′ moves.",
     "gbw-case2a", 540, 420, plate_potential, WEIGHT, NULL, TOP_RUN, 0, 2000, NULL},
    TOP("11", "Noise mgkΓ_x, mgkΓ_y", "gbw-case3a", ACROSS),
    {"gbw-13", "Effective potential, noise mgkΓ_x, mgkΓ_y",
     "V(θ) with the level E′ at the start and after 45 time units: both move.", "gbw-case3a", 540,
     420, plate_potential, ACROSS, NULL, TOP_RUN, 0, 4500, NULL},
    {"gbw-14", "‖(A, B)‖ − √2 over unit momenta",
     "Size of the two stages of one step at step 0.01 over all unit momenta, by longitude and "
     "latitude, less its "
     "value √2 at step 0, for three sizes of the increments.",
     "gbw-solvable", 540, 900, plate_stages, GBW_BODY " lin=0.02,0,0,0,0.02,0,0,0,0.02 dw=0,0,0",
     NULL, "one step of 0.01 from each of 1 152 unit momenta, with each of three increments", 0, 0,
     NULL},
    {NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NULL}};

const report_figure_entry report_figures[] = {
    {"EJLL", "1", "left", "ejll-fig4", "ejll-1-left"},
    {"EJLL", "1", "right", "ejll-fig8", "ejll-1-right"},
    {"EJLL", "2", "", "ejll-fig10", "ejll-2"},
    {"EJLL", "4", "left", "ejll-fig4", "ejll-fig4-eigenvalues"},
    {"EJLL", "4", "right", "ejll-fig4", "ejll-fig4-energy"},
    {"EJLL", "5", "left", "ejll-fig5-strong", "ejll-fig5-strong-order"},
    {"EJLL", "5", "right", "ejll-fig5-weak", "ejll-fig5-weak-order"},
    {"EJLL", "6", "left", "ejll-fig6", "ejll-fig6-spectrum"},
    {"EJLL", "6", "right", "ejll-fig6", "ejll-fig6-energy"},
    {"EJLL", "7", "", "ejll-fig7", "ejll-fig7-order"},
    {"EJLL", "8", "left", "ejll-fig8", "ejll-fig8-spectrum"},
    {"EJLL", "8", "right", "ejll-fig8", "ejll-fig8-energy"},
    {"EJLL", "9", "", "ejll-fig9", "ejll-fig9-order"},
    {"EJLL", "10", "left and centre", "ejll-fig10", "ejll-fig10-traces"},
    {"EJLL", "10", "right", "ejll-fig10", "ejll-fig10-energy"},
    {"EJLL", "11", "", "ejll-fig11", "ejll-fig11-order"},
    {"LECG", "1", "", "lecg-energy", "lecg-1"},
    {"LECG", "2", "", "lecg-casimirs", "lecg-2"},
    {"LECG", "3", "", "lecg-casimirs", "lecg-3"},
    {"LECG", "4", "", "lecg-im", "lecg-4"},
    {"LECG", "5", "", "lecg-im", "lecg-5"},
    {"LECG", "6", "", "lecg-casimirs", "lecg-casimirs-casimirs"},
    {"LECG", "7", "", "lecg-energy", "lecg-energy-energy"},
    {"LECG", "8", "", "lecg-sine", "lecg-sine-casimirs"},
    {"LECG", "9", "", "lecg-sine-trap", "lecg-sine-trap-casimirs"},
    {"GBW", "1", "", "gbw-quarter", "gbw-1"},
    {"GBW", "2", "", "gbw-ensemble", "gbw-2"},
    {"GBW", "3", "", "gbw-convex", "gbw-3"},
    {"GBW", "4", "a", "gbw-top-energy", "gbw-4a"},
    {"GBW", "4", "b", "gbw-top-energy", "gbw-4b"},
    {"GBW", "5", "left", "gbw-top-energy", "gbw-4c"},
    {"GBW", "5", "right", "gbw-top-energy", "gbw-4d"},
    {"GBW", "6", "a", "gbw-case1", "gbw-6a"},
    {"GBW", "6", "b", "gbw-case1", "gbw-6b"},
    {"GBW", "7", "left", "gbw-case1", "gbw-6c"},
    {"GBW", "7", "right", "gbw-case1", "gbw-6d"},
    {"GBW", "8", "a", "gbw-case2a", "gbw-8a"},
    {"GBW", "8", "b", "gbw-case2a", "gbw-8b"},
    {"GBW", "9", "left", "gbw-case2a", "gbw-8c"},
    {"GBW", "9", "right", "gbw-case2a", "gbw-8d"},
    {"GBW", "10", "", "gbw-case2a", "gbw-10"},
    {"GBW", "11", "a", "gbw-case3a", "gbw-11a"},
    {"GBW", "11", "b", "gbw-case3a", "gbw-11b"},
    {"GBW", "12", "left", "gbw-case3a", "gbw-11c"},
    {"GBW", "12", "right", "gbw-case3a", "gbw-11d"},
    {"GBW", "13", "", "gbw-case3a", "gbw-13"},
    {"GBW", "14", "", "gbw-solvable", "gbw-14"},
    {NULL, NULL, NULL, NULL, NULL}};
