"""Competing hidden units (Krotov and Hopfield 2019) with plain loops, independent of twophase: python3 run.py writes this golden run."""
import json
import numpy as np

N, K, T, inhibition, threshold, delta, eta0, t0 = 6, 3, 400, 0.5, 0.25, 0.1, 0.02, 500
rng = np.random.default_rng(7)
centres = np.abs(rng.normal(size=(3, N)))
x = np.abs(centres[rng.integers(3, size=T)] + 0.1 * rng.normal(size=(T, N)))
W, M, Y = np.abs(rng.normal(size=(K, N))) / np.sqrt(N), np.zeros((K, K)), np.zeros((T, K))
kinds = {"winner": 0, "loser": 0, "silent": 0}


def save(name, a):
    np.savetxt(name + ".csv", a, fmt="%.17g", delimiter=",")


save("stimulus", x), save("feedforward.0", W), save("lateral.0", M)
for t in range(T):
    current, y = [sum(W[i, j] * x[t, j] for j in range(N)) for i in range(K)], [0.0] * K
    for sweep in range(10000):
        largest = 0.0
        for i in range(K):
            h = max(0.0, current[i] - sum(M[i, k] * y[k] for k in range(K) if k != i))
            largest, y[i] = max(largest, abs(h - y[i])), h
        if largest < 1e-15:
            break
    for i in range(K):
        kind = "winner" if y[i] >= threshold else "loser" if y[i] > 0 else "silent"
        kinds[kind] += 1
        g = {"winner": 1.0, "loser": -delta, "silent": 0.0}[kind]
        for j in range(N):
            W[i, j] += eta0 / (1 + t / t0) * g * (x[t, j] - current[i] * W[i, j])
        for k in range(K):
            M[i, k] = inhibition if k != i else 0.0
    Y[t] = y
save("feedforward.T", W), save("lateral.T", M), save("Y", Y)
print(kinds, np.linalg.norm(W, axis=1))
eta = {"kind": "decay", "eta0": eta0, "t0": t0}
json.dump({"network": "krotov-hopfield", "T": T, "t_of_first_step": 0, "eta": eta, "tau": 1}, open("params.json", "w"), indent=1)
