"""An independent check of runs: python3 -m twophase.oracle RUN.

1. formula reads the expressions of a circuit.
2. parts are populations and projections as the manifest of a run describes them; networks has those of the paper.
   circuit computes one step after another in plain loops, with settling where neurons settle together.
3. record reads what a run recorded: its start, its stimuli, its weights, variables and activities.
4. replay computes the run again from its start, and finds the first step at which the two differ.

It shares no code with the binary, which only reads the traces here. What it cannot compute it refuses by name.
"""

from .circuit import Circuit
from .parts import Refused
from .replay import Difference, Report, replay

__all__ = ["Circuit", "Difference", "Refused", "Report", "replay"]
