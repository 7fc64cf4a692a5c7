"""The circuits of golden/language: f(params, start, stimuli) returns the activities of all steps, and the state at the end.

In each step neurons act with the old weights and variables; then all change, from the old ones unless a comment says otherwise.
"""

from loops import dot, off_diagonal, product, rate, rectified, solve, tdot, transposed


def gated_turns(c, L, theta):
    """u = max(0, c − theta); y = max(0, c − L_o u − theta)."""
    u = [rectified(v - h) for v, h in zip(c, theta)]
    return [rectified(v - off_diagonal(L, u, i) - theta[i]) for i, v in enumerate(c)]


def minden(p, s, stimuli):
    """Principal components in two turns, before the paper: V. Minden, an early form of online_psp."""
    W, M = s["W"], s["M"]
    lam, k, n = p["Lambda"], len(W), len(W[0])
    Y = []
    for t, x in enumerate(stimuli["x"]):
        c = dot(W, x)
        g = [lam[i] * c[i] / M[i][i] for i in range(k)]
        y = [g[i] - off_diagonal(M, g, i) / M[i][i] for i in range(k)]
        e, e2 = rate(p["eta"], t), rate(p["eta2"], t) / p["tau"]
        for i in range(k):
            for j in range(n):
                W[i][j] += 2 * e * (lam[i] * y[i] * x[j] - W[i][j])
            for j in range(k):
                M[i][j] += e2 * (y[i] * y[j] - (1.0 if i == j else 0.0))
        Y.append(y)
    return {"Y": Y}, {"W": W, "M": M}


def bcm(p, s, stimuli):
    """Bienenstock, Cooper and Munro 1982, with a sliding threshold for each neuron."""
    W, L, th = s["W"], s["L"], s["theta"]
    k, n = len(W), len(W[0])
    Y = []
    for t, x in enumerate(stimuli["x"]):
        y = gated_turns(dot(W, x), L, [0.0] * k)  # theta is not a threshold
        a = rate(p["eta"], t)
        for i in range(k):
            for j in range(n):
                W[i][j] += a * y[i] * (y[i] - th[i]) * x[j]          # old theta
            th[i] += p["h"] * (y[i] * y[i] - th[i])
        Y.append(y)
    return {"Y": Y}, {"W": W, "L": L, "theta": th}


def homeostasis(p, s, stimuli):
    """Földiák 1990 in two turns: thresholds keep the mean activity at p, inhibition keeps neurons independent."""
    W, M, th = s["W"], s["M"], s["theta"]
    k, n, pp = len(W), len(W[0]), p["p"]
    Y = []
    for t, x in enumerate(stimuli["x"]):
        y = gated_turns(dot(W, x), M, th)
        a = rate(p["eta"], t)
        b = a * p["lateral_rate"]
        for i in range(k):
            for j in range(n):
                W[i][j] += a * y[i] * (x[j] - W[i][j])
            for j in range(k):
                if j != i:
                    M[i][j] = max(0.0, M[i][j] + b * (y[i] * y[j] - pp * pp))
            th[i] += p["h"] * (y[i] - pp)
        Y.append(y)
    return {"Y": Y}, {"W": W, "M": M, "theta": th}


def soft_bounds(p, s, stimuli):
    """Weights that approach 1 ever more slowly: Gütig et al. 2003."""
    W, L = s["W"], s["L"]
    k, n, b = len(W), len(W[0]), p["b"]
    Y = []
    for t, x in enumerate(stimuli["x"]):
        y = gated_turns(dot(W, x), L, [0.0] * k)
        a = rate(p["eta"], t)
        for i in range(k):
            for j in range(n):
                w = W[i][j]
                W[i][j] = w + a * (y[i] * x[j] * (1 - w) * (1 - w) - b * y[i] * y[i] * w)
        Y.append(y)
    return {"Y": Y}, {"W": W, "L": L}


def reward(p, s, stimuli):
    """Hebb's rule gated by a reward, the last column: it reaches the synapses, not the neurons."""
    W = s["W"]
    k, n = len(W), len(W[0])
    Y = []
    for t, row in enumerate(stimuli["x"]):
        x, r = row[:n], row[n]
        y = [max(0.0, min(1.0, v)) for v in dot(W, x)]
        a = rate(p["eta"], t)
        for i in range(k):
            for j in range(n):
                W[i][j] += a * (r * y[i] * x[j] - p["d"] * W[i][j])
        Y.append(y)
    return {"Y": Y}, {"W": W}


