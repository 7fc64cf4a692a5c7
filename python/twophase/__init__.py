"""Run neural circuits of the command twophase, and read what they recorded.

1. run(), compare() and sweep() start the binary with the keys of an experiment, and return the folder that it wrote.
2. load() opens such a folder: weights, error curves, measures, events and traces, each read when it is asked for.

Arrays are NumPy's. Table.frame() is for pandas and Table.dataset() for xarray, where these are installed.
"""

from .binary import Diverged, Error, UsageError, command, find
from .comparison import Comparison
from .experiment import compare, run, sweep
from .folder import DamagedFolder
from .loading import load
from .picture import Picture
from .results import Run
from .study import Networks, Sweep
from .table import Table

__version__ = "0.2.0"

__all__ = [
    "Comparison",
    "DamagedFolder",
    "Diverged",
    "Error",
    "Networks",
    "Picture",
    "Run",
    "Sweep",
    "Table",
    "UsageError",
    "command",
    "compare",
    "find",
    "load",
    "run",
    "sweep",
]
