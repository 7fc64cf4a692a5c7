"""A circuit of populations and projections, computed one stimulus after another in plain loops."""

from __future__ import annotations

import re
from typing import Any, Optional, Union

from .formula import Tree, parse, value
from .parts import Matrix, Population, Projection, Refused, Vector, refuse_unknown
from .schedule import Rate
from .settling import settle


class Circuit:
    """The circuit of an experiment. Its start is set from outside: weights, scales and variables."""

    def __init__(self, experiment: dict[str, Any], circuit: dict[str, Any], inputs: int) -> None:
        refuse_unknown(
            "circuit",
            circuit,
            "name summary populations projections schedule constants signals broadcast output gains finds whitens spans "
            "most_outputs",
        )
        self.experiment, self.step_number = experiment, 0
        self.frozen: set[tuple[str, int]] = set()  # scales and variables, by the names of their records
        self.constants = {name: float(number) for name, number in circuit.get("constants", {}).items()}
        self.signals: dict[str, float] = dict.fromkeys(circuit.get("signals", {}), 0.0)
        self.broadcasts: dict[str, float] = {}
        self.populations: dict[str, Population] = {}
        self._add_populations(circuit, inputs)
        self.projections = {
            name: Projection(name, given, self.populations) for name, given in circuit["projections"].items()
        }
        self._tie()
        self._read_broadcasts(circuit.get("broadcast", {}))
        self._set_gains(circuit)
        self.schedule = [self._phase(phase) for phase in circuit["schedule"]]
        self._set_rates()

    def _add_populations(self, circuit: dict[str, Any], inputs: int) -> None:
        given: dict[str, dict[str, Any]] = circuit["populations"]
        carriers = [name for name, its in given.items() if its.get("input")]
        views = self.experiment.get("stimulus", {}).get("views") or {}
        sizes = {"N": float(inputs), "K": float(self.experiment["outputs"])}
        for name, its in given.items():
            default: Any = "K"
            if name in carriers:
                default = width(views[name]) if name in views else inputs / len(carriers)
            size = self.experiment.get("sizes", {}).get(name, its.get("size", default))
            sizes[name] = value(parse(str(size)), sizes.__getitem__)
            self.populations[name] = Population(name, its, int(sizes[name]))
        active = [name for name in given if name not in carriers]
        self.output = self.populations[circuit.get("output", active[0])]

    def _tie(self) -> None:
        for p in self.projections.values():
            if p.tied is not None:
                p.original = self.projections[p.tied]

    def _read_broadcasts(self, given: dict[str, Any]) -> None:
        self.sums: dict[str, tuple[Population, Tree]] = {}
        for name, its in given.items():
            if isinstance(its, dict):
                self.sums[name] = (self.populations[its["of"]], parse(str(its["sum"])))
                continue
            tree = parse(str(its))
            if tree[:2] != ("call", "sum"):
                raise Refused(f"broadcast {name}: {its} is not sum(EXPRESSION)")
            owners = [p for p in self.populations.values() if p.name in re.findall(r"\w+", str(its))]
            self.sums[name] = (owners[0] if owners else self.output, tree[2])

    def _set_gains(self, circuit: dict[str, Any]) -> None:
        given = self.experiment.get("lambda", "1:1")
        parts = given if isinstance(given, list) else re.split("[,:]", str(given))
        ends, size = [float(part) for part in parts], self.output.size
        self.output.gain = ends if len(ends) == size and ":" not in str(given) else evenly(ends[0], ends[-1], size)
        for p in self.populations.values():
            if p.given.get("distinct") and p is not self.output:
                p.gain = evenly(1.0, 0.7, p.size)
            start = p.given.get("initial_scale")
            if start is None:
                start = self.experiment.get("initial_m") if p.learns else 1.0
            if isinstance(start, (int, float)):  # a matrix in a file is in the records
                p.scale = [float(start)] * p.size

    def begin(self) -> None:
        """Take what neurons know of the weights at the start."""
        for p in self.populations.values():
            if "norm_of" in p.given:
                of = self.projections[p.given["norm_of"]]
                p.gain = [squares(of, p, i) ** 0.5 for i in range(p.size)]

    # Learning rates.

    def _set_rates(self) -> None:
        self.alpha = Rate(self.experiment["rate"])
        self.tau = float(self.experiment.get("tau", 1.0))

    def rate_of(self, p: Projection) -> float:
        """The learning rate of a projection in this step."""
        alpha, tau = self.alpha, self.tau
        if p.name in self.experiment.get("rates", {}):
            alpha = Rate(self.experiment["rates"][p.name])
        tau = float(self.experiment.get("taus", {}).get(p.name, tau))
        given = str(p.given.get("rate", "alpha")).replace("α", "alpha").replace("τ", "tau")
        if "alpha" not in given:
            if p.name in self.experiment.get("rates", {}):
                return alpha.at(self.step_number)
            return Rate(given).at(self.step_number)
        known = {"alpha": alpha.at(self.step_number), "tau": tau}
        return value(parse(given), known.__getitem__)

    def scale_rate(self, p: Population) -> float:
        """The learning rate of the scales of a population in this step."""
        if "paced" in p.given:
            return self.rate_of(self.projections[p.given["paced"]])
        return self.alpha.at(self.step_number) / self.tau

    # What expressions see.

    def shared(self, name: str) -> Optional[float]:
        """A number that is the same for all neurons, or None."""
        if name in ("alpha", "α"):
            return self.alpha.at(self.step_number)
        for numbers in (self.constants, self.signals, self.broadcasts):
            if name in numbers:
                return numbers[name]
        return None

    def local(self, p: Population, i: int, name: str, of: Optional[Projection] = None, slot: str = "final") -> float:
        """A number that neuron i of a population knows."""
        if name in p.variables:
            return p.variables[name][i]
        if name in ("activity", p.name) or {"x": "inputs", "y": "outputs"}.get(name) == p.name:
            return p.slots[slot][i]
        kind, _, through = name.partition(".")
        if through and kind == "current":
            return self.current(self.projections[through])[i]
        if through and kind == "norm":
            return squares(self.projections[through], p, i)
        if of is not None and of.post is p and name in ("current", "a"):
            return self.current(of)[i]
        if of is not None and name == "current_mean":
            return of.current_mean[i]
        if of is not None and name == "delayed":
            return self.earlier(p, max(of.delay, 1))[i]
        known = {"provisional": p.slots["provisional"], "trace": p.slots["trace"], "previous": self.earlier(p, 1)}
        known |= {"mean": p.mean, "scale": p.scale, "gain": p.gain, "λ": p.gain}
        if name in known:
            return known[name][i]
        number = self.shared(name)
        if number is None:
            raise Refused(f"population {p.name}: the name {name} in an expression")
        return number

    def valued(self, tree: Tree, p: Population, i: int, slot: str = "final") -> float:
        """The value of an expression of what neuron i of a population knows."""
        return value(tree, lambda name: self.local(p, i, name, slot=slot))

    def pair(self, p: Projection, i: int, j: int, name: str, rate: float) -> float:
        """A number that the synapse from j to i knows."""
        if name == "w":
            return p.weights[i][j]
        if name == "rate":
            return rate
        end, _, rest = name.partition(".")
        posts, pres = {"post"}, {"pre"}
        if p.pre is not p.post:
            posts.add(p.post.name)
            pres.add(p.pre.name)
        if end in posts:
            return self.local(p.post, i, rest or "activity", p)
        if end in pres:
            return self.local(p.pre, j, rest or "activity", p)
        number = self.shared(name)
        if number is None:
            raise Refused(f"projection {p.name}: the name {name} in its rule")
        return number

    def current(self, p: Projection) -> Vector:
        """What the neurons received last through a projection; if no phase receives it, from the final activities."""
        if p.current is None:
            return [0.0] * p.post.size if p.received else self.carried(p, "final")
        return p.current

    # Signals.

    def earlier(self, p: Population, stimuli: int) -> Vector:
        """The final activities some stimuli ago, 0 before the first."""
        return p.past[stimuli - 1] if stimuli <= len(p.past) else [0.0] * p.size

    def sent(self, p: Projection, signals: Vector, slot: str = "final") -> Vector:
        """What the axons of a projection carry while its neurons have these activities."""
        if p.carries is not None:
            kept, p.pre.slots[slot] = p.pre.slots[slot], signals
            signals = [self.valued(p.carries, p.pre, j, slot) for j in range(p.pre.size)]
            p.pre.slots[slot] = kept
        if p.pre.multiplies:
            signals = [g * s for g, s in zip(p.pre.scale, signals)]
        return signals

    def carried(self, p: Projection, slot: str, delay: int = 0) -> Vector:
        """The currents through a projection, unsigned."""
        signals = self.sent(p, self.earlier(p.pre, delay) if delay else p.pre.slots[slot], slot)
        return [sum(self.weight(p, i, j) * signals[j] for j in range(p.pre.size)) for i in range(p.post.size)]

    def weight(self, p: Projection, i: int, j: int) -> float:
        """The weight from j to i, which a tied projection has from the other end."""
        return p.weights[i][j] if p.tied is None else p.original.weights[j][i]

    def activated(self, p: Population, i: int, v: float) -> float:
        """The activity of a neuron that computed v."""
        if i in p.clamps:
            return p.clamps[i]
        if p.linear:
            return v
        if p.activation is None:
            return max(0.0, v)
        return value(p.activation, lambda name: v if name == "v" else self.local(p, i, name))

    # Phases.

    def _phase(self, given: Union[str, dict[str, Any]]) -> tuple[str, dict[str, Any]]:
        outputs, through, among = self.output.name, None, None
        for p in self.projections.values():
            if p.tied is None and p.post.name == outputs:
                if p.pre is p.post:
                    among = p.name
                else:
                    through = p.name
        first: dict[str, Any] = {"turn": outputs, "slot": "provisional", "receives": [through]}
        guess = {"through": among, "slot": "provisional"}
        second: dict[str, Any] = {"turn": outputs, "base": "provisional", "receives": [guess]}
        pair: dict[str, Any] = {
            "feedforward": first,
            "fire": {"turn": outputs, "receives": [through]},
            "lateral": second,
            "cascade": {"turn": outputs, "base": "provisional", "in_order": True, "receives": [among]},
            "solve": {"equilibrate": [outputs], "base": "provisional"},
        }
        full: dict[str, Any] = pair.get(given, {given: True}) if isinstance(given, str) else given
        kind = next(iter(full))
        known = {
            "turn": "turn slot receives base in_order",
            "equilibrate": "equilibrate slot base method sweeps tolerance damping",
            "average": "average",
            "trace": "trace",
            "plasticity": "plasticity",
            "learn": "learn",
            "sign_constraint": "sign_constraint",
        }
        if kind not in known:
            raise Refused(f"the phase {kind}")
        refuse_unknown(f"phase {kind}", full, known[kind])
        self._note_receptions(kind, full)
        return kind, full

    def _note_receptions(self, kind: str, phase: dict[str, Any]) -> None:
        """Note which projections a neural phase receives, and with which delay."""
        if kind == "equilibrate":
            for p in self.projections.values():
                p.received = p.received or p.post.name in listed(phase["equilibrate"])
        for r in map(reception, phase.get("receives", [])):
            self.projections[r["through"]].received = True
            self.projections[r["through"]].delay = r["delay"]

    def step(self, stimulus: dict[str, Vector], signals: dict[str, float]) -> None:
        """Compute one step, with what each input population carries."""
        self.step_number += 1
        self.signals.update(signals)
        for p in self.populations.values():
            p.past = [list(p.slots["final"]), *p.past[:999]] if self.step_number > 1 else []
            p.slots["trace"] = [0.0] * p.size
            if p.input:
                shown = [p.clamps.get(i, x) for i, x in enumerate(stimulus[p.name])]
                p.slots["final"], p.slots["provisional"] = shown, list(shown)
        for projection in self.projections.values():
            projection.current = None
        for kind, phase in self.schedule:
            getattr(self, "_" + kind)(phase)
        self._sign_constraint({})

    def _turn(self, phase: dict[str, Any]) -> None:
        p, slot = self.populations[phase["turn"]], phase.get("slot", "final")
        total, among = [0.0] * p.size, None
        for r in map(reception, phase.get("receives", [])):
            through = self.projections[r["through"]]
            if phase.get("in_order") and through.pre is p and r["slot"] == slot:
                among = through
                continue
            if not (r["again"] and through.current is not None):
                through.current = self.carried(through, r["slot"], r["delay"])
            total = [t + through.sign * c for t, c in zip(total, through.current)]
        base = p.slots[phase["base"]] if "base" in phase else [0.0] * p.size
        if among is not None:
            p.slots[slot] = [p.clamps.get(i, 0.0) for i in range(p.size)]
        new = p.slots[slot] if among is not None else [0.0] * p.size
        for i in range(p.size):
            received = total[i]
            if among is not None:
                received += among.sign * sum(among.weights[i][j] * new[j] for j in range(p.size))
            new[i] = self.activated(p, i, base[i] + received / p.divisor(i))
        p.slots[slot] = new

    def _equilibrate(self, phase: dict[str, Any]) -> None:
        settle(self, phase)

    def _average(self, phase: dict[str, Any]) -> None:
        for p in self.populations.values():
            if "mean" in p.given:
                update_mean(p.mean, p.slots["final"], p.given["mean"], self.step_number)
        for q in self.projections.values():
            if "current_mean" in q.given:
                update_mean(q.current_mean, self.current(q), q.given["current_mean"], self.step_number)

    def _trace(self, phase: dict[str, Any]) -> None:
        for name in listed(phase["trace"]):
            p = self.populations[name]
            p.slots["trace"] = [now + before for now, before in zip(p.slots["final"], self.earlier(p, 1))]

    def _broadcast(self) -> None:
        for name, (p, tree) in self.sums.items():
            self.broadcasts[name] = sum(self.valued(tree, p, i) for i in range(p.size))

    def _plasticity(self, phase: dict[str, Any]) -> None:
        every = [p.name for p in self.projections.values() if p.plastic]
        every += [p.name + ".scale" for p in self.populations.values() if p.learns]
        every += [p.name + "." + v for p in self.populations.values() for v in p.changes]
        self._learned(every)

    def _learn(self, phase: dict[str, Any]) -> None:
        for name in listed(phase["learn"]):
            self._learned([name])

    def _learned(self, names: list[str]) -> None:
        """Change what is named, all from the values before."""
        self._broadcast()
        new: list[tuple[Any, str, Any]] = []
        for name in names:
            if name in self.projections:
                new.append((self.projections[name], "weights", self._new_weights(self.projections[name])))
                continue
            owner, _, what = name.rpartition(".")
            p = self.populations[owner]
            if what == "scale":
                new.append((p, "scale", self._new_scales(p)))
            else:
                new.append((p, what, self._new_variables(p, what)))
        for of, what, values in new:
            if isinstance(of, Population) and what != "scale":
                of.variables[what] = values
            else:
                setattr(of, what, values)

    def _new_variables(self, p: Population, variable: str) -> Vector:
        tree, new = p.changes[variable], list(p.variables[variable])
        for i in range(p.size):
            if (f"{p.name}.{variable}", i) not in self.frozen:
                new[i] += self.valued(tree, p, i)
        return new

    def _new_scales(self, p: Population) -> Vector:
        a, new = self.scale_rate(p), list(p.scale)
        for i, old in enumerate(p.scale):
            if ("scale" if p.name == "outputs" else f"{p.name}.scale", i) in self.frozen:
                continue
            drive, decay, drain = (self.valued(tree, p, i) for tree in p.factors)
            new[i] += a * (drive * drive - drain * drain - decay * decay * old)
        return new

    def _new_weights(self, p: Projection) -> Matrix:
        rate, new = self.rate_of(p), [list(row) for row in p.weights]
        for i, j in p.synapses - p.frozen:
            new[i][j] += rate * self._change(p, i, j, rate)
        return new

    def _change(self, p: Projection, i: int, j: int, rate: float) -> float:
        if p.formula is not None:
            return value(p.formula, lambda name: self.pair(p, i, j, name, rate))

        def post(tree: Tree) -> float:
            return value(tree, lambda name: self.local(p.post, i, name, p))

        def pre(tree: Tree) -> float:
            return value(tree, lambda name: self.local(p.pre, j, name, p))

        driven = sum(post(d) * pre(e) for d, e in p.terms)
        return driven - post(p.decay[0]) * pre(p.decay[1]) * p.weights[i][j]

    def _sign_constraint(self, phase: dict[str, Any]) -> None:
        for p in self.projections.values():
            if p.clipped:
                p.weights = [[max(0.0, w) for w in row] for row in p.weights]


