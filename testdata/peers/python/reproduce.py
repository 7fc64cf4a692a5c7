"""One trial of the paper's Tables I and II in numpy, every operation of a step in place.

Stimuli are drawn and mixed in blocks; offline flows run in the eigenbasis of G. "run STEPS" answers
with the nanoseconds that all networks took for so many stimuli, and half as many iterations offline,
on both problems; "errors STEPS" with their E_Pro after that, online and offline.
"""
import sys
import time

import numpy as np
from numpy.linalg import qr, solve, svd

BLOCK = 512
rng = np.random.default_rng(1)


class Problem:
    def __init__(self, top, n, floor, rates):
        self.n, self.k, self.rates = n, len(top), rates
        self.spectrum = np.concatenate([top, np.full(n - self.k, floor)])
        self.gains = np.linspace(1, 0.7, self.k)

    def stimuli(self, basis, block):
        """Returns a block of x ~ N(0, G) [block×N], in 2·N·K operations for each."""
        floor = self.spectrum[-1]
        mixed = rng.standard_normal((block, self.k)) * np.sqrt(self.spectrum[: self.k] - floor)
        return rng.standard_normal((block, self.n)) * np.sqrt(floor) + mixed @ basis.T


def decaying(t):
    return 10 / (250 + t)


def stepwise(t):
    return 1.1e-3 if t <= 10_000 else 1e-4


def constant(_):
    return 1e-3


PROBLEMS = [
    Problem([1, 0.75, 0.5], 10, 0.2, (decaying, decaying)),
    Problem(1 - np.arange(10) / 18, 100, 0.02, (stepwise, constant)),
]
NETWORKS = [(False, False), (False, True), (True, False), (True, True)]  # whitens, solves exactly


class Network:
    def __init__(self, problem, whitens, exact):
        self.problem, self.whitens, self.exact = problem, whitens, exact
        k, n = problem.k, problem.n
        self.tau = 1 if whitens else 0.5
        self.rate = problem.rates[whitens]
        self.W = rng.standard_normal((k, n)) / np.sqrt(n)
        self.M = np.eye(k) * (0.3 if whitens else 1)
        self.scale = self.M.reshape(-1)[:: k + 1]  # M_d, a view
        self.decay = np.diag(problem.gains**2) if whitens else np.outer(problem.gains, problem.gains)
        self.first, self.y, self.scaled = np.empty(k), np.empty(k), np.empty(k)
        self.column = self.scaled[:, None]
        self.change_W, self.change_M = np.empty_like(self.W), np.empty_like(self.M)
        self.F, self.FG = np.empty_like(self.W), np.empty_like(self.W)
        self.response, self.inverse = np.empty_like(self.M), np.empty(k)

    def decay_M(self, rate):
        np.multiply(self.decay, rate, out=self.change_M)
        if not self.whitens:
            np.multiply(self.change_M, self.M, out=self.change_M)
        np.subtract(self.M, self.change_M, out=self.M)

    def step(self, x, rate):
        W, M, first, y, scaled = self.W, self.M, self.first, self.y, self.scaled
        np.dot(W, x, out=first)
        if self.exact:
            y = solve(M, first)
        else:
            np.divide(first, self.scale, out=first)
            np.dot(M, first, out=y)  # with the diagonal in it
            np.divide(y, self.scale, out=y)
            np.subtract(first, y, out=y)
            np.add(first, y, out=y)
        np.multiply(y, rate, out=scaled)
        np.multiply(self.column, x, out=self.change_W)
        np.multiply(W, 1 - rate, out=W)
        np.add(W, self.change_W, out=W)
        rate /= self.tau
        self.decay_M(rate)
        np.multiply(y, rate, out=scaled)
        np.multiply(self.column, y, out=self.change_M)
        np.add(M, self.change_M, out=M)

    def filter(self):
        if self.exact:
            self.F[:] = solve(self.M, self.W)
            return
        np.divide(-1, self.scale, out=self.inverse)
        np.multiply(self.M, self.inverse, out=self.response)
        np.multiply(self.response, self.inverse[:, None], out=self.response)
        np.negative(self.response, out=self.response)
        self.response.reshape(-1)[:: self.problem.k + 1] *= -1
        np.dot(self.response, self.W, out=self.F)

    def iterate(self, rate=0.1):
        """One iteration of the mean-field flow in the eigenbasis of G."""
        self.filter()
        np.multiply(self.F, self.problem.spectrum, out=self.FG)
        hebbian = np.dot(self.FG, self.F.T)
        np.subtract(self.FG, self.W, out=self.FG)
        np.multiply(self.FG, rate, out=self.FG)
        np.add(self.W, self.FG, out=self.W)
        self.decay_M(rate / self.tau)
        np.multiply(hebbian, rate / self.tau, out=hebbian)
        np.add(self.M, hebbian, out=self.M)

    def error(self, basis):
        self.filter()
        estimate = self.F / self.problem.gains[:, None]
        if self.whitens:
            estimate *= np.sqrt(self.problem.spectrum[: self.problem.k])[:, None]
        left, _, right = svd(estimate @ basis)
        return np.sum((estimate.T @ left @ right - basis) ** 2) / self.problem.k


def online(problem, steps):
    networks = [Network(problem, *n) for n in NETWORKS]
    basis = qr(rng.standard_normal((problem.n, problem.n)))[0][:, : problem.k]
    for first in range(0, steps, BLOCK):
        block = problem.stimuli(basis, min(BLOCK, steps - first))
        for network in networks:
            for t, x in enumerate(block, first + 1):
                network.step(x, network.rate(t))
    return [n.error(basis) for n in networks]


def offline(problem, iterations):
    networks = [Network(problem, *n) for n in NETWORKS]
    for network in networks:
        for _ in range(iterations):
            network.iterate()
    return [n.error(np.eye(problem.n, problem.k)) for n in networks]


for line in sys.stdin:
    command, steps = line.split()
    start = time.perf_counter_ns()
    errors = [e for p in PROBLEMS for e in online(p, int(steps)) + offline(p, int(steps) // 2)]
    print(time.perf_counter_ns() - start if command == "run" else " ".join(map(str, errors)), flush=True)
