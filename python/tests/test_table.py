"""Tables, and rows of traces from tables and from what reads Parquet."""

import sys
import types
import unittest
from pathlib import Path
from unittest import mock

import numpy

from twophase import rows
from twophase.table import Table, column

STEPS = numpy.array([0, 1, 2])
NAN = numpy.nan


class Columns(unittest.TestCase):
    def test_kinds(self) -> None:
        self.assertEqual(column([1, 2]).dtype, numpy.int64)
        self.assertTrue(numpy.isnan(column([1, None])[1]))
        self.assertEqual(column(["a", None]).tolist(), ["a", None])

    def test_names_and_units(self) -> None:
        t = Table({"step": STEPS, "e_pro": STEPS * 0.5, "principal_angles[0]": STEPS * 0.1})
        self.assertEqual(t.units, {"step": "stimuli", "principal_angles[0]": "radians"})
        self.assertEqual((t.index, t.rows, list(t)), ("step", 3, ["step", "e_pro", "principal_angles[0]"]))
        self.assertRaisesRegex(KeyError, "no column 'E'.*e_pro", t.__getitem__, "E")
        self.assertRaisesRegex(ValueError, "one length", Table, {"a": STEPS, "b": STEPS[1:]})

    def test_frame(self) -> None:
        frame = Table({"step": STEPS, "e_pro": STEPS * 0.5}).frame()
        self.assertEqual((frame.index.name, list(frame.columns), frame.loc[2, "e_pro"]), ("step", ["e_pro"], 1.0))
        self.assertEqual(frame.attrs, {"units": {"step": "stimuli"}})

    def test_dataset(self) -> None:
        data = Table({"step": STEPS, "slow_angle": STEPS * 0.5}).dataset()
        self.assertEqual(data.slow_angle.attrs, {"units": "degrees"})
        self.assertEqual(data.slow_angle.sel(step=2), 1.0)


class Rows(unittest.TestCase):
    wide = Table(
        {
            "step": STEPS,
            "scale[1]": numpy.array([1, NAN, 3]),
            "lateral[2,0]": numpy.array([0, 0.5, 0.25]),
            "lateral[2,0].decay": numpy.array([NAN, -0.5, 0.5]),
        }
    )
    want = {
        "step": [0, 0, 1, 2, 2],
        "projection": ["lateral", "scale", "lateral", "lateral", "scale"],
        "post": [2, 1, 2, 2, 1],
        "pre": [0, -1, 0, 0, -1],
        "weight": [0, 1, 0.5, 0.25, 3],
        "decay": [NAN, NAN, -0.5, 0.5, NAN],
    }

    def check(self, table: Table) -> None:
        self.assertEqual(list(table), list(self.want))
        for name, values in self.want.items():
            numpy.testing.assert_array_equal(table[name], numpy.array(values, dtype=table[name].dtype), name)

    def test_melted(self) -> None:
        self.check(rows.melted(self.wide))

    def test_parquet(self) -> None:
        """Each reader is called as its documentation says. None of them is in Debian: modules stand for them."""
        columns = {name: numpy.array(values) for name, values in self.want.items()}
        columns["pre"] = numpy.where(columns["pre"] < 0, NAN, columns["pre"])
        columns["run"] = columns["trial"] = numpy.zeros(5)
        columns = {name: values[::-1] for name, values in columns.items()}

        class Values:
            def __init__(self, values: numpy.ndarray) -> None:  # type: ignore[type-arg]
                self.values = values

            def to_numpy(self) -> numpy.ndarray:  # type: ignore[type-arg]
                return self.values

        class Read(dict):  # type: ignore[type-arg]
            column_names = columns = list(self.want) + ["run", "trial"]

        held = Read({name: Values(values) for name, values in columns.items()})
        parquet = types.SimpleNamespace(ParquetDataset=lambda files: types.SimpleNamespace(read=lambda: held))
        fast = types.SimpleNamespace(ParquetFile=lambda files: types.SimpleNamespace(to_pandas=lambda: held))
        pre = numpy.ma.masked_array(columns["pre"], numpy.isnan(columns["pre"]))  # type: ignore[no-untyped-call,var-annotated]
        masked: dict[str, object] = {**columns, "pre": pre}
        result = types.SimpleNamespace(fetchnumpy=lambda: masked)
        duck = types.SimpleNamespace(connect=lambda: types.SimpleNamespace(execute=lambda query, values: result))
        modules = {"pyarrow": types.SimpleNamespace(parquet=parquet), "pyarrow.parquet": parquet, "fastparquet": fast, "duckdb": duck}
        with mock.patch.dict(sys.modules, modules):
            for read in (rows._by_pyarrow, rows._by_fastparquet, rows._by_duckdb):
                with self.subTest(read.__name__):
                    self.check(read([Path("traces-0000-00000.parquet")]))


if __name__ == "__main__":
    unittest.main()
