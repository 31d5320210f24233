/* The kernels as plain C on this processor: their arithmetic without a device. */
#include "oracle/ports/device/device.h"
#include "oracle/ports/device/scheme.h"

#include <stdio.h>

struct device {
    int unused;
};
const char device_program[] = "slp-port-device";

void device_open(device **d, char text[DEVICE_TEXT])
{
    static device only;
    snprintf(text, DEVICE_TEXT, "the processor, kernels compiled as C");
    *d = &only;
}

void device_close(device *d)
{
    (void)d;
}

int device_batch(device *d, job *cases, size_t count, double *numbers, size_t length,
                 char text[DEVICE_TEXT])
{
    (void)d, (void)length, (void)text;
    for (size_t i = 0; i < count; i++) answer(cases + i, numbers);
    return 0;
}

int device_operate(device *d, int k, double *x, size_t count, char text[DEVICE_TEXT])
{
    (void)d, (void)text;
    operate(x, k, (int)count);
    return 0;
}
