"""The networks of Minden, Pehlevan and Chklovskii 2018 (Algorithms 1 and 2), with α_t = 10/(250 + t), t = 1, 2, …"""

from loops import dot, off_diagonal, solve


def networks(stimuli, W0, gains):
    """Yield the name of each network with the outputs of all steps, and W and M at the end."""
    for name in ("ifPSP", "PSP", "ifPSW", "PSW"):
        yield name, network(stimuli, W0, gains, whitens=name.endswith("W"), free=name.startswith("if"))


def network(stimuli, W0, gains, whitens, free):
    """A network that whitens or not, and whose outputs take two phases without iterations (free), or settle."""
    tau, start, k = (1.0, 0.3, len(W0)) if whitens else (0.5, 1.0, len(W0))
    W = [list(row) for row in W0]
    M = [[start if i == j else 0.0 for j in range(k)] for i in range(k)]
    Y = []
    for t, x in enumerate(stimuli, 1):
        a, u = 10.0 / (250.0 + t), dot(W, x)
        if free:
            first = [c / M[i][i] for i, c in enumerate(u)]
            y = [v - off_diagonal(M, first, i) / M[i][i] for i, v in enumerate(first)]
        else:
            y = solve(M, u)
        for i in range(k):
            for j in range(len(x)):
                W[i][j] += a * (y[i] * x[j] - W[i][j])
            for j in range(k):
                drain = gains[i] * gains[i] * (i == j) if whitens else gains[i] * M[i][j] * gains[j]
                M[i][j] += a / tau * (y[i] * y[j] - drain)
        Y.append(y)
    return Y, W, M
