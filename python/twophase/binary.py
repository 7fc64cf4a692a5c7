"""The binary: where it is, how it is called, and how it fails."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn, Optional

_GRACE = 10.0  # seconds that the binary has to end after Ctrl-C; it promises two


class Error(RuntimeError):
    """The binary failed: text is what it said, and code its exit code."""

    def __init__(self, text: str, code: Optional[int] = None) -> None:
        super().__init__(text)
        self.text = text
        self.code = code


class UsageError(Error):
    """The command line or the experiment is wrong, and nothing was run (exit code 2)."""


class Diverged(Error):
    """The numbers of a run diverged (exit code 3)."""


def find() -> str:
    """Return the path of the binary.

    It is what TWOPHASE_BINARY says, or the one in the package, or the one on PATH.
    """
    named = os.environ.get("TWOPHASE_BINARY")
    if named:
        if not os.access(named, os.X_OK) or os.path.isdir(named):
            raise FileNotFoundError(f"TWOPHASE_BINARY is {named}, which is no program")
        return named
    within = Path(__file__).with_name("twophase.exe" if os.name == "nt" else "twophase")
    if os.access(within, os.X_OK):
        return str(within)
    for folder in os.get_exec_path():  # but not the script of this package, which would call itself
        found = shutil.which("twophase", path=folder)
        if found and not _is_script(found):
            return found
    raise FileNotFoundError(
        "the binary twophase was not found: install the wheel that has it, put it on PATH, or set TWOPHASE_BINARY"
    )


def _is_script(path: str) -> bool:
    with open(path, "rb") as file:
        start = file.read(256)
    return start.startswith(b"#!") and b"python" in start.split(b"\n", 1)[0]


def command(*arguments: str) -> str:
    """Run the binary with arguments, and return what it prints.

    A failure raises Error, UsageError or Diverged. KeyboardInterrupt (Ctrl-C) ends the binary first.
    """
    child: Optional[subprocess.Popen[bytes]] = None
    try:
        with _interrupts_later():
            # In a session of its own, the binary gets one signal on Ctrl-C and not two: the second would kill it.
            child = subprocess.Popen(
                [find(), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        out, err = child.communicate()
    except BaseException:
        if child is not None:
            _end(child)
        raise
    if child.returncode != 0:
        text = err.decode(errors="replace").strip().removeprefix("twophase: ")
        kind = {2: UsageError, 3: Diverged}.get(child.returncode, Error)
        raise kind(text or f"twophase ended with code {child.returncode}", child.returncode)
    return out.decode()


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Delay Ctrl-C while the binary is started: an interrupted Popen would leave it running, and unknown."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    seen: list[tuple[int, Optional[FrameType]]] = []
    signal.signal(signal.SIGINT, lambda number, frame: seen.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if seen:
        handler(*seen[0])


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the binary as Ctrl-C does, so that it keeps what twophase resume needs."""
    try:
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=_GRACE)
    except BaseException as error:  # it takes too long, or Ctrl-C came again
        child.kill()
        child.communicate()
        if not isinstance(error, subprocess.TimeoutExpired):
            raise


def main() -> NoReturn:
    """Be the command twophase."""
    try:
        binary = find()
    except FileNotFoundError as error:
        sys.exit(f"twophase: {error}")
    if os.name == "nt":
        sys.exit(subprocess.call([binary, *sys.argv[1:]]))
    os.execv(binary, [binary, *sys.argv[1:]])