def squares(of: Projection, p: Population, i: int) -> float:
    """The sum of the squared weights of neuron i in a projection: of those that it receives or, if it only sends, sends."""
    if of.post is p and of.tied is None:
        return sum(w * w for w in of.weights[i])
    weights = of.weights if of.tied is None else of.original.weights
    return sum(row[i] * row[i] for row in weights)


def update_mean(mean: Vector, values: Vector, given: Any, step: int) -> None:
    """Change a running mean over a window of stimuli."""
    its = given if isinstance(given, dict) else {}
    window = int(its.get("window", 0))
    n = window if window and not (its.get("grows") and step <= window) else step
    for i, v in enumerate(values):
        mean[i] += (v - mean[i]) / n


def reception(given: Union[str, dict[str, Any]]) -> dict[str, Any]:
    """What a turn receives, with its defaults."""
    r: dict[str, Any] = {"through": given} if isinstance(given, str) else dict(given)
    refuse_unknown("reception", r, "through slot delay again")
    if r.get("slot") == "previous":
        r |= {"slot": "final", "delay": 1}
    return {"slot": "final", "delay": 0, "again": False} | r


def listed(names: Union[str, list[str]]) -> list[str]:
    """A name, or a list of them, as a list."""
    return [names] if isinstance(names, str) else list(names)


def evenly(first: float, last: float, count: int) -> Vector:
    """Numbers that go evenly from the first to the last."""
    return [first + (last - first) * i / max(count - 1, 1) for i in range(count)]


def width(columns: Any) -> int:
    """The number of inputs of a view: a number, or columns such as 0-4."""
    if isinstance(columns, int):
        return columns
    total = 0
    for part in columns if isinstance(columns, list) else str(columns).split(","):
        low, _, high = str(part).partition("-")
        total += int(high or low) - int(low) + 1
    return total

