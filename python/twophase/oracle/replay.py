"""A run computed again, and the first step at which it differs."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, Optional

from ..loading import load
from ..results import Run
from .circuit import Circuit
from .networks import NETWORKS
from .parts import Refused, refuse_unknown
from .record import Record, Stimuli, owned_by
from .schedule import Rate

_KNOWN = (
    "network circuit stimulus outputs lambda tau rate initial initial_m initial_w initial_weights from sizes rates taus "
    "steps trials seed record parts reference executor measure distance pruning follow drift_from interventions compare baseline"
)


class Difference:
    """A recorded value and the computed one. size is their difference, relative to the largest value of its array."""

    def __init__(self, step: int, what: str, recorded: float, computed: float, largest: float) -> None:
        self.step, self.what, self.recorded, self.computed = step, what, recorded, computed
        apart = abs(recorded - computed)
        self.size = apart / largest if largest > 0 else apart
        if not math.isfinite(computed):
            self.size = math.inf

    def __str__(self) -> str:
        return f"step {self.step}, {self.what}: recorded {self.recorded!r}, computed {self.computed!r}, {self.size:.1e} apart"


class Report:
    """What a replay found in a trial."""

    def __init__(self, trial: int, tolerance: float) -> None:
        self.trial, self.tolerance, self.values, self.steps = trial, tolerance, 0, 0
        self.first: Optional[Difference] = None
        self.largest: Optional[Difference] = None

    def compare(self, step: int, what: str, recorded: float, computed: float, largest: float) -> None:
        """Compare a value with what was recorded."""
        self.values += 1
        found = Difference(step, what, recorded, computed, largest)
        if self.largest is None or found.size > self.largest.size:
            self.largest = found
        if self.first is None and found.size > self.tolerance:
            self.first = found

    def __str__(self) -> str:
        compared = f"trial {self.trial}: {self.steps} steps computed again, {self.values} recorded values compared"
        if self.first is None:
            return f"{compared}: none differs by more than {self.tolerance:g}\n  the largest difference is at {self.largest}"
        return f"{compared}\n  the first difference is at {self.first}\n  the largest difference is at {self.largest}"


def circuit_of(run: Run) -> Circuit:
    """Build the circuit of a run from its manifest."""
    experiment = run.experiment
    refuse_unknown("experiment", {key: its for key, its in experiment.items() if its not in (None, False, "", [], {}) or its == 0 and its is not False}, _KNOWN)
    circuit = experiment.get("circuit") or NETWORKS.get(run.network)
    if circuit is None:
        raise Refused(f"the network {run.network}: its manifest does not describe it, and the oracle knows {', '.join(NETWORKS)}")
    return Circuit(experiment, circuit, int(run.summary["inputs"]))


def replay(run: Run, trial: int = 0, stimuli: Any = None, tolerance: float = 1e-12) -> Report:
    """Compute a trial of a run again from its start, and compare it with all that was recorded.

    stimuli is an array [steps×columns] of what was presented, or None for what the run recorded or the file that it names.
    """
    circuit, record, report = circuit_of(run), Record(run, trial), Report(trial, tolerance)
    events = read_events(run, trial)
    record.start(circuit)
    shown = Stimuli(record, circuit, stimuli)
    largest = {name: max(_largest(column) for column in values.values()) for name, values in record.arrays.items()}
    rows = {step: row for row, step in enumerate(record.steps)}
    report.steps = int(run.summary["steps"])
    apply(circuit, events.get(0, []))
    for step in range(1, report.steps + 1):
        circuit.step(*shown.at(step))
        if step in rows:
            _compare(report, record, circuit, rows[step], largest)
        apply(circuit, events.get(step, []))
    _compare_final(report, record, circuit)
    return report


def _largest(column: Any) -> float:
    return max((abs(v) for v in column.tolist() if v == v), default=0.0)


def _compare(report: Report, record: Record, circuit: Circuit, row: int, largest: dict[str, float]) -> None:
    now = record.computed(circuit)
    for name, values in record.arrays.items():
        if name not in now:
            raise Refused(f"the record {name}")
        for (i, j), column in values.items():
            recorded = float(column[row])
            if recorded == recorded:
                computed, element = (now[name][i], f"{name}[{i}]") if j < 0 else (now[name][i][j], f"{name}[{i},{j}]")
                report.compare(record.steps[row], element, recorded, computed, largest[name])


def _compare_final(report: Report, record: Record, circuit: Circuit) -> None:
    """Compare the weights of weights.npz, with scales on the diagonal where the file has them."""
    for name, p in circuit.projections.items():
        if p.tied is not None:
            continue
        final = record.final(name)
        size = float(abs(final).max(initial=0.0))
        for i, j in sorted(p.synapses):
            report.compare(report.steps, f"{name}[{i},{j}] of weights.npz", float(final[i, j]), p.weights[i][j], size)
        if p.pre is p.post and p.post.learns and p.post.divides and "self" not in p.given:
            for i, scale in enumerate(p.post.scale):
                report.compare(report.steps, f"{name}[{i},{i}] of weights.npz", float(final[i, i]), scale, size)


def read_events(run: Run, trial: int) -> dict[int, list[dict[str, Any]]]:
    """Return what interventions changed, by the step after which they did."""
    events: dict[int, list[dict[str, Any]]] = {}
    if not run.summary["results"][trial].get("happened"):
        if run.experiment.get("interventions"):
            raise Refused("interventions that are not in the event log")
        return events
    for line in run.read(f"events-{trial:04d}.jsonl").decode().splitlines():
        event = json.loads(line)
        for change in event.get("changes") or []:
            events.setdefault(event["step"], []).append(change | {"edit": event["edit"]})
    return events


def apply(circuit: Circuit, changes: list[dict[str, Any]]) -> None:
    """Change the circuit as an intervention did: synapses, scales, variables, clamps or the learning rate."""
    owned = owned_by(circuit)
    for change in changes:
        what, name, at = change["what"], change.get("projection"), (change["post"], change["pre"])
        p = circuit.projections.get(name)
        if what == "rate" and name is None:
            circuit.alpha = Rate(change["after"])
        elif what == "clamp" and name in circuit.populations:
            circuit.populations[name].clamp(at[0], change["after"])
        elif what == "plasticity" and (p is not None or name in owned):
            frozen: Any = circuit.frozen if p is None else p.frozen
            key = (name, at[0]) if p is None else at
            (frozen.add if change["after"] == "frozen" else frozen.discard)(key)
        elif what in ("weight", "lesion") and p is not None:
            p.weights[at[0]][at[1]] = float(change["after"])
            if what == "lesion":
                p.synapses.discard(at)
        elif what == "weight" and name in owned:
            owned[name][at[0]] = float(change["after"])
        else:
            raise Refused(f"the intervention {change['edit']}")


def opened(folder: str) -> Run:
    """Open a run folder, and refuse other folders."""
    run = load(Path(folder))
    if not isinstance(run, Run):
        raise Refused(f"{folder} is a comparison: give the folder of one of its variants")
    return run
