/* A device: what computes batches of cases.  Three files implement this: OpenCL
 * (oracle/ports/opencl), CUDA (oracle/ports/cuda) and the processor itself (device_host.c).  A
 * program is linked with one of them. */
#ifndef SLP_DEVICE_DEVICE_H
#define SLP_DEVICE_DEVICE_H

#include <stddef.h>

#include "oracle/ports/device/job.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { DEVICE_TEXT = 1024 };
typedef struct device device;

/* The name of the program, for messages: "slp-port-opencl". */
extern const char device_program[];

/* *d = the first device with binary64, its kernels built; text = its name.  NULL if there is none
 * or it fails: text then says what is missing.  The caller closes it. */
void device_open(device **d, char text[DEVICE_TEXT]);
void device_close(device *d);

/* Answers `count` cases, a case a work item: `numbers` holds their numbers and room for states
 * (job.h says where).  Outcomes go to the cases, states to the numbers.  0; else -1 and text. */
int device_batch(device *d, job *cases, size_t count, double *numbers, size_t length,
                 char text[DEVICE_TEXT]);
/* x[0] = operation k (0 to 8, in the order of the manual's page "How a machine computes") on
 * `count` numbers.  0; else -1 and text. */
int device_operate(device *d, int k, double *x, size_t count, char text[DEVICE_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
