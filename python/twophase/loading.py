"""From the path of a folder to what it holds."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Union

from .binary import Diverged
from .comparison import Comparison
from .folder import DamagedFolder
from .results import Run


def load(folder: Union[str, os.PathLike[str]]) -> Union[Run, Comparison]:
    """Open the folder of a run or of a comparison. Its files are read when they are asked for.

    Raises Diverged, which says where and why, of the folder of a run that diverged.
    """
    path = Path(folder)
    if not (path / "manifest.json").exists():
        unfinished = path.with_name(path.name + ".partial")
        if unfinished.exists():
            _say_if_diverged(unfinished)
            raise FileNotFoundError(f"{path} is not finished: twophase resume {unfinished}")
        raise FileNotFoundError(f"{path} is no folder of a run or a comparison: it has no manifest.json")
    if (path / "comparison.json").exists():
        return Comparison(path)
    if (path / "summary.json").exists():
        return Run(path)
    _say_if_diverged(path)
    raise ValueError(f"{path} is neither a run nor a comparison of variants: it has no summary.json")


def _say_if_diverged(path: Path) -> None:
    if not (path / "diverged.json").exists():
        return
    try:
        first, *others = json.loads((path / "diverged.json").read_text())["trials"]
        sentence = f"{path} diverged at step {first['step']} of trial {first['trial']}: {first['reason']}"
    except (ValueError, KeyError, TypeError) as wrong:
        raise DamagedFolder(f"{path}: its diverged.json cannot be read: {wrong}") from wrong
    if others:
        sentence += f"; {len(others)} more of its trials diverged too"
    raise Diverged(sentence, 3)
