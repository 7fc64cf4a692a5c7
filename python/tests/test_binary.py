"""The binary: found, called, failed and interrupted. Programs of a few lines stand for it."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import twophase
from twophase import binary


class Binary(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, text: str) -> str:
        path = self.folder / "twophase"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return str(path)

    def stands(self, text: str) -> None:
        patch = mock.patch.dict(os.environ, TWOPHASE_BINARY=self.program(text))
        patch.start()
        self.addCleanup(patch.stop)

    def test_found_by_variable(self) -> None:
        self.stands("")
        self.assertEqual(twophase.find(), str(self.folder / "twophase"))

    def test_variable_without_program(self) -> None:
        with mock.patch.dict(os.environ, TWOPHASE_BINARY=str(self.folder)):
            self.assertRaisesRegex(FileNotFoundError, "is no program", twophase.find)

    def test_found_on_path_but_not_itself(self) -> None:
        own = self.folder / "own"
        own.mkdir()
        script = own / "twophase"
        script.write_text("#!/usr/bin/python3\n")
        script.chmod(0o755)
        path = self.program("")
        with mock.patch.dict(os.environ, PATH=f"{own}:{self.folder}"):
            os.environ.pop("TWOPHASE_BINARY", None)
            self.assertEqual(twophase.find(), path)
            os.environ["PATH"] = str(own)
            self.assertRaisesRegex(FileNotFoundError, "TWOPHASE_BINARY", twophase.find)

    def test_output_and_arguments(self) -> None:
        self.stands('for a; do echo "<$a>"; done')
        self.assertEqual(twophase.command("a b", "*", ""), "<a b>\n<*>\n<>\n")

    def test_errors(self) -> None:
        for code, kind in ((1, twophase.Error), (2, twophase.UsageError), (3, twophase.Diverged), (99, twophase.Error)):
            self.stands(f"echo printed; echo 'twophase: it failed: α' >&2; exit {code}")
            with self.assertRaises(twophase.Error) as raised:
                twophase.command()
            self.assertIs(type(raised.exception), kind)
            self.assertEqual((raised.exception.text, raised.exception.code), ("it failed: α", code))
            self.assertEqual(str(raised.exception), "it failed: α")

    def test_silent_error(self) -> None:
        self.stands("exit 1")
        self.assertRaisesRegex(twophase.Error, "ended with code 1", twophase.command)

    def test_interrupt_ends_the_binary(self) -> None:
        """One SIGINT to Python is one SIGINT to the binary, which has ended when KeyboardInterrupt is seen."""
        note = self.folder / "note"
        child = self.program(f"trap 'echo one >> {note}; exit 130' INT; echo $$ > {note}.pid; while :; do sleep 0.05; done")
        python = subprocess.Popen(
            [sys.executable, "-c", "import twophase; twophase.command()"],
            env={**os.environ, "TWOPHASE_BINARY": child},
            stderr=subprocess.PIPE,
        )
        deadline = time.monotonic() + 60
        while not Path(f"{note}.pid").exists() or not Path(f"{note}.pid").read_text():
            self.assertLess(time.monotonic(), deadline, "the binary did not start")
            time.sleep(0.02)
        python.send_signal(signal.SIGINT)
        _, said = python.communicate(timeout=60)
        self.assertIn(b"KeyboardInterrupt", said)
        self.assertEqual(note.read_text(), "one\n")
        with self.assertRaises(ProcessLookupError):
            os.kill(int(Path(f"{note}.pid").read_text()), 0)

    def test_second_interrupt_kills_the_binary(self) -> None:
        """Ctrl-C while the binary ends does not leave it running."""
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            child = subprocess.Popen(["sleep", "20"])  # which ignores SIGINT, as Python does here
        finally:
            signal.signal(signal.SIGINT, before)
        with mock.patch.object(child, "communicate", side_effect=[KeyboardInterrupt, (b"", b"")]):
            self.assertRaises(KeyboardInterrupt, binary._end, child)
        self.assertEqual(child.wait(), -signal.SIGKILL)

    def test_interrupt_while_it_starts(self) -> None:
        """A SIGINT within Popen ends the binary too."""
        self.stands("while :; do sleep 0.05; done")
        started: list[subprocess.Popen[bytes]] = []
        popen = subprocess.Popen

        def interrupted(*args: Any, **options: Any) -> Any:
            started.append(popen(*args, **options))
            signal.raise_signal(signal.SIGINT)
            return started[0]

        with mock.patch("twophase.binary.subprocess.Popen", interrupted):
            self.assertRaises(KeyboardInterrupt, twophase.command)
        self.assertEqual(started[0].returncode, -signal.SIGINT)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)


if __name__ == "__main__":
    unittest.main()
