"""Brian2 in C++ standalone mode: a program for a fixed number of steps, built once.

It starts anew from the first weights for every block. One stimulus is one time step.
"""
import os
import sys

import brian2 as b
import numpy as np

import peer

k, gains, W, stimuli = peer.arguments()
n, steps = W.shape[1], int(sys.argv[4])
folder = os.path.join(sys.argv[3], "brian")
b.prefs.logging.file_log = False
b.set_device("cpp_standalone", directory=folder, build_on_run=False)
b.defaultclock.dt = dt = 1 * b.ms
constants = {"rate": peer.RATE, "tau": peer.TAU, "ring": b.TimedArray(stimuli, dt=dt), "step": dt}

inputs = b.NeuronGroup(n, "x : 1", namespace=constants)
outputs = b.NeuronGroup(k, "drive : 1\nreceived : 1\nfirst : 1\ny : 1\nm : 1\ngain : 1", namespace=constants)
forward = b.Synapses(inputs, outputs, "w : 1\ndrive_post = w*x_pre : 1 (summed)", namespace=constants)
lateral = b.Synapses(outputs, outputs, "w : 1\nreceived_post = w*first_pre : 1 (summed)", namespace=constants)
forward.connect()
lateral.connect(condition="i != j")
forward.w = W.T.reshape(-1)
lateral.w = 0
outputs.m, outputs.gain = 1, gains

# The phases in order: one slot of Brian's schedule after another.
inputs.run_regularly("x = ring((t_in_timesteps % 16)*step, i)", when="start")
forward.summed_updaters["drive_post"].when = "groups"
outputs.run_regularly("first = drive/m", when="after_groups")
lateral.summed_updaters["received_post"].when = "thresholds"
outputs.run_regularly("y = first - received/m", when="after_thresholds")
forward.run_regularly("w += rate*(y_post*x_pre - w)", when="synapses")
lateral.run_regularly("w += rate/tau*(y_post*y_pre - gain_post*gain_pre*w)", when="synapses")
outputs.run_regularly("m += rate/tau*(y*y - gain*gain*m)", when="resets")

b.run(steps * dt)
b.device.build(directory=folder, compile=True, run=False, debug=False)


def run(asked):
    assert asked == steps, "built for another number of steps"
    b.device.run(directory=folder, with_output=False, run_args=[])
    return round(b.device._last_run_time * 1e9)  # of the loop over the steps alone


def weights():
    M = np.diag(outputs.m[:])
    M[lateral.j[:], lateral.i[:]] = lateral.w[:]
    return np.asarray(forward.w[:]).reshape(n, k).T, M


peer.serve(run, weights)
