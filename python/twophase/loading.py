"""From the path of a folder to what it holds."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Union

from .binary import Diverged, Error
from .comparison import Comparison
from .folder import DamagedFolder
from .results import Run


def load(folder: Union[str, os.PathLike[str]]) -> Union[Run, Comparison]:
    """Open the folder of a run or of a comparison. Its files are read when they are asked for.

    Raises Diverged, which says where and why, of the folder of a run that diverged, and Error of one that failed.
    """
    path = Path(folder)
    if not (path / "manifest.json").exists():
        unfinished = path.with_name(path.name + ".partial")
        if unfinished.exists():
            raise _unfinished(path, unfinished)
        raise FileNotFoundError(f"{path} is no folder of a run or a comparison: it has no manifest.json")
    if (path / "comparison.json").exists():
        return Comparison(path)
    if (path / "summary.json").exists():
        return Run(path)
    if path.suffix == ".partial":
        raise _unfinished(path, path)
    _say_how_it_ended(path)
    raise ValueError(f"{path} is neither a run nor a comparison of variants: it has no summary.json")


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
