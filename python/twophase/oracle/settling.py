"""Populations that settle together: by elimination, one neuron after another, or all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from .formula import value
from .parts import Matrix, Population, Projection, Vector

if TYPE_CHECKING:
    from .circuit import Circuit

Neurons = list[tuple[Population, int]]


def settle(c: Circuit, phase: dict[str, Any]) -> None:
    """Find the joint equilibrium s = f((external + Σ ± w s) / m) of some populations, and store it in a slot."""
    names = phase["equilibrate"] if isinstance(phase["equilibrate"], list) else [phase["equilibrate"]]
    members, slot = [c.populations[name] for name in names], phase.get("slot", "final")
    neurons = [(p, i) for p in members for i in range(p.size)]
    inside = [p for p in c.projections.values() if p.post in members and p.pre in members]
    outside = [p for p in c.projections.values() if p.post in members and p.pre not in members]
    external = _external(c, neurons, outside, phase, slot)
    system = _system(c, neurons, inside)
    for a, (p, i) in enumerate(neurons):
        if i in p.clamps:
            system[a] = [float(a == b) for b in range(len(neurons))]
            external[a] = p.clamps[i]
    linear = all(p.linear for p in members)
    method = phase.get("method", "exact" if linear else "in-order")
    if method == "exact":
        state = numpy.linalg.solve(numpy.array(system), numpy.array(external)).tolist()
    elif method == "in-order":
        state = _in_order(c, neurons, system, external, phase, linear)
    else:
        state = _at_once(c, neurons, system, external, phase)
    for p in members:
        p.slots[slot] = [s for (q, _), s in zip(neurons, state) if q is p]
    for projection in inside + ([] if "base" in phase else outside):
        projection.current = c.carried(projection, slot)


def _external(c: Circuit, neurons: Neurons, outside: list[Projection], phase: dict[str, Any], slot: str) -> Vector:
    if "base" in phase:
        return [p.divisor(i) * p.slots[phase["base"]][i] for p, i in neurons]
    currents = [(projection, c.carried(projection, slot)) for projection in outside]
    return [sum(q.sign * current[i] for q, current in currents if q.post is p) for p, i in neurons]


def _system(c: Circuit, neurons: Neurons, inside: list[Projection]) -> Matrix:
    """Return the matrix A of A s = external."""
    system = [[0.0] * len(neurons) for _ in neurons]
    for a, (p, i) in enumerate(neurons):
        system[a][a] = p.divisor(i)
        for b, (q, j) in enumerate(neurons):
            for projection in inside:
                if projection.post is p and projection.pre is q:
                    system[a][b] -= projection.sign * c.weight(projection, i, j) * _factor(c, projection, j)
    return system


def _factor(c: Circuit, p: Projection, j: int) -> float:
    """Return what an axon carries for each unit of activity."""
    factor = p.pre.scale[j] if p.pre.multiplies else 1.0
    if p.carries is None:
        return factor
    names = ("activity", p.pre.name)
    return factor * value(p.carries, lambda name: 1.0 if name in names else c.local(p.pre, j, name))


def _sweeps(phase: dict[str, Any]) -> tuple[int, float]:
    tolerance = phase.get("tolerance", 0.0 if "sweeps" in phase else 1e-14)
    return int(phase.get("sweeps", 10000)), float(tolerance)


def _in_order(
    c: Circuit, neurons: Neurons, system: Matrix, external: Vector, phase: dict[str, Any], linear: bool
) -> Vector:
    """Eliminate the linear neurons, unless all are linear, and move the others one after another from rest."""
    moving = [a for a, (p, _) in enumerate(neurons) if linear or not p.linear]
    follow = [a for a in range(len(neurons)) if a not in moving]
    whole, drive = numpy.array(system), numpy.array(external)
    inner = whole[numpy.ix_(follow, follow)]
    responses: Any = numpy.linalg.solve(inner, whole[numpy.ix_(follow, moving)])
    offsets: Any = numpy.linalg.solve(inner, drive[follow])
    back = whole[numpy.ix_(moving, follow)]
    reduced = (whole[numpy.ix_(moving, moving)] - back @ responses).tolist()
    driven = (drive[moving] - back @ offsets).tolist()
    state = [0.0] * len(moving)
    sweeps, tolerance = _sweeps(phase)
    for _ in range(sweeps):
        worst = size = 0.0
        for k, a in enumerate(moving):
            rest = sum(w * s for b, (w, s) in enumerate(zip(reduced[k], state)) if b != k)
            new = c.activated(*neurons[a], (driven[k] - rest) / reduced[k][k])
            worst, size = max(worst, abs(new - state[k])), max(size, abs(new))
            state[k] = new
        if worst <= tolerance * size:
            break
    result = [0.0] * len(neurons)
    for k, a in enumerate(moving):
        result[a] = state[k]
    for k, a in enumerate(follow):
        result[a] = float(offsets[k]) - sum(float(r) * s for r, s in zip(responses[k], state))
    return result


def _at_once(c: Circuit, neurons: Neurons, system: Matrix, external: Vector, phase: dict[str, Any]) -> Vector:
    """Move all neurons at once from rest, and keep a fraction of the old activity."""
    state, damping = [0.0] * len(neurons), float(phase.get("damping", 0.0))
    sweeps, tolerance = _sweeps(phase)
    for _ in range(sweeps):
        new: Vector = []
        for a, (p, i) in enumerate(neurons):
            rest = sum(w * s for b, (w, s) in enumerate(zip(system[a], state)) if b != a)
            target = c.activated(p, i, (external[a] - rest) / system[a][a])
            new.append(state[a] + (1 - damping) * (target - state[a]))
        worst = max(abs(after - before) / (1 - damping) for after, before in zip(new, state))
        state = new
        if worst <= tolerance * max(abs(s) for s in state):
            break
    return state


