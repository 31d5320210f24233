# Sourced by what runs tests or measurements: takes out of the environment what changes them without being asked for, that is, settings of
# BLAS libraries and of OpenMP (kernels, numbers of threads), and variables of slp's that are not settings of tests.  A test
# that needs one sets it itself.
taken=
for name in $(compgen -e); do
    case $name in
    SLP | SLP_CHECK_* | SLP_BENCH_* | SLP_MUTANT_SECONDS | SLP_SIMULATE_SEED) ;; # documented where they are read
    SLP_* | OPENBLAS_* | GOTO_* | OMP_* | GOMP_* | KMP_* | BLIS_* | MKL_* | NVPL_* | ARMPL_* | FLEXIBLAS* | VECLIB_* | ATLAS_*)
        taken="$taken $name"
        unset "$name"
        ;;
    esac
done
[ -z "$taken" ] || echo "not passed on to programs:$taken" >&2
unset name taken
