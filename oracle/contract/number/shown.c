/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Text from outside in messages.  Bytes that could control a terminal are shown as \xNN: those that
 * move the cursor, set colours, change the direction of writing or begin a line. */
#include "oracle/contract/number/number.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* How many bytes of one character of UTF-8 may be printed as they are; 0 where the first byte is to
 * be shown. */
static size_t plain(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    if (at[0] < 0x80) return at[0] >= 0x20 && at[0] != 0x7f;
    const size_t length = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    static const uint32_t least[] = {0, 0, 0xa0, 0x800, 0x10000}; /* below 0xa0 are more controls */
    if (at[0] < 0xc2 || at[0] > 0xf4) return 0;
    uint32_t point = at[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0; /* the final zero too */
        point = point << 6 | (at[i] & 0x3fu);
    }
    const bool turns = point == 0x61c || (point >= 0x200e && point <= 0x200f) ||
                       (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
    const bool none = (point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff;
    return point >= least[length] && !turns && !none ? length : 0;
}

size_t slp_shown(char *to, size_t room, const char *text)
{
    size_t used = 0;
    while (*text) {
        const size_t length = plain(text), needs = length ? length : 4;
        if (used + needs >= room) break;
        if (length)
            memcpy(to + used, text, length);
        else
            snprintf(to + used, 5, "\\x%02x", (unsigned char)*text);
        used += needs;
        text += length ? length : 1;
    }
    to[used] = 0;
    return used;
}

enum { SHORT = 1000 }; /* bytes of a message that needs no memory */

void slp_say(FILE *to, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    slp_say_list(to, format, rest);
    va_end(rest);
}

void slp_say_list(FILE *to, const char *format, va_list rest)
{
    char little[SHORT + 1], little_shown[4 * SHORT + 2], *text = little, *shown = little_shown;
    va_list again;
    va_copy(again, rest);
    const int count = vsnprintf(little, sizeof little, format, rest);
    size_t length = count > 0 ? (size_t)count : 0;
    if (length > SHORT) {
        char *more = malloc(5 * length + 3); /* the text, then what is shown of it */
        if (more) {
            text = more;
            shown = more + length + 1;
            vsnprintf(text, length + 1, format, again);
        } else {
            length = SHORT;
            little[length - 1] = '\n';
        }
    }
    va_end(again);
    if (length == 0) return;
    const bool line = text[length - 1] == '\n';
    if (line) text[length - 1] = 0;
    size_t used = slp_shown(shown, 4 * length + 1, text);
    if (line) shown[used++] = '\n';
    fwrite(shown, 1, used, to);
    if (text != little) free(text);
}
