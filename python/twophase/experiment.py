"""Experiments, from the arguments of Python to a file for the binary."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Optional, Union

import numpy

from .binary import Error, command
from .comparison import Comparison
from .loading import load
from .results import Run
from .study import Sweep

_REPEATED = ("record", "parts", "follow")  # flags that are given once for each value; other lists have commas


Source = Union[None, str, os.PathLike[str], Mapping[str, Any]]
Folder = Union[None, str, os.PathLike[str]]


def run(
    experiment: Source = None, *, out: Folder = None, force: bool = False, workers: Optional[int] = None, **keys: Any
) -> Run:
    """Run an experiment, and return the run folder that was written.

    experiment is a YAML file, a dict, or nothing. keys are the keys of experiment files, and override those of
    experiment: run(network="PSP", steps=20000). A key that is a word of Python has an underscore behind it: lambda_.
    An array [stimuli×inputs] or a pandas.DataFrame as stimulus, or as its file, is written to a file beside the folder.
    Beside a YAML file, keys are flags of twophase run.

    out is the folder to write, by default a new one under runs/; force replaces it. workers is the number of threads,
    by default one for each processor.

    Raises UsageError if the experiment is wrong, Diverged if its numbers diverge, and else Error. An experiment with
    variants is for compare().
    """
    done = _done(experiment, out, force, workers, keys)
    if not isinstance(done, Run):
        raise TypeError(f"the experiment has variants, and {done.path} is a comparison: use twophase.compare or load")
    return done


def compare(
    experiment: Source = None, *, out: Folder = None, force: bool = False, workers: Optional[int] = None, **keys: Any
) -> Comparison:
    """Run the variants of an experiment on the same stimuli, and return the folder of the comparison.

    The key compare has the variants: compare(steps=20000, compare={"fast": {"rate": 0.01}}). The arguments, and what is
    raised, are those of run().
    """
    if not isinstance(experiment, (str, os.PathLike)) and "compare" not in {**(experiment or {}), **keys}:
        raise TypeError('nothing to compare: give variants, as in compare={"fast": {"rate": 0.01}}')
    done = _done(experiment, out, force, workers, keys)
    if not isinstance(done, Comparison):
        raise TypeError(f"the experiment has no variants, and {done.path} is a run: use twophase.run or load")
    return done


def sweep(
    experiment: Source = None,
    *,
    vary: Optional[Mapping[str, Any]] = None,
    points: Optional[Sequence[Mapping[str, Any]]] = None,
    seeds: Any = None,
    out: Folder = None,
    workers: Optional[int] = None,
    **keys: Any,
) -> Sweep:
    """Run an experiment at many points, and return the folder of the sweep, by default a new one under runs/.

    vary has the values of each key, as in sweep(steps=5000, vary={"tau": [0.1, 0.5], "rate": [0.01, 0.001]}, seeds=5);
    points, the key list of a grid file, has keys that change together. seeds is their number or a list. experiment and
    keys are those of run(). A sweep that was interrupted is continued by twophase.command("sweep", "run", out).
    """
    out = _free(Path("runs/sweep")) if out is None else Path(out)
    if isinstance(experiment, (str, os.PathLike)):
        if keys:
            raise TypeError(f"{', '.join(keys)}: give the keys in the file {os.fspath(experiment)}, or the experiment as a dict")
        base: Any = os.fspath(experiment)
    else:
        base = _document(experiment, _named(keys), out.parent)
    parts = {"experiment": base, "vary": vary, "list": points, "seeds": seeds}
    _with_file({k: v for k, v in parts.items() if v is not None}, "sweep", "plan", options=[f"--out={out}"])
    command("sweep", "run", str(out), *([] if workers is None else [f"--workers={workers}"]))
    return Sweep(out)


def _done(
    experiment: Source, out: Folder, force: bool, workers: Optional[int], keys: Mapping[str, Any]
) -> Union[Run, Comparison]:
    keys = _named(keys)
    options = ["--json"]
    if force:
        options.append("--force")
    if workers is not None:
        options.append(f"--workers={workers}")
    beside = Path(out).parent if out is not None else Path("runs")
    if isinstance(experiment, (str, os.PathLike)):
        options += [f"--out={os.fspath(out)}"] if out is not None else []
        return _finished(command("run", os.fspath(experiment), *_flags(keys, beside), *options))
    document = _document(experiment, keys, beside)
    if "compare" in document:  # the binary would call both by the file below
        document.setdefault("baseline", "baseline")
        out = _free(Path("runs/compare")) if out is None else out
    options += [f"--out={os.fspath(out)}"] if out is not None else []
    return _finished(_with_file(document, "run", options=options))


def _named(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return keys without the underscore behind those that are words of Python."""
    return {name[:-1] if name.endswith("_") else name: value for name, value in keys.items()}


