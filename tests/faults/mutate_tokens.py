# SPDX-License-Identifier: LGPL-3.0-or-later
"""Mechanical faults: one token of a C file exchanged, dropped or shifted, everywhere outside
comments, strings, and directives.  Memory that is not given back changes no answer, nor does the
length an array is declared with: both are left to the sanitizers, and so is what is compiled for
them alone.  The ends of what an option may be are left alone where it takes no number, and so is
what chooses the smaller of two numbers: of equal ones either will do.  Each has a name,
PATH@xxxxxxxx, made from its line's text, the operator and the place in the line, so that it keeps
its name when lines above it move.  A sample is the N smallest hashes of seed and name: a larger one
contains it."""

import glob
import hashlib
import os
import re

ROOMS = ("ref", "fast", "oracle")
QUIET = re.compile(
    r"^#ifdef SLP_VERIFY$.*?^#(?:else|endif)|/\*.*?\*/|//[^\n]*"
    r'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*',
    re.S | re.M,
)
LISTED = re.compile(
    r"\s*(?:const )?\w+ [\w*]+(?:, [\w*]+)*;"
)  # variables declared in one line have no order
GIVEN_BACK = re.compile(r"(?:\bfor \([^{}()]*\)\s+)?\b\w*(?:clear|free)\([^;{}]*\);")
NO_NUMBER = re.compile(r"(SLP_OPTION_(?:FLAG|TEXT), [^{},]*)(, 0, 0)(?=\})")
LOCAL = re.compile(r"\bREF_LOCAL\w*\([^;]*;")
CHECKED = re.compile(r"_Static_assert\([^;]*;")  # by the compiler
SPACED = {
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "<<": ">>",
    ">>": "<<",
    "+=": "-=",
    "-=": "+=",
    "*=": "/=",
    "&": "|",
    "|": "&",
}
NAMED = {
    "add": "sub",
    "sub": "add",
    "addmul": "submul",
    "submul": "addmul",
    "fmax": "fmin",
    "fmin": "fmax",
    "max": "min",
    "min": "max",
    "sin": "cos",
    "cos": "sin",
    "mul": "div",
    "div": "mul",
    "true": "false",
    "false": "true",
    "break": "continue",
    "lbound": "ubound",
    "ubound": "lbound",
}
TYPES = (
    r"(?:double|int|slong|ulong|size_t|bool|char|void|unsigned|uint\d+_t|int\d+_t|long|float"
    r"|const|struct|static|\w+_t|v[dum]|twofold)"
)
DECLARED = re.compile(
    r"(?:^|[(,{;])\s*(?:(?:static|const|extern|restrict) )*" + TYPES + r"(?: const)?[ *]+"
    r"(?:\**\w+(?:\[[^\]]*\])*(?: = [^;,(]*)?, )*\**\w+(?:\[[^\]]*\])*\[$"
)


def declared(before):
    """Whether what follows `before` on its line is the length of an array declared there."""
    while re.search(r"\([^()]*\)", before):
        before = re.sub(r"\([^()]*\)", "", before)
    return DECLARED.search(before) or re.match(
        r"\s*(?:const )?" + TYPES + r" [^({]*, \**\w+\[$", before
    )


def blanked(text):
    """The text with comments, strings and directives as blanks, at the same places."""
    return QUIET.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def number_changes(word):
    if re.fullmatch(r"\d+", word):
        n = int(word)
        return {0: ("1",), 1: ("0", "2")}.get(n, (str(n - 1), str(n + 1)))
    zero = (float.fromhex if "x" in word.lower() else float)(word) == 0
    return ("1.0",) if zero else ("(2 * %s)" % word,)


