"""Experiments: what the binary is given."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import numpy

import twophase
from twophase import experiment


class Experiment(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        before = os.getcwd()
        os.chdir(folder.name)
        self.addCleanup(os.chdir, before)

    def given(self, *args: Any, **keys: Any) -> tuple[list[str], Any]:
        """Return the arguments of the binary, and the experiment in the file."""
        seen: list[Any] = []

        make = twophase.compare if "compare" in keys else twophase.run
        folder = twophase.Comparison(Path()) if "compare" in keys else twophase.Run(Path())

        def command(*arguments: str) -> str:
            seen.append(list(arguments))
            seen.append(json.loads(Path(arguments[1]).read_text()) if arguments[1].startswith(".") else None)
            return '{"folder": "none"}'

        with mock.patch.object(experiment, "command", command), mock.patch.object(experiment, "load", lambda _: folder):
            make(*args, **keys)
        return seen[0], seen[1]

    def test_keys(self) -> None:
        arguments, document = self.given(network="PSP", lambda_=numpy.array([1, 0.5]), steps=numpy.int64(7), out="a/b")
        self.assertEqual(document, {"network": "PSP", "lambda": [1, 0.5], "steps": 7})
        self.assertEqual(arguments[2:], ["--json", "--out=a/b"])
        self.assertEqual(os.listdir("."), [])

    def test_dict_and_keys(self) -> None:
        below = {"steps": 5, "stimulus": {"spectrum": [1, 0.5], "inputs": 4}}
        _, document = self.given(below, steps=6, stimulus={"inputs": 8})
        self.assertEqual(document, {"steps": 6, "stimulus": {"spectrum": [1, 0.5], "inputs": 8}})
        self.assertEqual(below["steps"], 5)

    def test_file_and_keys(self) -> None:
        arguments, _ = self.given(
            "study.yaml", steps=6, record=["weights@10", "lateral[2,0]"], lambda_=[1, 0.5], initial_m=2, reference=False,
            stimulus={"file": "x.csv", "center": True}, workers=1, force=True,
        )
        self.assertEqual(
            arguments,
            ["run", "study.yaml", "--steps=6", "--record=weights@10", "--record=lateral[2,0]", "--lambda=1,0.5", "--initial-m=2",
             "--reference=none", "--stimulus=x.csv", "--center=true", "--json", "--force", "--workers=1"],
        )  # fmt: skip
        self.assertRaisesRegex(TypeError, "settle is a section", self.given, "study.yaml", settle={"method": "jacobi"})

    def test_data(self) -> None:
        data = numpy.arange(12.0).reshape(4, 3)
        _, first = self.given(stimulus=data, out="runs/one")
        _, second = self.given(stimulus={"file": data, "center": True}, out="runs/two")
        path = first["stimulus"]["file"]
        self.assertEqual(second["stimulus"], {"file": path, "center": True})
        self.assertEqual(os.listdir("runs"), [os.path.basename(path)])
        self.assertTrue((numpy.load(path) == data).all())

    def test_data_of_another_content(self) -> None:
        """What is not the data, under the name of the data, is written anew."""
        data = numpy.arange(12.0).reshape(4, 3)
        _, document = self.given(stimulus=data)
        path = Path(document["stimulus"]["file"])
        path.write_bytes(path.read_bytes()[:-1])
        self.given(stimulus=data)
        self.assertTrue((numpy.load(path) == data).all())

    @unittest.skipIf(os.name == "nt", "Windows has no such modes")
    def test_mode_of_data(self) -> None:
        before = os.umask(0o027)
        self.addCleanup(os.umask, before)
        _, document = self.given(stimulus=numpy.zeros((2, 2)))
        self.assertEqual(os.stat(document["stimulus"]["file"]).st_mode & 0o777, 0o640)

    def test_data_that_cannot_be_written(self) -> None:
        with mock.patch("os.fsync", side_effect=OSError("no space")):
            self.assertRaisesRegex(OSError, "no space", self.given, stimulus=numpy.zeros((2, 2)))
        self.assertEqual(os.listdir("runs"), [])

    def test_frame(self) -> None:
        import pandas

        _, document = self.given(stimulus=pandas.DataFrame({"left": [0.1, 2], "right": [3.5, 4]}))
        self.assertEqual(Path(document["stimulus"]["file"]).read_text(), "left,right\n0.1,3.5\n2.0,4.0\n")

    def test_path(self) -> None:
        _, document = self.given(stimulus=Path("x.npy"))
        self.assertEqual(document, {"stimulus": {"file": "x.npy"}})

    def test_name_of_a_comparison(self) -> None:
        os.makedirs("runs/compare")
        os.makedirs("runs/compare-2.partial")
        arguments, _ = self.given(compare={"other": {"seed": 2}})
        self.assertIn("--out=runs/compare-3", arguments)

    def test_first_variant(self) -> None:
        _, document = self.given(compare={"other": {"seed": 2}}, out="both")
        self.assertEqual(document["baseline"], "baseline")
        _, document = self.given(compare={"other": {"seed": 2}}, baseline="intact", out="both")
        self.assertEqual(document["baseline"], "intact")

    def test_error_names_no_file_of_ours(self) -> None:
        def command(*arguments: str) -> str:
            raise twophase.UsageError(f"{arguments[1]}:2:3: no", 2)

        with mock.patch.object(experiment, "command", command):
            self.assertRaisesRegex(twophase.UsageError, "^experiment:2:3: no$", twophase.run, steps=1)
        self.assertEqual(os.listdir("."), [])


if __name__ == "__main__":
    unittest.main()
