"""The command: python3 -m twophase.oracle RUN."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..binary import Error
from .parts import Refused
from .record import read_rows
from .replay import opened, replay


def main() -> int:
    """Replay the trials of a run. Return 0 if all agree, 1 if one differs, and 2 if the run cannot be replayed."""
    arguments = argparse.ArgumentParser(
        prog="python3 -m twophase.oracle",
        description="Compute a run again by an independent program, and report the first step at which the two differ.",
    )
    arguments.add_argument("run", metavar="RUN", help="a run folder")
    arguments.add_argument("--stimuli", metavar="FILE", help="what was presented, a row for each step: .csv or .npy")
    arguments.add_argument(
        "--tolerance",
        type=float,
        default=1e-12,
        metavar="X",
        help="how far values may differ, relative to the largest of their array (default: %(default)s)",
    )
    arguments.add_argument("--trial", type=int, metavar="N", help="replay trial N, from 0 (default: all)")
    given = arguments.parse_args()
    try:
        run = opened(given.run)
        rows = None if given.stimuli is None else read_rows(Path(given.stimuli))
        trials = range(run.trials) if given.trial is None else [given.trial]
        reports = [replay(run, trial, rows, given.tolerance) for trial in trials]
    except (Refused, Error, OSError, ValueError, IndexError) as wrong:
        print(f"twophase.oracle: {given.run} cannot be replayed: {wrong}", file=sys.stderr)
        return 2
    for report in reports:
        print(report)
    return 1 if any(report.first is not None for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
