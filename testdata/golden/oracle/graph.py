"""The circuits of golden/graph: f(params, start, stimuli) returns the activities of all steps, and the weights at the end.

In each step neurons act with the old weights; then all weights change, by the old ones and the activities just reached.
"""

from loops import changed, dot, off_diagonal, product, rate, rectified, settle, solve, tdot, transposed, two_turns


def hebbian(W, y, x, a, decay=1.0):
    """W + a (y x' − decay W)."""
    return changed(W, lambda i, j, w: a * (y[i] * x[j] - decay * w))


def nsm(p, s, stimuli):
    """Nonnegative similarity matching: Pehlevan and Chklovskii 2014. Ŷ takes up the present activity first."""
    W, M, total, Y = s["W"], s["M"], s["Yhat"], []
    for x in stimuli["x"]:
        unit = changed(M, lambda i, j, m: 1.0 - m if i == j else 0.0)
        y = settle(unit, dot(W, x))
        total = [t + v ** 2 for t, v in zip(total, y)]
        W = changed(W, lambda i, j, w: y[i] * (x[j] - y[i] * w) / total[i])
        M = changed(M, lambda i, j, m: y[i] * (y[j] - y[i] * m) / total[i] if i != j else 0.0)
        Y.append(y)
    return {"Y": Y}, {"W": W, "M": M, "Yhat": total}


def matched(W, M, x, y, gains, a, tau):
    """W and M of similarity matching after a step: Minden, Pehlevan and Chklovskii 2018."""
    b = a / tau
    return hebbian(W, y, x, a), changed(M, lambda i, j, m: b * (y[i] * y[j] - gains[i] * m * gains[j]))


NEURONS = {
    "gauss-seidel": settle,
    "two-phase-rectified": lambda M, drive: two_turns(M, drive, rectified),
    "two-phase": two_turns,
}


def psp_rectified(p, s, stimuli):
    """Rectified similarity matching: Pehlevan, Sengupta and Chklovskii 2018, and in two phases."""
    W, M, Y = s["W"], s["M"], []
    for t, x in enumerate(stimuli["x"]):
        y = NEURONS[p["settling"]](M, dot(W, x))
        W, M = matched(W, M, x, y, p["Lambda"], rate(p["eta"], t), p["tau"])
        Y.append(y)
    return {"Y": Y}, {"W": W, "M": M}


def bio_cca(p, s, stimuli):
    """Canonical directions of two views: Lipshutz et al. 2021."""
    Wx, Wy, M, Z = s["Wx"], s["Wy"], s["M"], []
    for t, (x, y) in enumerate(zip(stimuli["x"], stimuli["y"])):
        a, b, e = dot(Wx, x), dot(Wy, y), rate(p["eta"], t)
        z = solve(M, [u + v for u, v in zip(a, b)])
        Wx = changed(Wx, lambda i, j, w: 2 * e * ((z[i] - a[i]) * x[j]))
        Wy = changed(Wy, lambda i, j, w: 2 * e * ((z[i] - b[i]) * y[j]))
        M = hebbian(M, z, z, e / p["tau"])
        Z.append(z)
    return {"Y": Z}, {"Wx": Wx, "Wy": Wy, "M": M}


def bio_cca_interneurons(p, s, stimuli):
    """The same with interneurons and white outputs: adaptive Bio-CCA."""
    Wx, Wy, P, Z, N = s["Wx"], s["Wy"], s["P"], [], []
    for t, (x, y) in enumerate(zip(stimuli["x"], stimuli["y"])):
        a, b, e = dot(Wx, x), dot(Wy, y), rate(p["eta"], t)
        z = solve(product(P, P, p["alpha"]), [u + v for u, v in zip(a, b)])
        n = tdot(P, z)
        Wx = changed(Wx, lambda i, j, w: 2 * e * ((z[i] - a[i]) * x[j]))
        Wy = changed(Wy, lambda i, j, w: 2 * e * ((z[i] - b[i]) * y[j]))
        P = hebbian(P, z, n, e / p["tau"])
        Z.append(z)
        N.append(n)
    return {"Y": Z, "N": N}, {"Wx": Wx, "Wy": Wy, "P": P}


