"""The job that one would write in numba: trials of ifPSP in loops, compiled, nothing recorded.
It prints the E_Pro of each trial. Its time includes that of the compiler.

    jit.py N K first last floor steps trials a t0 tau [a t0 tau ...]
"""

import sys

import numba
import numpy as np


@numba.njit(fastmath=True)
def learn(n, k, size, a, t0, tau, steps):
    """ifPSP with gains from 1 to 0.7. Returns W and M."""
    w = np.empty((k, n))
    for i in range(k):
        for j in range(n):
            w[i, j] = np.random.normal() / np.sqrt(n)
    m, x, first, y = np.eye(k), np.empty(n), np.empty(k), np.empty(k)
    gain = np.linspace(1, 0.7, k)
    for t in range(1, steps + 1):
        rate = a / (t0 + t)
        for j in range(n):
            x[j] = size[j] * np.random.normal()
        for i in range(k):
            total = 0.0
            for j in range(n):
                total += w[i, j] * x[j]
            first[i] = total / m[i, i]
        for i in range(k):
            total = 2 * first[i]
            for j in range(k):
                total -= m[i, j] * first[j] / m[i, i]
            y[i] = total
        for i in range(k):
            for j in range(n):
                w[i, j] += rate * (y[i] * x[j] - w[i, j])
            for j in range(k):
                m[i, j] += rate / tau * (y[i] * y[j] - gain[i] * gain[j] * m[i, j])
    return w, m


def e_pro(w, m):
    scale, gain = m.diagonal(), np.linspace(1, 0.7, len(m))
    f = w / scale[:, None]
    f = 2 * f - (m @ f) / scale[:, None]
    estimate, basis = (f / gain[:, None]).T, np.eye(w.shape[1])[:, : len(m)]
    p, _, r = np.linalg.svd(estimate.T @ basis)
    return np.linalg.norm(estimate @ (p @ r) - basis) ** 2 / len(m)


n, k, first, last, floor, steps, trials, *settings = map(float, sys.argv[1:])
n, k = int(n), int(k)
size = np.full(n, np.sqrt(floor))
size[:k] = np.sqrt(np.linspace(first, last, k))
for at in range(0, len(settings), 3):
    for _ in range(int(trials)):
        print(e_pro(*learn(n, k, size, *settings[at : at + 3], int(steps))))
