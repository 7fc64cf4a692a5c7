"""The oracle: expressions, and runs of the binary that it computes again."""

import hashlib
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any, Optional
from unittest import mock

import numpy

import twophase
from twophase.oracle import Refused, replay
from twophase.oracle.formula import FormulaError, parse, value
from twophase.oracle.replay import opened

REPOSITORY = Path(__file__).parents[2]
CIRCUITS = REPOSITORY / "testdata" / "circuits"
GOLDEN = REPOSITORY / "testdata" / "golden"

# Circuits whose inputs reach no synapse that learns: nothing records their stimuli, so that these are from a file.
FIXED = {
    "delayed-lateral": GOLDEN / "language" / "delayed-lateral" / "stimulus.csv",
    "delayed-lateral-2": GOLDEN / "language" / "delayed-lateral-2" / "stimulus.csv",
    "multi-timescale-whitening": GOLDEN / "language" / "multi-timescale-whitening" / "stimulus.csv",
    "adaptive-whitening": GOLDEN / "graph" / "adaptive-whitening" / "stimulus.csv",
}

# Networks whose phases the oracle refuses.
REFUSED = {
    "foldiak": "settle",
    "similarity-matching": "settle",
    "similarity-matching-off-diagonal": "settle",
    "linsker": "settle",
    "oja-subspace": "residual",
    "weighted-subspace": "residual",
    "sanger": "residual",
    "lmser": "residual",
}

NETWORKS = """oja apex rubner-tavan nsm psp-rectified psp-rectified-2phase bio-cca bio-cca-interneurons bio-sfa bio-sfa-trace
bio-nica-direct bio-nica-indirect adaptive-whitening stack stack-2phase ei ei-equalized krotov-hopfield""".split()

PAPER = "ifPSP PSP ifPSW PSW cascadePSP cascadePSW".split()

INTERVENTIONS = """
interventions:
  - {at: 50, freeze: "lateral[2,0]"}
  - {at: 60, freeze: "scale[0]"}
  - {at: 70, clamp: "outputs[0]", to: 0.5}
  - {at: 80, lesion: "lateral[2,*]"}
  - {at: 90, multiply: "feedforward[2,*]", by: 0.5}
  - {at: 100, rate: 1e-3}
  - {at: 110, freeze: "feedforward[1,*]"}
  - {at: 120, release: "outputs[0]"}
  - {at: 130, thaw: "feedforward[1,*]"}
"""


class Formula(unittest.TestCase):
    def test_values(self) -> None:
        names = {"x": 3.0, "y.theta": -2.0, "λ": 0.5}
        for text, expected in {
            "1 + 2*x^2": 19.0,
            "-x^2": -9.0,
            "2*-x": -6.0,
            "x - 1 - 1": 1.0,
            "8/2/2": 2.0,
            "(x > 2 ? y.theta : 1/0) + λ": -1.5,
            "max(0, y.theta) + min(x, 1e1, 4) + abs(y.theta) + sign(y.theta)": 4.0,
            "fma(x, 2, 1) + sqrt(4) + rectify(-x)": 9.0,
            "x² − 2·x": 3.0,
            "1/0": math.inf,
        }.items():
            self.assertEqual(value(parse(text), names.__getitem__), expected, text)

    def test_errors(self) -> None:
        for text in ("", "1 +", "(1", "x^y", "1 2", "$"):
            self.assertRaises(FormulaError, parse, text)
        self.assertRaises(FormulaError, value, parse("exp(1)"), float)


