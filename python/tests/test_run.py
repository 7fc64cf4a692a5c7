"""Runs of the real binary, and their folders."""

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy

import twophase
from twophase import rows


class Runs(unittest.TestCase):
    shared: twophase.Run

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        before = os.getcwd()
        os.chdir(folder.name)
        cls.addClassCleanup(os.chdir, before)
        cls.shared = twophase.run(
            steps=300, trials=2, record=["weights@10", "lateral"], parts=["lateral"],
            interventions=[{"at": 100, "freeze": "lateral[2,0]"}], out="run",
        )  # fmt: skip

    def test_version(self) -> None:
        self.assertIn(twophase.__version__, twophase.command("--version"))

    def test_weights(self) -> None:
        run = self.shared
        self.assertEqual((run.W.shape, run.M.shape, run.scales.shape), ((2, 3, 10), (2, 3, 3), (2, 3)))
        numpy.testing.assert_allclose(run.M @ run.settled_filter, run.W, atol=1e-13)
        self.assertRaisesRegex(twophase.Error, "seed", twophase.run, sed=1)

    def test_tables_agree(self) -> None:
        run = self.shared
        for trial in range(2):
            last = run.rows(trial)
            for i in numpy.flatnonzero((last["step"] == 300) & (last["projection"] == "lateral")):
                self.assertEqual(last["weight"][i], run.M[trial, last["post"][i], last["pre"][i]])
            self.assertEqual(run.curve(trial)["e_pro"][-1], run.measures()["e_pro"][trial])
            self.assertEqual(run.pruning(trial)["synapse"][0], "lateral[0,1]")
            self.assertEqual(run.events(trial)["edit"].tolist(), ["freeze lateral[2,0]"])
        self.assertRaisesRegex(IndexError, "there are 2", run.curve, 2)

    def test_probe(self) -> None:
        run = self.shared
        x = numpy.random.default_rng(1).normal(size=(50, 10))
        for trial in range(2):
            shown = run.probe(x, trial=trial)
            self.assertEqual(list(shown), ["stimulus", "outputs[0]", "outputs[1]", "outputs[2]"])
            self.assertEqual(shown["stimulus"].tolist(), list(range(50)))
            m, scales = run.M[trial], run.scales[trial]
            first = x @ run.W[trial].T / scales
            second = first - (first @ (m - numpy.diag(scales)).T) / scales
            for i in range(3):
                numpy.testing.assert_allclose(shown[f"outputs[{i}]"], second[:, i], rtol=1e-12, atol=1e-12)
            numpy.savetxt("x.csv", x, delimiter=",", fmt="%.17g")
            numpy.testing.assert_array_equal(run.probe("x.csv", trial=trial, step=300)["outputs[1]"], shown["outputs[1]"])
        self.assertEqual(run.probe("run", count=7, population="inputs").rows, 7)
        self.assertRaisesRegex(twophase.UsageError, "has 9 columns, and the circuit has 10 inputs", run.probe, x[:, 1:])

    def test_lives_of_any_projection(self) -> None:
        circuit = {
            "name": "mine",
            "populations": {"x": {"input": True}, "z": {}},
            "projections": {
                "W": {"from": "x", "to": "z", "rule": "Hebbian"},
                "M": {"from": "z", "to": "z", "sign": "subtracts", "rule": "Hebbian"},
            },
            "schedule": [{"turn": "z", "receives": ["W"]}, {"turn": "z", "receives": ["W", "M"]}, "plasticity"],
        }
        run = twophase.run(circuit=circuit, steps=500, outputs=3, record=["weights@5"], out="mine")
        self.assertEqual(run.pruning()["synapse"][0], "M[0,1]")
        pruned = (run.pruning()["state"] == "pruned").sum()
        self.assertEqual(pruned, run.summary["results"][0]["pruning"]["pruned"])
        lives = run.pruning("W")
        self.assertEqual((lives.rows, lives["synapse"][-1]), (30, "W[2,9]"))
        self.assertEqual((numpy.isnan(lives["half_life"]) == numpy.isnan(lives["r2"])).all(), True)
        self.assertRaisesRegex(twophase.Error, "name a projection that was recorded: W or M", run.pruning, "Q")
        ei = twophase.run(network="ei", steps=50, record=["weights"], out="ei")
        self.assertRaisesRegex(twophase.Error, "no synapses within a population; name .*: feedforward or P", ei.pruning)
        measures = ei.measures()
        self.assertLess({"trial", "purity", "sparseness", "silent", "outputs.mean_activity", "P.norm"}, set(measures))
        self.assertEqual((list(ei.curve()), "e_pro" in run.curve()), (["step"], True))
        bare = twophase.run(steps=50, record=["feedforward"], out="bare")
        self.assertEqual(bare.pruning()["peak"].shape, (6,))

    def test_variables(self) -> None:
        circuit = {
            "name": "sliding",
            "populations": {"x": {"input": True}, "y": {"variables": {"theta": {"change": "0.1*(activity^2 - theta)"}}}},
            "projections": {"W": {"from": "x", "to": "y", "rule": "post*(post - post.theta)*pre - w"}},
            "schedule": [{"turn": "y", "receives": ["W"]}, "plasticity"],
        }
        run = twophase.run(circuit=circuit, steps=20, outputs=2, trials=2, record=["y.theta"], out="sliding")
        self.assertEqual((list(run.variables), run.variables["y.theta"].shape), (["y.theta"], (2, 2)))
        for trial, last in enumerate(run.variables["y.theta"]):
            course = run.traces("y.theta", trial=trial)
            self.assertEqual([course[f"y.theta[{i}]"][-1] for i in range(2)], last.tolist())
            self.assertGreater(last.min(), 0)

    def test_parts_add_up(self) -> None:
        t = self.shared.traces("lateral[1,0]", parts=True)
        w = t["lateral[1,0]"]
        self.assertEqual(t["step"].tolist(), list(range(301)))
        parts = sum(t[f"lateral[1,0].{p}"][1:] for p in ("hebbian", "decay", "rounding"))
        numpy.testing.assert_allclose(numpy.diff(w), parts, rtol=0, atol=1e-16)

    def test_selections_in_error(self) -> None:
        self.assertRaisesRegex(twophase.Error, "latral", self.shared.traces, "latral[0,1]")

    def test_diverged(self) -> None:
        self.assertRaisesRegex(twophase.Diverged, "diverged at step 1", twophase.run, steps=10, rate=0.9, out="wild")
        for name in ("wild", "wild.partial"):
            self.assertRaisesRegex(twophase.Diverged, "^wild.partial diverged at step 1 of trial 0: .*lower the rate", twophase.load, name)
        Path("wild.partial/diverged.json").write_text('{"trials": []}')
        self.assertRaisesRegex(twophase.DamagedFolder, "diverged.json cannot be read", twophase.load, "wild")
        Path("wild.partial/diverged.json").unlink()
        for name in ("wild", "wild.partial"):
            self.assertRaisesRegex(FileNotFoundError, f"^{name} is unfinished: twophase resume wild.partial$", twophase.load, name)

    def test_no_events(self) -> None:
        run = twophase.run(steps=10)
        self.assertEqual(run.path.parent, Path("runs"))
        self.assertEqual(run.events().rows, 0)
        self.assertEqual(run.inputs, [str(i) for i in range(10)])

    def test_no_traces(self) -> None:
        for reader in (None, self.fail):
            with mock.patch.object(self.shared, "files", return_value=[]), mock.patch.object(rows, "reader", return_value=reader):
                table = self.shared.rows()
            self.assertEqual((table.rows, list(table)), (0, ["step", "projection", "post", "pre", "weight"]))

    def test_comparison(self) -> None:
        self.assertEqual(list(twophase.compare(steps=10, compare={"second": {"rate": 0.02}}).variants), ["baseline", "second"])
        both = twophase.compare(steps=50, trials=2, baseline="first", compare={"second": {"rate": 0.02}}, out="both")
        curves = both.curves("e_pro")
        self.assertEqual(list(both.variants), ["first", "second"])
        last = [both.variants["second"].curve(trial)["e_pro"][-1] for trial in range(2)]
        self.assertAlmostEqual(curves["second"][-1], sum(last) / 2, places=15)
        self.assertIn("<svg", both.picture._repr_svg_())

    def test_tables_of_a_comparison(self) -> None:
        twophase.compare(steps=50, trials=6, baseline="first", follow=["drift"], compare={"second": {"rate": 0.02}}, out="tidy")
        both = twophase.load("tidy")
        assert isinstance(both, twophase.Comparison)
        measures, curve = both.measures().frame(), both.curve().frame()
        self.assertEqual(list(measures["variant"]), 6 * ["first"] + 6 * ["second"])
        self.assertEqual((measures["diverged_at"].isna().all(), measures.attrs["units"]["diverged_at"]), (True, "stimuli"))
        for name, run in both.variants.items():
            of = measures[measures["variant"] == name]
            self.assertEqual(of["e_pro"].tolist(), run.measures()["e_pro"].tolist())
            for trial in range(6):
                along = curve[(curve["variant"] == name) & (curve["trial"] == trial)]
                self.assertEqual(along["e_pro"].tolist(), run.curve(trial)["e_pro"].tolist())
        wide = measures.pivot(index="trial", columns="variant", values="e_pro")
        pairs = both.differences().frame().set_index("measure").loc["e_pro"]
        self.assertAlmostEqual(pairs["median"], (wide["second"] - wide["first"]).median(), places=15)
        self.assertEqual((pairs["low"], pairs["coverage"]), ((wide["second"] - wide["first"]).min(), 0.95))
        self.assertRaisesRegex(twophase.UsageError, "choose trials, curve, medians", both.table, "trial")

    def test_networks(self) -> None:
        twophase.command("compare", "--networks=ifPSP,oja", "--steps=50", "--trials=3", "--rates=1", "--out=networks")
        compared = twophase.load("networks")
        assert isinstance(compared, twophase.Networks)
        trials = compared.measures().frame()
        self.assertEqual(trials.groupby("network")["trial"].count().to_dict(), {"ifPSP": 3, "oja": 3})
        medians = compared.medians().frame().set_index("network")
        self.assertAlmostEqual(trials.groupby("network")["subspace_error"].median()["oja"], medians["subspace_error"]["oja"], places=5)
        self.assertEqual((compared.curve().rows > 0, "<svg" in compared.picture._repr_svg_()), (True, True))

    def test_sweep(self) -> None:
        sweep = twophase.sweep(steps=50, lambda_=[1, 0.8, 0.6], vary={"rate": [0.01, 0.9]}, seeds=6, out="rates.plan", workers=1)
        frame = sweep.measures().frame()
        self.assertEqual((len(frame), sorted(frame["point"]), set(frame["rate"])), (12, list(range(12)), {0.01, 0.9}))
        self.assertEqual(frame[frame["rate"] == 0.9]["diverged_at"].notna().all(), True)
        run = twophase.run(steps=50, lambda_=[1, 0.8, 0.6], rate=0.01, seed=int(frame["seed"][1]), out="point")
        self.assertEqual(frame["e_pro"][1], run.measures()["e_pro"][0])
        groups = twophase.load("rates.plan").groups().frame()  # type: ignore[union-attr]
        self.assertEqual(groups["e_pro_median"][0], frame["e_pro"][:6].median())
        self.assertIn("<svg", sweep.plot("rate")._repr_svg_())
        self.assertRaisesRegex(twophase.Error, "exists", twophase.sweep, steps=5, vary={"rate": [0.01]}, out="rates.plan")
        self.assertRaisesRegex(twophase.UsageError, "^experiment:", twophase.sweep, steps=5, vary={"rat": [0.01]})
        self.assertRaisesRegex(TypeError, "steps: give the keys in the file plain.yaml", twophase.sweep, "plain.yaml", steps=5)

    def test_load_tables(self) -> None:
        x = numpy.eye(10)
        numpy.save("eye.npy", x)
        for name in ("shown.csv", "shown.npz"):
            twophase.command("probe", "run", "--stimuli=eye.npy", f"--out={name}")
            table = twophase.load(name)
            assert isinstance(table, twophase.Table)
            shown = self.shared.probe(x)
            self.assertEqual((list(table), table["stimulus"].tolist()), (list(shown), list(range(10))))
            self.assertEqual(table["outputs[1]"].tolist(), shown["outputs[1]"].tolist())
        twophase.command("export", "run", "trials", "--npz=trials.npz")
        table = twophase.load("trials.npz")
        assert isinstance(table, twophase.Table)
        self.assertEqual(table["e_pro"].tolist(), self.shared.measures()["e_pro"].tolist())

    def test_run_or_comparison(self) -> None:
        self.assertRaisesRegex(TypeError, "nothing to compare", twophase.compare, steps=10)
        variants = {"second": {"rate": 0.02}}
        self.assertRaisesRegex(TypeError, "use twophase.compare", twophase.run, steps=10, compare=variants)
        Path("plain.yaml").write_text("steps: 10\n")
        self.assertRaisesRegex(TypeError, "use twophase.run", twophase.compare, "plain.yaml")

    def test_picture(self) -> None:
        screen = self.shared.plot("error")._repr_svg_()
        self.assertIn("<svg", screen)
        paper = self.shared.plot("error", style="paper", width=85, time="linear", out="paper")
        self.assertNotEqual(paper._repr_svg_(), screen)
        self.assertEqual(paper.path, Path("paper/error.svg"))

    def test_damage(self) -> None:
        run = twophase.run(steps=10, out="damaged")
        data = Path("damaged/weights.npz").read_bytes()
        Path("damaged/weights.npz").write_bytes(data[:-1] + b"!")
        self.assertRaisesRegex(twophase.DamagedFolder, "weights.npz: damaged", lambda: run.W)
        Path("damaged/weights.npz").unlink()
        self.assertRaisesRegex(twophase.DamagedFolder, "weights.npz: missing", lambda: run.W)

    def test_no_folder(self) -> None:
        self.assertRaisesRegex(FileNotFoundError, "no manifest.json", twophase.load, "nothing")
        Path("half.partial").mkdir()
        self.assertRaisesRegex(FileNotFoundError, "twophase resume half.partial", twophase.load, "half")


if __name__ == "__main__":
    unittest.main()
