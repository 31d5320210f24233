/* A team whose ranks are those of MPI_COMM_WORLD. */
#ifndef SLP_ORACLE_MPI_TEAM_H
#define SLP_ORACLE_MPI_TEAM_H

#include "oracle/plumbing/team.h"

/* After MPI_Init, by the thread that called it; every function of the team likewise. */
slp_team slp_mpi_team(void);

#endif
