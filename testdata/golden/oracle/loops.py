"""What every circuit needs: sums, solutions and learning rates.

They are plain loops in a fixed order, without libraries of linear algebra, so that they give the same bytes on every machine.
"""


def dot(A, x):
    """A x, summed in the order of the columns."""
    out = []
    for row in A:
        total = 0.0
        for a, b in zip(row, x):
            total += a * b
        out.append(total)
    return out


def transposed(A):
    """A'."""
    return [list(column) for column in zip(*A)]


def tdot(A, y):
    """A' y, summed in the order of the rows."""
    return dot(transposed(A), y)


def product(A, B, diagonal=0.0):
    """A B' + diagonal I."""
    return [[v + (diagonal if i == j else 0.0) for j, v in enumerate(dot(B, row))] for i, row in enumerate(A)]


def changed(A, change):
    """A + change(i, j, old A_ij), all from the old A."""
    return [[a + change(i, j, a) for j, a in enumerate(row)] for i, row in enumerate(A)]


def solve(A, b):
    """x of A x = b, by elimination with partial pivoting."""
    n, A, b = len(b), [list(row) for row in A], list(b)
    for c in range(n):
        p = c
        for r in range(c + 1, n):
            if abs(A[r][c]) > abs(A[p][c]):
                p = r
        A[c], A[p], b[c], b[p] = A[p], A[c], b[p], b[c]
        for r in range(c + 1, n):
            f = A[r][c] / A[c][c]
            for k in range(c, n):
                A[r][k] -= f * A[c][k]
            b[r] -= f * b[c]
    for c in reversed(range(n)):
        for k in range(c + 1, n):
            b[c] -= A[c][k] * b[k]
        b[c] /= A[c][c]
    return b


def rate(eta, t):
    """The learning rate of step t = 0, 1, …: constant, or eta0/(1 + t/t0)."""
    return eta["eta0"] if eta["kind"] == "constant" else eta["eta0"] / (1.0 + t / eta["t0"])


def rectified(v):
    """max(0, v)."""
    return v if v > 0.0 else 0.0


def settle(G, drive, tolerance=1e-14):
    """Rectified neurons, one after another from rest: y_i = max(0, (drive_i − Σ_{j≠i} G_ij y_j)/G_ii), until they stay."""
    y = [0.0] * len(drive)
    for _ in range(10000):
        largest = 0.0
        for i, s in enumerate(drive):
            for j, v in enumerate(y):
                if j != i:
                    s -= G[i][j] * v
            new = rectified(s / G[i][i])
            largest, y[i] = max(largest, abs(new - y[i])), new
        if largest < tolerance:
            return y
    raise SystemExit("the neurons do not settle in 10000 sweeps")


def off_diagonal(M, u, i):
    """Σ_{j≠i} M_ij u_j."""
    total = 0.0
    for j, v in enumerate(u):
        if j != i:
            total += M[i][j] * v
    return total


def two_turns(M, drive, f=lambda v: v):
    """A first guess f(drive/M_d), and one correction f((drive − M_o guess)/M_d)."""
    guess = [f(d / M[i][i]) for i, d in enumerate(drive)]
    return [f((d - off_diagonal(M, guess, i)) / M[i][i]) for i, d in enumerate(drive)]