def bio_lda(p, s, stimuli):
    """Discriminant of two classes: Lipshutz et al. 2022. The label, 0 or 1, is the last column."""
    W, mu, zeta, b, l = s["W"], s["mu"], s["zeta"], s["b"], s["l"]
    k, n, win = len(W), len(W[0]), p["window"]
    Y = []
    for t, row in enumerate(stimuli["x"]):
        x, label = row[:n], row[n]
        c = dot(W, x)
        Y.append([c[i] - b[i] for i in range(k)])                    # old b
        e = rate(p["eta"], t)
        if label == 0.0:
            for j in range(n):
                mu[j] += (x[j] - mu[j]) / win
            for i in range(k):
                b[i] += (c[i] / 2 - b[i]) / win
                zeta[i] += (c[i] - zeta[i]) / win
                for j in range(n):                                   # new mu and zeta
                    W[i][j] += e * (mu[j] - (c[i] - zeta[i]) * (x[j] - mu[j]))
                l[i] += 1.0
        else:
            for i in range(k):
                b[i] += (l[i] * c[i] / 2 - b[i]) / win
                for j in range(n):
                    W[i][j] -= e * l[i] * x[j]                       # old l
                l[i] = p["l_reset"]
    return {"Y": Y}, {"W": W, "mu": mu, "zeta": zeta, "b": b, "l": l}


def bio_rrr(p, st, stimuli):
    """Reduced-rank regression: Golkar et al. 2020. s = 1 finds canonical directions."""
    Wx, Wy, P = st["Wx"], st["Wy"], st["P"]
    k, s = len(Wx), p["s"]
    Y, N = [], []
    for t, (x, y) in enumerate(zip(stimuli["x"], stimuli["y"])):
        z = dot(Wx, x)                                               # soma: basal current alone
        a = dot(Wy, y)                                               # apical current
        n = tdot(P, z)
        q = dot(P, n)                                                # what the interneurons send back
        ex, ey, ep = (rate(p[r], t) for r in ("eta_x", "eta_y", "eta_p"))
        for i in range(k):
            for j in range(len(x)):
                Wx[i][j] += 2 * ex * (a[i] - q[i]) * x[j]
            for j in range(len(y)):
                Wy[i][j] += 2 * ey * ((z[i] - s * a[i]) * y[j] - (1 - s) * Wy[i][j])
            for j in range(len(n)):
                P[i][j] += ep * (z[i] * n[j] - P[i][j])
        Y.append(z)
        N.append(n)
    return {"Y": Y, "N": N}, {"Wx": Wx, "Wy": Wy, "P": P}


def bio_fobi(p, s, stimuli):
    """Sources of different kurtosis: Bahroun, Chklovskii and Sengupta 2021."""
    W, M = s["W"], s["M"]
    k, n, lam = len(W), len(W[0]), p["Lambda"]
    Y = []
    for t, x in enumerate(stimuli["x"]):
        c = dot(W, x)
        y = solve(M, c)
        power = dot([y], y)[0]                                # broadcast
        e = rate(p["eta"], t)
        for i in range(k):
            for j in range(n):
                W[i][j] += 2 * e * (y[i] - power * lam[i] * c[i]) * x[j]
            for j in range(k):
                M[i][j] += e / p["tau"] * (y[i] * y[j] - (1.0 if i == j else 0.0))
        Y.append(y)
    return {"Y": Y}, {"W": W, "M": M}


def multi_timescale(p, s, stimuli):
    """Gains recover fast, synapses learn slowly: Duong et al. 2023."""
    W, g = s["W"], s["g"]
    n, k = len(W), len(W[0])
    Y, Z = [], []
    for t, x in enumerate(stimuli["x"]):
        scaled = [[w * gain for w, gain in zip(row, g)] for row in W]
        y = solve(product(scaled, W, p["alpha"]), x)
        z = tdot(W, y)
        eg, ew = rate(p["eta_g"], t), rate(p["eta_w"], t)
        norm = [dot([column], column)[0] for column in transposed(W)]            # old W
        for i in range(n):
            for m in range(k):
                W[i][m] += ew * (y[i] * g[m] * z[m] - W[i][m] * g[m])            # old g
        for m in range(k):
            g[m] += eg * (z[m] * z[m] - norm[m])
        Y.append(y)
        Z.append(z)
    return {"Y": Y, "Z": Z}, {"W": W, "g": g}


