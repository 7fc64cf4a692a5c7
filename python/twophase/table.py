"""Columns with names and units."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, Optional, Union

import numpy
import numpy.typing

Array = numpy.typing.NDArray[Any]

# The units of columns and measures. Weights, activities and ratios have none.
UNITS = {
    "step": "stimuli",
    "peak_step": "stimuli",
    "diverged_at": "stimuli",
    "principal_angles": "radians",
    "canonical_angle": "degrees",
    "slow_angle": "degrees",
    "silent": "outputs",
}


class Table(Mapping[str, Array]):
    """Columns of one length by their names, as NumPy arrays. The first one is the index; a tidy table has none.

    What was not recorded or is not defined is NaN in a column of numbers and None in one of objects.
    """

    def __init__(self, columns: Mapping[str, Array], units: Optional[Mapping[str, str]] = None, tidy: bool = False) -> None:
        self._columns = dict(columns)
        lengths = {len(values) for values in self._columns.values()}
        if len(lengths) != 1:
            raise ValueError(f"a table has at least one column, all of one length, not {sorted(lengths)}")
        self.index = None if tidy else next(iter(self._columns))
        self.rows = lengths.pop()
        known = UNITS if units is None else units
        self.units = {name: known[_base(name)] for name in self._columns if _base(name) in known}

    def __getitem__(self, name: str) -> Array:
        try:
            return self._columns[name]
        except KeyError:
            raise KeyError(f"no column {name!r}: there are {_some(list(self._columns))}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """Return the number of columns; rows has that of the rows."""
        return len(self._columns)

    def __repr__(self) -> str:
        columns = [f"{name} [{self.units[name]}]" if name in self.units else name for name in self._columns]
        return f"<Table of {self.rows} rows: {_some(columns)}>"

    def frame(self) -> Any:
        """Return a pandas.DataFrame with the index of the table, and the units in its attrs."""
        import pandas

        columns = dict(self._columns)
        index = None if self.index is None else pandas.Index(columns.pop(self.index), name=self.index)
        frame = pandas.DataFrame(columns, index=index)
        frame.attrs["units"] = dict(self.units)
        return frame

    def dataset(self) -> Any:
        """Return an xarray.Dataset with the index as its dimension, or row, and units as attributes."""
        import xarray

        index = self.index or "row"
        along = self._columns.get(index, numpy.arange(self.rows))

        def attributes(name: str) -> dict[str, str]:
            return {"units": self.units[name]} if name in self.units else {}

        names = [name for name in self._columns if name != index]
        return xarray.Dataset(
            {name: (index, self._columns[name], attributes(name)) for name in names},
            coords={index: (index, along, attributes(index))},
        )


def of_csv(text: str, tidy: bool = False) -> Table:
    """Return a table in CSV with its numbers, of which an empty one is not known."""
    names, *lines = csv.reader(io.StringIO(text))
    return Table({name: column([parsed(line[i]) for line in lines]) for i, name in enumerate(names)}, tidy=tidy)


def parsed(text: str) -> Union[int, float, str, None]:
    """Return a value of a table in CSV: a number, a text, or None where it is not defined. 01 and 1_0 stay texts."""
    if "_" in text or text[:1] == "0" and text[1:2].isdigit():
        return text
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text or None


def column(values: list[Any]) -> Array:
    """Return values as an array of numbers with NaN for None, or of objects if some are texts."""
    if all(isinstance(v, int) and not isinstance(v, bool) for v in values):
        return numpy.array(values, dtype=numpy.int64)
    if all(v is None or isinstance(v, (int, float)) for v in values):
        return numpy.array([numpy.nan if v is None else v for v in values], dtype=numpy.float64)
    result = numpy.empty(len(values), dtype=object)
    result[:] = values
    return result


def _base(name: str) -> str:
    """Return the name of a measure without the number of its element, as in principal_angles[0]."""
    return name.split("[", 1)[0]


def _some(names: list[str]) -> str:
    more = f", … ({len(names)} in all)" if len(names) > 8 else ""
    return ", ".join(names[:8]) + more
