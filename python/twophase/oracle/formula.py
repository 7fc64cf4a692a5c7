"""Expressions of circuits: from their text to a tree, and from a tree to a number."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

Names = Callable[[str], float]
Tree = tuple[Any, ...]

_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_TOKEN = re.compile(rf"\s*({_NUMBER}|{_NAME}|<=|>=|==|!=|[-+*/^()?:,<>])")
_SIGNS = {"·": "*", "×": "*", "−": "-", "²": "^2", "³": "^3", "≤": "<=", "≥": ">=", "≠": "!="}


class FormulaError(ValueError):
    """A text that is no expression."""


@lru_cache(maxsize=None)
def parse(text: str) -> Tree:
    """Return the tree of an expression."""
    plain = text
    for sign, written in _SIGNS.items():
        plain = plain.replace(sign, written)
    parser = _Parser(_tokens(plain), text)
    tree = parser.choice()
    if parser.next() != "":
        raise FormulaError(f"{text!r} does not end where it could")
    return tree


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise FormulaError(f"{text!r} cannot be read from {text[at:]!r} on")
        tokens.append(match[1])
        at = match.end()
    return tokens


class _Parser:
    """A reader of tokens by recursive descent: choice, comparison, sum, product, sign, power, atom."""

    def __init__(self, tokens: list[str], text: str) -> None:
        self.tokens, self.at, self.text = tokens, 0, text

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.next()
        self.at += 1
        return token

    def want(self, token: str) -> None:
        if self.take() != token:
            raise FormulaError(f"{self.text!r} has no {token!r} where it needs one")

    def choice(self) -> Tree:
        condition = self.comparison()
        if self.next() != "?":
            return condition
        self.take()
        then = self.choice()
        self.want(":")
        return ("?", condition, then, self.choice())

    def comparison(self) -> Tree:
        left = self.sum()
        if self.next() in ("<", "<=", ">", ">=", "==", "!="):
            return (self.take(), left, self.sum())
        return left

    def sum(self) -> Tree:
        tree = self.product()
        while self.next() in ("+", "-"):
            tree = (self.take(), tree, self.product())
        return tree

    def product(self) -> Tree:
        tree = self.signed()
        while self.next() in ("*", "/"):
            tree = (self.take(), tree, self.signed())
        return tree

    def signed(self) -> Tree:
        if self.next() == "-":
            self.take()
            return ("negative", self.signed())
        if self.next() == "+":
            self.take()
            return self.signed()
        return self.power()

    def power(self) -> Tree:
        base = self.atom()
        if self.next() != "^":
            return base
        self.take()
        exponent = self.take()
        if not exponent.isdigit():
            raise FormulaError(f"{self.text!r}: the exponent {exponent!r} is not a whole number")
        return ("power", base, int(exponent))

    def atom(self) -> Tree:
        token = self.take()
        if token == "(":
            tree = self.choice()
            self.want(")")
            return tree
        if token[:1].isdigit() or token[:1] == ".":
            return ("number", float(token))
        if not token or not (token[0].isalpha() or token[0] == "_"):
            raise FormulaError(f"{self.text!r}: {token!r} stands where a number or a name should")
        if self.next() != "(":
            return ("name", token)
        self.take()
        arguments = [self.choice()]
        while self.next() == ",":
            self.take()
            arguments.append(self.choice())
        self.want(")")
        return ("call", token, *arguments)


def value(tree: Tree, names: Names) -> float:
    """Return the value of a tree, with the numbers that names gives."""
    kind = tree[0]
    if kind == "number":
        return float(tree[1])
    if kind == "name":
        return names(tree[1])
    if kind == "?":
        return value(tree[2] if value(tree[1], names) != 0 else tree[3], names)
    if kind == "negative":
        return -value(tree[1], names)
    if kind == "power":
        base, result = value(tree[1], names), 1.0
        for _ in range(tree[2]):
            result *= base
        return result
    if kind == "call":
        return _called(tree[1], [value(t, names) for t in tree[2:]])
    return _joined(kind, value(tree[1], names), value(tree[2], names))


def _joined(operator: str, a: float, b: float) -> float:
    if operator == "/":
        return a / b if b != 0 else _by_zero(a, b)
    if operator in ("+", "-", "*"):
        return a + b if operator == "+" else a - b if operator == "-" else a * b
    holds = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "==": a == b, "!=": a != b}
    return float(holds[operator])


def _by_zero(a: float, b: float) -> float:
    if a == 0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _called(function: str, a: list[float]) -> float:
    if function == "abs":
        return abs(a[0])
    if function == "sqrt":
        return math.sqrt(a[0]) if a[0] >= 0 else math.nan
    if function == "sign":
        return float((a[0] > 0) - (a[0] < 0))
    if function == "rectify":
        return max(0.0, a[0])
    if function == "min":
        return min(a)
    if function == "max":
        return max(a)
    if function == "fma":
        return a[0] * a[1] + a[2]
    raise FormulaError(f"there is no function {function!r}")
