/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Stages of a port: the lines `# stage` that it prints if its environment has SLP_STAGES. */
#ifndef SLP_PROPS_PORT_STAGES_H
#define SLP_PROPS_PORT_STAGES_H

#include "props/prop.h"

/* Starts the port's command once more with SLP_STAGES=1, asks it the case c, and compares the
 * values that it prints with what they must be.  Returns what judge_stages_compare says, to be
 * freed; NULL if `port` is no port, or prints no stages, or gives no answer that can be compared.
 * Tested by tests/stages/test_port_stages.sh. */
char *prop_port_stages(const prop_subject *port, const slp_case *c);

#endif
