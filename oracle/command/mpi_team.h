/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A team (oracle/plumbing/team.h) whose ranks are the processes of MPI_COMM_WORLD. */
#ifndef SLP_ORACLE_MPI_TEAM_H
#define SLP_ORACLE_MPI_TEAM_H

#include "oracle/plumbing/team.h"

/* Call it, and every function of the team, after MPI_Init and on the thread that called MPI_Init.
 */
slp_team slp_mpi_team(void);

#endif
