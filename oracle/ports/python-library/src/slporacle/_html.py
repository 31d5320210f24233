# SPDX-License-Identifier: LGPL-3.0-or-later
"""Small tables in HTML, as notebooks show them."""

from __future__ import annotations

import html
from typing import Any, Iterable, Sequence

import numpy as np

MOST = 8  # numbers of an array that are shown


def text(value: Any) -> str:
    """A value as a cell shows it, escaped; long arrays are cut."""
    if isinstance(value, np.ndarray):
        flat = value.ravel()
        shown = ", ".join(f"{v:.6g}" for v in flat[:MOST].tolist())
        rest = f", … ({flat.size} numbers)" if flat.size > MOST else ""
        return html.escape(shown + rest)
    if isinstance(value, float):
        return html.escape(f"{value:.6g}")
    return html.escape(str(value))


def table(title: str, rows: Iterable[Sequence[Any]], head: Sequence[str] = ()) -> str:
    """A table with a title; the first cell of each row names it."""
    parts = [f"<table><caption><b>{html.escape(title)}</b></caption>"]
    if head:
        parts.append("<tr>" + "".join(f"<th>{html.escape(h)}</th>" for h in head) + "</tr>")
    for first, *others in rows:
        cells = "".join(f"<td>{text(cell)}</td>" for cell in others)
        parts.append(f"<tr><th>{text(first)}</th>{cells}</tr>")
    return "".join(parts) + "</table>"
