// Package stability predicts an experiment near its fixed point by the linearised
// mean-field flow, as text and as JSON.
//
//  1. Predict takes the network, Λ, τ and the spectrum of an experiment.
//  2. Package circuit/theory computes the eigenvalues of the flow at the fixed point.
//  3. Choose takes the gains and τ for the spectrum, where the experiment says --lambda auto.
//  4. Prediction holds rates, bounds of τ and α, and warnings; WriteText prints it.
//
// It may import experiment, scene and circuit/theory, and nothing that runs a circuit.
package stability
