"""scipy's BLAS: dgemv and dger on Fortran-ordered arrays, overwritten."""
import numpy as np
from scipy.linalg.blas import dgemv, dger, dscal

import peer

k, gain, W, stimuli = peer.arguments()
W = np.asfortranarray(W.T)  # [N×K]: what one output receives is contiguous
M = np.asfortranarray(np.eye(k))
flat_W, scale = W.reshape(-1, order="F"), M.reshape(-1, order="F")[:: k + 1]  # views
keep_W, keep_M = 1 - peer.RATE, np.asfortranarray(1 - peer.RATE / peer.TAU * np.outer(gain, gain))
first, y = np.zeros(k), np.zeros(k)


def step(x):
    dgemv(1, W, x, beta=0, y=first, overwrite_y=1, trans=1)
    np.divide(first, scale, out=first)

    dgemv(1, M, first, beta=0, y=y, overwrite_y=1)  # with the diagonal in it
    np.divide(y, scale, out=y)
    np.subtract(first, y, out=y)
    np.add(first, y, out=y)

    dscal(keep_W, flat_W)
    dger(peer.RATE, x, y, a=W, overwrite_x=0, overwrite_y=0, overwrite_a=1)
    np.multiply(M, keep_M, out=M)
    dger(peer.RATE / peer.TAU, y, y, a=M, overwrite_x=0, overwrite_y=0, overwrite_a=1)


assert np.shares_memory(flat_W, W) and np.shares_memory(scale, M)
peer.serve(peer.timed(step, stimuli), lambda: (W.T, M))
