"""Two turns with slow lateral decay, with plain loops, independent of twophase: python3 run.py writes this golden run.

    c = W x / m,   y_i = c_i - sum_j M_ij c_j / m_i
    W <- W + a (y x' - W),   m_i <- m_i + (a/tau)(y_i^2 - l_i^2 m_i),   M_ij <- M_ij + (a/tau)(y_i y_j - e l_i l_j M_ij)

It follows from the rules of Minden, Pehlevan and Chklovskii (2018, Algorithm 1), whose e is 1.
"""
import json
import numpy as np

N, K, T, eta0, t0, tau, decay = 7, 4, 600, 0.04, 250, 0.5, 0.1
gains = [1.0, 0.9, 0.8, 0.7]
rng = np.random.default_rng(32)
mix = np.linalg.qr(rng.normal(size=(N, N)))[0] * np.sqrt([1, 0.3, 0.1, 0.03, 0.01, 0.01, 0.01])
x = rng.normal(size=(T, N)) @ mix.T
W, M, Y = rng.normal(size=(K, N)) / np.sqrt(N), np.eye(K), np.zeros((T, K))


def save(name, a):
    np.savetxt(name + ".csv", a, fmt="%.17g", delimiter=",")


save("stimulus", x), save("feedforward.0", W), save("lateral.0", M)
for t in range(T):
    first = [sum(W[i, j] * x[t, j] for j in range(N)) / M[i, i] for i in range(K)]
    y = [first[i] - sum(M[i, k] * first[k] for k in range(K) if k != i) / M[i, i] for i in range(K)]
    a = eta0 / (1 + t / t0)
    for i in range(K):
        for j in range(N):
            W[i, j] += a * (y[i] * x[t, j] - W[i, j])
        for k in range(K):
            M[i, k] += a / tau * (y[i] * y[k] - (1 if i == k else decay) * gains[i] * gains[k] * M[i, k])
    Y[t] = y
save("feedforward.T", W), save("lateral.T", M), save("Y", Y)
print("largest lateral weight", np.abs(M - np.diag(np.diag(M))).max(), "scales", np.diag(M))
eta = {"kind": "decay", "eta0": eta0, "t0": t0}
json.dump({"network": "psp-slow-lateral", "T": T, "t_of_first_step": 0, "eta": eta, "tau": tau, "Lambda": gains}, open("params.json", "w"), indent=1)
