"""Folders that the binary wrote: their files, compared with their checksums."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property
from pathlib import Path
from typing import Any

from .binary import Error


class DamagedFolder(Error):
    """A file of a folder is missing, not listed, or not what was written."""


class Folder:
    """A folder with checksums. What is read from it is compared with them."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path}>"

    @cached_property
    def _sums(self) -> dict[str, str]:
        sums = {}
        for line in (self.path / "SHA256SUMS").read_text().splitlines():
            digest, _, name = line.partition("  ")
            sums[name] = digest
        return sums

    def files(self, pattern: str) -> list[str]:
        """Return the names of the files that match a pattern, in order."""
        names = {p.name for p in self.path.glob(pattern)} | {n for n in self._sums if Path(n).match(pattern)}
        return sorted(names)

    def checked(self, name: str) -> Path:
        """Return the path of a file, after it was compared with its checksum."""
        self.read(name)
        return self.path / name

    def read(self, name: str) -> bytes:
        """Return the content of a file, after it was compared with its checksum."""
        if name not in self._sums:
            raise DamagedFolder(f"{self.path / name}: not listed in SHA256SUMS")
        try:
            data = (self.path / name).read_bytes()
        except FileNotFoundError:
            raise DamagedFolder(f"{self.path / name}: missing, but listed in SHA256SUMS") from None
        if hashlib.sha256(data).hexdigest() != self._sums[name]:
            raise DamagedFolder(f"{self.path / name}: damaged: its checksum is not that in SHA256SUMS")
        return data

    def json(self, name: str) -> dict[str, Any]:
        """Return a JSON file."""
        value: dict[str, Any] = json.loads(self.read(name))
        return value

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The experiment with all its defaults, the version, and the hashes of the files that were read."""
        return self.json("manifest.json")
