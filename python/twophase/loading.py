"""From the path of a folder to what it holds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Union

from .comparison import Comparison
from .results import Run


def load(folder: Union[str, os.PathLike[str]]) -> Union[Run, Comparison]:
    """Open the folder of a run or of a comparison. Its files are read when they are asked for."""
    path = Path(folder)
    if not (path / "manifest.json").exists():
        unfinished = path.with_name(path.name + ".partial")
        if unfinished.exists():
            raise FileNotFoundError(f"{path} is not finished: twophase resume {unfinished}")
        raise FileNotFoundError(f"{path} is no folder of a run or a comparison: it has no manifest.json")
    if (path / "comparison.json").exists():
        return Comparison(path)
    if (path / "summary.json").exists():
        return Run(path)
    raise ValueError(f"{path} is neither a run nor a comparison of variants: it has no summary.json")
