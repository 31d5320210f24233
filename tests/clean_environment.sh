# SPDX-License-Identifier: LGPL-3.0-or-later
# Sourced by what runs tests or measurements: takes out of the environment what changes them without
# being asked for, that is, settings of BLAS libraries and of OpenMP (kernels, numbers of threads),
# and variables of slp's that are not settings of tests.  A test that needs one sets it itself.  Its
# own variables begin with clean_: those of the script that sources it stay as they are.
clean_taken=
for clean_name in $(compgen -e); do
    case $clean_name in
    # documented where they are read
    SLP | SLP_CHECK_* | SLP_BENCH_* | SLP_MUTANT_SECONDS | SLP_SIMULATE_SEED) ;;
    SLP_* | OPENBLAS_* | GOTO_* | OMP_* | GOMP_* | KMP_* | BLIS_* | MKL_* | NVPL_* | ARMPL_* | \
        FLEXIBLAS* | VECLIB_* | ATLAS_*)
        clean_taken="$clean_taken $clean_name"
        unset "$clean_name"
        ;;
    esac
done
[ -z "$clean_taken" ] || echo "not passed on to programs:$clean_taken" >&2
unset clean_name clean_taken
