// Package onlinepca has algorithms for online PCA that are not circuits: what an engineer would
// use. They have no neurons, synapses or phases, and see whole vectors and matrices. They stand
// beside the networks in a comparison, and are measured by the same measures.
//
//  1. List returns the algorithms as data, and Lookup one by its name.
//  2. Algorithm.New returns a Learner for N inputs and K components.
//  3. Learner.Learn takes a stimulus x_t, Learner.Components returns Û [N×K].
//
// The algorithms:
//
//	name     estimate of the top K eigenvectors
//	ipca     incremental PCA: the SVD of the estimate so far with a block of K stimuli
//	ccipca   candid covariance-free incremental PCA: means of u (u·v)/‖v‖, deflated one by one
//	fsm      fast similarity matching: similarity-matching-psp with M⁻¹ kept by Sherman and Morrison
//	batch    the eigenvectors of the sample's second moments: no online algorithm is better for long
//
// Stimuli are assumed to have mean 0, as for the networks. Results promise a tolerance, not bits.
//
// The package may import circuit, for its learning rates and what is found, internal/text/wording and
// gonum.
package onlinepca