def bio_sfa(p, s, stimuli):
    """Slow features: Lipshutz, Windolf, Golkar and Chklovskii 2020. The trace is that of emitted outputs, or computed anew."""
    W, M, x_before, Y = s["W"], s["M"], s["xprev"], []
    y_before = [0.0] * len(M)
    for t, x in enumerate(stimuli["x"]):
        a, e = dot(W, x), rate(p["eta"], t)
        y = solve(M, a)
        x_trace = [u + v for u, v in zip(x, x_before)]
        trace = solve(M, dot(W, x_trace)) if p["ybar"] == "recomputed" else [u + v for u, v in zip(y, y_before)]
        W = changed(W, lambda i, j, w: e * (trace[i] * x_trace[j] - a[i] * x[j]))
        M = hebbian(M, trace, trace, e / p["tau"])
        x_before, y_before = x, y
        Y.append(y)
    return {"Y": Y}, {"W": W, "M": M}


def averaged(mean, values, n):
    return [m + (v - m) / n for m, v in zip(mean, values)]


def bio_nica_direct(p, s, stimuli):
    """Nonnegative sources: Lipshutz, Pehlevan and Chklovskii 2022. Means take up the present values first."""
    W, M, Y = s["W"], s["M"], []
    x_mean, c_mean = [0.0] * len(W[0]), [0.0] * len(M)
    for t, x in enumerate(stimuli["x"]):
        c, e = dot(W, x), rate(p["eta"], t)
        y = settle(M, c)
        x_mean, c_mean = averaged(x_mean, x, t + 1), averaged(c_mean, c, p["window"])
        W = changed(W, lambda i, j, w: 2 * e * (y[i] * x[j] - (c[i] - c_mean[i]) * (x[j] - x_mean[j])))
        M = hebbian(M, y, y, e / p["tau"])
        Y.append(y)
    return {"Y": Y}, {"W": W, "M": M, "xbar": x_mean, "cbar": c_mean}


def bio_nica_indirect(p, s, stimuli):
    """The same with interneurons."""
    W, P, Y, N = s["W"], s["P"], [], []
    x_mean, y_mean, n_mean = [0.0] * len(W[0]), [0.0] * len(P), [0.0] * len(P[0])
    for t, x in enumerate(stimuli["x"]):
        y = settle(product(P, P), dot(W, x))
        n, e, window = tdot(P, y), rate(p["eta"], t), min(t + 1, p["window"])
        x_mean, y_mean, n_mean = averaged(x_mean, x, t + 1), averaged(y_mean, y, window), averaged(n_mean, n, window)
        around = [v - m for v, m in zip(y, y_mean)]
        W = hebbian(W, around, [v - m for v, m in zip(x, x_mean)], e)
        P = hebbian(P, around, [v - m for v, m in zip(n, n_mean)], e)
        Y.append(y)
        N.append(n)
    return {"Y": Y, "N": N}, {"W": W, "P": P, "xbar": x_mean, "ybar": y_mean, "nbar": n_mean}


def adaptive_whitening(p, s, stimuli):
    """Whitening by gains alone: Duong et al. 2023. The weights of the frame stay."""
    W, g, Y, Z = s["W"], s["g"], [], []
    target = [dot([column], column)[0] for column in transposed(W)]
    for t, x in enumerate(stimuli["x"]):
        scaled = [[w * gain for w, gain in zip(row, g)] for row in W]
        y = solve(product(scaled, W, p["alpha"]), x)
        z, e = tdot(W, y), rate(p["eta"], t)
        g = [gain + e * (v * v - c) for gain, v, c in zip(g, z, target)]
        Y.append(y)
        Z.append(z)
    return {"Y": Y, "Z": Z}, {"W": W, "g": g}


def stack(p, s, stimuli):
    """Two layers, of which the second reads the first in the same step."""
    W1, M1, W2, M2, Y1, Y2 = s["W1"], s["M1"], s["W2"], s["M2"], [], []
    for t, x in enumerate(stimuli["x"]):
        y1 = two_turns(M1, dot(W1, x))
        y2 = NEURONS[p["settling2"]](M2, dot(W2, y1))
        W1, M1 = matched(W1, M1, x, y1, p["Lambda1"], rate(p["eta1"], t), p["tau1"])
        W2, M2 = matched(W2, M2, y1, y2, p["Lambda2"], rate(p["eta2"], t), p["tau2"])
        Y1.append(y1)
        Y2.append(y2)
    return {"Y": Y2, "Y1": Y1}, {"W1": W1, "M1": M1, "W2": W2, "M2": M2}


