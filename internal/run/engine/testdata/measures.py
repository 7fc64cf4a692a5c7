#!/usr/bin/python3
# Reference numbers for TestMeasuresAgreeWithNumpy: the golden stimuli, transformed, through the
# four networks, and every measure by its definition in plain numpy, independent of the Go code.
# It checks its own networks against the golden weights. Run in this folder to rewrite
# measures.json:   /usr/bin/python3 measures.py > measures.json
import json
import os
import numpy as np

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../testdata/golden")
CASES = [  # data, network, centred, scale
    ("n10k3", "ifPSP", False, "none"),
    ("n10k3", "PSW", True, "eigen"),
    ("n10k3", "ifPSW", True, "trace"),
    ("n10k3", "PSP", False, "eigen"),
    ("n17k5", "ifPSP", False, "trace"),
    ("n17k5", "ifPSW", False, "none"),
]


def read(data, name):
    return np.loadtxt(f"{GOLDEN}/{data}/{name}.csv", delimiter=",", ndmin=2)


def transform(x, centred, scale):
    """The stimuli [T×N], with the mean subtracted and then divided by √variance."""
    if centred:
        x = x - x.mean(axis=0)
    g = x.T @ x / len(x)
    variance = {"none": 1, "eigen": np.linalg.eigvalsh(g)[-1], "trace": np.trace(g)}[scale]
    return x / np.sqrt(variance)


def filter_of(network, w, m):
    """F [K×N] with y = F x."""
    if not network.startswith("if"):
        return np.linalg.solve(m, w)
    d = np.diag(1 / np.diag(m))
    return (d - d @ (m - np.diag(np.diag(m))) @ d) @ w


def lateral_ratio(m):
    return np.linalg.norm(m - np.diag(np.diag(m))) / np.linalg.norm(m)


class Reference:
    """U_K and its eigenvalues m_1 > … > m_K, by batch PCA of the stimuli."""

    def __init__(self, x, network, gains):
        self.x, self.white, self.gains = x, network.endswith("PSW"), gains
        values, vectors = np.linalg.eigh(x.T @ x / len(x))
        self.m, self.u = values[::-1][:len(gains)], vectors[:, ::-1][:, :len(gains)]

    def estimate(self, f):
        """Û [N×K]: row i of F is λ_i u_i, or (λ_i/√m_i) u_i if the network whitens."""
        u = f.T / self.gains
        return u * np.sqrt(self.m) if self.white else u

    def e_pro(self, f):
        u, k = self.estimate(f), len(self.gains)
        overlap = np.linalg.svd(u.T @ self.u, compute_uv=False).sum()
        return (np.sum(u**2) + k - 2 * overlap) / k

    def health(self, network, w, m):
        y, settled = self.x @ filter_of(network, w, m).T, self.x @ np.linalg.solve(m, w).T
        lateral = m - np.diag(np.diag(m))
        return {
            "settling_error": np.linalg.norm(y - settled) / np.linalg.norm(settled),
            "spectral_radius": max(abs(np.linalg.eigvals(lateral / np.diag(m)[:, None]))),
        }

    def measures(self, network, w, m):
        f = filter_of(network, w, m)
        u = self.estimate(f)
        q, _ = np.linalg.qr(u)
        y = self.x @ f.T
        target = self.gains**2 * (1 if self.white else self.m)
        return {
            "e_pro": self.e_pro(f),
            "projector_error": np.linalg.norm(q @ q.T - self.u @ self.u.T),
            "alignment": [abs(u[:, k] @ self.u[:, k]) / np.linalg.norm(u[:, k]) for k in range(len(m))],
            "principal_angles": list(np.arccos(np.linalg.svd(q.T @ self.u, compute_uv=False))),
            "output_covariance_error": np.linalg.norm(y.T @ y / len(y) - np.diag(target)) / np.linalg.norm(target),
            **self.health(network, w, m),
            "lateral_ratio": lateral_ratio(m),
        }


def run(data, network, centred, scale):
    x = transform(read(data, "stimulus"), centred, scale)
    w, gains = read(data, "W0"), read(data, "lambda")[0]
    k, white = len(gains), network.endswith("PSW")
    tau, m = (1, 0.3 * np.eye(k)) if white else (0.5, np.eye(k))
    reference = Reference(x, network, gains)
    each = [{"synapse": f"lateral[{i},{j}]", "peak": 0, "peak_step": 0, "final": 0}
            for i in range(k) for j in range(k) if i != j]
    curve, look = [], 1
    for t, stimulus in enumerate(x, start=1):
        rate = 10 / (250 + t)
        y = filter_of(network, w, m) @ stimulus
        w = w + rate * (np.outer(y, stimulus) - w)
        decay = np.diag(gains**2) if white else np.outer(gains, gains) * m
        m = m + rate / tau * (np.outer(y, y) - decay)
        if t < look and t < len(x):
            continue
        if t >= look:
            look += max(1, look // 8)
        curve.append({"step": t, "e_pro": reference.e_pro(filter_of(network, w, m)), "lateral_ratio": lateral_ratio(m),
                      **reference.health(network, w, m)})
        for growth, size in zip(each, abs(m[~np.eye(k, dtype=bool)])):
            growth["final"] = size
            if size > growth["peak"]:
                growth["peak"], growth["peak_step"] = size, t
    if not centred and scale == "none":
        for got, name in ((w, "W"), (m, "M")):
            np.testing.assert_allclose(got, read(data, f"{network}.{name}"), rtol=1e-9, atol=1e-12)
    pruning = {
        "synapses": len(each),
        "pruned": sum(g["final"] < g["peak"] / 10 for g in each),
        "largest_peak": max(g["peak"] for g in each),
        "largest_final": max(g["final"] for g in each),
        "each": each,
    }
    return {"data": data, "network": network, "center": centred, "scale": scale,
            "measures": reference.measures(network, w, m), "pruning": pruning, "curve": curve}


def pretty(case):
    """JSON with one member of the case, or one element of a long list, a line."""
    text = json.dumps(case, default=lambda v: v.item())
    for member in ("measures", "pruning", "curve"):
        text = text.replace(f', "{member}"', f',\n "{member}"')
    return text.replace(', {"', ',\n  {"')


print("[" + ",\n".join(pretty(run(*case)) for case in CASES) + "]")
