"""Learning rates as they are written: 1e-3, 10/(250+t), or 1.1e-3 until 10000, 1e-4."""

from __future__ import annotations

from typing import Any

from .formula import parse, value


class Rate:
    """A learning rate over the steps, which are counted from 1."""

    def __init__(self, text: Any) -> None:
        self.segments = []
        for part in str(text).split(","):
            formula, _, until = part.partition(" until ")
            self.segments.append((parse(formula.strip()), float(until) if until else float("inf")))

    def at(self, step: int) -> float:
        """The rate in a step."""
        for tree, until in self.segments:
            if step <= until:
                return value(tree, {"t": float(step)}.__getitem__)
        return 0.0
