"""A comparison of variants on the same stimuli."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from .picture import Picture
from .results import Run
from .study import Study
from .table import Table, column


class Comparison(Study):
    """The folder of a comparison: a run for each variant, and how they differ."""

    @cached_property
    def variants(self) -> Mapping[str, Run]:
        """The runs by the names of the variants; the first is the baseline."""
        return {v["name"]: Run(self.path / v["name"]) for v in self.manifest["variants"]}

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What comparison.json says: medians, differences with their intervals, warnings."""
        return self.json("comparison.json")

    @cached_property
    def _rows(self) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.read("comparison.csv").decode())))

    @property
    def quantities(self) -> list[str]:
        """The names of what was followed over the steps, such as e_pro."""
        return list(dict.fromkeys(row["quantity"] for row in self._rows))

    def curves(self, quantity: str = "e_pro") -> Table:
        """Return a quantity over the steps.

        A variant has three columns: its name is the median over the trials, NAME.q25 and NAME.q75 are the quartiles.
        """
        rows = [row for row in self._rows if row["quantity"] == quantity]
        if not rows:
            raise KeyError(f"no quantity {quantity!r}: there are {', '.join(self.quantities)}")
        steps = sorted({int(row["step"]) for row in rows})
        values = {(row["variant"], int(row["step"])): row for row in rows}
        columns = {"step": column(steps)}
        for name in dict.fromkeys(row["variant"] for row in rows):
            for suffix, field in (("", "median"), (".q25", "q25"), (".q75", "q75")):
                texts = [values[name, s][field] if (name, s) in values else "" for s in steps]
                columns[name + suffix] = column([float(t) if t else None for t in texts])
        return Table(columns)

    def curve(self) -> Table:
        """Return what was followed, in each trial of each variant: a row for each step."""
        return self.table("curve")

    def differences(self) -> Table:
        """Return the paired differences of all measures: their median, its interval, and in how many trials they are more."""
        pairs = [{"variant": p["variant"], "against": p["against"], **d} for p in self.summary["pairs"] for d in p["differences"]]
        return Table({name: column([row.get(name) for row in pairs]) for name in pairs[0]}, tidy=True)

    @property
    def picture(self) -> Picture:
        """The figure of the comparison."""
        return Picture(self.checked("comparison.svg"))
