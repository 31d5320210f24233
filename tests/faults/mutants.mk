# What a mutation campaign builds: every object but the programs' own in one shared object, against
# which each program is linked once, so that a fault costs one compilation and one link.  Included
# beside the ordinary targets:
#   make -f tests/faults/mutants.mk BUILD=dir [TESTED="ref judge"] mutant-programs
# TESTED names folders of tests/, whose programs alone are built; all without it.
include GNUmakefile

TESTED_SRC := $(if $(TESTED),$(wildcard $(TESTED:%=tests/%/test_*.c)),$(TEST_SRC))
TESTED_BIN := $(patsubst %.c,$(BUILD)/tests/%,$(notdir $(TESTED_SRC)))

LIBRARY   := $(BUILD)/shared/libslpwhole.so
SHARED    := $(BUILD)/shared/slp $(TESTED_BIN:$(BUILD)/tests/%=$(BUILD)/shared/%)
LINK_ONE   = $(CC) $(CFLAGS) -o $@ $(filter %.o,$^) -L$(@D) -Wl,-rpath,'$$ORIGIN' \
             -Wl,--allow-shlib-undefined -lslpwhole $(1) -lcmocka

ifneq ($(if $(TESTED),,$(shell command -v mpicc)),)
SHARED += $(BUILD)/shared/slp-mpi
endif

mutant-programs: $(SHARED)
mutant-library: $(LIBRARY)
# Without a BLAS: tests are linked with one, programs load theirs.
$(LIBRARY): $(WHOLE_OBJ)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -shared -Wl,-Bsymbolic,-S -o $@ $^ $(PROGRAM_LIBS) -lcmocka
$(BUILD)/shared/slp: $(MAIN_OBJ) | $(LIBRARY)
	$(Q)$(call LINK_ONE,$(PROGRAM_LIBS))
	@ln -sfn "$(CURDIR)/reports/published" $(@D)/published
$(foreach s,$(TESTED_SRC),$(eval $(BUILD)/shared/$(basename $(notdir $s)): $(call objects,$s)))
$(TESTED_BIN:$(BUILD)/tests/%=$(BUILD)/shared/%): | $(LIBRARY)
	$(Q)$(call LINK_ONE,$(SLP_LIBS))
$(BUILD)/shared/test_fuzz_corpus: $(call objects,$(FUZZ_SRC))
$(BUILD)/shared/test_claim_recorded: $(PROGRAM_OBJ)
$(BUILD)/shared/slp-mpi: $(MPI_SRC) $(wildcard oracle/*/*.h reports/claims/*/*.h) $(PROGRAM_OBJ) | \
        $(LIBRARY)
	$(Q)OMPI_CC="$(CC)" MPICH_CC="$(CC)" mpicc $(filter-out -MMD -MP,$(BASE)) $(WARN) \
	    $(CPPFLAGS) $(CFLAGS) -o $@ $(MPI_SRC) $(PROGRAM_OBJ) \
	    -L$(@D) -Wl,-rpath,'$$ORIGIN' -Wl,--allow-shlib-undefined -lslpwhole $(PROGRAM_LIBS)
.PHONY: mutant-programs mutant-library
