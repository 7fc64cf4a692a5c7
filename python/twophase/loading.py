"""From the path of a folder or a table to what it holds."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Union

import numpy

from .binary import Diverged, Error
from .comparison import Comparison
from .folder import DamagedFolder
from .results import Run
from .study import Networks, Sweep
from .table import Table, of_csv


def load(path: Union[str, os.PathLike[str]]) -> Union[Run, Comparison, Networks, Sweep, Table]:
    """Open the folder of a run, a comparison or a sweep, whose files are read when they are asked for; or a table.

    A table is a .csv or .npz that probe or export wrote. Raises Diverged, which says where and why, of the folder of a
    run that diverged, and Error of one that failed.
    """
    path = Path(path)
    if path.suffix in (".csv", ".npz", ".parquet") and path.is_file():
        return _table(path)
    if (path / "plan.json").exists():
        return Sweep(path)
    if not (path / "manifest.json").exists():
        unfinished = path.with_name(path.name + ".partial")
        if unfinished.exists():
            raise _unfinished(path, unfinished)
        raise FileNotFoundError(f"{path} is no folder of a run, a comparison or a sweep: it has no manifest.json and no plan.json")
    if (path / "comparison.json").exists():
        return Comparison(path)
    if (path / "summary.json").exists():
        return Run(path)
    if (path / "networks.csv").exists():
        return Networks(path)
    if path.suffix == ".partial":
        raise _unfinished(path, path)
    _say_how_it_ended(path)
    raise ValueError(f"{path} is neither a run nor a comparison: it has no summary.json")


def _table(path: Path) -> Table:
    if path.suffix == ".parquet":
        raise ValueError(f"{path} is Parquet, which pandas.read_parquet reads")
    if path.suffix == ".csv":
        return of_csv(path.read_text(encoding="utf-8"))
    with numpy.load(path) as archive:
        columns = {name: archive[name] for name in archive.files}
    first = next(iter(columns))
    return Table({**columns, first: columns[first].astype(numpy.int64)})


def _unfinished(path: Path, partial: Path) -> FileNotFoundError:
    _say_how_it_ended(partial)
    return FileNotFoundError(f"{path} is unfinished: twophase resume {partial}")


def _say_how_it_ended(path: Path) -> None:
    for verb, kind, code in (("diverged", Diverged, 3), ("failed", Error, 1)):
        name = f"{verb}.json"
        if not (path / name).exists():
            continue
        try:
            first, *others = json.loads((path / name).read_text())["trials"]
            sentence = f"{path} {verb} at step {first['step']} of trial {first['trial']}: {first['reason']}"
        except (ValueError, KeyError, TypeError) as wrong:
            raise DamagedFolder(f"{path}: its {name} cannot be read: {wrong}") from wrong
        if others:
            sentence += f"; {len(others)} more of its trials {verb} too"
        raise kind(sentence, code)