def changes(text):
    """(place, length, replacement, operator) of every change."""
    code = blanked(text)
    for left_alone in (GIVEN_BACK, LOCAL, CHECKED):
        code = left_alone.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), code)
    code = NO_NUMBER.sub(lambda m: m[1] + " " * len(m[2]), code)
    for m in re.finditer(
        r"(?<= )(\+|-|\*|/|<=?|>=?|==|!=|&&|\|\||<<|>>|\+=|-=|\*=|&|\|)(?= |\n)", code
    ):
        before = code[: m.start()].rstrip()[-1:]
        if (
            before
            and (before.isalnum() or before in "_)]")
            and not same_when_equal(code, m.start())
        ):
            yield m.start(), m.end() - m.start(), SPACED[m[1]], m[1] + "~" + SPACED[m[1]]
    for m in re.finditer(
        r"(?<![\w.])(?:0[xX][\da-fA-F]+(?:\.[\da-fA-F]*)?p[-+]?\d+"
        r"|\d+\.\d*(?:e[-+]?\d+)?|\d+)(?![\w.])",
        code,
    ):
        if declared(code[code.rfind("\n", 0, m.start()) + 1 : m.start()]):
            continue  # an array's length where it is declared
        for to in number_changes(m[0]):
            yield m.start(), m.end() - m.start(), to, "number~" + to.replace(m[0], "c")
    for m in re.finditer(r"\b[a-z_0-9]+\b", code):
        parts = m[0].split("_")
        for i, part in enumerate(parts):
            if part in NAMED and (len(parts) == 1 or code[m.end() : m.end() + 1] == "("):
                to = "_".join(parts[:i] + [NAMED[part]] + parts[i + 1 :])
                yield m.start(), m.end() - m.start(), to, part + "~" + NAMED[part]
    for m in re.finditer(r"\b(if|while) \(", code):
        end = closing(code, m.end() - 1)
        if end:
            yield m.end(), end - m.end(), "!(" + text[m.end() : end] + ")", "condition~negated"
    for m in re.finditer(
        r"^([ \t]+)(?!return|break|continue|goto|case|default|else)([A-Za-z_*][^;{}\n]*);$",
        code,
        re.M,
    ):
        if (
            not re.search(r"(clear|free)\(", m[2])
            and not re.match(TYPES + r"\b[^=(]*[ *]\w", m[2])
            and ("(" in m[2] or "=" in m[2] or "++" in m[2])
        ):
            yield m.start(2), m.end(2) - m.start(2), "(void)0", "statement~dropped"
    for m in re.finditer(r"\[([^\[\]\n]+)\]", code):  # of a use, not a declaration
        if not re.search(TYPES + r"[^;(]*$", code[code.rfind("\n", 0, m.start()) : m.start()]):
            yield m.start(1), m.end(1) - m.start(1), m[1] + " + 1", "index~next"
    for m in re.finditer(r"(?:, |\()([a-z][\w.>-]*), ([a-z][\w.>-]*)(?=[,)])", code):
        line = code[code.rfind("\n", 0, m.start()) + 1 : code.find("\n", m.end())]
        if m[1] != m[2] and not symmetric(code, m.start()) and not LISTED.fullmatch(line):
            yield m.start(1), m.end(2) - m.start(1), m[2] + ", " + m[1], "arguments~exchanged"
    for m in re.finditer(r"([(,=] ?|return )-(?=[\w(])", code):
        yield m.end() - 1, 1, "", "minus~dropped"
    for m in re.finditer(
        r"\b(?:mag_\w+|ar[bf]_get_mag)(_lower)(?=\()", code
    ):  # bounds rounded the other way
        yield m.start(1), m.end(1) - m.start(1), "", "lower~upper"
    for m in re.finditer(  # and the other way round
        r"\b(?:(?:mag_(?:add|sub|mul|div|sqrt|rsqrt|pow_ui|log|exp))|arb_get_mag)(?=\()",
        code,
    ):
        yield m.end(), 0, "_lower", "upper~lower"
    # of the largest or smallest of several the last alone: to = max(to, one) becomes to = one
    for m in re.finditer(
        r"\b(mag_max|mag_min)\(([\w>-]+), \2, (?=[^()]*(?:\([^()]*\)[^()]*)*\);)", code
    ):
        yield m.start(), m.end() - m.start(), "mag_set(%s, " % m[2], "max~last"
    for m in re.finditer(r"(?<![\w.])([\w>-]+) = f(?:max|min)\(\1, (?=[^;]*\);)", code):
        yield m.start(), m.end() - m.start(), "%s = (" % m[1], "max~last"
    # a term of a sum, one factor or a product of them without brackets
    for m in re.finditer(r"(?<=[\w)\]]) [+-] [\w.>-]+(?: [*/] [\w.>-]+)*(?=[;,)])", code):
        yield m.start(), m.end() - m.start(), "", "term~dropped"
    for m in re.finditer(r"\b(?:ARF_RND|MPFR_RND)_?(FLOOR|CEIL|UP|DOWN|U|D)\b", code):
        yield m.start(1), m.end(1) - m.start(1), OUTWARD[m[1]], "direction~other"


# What a bound is made of: constants, comparisons, directions of rounding, largest and smallest,
# places in arrays, and terms.
OF_BOUNDS = re.compile(
    r"(?:number|index|statement|term|lower|upper|lbound|ubound|direction|max|min|fmax|fmin|minus"
    r"|addmul|submul|<=?|>=?)~"
)

