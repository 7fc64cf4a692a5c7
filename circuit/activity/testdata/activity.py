#!/usr/bin/python3
# Reference numbers for TestAgreesWithNumpy: outputs, sources and labels, and every measure of
# them by its definition in plain numpy, with the optimal assignment of scipy.
# Run in this folder to rewrite activity.json:   /usr/bin/python3 activity.py > activity.json
import json
import numpy as np
from scipy.optimize import linear_sum_assignment

rng = np.random.default_rng(7)


def correlation(a, b):
    if a.std() == 0 or b.std() == 0:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


def recovery(y, s):
    c = np.array([[correlation(s[:, i], y[:, j]) for j in range(y.shape[1])] for i in range(s.shape[1])])
    rows, columns = linear_sum_assignment(-c)
    estimate, matched = np.zeros_like(s), np.zeros(s.shape[1])
    for i, j in zip(rows, columns):
        estimate[:, i], matched[i] = y[:, j], c[i, j]
    return matched.tolist(), float(np.mean((estimate - s) ** 2))


def purity(y, labels, clusters):
    winner = np.where(y.max(axis=1) > 0, y.argmax(axis=1), -1)
    pure = sum(np.bincount(labels[winner == j], minlength=clusters).max() for j in range(y.shape[1]))
    return float(pure / len(y))


def sparseness(y):
    k = y.shape[1]
    norms = np.linalg.norm(y, axis=1)
    y, norms = y[norms > 0], norms[norms > 0]
    return float(np.mean((np.sqrt(k) - np.abs(y).sum(axis=1) / norms) / (np.sqrt(k) - 1)))


cases = []
for t, k, r, clusters in [(60, 3, 3, 3), (40, 5, 3, 4), (30, 2, 4, 2), (25, 6, 6, 5), (50, 8, 8, 3)]:
    s = np.where(rng.random((t, r)) < 0.5, 0, rng.random((t, r)) * 3)
    mix = rng.normal(size=(r, k)) * 0.3
    for i in range(min(r, k)):
        mix[rng.permutation(r)[0], i] += 1
    y = np.round(np.maximum(0, s @ mix + 0.2 * rng.normal(size=(t, k))), 6)
    s = np.round(s, 6)
    if k == 5:
        y[:, 2] = 0  # a silent neuron
    labels = rng.integers(0, clusters, t)
    matched, error = recovery(y, s)
    cases.append({
        "y": y.tolist(), "s": s.tolist(), "labels": labels.tolist(), "clusters": clusters,
        "whiteness": float(np.linalg.norm(np.cov(y.T, bias=True) - np.eye(k))),
        "correlation": float(np.mean(matched)), "error": error,
        "purity": purity(y, labels, clusters), "sparseness": sparseness(y),
        "silent": int((np.abs(y).max(axis=0) == 0).sum()),
    })
print(json.dumps(cases))
