"""Traces as rows, one for each recorded value."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional

import numpy

from .table import Array, Table

_ELEMENT = re.compile(r"(?P<projection>.+)\[(?P<post>\d+)(?:,(?P<pre>\d+))?\](?:\.(?P<part>\w+))?")


def reader() -> Optional[Callable[[list[Path]], Table]]:
    """Return the function that reads Parquet files by what is installed, or None."""
    for name, read in (("pyarrow", _by_pyarrow), ("fastparquet", _by_fastparquet), ("duckdb", _by_duckdb)):
        if importlib.util.find_spec(name) is not None:
            return read
    return None


def _by_pyarrow(files: list[Path]) -> Table:
    import pyarrow.parquet

    table = pyarrow.parquet.ParquetDataset([str(f) for f in files]).read()
    return _ordered({name: table[name].to_numpy() for name in table.column_names})


def _by_fastparquet(files: list[Path]) -> Table:
    import fastparquet

    frame = fastparquet.ParquetFile([str(f) for f in files]).to_pandas()
    return _ordered({str(name): frame[name].to_numpy() for name in frame.columns})


def _by_duckdb(files: list[Path]) -> Table:
    import duckdb

    found = duckdb.connect().execute("SELECT * FROM read_parquet($files)", {"files": [str(f) for f in files]})
    columns: dict[str, Any] = found.fetchnumpy()
    return _ordered({name: _plain(values) for name, values in columns.items()})


def _plain(values: Any) -> Array:
    """Return an array without a mask: what is masked is NaN."""
    mask = numpy.ma.getmaskarray(values)  # type: ignore[no-untyped-call]
    plain: Array = numpy.asarray(values)
    return numpy.where(mask, numpy.nan, plain) if mask.any() else plain


def _ordered(columns: dict[str, Array]) -> Table:
    """Return the columns of a Parquet trace as those of melted, in its order."""
    step = columns.pop("step").astype(numpy.int64)
    pre = columns.pop("pre").astype(numpy.float64)
    ordered = {
        "step": step,
        "projection": columns.pop("projection").astype(object),
        "post": columns.pop("post").astype(numpy.int64),
        "pre": numpy.where(numpy.isnan(pre), -1, pre).astype(numpy.int64),
        "weight": columns.pop("weight"),
    }
    parts = {n: values.astype(numpy.float64) for n, values in columns.items() if n not in ("run", "trial")}
    return _sorted(ordered | parts)


def melted(table: Table) -> Table:
    """Return the rows of a table of series, such as that of Run.traces: a row for each value that is not NaN."""
    steps = table["step"]
    elements: dict[tuple[str, int, int], dict[str, Array]] = {}
    for name in table:
        match = _ELEMENT.fullmatch(name)
        if match is None:
            continue
        key = (match["projection"], int(match["post"]), int(match["pre"] or -1))
        elements.setdefault(key, {})[match["part"] or "weight"] = table[name]
    parts = dict.fromkeys(part for series in elements.values() for part in series if part != "weight")
    pieces: dict[str, list[Array]] = {n: [] for n in ("step", "projection", "post", "pre", "weight", *parts)}
    for (projection, post, pre), series in elements.items():
        recorded = ~numpy.isnan(series["weight"])
        count = int(recorded.sum())
        pieces["step"].append(steps[recorded])
        pieces["projection"].append(numpy.full(count, projection, dtype=object))
        pieces["post"].append(numpy.full(count, post, dtype=numpy.int64))
        pieces["pre"].append(numpy.full(count, pre, dtype=numpy.int64))
        for part in ("weight", *parts):
            values = series.get(part)
            pieces[part].append(numpy.full(count, numpy.nan) if values is None else values[recorded])
    return _sorted({name: numpy.concatenate(arrays) for name, arrays in pieces.items()})


def none() -> Table:
    """Return a table without rows, of a run that recorded nothing."""
    kinds: dict[str, type] = {"step": numpy.int64, "projection": object, "post": numpy.int64, "pre": numpy.int64, "weight": numpy.float64}
    return Table({name: numpy.empty(0, dtype=kind) for name, kind in kinds.items()})


def _sorted(columns: dict[str, Array]) -> Table:
    """Return a table ordered by step, projection, post and pre."""
    projections = columns["projection"].astype(str)
    order = numpy.lexsort((columns["pre"], columns["post"], projections, columns["step"]))
    return Table({name: values[order] for name, values in columns.items()})