OUTWARD = {"FLOOR": "CEIL", "CEIL": "FLOOR", "UP": "DOWN", "DOWN": "UP", "U": "D", "D": "U"}
OPERAND = r"([\w.\->\[\]]+)"
SMALLER = re.compile(
    OPERAND + r" [<>]=? " + OPERAND + r"\s*\?\s*(?:\1\s*:\s*\2|\2\s*:\s*\1)(?![\w.\[(*/+-])"
    r"|if \(" + OPERAND + r" [<>]=? " + OPERAND + r"\)\s+(?:\3 = \4|\4 = \3);"
)


def same_when_equal(code, at):
    """Whether the comparison at `at` chooses the smaller or the larger of the two it compares: of
    equal ones either."""
    begin = max(code.rfind(";", 0, at), code.rfind("{", 0, at), at - 120) + 1
    return any(
        begin + m.start() < at < begin + m.end() for m in SMALLER.finditer(code[begin : at + 120])
    )


def closing(code, at):
    depth = 0
    for i in range(at, min(len(code), at + 400)):
        depth += {"(": 1, ")": -1}.get(code[i], 0)
        if depth == 0:
            return i
    return None


def symmetric(code, at):
    """Whether the arguments at `at`, the comma or parenthesis before them, are factors or terms, or
    asked whether they are the same."""
    start, depth = at, 0
    while code[start] != "(" or depth:
        if code[start] in "{;" or start == 0:
            return False
        depth += {")": 1, "(": -1}.get(code[start], 0)
        start -= 1
    name = re.search(r"\w*$", code[:start])[0]
    if re.search(r"(strcmp|strncmp|memcmp)$", name) and re.match(
        r" [!=]= 0", code[(closing(code, start) or start) + 1 :]
    ):
        return True
    return (re.search(r"_(mul|add)$", name) and code[at] == ",") or re.search(
        r"(max|min|hypot|dot|swap)$", name
    )


class Fault:
    def __init__(self, path, text, place, length, to, operator):
        self.path, self.operator = path, operator
        start = text.rfind("\n", 0, place) + 1
        end = text.find("\n", place)
        self.line = text.count("\n", 0, place) + 1
        same = text[:start].count(text[start:end])  # equal lines are told apart by their order
        key = "%s|%s|%d|%s|%d" % (text[start:end], operator, place - start, to, same)
        self.name = path + "@" + hashlib.sha1(key.encode()).hexdigest()[:8]
        self.text, self.place, self.length, self.to = text, place, length, to
        after = (text[start:place] + to + text[place + length :]).split("\n")[0].strip()
        self.key = self.name
        self.what = "%s: %s  ->  %s" % (operator, text[start:end].strip(), after)

    def planted(self):
        return self.text[: self.place] + self.to + self.text[self.place + self.length :]


def is_of_bounds(fault):
    """Whether a bound may change with it.  Of schemes and systems functions count that compute with
    magnitudes; what is declared or initialised is no term."""
    text, place = fault.text, fault.place
    line = text[text.rfind("\n", 0, place) + 1 : text.find("\n", place)]
    if not OF_BOUNDS.match(fault.operator):
        return False
    if fault.operator.startswith("statement") and re.search(r"_init\(|^\s*" + TYPES + " ", line):
        return False
    here = text[max(text.rfind("\n}", 0, place), 0) : text.find("\n}", place)]
    return "mag_" in here or not fault.path.startswith(("ref/scheme/", "ref/system/"))


def of_file(root, path):
    """Those of one file; none if it is not there."""
    at = os.path.join(root, path)
    if not os.path.exists(at):
        return
    with open(at, encoding="utf-8") as f:
        text = f.read()
    for change in changes(text):
        if text[change[0] : change[0] + change[1]] != change[2]:
            yield Fault(path, text, *change)


def every(root, rooms=ROOMS):
    """Of the folders in `rooms`, without what lies below those written with a minus."""
    without = tuple(room[1:] + "/" for room in rooms if room.startswith("-"))
    for room in rooms:
        for at in sorted(glob.glob(os.path.join(root, room, "**", "*.[ch]"), recursive=True)):
            path = os.path.relpath(at, root)
            if not path.startswith(without):
                yield from of_file(root, path)


def sample(root, seed, count, rooms=ROOMS, of=None):
    """The `count` first of the faults of which `of` holds, of all where it is None."""
    return sorted(
        (f for f in every(root, rooms) if not of or of(f)),
        key=lambda f: hashlib.sha1(("%s %s" % (seed, f.name)).encode()).digest(),
    )[:count]


def named(root, name):
    return [f for f in of_file(root, name.split("@")[0]) if f.name == name]
