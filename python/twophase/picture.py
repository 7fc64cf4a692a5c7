"""Pictures that a notebook shows."""

from __future__ import annotations

from pathlib import Path


class Picture:
    """An SVG file. A notebook shows it where it is the value of a cell."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __repr__(self) -> str:
        return f"<Picture {self.path}>"

    def _repr_svg_(self) -> str:
        return self.path.read_text(encoding="utf-8")
