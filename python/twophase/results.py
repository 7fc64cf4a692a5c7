"""What a run folder holds."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any, Optional, Union

import numpy

from . import rows as _rows
from .binary import Error, command
from .folder import Folder
from .picture import Picture
from .table import Array, Table, column, parsed


class Run(Folder):
    """The folder of a run. Its files are read when they are asked for, and compared with their checksums."""

    def __repr__(self) -> str:
        trials = "1 trial" if self.trials == 1 else f"{self.trials} trials"
        return f"<Run {self.path}: {self.network}, {self.summary['steps']} steps, {trials}>"

    @cached_property
    def summary(self) -> dict[str, Any]:
        """What summary.json says: measures, pruning and curve of each trial, theory, warnings."""
        return self.json("summary.json")

    @property
    def experiment(self) -> dict[str, Any]:
        """The keys of the experiment, with all defaults."""
        value: dict[str, Any] = self.manifest["experiment"]
        return value

    @property
    def network(self) -> str:
        return str(self.summary["network"])

    @property
    def trials(self) -> int:
        return int(self.summary["trials"])

    @property
    def warnings(self) -> list[str]:
        return list(self.summary["warnings"])

    @property
    def inputs(self) -> list[str]:
        """The names of the inputs in the header of their file, or their numbers from 0."""
        return list(self.manifest.get("input_names") or map(str, range(self.summary["inputs"])))

    @cached_property
    def weights(self) -> dict[str, Array]:
        """The final weights: W [K×N] and M [K×K], or an array [post×pre] for each projection of other circuits; and variables.

        The scales are on the diagonal of M. With more than one trial there is a first axis, the trials.
        """
        with numpy.load(io.BytesIO(self.read("weights.npz"))) as archive:
            return {name: archive[name] for name in archive.files}

    @property
    def variables(self) -> dict[str, Array]:
        """The final variables of neurons by their names, such as y.theta, [n], or [trials×n] of n neurons."""
        return {name: values for name, values in self.weights.items() if "." in name and not name.endswith(".scale")}

    def _array(self, name: str) -> Array:
        if name not in self.weights:
            raise AttributeError(f"{self.network} has no {name}: its weights are {', '.join(self.weights)}")
        return self.weights[name]

    @property
    def W(self) -> Array:
        """The final feedforward weights, [K×N], or [trials×K×N]."""
        return self._array("W")

    @property
    def M(self) -> Array:
        """The final lateral weights with the scales on the diagonal, [K×K], or [trials×K×K]."""
        return self._array("M")

    @property
    def scales(self) -> Array:
        """The final scales m_ii, [K], or [trials×K]."""
        return numpy.diagonal(self.M, axis1=-2, axis2=-1)

    @property
    def settled_filter(self) -> Array:
        """M⁻¹W, the filter of outputs that have settled, [K×N], or [trials×K×N]. That of two phases differs from it."""
        return numpy.linalg.solve(self.M, self.W)

    def _result(self, trial: int) -> dict[str, Any]:
        if not 0 <= trial < self.trials:
            raise IndexError(f"trial {trial}: there are {self.trials}, from 0")
        value: dict[str, Any] = self.summary["results"][trial]
        return value

    def measures(self) -> Table:
        """Return the measures at the end of each trial, those that the run has; of components they are NAME[0], NAME[1], …"""
        rows = []
        for trial in range(self.trials):
            result = self._result(trial)
            declared = (result.get("declared") or {}).get("values", [])
            rows.append({"trial": trial} | _flat(result["measures"]) | {m["name"]: m["value"] for m in declared})
        return _measured("trial", rows)

    def curve(self, trial: int = 0) -> Table:
        """Return the measures along the run over the steps: E_Pro, ‖M_o‖/‖M‖, settling error, and those that it follows."""
        result = self._result(trial)
        followed = {f["name"]: dict(zip(f["steps"], f["values"])) for f in result.get("followed") or []}
        return _measured("step", [p | {name: f.get(p["step"]) for name, f in followed.items()} for p in result["curve"]])

    def pruning(self, projection: Union[str, int, None] = None, trial: int = 0) -> Table:
        """Return the life of each synapse of a projection, of the lateral ones without a name, as twophase inspect finds it.

        peak is the largest recorded |weight|, half_life has its R² in r2, and state says whether the synapse is pruned at
        the end. An error names the projections that were recorded. If they were not, what the run itself saw of synapses
        that it followed (the lateral ones, and those of the key pruning) is returned: peak, peak_step and final. A number in place of a name is a trial.
        """
        name: Optional[str] = None
        if isinstance(projection, int):
            trial = projection
        else:
            name = projection
        result = self._result(trial)
        followed = [result["pruning"], *(result.get("prunings") or [])]
        each = next((p["each"] for p in followed if name in (None, p.get("projection", "lateral"))), None)
        named = [] if name is None else [f"--projection={name}"]
        try:
            text = command("inspect", str(self.path), "--csv", f"--trial={trial}", *named)
        except Error:
            if not each:
                raise
            return Table({key: column([s[key] for s in each]) for key in each[0]})
        rows = sorted(csv.DictReader(io.StringIO(text)), key=lambda row: (int(row["post"]), int(row["pre"])))
        keys = dict.fromkeys(["synapse", *(key for row in rows for key in row)])
        return Table({key: column([parsed(row[key]) for row in rows]) for key in keys})

    def events(self, trial: int = 0) -> Table:
        """Return what interventions changed, a row for each change; without interventions there are no rows."""
        names = ["step", "intervention", "trigger", "edit", "what", "projection", "post", "pre", "before", "after"]
        found: list[dict[str, Any]] = []
        name = f"events-{trial:04d}.jsonl"
        if self._result(trial).get("happened"):
            for line in self.read(name).decode().splitlines():
                event = json.loads(line)
                found += [{**event, **change} for change in event.get("changes") or [{}]]
        return Table({n: column([row.get(n) for row in found]) for n in names})

    def traces(self, *selections: str, trial: int = 0, parts: bool = False) -> Table:
        """Return what was recorded of selections, such as "lateral[2,*]"; without one, of all.

        A column is called as the element is selected, as in table["lateral[2,0]"]. With parts there are columns for the
        recorded parts of each change, as in table["lateral[2,0].hebbian"]. The binary reads the traces (twophase export).
        """
        self._result(trial)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "traces.npz"
            options = [f"--npz={file}", f"--trial={trial}", *(["--parts"] if parts else [])]
            command("export", str(self.path), *selections, *options)
            return _archived(file, "step")

    def probe(
        self,
        stimuli: Union[str, os.PathLike[str], Array],
        *,
        step: Optional[int] = None,
        trial: int = 0,
        population: Optional[str] = None,
        raw: bool = False,
        count: Optional[int] = None,
    ) -> Table:
        """Show stimuli to the circuit that the run has learnt, and return the responses, as in table["outputs[0]"].

        stimuli are an array [stimuli×inputs], the path of a file, or "run". A step needs a record of all weights. Unless
        raw, the stimuli are centred and scaled as those of the run. population names the only one that is returned.
        """
        with tempfile.TemporaryDirectory() as folder:
            if isinstance(stimuli, numpy.ndarray):
                array, stimuli = stimuli, Path(folder) / "stimuli.npy"
                numpy.save(stimuli, array.astype(numpy.float64))
            file = Path(folder) / "responses.npz"
            where = str(self.path) if step is None else f"{self.path}:{step}"
            options = [f"--{k}={v}" for k, v in (("population", population), ("count", count)) if v is not None]
            options += ["--raw"] if raw else []
            command("probe", where, f"--stimuli={stimuli}", f"--trial={trial}", f"--out={file}", *options)
            return _archived(file, "stimulus")

    def rows(self, trial: int = 0) -> Table:
        """Return all that was recorded, a row for each value: step, projection, post, pre, weight and its parts.

        pyarrow, fastparquet or DuckDB read the Parquet files, whichever is installed; without one, the binary does.
        pre is −1 for scales and outputs. A run that recorded nothing has no rows.
        """
        self._result(trial)
        names = self.files(f"traces-{trial:04d}-*.parquet")
        if not names:
            return _rows.none()
        reader = _rows.reader()
        if reader is None:
            return _rows.melted(self.traces(trial=trial, parts=True))
        return reader([self.checked(name) for name in names])

    def plot(
        self,
        picture: str = "error",
        trial: int = 0,
        out: Optional[str] = None,
        *,
        style: Optional[str] = None,
        width: Optional[float] = None,
        time: str = "auto",
    ) -> Picture:
        """Draw a picture of a trial, as twophase plot does: traces, weights, error, pruning or fields.

        style is talk or paper, width is in mm, and time is the axis of the steps: log, linear or auto. It is written to
        the folder out, or RUN-plots.
        """
        self._result(trial)
        folder = Path(out) if out else self.path.with_name(self.path.name + "-plots")
        look = [f"--{k}={v}" for k, v in (("style", style), ("width", width), ("time", time)) if v is not None]
        command("plot", str(self.path), picture, f"--trial={trial}", f"--out={folder}", "--force", *look)
        return Picture(folder / f"{picture}.svg")


def _archived(file: Path, number: str) -> Table:
    """Return the table in an archive that the binary wrote, with the numbers of its rows as integers."""
    with numpy.load(file) as archive:
        columns = {name: archive[name] for name in archive.files}
    return Table({**columns, number: columns[number].astype(numpy.int64)})


def _measured(first: str, rows: list[dict[str, Any]]) -> Table:
    """Return a table of rows of measures, by its first column, without the columns that have no value."""
    names = dict.fromkeys(name for row in rows for name, value in row.items() if value is not None)
    return Table({name: column([row.get(name) for row in rows]) for name in dict.fromkeys([first, *names])})


def _flat(measures: dict[str, Any]) -> dict[str, Any]:
    """Return measures with an entry for each element of those that are lists, and without sentences."""
    flat: dict[str, Any] = {}
    for name, found in measures.items():
        if isinstance(found, list):
            flat.update({f"{name}[{i}]": v for i, v in enumerate(found)})
        elif found is None or isinstance(found, (int, float)):
            flat[name] = found
    return flat
