# SPDX-License-Identifier: LGPL-3.0-or-later
"""Pictures of spins and of curves, as SVG, which notebooks show.  They need NumPy alone.

from slporacle import pictures
pictures.spins(x, (8, 8))                 # a state of 64 spins; states (rows, d): an animation
pictures.curves(t, {"energy": run.energy}, x="t").save("energy.svg")
"""

from __future__ import annotations

import html
from typing import Any, Dict, List

import numpy as np

from ._arrays import Array, numbers, whole
from ._errors import InputError

COLOURS = ("#0b5394", "#b3261e", "#b26a00", "#38761d", "#674ea7", "#45818e")
SPINS = "An arrow along (x, y) for each spin; red up, blue down, grey in the plane."
CELL, WIDTH, HEIGHT = 28, 480, 300


class Picture:
    """An SVG."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def _svg(width: float, height: float, title: str, words: str, parts: List[str]) -> Picture:
    """`words` say what is to be seen, for who does not see it."""
    name = html.escape(title)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" font-family="sans-serif" '
        f'font-size="12" aria-label="{name}">\n<title>{name}</title>\n'
        f"<desc>{html.escape(words)}</desc>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>\n'
    )
    return Picture(head + "\n".join(parts) + "\n</svg>\n")


def _shade(z: float) -> str:
    """Red up, blue down, grey in the plane."""
    z = min(1.0, max(-1.0, z))
    grey, end = (0xB0, 0xB0, 0xB0), ((0xC0, 0x20, 0x20) if z > 0 else (0x10, 0x50, 0xA0))
    return "#" + "".join(f"{round(g + (e - g) * abs(z)):02x}" for g, e in zip(grey, end))


def spins(x: Any, shape: Any, *, seconds: float = 4) -> Picture:
    """Spins of a chain or a rectangular lattice: an arrow for (x, y) of each, red up and blue down
    in z.

    x        a state (3 sites,); or states (rows, 3 sites), each a frame of an animation
    shape    sites in each direction, numbered as NumPy numbers an array; of 1 or 2 directions
    seconds  that the animation takes; it repeats
    """
    states = np.atleast_2d(numbers("x", x))
    sizes = [whole("shape", n, 1, 512) for n in np.atleast_1d(shape)]
    if len(sizes) > 2 or states.ndim != 2 or states.shape[1] != 3 * int(np.prod(sizes)):
        raise InputError(f"x: has the shape {states.shape}, and the lattice {tuple(sizes)}", "x")
    if not np.isfinite(states).all():
        raise InputError("x: has a number that is not finite", "x")
    rows, columns = sizes if len(sizes) == 2 else (1, sizes[0])
    frames = states.reshape(len(states), -1, 3)
    longest = float(np.sqrt((frames**2).sum(axis=2)).max()) or 1.0
    parts: List[str] = []
    for site in range(rows * columns):
        i, j = divmod(site, columns)
        at = f"translate({CELL * (j + 0.5):g},{CELL * (i + 0.5):g})"
        path = [_arrow(*s.tolist()) for s in frames[:, site] / longest]
        fill = [_shade(z) for z in (frames[:, site, 2] / longest).tolist()]
        moves = ""
        if len(frames) > 1:
            clock = f'dur="{seconds:g}s" repeatCount="indefinite"/>'
            moves = (
                f'<animate attributeName="d" values="{";".join(path)}" {clock}'
                f'<animate attributeName="fill" values="{";".join(fill)}" {clock}'
            )
        drawn = f'<path transform="{at}" d="{path[0]}" fill="{fill[0]}"'
        parts.append(f"{drawn}>{moves}</path>" if moves else drawn + "/>")
    return _svg(CELL * columns, CELL * rows, f"{rows} x {columns} spins", SPINS, parts)


def _arrow(x: float, y: float, _z: float) -> str:
    """An arrow along (x, y), y upwards, in a cell; a lozenge where it has no length."""
    length = float(np.hypot(x, y))
    c, s = (x / length, y / length) if length > 1e-12 else (1.0, 0.0)
    half = CELL * (0.08 + 0.36 * length)
    corners = [(half, 0), (-half, 0.16 * CELL), (-0.6 * half, 0), (-half, -0.16 * CELL)]
    turned = [(c * a - s * b, -(s * a + c * b)) for a, b in corners]
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in turned) + "Z"


def _scale(values: Array, log: bool, name: str) -> Array:
    if log and not (values > 0).all():
        raise InputError(f"{name}: has a number that is not above 0; a logarithm needs it", name)
    return np.asarray(np.log10(values) if log else values)


def curves(
    at: Any, values: Dict[str, Any], *, x: str = "", y: str = "", log: bool = False
) -> Picture:
    """Curves over `at`, each with its name; `log`: both axes are logarithms.  x, y: what stands at
    the axes.  Numbers that are not finite are left out."""
    place = _scale(numbers("at", at).ravel(), log, "at")
    lines = {name: numbers(name, v).ravel() for name, v in values.items()}
    for name, v in lines.items():
        if v.shape != place.shape:
            raise InputError(f"{name}: has {v.size} numbers, expected {place.size}", name)
    lines = {name: _scale(v, log, name) for name, v in lines.items()}
    every = np.concatenate(list(lines.values())) if lines else np.zeros(1)
    every = every[np.isfinite(every)]
    low, high = (float(every.min()), float(every.max())) if every.size else (0.0, 1.0)
    left, right = float(place.min()), float(place.max())
    wide, tall = right - left or 1.0, high - low or 1.0
    x0, y0, w = 70, HEIGHT - 40, WIDTH - 90

    def text(a: float, b: float, words: str, anchor: str, more: str = "") -> str:
        return f'<text x="{a:g}" y="{b:g}" text-anchor="{anchor}"{more}>{html.escape(words)}</text>'

    def mark(v: float) -> str:
        return f"{10**v:.2g}" if log else f"{v:.4g}"

    parts = [f'<path d="M{x0} 20V{y0}H{x0 + w}" fill="none" stroke="#8c959f"/>']
    parts += [text(x0 - 6, y0, mark(low), "end"), text(x0 - 6, 26, mark(high), "end")]
    parts += [text(x0, y0 + 16, mark(left), "middle"), text(x0 + w, y0 + 16, mark(right), "middle")]
    parts += [text(x0 + w / 2, y0 + 30, x, "middle"), text(x0 - 6, y0 / 2, y, "end")]
    named = x0
    for k, (name, v) in enumerate(lines.items()):
        colour = COLOURS[k % len(COLOURS)]
        good = np.isfinite(v)
        a = x0 + w * (place[good] - left) / wide
        b = y0 - (y0 - 20) * (v[good] - low) / tall
        points = " ".join(f"{p:.1f},{q:.1f}" for p, q in zip(a, b))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
        parts.append(text(named, 13, name, "start", f' fill="{colour}"'))
        named += 8 * len(name) + 12
    said = [f"{name}: {v[0]:.3g} to {v[-1]:.3g}" for name, v in values.items() if len(v)]
    words = f"Over {x or 'the first axis'}, first and last numbers: {'; '.join(said)}."
    return _svg(WIDTH, HEIGHT, y or ", ".join(lines), words, parts)