def bio_pcn(p, s, stimuli):
    """Predictive coding with two layers: Golkar et al. 2022.

    x -> z1 -> z2 -> y (clamped). A1: z2 -> z1, A2: y -> z2 (apical); B1: x -> z1, B2: z1 -> z2 (basal);
    Pl: nl -> zl, nl = Pl' zl; Ml: zl -> zl with its diagonal.
    """
    B1, B2, A1, A2, P1, P2, M1, M2 = (s[q] for q in ("B1", "B2", "A1", "A2", "P1", "P2", "M1", "M2"))
    k1, k2 = len(B1), len(B2)
    ga, gb, l, c, rho = p["g_a"], p["g_b"], p["leak"], p["c"], p["rho"]
    Y, Z1 = [], []
    for t, (x, y) in enumerate(zip(stimuli["x"], stimuli["y"])):
        G = [[0.0] * (k1 + k2) for _ in range(k1 + k2)]
        for o, P, M, k in ((0, P1, M1, k1), (k1, P2, M2, k2)):
            for i in range(k):
                for j in range(k):
                    G[o + i][o + j] = ga * dot([P[i]], P[j])[0] + c * M[i][j]
                G[o + i][o + i] += l
        for i in range(k1):
            for j in range(k2):
                G[i][k1 + j] -= ga * A1[i][j]
        for i in range(k2):
            for j in range(k1):
                G[k1 + i][j] -= gb * B2[i][j]
        b1, f2 = dot(B1, x), dot(A2, y)
        z = solve(G, [gb * v for v in b1] + [ga * v for v in f2])
        z1, z2 = z[:k1], z[k1:]
        e = rate(p["eta"], t)
        for z_, below, above, B, A, P, M in ((z1, x, z2, B1, A1, P1, M1), (z2, z1, y, B2, A2, P2, M2)):
            k = len(z_)
            n = tdot(P, z_)
            feed, inter, lat = dot(A, above), dot(P, n), dot(M, z_)
            for i in range(k):
                post = (gb - l) * z_[i] - c * lat[i] + ga * (feed[i] - inter[i])
                for j in range(len(below)):
                    B[i][j] += e * post * below[j]
                for j in range(len(above)):
                    A[i][j] += e * ga * (z_[i] * above[j] - rho * A[i][j])
                for j in range(len(n)):
                    P[i][j] += e * ga * (z_[i] * n[j] - rho * P[i][j])
                for j in range(k):
                    M[i][j] += e * c * (z_[i] * z_[j] - M[i][j])
        Y.append(z2)
        Z1.append(z1)
    return {"Y": Y, "Z1": Z1}, dict(B1=B1, B2=B2, A1=A1, A2=A2, P1=P1, P2=P2, M1=M1, M2=M2)


def delayed(p, s, stimuli):
    """Neurons that inhibit one another by what they carried some stimuli ago."""
    W, D = s["W"], s["D"]
    k, lag = len(W), p["delay"]
    past = [[0.0] * k for _ in range(lag)]                           # past[0] is the oldest: y_{t-lag}
    Y = []
    for t, x in enumerate(stimuli["x"]):
        old = past[0]
        c = dot(W, x)
        y = []
        for i in range(k):
            q = 0.0
            for j in range(k):
                if p["self"] or j != i:
                    q += D[i][j] * old[j]
            y.append(c[i] - q)
        a = rate(p["eta"], t)
        for i in range(k):
            for j in range(k):
                if p["self"] or j != i:
                    D[i][j] += a * (y[i] * old[j] - p["c"] * D[i][j])
        past = past[1:] + [y]
        Y.append(y)
    return {"Y": Y}, {"W": W, "D": D}


def pem(p, s, stimuli):
    """Predictive entropy maximisation, antisparse, in two turns. C is the covariance off the diagonal, var that on it."""
    W, C, mu, V = s["W"], s["C"], s["mu"], s["var"]                  # C: off-diagonal; var: the diagonal
    k, n = len(W), len(W[0])
    gam, keep, lo, hi = p["gamma"], p["lambda"], p["low"], p["high"]
    Y = []
    for t, x in enumerate(stimuli["x"]):
        c = dot(W, x)
        D = [V[i] + p["epsilon"] for i in range(k)]

        def act(i, lateral):
            v = (gam * c[i] - mu[i] / D[i] - lateral / D[i]) / (gam - 1 / D[i])
            return min(hi, max(lo, v))
        u = [act(i, 0.0) for i in range(k)]
        sent = [(u[j] - mu[j]) / D[j] for j in range(k)]
        y = [act(i, off_diagonal(C, sent, i)) for i in range(k)]
        e = rate(p["eta"], t)
        for i in range(k):
            for j in range(n):
                W[i][j] += e * (y[i] - c[i]) * x[j]
        mu = [keep * mu[i] + (1 - keep) * y[i] for i in range(k)]    # first
        d = [y[i] - mu[i] for i in range(k)]                         # new mu
        for i in range(k):
            for j in range(k):
                if j != i:
                    C[i][j] = keep * C[i][j] + (1 - keep) * d[i] * d[j]
            V[i] = keep * V[i] + (1 - keep) * d[i] * d[i]
        Y.append(y)
    return {"Y": Y}, {"W": W, "C": C, "mu": mu, "var": V}


CIRCUITS = {
    "minden-prototype": minden,
    "bcm": bcm,
    "threshold-homeostasis": homeostasis,
    "soft-bounds": soft_bounds,
    "reward-hebb": reward,
    "bio-lda": bio_lda,
    "bio-rrr": bio_rrr,
    "bio-fobi": bio_fobi,
    "multi-timescale-whitening": multi_timescale,
    "bio-pcn": bio_pcn,
    "delayed-lateral": delayed,
    "delayed-lateral-2": delayed,
    "pem-two-turns": pem,
}
