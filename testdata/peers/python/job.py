"""The jobs that one would write in numpy: trials of ifPSP, in place, nothing recorded.
Each prints E_Pro at its end.

    job.py gaussian N K first last floor steps trials a t0 tau [a t0 tau ...]
    job.py images FILE K a t0
"""

import gzip
import sys

import numpy as np


def learn(stimuli, n, k, a, t0, tau, rng):
    """ifPSP with gains from 1 to 0.7. Returns its estimate [N x K]."""
    w = rng.normal(size=(k, n)) / np.sqrt(n)
    m = np.eye(k)
    gain = np.linspace(1, 0.7, k)
    decay = np.outer(gain, gain)
    change, lateral = np.empty((k, n)), np.empty((k, k))
    for t, x in enumerate(stimuli, 1):
        rate = a / (t0 + t)
        scale = m.diagonal()
        first = (w @ x) / scale
        y = 2 * first - (m @ first) / scale
        np.multiply(y[:, None], x, out=change)
        change -= w
        change *= rate
        w += change
        np.multiply(y[:, None], y, out=lateral)
        lateral -= decay * m
        lateral *= rate / tau
        m += lateral
    scale = m.diagonal()
    f = w / scale[:, None]
    f = 2 * f - (m @ f) / scale[:, None]
    return (f / gain[:, None]).T


def e_pro(estimate, basis):
    p, _, r = np.linalg.svd(estimate.T @ basis)
    return np.linalg.norm(estimate @ (p @ r) - basis) ** 2 / basis.shape[1]


def gaussian(n, k, first, last, floor, steps, trials, settings):
    rng = np.random.default_rng(1)
    size = np.full(n, np.sqrt(floor))
    size[:k] = np.sqrt(np.linspace(first, last, k))

    def stimuli():
        for begin in range(0, steps, 256):
            block = rng.normal(size=(min(256, steps - begin), n))
            block *= size
            yield from block

    for at in range(0, len(settings), 3):
        for _ in range(trials):
            print(e_pro(learn(stimuli(), n, k, *settings[at : at + 3], rng), np.eye(n)[:, :k]))


def images(file, k, a, t0):
    with gzip.open(file) as f:
        pixels = np.frombuffer(f.read(), np.uint8, offset=16).reshape(-1, 784)
    x = pixels.astype(float)
    x -= x.mean(axis=0)
    values, vectors = np.linalg.eigh(x.T @ x / len(x))
    x /= np.sqrt(values[-1])
    rng = np.random.default_rng(1)
    rng.shuffle(x)
    print(e_pro(learn(x, 784, k, a, t0, 0.5, rng), vectors[:, : -k - 1 : -1]))


what, *rest = sys.argv[1:]
if what == "images":
    images(rest[0], int(rest[1]), float(rest[2]), float(rest[3]))
else:
    n, k, first, last, floor, steps, trials, *settings = map(float, rest)
    gaussian(int(n), int(k), first, last, floor, int(steps), int(trials), settings)
