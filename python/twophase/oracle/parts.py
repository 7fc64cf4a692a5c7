"""The parts of a circuit: populations of neurons, and projections between them."""

from __future__ import annotations

from typing import Any, Optional, Union

from .formula import Tree, parse

Vector = list[float]
Matrix = list[Vector]


class Refused(Exception):
    """What the oracle cannot compute, by its name."""


def refuse_unknown(what: str, given: dict[str, Any], known: str) -> None:
    """Raise Refused if keys are given that this program does not compute. Keys with the value false say nothing."""
    for key, content in given.items():
        if key not in known.split() and content is not False:
            raise Refused(f"{what}: the key {key}")


class Population:
    """Neurons: what they carry in each slot, their scales, gains and variables."""

    def __init__(self, name: str, given: dict[str, Any], size: int) -> None:
        refuse_unknown(
            f"population {name}",
            given,
            "input size activation scale initial_scale paced norm_of distinct previous mean variables",
        )
        self.name, self.given, self.size = name, given, size
        self.input = bool(given.get("input"))
        self.slots: dict[str, Vector] = {slot: [0.0] * size for slot in ("final", "provisional", "trace")}
        self.past: list[Vector] = []  # final activities, the latest first
        self.gain, self.scale, self.mean = [1.0] * size, [1.0] * size, [0.0] * size
        self.clamps: dict[int, float] = {}
        self.variables: dict[str, Vector] = {}
        self.changes: dict[str, Tree] = {}
        for variable, its in given.get("variables", {}).items():
            start = its.get("start", 0.0)
            self.variables[variable] = [float(v) for v in start] if isinstance(start, list) else [float(start)] * size
            if "change" in its:
                self.changes[variable] = parse(str(its["change"]))
        activation = str(given.get("activation", "linear"))
        self.linear = activation == "linear"
        self.rectified = activation == "rectified"
        self.activation = None if self.linear or self.rectified else parse(activation)
        self._read_scale(given.get("scale", "fixed"))

    def clamp(self, i: int, signal: Union[str, float]) -> None:
        """Let a neuron carry a signal, or "free" it."""
        self.clamps.pop(i, None)
        if signal != "free":
            self.clamps[i] = float(signal)

    def divisor(self, i: int) -> float:
        """What neuron i divides its input by."""
        return 0.0 if not self.leaks else self.scale[i] if self.divides else 1.0

    def _read_scale(self, rule: Union[str, dict[str, Any]]) -> None:
        named: dict[str, dict[str, Any]] = {
            "PSP": {"drive": "activity", "decay": "gain"},
            "PSW": {"drive": "activity", "drain": "gain"},
            "cumulative": {"drive": "activity", "metaplastic": True, "unit_rate": True},
            "fixed": {},
            "no-leak": {},
        }
        self.leaks = rule != "no-leak"
        if isinstance(rule, str):
            if rule not in named:
                raise Refused(f"population {self.name}: the scale {rule}")
            rule = named[rule]
        refuse_unknown(f"scale of {self.name}", rule, "drive decay drain metaplastic multiplies unit_rate name equation")
        self.factors = [parse(str(rule.get(key, 0))) for key in ("drive", "decay", "drain")]
        self.learns = any(tree != ("number", 0.0) for tree in self.factors)
        self.multiplies = bool(rule.get("multiplies"))
        self.divides = not self.multiplies and not rule.get("metaplastic")


class Projection:
    """Synapses [post×pre] from one population to another, or those of another projection backwards."""

    def __init__(self, name: str, given: dict[str, Any], populations: dict[str, Population]) -> None:
        refuse_unknown(
            f"projection {name}", given, "from to sign enforce tied rule rate wiring start current_mean carries self"
        )
        self.name, self.given = name, given
        self.pre, self.post = populations[given["from"]], populations[given["to"]]
        sign = given.get("sign", "adds")
        self.sign = -1.0 if sign in ("subtracts", "inhibitory") else 1.0
        self.clipped = given.get("enforce") == "clip"
        self.tied: Optional[str] = given.get("tied")
        self.weights: Matrix = [[0.0] * self.pre.size for _ in range(self.post.size)]
        self.synapses: set[tuple[int, int]] = set()  # those that exist
        self.frozen: set[tuple[int, int]] = set()
        self.carries = parse(str(given["carries"])) if "carries" in given else None
        self.current: Optional[Vector] = None  # what was received last in this step
        self.current_mean = [0.0] * self.post.size
        self.received = False  # by a neural phase
        self.delay = 0  # with which a turn receives it
        self.original = self  # whose synapses a tied projection uses
        self._read_rule(given.get("rule"))

    def _read_rule(self, rule: Any) -> None:
        named = {
            "Hebbian": "post*pre - w",
            "AntiHebbianPSP": "post*pre - post.gain*pre.gain*w",
            "AntiHebbianPSW": "post*pre",
            "Hebb": "post*pre",
            "Oja": "post*pre - post^2*w",
        }
        self.formula: Optional[Tree] = None
        self.terms: list[tuple[Tree, Tree]] = []
        self.decay: tuple[Tree, Tree] = (parse("0"), parse("0"))
        self.plastic = rule is not None
        if isinstance(rule, str):
            self.formula = parse(named.get(rule, rule))
        elif rule is not None:
            refuse_unknown(f"rule of {self.name}", rule, "post pre unit_rate name equation")
            drives = [rule[end].get("drive", 0) for end in ("post", "pre")]
            posts, pres = (d if isinstance(d, list) else [d] for d in drives)
            self.terms = [(parse(str(d)), parse(str(e))) for d, e in zip(posts, pres)]
            self.decay = (parse(str(rule["post"].get("decay", 0))), parse(str(rule["pre"].get("decay", 0))))
