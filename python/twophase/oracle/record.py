"""What a run recorded: its start, its stimuli and the values to compare with."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import numpy

from ..results import Run
from .circuit import Circuit
from .parts import Projection, Refused, Vector

Values = dict[tuple[int, int], Any]  # a column of values by (post, pre); pre is -1 of what neurons have

_ELEMENT = re.compile(r"(.+)\[(\d+)(?:,(\d+))?\](\.pre_activity)?")
_PLAIN = {"file", "epochs", "views"}  # keys of stimuli that leave the rows of a file as they are


class Record:
    """The records of a trial."""

    def __init__(self, run: Run, trial: int) -> None:
        self.run, self.trial = run, trial
        table = run.traces(trial=trial, parts=True)
        self.steps: list[int] = [int(step) for step in table["step"]]
        self.arrays: dict[str, Values] = {}
        self.presynaptic: dict[str, Values] = {}
        for name in table:
            match = _ELEMENT.fullmatch(name)
            if match is not None:
                group = self.presynaptic if match[4] else self.arrays
                group.setdefault(match[1], {})[(int(match[2]), int(match[3] or -1))] = table[name]

    def start(self, c: Circuit) -> None:
        """Set the circuit to what was recorded at step 0. Weights that do not learn may be those at the end."""
        if not self.steps or self.steps[0] != 0:
            raise Refused("a run without records of step 0: record weights@1")
        for p in c.projections.values():
            if p.tied is not None:
                continue
            if p.name in self.arrays and not numpy.isnan(next(iter(self.arrays[p.name].values()))[0]):
                for (i, j), column in self.arrays[p.name].items():
                    p.weights[i][j] = float(column[0])
                    p.synapses.add((i, j))
            elif p.plastic:
                raise Refused(f"a run without the weights of {p.name} at step 0: record weights@1")
            else:
                p.weights = self.final(p.name).tolist()
        for name, owner in owned_by(c).items():
            if name in self.arrays and not numpy.isnan(self.arrays[name][(0, -1)][0]):
                for (i, _), column in self.arrays[name].items():
                    owner[i] = float(column[0])
            elif name in (self.run.experiment.get("initial") or {}):
                raise Refused(f"a run that starts {name} from its key initial and does not record it: record {name}@1")
        c.begin()

    def computed(self, c: Circuit) -> dict[str, Any]:
        """What the circuit has now, by the names of the records."""
        now: dict[str, Any] = {name: p.weights for name, p in c.projections.items() if p.tied is None}
        now |= owned_by(c)
        return now | {name: p.slots["final"] for name, p in c.populations.items()}

    def final(self, name: str) -> Any:
        """An array of weights.npz."""
        array = self.run.weights[{"feedforward": "W", "lateral": "M"}.get(name, name)]
        return array[self.trial] if self.run.trials > 1 else array


def owned_by(c: Circuit) -> dict[str, Vector]:
    """Scales and variables of all populations, by the names of their records."""
    owned = {}
    for p in c.populations.values():
        owned["scale" if p.name == "outputs" else p.name + ".scale"] = p.scale
        owned |= {f"{p.name}.{name}": values for name, values in p.variables.items()}
    return owned


class Stimuli:
    """What the inputs carry, and the signals, for each step from 1."""

    def __init__(self, record: Record, c: Circuit, given: Any = None) -> None:
        self.inputs = [p for p in c.populations.values() if p.input]
        self.signals: dict[str, Any] = {}
        self.sources: list[Projection] = []  # whose recorded changes tell the stimuli
        self.of = {} if given is not None else self._recorded(record, c)
        if not self.of:
            self._from_rows(record, c, given)

    def _recorded(self, record: Record, c: Circuit) -> dict[str, Any]:
        """The presynaptic activities that were recorded with the parts of changes, if they tell all stimuli."""
        steps = int(record.run.summary["steps"])
        found = {}
        if c.signals or record.steps[: steps + 1] != list(range(steps + 1)):
            return {}
        for p in c.projections.values():
            columns = record.presynaptic.get(p.name, {})
            if p.plastic and p.pre.input and {j for _, j in columns} == set(range(p.pre.size)):
                rows = [_shown([v for (_, pre), v in columns.items() if pre == j]) for j in range(p.pre.size)]
                if not numpy.isnan(rows).any():
                    found[p.pre.name] = numpy.array(rows).T
                    self.sources.append(p)
        return found if len(found) == len(self.inputs) else {}

    def _from_rows(self, record: Record, c: Circuit, given: Any) -> None:
        steps = int(record.run.summary["steps"])
        if given is None:
            given = self._file(record)
        elif len(given) < steps:
            raise Refused(f"stimuli of {len(given)} rows, and the run has {steps} steps: give a row for each step")
        signals = record.run.experiment["circuit"].get("signals", {}) if c.signals else {}
        taken = [int(column) for its in signals.values() for column in its["columns"]]
        self.signals = {name: given[:, int(its["columns"][0])] for name, its in signals.items()}
        rows = numpy.delete(given, taken, axis=1)
        if rows.shape[1] != sum(p.size for p in self.inputs):
            raise Refused(f"stimuli of {rows.shape[1]} columns, and the circuit has {sum(p.size for p in self.inputs)} inputs")
        at = 0
        for p in self.inputs:
            self.of[p.name] = rows[:, at : at + p.size]
            at += p.size

    def _file(self, record: Record) -> Any:
        """The rows of the file that the manifest names."""
        stimulus = record.run.experiment["stimulus"]
        advice = "record every step with parts of the projections of all inputs, or give the stimuli: --stimuli FILE"
        if "file" not in stimulus:
            raise Refused(f"stimuli that the run has drawn and not recorded: {advice}")
        for key, its in stimulus.items():
            if key not in _PLAIN and its not in (False, None):
                raise Refused(f"the key stimulus.{key}: {advice}")
        return read_rows(Path(stimulus["file"]))

    def at(self, step: int) -> tuple[dict[str, Vector], dict[str, float]]:
        """What each input population carries, and each signal, in a step."""
        for p in self.sources:
            if {j for _, j in p.synapses - p.frozen} != set(range(p.pre.size)):
                lost = f"step {step}: {p.name} no longer learns from each input, and its changes do not tell the stimuli"
                raise Refused(f"{lost}: give them: --stimuli FILE")
        stimulus = {name: rows[(step - 1) % len(rows)].tolist() for name, rows in self.of.items()}
        return stimulus, {name: float(column[(step - 1) % len(column)]) for name, column in self.signals.items()}


def _shown(columns: list[Any]) -> Any:
    """What a neuron carried in steps 1, 2, …, from the recorded changes of its synapses: of frozen ones it is 0."""
    carried = numpy.stack(columns)[:, 1:]
    return numpy.take_along_axis(carried, abs(carried).argmax(axis=0)[None], axis=0)[0]


def read_rows(path: Path) -> Any:
    """The rows of a file of stimuli: .npy, or numbers with commas, with or without a header."""
    if path.suffix == ".npy":
        return numpy.load(path)
    if path.suffix != ".csv":
        raise Refused(f"the file {path}: give stimuli as .csv or .npy")
    with path.open(newline="") as file:
        rows = list(csv.reader(file))
    try:
        float(rows[0][0])
    except ValueError:
        rows = rows[1:]
    return numpy.array([[float(v) for v in row] for row in rows if row])
