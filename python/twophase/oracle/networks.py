"""The networks of the paper, written as circuits. A manifest has only their names."""

from __future__ import annotations

from typing import Any


def _pair(scale: str, lateral: str, schedule: list[str]) -> dict[str, Any]:
    return {
        "populations": {"inputs": {"input": True}, "outputs": {"scale": scale}},
        "projections": {
            "feedforward": {"from": "inputs", "to": "outputs", "rule": "Hebbian"},
            "lateral": {"from": "outputs", "to": "outputs", "sign": "subtracts", "rule": lateral, "rate": "alpha/tau"},
        },
        "schedule": [*schedule, "plasticity"],
    }


NETWORKS: dict[str, dict[str, Any]] = {
    "ifPSP": _pair("PSP", "AntiHebbianPSP", ["feedforward", "lateral"]),
    "PSP": _pair("PSP", "AntiHebbianPSP", ["feedforward", "solve"]),
    "ifPSW": _pair("PSW", "AntiHebbianPSW", ["feedforward", "lateral"]),
    "PSW": _pair("PSW", "AntiHebbianPSW", ["feedforward", "solve"]),
    "cascadePSP": _pair("PSP", "AntiHebbianPSP", ["feedforward", "cascade"]),
    "cascadePSW": _pair("PSW", "AntiHebbianPSW", ["feedforward", "cascade"]),
}
