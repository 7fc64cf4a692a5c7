"""A peer's conversation with the driver: see ../compare/main.go."""
import itertools
import os
import sys
import time

import numpy as np

RING, RATE, TAU = 16, 1e-4, 0.5


def load(folder, name, rows):
    return np.fromfile(os.path.join(folder, name), "<f8").reshape(rows, -1)


def arguments():
    """Returns K, the gains, W [K×N] and the stimuli [RING×N]."""
    k, folder = int(sys.argv[2]), sys.argv[3]
    return k, np.linspace(1, 0.7, k), load(folder, "weights.f64", k), load(folder, "stimuli.f64", RING)


def serve(run, weights):
    """Answers commands: run(steps) returns nanoseconds, weights() returns W and M."""
    for line in sys.stdin:
        command, argument = line.split()
        if command == "run":
            print(run(int(argument)), flush=True)
        else:
            with open(argument, "wb") as f:
                for matrix in weights():
                    f.write(np.ascontiguousarray(matrix, "<f8").tobytes())
            print("saved", flush=True)


def timed(step, stimuli):
    """Returns a run that times steps in this process."""
    ring = itertools.cycle(list(stimuli))

    def run(steps):
        start = time.perf_counter_ns()
        for x in itertools.islice(ring, steps):
            step(x)
        return time.perf_counter_ns() - start

    return run