def ei(p, s, stimuli):
    """Excitatory outputs and inhibitory interneurons that obey Dale's law."""
    W, P, Y, N = s["W"], s["P"], [], []
    for t, x in enumerate(stimuli["x"]):
        y = settle(product(P, P, p["alpha"]), dot(W, x))
        n, e = tdot(P, y), rate(p["eta"], t)
        W, P = hebbian(W, y, x, e), hebbian(P, y, n, e / p["tau"], p["c"])
        Y.append(y)
        N.append(n)
    return {"Y": Y, "N": N}, {"W": W, "P": P}


def ei_equalized(p, s, stimuli):
    """Equalised thresholding: Pehlevan and Chklovskii 2015, with three kinds of synapses and rates 1/t."""
    V, R, Q, Y, Z = s["V"], s["R"], s["Q"], [], []
    alpha, beta, outer, inner = p["alpha"], p["beta"], p["DY0"], p["DZ0"]
    for x in stimuli["x"]:
        y = solve(product(R, transposed(Q), 1.0), dot(V, x))
        z = dot(Q, y)
        outer += alpha
        inner += beta
        V = changed(V, lambda i, j, w: (y[i] * x[j] - alpha * w) / outer)
        R = changed(R, lambda i, j, w: (y[i] * z[j] - alpha * w) / outer)
        Q = changed(Q, lambda i, j, w: (z[i] * y[j] - beta * w) / inner)
        Y.append(y)
        Z.append(z)
    return {"Y": Y, "Z": Z}, {"V": V, "R": R, "Q": Q}


def krotov_hopfield(p, s, stimuli):
    """Competing hidden units: Krotov and Hopfield 2019. The weights among them are set, not learnt."""
    W, M, Y = s["feedforward"], s["lateral"], []
    inhibition, threshold, delta = 0.5, 0.25, 0.1
    for t, x in enumerate(stimuli["x"]):
        current, e = dot(W, x), rate(p["eta"], t)
        y = settle(changed(M, lambda i, j, m: 1.0 - m if i == j else 0.0), current, 1e-15)
        g = [1.0 if v >= threshold else -delta if v > 0 else 0.0 for v in y]
        W = changed(W, lambda i, j, w: e * g[i] * (x[j] - current[i] * w))
        M = [[0.0 if i == j else inhibition for j in range(len(M))] for i in range(len(M))]
        Y.append(y)
    return {"Y": Y}, {"feedforward": W, "lateral": M}


def psp_slow_lateral(p, s, stimuli):
    """Two phases whose lateral synapses decay more slowly than the scales. It follows from the rules of `matched`."""
    W, M, gains, decay, Y = s["feedforward"], s["lateral"], p["Lambda"], 0.1, []
    for t, x in enumerate(stimuli["x"]):
        first = [c / M[i][i] for i, c in enumerate(dot(W, x))]
        y = [v - off_diagonal(M, first, i) / M[i][i] for i, v in enumerate(first)]
        a = rate(p["eta"], t)
        W = hebbian(W, y, x, a)
        M = changed(
            M, lambda i, j, m: a / p["tau"] * (y[i] * y[j] - (1 if i == j else decay) * gains[i] * gains[j] * m)
        )
        Y.append(y)
    return {"Y": Y}, {"feedforward": W, "lateral": M}


CIRCUITS = {
    "nsm": nsm,
    "psp-rectified": psp_rectified,
    "psp-rectified-2phase": psp_rectified,
    "bio-cca": bio_cca,
    "bio-cca-interneurons": bio_cca_interneurons,
    "bio-sfa": bio_sfa,
    "bio-sfa-trace": bio_sfa,
    "bio-nica-direct": bio_nica_direct,
    "bio-nica-indirect": bio_nica_indirect,
    "adaptive-whitening": adaptive_whitening,
    "stack": stack,
    "stack-2phase": stack,
    "ei": ei,
    "ei-equalized": ei_equalized,
    "krotov-hopfield": krotov_hopfield,
    "psp-slow-lateral": psp_slow_lateral,
}
