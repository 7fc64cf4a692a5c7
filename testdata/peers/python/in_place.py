"""numpy with care: every operation in place, nothing allocated in a step."""
import numpy as np

import peer

k, gain, W, stimuli = peer.arguments()
M = np.eye(k)
scale = M.reshape(-1)[:: k + 1]  # M_d, a view
keep_W, keep_M = 1 - peer.RATE, 1 - peer.RATE / peer.TAU * np.outer(gain, gain)
first, y, scaled = np.empty(k), np.empty(k), np.empty(k)
column = scaled[:, None]
hebb_W, hebb_M = np.empty_like(W), np.empty_like(M)


def step(x):
    np.dot(W, x, out=first)
    np.divide(first, scale, out=first)

    np.dot(M, first, out=y)  # with the diagonal in it
    np.divide(y, scale, out=y)
    np.subtract(first, y, out=y)
    np.add(first, y, out=y)

    np.multiply(y, peer.RATE, out=scaled)
    np.multiply(column, x, out=hebb_W)
    np.multiply(W, keep_W, out=W)
    np.add(W, hebb_W, out=W)
    np.multiply(y, peer.RATE / peer.TAU, out=scaled)
    np.multiply(column, y, out=hebb_M)
    np.multiply(M, keep_M, out=M)
    np.add(M, hebb_M, out=M)


peer.serve(peer.timed(step, stimuli), lambda: (W, M))
