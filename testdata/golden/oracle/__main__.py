"""Write the golden runs again: python3 testdata/golden/oracle. make golden does it.

Each folder of golden/graph and golden/language holds its stimuli, its start NAME.0.csv and its params.json, which are data. From
them its circuit computes NAME.T.csv, the state at the end, and the activities of all steps. golden/n10k3 and n17k5 have one
circuit, that of the paper in four forms: see pair.py.
"""

import json
from pathlib import Path

import graph
import language
import pair

GOLDEN = Path(__file__).resolve().parent.parent


def read(path):
    """The rows of numbers of a file; a file of one column is a vector."""
    return [[float(v) for v in line.split(",")] for line in path.read_text().splitlines()]


def vector_or_matrix(path):
    rows = read(path)
    return [row[0] for row in rows] if len(rows[0]) == 1 else rows


def write(path, values):
    """Write rows with 17 digits, or one number a line."""
    rows = values if isinstance(values[0], list) else [[v] for v in values]
    path.write_text("".join(",".join("%.17g" % v for v in row) + "\n" for row in rows))


def write_folder(folder, circuit):
    """Write the results of a circuit into its folder."""
    params = json.loads((folder / "params.json").read_text())
    sizes = params.get("sizes", {})
    start = {}
    for path in sorted(folder.glob("*.0.csv")):
        name = path.name[: -len(".0.csv")]
        start[name] = vector_or_matrix(path) if len(sizes.get(name, [0, 0])) == 1 else read(path)
    stimuli = {path.name.split(".")[-2]: read(path) for path in folder.glob("stimulus*.csv")}
    stimuli.setdefault("x", stimuli.get("stimulus"))
    series, final = circuit(params, start, stimuli)
    for name, values in series.items():
        write(folder / f"{name}.csv", values)
    for name, values in final.items():
        write(folder / f"{name}.T.csv", values)


def main():
    for name, circuits in (("graph", graph.CIRCUITS), ("language", language.CIRCUITS)):
        found = {folder.name for folder in (GOLDEN / name).iterdir()}
        if found != set(circuits):
            raise SystemExit(f"golden/{name}: folders without a circuit, or the reverse: {sorted(found ^ set(circuits))}")
        for folder, circuit in circuits.items():
            write_folder(GOLDEN / name / folder, circuit)
    for name in ("n10k3", "n17k5"):
        folder = GOLDEN / name
        data = {part: read(folder / f"{part}.csv") for part in ("stimulus", "W0", "lambda")}
        for network, (Y, W, M) in pair.networks(data["stimulus"], data["W0"], data["lambda"][0]):
            for part, values in (("Y", Y), ("W", W), ("M", M)):
                write(folder / f"{network}.{part}.csv", values)


if __name__ == "__main__":
    main()
