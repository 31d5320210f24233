/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Zip archives of stored files. */
#include "oracle/plumbing/zip.h"
#include "oracle/contract/number/checksum.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOCAL = 30, CENTRAL = 46, END = 22 };

static unsigned char *put_number(unsigned char *to, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) *to++ = (unsigned char)(value >> (8 * i));
    return to;
}

static void put_bytes(slp_zip *zip, const void *bytes, size_t length)
{
    zip->good = zip->good && fwrite(bytes, 1, length, zip->to) == length;
    zip->written += length;
}

void slp_zip_begin(slp_zip *zip, FILE *to, int64_t seconds)
{
    const time_t at = (time_t)seconds;
    struct tm utc;
    memset(zip, 0, sizeof *zip);
    zip->to = to;
    zip->good = true;
    zip->date = (1 << 5) | 1;
    if (gmtime_r(&at, &utc) && utc.tm_year >= 80 && utc.tm_year < 80 + 128) {
        zip->date = (uint16_t)(((utc.tm_year - 80) << 9) | ((utc.tm_mon + 1) << 5) | utc.tm_mday);
        zip->time = (uint16_t)((utc.tm_hour << 11) | (utc.tm_min << 5) | (utc.tm_sec / 2));
    }
    zip->names = slp_allocate(SLP_ZIP_FILES, SLP_ZIP_NAME);
    zip->sums = slp_allocate(SLP_ZIP_FILES, sizeof *zip->sums);
    zip->sizes = slp_allocate(SLP_ZIP_FILES, sizeof *zip->sizes);
    zip->places = slp_allocate(SLP_ZIP_FILES, sizeof *zip->places);
}

/* What the head of a file and its entry in the directory share, from the version on. */
static unsigned char *common(unsigned char *to, const slp_zip *zip, size_t i)
{
    to = put_number(to, 10, 2); /* version needed: 1.0 */
    to = put_number(to, 0, 2);
    to = put_number(to, 0, 2); /* stored */
    to = put_number(to, zip->time, 2);
    to = put_number(to, zip->date, 2);
    to = put_number(to, zip->sums[i], 4);
    to = put_number(to, zip->sizes[i], 4);
    to = put_number(to, zip->sizes[i], 4);
    to = put_number(to, (uint32_t)strlen(zip->names + i * SLP_ZIP_NAME), 2);
    return put_number(to, 0, 2);
}

void slp_zip_add(slp_zip *zip, const char *name, const void *bytes, size_t length)
{
    unsigned char head[LOCAL];
    slp_checksum sum;
    const size_t i = zip->count;
    if (i == SLP_ZIP_FILES || strlen(name) >= SLP_ZIP_NAME || length > UINT32_MAX ||
        zip->written > UINT32_MAX)
        zip->good = false;
    if (!zip->good) return;
    strcpy(zip->names + i * SLP_ZIP_NAME, name);
    slp_checksum_begin(&sum);
    slp_checksum_add(&sum, bytes, length);
    zip->sums[i] = sum.sum;
    zip->sizes[i] = (uint32_t)length;
    zip->places[i] = (uint32_t)zip->written;
    zip->count++;
    common(put_number(head, 0x04034b50, 4), zip, i);
    put_bytes(zip, head, sizeof head);
    put_bytes(zip, name, strlen(name));
    put_bytes(zip, bytes, length);
}

bool slp_zip_end(slp_zip *zip)
{
    const uint64_t directory = zip->written;
    for (size_t i = 0; i < zip->count; i++) {
        unsigned char entry[CENTRAL], *to = put_number(entry, 0x02014b50, 4);
        to = common(put_number(to, 0x0314, 2), zip,
                    i); /* made as on Unix, whose permissions follow */
        to = put_number(to, 0, 2);
        to = put_number(to, 0, 2);
        to = put_number(to, 0, 2);
        to = put_number(to, 0100644u << 16, 4);
        put_number(to, zip->places[i], 4);
        put_bytes(zip, entry, sizeof entry);
        put_bytes(zip, zip->names + i * SLP_ZIP_NAME, strlen(zip->names + i * SLP_ZIP_NAME));
    }
    unsigned char end[END], *to = put_number(end, 0x06054b50, 4);
    to = put_number(to, 0, 4);
    to = put_number(to, (uint32_t)zip->count, 2);
    to = put_number(to, (uint32_t)zip->count, 2);
    to = put_number(to, (uint32_t)(zip->written - directory), 4);
    to = put_number(to, (uint32_t)directory, 4);
    put_number(to, 0, 2);
    if (zip->written > UINT32_MAX) zip->good = false;
    put_bytes(zip, end, sizeof end);
    free(zip->names);
    free(zip->sums);
    free(zip->sizes);
    free(zip->places);
    return zip->good;
}