class Oracle(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        before = os.getcwd()
        os.chdir(folder.name)
        self.addCleanup(os.chdir, before)

    def ran(self, file: Path, *flags: str, stimuli: Optional[Path] = None) -> twophase.Run:
        """Run a file for 150 steps, with records of all weights, variables and changes."""
        source = [] if stimuli is None else [f"--stimulus={stimuli}"]
        records = ["--record=weights@1", "--parts=all"]
        twophase.command("run", str(file), "--steps=150", *records, *source, *flags, "--out=run", "--force")
        return opened("run")

    def check(self, run: twophase.Run) -> None:
        for trial in range(run.trials):
            report = replay(run, trial)
            self.assertIsNone(report.first, str(report))
            self.assertEqual(report.steps, 150)
            self.assertGreater(report.values, 150)

    def test_circuits(self) -> None:
        """Each circuit of testdata/circuits, in two trials."""
        files = sorted(CIRCUITS.glob("*.yaml"))
        self.assertEqual(len(files), 13)
        for file in files:
            for data in CIRCUITS.glob(file.stem + ".csv"):
                Path(data.name).write_bytes(data.read_bytes())
            with self.subTest(file.stem):
                name = file.stem
                Path(file.name).write_text(file.read_text())
                slow = ["--rate=3/(300+t)"] if name == "minden-prototype" else []  # or its second trial diverges
                self.check(self.ran(Path(file.name), "--trials=2", *slow, stimuli=FIXED.get(name)))

    def test_networks(self) -> None:
        """Networks as circuits in files."""
        for name in NETWORKS:
            with self.subTest(name):
                Path("network.yaml").write_text(twophase.command("describe", name, "--as-file"))
                self.check(self.ran(Path("network.yaml"), stimuli=FIXED.get(name)))

    def test_interventions(self) -> None:
        """The networks of the paper, which a manifest names, with interventions."""
        Path("study.yaml").write_text(INTERVENTIONS)
        for name in PAPER:
            with self.subTest(name):
                self.check(self.ran(Path("study.yaml"), f"--network={name}", "--record=outputs@1"))

    def test_refused(self) -> None:
        """What is not computed is named."""
        for name, phase in REFUSED.items():
            Path("network.yaml").write_text(twophase.command("describe", name, "--as-file"))
            with self.subTest(name), self.assertRaisesRegex(Refused, phase):
                replay(self.ran(Path("network.yaml")))
        twophase.command("run", "--steps=20", "--out=run", "--force")
        with self.assertRaisesRegex(Refused, "--stimuli FILE"):
            replay(opened("run"))
        with self.assertRaisesRegex(Refused, "a row for each step"):
            replay(opened("run"), stimuli=numpy.zeros((19, 10)))
        code, said = self.commanded("run", "--trial=1")
        self.assertEqual((code, "there are 1, from 0" in said), (2, True), said)

    def test_planted_errors(self) -> None:
        """An error of 1e-9 in one weight is found: in the records, and by the command in weights.npz."""
        run = self.ran(CIRCUITS / "bcm.yaml")
        original = type(run).traces

        def planted(self: twophase.Run, *selections: str, trial: int = 0, parts: bool = False) -> twophase.Table:
            table = original(self, *selections, trial=trial, parts=parts)
            table["W[1,2]"][100] += 1e-9
            return table

        with mock.patch.object(type(run), "traces", planted):
            report = replay(run)
        assert report.first is not None
        self.assertEqual((report.first.step, report.first.what), (100, "W[1,2]"))
        self.assertAlmostEqual(report.first.recorded - report.first.computed, 1e-9, places=12)

        code, said = self.commanded("run")
        self.assertEqual(code, 0, said)
        arrays = dict(run.weights)
        arrays["W"][0, 0] += 1e-9
        self.rewrite(Path("run"), arrays)
        code, said = self.commanded("run")
        self.assertEqual(code, 1, said)
        self.assertIn("first difference is at step 150, W[0,0] of weights.npz", said)

    def commanded(self, *arguments: str) -> tuple[int, str]:
        """Return what the command ends with and says."""
        program = [sys.executable, "-m", "twophase.oracle", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "python")}
        ended = subprocess.run(program, capture_output=True, text=True, env=environment)
        return ended.returncode, ended.stdout + ended.stderr

    def rewrite(self, folder: Path, arrays: dict[str, Any]) -> None:
        """Replace the final weights of a folder, and the checksums: the last line is that of the lines before."""
        numpy.savez(folder / "weights.npz", **arrays)
        sums = folder / "SHA256SUMS"
        lines = sums.read_text().splitlines(keepends=True)
        changed = [i for i, line in enumerate(lines) if line.endswith("  weights.npz\n")]
        lines[changed[0]] = hashlib.sha256((folder / "weights.npz").read_bytes()).hexdigest() + "  weights.npz\n"
        said, _, _ = lines.pop().rpartition(": ")
        sums.write_text("".join(lines) + f"{said}: {hashlib.sha256(''.join(lines).encode()).hexdigest()}\n")
