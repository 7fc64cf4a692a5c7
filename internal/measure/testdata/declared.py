#!/usr/bin/python3
# Reference numbers for TestDeclaredAgreesWithNumpy: the covariances and the filters in
# declared.in.json, which that test writes with -update, through the generalised eigenproblems
# of CCA and SFA by scipy. Run in this folder:   /usr/bin/python3 declared.py > declared.json
import json
import numpy as np
from scipy.linalg import block_diag, eigh, subspace_angles


def top(a, b, k):
    """The k generalised eigenvectors of a against b with the largest eigenvalues."""
    return eigh(a, b)[1][:, ::-1][:, :k]


out = []
for case in json.load(open("declared.in.json")):
    f, c = np.array(case["Filter"]), np.array(case["Covariance"])
    k, found = len(f), {}
    if "Views" in case:
        nx = case["Views"]
        directions = top(c, block_diag(c[:nx, :nx], c[nx:, nx:]), k)
        found["canonical_angle"] = float(np.degrees(subspace_angles(f.T, directions).max()))
    else:
        lagged = np.array(case["Lagged"])
        directions = top(lagged, c, k)
        found["slow_angle"] = float(np.degrees(subspace_angles(f.T, directions).max()))
        y, dy = f @ c @ f.T, f @ (2 * c - lagged - lagged.T) @ f.T
        found["slowness"] = float(np.trace(np.linalg.solve(y, dy)) / k)
        best = 2 - 2 * eigh(lagged, c)[0][::-1][:k]
        found["best"] = float(best.mean())
    found["whiteness"] = float(np.linalg.norm(f @ c @ f.T - np.eye(k)))
    out.append(found)
print(json.dumps(out, indent=1))
