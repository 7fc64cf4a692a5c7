"""Studies of many runs: comparisons of networks, and sweeps."""

from __future__ import annotations

from pathlib import Path

from .binary import command
from .folder import Folder
from .picture import Picture
from .table import Table, of_csv


class Study(Folder):
    """The folder of a study, whose tables are those of twophase export."""

    def table(self, name: str = "trials") -> Table:
        """Return a table: trials has all digits, and medians of networks have six. An error names the tables that there are."""
        return of_csv(command("export", str(self.path), name, "--csv"), tidy=True)

    def measures(self) -> Table:
        """Return the measures at the end of each trial, a row for each, with the step at which a trial diverged."""
        return self.table("trials")


class Networks(Study):
    """The folder of a comparison of networks: twophase compare --networks --out."""

    def medians(self) -> Table:
        """Return the medians and quartiles of each network."""
        return self.table("medians")

    def curve(self) -> Table:
        """Return the errors along the runs, the medians and quartiles of each network."""
        return self.table("curve")

    @property
    def picture(self) -> Picture:
        """The figure of the comparison."""
        return Picture(self.checked("networks.svg"))


class Sweep(Study):
    """The folder of a sweep. Its tables have the points that have a result."""

    def groups(self) -> Table:
        """Return medians, quartiles and intervals over the trials of points that differ in their seed only."""
        return self.table("groups")

    def plot(self, *keys: str, measure: str = "e_pro") -> Picture:
        """Draw a measure over one or two keys, as twophase sweep collect --plot does."""
        plot = [f"--plot={','.join(keys)}", f"--measure={measure}", "--format=svg"]
        return Picture(Path(command("sweep", "collect", str(self.path), "--partial", *plot).splitlines()[-1]))