def _document(experiment: Optional[Mapping[str, Any]], keys: Mapping[str, Any], beside: Path) -> dict[str, Any]:
    """Return the keys of an experiment, in which arrays and frames are files."""
    document = _merged(experiment or {}, keys)
    if "stimulus" in document:
        document["stimulus"] = _stimulus(document["stimulus"], beside)
    return document


def _with_file(document: Mapping[str, Any], *words: str, options: list[str]) -> str:
    """Run a command of the binary on a document, and return what it prints."""
    text = json.dumps(document, indent=1, ensure_ascii=False, default=_plain)  # JSON is YAML
    # In the working directory, as files that an experiment names are relative to it.
    handle, path = tempfile.mkstemp(prefix=".experiment-", suffix=".yaml", dir=".")
    name = os.path.basename(path)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        return command(*words, name, *options)
    except Error as error:
        raise type(error)(error.text.replace(name, "experiment"), error.code) from None
    finally:
        os.unlink(name)


def _free(path: Path) -> Path:
    """Return a path, or the first of path-2, path-3, … that does not exist."""
    free, number = path, 1
    while free.exists() or free.with_name(free.name + ".partial").exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free


def _finished(printed: str) -> Union[Run, Comparison]:
    found = load(json.loads(printed)["folder"])
    assert isinstance(found, (Run, Comparison))
    return found


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return a dict with the entries of two, those of sections one by one."""
    both = dict(below)
    for name, value in above.items():
        old = both.get(name)
        both[name] = _merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return both


def _flags(keys: Mapping[str, Any], beside: Path) -> list[str]:
    """Return keys as flags of twophase run."""
    flags: list[str] = []
    for name, value in keys.items():
        flag = "--" + name.replace("_", "-")
        if name == "stimulus":
            source = _stimulus(value, beside)
            flags += [f"--stimulus={source.pop('file')}"] if "file" in source else []
            flags += _flags(source, beside)
            continue
        value = _plain(value) if isinstance(value, (numpy.generic, numpy.ndarray)) else value
        if isinstance(value, Mapping):
            raise TypeError(f"{name} is a section, which no flag has: write it into the file, or give a dict in its place")
        if name == "reference":  # a flag of words
            value = {True: "auto", False: "none"}.get(value, value)
        if isinstance(value, bool):
            flags.append(f"{flag}={'true' if value else 'false'}")
        elif isinstance(value, (list, tuple)) and name in _REPEATED:
            flags += [f"{flag}={v}" for v in value]
        elif isinstance(value, (list, tuple)):
            flags.append(f"{flag}={','.join(map(str, value))}")
        else:
            flags.append(f"{flag}={value}")
    return flags


def _stimulus(value: Any, beside: Path) -> dict[str, Any]:
    """Return a stimulus in which arrays and frames are files; a path is the file of the stimuli."""
    if isinstance(value, Mapping):
        held = value.get("file")
        return {**value, "file": _written(held, beside)} if _is_data(held) else dict(value)
    if _is_data(value):
        return {"file": _written(value, beside)}
    return {"file": os.fspath(value)}


def _is_data(value: Any) -> bool:
    return isinstance(value, numpy.ndarray) or hasattr(value, "to_csv")


def _written(data: Any, beside: Path) -> str:
    """Write stimuli to a file that is called by its content, and return its path."""
    if isinstance(data, numpy.ndarray):
        buffer = io.BytesIO()
        numpy.save(buffer, numpy.ascontiguousarray(data), allow_pickle=False)
        content, suffix = buffer.getvalue(), ".npy"
    else:
        content, suffix = data.to_csv(index=False).encode(), ".csv"
    path = beside / f"stimuli-{hashlib.sha256(content).hexdigest()[:12]}{suffix}"
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, content)
    return str(path)


def _write(path: Path, content: bytes) -> None:
    """Write a file that is whole or not there, and outlasts a power cut. Its mode is that of any new file."""
    aside = path.with_name(f".{path.name}-{os.getpid()}-{threading.get_ident()}.partial")
    try:
        with open(aside, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    if os.name != "nt":  # which opens no folders
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _plain(value: Any) -> Any:
    """Return what JSON can write in the place of NumPy's numbers and arrays, and of paths."""
    if isinstance(value, numpy.generic):
        return value.item()
    if isinstance(value, numpy.ndarray):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{value!r} is no value of an experiment")
